//! Memory that is used again from step to step: after the first few steps nothing is reserved any more.

use super::driver::{Chunk, Driver, Pinned, Span};
use super::error::Error;

/// Where the values of one tape are.
#[derive(Debug)]
pub(crate) struct Room {
    chunks: Vec<Chunk>,
    taken: Position,
    staging: Pinned,
}

/// How much of a room is taken: all chunks before one, and so many words of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    chunk: usize,
    used: usize,
}

/// Pieces begin at multiples of so many words.
const ALIGNMENT: usize = 64;
/// How many words a room has at first: 64 MiB; and what is copied from: 4 MiB.
const FIRST: (usize, usize) = (1 << 24, 1 << 20);

impl Room {
    /// An empty room.
    pub(crate) fn new(driver: &Driver) -> Result<Self, Error> {
        Ok(Self {
            chunks: vec![driver.chunk(FIRST.0)?],
            taken: Position::default(),
            staging: driver.pinned(FIRST.1)?,
        })
    }

    /// A piece of memory that holds anything.
    pub(crate) fn take(&mut self, driver: &Driver, len: usize) -> Result<Span, Error> {
        let size = len.next_multiple_of(ALIGNMENT);
        loop {
            let Position { chunk, used } = self.taken;
            match self.chunks.get(chunk) {
                Some(chunk) if chunk.span.len - used >= size => {
                    self.taken.used += size;
                    return Ok(chunk.span.part(used, len));
                }
                Some(_) => self.taken = Position { chunk: chunk + 1, used: 0 },
                None => {
                    let all: usize = self.chunks.iter().map(|chunk| chunk.span.len).sum();
                    self.chunks.push(driver.chunk(size.max(all))?);
                }
            }
        }
    }

    /// How much is taken.
    pub(crate) fn position(&self) -> Position {
        self.taken
    }

    /// Gives back what was taken since, or takes it again.
    pub(crate) fn go_to(&mut self, position: Position) {
        self.taken = position;
    }

    /// A piece of memory with these words.
    pub(crate) fn upload(&mut self, driver: &Driver, words: &[u32]) -> Result<Span, Error> {
        let span = self.take(driver, words.len())?;
        if words.is_empty() {
            return Ok(span);
        }
        if !driver.upload(words, &mut self.staging, span)? {
            driver.wait()?;
            self.staging = driver.pinned((2 * self.staging.len()).max(2 * words.len()))?;
            driver.upload(words, &mut self.staging, span)?;
        }
        Ok(span)
    }

    /// Says that the tape is over.
    pub(crate) fn leave(&mut self, driver: &Driver) -> Result<(), Error> {
        driver.done_with(&mut self.staging)
    }

    /// Makes the room empty, as soon as the device has taken what was copied from it. What is on the device is not waited
    /// for: the work of the next tape comes after that of this one.
    pub(crate) fn enter(&mut self, driver: &Driver) -> Result<(), Error> {
        driver.rewind(&mut self.staging)?;
        if self.chunks.len() > 1 {
            let all = self.chunks.iter().map(|chunk| chunk.span.len).sum();
            // Given back before more is asked for.
            self.chunks.clear();
            self.chunks.push(driver.chunk(all)?);
        }
        self.taken = Position::default();
        Ok(())
    }
}
