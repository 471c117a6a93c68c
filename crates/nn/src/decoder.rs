//! The decoder's inputs and outputs. At each step it attends to the words, then to the cells of the grid, then its LSTM
//! takes a step.

use crate::params::{LstmParams, ParamId};

/// Which rows each step works on, as in PyTorch's `PackedSequence`: the first few, and never more than the step before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packing {
    /// Where the rows of each step begin, and where the last ones end.
    starts: Vec<usize>,
}

impl Packing {
    /// Packs sequences of these lengths, the longest first.
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

    /// Where a step's numbers are in an array with `width` numbers in each row.
    pub(crate) fn range(&self, step: usize, width: usize) -> std::ops::Range<usize> {
        self.starts[step] * width..self.starts[step + 1] * width
    }
}

/// The parameters of one attention.
#[derive(Clone, Copy, Debug)]
pub struct AttentionParams {
    /// The projection of the query, `[hidden, hidden]`.
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
    /// The layer (weight and bias) that makes the query for cells from the state and the context of words; without it the
    /// query is the state.
    pub conditional: Option<(ParamId, ParamId)>,
    /// The LSTM.
    pub cell: LstmParams,
}

/// What the decoder attends to, as projected keys.
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
    /// The first hidden state and the first cell state, which are the same, `[rows, hidden]`.
    pub start: V,
    /// What it attends to.
    pub memories: Memories<V>,
    /// Which rows each step works on.
    pub packing: Packing,
}

/// The decoder's outputs, all in the rows of the packing.
#[derive(Clone, Copy, Debug)]
pub struct DecoderOutput<V> {
    /// The state after each step.
    pub hidden: V,
    /// The contexts of words and cells, side by side.
    pub contexts: V,
    /// The attention weights of the words.
    pub word_weights: V,
    /// The attention weights of the cells.
    pub cell_weights: V,
}

/// The layer that computes logits from the decoder's state.
#[derive(Clone, Copy, Debug)]
pub enum OutputLayer {
    /// One matrix, applied to the state alone.
    State(ParamId),
    /// Two matrices, applied one after the other to token, state and contexts side by side.
    Everything([ParamId; 2]),
}

/// The inputs of greedy decoding.
#[derive(Clone, Debug)]
pub struct GreedyInputs<V> {
    /// The first state.
    pub start: V,
    /// What the decoder attends to.
    pub memories: Memories<V>,
    /// The decoder's parameters.
    pub decoder: DecoderParams,
    /// The embeddings of tokens.
    pub tokens: ParamId,
    /// The layer that gives logits.
    pub output: OutputLayer,
    /// The token that starts a sequence.
    pub first: u32,
    /// The token that ends a sequence.
    pub last: u32,
    /// The longest sequence, in tokens.
    pub max_len: usize,
    /// Whether to return attention weights.
    pub attention: bool,
}

/// A sequence that was decoded greedily.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GreedyOutput {
    /// Its tokens, without start and end.
    pub tokens: Vec<u32>,
    /// For each token, the attention weights of the words, if asked for.
    pub words: Vec<Vec<f32>>,
    /// For each token, the attention weights of the cells, if asked for.
    pub cells: Vec<Vec<f32>>,
}
