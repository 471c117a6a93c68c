//! Sums and products of values, and the sum of rows.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::WriteMode;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;

impl Tape<'_> {
    pub(super) fn add(&mut self, one: Var, other: Var) -> Var {
        let (a, b) = (self.span(one), self.span(other));
        let len = a.len;
        let sum = self.work.alloc(len);
        let [a, b, to] = [a, b, sum].map(|span| Arg::Span(span, len));
        self.work.launch_elementwise("add_forward", len, &[a, b, to, Arg::Long(len as u64)]);
        let out = self.keep(sum);
        self.on_backward(move |back| {
            let Some(d) = back.take(out) else { return };
            for of in [one, other] {
                let (sum, mode) = back.add_to(of);
                back.work.copy(d, sum, len, mode);
            }
        });
        out
    }

    pub(super) fn mul(&mut self, one: Var, other: Var) -> Var {
        let (a, b) = (self.span(one), self.span(other));
        let len = a.len;
        let to = self.work.alloc(len);
        self.work.multiply([a, b], to, len, WriteMode::Set);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d) = back.take(out) else { return };
            for (of, with) in [(one, b), (other, a)] {
                let (sum, mode) = back.add_to(of);
                back.work.multiply([d, with], sum, len, mode);
            }
        });
        out
    }

    pub(super) fn sum_rows(&mut self, x: Var, len: usize) -> Var {
        let from = self.span(x);
        let pieces = from.len / len.max(1);
        // Few long rows: a thread for each column. Many short ones: sums in two levels.
        let sum = if pieces <= 64 || len > 4096 {
            let sum = self.work.alloc(len);
            let args =
                [Arg::Span(from, len * pieces), Arg::Span(sum, len), Arg::Long(len as u64), Arg::Int(pieces)];
            self.work.launch_elementwise("sum_rows", len, &args);
            sum
        } else {
            let sum = self.work.zeros(len);
            self.work.add_column_sums(from, (pieces, len), sum, None);
            sum
        };
        let out = self.keep(sum);
        self.on_backward(move |back| {
            let Some(d) = back.take(out) else { return };
            // What is left over after the last whole row has no gradient.
            let d_x = back.add_to_zeros(x);
            let args = [
                Arg::Span(d, len),
                Arg::Span(d_x, len * pieces),
                Arg::Long(len as u64),
                Arg::Int(pieces),
                Arg::Int(1),
            ];
            back.work.launch_elementwise("sum_rows_backward", len * pieces, &args);
        });
        out
    }
}

impl Work<'_> {
    fn multiply(&mut self, [one, other]: [Span; 2], to: Span, len: usize, mode: WriteMode) {
        let [one, other, to] = [one, other, to].map(|span| Arg::Span(span, len));
        self.launch_elementwise("mul_forward", len, &[one, other, to, Arg::Long(len as u64), mode.into()]);
    }
}
