//! `dataset.txt`, example by example.
//!
//! The original writes a whole dataset, gigabytes of it, as one JSON object. This reader walks through it byte by
//! byte, knows just enough of JSON to see where values begin and end, and hands out the raw bytes of each example and of
//! each value of the header. It holds one of them at a time. What is inside them is for a JSON parser to judge.

use std::io::BufRead;

use crate::json_walker::{JsonProblem, Walker};

/// What is wrong with a file, and where.
#[derive(Debug, thiserror::Error)]
#[error("line {line} (byte {offset}): {problem}")]
pub struct DatasetTxtError {
    /// The line, counted from 1.
    pub line: u64,
    /// The byte, counted from 0.
    pub offset: u64,
    /// What is wrong.
    pub problem: JsonProblem,
}

/// A part of a `dataset.txt`.
#[derive(Debug, PartialEq, Eq)]
pub enum DatasetTxtPiece<'a> {
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

/// Reads a `dataset.txt` piece by piece.
#[derive(Debug)]
pub struct DatasetTxtReader<R> {
    walker: Walker<R>,
    state: State,
    key: String,
    split: String,
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

impl<R: BufRead> DatasetTxtReader<R> {
    /// Splits what the source holds.
    pub fn new(source: R) -> Self {
        Self { walker: Walker::new(source), state: State::Start, key: String::new(), split: String::new() }
    }

    /// The line that has been reached, counted from 1.
    pub fn line(&self) -> u64 {
        self.walker.place().0
    }

    /// The next part; `None` at the end.
    ///
    /// # Errors
    /// If the file is not a JSON object whose `examples` are lists in an object. Nothing more can be read after that.
    pub fn next_piece(&mut self) -> Result<Option<DatasetTxtPiece<'_>>, DatasetTxtError> {
        match self.find_piece() {
            Ok(Some((line, offset))) => Ok(Some(match self.state {
                State::Examples { .. } => {
                    DatasetTxtPiece::Example { split: &self.split, line, offset, json: self.walker.value() }
                }
                _ => DatasetTxtPiece::Header { key: &self.key, value: self.walker.value() },
            })),
            Ok(None) => Ok(None),
            Err(problem) => {
                self.state = State::End;
                let (line, offset) = self.walker.place();
                Err(DatasetTxtError { line, offset, problem })
            }
        }
    }

    /// Reads up to the end of the next part and says where it began.
    fn find_piece(&mut self) -> Result<Option<(u64, u64)>, JsonProblem> {
        loop {
            match self.state {
                State::Start => {
                    self.walker.expect(b'{', "`{`, the start of a JSON object")?;
                    self.state = State::Top { first: true };
                }
                State::Top { first } => {
                    if self.walker.closes(b'}', first)? {
                        self.state = State::End;
                        return self.walker.end().map(|()| None);
                    }
                    self.key = self.walker.read_key()?;
                    if self.key == "examples" {
                        self.walker.expect(b'{', "`{`, the splits of the examples")?;
                        self.state = State::Splits { first: true };
                        continue;
                    }
                    self.state = State::Top { first: false };
                    return self.walker.read_value("a value of the header").map(Some);
                }
                State::Splits { first } => {
                    if self.walker.closes(b'}', first)? {
                        self.state = State::Top { first: false };
                        continue;
                    }
                    self.split = self.walker.read_key()?;
                    self.walker.expect(b'[', "`[`, the examples of a split")?;
                    self.state = State::Examples { first: true };
                }
                State::Examples { first } => {
                    if self.walker.closes(b']', first)? {
                        self.state = State::Splits { first: false };
                        continue;
                    }
                    self.state = State::Examples { first: false };
                    return self.walker.read_value("an example").map(Some);
                }
                State::End => return Ok(None),
            }
        }
    }
}

#[cfg(test)]
mod tests;
