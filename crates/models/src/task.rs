//! A task: where batches come from, when an answer is right, and how it is written down.

use wampimuk_batch::Vocabulary;
use wampimuk_core::SplitInfo;

use crate::data::DataError;
use crate::story_batch::TextLimits;

/// Items of a dataset as a model reads them.
///
/// Threads share a task, so it holds no buffers; a thread that needs batches takes a [`BatchMaker`].
pub trait Task: Send + Sync {
    /// A part of a batch: what one thread works on, or all of it on a GPU.
    type Batch: Send + Sync;
    /// What a model answers to a row.
    type Answer: Clone + Default + Send;

    /// The splits and how many items they have.
    fn splits(&self) -> &[SplitInfo];

    /// The vocabularies. Checkpoints keep them, because the weights only fit the same numbering.
    fn vocabularies(&self) -> Vec<&Vocabulary>;

    /// The longest texts, where a model has to know it. Checkpoints of models that learn from files keep it, because other
    /// files may have shorter texts.
    fn room(&self) -> Option<TextLimits> {
        None
    }

    /// A maker of batches that uses this many threads. Batches do not depend on the number of threads.
    ///
    /// # Errors
    /// If the dataset cannot be laid out as this task wants it.
    fn maker(&self, threads: usize) -> Result<Box<dyn BatchMaker<Self::Batch> + '_>, DataError>;

    /// Whether an answer is right; `row` counts within the part.
    fn is_right(&self, part: &Self::Batch, row: usize, answer: &Self::Answer) -> bool;

    /// An answer in words.
    fn answer_text(&self, part: &Self::Batch, row: usize, answer: &Self::Answer) -> AnswerText;
}

/// Makes batches.
pub trait BatchMaker<B>: Send {
    /// Some items of a split, divided into `parts` parts, or fewer where there are fewer items.
    ///
    /// How many parts there are is part of the arithmetic (sums are rounded differently), so it must not depend on the
    /// machine.
    ///
    /// # Errors
    /// If an item cannot be made.
    fn make(&mut self, split: usize, items: &[u64], parts: usize) -> Result<Vec<BatchPart<B>>, DataError>;
}

/// A part of a batch.
#[derive(Clone, Debug)]
pub struct BatchPart<B> {
    /// Which rows of the batch it has, in its own order.
    pub rows: Vec<usize>,
    /// The rows.
    pub batch: B,
}

/// An answer in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerText {
    /// What the model said.
    pub words: TextOrList,
    /// The right answer, in the same form.
    pub right: TextOrList,
    /// For each word, the weights of the command's words, if asked for.
    pub command: Vec<Vec<f32>>,
    /// For each word, the weights of the cells, if asked for.
    pub world: Vec<Vec<f32>>,
}

/// One text, or a list of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextOrList {
    /// A sequence, such as actions.
    Sequence(Vec<String>),
    /// One answer, such as a place.
    One(String),
}

impl Default for TextOrList {
    fn default() -> Self {
        Self::Sequence(Vec::new())
    }
}
