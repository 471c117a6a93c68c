//! What operations are made of: memory, copies, launches. After a failure nothing more is done.

use super::device::Device;
use super::driver::{Arg, Span};
use super::error::Error;
use super::lists::Lists;
use super::matrix::Into;
use super::memory::{Position, Room};
use super::programs::Program;

/// Work under way on a device.
#[derive(Debug)]
pub(crate) struct Work<'d> {
    pub(crate) device: &'d Device,
    room: Option<Room>,
    failure: Option<Error>,
    pub(crate) lists: Lists,
}

impl<'d> Work<'d> {
    /// Work in a room of its own.
    pub(crate) fn new(device: &'d Device) -> Self {
        match device.enter() {
            Ok(room) => Self { device, room: Some(room), failure: None, lists: Lists::default() },
            Err(failure) => Self { device, room: None, failure: Some(failure), lists: Lists::default() },
        }
    }

    /// Whether all went well so far.
    pub(crate) fn outcome(&self) -> Result<(), Error> {
        self.failure.clone().map_or(Ok(()), Err)
    }

    /// Remembers what went wrong first.
    pub(crate) fn fail(&mut self, error: Error) {
        self.failure.get_or_insert(error);
    }

    /// Does something unless something has failed.
    pub(crate) fn attempt(&mut self, work: impl FnOnce(&'d Device) -> Result<(), Error>) {
        if self.failure.is_none()
            && let Err(error) = work(self.device)
        {
            self.fail(error);
        }
    }

    fn place(&mut self, len: usize, take: impl FnOnce(&'d Device, &mut Room) -> Result<Span, Error>) -> Span {
        let Some(room) = self.room.as_mut().filter(|_| self.failure.is_none()) else {
            return Span::lost(len);
        };
        take(self.device, room).unwrap_or_else(|error| {
            self.fail(error);
            Span::lost(len)
        })
    }

    /// Memory that holds anything.
    pub(crate) fn room(&mut self, len: usize) -> Span {
        self.place(len, |device, room| room.take(&device.driver, len))
    }

    /// Memory of zeros.
    pub(crate) fn zeros(&mut self, len: usize) -> Span {
        let span = self.room(len);
        self.clear(span);
        span
    }

    /// Sets memory to zeros.
    pub(crate) fn clear(&mut self, span: Span) {
        self.attempt(|device| device.driver.clear(span));
    }

    /// Words on the device.
    pub(crate) fn upload(&mut self, words: &[u32]) -> Span {
        self.place(words.len(), |device, room| room.upload(&device.driver, words))
    }

    /// How much memory was taken so far.
    pub(crate) fn position(&self) -> Position {
        self.room.as_ref().map_or(Position::default(), Room::position)
    }

    /// Gives memory back that was taken since, and moves to its beginning what is kept of it.
    pub(crate) fn forget(&mut self, since: Position, keep: &[Span]) -> Vec<Span> {
        // What was copied for several operations may be there.
        self.lists = Lists::default();
        let end = self.position();
        let aside: Vec<Span> = keep.iter().map(|&span| self.moved(span)).collect();
        let after = self.position();
        self.go_to(since);
        let places: Vec<Span> = aside.iter().map(|span| self.room(span.len)).collect();
        if self.position() > end {
            // There is no room for all of it before where it is now.
            self.go_to(after);
            return aside;
        }
        for (&from, &to) in aside.iter().zip(&places) {
            self.copy(from, to, from.len, Into::Set);
        }
        places
    }

    fn moved(&mut self, span: Span) -> Span {
        let to = self.room(span.len);
        self.copy(span, to, span.len, Into::Set);
        to
    }

    fn go_to(&mut self, position: Position) {
        if let Some(room) = &mut self.room {
            room.go_to(position);
        }
    }

    /// Starts a kernel.
    pub(crate) fn launch(
        &mut self,
        kernel: (Program, &'static str),
        grid: [usize; 2],
        block: [u32; 2],
        shared: usize,
        args: &[Arg],
    ) {
        self.attempt(|device| device.driver.launch(kernel, grid, block, shared, args));
    }

    /// Copies numbers, or adds them to what is there.
    pub(crate) fn copy(&mut self, from: Span, to: Span, len: usize, into: Into) {
        let args = [Arg::Span(from, len), Arg::Span(to, len), Arg::Long(len as u64), into.into()];
        self.each("copy_or_add", len, &args);
    }

    /// Starts a kernel that does something with each of so many numbers.
    pub(crate) fn each(&mut self, name: &'static str, count: usize, args: &[Arg]) {
        let blocks = count.div_ceil(256).min(self.device.driver.processors * 16);
        self.launch((Program::Simple, name), [blocks, 1], [256, 1], 0, args);
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if let Some(room) = self.room.take() {
            self.device.leave(room);
        }
    }
}
