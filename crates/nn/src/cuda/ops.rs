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
use crate::operations::{operations, own_methods};
use crate::params::{CellParams, ParamId};

impl Graph for Tape<'_> {
    type Var = Var;

    operations!();

    fn input(&mut self, numbers: Vec<f32>) -> Var {
        self.push(&numbers)
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

    fn most(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        Tape::most(self, x, width, mask)
    }

    fn mark(&self) -> Mark {
        Tape::mark(self)
    }
}
