//! What can be wrong with a checkpoint.

use std::path::{Path, PathBuf};

/// Why a checkpoint cannot be used; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// A file cannot be read or written.
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
        Self::File { path: path.to_owned(), error }
    }

    pub(super) fn format(path: &Path, message: impl ToString) -> Self {
        Self::Format { path: path.to_owned(), message: message.to_string() }
    }

    pub(super) fn tokenizer(path: &Path, message: impl ToString) -> Self {
        Self::Tokenizer { path: path.to_owned(), message: message.to_string() }
    }
}
