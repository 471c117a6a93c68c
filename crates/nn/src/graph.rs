//! What a model is written against.

use std::fmt::Debug;
use std::sync::Arc;

use crate::cpu::grid_conv::Sparse;
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Greedy, Spoken};
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

    /// Reads sequences `[steps, rows, input]` of these lengths in both directions: the states after each step (zero
    /// beyond a sequence's end), `[steps, rows, hidden]`, and the last states, `[rows, hidden]`; both summed over the two
    /// directions.
    fn read_both_ways(
        &mut self,
        x: Self::Var,
        lengths: Vec<u32>,
        forward: CellParams,
        backward: CellParams,
    ) -> (Self::Var, Self::Var);

    /// Convolves grids with several kernels (weight and bias each) whose results stand side by side:
    /// `[examples, cells, all outs]`.
    fn grid_conv(&mut self, grids: &Arc<Sparse>, kernels: &[(ParamId, ParamId)]) -> Self::Var;

    /// Decodes whole sequences.
    fn decode(&mut self, inputs: DecoderInputs<Self::Var>, of: DecoderParams) -> Decoded<Self::Var>;

    /// Decodes word by word, always with the likeliest token. Nothing flows back through it.
    fn greedy(&mut self, greedy: Greedy<Self::Var>) -> Vec<Spoken>;

    /// The sum over rows of the negative logarithm of the probability of each row's label, times `scale`; rows with the
    /// label `None` do not count.
    fn cross_entropy(&mut self, logits: Self::Var, labels: &[Option<u32>], scale: f32) -> Self::Var;

    /// The sum of two values of one length.
    fn add(&mut self, one: Self::Var, other: Self::Var) -> Self::Var;

    /// The sum of consecutive pieces of this length.
    fn sum_pieces(&mut self, x: Self::Var, len: usize) -> Self::Var;
}
