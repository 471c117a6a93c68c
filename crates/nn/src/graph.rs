//! What a model is written against.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use crate::cpu::grid_conv::Sparse;
use crate::cpu::node_conv::Places;
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Greedy, Spoken};
use crate::dot_attention::{Attended, DotAttention, composed};
use crate::params::{CellParams, ParamId};

/// Computes with coarse operations and remembers them, so that gradients can flow back.
///
/// Rows are examples, or examples at a step; a value is rows of equally many numbers. A model is a function of a graph, so
/// it runs wherever there is one.
pub trait Graph {
    /// A value.
    type Var: Copy + Debug;

    /// The rows of a table with these numbers. The row `padding` learns nothing.
    fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Self::Var;

    /// `x · weightᵀ + bias` for each row.
    fn linear(&mut self, x: Self::Var, weight: ParamId, bias: Option<ParamId>) -> Self::Var {
        self.linear_of(&[x], weight, bias)
    }

    /// The same for rows that are several values side by side.
    fn linear_of(&mut self, parts: &[Self::Var], weight: ParamId, bias: Option<ParamId>) -> Self::Var;

    /// The hyperbolic tangent of each number.
    fn tanh(&mut self, x: Self::Var) -> Self::Var;

    /// Each number, or zero if it is negative.
    fn relu(&mut self, x: Self::Var) -> Self::Var;

    /// Sets each number to zero with this probability and makes up for it in the others; nothing while predicting.
    fn dropout(&mut self, x: Self::Var, probability: f32) -> Self::Var;

    /// Reads sequences `[steps, rows, input]` of these lengths in both directions.
    fn read_both_ways(
        &mut self,
        x: Self::Var,
        lengths: Vec<u32>,
        forward: CellParams,
        backward: CellParams,
    ) -> BothWays<Self::Var>;

    /// Convolves grids with several kernels (weight and bias each) whose results stand side by side:
    /// `[examples, cells, all outs]`.
    fn grid_conv(&mut self, grids: &Arc<Sparse>, kernels: &[(ParamId, ParamId)]) -> Self::Var;

    /// Convolves grids whose cells hold the rows of `x`, or nothing, with several kernels (weight and bias each) whose
    /// results stand side by side: `[grids, cells, all outs]`.
    fn node_conv(&mut self, x: Self::Var, places: &Arc<Places>, kernels: &[(ParamId, ParamId)]) -> Self::Var;

    /// Decodes whole sequences.
    fn decode(&mut self, inputs: DecoderInputs<Self::Var>, of: DecoderParams) -> Decoded<Self::Var>;

    /// Decodes word by word, always with the likeliest token. Nothing flows back through it.
    fn greedy(&mut self, greedy: Greedy<Self::Var>) -> Vec<Spoken>;

    /// The sum over rows of the negative logarithm of the probability of each row's label, times `scale`; rows with the
    /// label `None` do not count.
    fn cross_entropy(&mut self, logits: Self::Var, labels: &[Option<u32>], scale: f32) -> Self::Var;

    /// Numbers that are given. Nothing flows back into them.
    fn input(&mut self, numbers: Vec<f32>) -> Self::Var;

    /// A tensor that is learned, as a value.
    fn param(&mut self, id: ParamId) -> Self::Var;

    /// A tensor as a value into which nothing flows back.
    fn constant(&mut self, id: ParamId) -> Self::Var {
        let learned = self.param(id);
        let numbers = self.numbers(learned);
        self.input(numbers)
    }

    /// What a value's numbers are. On a device this waits for all work; zeros if some of it failed.
    fn numbers(&mut self, x: Self::Var) -> Vec<f32>;

    /// The sum of two values of one length.
    fn add(&mut self, one: Self::Var, other: Self::Var) -> Self::Var;

    /// The products of the numbers of two values of one length.
    fn mul(&mut self, one: Self::Var, other: Self::Var) -> Self::Var;

    /// Each number times a constant.
    fn scale(&mut self, x: Self::Var, factor: f32) -> Self::Var;

    /// The logistic function of each number.
    fn sigmoid(&mut self, x: Self::Var) -> Self::Var;

    /// Each number times the probability that a normal one is smaller, as BERT has it.
    fn gelu(&mut self, x: Self::Var) -> Self::Var;

