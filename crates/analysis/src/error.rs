//! Why predictions cannot be scored.

use std::path::{Path, PathBuf};

use wampimuk_core::{ItemError, Stopped};
use wampimuk_families::FindError;

use crate::predictions::ReadError;

/// Why predictions cannot be scored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be; the text says what can.
    #[error("{0}")]
    Request(String),
    /// The predictions cannot be read.
    #[error("failed to read predictions: {0}")]
    Read(#[from] ReadError),
    /// A prediction cannot be judged.
    #[error("failed to score {}:{line}: {problem}", path.display())]
    Line {
        /// The file of predictions.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Why not.
        problem: String,
    },
    /// The items that they are about cannot be had.
    #[error(transparent)]
    Source(#[from] wampimuk_source::Error),
}

impl Error {
    /// Whether the system is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Read(error) => error.is_system(),
            Self::Source(error) => error.is_system(),
            Self::Request(_) | Self::Line { .. } => false,
        }
    }

    pub(crate) fn line(path: &Path, line: u64, problem: impl ToString) -> Self {
        Self::Line { path: path.to_owned(), line, problem: problem.to_string() }
    }
}

impl From<ItemError> for Error {
    fn from(error: ItemError) -> Self {
        Self::Source(error.into())
    }
}

impl From<FindError> for Error {
    fn from(error: FindError) -> Self {
        Self::Source(error.into())
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self::Source(stopped.into())
    }
}
