//! The GPU.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::driver::Driver;
use super::error::Error;
use super::memory::Room;

/// How a [`Device`] is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The number of the GPU.
    pub ordinal: usize,
    /// Whether products of large matrices may round their factors to ten bits (TF32), which is some times faster.
    pub fast: bool,
    /// How many examples a block takes through a recurrence: 1, 2, 4, 8 or 16; `None`: as suits the batch.
    pub rows_per_block: Option<usize>,
}

/// One GPU: its kernels, a stream of work, and memory for tapes.
#[derive(Debug)]
pub struct Device {
    pub(crate) driver: Driver,
    pub(crate) options: Options,
    rooms: Mutex<VecDeque<Room>>,
}

/// As many tapes may be under way: while the device works on one, the host prepares the next.
const ROOMS: usize = 2;

impl Device {
    /// Opens the GPU. Kernels are compiled when they are first needed.
    ///
    /// # Errors
    /// If there is none, or a library is missing.
    pub fn new(options: Options) -> Result<Self, Error> {
        let driver = Driver::new(options.ordinal, options.fast)?;
        Ok(Self { driver, options, rooms: Mutex::default() })
    }

    /// Another stream of work on the same GPU, for another training at the same time: each step alone leaves much of the GPU
    /// idle. What was made by one device is not for the other, and neither waits for the other. Kernels are compiled once
    /// for all.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn beside(&self) -> Result<Self, Error> {
        let driver = self.driver.beside(self.options.fast)?;
        Ok(Self { driver, options: self.options, rooms: Mutex::default() })
    }

    /// What the GPU is called.
    ///
    /// # Errors
    /// If the driver does not say.
    pub fn name(&self) -> Result<String, Error> {
        self.driver.name()
    }

    /// Waits until everything that was begun with this device is done.
    ///
    /// # Errors
    /// If something failed.
    pub fn wait(&self) -> Result<(), Error> {
        self.driver.wait()
    }

    /// A room for a tape: the one that was left longest ago.
    pub(crate) fn enter(&self) -> Result<Room, Error> {
        let waiting = {
            let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
            if rooms.len() < ROOMS { None } else { rooms.pop_front() }
        };
        let mut room = waiting.map_or_else(|| Room::new(&self.driver), Ok)?;
        room.enter(&self.driver)?;
        Ok(room)
    }

    /// Takes a room back.
    pub(crate) fn leave(&self, mut room: Room) {
        // A room that cannot be left is lost: whatever made that fail is found again by the next to wait.
        if room.leave(&self.driver).is_ok() {
            self.rooms.lock().unwrap_or_else(PoisonError::into_inner).push_back(room);
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // The host's memory must not go while the device copies from it. If waiting fails the device does nothing more.
        _ = self.driver.wait();
    }
}
