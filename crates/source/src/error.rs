//! Why items cannot be made, read or used.

use std::io;
use std::path::{Path, PathBuf};

use wampimuk_core::{ItemError, RecipeError, Stopped};
use wampimuk_dataset::{ManifestError, NoTarget, ReadError};
use wampimuk_families::FindError;

/// Why items cannot be made, read or used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be; the text says what can.
    #[error("{0}")]
    Request(String),
    /// There is nothing of this name.
    #[error("`{0}` is neither a file nor a recipe (see `wampimuk recipes`)")]
    Unknown(String),
    /// The split is not among those of the files.
    #[error("{} has no {what} of split `{split}`", path.display())]
    Split {
        /// The files.
        path: PathBuf,
        /// What they hold.
        what: &'static str,
        /// What was asked for.
        split: String,
    },
    /// What is to be done makes no sense for riddles.
    #[error(
        "{name} holds items of the family riddle, and {purpose}: that is for families of commands in grid worlds, such as \
         gscan and reascan, and for stories. For riddle there are `wampimuk generate --dry-run` (what a recipe makes), \
         `wampimuk show` (pictures) and `wampimuk verify` (checks)"
    )]
    Riddles {
        /// What was opened.
        name: String,
        /// What is to be done.
        purpose: &'static str,
    },
    /// Parts of the files cannot be read; the others were.
    #[error("{} of {name} cannot be read: see `problem`", if *parts == 1 { "a part".to_owned() } else { format!("{parts} parts") })]
    Unread {
        /// What was opened.
        name: String,
        /// How many parts.
        parts: u64,
    },
    /// An item has no label.
    #[error(transparent)]
    Target(#[from] NoTarget),
    /// There is no such recipe.
    #[error(transparent)]
    Find(#[from] FindError),
    /// A recipe cannot be used.
    #[error("failed to use the recipe {name}: {source}")]
    Recipe {
        /// Its name, or the file that has it.
        name: String,
        /// What is wrong with it.
        source: RecipeError,
    },
    /// A manifest cannot be used.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// A file cannot be read.
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
    /// An item cannot be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// A dataset cannot be made again.
    #[error(transparent)]
    Engine(wampimuk_engine::Error),
    /// The caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Error {
    /// Whether the system is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Io { source, .. } => source.kind() != io::ErrorKind::InvalidData,
            Self::Find(error) => error.is_system(),
            Self::Read(error) => error.is_system(),
            Self::Engine(error) => error.is_system(),
            Self::Manifest(ManifestError::Io { source, .. }) => source.kind() != io::ErrorKind::InvalidData,
            _ => false,
        }
    }

    /// The system refused something.
    pub fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), source }
    }
}

impl From<wampimuk_engine::Error> for Error {
    fn from(error: wampimuk_engine::Error) -> Self {
        match error {
            wampimuk_engine::Error::Stopped => Self::Stopped(Stopped),
            other => Self::Engine(other),
        }
    }
}
