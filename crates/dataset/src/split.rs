//! `dataset.txt`, example by example.
//!
//! The original writes a whole dataset, gigabytes of it, as one JSON object. This splitter walks through it byte by
//! byte, knows just enough of JSON to see where values begin and end, and hands out the raw bytes of each example and of
//! each value of the header. It holds one of them at a time. What is inside them is for a JSON parser to judge.

use std::io::{self, BufRead};

use memchr::{memchr_iter, memchr2};

use crate::lines::MAX_ITEM_BYTES;

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub enum SplitProblem {
    /// The source failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something else was to be expected.
    #[error("expected {expected}, found {found}")]
    Unexpected {
        /// What would have been right.
        expected: &'static str,
        /// What stood there.
        found: String,
    },
    /// A value is too long.
    #[error("{what} is longer than {MAX_ITEM_BYTES} bytes")]
    TooLong {
        /// What is too long.
        what: &'static str,
    },
}

/// What is wrong with a file, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line} (byte {offset}): {problem}")]
pub struct SplitError {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte, counted from 0.
    pub offset: u64,
    /// What is wrong.
    pub problem: SplitProblem,
}

/// A part of a `dataset.txt`.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A value of the top-level object other than the examples.
    Header {
        /// Its key.
        key: &'a str,
        /// Its raw JSON.
        value: &'a [u8],
    },
    /// An example.
    Example {
        /// The split it is in.
        split: &'a str,
        /// The line it begins in, counted from 1.
        line: u64,
        /// The byte it begins at, counted from 0.
        offset: u64,
        /// Its raw JSON.
        json: &'a [u8],
    },
}

/// Splits a `dataset.txt`.
#[derive(Debug)]
pub struct Splitter<R> {
    source: R,
    state: State,
    key: String,
    split: String,
    value: Vec<u8>,
    line: u64,
    offset: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    /// In the top-level object; `first` if no key has been seen.
    Top {
        first: bool,
    },
    /// In the object of splits.
    Splits {
        first: bool,
    },
    /// In a split's list of examples.
    Examples {
        first: bool,
    },
    End,
}

impl<R: BufRead> Splitter<R> {
    /// Splits what the source holds.
    pub fn new(source: R) -> Self {
        let (key, split, value) = (String::new(), String::new(), Vec::new());
        Self { source, state: State::Start, key, split, value, line: 1, offset: 0 }
    }

