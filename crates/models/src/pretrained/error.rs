//! What can be wrong with a checkpoint.

use std::path::{Path, PathBuf};

use wampimuk_dataset::OutputError;

/// Why a checkpoint cannot be used; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// Nobody said where it is.
    #[error(
        "find the pre-trained model: name its folder with --checkpoint DIR, or as `checkpoint` in the section `model` of \
         the settings"
    )]
    Unnamed,
    /// A file is not there.
    #[error(
        "find {}: the folder of a checkpoint has config.json, tokenizer.json and model.safetensors",
        .0.display()
    )]
    Absent(PathBuf),
    /// It is of another model.
    #[error("use {}: it is of a model of type `{found}`, and {model} has {}", path.display(), known.join(", "))]
    Other {
        /// The configuration.
        path: PathBuf,
        /// What it says.
        found: String,
        /// The model that is wanted.
        model: &'static str,
        /// The types that it has.
        known: &'static [&'static str],
    },
    /// It cannot be written.
    #[error("write a checkpoint: {0}")]
    Write(#[from] OutputError),
    /// A file cannot be read.
    #[error("open {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// A file is not what its name promises.
    #[error("read {}: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// A tensor is missing.
    #[error("find the tensor `{name}` in {}: the checkpoint is of another model, or not whole", folder.display())]
    Missing {
        /// The checkpoint.
        folder: PathBuf,
        /// The tensor.
        name: String,
    },
    /// A tensor has another shape than the configuration says.
    #[error("use the tensor `{name}` of {}: expected the shape {expected:?}, found {found:?}", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// The tensor.
        name: String,
        /// What `config.json` says.
        expected: Vec<usize>,
        /// What the file says.
        found: Vec<usize>,
    },
    /// The tokenizer cannot be used.
    #[error("cut text with {}: {message}", path.display())]
    Tokenizer {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
}

impl FolderError {
    pub(super) fn file(path: &Path, error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::NotFound => Self::Absent(path.to_owned()),
            _ => Self::File { path: path.to_owned(), error },
        }
    }

    pub(super) fn format(path: &Path, message: impl ToString) -> Self {
        Self::Format { path: path.to_owned(), message: message.to_string() }
    }

    pub(super) fn tokenizer(path: &Path, message: impl ToString) -> Self {
        Self::Tokenizer { path: path.to_owned(), message: message.to_string() }
    }
}
