//! The operations that a model is written in. Where PyTorch has an operation, ours has its name.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use crate::cpu::node_conv::NodeCells;
use crate::cpu::sparse_conv::SparseGrids;
use crate::decoder::{DecoderInputs, DecoderOutput, DecoderParams, GreedyInputs, GreedyOutput};
use crate::dot_attention::{self, AttentionOutput, DotAttention};
use crate::entity_memory::{self, EntityMemory};
use crate::params::{LstmParams, ParamId};

/// Runs operations and records them, so that gradients can flow back.
///
/// A value is a matrix: its rows are examples, or examples at one step, and all rows have the same number of columns. A
/// model is a function of a graph, so it runs wherever there is one.
pub trait Graph {
    /// A value on the graph.
    type Var: Copy + Debug;

    /// Looks up rows of a table. The row `padding` gets no gradient.
    fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Self::Var;

    /// `x · weightᵀ + bias` for each row.
    fn linear(&mut self, x: Self::Var, weight: ParamId, bias: Option<ParamId>) -> Self::Var {
        self.linear_cat(&[x], weight, bias)
    }

    /// [`linear`](Self::linear) of several values that stand side by side, as after [`cat`](Self::cat).
    fn linear_cat(&mut self, parts: &[Self::Var], weight: ParamId, bias: Option<ParamId>) -> Self::Var;

    /// The hyperbolic tangent of each number.
    fn tanh(&mut self, x: Self::Var) -> Self::Var;

    /// Each number, or zero if it is negative.
    fn relu(&mut self, x: Self::Var) -> Self::Var;

    /// Sets each number to zero with this probability and scales the others up. While predicting it does nothing.
    fn dropout(&mut self, x: Self::Var, probability: f32) -> Self::Var;

    /// Runs an LSTM over sequences `[steps, rows, input]` of these lengths in both directions.
    fn bilstm(
        &mut self,
        x: Self::Var,
        lengths: Vec<u32>,
        forward: LstmParams,
        backward: LstmParams,
    ) -> BiLstmOutput<Self::Var>;

    /// Convolves grids that are mostly zero with several kernels (weight and bias each). The results stand side by side:
    /// `[examples, cells, all channels]`.
    fn sparse_conv(&mut self, grids: &Arc<SparseGrids>, kernels: &[(ParamId, ParamId)]) -> Self::Var;

    /// Convolves grids whose cells hold a row of `x`, or nothing, with several kernels (weight and bias each). The results
    /// stand side by side: `[grids, cells, all channels]`.
    fn node_conv(
        &mut self,
        x: Self::Var,
        places: &Arc<NodeCells>,
        kernels: &[(ParamId, ParamId)],
    ) -> Self::Var;

    /// Runs the attentive LSTM decoder over whole target sequences (teacher forcing).
    fn decode(&mut self, inputs: DecoderInputs<Self::Var>, of: DecoderParams) -> DecoderOutput<Self::Var>;

    /// Decodes token by token and takes the likeliest each time. It has no gradient.
    fn greedy_decode(&mut self, greedy: GreedyInputs<Self::Var>) -> Vec<GreedyOutput>;

    /// The sum of the rows' negative log-likelihoods, times `scale`. Rows with the label `None` do not count.
    fn cross_entropy(&mut self, logits: Self::Var, labels: &[Option<u32>], scale: f32) -> Self::Var;

    /// Given numbers, which get no gradient.
    fn input(&mut self, numbers: Vec<f32>) -> Self::Var;

    /// A parameter as a value.
    fn param(&mut self, id: ParamId) -> Self::Var;

    /// A parameter as a value that gets no gradient.
    fn detached_param(&mut self, id: ParamId) -> Self::Var {
        let learned = self.param(id);
        let numbers = self.to_vec(learned);
        self.input(numbers)
    }

    /// Copies out a value's numbers. On a GPU this waits for all work; it gives zeros if some of it failed.
    fn to_vec(&mut self, x: Self::Var) -> Vec<f32>;

    /// The element-wise sum of two values of the same size.
    fn add(&mut self, one: Self::Var, other: Self::Var) -> Self::Var;

    /// The element-wise product of two values of the same size.
    fn mul(&mut self, one: Self::Var, other: Self::Var) -> Self::Var;

    /// Each number times a constant.
    fn scale(&mut self, x: Self::Var, factor: f32) -> Self::Var;

    /// The logistic function of each number.
    fn sigmoid(&mut self, x: Self::Var) -> Self::Var;

    /// The Gaussian error linear unit, with the error function as BERT has it.
    fn gelu(&mut self, x: Self::Var) -> Self::Var;

    /// Multiplies negative numbers by one learned slope.
    fn prelu(&mut self, x: Self::Var, slope: ParamId) -> Self::Var;

    /// Picks rows of `width` numbers, in any order and with repetition; [`NO_ROW`] gives a row of zeros. This is how values
    /// are repeated, sorted, scattered and padded.
    fn index_select(&mut self, x: Self::Var, width: usize, rows: Arc<[u32]>) -> Self::Var;

    /// A range of columns of a value with `width` columns.
    fn narrow(&mut self, x: Self::Var, width: usize, columns: Range<usize>) -> Self::Var;