    /// The line that has been reached, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// If the file is not a JSON object whose `examples` are lists in an object. Nothing more can be read after that.
    pub fn next_piece(&mut self) -> Result<Option<Piece<'_>>, SplitError> {
        match self.find_piece() {
            Ok(Some((line, offset))) => Ok(Some(match self.state {
                State::Examples { .. } => {
                    Piece::Example { split: &self.split, line, offset, json: &self.value }
                }
                _ => Piece::Header { key: &self.key, value: &self.value },
            })),
            Ok(None) => Ok(None),
            Err(problem) => {
                self.state = State::End;
                Err(SplitError { line: self.line, offset: self.offset, problem })
            }
        }
    }

    /// Reads up to the end of the next part and says where it began.
    fn find_piece(&mut self) -> Result<Option<(u64, u64)>, SplitProblem> {
        loop {
            match self.state {
                State::Start => {
                    self.expect(b'{', "`{`, the start of a JSON object")?;
                    self.state = State::Top { first: true };
                }
                State::Top { first } => {
                    if self.closes(b'}', first)? {
                        self.state = State::End;
                        return match self.peek()? {
                            None => Ok(None),
                            Some(_) => Err(self.unexpected("the end of the file")),
                        };
                    }
                    self.key = self.read_key()?;
                    if self.key == "examples" {
                        self.expect(b'{', "`{`, the splits of the examples")?;
                        self.state = State::Splits { first: true };
                        continue;
                    }
                    self.state = State::Top { first: false };
                    return self.read_value("a value of the header").map(Some);
                }
                State::Splits { first } => {
                    if self.closes(b'}', first)? {
                        self.state = State::Top { first: false };
                        continue;
                    }
                    self.split = self.read_key()?;
                    self.expect(b'[', "`[`, the examples of a split")?;
                    self.state = State::Examples { first: true };
                }
                State::Examples { first } => {
                    if self.closes(b']', first)? {
                        self.state = State::Splits { first: false };
                        continue;
                    }
                    self.state = State::Examples { first: false };
                    return self.read_value("an example").map(Some);
                }
                State::End => return Ok(None),
            }
        }
    }

    /// Whether the list or object ends here; if not, takes the comma between its members.
    fn closes(&mut self, bracket: u8, first: bool) -> Result<bool, SplitProblem> {
        if self.peek()? == Some(bracket) {
            self.take(1);
            return Ok(true);
        }
        if !first {
            let expected = if bracket == b'}' { "`,` or `}`" } else { "`,` or `]`" };
            self.expect(b',', expected)?;
        }
        Ok(false)
    }

    fn read_key(&mut self) -> Result<String, SplitProblem> {
        if self.peek()? != Some(b'"') {
            return Err(self.unexpected("a key in quotes"));
        }
        self.read_value("a key")?;
        let key = serde_json::from_slice(&self.value).map_err(|_| SplitProblem::Unexpected {
            expected: "a key in quotes",
            found: excerpt(&self.value),
        })?;
        self.expect(b':', "`:`")?;
        Ok(key)
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), SplitProblem> {
        if self.peek()? != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.take(1);
        Ok(())
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Result<Option<u8>, SplitProblem> {
        loop {
            let chunk = self.source.fill_buf()?;
            let Some(&byte) = chunk.first() else { return Ok(None) };
            let space = chunk.iter().take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).count();
            if space == 0 {
                return Ok(Some(byte));
            }
            self.take(space);
        }
    }

    /// Consumes bytes that are buffered.
    fn take(&mut self, count: usize) {
        if let Ok(chunk) = self.source.fill_buf() {
            self.line += memchr_iter(b'\n', &chunk[..count]).count() as u64;
        }
        self.offset += count as u64;
        self.source.consume(count);
    }

    /// Reads a value into `self.value` and says where it began.
    fn read_value(&mut self, what: &'static str) -> Result<(u64, u64), SplitProblem> {
        self.peek()?;
        let place = (self.line, self.offset);
        self.value.clear();
        let mut scan = Scan::default();
        loop {
            let chunk = self.source.fill_buf()?;
            if chunk.is_empty() {
                // Only a number or a word can end with the file, and then the object around it is not closed.
                return Err(self.unexpected("the rest of a value"));
            }
            let (used, complete) = scan.advance(chunk);
            if self.value.len() + used > MAX_ITEM_BYTES {
                return Err(SplitProblem::TooLong { what });
            }
            self.value.extend_from_slice(&chunk[..used]);
            self.take(used);
            if complete {
                if self.value.is_empty() {
                    return Err(self.unexpected("a value"));
                }
                return Ok(place);
            }
        }
    }

    fn unexpected(&mut self, expected: &'static str) -> SplitProblem {
        let found = match self.source.fill_buf() {
            Ok([]) => "the end of the file".to_string(),
            Ok(chunk) => excerpt(chunk),
            Err(error) => return error.into(),
        };
        SplitProblem::Unexpected { expected, found }
    }
}

/// The first bytes of something, for messages.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(24)]);
    let visible: String = text.chars().map(|c| if c.is_control() { '·' } else { c }).collect();
    format!("`{visible}`")
}

/// Finds the end of a JSON value that arrives in chunks.
#[derive(Debug, Default)]
struct Scan {
    depth: u64,
    in_string: bool,
    escaped: bool,
    started: bool,
}

impl Scan {
    /// How many bytes of the chunk belong to the value, and whether it is complete.
    fn advance(&mut self, chunk: &[u8]) -> (usize, bool) {
        let mut at = 0;
        while at < chunk.len() {
            if self.in_string {
                if self.escaped {
                    self.escaped = false;
                    at += 1;
                    continue;
                }
                let Some(next) = memchr2(b'"', b'\\', &chunk[at..]) else { return (chunk.len(), false) };
                at += next + 1;
                if chunk[at - 1] == b'\\' {
                    self.escaped = true;
                } else {
                    self.in_string = false;
                    if self.depth == 0 {
                        return (at, true);
                    }
                }
                continue;
            }
            match chunk[at] {
                b'"' if self.depth > 0 || !self.started => self.in_string = true,
                b'{' | b'[' if self.depth > 0 || !self.started => self.depth += 1,
                b'}' | b']' if self.depth > 0 => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        return (at + 1, true);
                    }
                }
                // What follows a number or a word.
                b'"' | b'{' | b'[' | b'}' | b']' | b',' | b':' | b' ' | b'\n' | b'\r' | b'\t'
                    if self.depth == 0 =>
                {
                    return (at, true);
                }
                _ => {}
            }
            self.started = true;
            at += 1;
        }
        (at, false)
    }
}

#[cfg(test)]
mod tests;
