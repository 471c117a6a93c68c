//! What a model is taught: where its batches come from, when an answer is right, and how it is written down.

use wampimuk_batch::Vocabulary;
use wampimuk_core::SplitInfo;

use crate::data::DataError;
use crate::story_batch::TextLimits;

/// Items of a dataset as a model reads them.
///
/// A task is shared by threads and holds no buffers; whoever needs batches takes a [`BatchMaker`].
pub trait Task: Send + Sync {
    /// A part of a batch: what one thread works on, or all of it on a GPU.
    type Batch: Send + Sync;
    /// What a model answers to a row.
    type Answer: Clone + Default + Send;

    /// The splits and how many items they have.
    fn splits(&self) -> &[SplitInfo];

    /// The words the numbers stand for. They are kept with what was learned: a model is of no use with other ones.
    fn vocabularies(&self) -> Vec<&Vocabulary>;

    /// How long texts may be, where a model has to know it. It is kept with what was learned from files, as others may have
    /// shorter texts.
    fn room(&self) -> Option<TextLimits> {
        None
    }

    /// What makes batches, on so many threads. Batches do not depend on how many there are.
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
    /// Some items of a split, dealt out into so many parts, or fewer where there are fewer items.
    ///
    /// How many parts there are is part of the arithmetic (sums are rounded differently), so it must not depend on the
    /// machine.
    ///
    /// # Errors
    /// If an item cannot be made.
    fn make(&mut self, split: usize, items: &[u64], parts: usize) -> Result<Vec<Part<B>>, DataError>;
}

/// A part of a batch.
#[derive(Clone, Debug)]
pub struct Part<B> {
    /// Which rows of the batch it has, in its own order.
    pub rows: Vec<usize>,
    /// The rows.
    pub batch: B,
}

/// An answer in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AnswerText {
    /// What was said.
    pub words: TextOrList,
    /// What was said to be right, in the same form.
    pub right: TextOrList,
    /// For each word, the weights of the command's words, if they were wanted.
    pub command: Vec<Vec<f32>>,
    /// For each word, the weights of the cells, if they were wanted.
    pub world: Vec<Vec<f32>>,
}

/// One or many.
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