    /// Several values side by side, each given with its number of columns.
    fn cat(&mut self, parts: &[(Self::Var, usize)]) -> Self::Var;

    /// Batched matrix multiplication.
    fn bmm(&mut self, left: Self::Var, right: Self::Var, shape: BmmShape) -> Self::Var;

    /// The softmax of rows of `width` numbers. A mask has an entry for each number; where it is false the number does not
    /// count. A row where nothing counts becomes zeros.
    fn softmax(&mut self, x: Self::Var, width: usize, mask: Option<Arc<[bool]>>) -> Self::Var;

    /// The largest number of each row of `width` numbers, the first of equals, with a mask as for
    /// [`softmax`](Self::softmax). A row where nothing counts gives zero.
    fn max(&mut self, x: Self::Var, width: usize, mask: Option<Arc<[bool]>>) -> Self::Var {
        let numbers = self.to_vec(x);
        let counts = |place: usize| mask.as_ref().is_none_or(|mask| mask[place]);
        let argmax = |row: usize| {
            let places = (row * width..(row + 1) * width).filter(|&place| counts(place));
            let larger = |one: usize, other: usize| if numbers[other] > numbers[one] { other } else { one };
            places.reduce(larger).map_or(NO_ROW, |place| place as u32)
        };
        let places: Arc<[u32]> = (0..numbers.len() / width.max(1)).map(argmax).collect();
        self.index_select(x, 1, places)
    }

    /// Scaled dot-product attention in several heads. Queries, keys and values are rows of `of.width` numbers; the weights
    /// it returns have no gradient.
    fn dot_attention(&mut self, x: [Self::Var; 3], of: &DotAttention) -> AttentionOutput<Self::Var> {
        dot_attention::composed(self, x, of)
    }

    /// Memories of entities after sequences of sentences, `[rows, memories, width]`.
    fn entity_memory(&mut self, of: &EntityMemory<Self::Var>) -> Self::Var {
        entity_memory::composed(self, of)
    }

    /// Normalises rows to mean 0 and (biased) variance 1, then multiplies by a gain and adds a bias.
    fn layer_norm(&mut self, x: Self::Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Self::Var;

    /// Normalises rows to a mean square of 1, then multiplies by a gain.
    fn rms_norm(&mut self, x: Self::Var, gain: ParamId, epsilon: f32) -> Self::Var;

    /// Scales rows of `width` numbers to Euclidean length 1. A row of zeros becomes NaN, as in the originals.
    fn normalize(&mut self, x: Self::Var, width: usize) -> Self::Var;

    /// The sum of all rows of `len` numbers: PyTorch's `x.view(-1, len).sum(0)`.
    fn sum_rows(&mut self, x: Self::Var, len: usize) -> Self::Var;

    /// A point to go back to with [`free_since`](Self::free_since).
    fn mark(&self) -> GraphMark {
        GraphMark::default()
    }

    /// Frees what was computed since `mark`, except the values in `keep`, which it returns in the same order. They have no
    /// gradient any more: this is for predicting step by step, where otherwise all steps would stay in memory.
    fn free_since(&mut self, _since: GraphMark, keep: &[Self::Var]) -> Vec<Self::Var> {
        keep.to_vec()
    }
}

/// In [`Graph::index_select`], a row of zeros.
pub const NO_ROW: u32 = u32::MAX;

/// How far a graph was when [`Graph::mark`] was called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphMark {
    /// How many values there were.
    pub(crate) values: usize,
    /// How many backward steps were recorded.
    pub(crate) steps: usize,
}

/// The states of a bidirectional LSTM, first forward, then backward.
#[derive(Clone, Copy, Debug)]
pub struct BiLstmOutput<V> {
    /// The states after each step (zero beyond a sequence's end), `[steps, rows, hidden]`.
    pub states: [V; 2],
    /// The states after all steps, `[rows, hidden]`.
    pub last: [V; 2],
}

/// The shape of [`Graph::bmm`]: `count` times `[rows, inner] · [inner, columns]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BmmShape {
    /// The size of the batch.
    pub count: usize,
    /// Rows of the left matrices, and of the results.
    pub rows: usize,
    /// Columns of the left matrices, rows of the right ones.
    pub inner: usize,
    /// Columns of the right matrices, and of the results.
    pub columns: usize,
    /// The left matrices are stored as `[inner, rows]`.
    pub left_transposed: bool,
    /// The right matrices are stored as `[columns, inner]`.
    pub right_transposed: bool,
}

impl BmmShape {
    /// Products of matrices that are stored as they are.
    pub fn new(count: usize, rows: usize, inner: usize, columns: usize) -> Self {
        Self { count, rows, inner, columns, left_transposed: false, right_transposed: false }
    }

    /// The same with left matrices stored as `[inner, rows]`.
    #[must_use]
    pub fn left_transposed(self) -> Self {
        Self { left_transposed: true, ..self }
    }

    /// The same with right matrices stored as `[columns, inner]`.
    #[must_use]
    pub fn right_transposed(self) -> Self {
        Self { right_transposed: true, ..self }
    }
}
