//! Why an experiment cannot be done.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use wampimuk_core::{ItemError, Stopped};
use wampimuk_dataset::{OutputError, ReadError};
use wampimuk_families::FindError;
use wampimuk_models::{CheckpointError, DataError, MachineError, TrainError};
use wampimuk_show::ShowError;

/// Why an experiment cannot be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be; the text says what can.
    #[error("{0}")]
    Request(String),
    /// There is no such recipe, or it cannot be used.
    #[error(transparent)]
    Find(#[from] FindError),
    /// Files of items cannot be read.
    #[error("failed to read: {0}")]
    Read(#[from] ReadError),
    /// A model cannot learn or answer.
    #[error("failed to {0}")]
    Train(TrainError),
    /// A file cannot be used.
    #[error("failed to {doing} {}: {source}", path.display())]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A file cannot be written.
    #[error("failed to write: {0}")]
    Output(#[from] OutputError),
    /// Answers cannot be counted.
    #[error(transparent)]
    Analysis(#[from] wampimuk_analysis::Error),
    /// Items cannot be had, or the caller asked to stop.
    #[error(transparent)]
    Source(#[from] wampimuk_source::Error),
    /// There is no picture.
    #[error(transparent)]
    Show(ShowError),
}

impl Error {
    /// Whether the system is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Request(_) | Self::Show(_) => false,
            Self::Find(error) => error.is_system(),
            Self::Read(error) => error.is_system(),
            Self::Train(TrainError::Machine(_)) => true,
            Self::Train(TrainError::Checkpoint(error)) => {
                matches!(error, CheckpointError::Io { .. } | CheckpointError::Write(_))
            }
            Self::Train(TrainError::Folder { source, .. }) | Self::Io { source, .. } => {
                source.kind() != ErrorKind::InvalidData
            }
            Self::Train(_) => false,
            Self::Output(_) => true,
            Self::Analysis(error) => error.is_system(),
            Self::Source(error) => error.is_system(),
        }
    }

    /// Whether a training went wrong, which is nobody's fault.
    pub fn is_failed_training(&self) -> bool {
        matches!(self, Self::Train(TrainError::NotFinite { .. }))
    }

    pub(crate) fn io(doing: &'static str, path: &Path, source: std::io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), source }
    }
}

impl From<ShowError> for Error {
    fn from(error: ShowError) -> Self {
        match error {
            ShowError::Source(error) => Self::Source(error),
            other => Self::Show(other),
        }
    }
}

impl From<TrainError> for Error {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Data(error) => error.into(),
            error => Self::Train(error),
        }
    }
}

impl From<DataError> for Error {
    fn from(error: DataError) -> Self {
        match error {
            DataError::Find(error) => error.into(),
            DataError::Read(error) => error.into(),
            error => Self::Train(error.into()),
        }
    }
}

impl From<CheckpointError> for Error {
    fn from(error: CheckpointError) -> Self {
        Self::Train(error.into())
    }
}

impl From<MachineError> for Error {
    fn from(error: MachineError) -> Self {
        Self::Train(error.into())
    }
}

impl From<ItemError> for Error {
    fn from(error: ItemError) -> Self {
        Self::Request(error.to_string())
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self::Source(stopped.into())
    }
}
