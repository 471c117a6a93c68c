//! Operations on the numbers of two values, or of many pieces of one.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::Into;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;

impl Tape<'_> {
    pub(super) fn add(&mut self, one: Var, other: Var) -> Var {
        let (a, b) = (self.span(one), self.span(other));
        let len = a.len;
        let sum = self.work.room(len);
        let [a, b, to] = [a, b, sum].map(|span| Arg::Span(span, len));
        self.work.each("sum_of_two", len, &[a, b, to, Arg::Long(len as u64)]);
        let out = self.keep(sum);
        self.on_the_way_back(move |back| {
            let Some(d) = back.take(out) else { return };
            for of in [one, other] {
                let (sum, into) = back.add_to(of);
                back.work.copy(d, sum, len, into);
            }
        });
        out
    }

    pub(super) fn mul(&mut self, one: Var, other: Var) -> Var {
        let (a, b) = (self.span(one), self.span(other));
        let len = a.len;
        let to = self.work.room(len);
        self.work.multiply([a, b], to, len, Into::Set);
        let out = self.keep(to);
        self.on_the_way_back(move |back| {
            let Some(d) = back.take(out) else { return };
            for (of, with) in [(one, b), (other, a)] {
                let (sum, into) = back.add_to(of);
                back.work.multiply([d, with], sum, len, into);
            }
        });
        out
    }

    pub(super) fn sum_pieces(&mut self, x: Var, len: usize) -> Var {
        let from = self.span(x);
        let pieces = from.len / len.max(1);
        // Few long pieces: a thread for each sum. Many short ones: sums of columns.
        let sum = if pieces <= 64 || len > 4096 {
            let sum = self.work.room(len);
            let args =
                [Arg::Span(from, len * pieces), Arg::Span(sum, len), Arg::Long(len as u64), Arg::Int(pieces)];
            self.work.each("sum_pieces", len, &args);
            sum
        } else {
            let sum = self.work.zeros(len);
            self.work.add_column_sums(from, (pieces, len), sum, None);
            sum
        };
        let out = self.keep(sum);
        self.on_the_way_back(move |back| {
            let Some(d) = back.take(out) else { return };
            // What is left over after the last piece has no gradient.
            let d_x = back.add_to_zeros(x);
            let args = [
                Arg::Span(d, len),
                Arg::Span(d_x, len * pieces),
                Arg::Long(len as u64),
                Arg::Int(pieces),
                Arg::Int(1),
            ];
            back.work.each("spread_pieces", len * pieces, &args);
        });
        out
    }
}

impl Work<'_> {
    /// The products of the numbers of two.
    fn multiply(&mut self, [one, other]: [Span; 2], to: Span, len: usize, into: Into) {
        let [one, other, to] = [one, other, to].map(|span| Arg::Span(span, len));
        self.each("product_of_two", len, &[one, other, to, Arg::Long(len as u64), into.into()]);
    }
}