    /// Each number, times one learned slope if it is negative.
    fn prelu(&mut self, x: Self::Var, slope: ParamId) -> Self::Var;

    /// Rows of a value whose rows have `width` numbers, in any order and as often as wanted; [`NO_ROW`] is a row of zeros.
    /// So values are repeated, sorted, scattered and padded.
    fn rows(&mut self, x: Self::Var, width: usize, rows: Arc<[u32]>) -> Self::Var;

    /// Some columns of a value whose rows have `width` numbers.
    fn columns(&mut self, x: Self::Var, width: usize, columns: Range<usize>) -> Self::Var;

    /// Rows of several values side by side; with each, how many numbers its rows have.
    fn beside(&mut self, parts: &[(Self::Var, usize)]) -> Self::Var;

    /// Products of matrices, one for each pair.
    fn products(&mut self, left: Self::Var, right: Self::Var, shape: Products) -> Self::Var;

    /// The softmax of rows of `width` numbers. With a mask, which has as many entries as the value has numbers, only those
    /// count where it is true; a row where none does is zeros.
    fn softmax(&mut self, x: Self::Var, width: usize, mask: Option<Arc<[bool]>>) -> Self::Var;

    /// The largest number of each row of `width` numbers, the first of equals; with a mask as for
    /// [`softmax`](Self::softmax). A row where nothing counts gives zero.
    fn most(&mut self, x: Self::Var, width: usize, mask: Option<Arc<[bool]>>) -> Self::Var {
        let numbers = self.numbers(x);
        let counts = |place: usize| mask.as_ref().is_none_or(|mask| mask[place]);
        let most = |row: usize| {
            let places = (row * width..(row + 1) * width).filter(|&place| counts(place));
            let larger = |one: usize, other: usize| if numbers[other] > numbers[one] { other } else { one };
            places.reduce(larger).map_or(NO_ROW, |place| place as u32)
        };
        let places: Arc<[u32]> = (0..numbers.len() / width.max(1)).map(most).collect();
        self.rows(x, 1, places)
    }

    /// Attends in several heads: queries, keys and values are rows of `of.width` numbers. The weights are for looking at.
    fn dot_attention(&mut self, x: [Self::Var; 3], of: &DotAttention) -> Attended<Self::Var> {
        composed(self, x, of)
    }

    /// Rows with mean 0 and variance 1 (of all numbers, not one less), times a gain, plus a bias; the gain is as long as a
    /// row.
    fn layer_norm(&mut self, x: Self::Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Self::Var;

    /// Rows with a mean square of 1, times a gain.
    fn rms_norm(&mut self, x: Self::Var, gain: ParamId, epsilon: f32) -> Self::Var;

    /// Rows of `width` numbers of length 1. A row of zeros has no direction and becomes not a number, as in the originals.
    fn unit_rows(&mut self, x: Self::Var, width: usize) -> Self::Var;

    /// The sum of consecutive pieces of this length.
    fn sum_pieces(&mut self, x: Self::Var, len: usize) -> Self::Var;

    /// How much was computed so far.
    fn mark(&self) -> Mark {
        Mark::default()
    }

    /// Frees the memory of what was computed since, and gives what is to be kept of it in the same order. Nothing flows
    /// back through that any more: this is for predicting step by step. Without it, all steps stay in memory.
    fn forget(&mut self, _since: Mark, keep: &[Self::Var]) -> Vec<Self::Var> {
        keep.to_vec()
    }
}

/// In [`Graph::rows`], a row of zeros.
pub const NO_ROW: u32 = u32::MAX;

/// How much was computed at some time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    /// How many values.
    pub(crate) values: usize,
    /// How many steps of the way back.
    pub(crate) steps: usize,
}

/// What reading in both directions gives: forward, backward.
#[derive(Clone, Copy, Debug)]
pub struct BothWays<V> {
    /// The states after each step (zero beyond a sequence's end), `[steps, rows, hidden]`.
    pub states: [V; 2],
    /// The states after all steps, `[rows, hidden]`.
    pub last: [V; 2],
}

/// The shape of [`Graph::products`]: `count` times `[rows, inner] · [inner, columns]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Products {
    /// How many products there are.
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

impl Products {
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
