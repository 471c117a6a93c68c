//! The operations of a [`Tape`], each with its gradient.

mod arithmetic;
mod bilstm;
mod bmm;
mod decoder;
mod decoder_backward;
mod decoder_weights;
mod dot_attention;
mod dropout;
mod entity_memory;
mod greedy;
mod indexing;
mod linear;
mod loss;
mod node_conv;
mod normalization;
mod pointwise;
mod recurrence;
mod sparse_conv;

use std::ops::Range;
use std::sync::Arc;

use super::tape::{Tape, Var};
use crate::cpu::node_conv::NodeCells;
use crate::cpu::sparse_conv::SparseGrids;
use crate::decoder::{DecoderInputs, DecoderOutput, DecoderParams, GreedyInputs, GreedyOutput};
use crate::delegate::{operations, own_methods};
use crate::dot_attention::{AttentionOutput, DotAttention};
use crate::entity_memory::EntityMemory;
use crate::graph::{BiLstmOutput, BmmShape, Graph, GraphMark};
use crate::params::{LstmParams, ParamId};

impl Graph for Tape<'_> {
    type Var = Var;

    operations!();

    fn input(&mut self, numbers: Vec<f32>) -> Var {
        self.push(&numbers)
    }

    fn detached_param(&mut self, id: ParamId) -> Var {
        self.keep(self.weights.get(id))
    }

    fn to_vec(&mut self, x: Var) -> Vec<f32> {
        self.get(x).unwrap_or_else(|error| {
            self.work.fail(error);
            vec![0.0; self.span(x).len]
        })
    }

    fn max(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        Tape::max(self, x, width, mask)
    }

    fn mark(&self) -> GraphMark {
        Tape::mark(self)
    }
}
