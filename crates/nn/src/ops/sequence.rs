//! Sequences read in both directions.

use crate::cpu::lstm::{Cell, CellGradients, Sequence, Way};
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
    ) -> (Var, Var) {
        let ways = [(forward, Way::Forward), (backward, Way::Backward)];
        let width = forward.cell(self.params).width();
        let (rows, input) = (lengths.len(), self.params.get(forward.input).len() / (4 * width));
        let steps = self.get(x).len() / (rows * input).max(1);
        let size = rows * width;
        let (mut states, mut last) = (vec![0.0; steps * size], vec![0.0; size]);
        let mut runs = Vec::new();
        for (cell, way) in ways {
            let sequence = Sequence { cell: cell.cell(self.params), way, lengths: &lengths, steps };
            let run = sequence.run(self.get(x));
            sequence.add_states(&run, &mut states);
            last.iter_mut().zip(&run.hidden[steps * size..]).for_each(|(sum, value)| *sum += value);
            runs.push(run);
        }
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
            for ((cell, way), run) in ways.into_iter().zip(runs) {
                let sequence = Sequence { cell: cell.cell(back.params), way, lengths: &lengths, steps };
                sequence.back(&values, run, &d_states, &d_last, &mut cell.gradients(back), &mut d_x);
            }
            let (_, sum) = back.add_to(x);
            sum.iter_mut().zip(d_x).for_each(|(sum, d)| *sum += d);
        });
        (states, last)
    }
}
