//! What operations are made of: allocations, copies and kernel launches. After a failure nothing more is done.

use super::arena::{Arena, Position};
use super::device::Device;
use super::driver::{Arg, Span};
use super::error::Error;
use super::matrix::WriteMode;
use super::programs::Program;
use super::upload_cache::UploadCache;

/// Work under way on a device.
#[derive(Debug)]
pub(crate) struct Work<'d> {
    pub(crate) device: &'d Device,
    arena: Option<Arena>,
    failure: Option<Error>,
    pub(crate) uploads: UploadCache,
}

impl<'d> Work<'d> {
    /// Starts work with a new arena.
    pub(crate) fn new(device: &'d Device) -> Self {
        match device.acquire_arena() {
            Ok(arena) => Self { device, arena: Some(arena), failure: None, uploads: UploadCache::default() },
            Err(failure) => {
                Self { device, arena: None, failure: Some(failure), uploads: UploadCache::default() }
            }
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

    /// Runs `work` unless something has failed already.
    pub(crate) fn attempt(&mut self, work: impl FnOnce(&'d Device) -> Result<(), Error>) {
        if self.failure.is_none()
            && let Err(error) = work(self.device)
        {
            self.fail(error);
        }
    }

    fn place(
        &mut self,
        len: usize,
        take: impl FnOnce(&'d Device, &mut Arena) -> Result<Span, Error>,
    ) -> Span {
        let Some(arena) = self.arena.as_mut().filter(|_| self.failure.is_none()) else {
            return Span::lost(len);
        };
        take(self.device, arena).unwrap_or_else(|error| {
            self.fail(error);
            Span::lost(len)
        })
    }

    /// Memory that is not initialised.
    pub(crate) fn alloc(&mut self, len: usize) -> Span {
        self.place(len, |device, arena| arena.take(&device.driver, len))
    }

    /// Allocates numbers and sets them to zero.
    pub(crate) fn zeros(&mut self, len: usize) -> Span {
        let span = self.alloc(len);
        self.clear(span);
        span
    }

    /// Sets memory to zeros.
    pub(crate) fn clear(&mut self, span: Span) {
        self.attempt(|device| device.driver.clear(span));
    }

    /// Copies words to the device.
    pub(crate) fn upload(&mut self, words: &[u32]) -> Span {
        self.place(words.len(), |device, arena| arena.upload(&device.driver, words))
    }

    /// How much memory was taken so far.
    pub(crate) fn position(&self) -> Position {
        self.arena.as_ref().map_or(Position::default(), Arena::position)
    }

    /// Frees the memory taken since, except `keep`, which moves to its beginning.
    pub(crate) fn free_since(&mut self, since: Position, keep: &[Span]) -> Vec<Span> {
        // Cached uploads may lie in the memory that is freed.
        self.uploads = UploadCache::default();
        let end = self.position();
        let aside: Vec<Span> = keep.iter().map(|&span| self.moved(span)).collect();
        let after = self.position();
        self.go_to(since);
        let places: Vec<Span> = aside.iter().map(|span| self.alloc(span.len)).collect();
        if self.position() > end {
            // The copies do not fit below where they are now.
            self.go_to(after);
            return aside;
        }
        for (&from, &to) in aside.iter().zip(&places) {
            self.copy(from, to, from.len, WriteMode::Set);
        }
        places
    }

    fn moved(&mut self, span: Span) -> Span {
        let to = self.alloc(span.len);
        self.copy(span, to, span.len, WriteMode::Set);
        to
    }

    fn go_to(&mut self, position: Position) {
        if let Some(arena) = &mut self.arena {
            arena.go_to(position);
        }
    }

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
    pub(crate) fn copy(&mut self, from: Span, to: Span, len: usize, mode: WriteMode) {
        let args = [Arg::Span(from, len), Arg::Span(to, len), Arg::Long(len as u64), mode.into()];
        self.launch_elementwise("copy_or_add", len, &args);
    }

    /// Starts a kernel that treats each of `count` numbers.
    pub(crate) fn launch_elementwise(&mut self, name: &'static str, count: usize, args: &[Arg]) {
        let blocks = count.div_ceil(256).min(self.device.driver.processors * 16);
        self.launch((Program::Simple, name), [blocks, 1], [256, 1], 0, args);
    }
}

impl Drop for Work<'_> {
    fn drop(&mut self) {
        if let Some(arena) = self.arena.take() {
            self.device.release_arena(arena);
        }
    }
}
