//! Lines, one at a time, none longer than fits the memory we are willing to give it.

use std::io::{self, BufRead};

use memchr::memchr;

/// The longest line, header value or example that is read. The longest of the published data have 20 kB.
pub const MAX_ITEM_BYTES: usize = 16 << 20;

/// Why the next line could not be read.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// The source failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The line is too long. The next call goes on behind it.
    #[error("the line is longer than {MAX_ITEM_BYTES} bytes")]
    TooLong,
}

/// Reads lines.
#[derive(Debug)]
pub struct Lines<R> {
    source: R,
    line: Vec<u8>,
    number: u64,
    /// Whether the rest of a line that was too long is still to be skipped.
    skip: bool,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a source.
    pub fn new(source: R) -> Self {
        Self { source, line: Vec::new(), number: 0, skip: false }
    }

    /// The number of the line read last, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The line read last and its number.
    pub fn current(&self) -> (u64, &[u8]) {
        (self.number, &self.line)
    }

    /// The next line that is not blank, without its line break; `None` at the end.
    ///
    /// # Errors
    /// If reading fails or the line is too long.
    pub fn next_line(&mut self) -> Result<Option<&[u8]>, LineError> {
        loop {
            if self.skip {
                self.skip = false;
                while !self.take_chunk(false)? {}
            }
            self.line.clear();
            self.number += 1;
            if self.source.fill_buf()?.is_empty() {
                return Ok(None);
            }
            while !self.take_chunk(true)? {
                if self.line.len() > MAX_ITEM_BYTES {
                    self.line = Vec::new();
                    self.skip = true;
                    return Err(LineError::TooLong);
                }
            }
            if !self.line.trim_ascii().is_empty() {
                return Ok(Some(&self.line));
            }
        }
    }

    /// Takes what is buffered of the line; true if that was the rest of it.
    fn take_chunk(&mut self, keep: bool) -> io::Result<bool> {
        let chunk = self.source.fill_buf()?;
        let (text, used, ends) = match memchr(b'\n', chunk) {
            Some(at) => (&chunk[..at], at + 1, true),
            None => (chunk, chunk.len(), chunk.is_empty()),
        };
        if keep {
            self.line.extend_from_slice(text);
        }
        self.source.consume(used);
        Ok(ends)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read, repeat};

    use super::*;

    #[test]
    fn blank_lines_are_skipped_and_counted() {
        let mut lines = Lines::new(&b"one\n\n \r\ntwo\r\nthree"[..]);
        assert_eq!(lines.next_line().unwrap(), Some(&b"one"[..]));
        assert_eq!(lines.next_line().unwrap(), Some(&b"two\r"[..]));
        assert_eq!(lines.number(), 4);
        assert_eq!(lines.next_line().unwrap(), Some(&b"three"[..]));
        assert_eq!(lines.next_line().unwrap(), None);
        assert_eq!(lines.next_line().unwrap(), None);
    }

    #[test]
    fn long_lines_are_refused_and_passed_over() {
        let long = repeat(b'x').take(100 << 20).chain(&b"\nshort\n"[..]);
        let mut lines = Lines::new(BufReader::new(long));
        assert!(matches!(lines.next_line(), Err(LineError::TooLong)));
        assert_eq!(lines.number(), 1);
        assert_eq!(lines.next_line().unwrap(), Some(&b"short"[..]));
        assert_eq!(lines.number(), 2);
    }
}
