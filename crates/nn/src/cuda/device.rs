//! The GPU.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::arena::Arena;
use super::driver::Driver;
use super::error::Error;

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
    arenas: Mutex<VecDeque<Arena>>,
}

/// How many tapes are in flight: while the device works on one, the host prepares the next.
const ARENAS: usize = 2;

impl Device {
    /// Opens the GPU. Kernels are compiled when they are first needed.
    ///
    /// # Errors
    /// If there is none, or a library is missing.
    pub fn new(options: Options) -> Result<Self, Error> {
        let driver = Driver::new(options.ordinal, options.fast)?;
        Ok(Self { driver, options, arenas: Mutex::default() })
    }

    /// Another stream of work on the same GPU, for a second training at the same time, because one alone leaves much of the
    /// GPU idle. The two do not share memory and do not wait for each other. Kernels are compiled once for both.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn new_stream(&self) -> Result<Self, Error> {
        let driver = self.driver.new_stream(self.options.fast)?;
        Ok(Self { driver, options: self.options, arenas: Mutex::default() })
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

    /// An arena for a tape: the one that was released longest ago.
    pub(crate) fn acquire_arena(&self) -> Result<Arena, Error> {
        let waiting = {
            let mut arenas = self.arenas.lock().unwrap_or_else(PoisonError::into_inner);
            if arenas.len() < ARENAS { None } else { arenas.pop_front() }
        };
        let mut arena = waiting.map_or_else(|| Arena::new(&self.driver), Ok)?;
        arena.enter(&self.driver)?;
        Ok(arena)
    }

    /// Takes an arena back.
    pub(crate) fn release_arena(&self, mut arena: Arena) {
        // An arena that cannot be released is lost. The next wait reports the same failure.
        if arena.leave(&self.driver).is_ok() {
            self.arenas.lock().unwrap_or_else(PoisonError::into_inner).push_back(arena);
        }
    }
}

impl Drop for Device {
    fn drop(&mut self) {
        // The host's memory must live until the device has copied from it. If waiting fails, the device does nothing more.
        _ = self.driver.wait();
    }
}
