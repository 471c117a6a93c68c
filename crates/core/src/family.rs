//! The traits that every benchmark family implements.

use crate::{Digest, Schema, Sink};

crate::named! {
    /// What a split is for.
    pub enum Role in recipes {
        /// To learn from.
        Train = "train",
        /// To select on.
        Dev = "dev",
        /// To report on.
        Test = "test",
    }
}

/// A split of a dataset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitInfo {
    /// The name, as in files: letters, digits and underscores.
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// The hold-out it belongs to; `None` for the random train, dev and test.
    pub holdout: Option<String>,
    /// What it tests, in words.
    pub title: String,
    /// How many items it has.
    pub len: u64,
}

/// Why an item could not be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ItemError {
    /// The address is outside the split.
    #[error("item {index} of split `{split}` does not exist: it has {len} items")]
    OutOfRange {
        /// The split.
        split: String,
        /// The index asked for.
        index: u64,
        /// How many there are.
        len: u64,
    },
    /// The recipe leaves no room for another item.
    #[error("item {index} of split `{split}` cannot be made: {reason}")]
    Impossible {
        /// The split.
        split: String,
        /// The index asked for.
        index: u64,
        /// What stood in the way.
        reason: String,
    },
}

/// What a family knows of its dataset before any item is made. What a family does not count is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// What items are made of, and how many of each there are.
    pub totals: Vec<(&'static str, u64)>,
    /// The hold-out (`None` for train, dev and test), the pattern of its commands, and how many commands there are.
    pub commands: Vec<(Option<String>, String, u64)>,
    /// What was tried, how often, and how many worlds came of it.
    pub acceptance: Vec<(String, u64, u64)>,
    /// The commands that are in no split.
    pub impossible: Vec<Impossible>,
}

/// A command for which no world can be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The hold-out it was meant for; `None` for training.
    pub holdout: Option<String>,
    /// The command.
    pub command: String,
    /// What stands in the way.
    pub reason: String,
}

/// A dataset of one family: a recipe and a seed, with random access to every item.
///
/// Object-safe, so that a shell can hold any family.
pub trait Family: Send + Sync {
    /// The family's name, e.g. `gscan`.
    fn family(&self) -> &'static str;
    /// The digest of the recipe's generative section.
    fn digest(&self) -> Digest;
    /// The seed.
    fn seed(&self) -> u64;
    /// The splits, in the order in which they are written.
    fn splits(&self) -> &[SplitInfo];
    /// The columns of an item.
    fn schema(&self) -> &Schema;
    /// A worker that makes items one after another and reuses its memory.
    fn items(&self) -> Box<dyn Items + '_>;
    /// What is known of the dataset before any item is made.
    fn survey(&self) -> Survey {
        Survey::default()
    }
}

/// Makes items of a [`Family`].
pub trait Items: Send {
    /// Makes item `index` of split number `split` and writes it to the sink.
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError>;
}
