//! Sequences read in both directions.

use std::sync::Arc;

use crate::cpu::lstm::{Cell, CellGradients, Sequence, Way};
use crate::graph::BothWays;
use crate::params::{CellParams, Params};
use crate::tape::{Back, Tape, Var};

impl CellParams {
    pub(crate) fn cell<'p>(&self, params: &'p Params) -> Cell<'p> {
        Cell {
            input: params.get(self.input),
            hidden: params.get(self.hidden),
            biases: self.biases.map(|id| params.get(id)),
        }
    }

    pub(crate) fn gradients<'b>(&self, back: &'b mut Back<'_, '_>) -> CellGradients<'b> {
        let [input, hidden, one, other] =
            back.add_to_params([self.input, self.hidden, self.biases[0], self.biases[1]]);
        CellGradients { input, hidden, biases: [one, other] }
    }
}

impl Tape<'_> {
    pub(super) fn read_both_ways(
        &mut self,
        x: Var,
        lengths: Vec<u32>,
        forward: CellParams,
        backward: CellParams,
    ) -> BothWays<Var> {
        let lengths: Arc<[u32]> = lengths.into();
        let [forward, backward] = [(forward, Way::Forward), (backward, Way::Backward)]
            .map(|(cell, way)| self.read_one_way(x, lengths.clone(), cell, way));
        BothWays { states: [forward.0, backward.0], last: [forward.1, backward.1] }
    }

    fn read_one_way(&mut self, x: Var, lengths: Arc<[u32]>, cell: CellParams, way: Way) -> (Var, Var) {
        let width = cell.cell(self.params).width();
        let (rows, input) = (lengths.len(), self.params.get(cell.input).len() / (4 * width));
        let steps = self.get(x).len() / (rows * input).max(1);
        let size = rows * width;
        let mut states = vec![0.0; steps * size];
        let sequence = Sequence { cell: cell.cell(self.params), way, lengths: &lengths, steps };
        let run = sequence.run(self.get(x));
        sequence.add_states(&run, &mut states);
        let last = run.hidden[steps * size..].to_vec();
        let (states, last) = (self.push(states), self.push(last));
        self.on_the_way_back(move |back| {
            let (mut d_states, d_last) = (back.take(states), back.take(last));
            for (at, d) in d_states.chunks_exact_mut(width).enumerate() {
                if at / rows >= lengths[at % rows] as usize {
                    d.fill(0.0);
                }
            }
            let values = back.value(x).to_vec();
            let mut d_x = vec![0.0; values.len()];
            let sequence = Sequence { cell: cell.cell(back.params), way, lengths: &lengths, steps };
            sequence.back(&values, run, &d_states, &d_last, &mut cell.gradients(back), &mut d_x);
            let (_, sum) = back.add_to(x);
            sum.iter_mut().zip(d_x).for_each(|(sum, d)| *sum += d);
        });
        (states, last)
    }
}
