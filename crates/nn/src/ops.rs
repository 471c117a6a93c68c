//! The operations of a [`Tape`], each with its gradient.

mod arithmetic;
mod bilstm;
mod bmm;
mod decoder;
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
mod sparse_conv;

use std::ops::Range;
use std::sync::Arc;

use crate::cpu::node_conv::NodeCells;
use crate::cpu::sparse_conv::SparseGrids;
use crate::decoder::{DecoderInputs, DecoderOutput, DecoderParams, GreedyInputs, GreedyOutput};
use crate::delegate::{operations, own_methods};
use crate::dot_attention::{AttentionOutput, DotAttention};
use crate::entity_memory::EntityMemory;
use crate::graph::{BiLstmOutput, BmmShape, Graph, GraphMark};
use crate::params::{LstmParams, ParamId};
use crate::tape::{Tape, Var};

impl Graph for Tape<'_> {
    type Var = Var;

    operations!();

    fn input(&mut self, numbers: Vec<f32>) -> Var {
        self.push(numbers)
    }

    fn detached_param(&mut self, id: ParamId) -> Var {
        self.push(self.params.get(id).to_vec())
    }

    fn to_vec(&mut self, x: Var) -> Vec<f32> {
        self.get(x).to_vec()
    }

    fn mark(&self) -> GraphMark {
        Tape::mark(self)
    }
}
