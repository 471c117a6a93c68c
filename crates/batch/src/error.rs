//! What can go wrong when arrays are filled.

use wampimuk_core::ItemError;

use crate::{ObservationError, VocabularyError};

/// Why a batch could not be filled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The dataset's items have no such arrays.
    #[error("items of the family `{family}` cannot be laid out like this: it takes {expected}")]
    Family {
        /// The dataset's family.
        family: &'static str,
        /// What would have been right.
        expected: &'static str,
    },
    /// The dataset is not the one that the batcher was made for.
    #[error("the dataset is of another recipe (digest {found}) than the batcher (digest {expected})")]
    OtherRecipe {
        /// The dataset's digest.
        found: String,
        /// The digest that the batcher was made for.
        expected: String,
    },
    /// There is no such split.
    #[error("there is no split number {split}: they go from 0 to {}", .count.saturating_sub(1))]
    Split {
        /// The number.
        split: usize,
        /// How many splits there are.
        count: usize,
    },
    /// The item does not exist, or cannot be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// A word has no number.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// A world has no observation.
    #[error("item {index}: {unseen}")]
    Unseen {
        /// The item's index.
        index: u64,
        /// What cannot be seen.
        unseen: ObservationError,
    },
    /// An array of the caller's has another length than the batch needs.
    #[error("the array `{array}` holds {found} values, but the batch has {expected}")]
    Length {
        /// Which array.
        array: &'static str,
        /// Its length.
        found: usize,
        /// The length that would be right.
        expected: usize,
    },
    /// A sequence does not fit.
    #[error("the {what} of item {index} has {length} tokens, but there is room for {width}")]
    TooLong {
        /// Command or actions.
        what: &'static str,
        /// The item's index.
        index: u64,
        /// How many tokens it has, special ones included.
        length: usize,
        /// The width of the array.
        width: usize,
    },
}
