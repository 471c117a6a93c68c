//! What can go wrong in an environment.

use wampimuk_batch::{BatchError, ObservationError, VocabularyError};
use wampimuk_core::ItemError;

/// Why something could not be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EnvError {
    /// A number that is no action.
    #[error(
        "action {action} of environment {environment} does not exist: 0 walk, 1 push, 2 pull, 3 stay, 4 turn left, 5 turn right"
    )]
    Action {
        /// The number.
        action: u8,
        /// Which environment it was meant for.
        environment: usize,
    },
    /// An action after the end.
    #[error("the episode is over: begin another one before the next action")]
    Over,
    /// The same in one of many environments.
    #[error("the episode of environment {environment} is over: reset it before the next action")]
    NotReset {
        /// The environment.
        environment: usize,
    },
    /// There is no such split.
    #[error("there is no split number {split}: they go from 0 to {}", .count.saturating_sub(1))]
    Split {
        /// The number.
        split: usize,
        /// How many splits there are.
        count: usize,
    },
    /// A split without items.
    #[error("the split `{split}` has no items")]
    Empty {
        /// The split.
        split: String,
    },
    /// An array of the caller's has another length than the environments need.
    #[error("the array `{array}` holds {found} values, but {expected} are needed")]
    Length {
        /// Which array.
        array: &'static str,
        /// Its length.
        found: usize,
        /// The length that would be right.
        expected: usize,
    },
    /// An example whose words or target do not belong to the game.
    #[error("the example is not one of this game: its {what} does not exist")]
    Stranger {
        /// What does not exist.
        what: &'static str,
    },
    /// The dataset cannot be played, or is not the one that the environment was made for.
    #[error(transparent)]
    Dataset(#[from] BatchError),
    /// The item does not exist, or cannot be made.
    #[error(transparent)]
    Item(#[from] ItemError),
    /// A word of the command has no number.
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    /// The world has no observation.
    #[error(transparent)]
    Unseen(#[from] ObservationError),
}
