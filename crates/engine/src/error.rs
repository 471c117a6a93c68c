//! Why a dataset could not be made.

use std::io;
use std::path::{Path, PathBuf};

use wampimuk_core::{ItemError, Stopped};
use wampimuk_dataset::{ManifestError, OutputError, ReadError};
use wampimuk_store::StoreError;

/// Why a dataset could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be; the text says what can.
    #[error("{0}")]
    Request(String),
    /// A file or folder is there and holds something else.
    #[error("{place} {what} (--force replaces it, --out writes elsewhere)")]
    Occupied {
        /// The file or folder.
        place: String,
        /// What it holds.
        what: String,
    },
    /// An item could not be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// What a folder says of itself cannot be understood.
    #[error("{0}")]
    Manifest(#[from] ManifestError),
    /// A store refused.
    #[error("failed to write: {0}")]
    Store(#[from] StoreError),
    /// A single file could not be written.
    #[error("failed to write: {0}")]
    Output(OutputError),
    /// Published stories could not be read.
    #[error("failed to read: {0}")]
    Read(#[from] ReadError),
    /// The system refused something.
    #[error("failed to {doing} {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something could not be encoded or written; a caller that knows the place says it with another error.
    #[error("failed to write: {0}")]
    Write(#[from] io::Error),
    /// A file that was made again is not the one that the dataset's manifest promises.
    #[error(
        "{place} was made again and differs from what its manifest says: the program that made it was built \
         differently (--force makes the whole dataset anew)"
    )]
    Differs {
        /// The file.
        place: String,
    },
    /// The reader of the output has closed it; not a failure.
    #[error("the reader of the output has gone")]
    BrokenPipe,
    /// The caller asked to stop. What is finished stays, and the same request continues from there.
    #[error("stopped; the same command continues where this one ended")]
    Stopped,
}

impl Error {
    /// Whether the system is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Store(error) => !matches!(error, StoreError::Address { .. } | StoreError::Name { .. }),
            Self::Read(error) => error.is_system(),
            Self::Manifest(error) => matches!(error, ManifestError::Io { .. }),
            Self::Output(_) | Self::Io { .. } | Self::Write(_) => true,
            Self::Request(_)
            | Self::Occupied { .. }
            | Self::Item(_)
            | Self::Differs { .. }
            | Self::BrokenPipe
            | Self::Stopped => false,
        }
    }

    pub(crate) fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), source }
    }
}

impl From<OutputError> for Error {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::BrokenPipe => Self::BrokenPipe,
            other => Self::Output(other),
        }
    }
}

impl From<Stopped> for Error {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}
