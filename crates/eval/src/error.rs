//! Why a study cannot be made, or does not go on.

use std::io;
use std::path::{Path, PathBuf};

use wampimuk_core::{ItemError, Stopped};
use wampimuk_env::EnvError;
use wampimuk_prompt::PromptError;
use wampimuk_score::JudgeError;

use crate::host::GivenUp;

/// Why a study cannot be made, or does not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// What was asked for cannot be; the text says what can.
    #[error("{0}")]
    Request(String),
    /// A study file cannot be used.
    #[error("failed to use the study {}: {problem}", path.display())]
    Study {
        /// The file.
        path: PathBuf,
        /// The place and what is wrong there.
        problem: String,
    },
    /// A log of another program cannot be used.
    #[error("failed to read the log of {host} in {}, {place}: {problem}", path.display())]
    Log {
        /// The program.
        host: &'static str,
        /// The file.
        path: PathBuf,
        /// The line or the part.
        place: String,
        /// What is wrong there.
        problem: String,
    },
    /// No server will answer this or any other question. What was answered is kept.
    #[error("{problem}. All answers so far are kept: the same command goes on from there")]
    Server {
        /// Which ones, what they say, and what to do.
        problem: String,
    },
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
    /// A file cannot be written.
    #[error("failed to write {}: {problem}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why not.
        problem: String,
    },
    /// The dataset is not to be had.
    #[error(transparent)]
    Source(#[from] wampimuk_source::Error),
    /// Answers cannot be scored.
    #[error(transparent)]
    Score(#[from] wampimuk_analysis::Error),
    /// An item cannot be written as a question.
    #[error("failed to ask about an item: {0}")]
    Prompt(#[from] PromptError),
    /// An answer cannot be judged.
    #[error("failed to judge an answer: {0}")]
    Judge(#[from] JudgeError),
    /// A command cannot be carried out.
    #[error("failed to begin a conversation: {0}")]
    Play(#[from] EnvError),
    /// The caller asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Error {
    /// Whether the system or the server is to blame, not what was asked for.
    pub fn is_system(&self) -> bool {
        match self {
            Self::Io { source, .. } => source.kind() != io::ErrorKind::InvalidData,
            Self::Write { .. } | Self::Server { .. } => true,
            Self::Source(error) => error.is_system(),
            Self::Score(error) => error.is_system(),
            _ => false,
        }
    }

    /// Nobody of those who are asked answers.
    pub(crate) fn nobody(gone: &[GivenUp]) -> Self {
        let problem = match gone {
            [one] => format!("{} does not answer: {}", one.url, one.why),
            _ => gone.iter().map(GivenUp::sentence).collect::<Vec<_>>().join("; "),
        };
        Self::Server { problem }
    }

    pub(crate) fn io(doing: &'static str, path: &Path, source: io::Error) -> Self {
        Self::Io { doing, path: path.to_owned(), source }
    }

    pub(crate) fn write(path: &Path, problem: impl ToString) -> Self {
        Self::Write { path: path.to_owned(), problem: problem.to_string() }
    }
}

impl From<ItemError> for Error {
    fn from(error: ItemError) -> Self {
        Self::Source(error.into())
    }
}
