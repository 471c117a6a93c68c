//! The bidirectional LSTM.

use super::recurrence::{BlockNeeds, PaddedWeights};
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::RecurrentKernel;
use crate::cuda::tape::{Backward, Tape, Var};
use crate::graph::BiLstmOutput;
use crate::params::LstmParams;

/// What a run over both directions leaves behind.
#[derive(Clone, Copy)]
struct Run {
    x: Var,
    cells: [LstmParams; 2],
    lengths: Span,
    /// Of both directions, `[2, steps, rows, …]`.
    gates: Span,
    before: Span,
    after: Span,
    rows: usize,
    steps: usize,
    width: usize,
    input: usize,
}

impl Tape<'_> {
    pub(super) fn bilstm(
        &mut self,
        x: Var,
        lengths: Vec<u32>,
        forward: LstmParams,
        backward: LstmParams,
    ) -> BiLstmOutput<Var> {
        let cells = [forward, backward];
        let width = self.weights.get(forward.biases[0]).len / 4;
        let (rows, input) = (lengths.len(), self.weights.get(forward.input).len / (4 * width).max(1));
        let steps = self.span(x).len / (rows * input).max(1);
        if let Some(&number) = lengths.iter().find(|&&length| length as usize > steps) {
            self.work.fail(Error::Range { what: "step", number, count: steps });
        }
        let all = steps * rows;
        let gates = self.work.alloc(2 * all * 4 * width);
        let numbers = Matrix::of(self.span(x), input);
        for (way, cell) in cells.into_iter().enumerate() {
            let own = gates.part(way * all * 4 * width, all * 4 * width);
            self.bias_rows(cell.biases.map(Some), own, (all, 4 * width));
            let weight = Matrix::of(self.weights.get(cell.input), input).transposed();
            self.work.matmul((all, 4 * width, input), numbers, weight, (own, 4 * width), WriteMode::Add);
        }
        let [before, after] = [(); 2].map(|()| self.work.alloc(2 * all * width));
        let lengths = self.work.upload(&lengths);
        let run = Run { x, cells, lengths, gates, before, after, rows, steps, width, input };
        let size = (all + rows) * width;
        let out = self.work.zeros(2 * size);
        let laid = self.lay_out_states(&run, true);
        let blocks = self.work.blocks("bilstm_forward", run.needs());
        let args = [
            laid.into(),
            Arg::Span(lengths, rows),
            Arg::Span(gates, 2 * all * 4 * width),
            Arg::Span(before, 2 * all * width),
            Arg::Span(after, 2 * all * width),
            Arg::Span(out, 2 * size),
            Arg::Int(rows),
            Arg::Int(steps),
        ];
        self.work.launch_recurrence("bilstm_forward", blocks, 2, &args);
        let states = [0, 1].map(|way| self.keep(out.part(way * size, all * width)));
        let last = [0, 1].map(|way| self.keep(out.part(way * size + all * width, rows * width)));
        let back_laid = self.lay_out_states(&run, false);
        self.on_backward(move |back| {
            let d_states = states.map(|way| back.take(way));
            let d_last = last.map(|way| back.take(way));
            if d_states.iter().chain(&d_last).any(Option::is_some) {
                run.backward(back, back_laid, d_states, d_last);
            }
        });
        BiLstmOutput { states, last }
    }

    /// The weights of the previous hidden state for both directions, in the layout of the forward or the backward kernel.
    fn lay_out_states(&mut self, run: &Run, forward: bool) -> PaddedWeights {
        let width = run.width;
        let (rows, columns) = if forward { (width, 4 * width) } else { (4 * width, width) };
        let laid = self.work.laid(2 * rows, columns);
        for (way, cell) in run.cells.into_iter().enumerate() {
            let to = laid.span.part(way * rows * laid.width, rows * laid.width);
            self.lay_out(self.weights.get(cell.hidden), [4 * width, width], width, (to, laid.width), forward);
        }
        laid
    }
}

impl Run {
    fn needs(&self) -> BlockNeeds {
        BlockNeeds {
            kernel: RecurrentKernel::BiLstm,
            examples: self.rows,
            hidden: self.width,
            columns: 4 * self.width,
            shared: (6 * self.width, 0),
            places: [0, 0],
        }
    }

    fn backward(
        self,
        back: &mut Backward<'_>,
        laid: PaddedWeights,
        d_states: [Option<Span>; 2],
        d_last: [Option<Span>; 2],
    ) {
        let Self { x, cells, lengths, gates, before, after, rows, steps, width, input } = self;
        let all = steps * rows;
        let blocks = back.work.blocks("bilstm_backward", self.needs());
        let args = [
            laid.into(),
            Arg::Span(lengths, rows),
            Arg::Span(gates, 2 * all * 4 * width),
            Arg::Span(after, 2 * all * width),
            Arg::Maybe(d_states[0], all * width),
            Arg::Maybe(d_last[0], rows * width),
            Arg::Maybe(d_states[1], all * width),
            Arg::Maybe(d_last[1], rows * width),
            Arg::Int(rows),
            Arg::Int(steps),
        ];
        back.work.launch_recurrence("bilstm_backward", blocks, 2, &args);
        let numbers = Matrix::of(back.value(x), input);
        for (way, cell) in cells.into_iter().enumerate() {
            let d_gates = gates.part(way * all * 4 * width, all * 4 * width);
            let before = Matrix::of(before.part(way * all * width, all * width), width);
            let d = Matrix::of(d_gates, 4 * width);
            let [d_input, d_hidden] = [cell.input, cell.hidden].map(|id| back.of_param(id));
            let [one, other] = cell.biases.map(|id| back.of_param(id));
            back.work.matmul(
                (4 * width, input, all),
                d.transposed(),
                numbers,
                (d_input, input),
                WriteMode::Add,
            );
            back.work.matmul(
                (4 * width, width, all),
                d.transposed(),
                before,
                (d_hidden, width),
                WriteMode::Add,
            );
            back.work.add_column_sums(d_gates, (all, 4 * width), one, Some(other));
            let weight = Matrix::of(back.weights.get(cell.input), input);
            let (d_x, mode) = back.add_to(x);
            back.work.matmul((all, input, 4 * width), d, weight, (d_x, input), mode);
        }
    }
}
