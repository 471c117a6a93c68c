//! The operations of a [`Tape`], each with its way back.

mod decoder;
mod dot_attention;
mod greedy;
mod grid;
mod layout;
mod loss;
mod nodes;
mod normal;
mod pairs;
mod products;
mod sequence;
mod simple;

use std::ops::Range;
use std::sync::Arc;

use crate::cpu::grid_conv::Sparse;
use crate::cpu::node_conv::Places;
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Greedy, Spoken};
use crate::dot_attention::{Attended, DotAttention};
use crate::graph::{BothWays, Graph, Mark, Products};
use crate::operations::{operations, own_methods};
use crate::params::{CellParams, ParamId};
use crate::tape::{Tape, Var};

impl Graph for Tape<'_> {
    type Var = Var;

    operations!();

    fn input(&mut self, numbers: Vec<f32>) -> Var {
        self.push(numbers)
    }

    fn constant(&mut self, id: ParamId) -> Var {
        self.push(self.params.get(id).to_vec())
    }

    fn numbers(&mut self, x: Var) -> Vec<f32> {
        self.get(x).to_vec()
    }

    fn mark(&self) -> Mark {
        Tape::mark(self)
    }
}
