//! Why there is no picture.

use wampimuk_core::ItemError;
use wampimuk_draw::{DrawError, TimelineError};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShowError {
    /// The dataset has no such split.
    #[error("there is no split `{split}` ({hint})")]
    Split {
        /// What was asked for.
        split: String,
        /// What to try instead.
        hint: String,
    },
    /// Items cannot be had.
    #[error(transparent)]
    Source(#[from] wampimuk_source::Error),
    /// The item cannot be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// The picture contradicts the item.
    #[error("failed to draw: {0}")]
    Draw(#[from] DrawError),
    /// The story is too large.
    #[error("failed to draw: {0}")]
    Timeline(#[from] TimelineError),
    /// A kind of picture, or a part of one, that this family does not have.
    #[error("{0}")]
    Impossible(String),
}
