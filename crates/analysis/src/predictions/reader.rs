//! Reading predictions, whoever wrote them.

use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Deserialize;
#[cfg(feature = "files")]
use wampimuk_dataset::Input;
use wampimuk_dataset::{LineError, Lines};

use super::{FORMAT, Header, MAX_PARTS, Prediction, Said};

/// Why predictions could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be opened.
    #[error("{} cannot be opened: {source}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Reading stopped.
    #[error("{}:{line}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// What the system or the decompressor says.
        source: io::Error,
    },
    /// A line is not what it should be.
    #[error("{}:{line}: {problem} ({hint})", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// What is wrong.
        problem: String,
        /// What would be right.
        hint: String,
    },
}

impl ReadError {
    /// Whether the system is to blame rather than the file.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Open { source, .. } | Self::Io { source, .. } => {
                source.kind() != io::ErrorKind::InvalidData
            }
            Self::Line { .. } => false,
        }
    }
}

const EXAMPLE: &str =
    r#"expected a line such as {"split":"test","index":17,"prediction":["turn left","walk"]}"#;

/// Reads predictions line by line: one line is in memory at a time, whatever the size of the file.
#[derive(Debug)]
pub struct Reader<R> {
    path: Arc<Path>,
    lines: Lines<R>,
    header: Option<Header>,
    /// The first line, if it was no header and is still to be handed out.
    first: Option<(u64, Vec<u8>)>,
    bytes: usize,
    ended: bool,
}

/// A first line that says what the file is.
#[derive(Deserialize)]
struct First {
    wampimuk: String,
    format: u64,
    #[serde(flatten)]
    header: Header,
}

#[cfg(feature = "files")]
impl Reader<Input> {
    /// Opens a file, compressed or not; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be opened, or its first line is a header that cannot be read.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let input = Input::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
        Self::new(path, input)
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads from an input; the path is for messages.
    ///
    /// # Errors
    /// If its first line cannot be read, or is a header of another format.
    pub fn new(path: &Path, input: R) -> Result<Self, ReadError> {
        let mut reader = Self {
            path: path.into(),
            lines: Lines::new(input),
            header: None,
            first: None,
            bytes: 0,
            ended: false,
        };
        let line = reader.lines.next_line().map(|line| line.map(<[u8]>::to_vec));
        let number = reader.lines.number();
        let Some(line) = line.map_err(|error| reader.failed(number, error))? else { return Ok(reader) };
        let looks_like_header = line.windows(10).any(|part| part == b"\"wampimuk\"");
        let first: Result<First, _> = serde_json::from_slice(&line);
        match first {
            Ok(first) => reader.header = Some(reader.accept(number, first)?),
            Err(error) if looks_like_header => {
                let hint = format!(
                    r#"expected {{"wampimuk":"predictions","format":{FORMAT},"model":"…","recipe":"gscan"}}"#
                );
                return Err(reader.wrong(number, format!("the header cannot be read: {error}"), hint));
            }
            Err(_) => reader.first = Some((number, line)),
        }
        Ok(reader)
    }

    /// What the file says about itself, if it does.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// The file, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes the line read last has.
    pub fn line_bytes(&self) -> usize {
        self.bytes
    }

    /// An error about a line, for those who find something wrong with what it says.
    pub fn wrong(&self, line: u64, problem: impl Into<String>, hint: impl Into<String>) -> ReadError {
        ReadError::Line { path: self.path.to_path_buf(), line, problem: problem.into(), hint: hint.into() }
    }

    fn accept(&self, line: u64, first: First) -> Result<Header, ReadError> {
        if first.wampimuk != "predictions" {
            let problem = format!("this is a file of `{}`, not of predictions", first.wampimuk);
            return Err(self.wrong(line, problem, "`wampimuk predict` writes predictions"));
        }
        if first.format != FORMAT {
            let problem = format!("the format has version {}", first.format);
            return Err(self.wrong(line, problem, format!("this program reads version {FORMAT}")));
        }
        Ok(first.header)
    }

    fn failed(&self, line: u64, error: LineError) -> ReadError {
        match error {
            LineError::Io(source) => ReadError::Io { path: self.path.to_path_buf(), line, source },
            LineError::TooLong => {
                self.wrong(line, error.to_string(), "predictions are JSON lines, one for each item")
            }
        }
    }

    fn parse(&self, number: u64, line: &[u8]) -> Result<(u64, Prediction), ReadError> {
        let prediction: Prediction = serde_json::from_slice(line).map_err(|error| {
            let problem = match line.trim_ascii_start().first() {
                Some(b'{') => error.to_string().replace(" at line 1 column", ", column"),
                _ => "this is no JSON object".to_string(),
            };
            self.wrong(number, problem, EXAMPLE)
        })?;
        let parts = match &prediction.said {
            Said::Tokens(tokens) => tokens.len(),
            Said::Text(text) => text.matches(',').count() + 1,
        };
        if parts > MAX_PARTS {
            let problem = format!("an answer of {parts} parts");
            return Err(self.wrong(number, problem, format!("answers have at most {MAX_PARTS}")));
        }
        Ok((number, prediction))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    /// The number of the line, and what it says.
    type Item = Result<(u64, Prediction), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let result = match self.first.take() {
            Some((number, line)) => {
                self.bytes = line.len();
                self.parse(number, &line)
            }
            None => match self.lines.next_line() {
                Ok(None) => {
                    self.ended = true;
                    return None;
                }
                Ok(Some(_)) => {
                    let (number, line) = self.lines.current();
                    self.bytes = line.len();
                    self.parse(number, line)
                }
                Err(error) => Err(self.failed(self.lines.number(), error)),
            },
        };
        // What follows a faulty line would be scored as if nothing had happened.
        self.ended = result.is_err();
        Some(result)
    }
}
