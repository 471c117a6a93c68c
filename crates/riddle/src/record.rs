//! A task as JSON: the layout of the Abstract Reasoning Corpus, with what it means beside the grids.

use serde::{Deserialize, Serialize};

/// A grid of codes, row by row from the top.
pub type CodeGrid = Vec<Vec<u64>>;

/// A task of the Abstract Reasoning Corpus, and nothing else: what any loader of that corpus reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArcTask {
    /// The pairs that are shown.
    pub train: Vec<ArcPair>,
    /// The pairs to be solved: here it is always one.
    pub test: Vec<ArcPair>,
}

/// A grid before and after.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArcPair {
    /// Before.
    pub input: CodeGrid,
    /// After.
    pub output: CodeGrid,
}

/// A task with its meaning: enough to derive every output from its input. Loaders of the corpus's own layout find
/// `train` and `test` where they look for them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskFile {
    /// The pairs that are shown.
    pub train: Vec<ArcPair>,
    /// The pairs to be solved.
    pub test: Vec<ArcPair>,
    /// The task's identity.
    pub id: String,
    /// What selects the object that changes.
    pub command: String,
    /// What is done to it.
    pub operation: OperationRecord,
    /// Both in one sentence.
    pub logic: String,
    /// What the codes mean.
    pub legend: Legend,
}

/// What the codes of grids mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Legend {
    /// The rule in words.
    pub about: String,
    /// The words for shapes that are not boxes, in the order of the codes.
    pub shapes: Vec<String>,
    /// The words for boxes.
    pub boxes: Vec<String>,
    /// The words for colours.
    pub colours: Vec<String>,
    /// The biggest size; 1 is the smallest.
    pub sizes: u8,
    /// The words "small" and "big".
    pub size_words: Vec<SizeRecord>,
    /// The codes that the inputs and the shown outputs use, in words. (The hidden output is left out: its codes would
    /// give it away.)
    pub codes: std::collections::BTreeMap<u64, String>,
}

/// A size word.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SizeRecord {
    /// The word.
    pub word: String,
    /// `small` or `big`.
    pub means: String,
}

/// An operation in names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OperationRecord {
    /// It gets another colour.
    Draw {
        /// The colour.
        colour: String,
    },
    /// It grows.
    Enlarge {
        /// By how many sizes.
        by: u8,
        /// Nothing grows beyond this size.
        at_most: u8,
    },
    /// It gets another shape.
    ChangeShape {
        /// The shape.
        shape: String,
    },
    /// Another object appears beside it.
    DrawAdjacent {
        /// `right`, `below`, `left` or `above`.
        side: String,
        /// The new object's shape.
        shape: String,
        /// Its colour.
        colour: String,
        /// Its size.
        size: u8,
    },
    /// It moves.
    Move {
        /// `right`, `below`, `left` or `above`.
        direction: String,
        /// How many cells; without it, until something is in its way.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<u8>,
    },
}
