//! Sequences read in both directions.

use super::recurrence::{Laid, Needs};
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::Into;
use crate::cuda::programs::Part;
use crate::cuda::tape::{Back, Tape, Var};
use crate::graph::BothWays;
use crate::params::CellParams;

/// What a run over both directions leaves behind.
#[derive(Clone, Copy)]
struct Run {
    x: Var,
    cells: [CellParams; 2],
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
    pub(super) fn read_both_ways(
        &mut self,
        x: Var,
        lengths: Vec<u32>,
        forward: CellParams,
        backward: CellParams,
    ) -> BothWays<Var> {
        let cells = [forward, backward];
        let width = self.weights.get(forward.biases[0]).len / 4;
        let (rows, input) = (lengths.len(), self.weights.get(forward.input).len / (4 * width).max(1));
        let steps = self.span(x).len / (rows * input).max(1);
        if let Some(&number) = lengths.iter().find(|&&length| length as usize > steps) {
            self.work.fail(Error::Range { what: "step", number, count: steps });
        }
        let all = steps * rows;
        let gates = self.work.room(2 * all * 4 * width);
        let numbers = Matrix::of(self.span(x), input);
        for (way, cell) in cells.into_iter().enumerate() {
            let own = gates.part(way * all * 4 * width, all * 4 * width);
            self.bias_rows(cell.biases.map(Some), own, (all, 4 * width));
            let weight = Matrix::of(self.weights.get(cell.input), input).transposed();
            self.work.product((all, 4 * width, input), numbers, weight, (own, 4 * width), Into::Add);
        }
        let [before, after] = [(); 2].map(|()| self.work.room(2 * all * width));
        let lengths = self.work.upload(&lengths);
        let run = Run { x, cells, lengths, gates, before, after, rows, steps, width, input };
        let size = (all + rows) * width;
        let out = self.work.zeros(2 * size);
        let laid = self.lay_out_states(&run, true);
        let blocks = self.work.blocks("read_forth", run.needs());
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
        self.work.recur("read_forth", blocks, 2, &args);
        let states = [0, 1].map(|way| self.keep(out.part(way * size, all * width)));
        let last = [0, 1].map(|way| self.keep(out.part(way * size + all * width, rows * width)));
        let back_laid = self.lay_out_states(&run, false);
        self.on_the_way_back(move |back| {
            let d_states = states.map(|way| back.take(way));
            let d_last = last.map(|way| back.take(way));
            if d_states.iter().chain(&d_last).any(Option::is_some) {
                run.back(back, back_laid, d_states, d_last);
            }
        });
        BothWays { states, last }
    }

    /// The weights from the state before, of both directions, as blocks read them forth or back.
    fn lay_out_states(&mut self, run: &Run, forth: bool) -> Laid {
        let width = run.width;
        let (rows, columns) = if forth { (width, 4 * width) } else { (4 * width, width) };
        let laid = self.work.laid(2 * rows, columns);
        for (way, cell) in run.cells.into_iter().enumerate() {
            let to = laid.span.part(way * rows * laid.width, rows * laid.width);
            self.lay_out(self.weights.get(cell.hidden), [4 * width, width], width, (to, laid.width), forth);
        }
        laid
    }
}

impl Run {
    fn needs(&self) -> Needs {
        Needs {
            part: Part::Sequence,
            examples: self.rows,
            hidden: self.width,
            columns: 4 * self.width,
            shared: (6 * self.width, 0),
            places: [0, 0],
        }
    }

    fn back(self, back: &mut Back<'_>, laid: Laid, d_states: [Option<Span>; 2], d_last: [Option<Span>; 2]) {
        let Self { x, cells, lengths, gates, before, after, rows, steps, width, input } = self;
        let all = steps * rows;
        let blocks = back.work.blocks("read_back", self.needs());
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
        back.work.recur("read_back", blocks, 2, &args);
        let numbers = Matrix::of(back.value(x), input);
        for (way, cell) in cells.into_iter().enumerate() {
            let d_gates = gates.part(way * all * 4 * width, all * 4 * width);
            let before = Matrix::of(before.part(way * all * width, all * width), width);
            let d = Matrix::of(d_gates, 4 * width);
            let [d_input, d_hidden] = [cell.input, cell.hidden].map(|id| back.of_param(id));
            let [one, other] = cell.biases.map(|id| back.of_param(id));
            back.work.product((4 * width, input, all), d.transposed(), numbers, (d_input, input), Into::Add);
            back.work.product((4 * width, width, all), d.transposed(), before, (d_hidden, width), Into::Add);
            back.work.add_column_sums(d_gates, (all, 4 * width), one, Some(other));
            let weight = Matrix::of(back.weights.get(cell.input), input);
            let (d_x, into) = back.add_to(x);
            back.work.product((all, input, 4 * width), d, weight, (d_x, input), into);
        }
    }
}
