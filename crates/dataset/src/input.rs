//! Files to read from, compressed or not.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;

/// A buffered reader that undoes gzip and Zstandard, which it knows by their first bytes, and lets its owner look
/// ahead.
pub struct Input {
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("start", &self.start).field("end", &self.end).finish_non_exhaustive()
    }
}

/// How far one can look ahead.
pub const LOOK_AHEAD: usize = 1 << 18;

const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

impl Input {
    /// Opens a file; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be opened or its first bytes cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Self::new(Box::new(io::stdin()));
        }
        Self::new(Box::new(File::open(path)?))
    }

    /// Reads from any source, undoing its compression.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(source: Box<dyn Read + Send>) -> io::Result<Self> {
        let mut raw = Self::plain(source);
        let magic = raw.peek(ZSTD.len())?;
        if magic.starts_with(&GZIP) {
            return Ok(Self::plain(Box::new(Undone { source: MultiGzDecoder::new(raw), format: "gzip" })));
        }
        if magic == ZSTD {
            let source = zstd::Decoder::with_buffer(raw)?;
            return Ok(Self::plain(Box::new(Undone { source, format: "Zstandard" })));
        }
        Ok(raw)
    }

    fn plain(source: Box<dyn Read + Send>) -> Self {
        Self { source, buffer: vec![0; LOOK_AHEAD], start: 0, end: 0 }
    }

    /// The next bytes, without consuming them: `len` of them (at most [`LOOK_AHEAD`]), or fewer if the input ends
    /// before.
    ///
    /// # Errors
    /// If reading fails.
    pub fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        let len = len.min(LOOK_AHEAD);
        if self.start + len > self.buffer.len() {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        while self.end - self.start < len {
            match self.source.read(&mut self.buffer[self.end..]) {
                Ok(0) => break,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.start..self.end.min(self.start + len)])
    }
}

/// A decompressor. What it cannot make sense of is the file's fault, and not the system's.
struct Undone<R> {
    source: R,
    format: &'static str,
}

impl<R: Read> Read for Undone<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.source.read(out).map_err(|error| match error.raw_os_error() {
            None if error.kind() != io::ErrorKind::Interrupted => {
                let what = format!("the {} is damaged or cut off: {error}", self.format);
                io::Error::new(io::ErrorKind::InvalidData, what)
            }
            _ => error,
        })
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.start == self.end {
            (self.start, self.end) = (0, 0);
            match self.source.read(&mut self.buffer) {
                Ok(count) => {
                    self.end = count;
                    break;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(&self.buffer[self.start..self.end])
    }

    fn consume(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
    }
}

impl Read for Input {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let count = available.len().min(out.len());
        out[..count].copy_from_slice(&available[..count]);
        self.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time.
    struct Trickle(Vec<u8>);

    impl Read for Trickle {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() || out.is_empty() {
                return Ok(0);
            }
            out[0] = self.0.remove(0);
            Ok(1)
        }
    }

    #[test]
    fn looking_ahead_consumes_nothing() {
        let mut input = Input::new(Box::new(Trickle(b"hello world".to_vec()))).unwrap();
        assert_eq!(input.peek(5).unwrap(), b"hello");
        let mut text = String::new();
        input.read_to_string(&mut text).unwrap();
        assert_eq!(text, "hello world");
        assert_eq!(input.peek(5).unwrap(), b"");
    }

    #[test]
    fn broken_compression_is_an_error() {
        for bytes in [&b"\x1f\x8b\x08garbage"[..], b"\x28\xb5\x2f\xfdgarbage"] {
            let mut input = Input::new(Box::new(Trickle(bytes.to_vec()))).unwrap();
            let error = input.read_to_string(&mut String::new()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::InvalidData);
            assert!(error.to_string().contains("damaged or cut off"), "{error}");
        }
    }
}
