//! The operations of a [`Tape`], each with its way back.

mod decoder;
mod decoder_back;
mod decoder_weights;
mod dot_attention;
mod functions;
mod greedy;
mod grid;
mod layout;
mod loss;
mod nodes;
mod normal;
mod pairs;
mod products;
mod recurrence;
mod sequence;
mod simple;

use std::ops::Range;
use std::sync::Arc;

use super::tape::{Tape, Var};
use crate::cpu::grid_conv::Sparse;
use crate::cpu::node_conv::Places;
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Greedy, Spoken};
use crate::dot_attention::{Attended, DotAttention};
use crate::graph::{BothWays, Graph, Mark, Products};
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
    ) -> BothWays<Var> {
        Tape::read_both_ways(self, x, &lengths, forward, backward)
    }

    fn grid_conv(&mut self, grids: &Arc<Sparse>, kernels: &[(ParamId, ParamId)]) -> Var {
        Tape::grid_conv(self, grids, kernels)
    }

    fn node_conv(&mut self, x: Var, places: &Arc<Places>, kernels: &[(ParamId, ParamId)]) -> Var {
        Tape::node_conv(self, x, places, kernels)
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

    fn input(&mut self, numbers: Vec<f32>) -> Var {
        self.push(&numbers)
    }

    fn param(&mut self, id: ParamId) -> Var {
        Tape::param(self, id)
    }

    fn constant(&mut self, id: ParamId) -> Var {
        self.keep(self.weights.get(id))
    }

    fn numbers(&mut self, x: Var) -> Vec<f32> {
        self.get(x).unwrap_or_else(|error| {
            self.work.fail(error);
            vec![0.0; self.span(x).len]
        })
    }

    fn mul(&mut self, one: Var, other: Var) -> Var {
        Tape::mul(self, one, other)
    }

    fn scale(&mut self, x: Var, factor: f32) -> Var {
        Tape::scale(self, x, factor)
    }

    fn sigmoid(&mut self, x: Var) -> Var {
        Tape::sigmoid(self, x)
    }

    fn gelu(&mut self, x: Var) -> Var {
        Tape::gelu(self, x)
    }

    fn prelu(&mut self, x: Var, slope: ParamId) -> Var {
        Tape::prelu(self, x, slope)
    }

    fn rows(&mut self, x: Var, width: usize, rows: Arc<[u32]>) -> Var {
        Tape::rows(self, x, width, rows)
    }

    fn columns(&mut self, x: Var, width: usize, columns: Range<usize>) -> Var {
        Tape::columns(self, x, width, columns)
    }

    fn beside(&mut self, parts: &[(Var, usize)]) -> Var {
        Tape::beside(self, parts)
    }

    fn products(&mut self, left: Var, right: Var, shape: Products) -> Var {
        Tape::products(self, left, right, shape)
    }

    fn softmax(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        Tape::softmax(self, x, width, mask)
    }

    fn most(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        Tape::most(self, x, width, mask)
    }

    fn dot_attention(&mut self, x: [Var; 3], of: &DotAttention) -> Attended<Var> {
        Tape::dot_attention(self, x, of)
    }

    fn layer_norm(&mut self, x: Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Var {
        Tape::layer_norm(self, x, gain, bias, epsilon)
    }

    fn rms_norm(&mut self, x: Var, gain: ParamId, epsilon: f32) -> Var {
        Tape::rms_norm(self, x, gain, epsilon)
    }

    fn unit_rows(&mut self, x: Var, width: usize) -> Var {
        Tape::unit_rows(self, x, width)
    }

    fn sum_pieces(&mut self, x: Var, len: usize) -> Var {
        Tape::sum_pieces(self, x, len)
    }

    fn mark(&self) -> Mark {
        Tape::mark(self)
    }

    fn forget(&mut self, since: Mark, keep: &[Var]) -> Vec<Var> {
        Tape::forget(self, since, keep)
    }
}
