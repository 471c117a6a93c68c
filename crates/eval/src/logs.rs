//! Logs that hosts of evaluations write, read and judged as if `wampimuk eval` had asked.
//!
//! Inspect writes an archive (`.eval`) or one JSON document, lm-evaluation-harness a line for each answer
//! (`samples_*.jsonl`), verifiers a line for each task (`traces.jsonl`). All of them keep what our package says about the
//! item; everything else is derived again, so a log is not believed but judged. One answer is in memory at a time.

mod archive;
mod inspect;
mod lm_eval;
mod metadata;
mod said;
mod scoring;
mod verifiers;

use std::io::BufReader;
use std::path::{Path, PathBuf};

use wampimuk_dataset::{Input, LineError, Lines};

use crate::Error;
use crate::examine::Said;
use metadata::About;
pub use scoring::{Scoring, score_logs};

/// The most bytes of what a log says about one answer.
const LARGEST: u64 = 64 << 20;

/// An answer in a log.
#[derive(Clone, Debug)]
struct Logged {
    /// Where it stands, for messages.
    place: String,
    model: String,
    about: About,
    said: Said,
}

/// What is done with each answer.
type Visit<'v> = &'v mut dyn FnMut(Logged) -> Result<(), Error>;

/// What is done with a line and its number.
type ReadLine<'r> = &'r mut dyn FnMut(&[u8], u64) -> Result<(), Error>;

/// A log of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    path: PathBuf,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    InspectArchive,
    InspectJson,
    LmEval,
    Verifiers,
}

impl Log {
    /// The log in a file; `None` if it holds something else, such as predictions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn recognise(path: &Path) -> Result<Option<Self>, Error> {
        // Who wrote standard input cannot be looked up, and it can be read only once.
        if path == Path::new("-") || path.is_dir() {
            return Ok(None);
        }
        let failed = |error| Error::io("read", path, error);
        let mut input = Input::open(path).map_err(failed)?;
        let start = input.peek(4096).map_err(failed)?.to_vec();
        let kind = if start.starts_with(b"PK\x03\x04") {
            Some(Kind::InspectArchive)
        } else if start.trim_ascii_start().starts_with(b"{") {
            inspect::is_document(&start).then_some(Kind::InspectJson).or_else(|| of_first_line(path, input))
        } else {
            None
        };
        Ok(kind.map(|kind| Self { path: path.to_owned(), kind }))
    }

    /// The program that wrote it.
    pub fn host(&self) -> &'static str {
        match self.kind {
            Kind::InspectArchive | Kind::InspectJson => "Inspect",
            Kind::LmEval => "lm-evaluation-harness",
            Kind::Verifiers => "verifiers",
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Visits its answers, in the order of the file.
    fn each(&self, visit: Visit<'_>) -> Result<(), Error> {
        match self.kind {
            Kind::InspectArchive => inspect::archive(self, visit),
            Kind::InspectJson => inspect::document(self, visit),
            Kind::LmEval => self.lines(&mut |line, number| lm_eval::line(self, line, number, visit)),
            Kind::Verifiers => self.lines(&mut |line, number| verifiers::line(self, line, number, visit)),
        }
    }

    fn lines(&self, read: ReadLine<'_>) -> Result<(), Error> {
        let input = Input::open(&self.path).map_err(|error| self.io(error))?;
        let mut lines = Lines::new(BufReader::new(input));
        loop {
            match lines.next_line() {
                Ok(None) => return Ok(()),
                Ok(Some(_)) => {
                    let (number, line) = lines.current();
                    read(line, number)?;
                }
                Err(LineError::Io(error)) => return Err(self.io(error)),
                Err(error @ LineError::TooLong) => {
                    return Err(self.wrong(&format!("line {}", lines.number()), error));
                }
            }
        }
    }

    fn io(&self, error: std::io::Error) -> Error {
        Error::io("read", &self.path, error)
    }

    fn wrong(&self, place: &str, problem: impl ToString) -> Error {
        Error::Log {
            host: self.host(),
            path: self.path.clone(),
            place: place.to_owned(),
            problem: problem.to_string(),
        }
    }
}

/// Which program writes lines like the first one.
fn of_first_line(path: &Path, input: Input) -> Option<Kind> {
    let mut lines = Lines::new(BufReader::new(input));
    let line = lines.next_line().ok()??;
    let value: serde_json::Value = serde_json::from_slice(line).ok()?;
    let has = |names: &[&str]| names.iter().all(|name| value.get(name).is_some());
    let is_named = |name: &str| path.file_name().is_some_and(|file| file.to_string_lossy().contains(name));
    if has(&["doc", "resps"]) {
        return Some(Kind::LmEval);
    }
    (has(&["task", "traces"]) || has(&["task", "nodes"]) && is_named("traces")).then_some(Kind::Verifiers)
}
