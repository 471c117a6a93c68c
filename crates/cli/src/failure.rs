//! How commands fail, and the exit codes: 0 fine, 1 a check failed, 2 bad usage or input, 3 input/output, 4 not checked.

use std::io::ErrorKind;
use std::path::Path;

use wampimuk_analysis::Error as ScoreError;
use wampimuk_core::{ItemError, RecipeError};
use wampimuk_dataset::{OutputError, ReadError};
use wampimuk_engine::Error as EngineError;
use wampimuk_families::FindError;
use wampimuk_show::ShowError;
use wampimuk_source::Error as SourceError;

use crate::plain::plain;

/// Why a command did not succeed.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A check of `verify` or `solve --compare` failed; what failed has been printed.
    #[error("{0}")]
    Check(String),
    /// `verify --strict` could not check everything; what it could not has been printed.
    #[error("{0}")]
    Unchecked(String),
    /// The user asked for something that cannot be, or gave a file that is not what it should be.
    #[error("{0}")]
    Input(String),
    /// The system did not let us read or write.
    #[error("{0}")]
    System(String),
    /// Whoever reads our output has heard enough; not a failure.
    #[error("the reader went away")]
    BrokenPipe,
}

/// The most characters of a message.
const SHOWN: usize = 4000;

impl Failure {
    /// A recipe that cannot be used.
    pub fn recipe(name: &str, error: &RecipeError) -> Self {
        Self::Input(format!("failed to use the recipe {name}: {error}"))
    }

    /// An operation on a file that failed: what it holds is to blame for data that make no sense, else the system.
    pub fn io(doing: &str, path: &Path, error: &std::io::Error) -> Self {
        let message = format!("failed to {doing} {}: {error}", path.display());
        match error.kind() {
            ErrorKind::InvalidData => Self::Input(message),
            _ => Self::System(message),
        }
    }

    /// What a check comes to: its verdict, whether or not anybody was left to read how it was reached.
    ///
    /// # Errors
    /// The verdict; if that is fine, why nothing could be printed.
    pub fn verdict(printed: Result<(), Self>, verdict: Result<(), Self>) -> Result<(), Self> {
        verdict.and(printed)
    }

    /// What to print.
    pub fn message(&self, colour: bool) -> String {
        let mut text = self.to_string();
        // Values of files are quoted, and may be as long as the files.
        if let Some((end, _)) = text.char_indices().nth(SHOWN) {
            text.truncate(end);
            text.push('…');
        }
        let text = plain(&text);
        if colour { format!("\x1b[1;31merror:\x1b[0m {text}") } else { format!("error: {text}") }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Self::Check(_) => 1,
            Self::Input(_) => 2,
            Self::System(_) => 3,
            Self::Unchecked(_) => 4,
            Self::BrokenPipe => 0,
        }
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Self {
        match error.is_system() {
            true => Self::System(error.to_string()),
            false => Self::Input(error.to_string()),
        }
    }
}

impl From<EngineError> for Failure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::BrokenPipe => Self::BrokenPipe,
            other if other.is_system() => Self::System(other.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<ItemError> for Failure {
    fn from(error: ItemError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        match error {
            SourceError::Engine(error) => error.into(),
            other if other.is_system() => Self::System(other.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<ScoreError> for Failure {
    fn from(error: ScoreError) -> Self {
        match error {
            ScoreError::Source(error) => error.into(),
            other if other.is_system() => Self::System(other.to_string()),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<ShowError> for Failure {
    fn from(error: ShowError) -> Self {
        match error {
            ShowError::Source(error) => error.into(),
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        match error {
            OutputError::BrokenPipe => Self::BrokenPipe,
            other => Self::System(format!("failed to write: {other}")),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let message = format!("failed to read: {error}");
        if error.is_system() { Self::System(message) } else { Self::Input(message) }
    }
}
