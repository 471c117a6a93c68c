//! The bidirectional LSTM.

use std::sync::Arc;

use crate::cpu::lstm::{Direction, LstmCell, LstmGradients, Sequence};
use crate::graph::BiLstmOutput;
use crate::params::{LstmParams, Params};
use crate::tape::{Backward, Tape, Var};

impl LstmParams {
    pub(crate) fn cell<'p>(&self, params: &'p Params) -> LstmCell<'p> {
        LstmCell {
            input: params.get(self.input),
            hidden: params.get(self.hidden),
            biases: self.biases.map(|id| params.get(id)),
        }
    }

    pub(crate) fn gradients<'b>(&self, back: &'b mut Backward<'_, '_>) -> LstmGradients<'b> {
        let [input, hidden, one, other] =
            back.add_to_params([self.input, self.hidden, self.biases[0], self.biases[1]]);
        LstmGradients { input, hidden, biases: [one, other] }
    }
}

impl Tape<'_> {
    pub(super) fn bilstm(
        &mut self,
        x: Var,
        lengths: Vec<u32>,
        forward: LstmParams,
        backward: LstmParams,
    ) -> BiLstmOutput<Var> {
        let lengths: Arc<[u32]> = lengths.into();
        let [forward, backward] = [(forward, Direction::Forward), (backward, Direction::Backward)]
            .map(|(cell, direction)| self.lstm(x, lengths.clone(), cell, direction));
        BiLstmOutput { states: [forward.0, backward.0], last: [forward.1, backward.1] }
    }

    fn lstm(&mut self, x: Var, lengths: Arc<[u32]>, cell: LstmParams, direction: Direction) -> (Var, Var) {
        let width = cell.cell(self.params).width();
        let (rows, input) = (lengths.len(), self.params.get(cell.input).len() / (4 * width));
        let steps = self.get(x).len() / (rows * input).max(1);
        let size = rows * width;
        let mut states = vec![0.0; steps * size];
        let sequence = Sequence { cell: cell.cell(self.params), direction, lengths: &lengths, steps };
        let run = sequence.run(self.get(x));
        sequence.add_states(&run, &mut states);
        let last = run.hidden[steps * size..].to_vec();
        let (states, last) = (self.push(states), self.push(last));
        self.on_backward(move |back| {
            let (mut d_states, d_last) = (back.take(states), back.take(last));
            for (at, d) in d_states.chunks_exact_mut(width).enumerate() {
                if at / rows >= lengths[at % rows] as usize {
                    d.fill(0.0);
                }
            }
            let values = back.value(x).to_vec();
            let mut d_x = vec![0.0; values.len()];
            let sequence = Sequence { cell: cell.cell(back.params), direction, lengths: &lengths, steps };
            sequence.backward(&values, run, &d_states, &d_last, &mut cell.gradients(back), &mut d_x);
            let (_, sum) = back.add_to(x);
            sum.iter_mut().zip(d_x).for_each(|(sum, d)| *sum += d);
        });
        (states, last)
    }
}
