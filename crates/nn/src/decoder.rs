//! The decoder's inputs and outputs: at each step it attends to the words, then to the cells, then takes a step of its
//! cell.

use crate::params::{CellParams, ParamId};

/// Which rows each step works on: the first few, and never more than the step before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Where the rows of each step begin, and where the last ones end.
    starts: Vec<usize>,
}

impl Packing {
    /// For sequences of these lengths, the longest first.
    ///
    /// # Panics
    /// If they are not sorted.
    pub fn new(lengths: &[u32]) -> Self {
        assert!(lengths.is_sorted_by(|one, other| one >= other), "longer sequences come first");
        let steps = lengths.first().copied().unwrap_or(0);
        let alive = |step: u32| lengths.partition_point(|&length| length > step);
        let mut starts = vec![0];
        starts.extend((0..steps).scan(0, |sum, step| {
            *sum += alive(step);
            Some(*sum)
        }));
        Self { starts }
    }

    /// How many steps there are.
    pub fn steps(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many rows there are in all steps together.
    pub fn rows(&self) -> usize {
        self.starts[self.steps()]
    }

    /// How many rows a step works on.
    pub fn alive(&self, step: usize) -> usize {
        self.starts[step + 1] - self.starts[step]
    }

    /// The number of the first row of a step.
    pub fn start(&self, step: usize) -> usize {
        self.starts[step]
    }

    /// The numbers of a step in an array of `width` numbers a row.
    pub(crate) fn range(&self, step: usize, width: usize) -> std::ops::Range<usize> {
        self.starts[step] * width..self.starts[step + 1] * width
    }
}

/// The parameters of one attention.
#[derive(Clone, Copy, Debug)]
pub struct AttentionParams {
    /// From the query, `[hidden, hidden]`.
    pub query: ParamId,
    /// The weights of the score, `[1, hidden]`.
    pub energy: ParamId,
}

/// The parameters of the decoder.
#[derive(Clone, Copy, Debug)]
pub struct DecoderParams {
    /// Attention to words.
    pub words: AttentionParams,
    /// Attention to cells.
    pub cells: AttentionParams,
    /// What makes the query for cells from the state and the words attended to (weight and bias); without it the query
    /// is the state.
    pub conditional: Option<(ParamId, ParamId)>,
    /// The cell.
    pub cell: CellParams,
}

/// What the decoder may attend to, as projected keys.
#[derive(Clone, Debug)]
pub struct Memories<V> {
    /// Keys of the words, `[words, rows, hidden]`.
    pub words: V,
    /// How many words each row has.
    pub lengths: Vec<u32>,
    /// Keys of the cells, `[rows, cells, hidden]`.
    pub cells: V,
}

/// What the decoder is given.
#[derive(Clone, Debug)]
pub struct DecoderInputs<V> {
    /// The embedded token of each row of each step.
    pub tokens: V,
    /// The state to begin with, `[rows, hidden]`, of hidden state and cell alike.
    pub start: V,
    /// What it may attend to.
    pub memories: Memories<V>,
    /// Which rows each step works on.
    pub packing: Packing,
}

/// What the decoder gives, all in the rows of the packing.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<V> {
    /// The state after each step.
    pub hidden: V,
    /// The words and then the cells attended to, side by side.
    pub contexts: V,
    /// The weights of the words.
    pub word_weights: V,
    /// The weights of the cells.
    pub cell_weights: V,
}

/// What turns the decoder's state into what each token seems worth.
#[derive(Clone, Copy, Debug)]
pub enum Output {
    /// A matrix of the state alone.
    State(ParamId),
    /// Two matrices, one after the other, of token, state and contexts side by side.
    Everything([ParamId; 2]),
}

/// What decoding word by word needs.
#[derive(Clone, Debug)]
pub struct Greedy<V> {
    /// The state to begin with.
    pub start: V,
    /// What may be attended to.
    pub memories: Memories<V>,
    /// The decoder.
    pub decoder: DecoderParams,
    /// The embeddings of tokens.
    pub tokens: ParamId,
    /// What follows the decoder.
    pub output: Output,
    /// The token to begin with.
    pub first: u32,
    /// The token that ends a sequence.
    pub last: u32,
    /// The most tokens of a sequence.
    pub most: usize,
    /// Whether weights of attention are wanted.
    pub attention: bool,
}

/// A sequence that was decoded word by word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spoken {
    /// Its tokens, without those of beginning and end.
    pub tokens: Vec<u32>,
    /// For each token, the weights of the words, if they were wanted.
    pub words: Vec<Vec<f32>>,
    /// For each token, the weights of the cells, if they were wanted.
    pub cells: Vec<Vec<f32>>,
}
