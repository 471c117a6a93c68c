//! Functions of each number alone.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;
use crate::params::ParamId;

/// What is saved to compute a function's gradient.
#[derive(Clone, Copy)]
enum Saved {
    /// The function's argument.
    Input,
    /// The function's result.
    Output,
}

/// The most blocks that share a sum over all numbers.
const SHARES: usize = 256;

impl Tape<'_> {
    pub(super) fn tanh(&mut self, x: Var) -> Var {
        self.pointwise(x, "tanh_forward", "tanh_backward", Saved::Output)
    }

    pub(super) fn relu(&mut self, x: Var) -> Var {
        self.pointwise(x, "relu_forward", "relu_backward", Saved::Input)
    }

    pub(super) fn sigmoid(&mut self, x: Var) -> Var {
        self.pointwise(x, "sigmoid_forward", "sigmoid_backward", Saved::Output)
    }

    pub(super) fn gelu(&mut self, x: Var) -> Var {
        self.pointwise(x, "gelu_forward", "gelu_backward", Saved::Input)
    }

    fn pointwise(&mut self, x: Var, forward: &'static str, back: &'static str, saved: Saved) -> Var {
        let from = self.span(x);
        let len = from.len;
        let to = self.work.alloc(len);
        self.work.launch_elementwise(
            forward,
            len,
            &[Arg::Span(from, len), Arg::Span(to, len), Arg::Long(len as u64)],
        );
        let kept = match saved {
            Saved::Input => from,
            Saved::Output => to,
        };
        let out = self.keep(to);
        self.on_backward(move |tape| {
            let Some(d_out) = tape.take(out) else { return };
            let (d_x, mode) = tape.add_to(x);
            let [kept, d_out, d_x] = [kept, d_out, d_x].map(|span| Arg::Span(span, len));
            tape.work.launch_elementwise(back, len, &[kept, d_out, d_x, Arg::Long(len as u64), mode.into()]);
        });
        out
    }

    pub(super) fn scale(&mut self, x: Var, factor: f32) -> Var {
        let from = self.span(x);
        let to = self.work.alloc(from.len);
        self.work.scale(from, to, factor, WriteMode::Set);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            back.work.scale(d_out, d_x, factor, mode);
        });
        out
    }

    pub(super) fn prelu(&mut self, x: Var, slope: ParamId) -> Var {
        let (from, factor) = (self.span(x), self.weights.get(slope));
        let len = from.len;
        let to = self.work.alloc(len);
        let args = [Arg::Span(from, len), Arg::Span(factor, 1), Arg::Span(to, len), Arg::Long(len as u64)];
        self.work.launch_elementwise("prelu_forward", len, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            let per_share = len.div_ceil(SHARES).max(1024);
            let shares = len.div_ceil(per_share);
            let parts = back.work.alloc(shares);
            let args = [
                Arg::Span(from, len),
                Arg::Span(factor, 1),
                Arg::Span(d_out, len),
                Arg::Span(d_x, len),
                Arg::Span(parts, shares),
                Arg::Long(len as u64),
                Arg::Long(per_share as u64),
                mode.into(),
            ];
            back.work.launch((Program::Simple, "prelu_backward"), [shares, 1], [256, 1], 0, &args);
            let d_slope = back.of_param(slope);
            back.work.add_column_sums(parts, (shares, 1), d_slope, None);
        });
        out
    }
}

impl Work<'_> {
    fn scale(&mut self, from: Span, to: Span, factor: f32, mode: WriteMode) {
        let len = from.len;
        let args = [
            Arg::Span(from, len),
            Arg::Span(to, len),
            Arg::Long(len as u64),
            Arg::Float(factor),
            mode.into(),
        ];
        self.launch_elementwise("scale_forward", len, &args);
    }
}
