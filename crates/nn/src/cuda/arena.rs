//! Memory that is reused from step to step: after the first few steps nothing is reserved any more.

use super::driver::{Chunk, Driver, Pinned, Span};
use super::error::Error;

/// The memory of one tape.
#[derive(Debug)]
pub(crate) struct Arena {
    chunks: Vec<Chunk>,
    layout: Layout,
    staging: Pinned,
}

/// How much of an arena is taken: all chunks before `chunk`, and `used` words of that one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Position {
    chunk: usize,
    used: usize,
}

/// What goes where. The next tape finds one chunk as large as all that this one had, and a chunk that is added is half as
/// large as all others, or as large as what it is for; so no arena ever has more than twice what the largest tape needs.
#[derive(Debug, Default)]
struct Layout {
    /// How many words each chunk has.
    chunks: Vec<usize>,
    taken: Position,
}

/// Allocations begin at multiples of this many words.
const ALIGNMENT: usize = 64;
/// The first size of an arena (64 MiB) and of its staging memory (4 MiB), in words.
const FIRST: (usize, usize) = (1 << 24, 1 << 20);

impl Layout {
    /// Where a piece goes; or of how many words the chunk is that has to be added for it.
    fn place(&mut self, len: usize) -> Result<Position, usize> {
        let size = len.next_multiple_of(ALIGNMENT);
        while let Some(&chunk) = self.chunks.get(self.taken.chunk) {
            let at = self.taken;
            if chunk - at.used >= size {
                self.taken.used += size;
                return Ok(at);
            }
            self.taken = Position { chunk: at.chunk + 1, used: 0 };
        }
        Err(size.max(self.words() / 2))
    }

    /// All words of all chunks.
    fn words(&self) -> usize {
        self.chunks.iter().sum()
    }
}

impl Arena {
    pub(crate) fn new(driver: &Driver) -> Result<Self, Error> {
        let layout = Layout { chunks: vec![FIRST.0], taken: Position::default() };
        Ok(Self { chunks: vec![driver.chunk(FIRST.0)?], layout, staging: driver.pinned(FIRST.1)? })
    }

    /// Memory that is not initialised.
    pub(crate) fn take(&mut self, driver: &Driver, len: usize) -> Result<Span, Error> {
        loop {
            match self.layout.place(len) {
                Ok(Position { chunk, used }) => return Ok(self.chunks[chunk].span.part(used, len)),
                Err(words) => self.add(driver, words)?,
            }
        }
    }

    fn add(&mut self, driver: &Driver, words: usize) -> Result<(), Error> {
        self.chunks.push(driver.chunk(words)?);
        self.layout.chunks.push(words);
        Ok(())
    }

    /// How much is taken.
    pub(crate) fn position(&self) -> Position {
        self.layout.taken
    }

    /// Sets how much is taken.
    pub(crate) fn go_to(&mut self, position: Position) {
        self.layout.taken = position;
    }

    /// Memory with these words.
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

    /// Notes that the tape has ended.
    pub(crate) fn leave(&mut self, driver: &Driver) -> Result<(), Error> {
        driver.done_with(&mut self.staging)
    }

    /// Empties the arena as soon as the device has copied what was staged. It does not wait for other work: the stream does
    /// the next tape's work after this one's.
    pub(crate) fn enter(&mut self, driver: &Driver) -> Result<(), Error> {
        driver.rewind(&mut self.staging)?;
        self.layout.taken = Position::default();
        if self.chunks.len() > 1 {
            let words = self.layout.words();
            // Frees the old chunks before reserving one large one.
            self.chunks.clear();
            self.layout.chunks.clear();
            self.add(driver, words)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tapes of any sizes, one after another: each piece has its place, and memory is bounded by the largest tape.
    #[test]
    fn memory_is_bounded_by_the_largest_tape() {
        let mut layout = Layout { chunks: vec![1 << 10], taken: Position::default() };
        let (mut largest, mut dice, mut added) = (0, 7_u64, Vec::new());
        for tape in 0..1000 {
            layout = Layout { chunks: vec![layout.words()], taken: Position::default() };
            let mut need = 0;
            dice = dice.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(tape);
            for piece in 0..(dice >> 58) as usize {
                let len = (dice >> 32) as usize % 5000 + 700 * piece;
                need += len.next_multiple_of(ALIGNMENT);
                let at = layout.place(len).unwrap_or_else(|words| {
                    layout.chunks.push(words);
                    added.push(tape);
                    layout.place(len).expect("a chunk was added for it")
                });
                assert!(at.used + len <= layout.chunks[at.chunk] && at.used.is_multiple_of(ALIGNMENT));
            }
            largest = largest.max(need);
            assert!(layout.words() <= 2 * largest.max(1 << 10), "{} for {largest}", layout.words());
        }
        assert!(largest > 1 << 20 && added.last() < Some(&500), "it grew, and came to rest: {added:?}");
    }
}
