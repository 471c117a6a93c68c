//! The operations of a [`Tape`], each with its way back.

mod decoder;
mod decoder_back;
mod decoder_weights;
mod greedy;
mod grid;
mod loss;
mod recurrence;
mod sequence;
mod simple;

use std::sync::Arc;

use super::tape::{Tape, Var};
use crate::cpu::grid_conv::Sparse;
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Greedy, Spoken};
use crate::graph::Graph;
use crate::params::{CellParams, ParamId};

impl Graph for Tape<'_> {
    type Var = Var;

    fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var {
        Tape::embedding(self, &ids, table, padding)
    }

    fn linear_of(&mut self, parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var {
        Tape::linear_of(self, parts, weight, bias)
    }

    fn tanh(&mut self, x: Var) -> Var {
        Tape::tanh(self, x)
    }

    fn relu(&mut self, x: Var) -> Var {
        Tape::relu(self, x)
    }

    fn dropout(&mut self, x: Var, probability: f32) -> Var {
        Tape::dropout(self, x, probability)
    }

    fn read_both_ways(
        &mut self,
        x: Var,
        lengths: Vec<u32>,
        forward: CellParams,
        backward: CellParams,
    ) -> (Var, Var) {
        Tape::read_both_ways(self, x, &lengths, forward, backward)
    }

    fn grid_conv(&mut self, grids: &Arc<Sparse>, kernels: &[(ParamId, ParamId)]) -> Var {
        Tape::grid_conv(self, grids, kernels)
    }

    fn decode(&mut self, inputs: DecoderInputs<Var>, of: DecoderParams) -> Decoded<Var> {
        Tape::decode(self, inputs, of)
    }

    fn greedy(&mut self, greedy: Greedy<Var>) -> Vec<Spoken> {
        Tape::greedy(self, greedy)
    }

    fn cross_entropy(&mut self, logits: Var, labels: &[Option<u32>], scale: f32) -> Var {
        Tape::cross_entropy(self, logits, labels, scale)
    }

    fn add(&mut self, one: Var, other: Var) -> Var {
        Tape::add(self, one, other)
    }

    fn sum_pieces(&mut self, x: Var, len: usize) -> Var {
        Tape::sum_pieces(self, x, len)
    }
}
