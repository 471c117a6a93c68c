//! Functions of each number.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::Into;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;
use crate::params::ParamId;

/// What a function's gradient is computed from.
#[derive(Clone, Copy)]
enum Keeps {
    /// The number it was given.
    Number,
    /// The number it gave.
    Result,
}

/// The most blocks among which a sum over all numbers is shared.
const SHARES: usize = 256;

impl Tape<'_> {
    pub(super) fn tanh(&mut self, x: Var) -> Var {
        self.function(x, "tanh_forth", "tanh_back", Keeps::Result)
    }

    pub(super) fn relu(&mut self, x: Var) -> Var {
        self.function(x, "relu_forth", "relu_back", Keeps::Number)
    }

    pub(super) fn sigmoid(&mut self, x: Var) -> Var {
        self.function(x, "sigmoid_forth", "sigmoid_back", Keeps::Result)
    }

    pub(super) fn gelu(&mut self, x: Var) -> Var {
        self.function(x, "gelu_forth", "gelu_back", Keeps::Number)
    }

    fn function(&mut self, x: Var, forth: &'static str, back: &'static str, keeps: Keeps) -> Var {
        let from = self.span(x);
        let len = from.len;
        let to = self.work.room(len);
        self.work.each(forth, len, &[Arg::Span(from, len), Arg::Span(to, len), Arg::Long(len as u64)]);
        let kept = match keeps {
            Keeps::Number => from,
            Keeps::Result => to,
        };
        let out = self.keep(to);
        self.on_the_way_back(move |tape| {
            let Some(d_out) = tape.take(out) else { return };
            let (d_x, into) = tape.add_to(x);
            let [kept, d_out, d_x] = [kept, d_out, d_x].map(|span| Arg::Span(span, len));
            tape.work.each(back, len, &[kept, d_out, d_x, Arg::Long(len as u64), into.into()]);
        });
        out
    }

    pub(super) fn scale(&mut self, x: Var, factor: f32) -> Var {
        let from = self.span(x);
        let to = self.work.room(from.len);
        self.work.scale(from, to, factor, Into::Set);
        let out = self.keep(to);
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, into) = back.add_to(x);
            back.work.scale(d_out, d_x, factor, into);
        });
        out
    }

    pub(super) fn prelu(&mut self, x: Var, slope: ParamId) -> Var {
        let (from, factor) = (self.span(x), self.weights.get(slope));
        let len = from.len;
        let to = self.work.room(len);
        let args = [Arg::Span(from, len), Arg::Span(factor, 1), Arg::Span(to, len), Arg::Long(len as u64)];
        self.work.each("prelu_forth", len, &args);
        let out = self.keep(to);
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, into) = back.add_to(x);
            let per_share = len.div_ceil(SHARES).max(1024);
            let shares = len.div_ceil(per_share);
            let parts = back.work.room(shares);
            let args = [
                Arg::Span(from, len),
                Arg::Span(factor, 1),
                Arg::Span(d_out, len),
                Arg::Span(d_x, len),
                Arg::Span(parts, shares),
                Arg::Long(len as u64),
                Arg::Long(per_share as u64),
                into.into(),
            ];
            back.work.launch((Program::Simple, "prelu_back"), [shares, 1], [256, 1], 0, &args);
            let d_slope = back.of_param(slope);
            back.work.add_column_sums(parts, (shares, 1), d_slope, None);
        });
        out
    }
}

impl Work<'_> {
    /// All numbers times one.
    fn scale(&mut self, from: Span, to: Span, factor: f32, into: Into) {
        let len = from.len;
        let args = [
            Arg::Span(from, len),
            Arg::Span(to, len),
            Arg::Long(len as u64),
            Arg::Float(factor),
            into.into(),
        ];
        self.each("scaled", len, &args);
    }
}
