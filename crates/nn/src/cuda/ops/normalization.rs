//! Softmax, layer normalisation and the like: operations that rescale rows.

use std::sync::Arc;

use crate::cuda::driver::Arg;
use crate::cuda::error::Error;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;
use crate::graph::NO_ROW;
use crate::params::ParamId;

impl Tape<'_> {
    pub(super) fn softmax(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        let from = self.span(x);
        let (len, rows) = (from.len, from.len / width.max(1));
        let mask = self.mask("softmax", mask, len);
        let to = self.work.alloc(len);
        let args = [Arg::Span(from, len), mask, Arg::Span(to, len), Arg::Int(rows), Arg::Int(width)];
        self.work.launch_rows("softmax_forward", rows, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            let [weights, d_out, d_x] = [to, d_out, d_x].map(|span| Arg::Span(span, len));
            let args = [weights, d_out, d_x, Arg::Int(rows), Arg::Int(width), mode.into()];
            back.work.launch_rows("softmax_backward", rows, &args);
        });
        out
    }

    pub(super) fn max(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        let from = self.span(x);
        let (len, rows) = (from.len, from.len / width.max(1));
        if len > NO_ROW as usize {
            self.work.fail(Error::TooLarge("max"));
        }
        let mask = self.mask("max", mask, len);
        let [places, to] = [(); 2].map(|()| self.work.alloc(rows));
        let args = [
            Arg::Span(from, len),
            mask,
            Arg::Span(places, rows),
            Arg::Span(to, rows),
            Arg::Int(rows),
            Arg::Int(width),
        ];
        self.work.launch_rows("max_forward", rows, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            // All of it is cleared, because the host does not know which places the kernel writes.
            let d_x = back.add_to_zeros(x);
            let args = [Arg::Span(places, rows), Arg::Span(d_out, rows), Arg::Span(d_x, len), Arg::Int(rows)];
            back.work.launch_elementwise("max_backward", rows, &args);
        });
        out
    }

    /// A mask of `needed` entries as an argument.
    fn mask(&mut self, kernel: &'static str, mask: Option<Arc<[bool]>>, needed: usize) -> Arg {
        if let Some(found) = mask.as_ref().map(|mask| mask.len()).filter(|found| *found < needed) {
            self.work.fail(Error::Size { kernel, needed, found });
        }
        Arg::Maybe(mask.map(|mask| self.work.upload_mask(&mask)), needed.div_ceil(32))
    }

    pub(super) fn layer_norm(&mut self, x: Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Var {
        self.norm(x, gain, Some(bias), epsilon)
    }

    pub(super) fn rms_norm(&mut self, x: Var, gain: ParamId, epsilon: f32) -> Var {
        self.norm(x, gain, None, epsilon)
    }

    /// Layer normalisation with a bias; root-mean-square normalisation without.
    fn norm(&mut self, x: Var, gain: ParamId, bias: Option<ParamId>, epsilon: f32) -> Var {
        let (from, gains) = (self.span(x), self.weights.get(gain));
        let (len, width) = (from.len, gains.len);
        let rows = len / width.max(1);
        let [kept, to] = [(); 2].map(|()| self.work.alloc(len));
        let factors = self.work.alloc(rows);
        let args = [
            Arg::Span(from, len),
            Arg::Span(gains, width),
            Arg::Maybe(bias.map(|bias| self.weights.get(bias)), width),
            Arg::Span(kept, len),
            Arg::Span(factors, rows),
            Arg::Span(to, len),
            Arg::Int(rows),
            Arg::Int(width),
            Arg::Float(epsilon),
        ];
        self.work.launch_rows("norm_forward", rows, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            let args = [
                Arg::Span(kept, len),
                Arg::Span(factors, rows),
                Arg::Span(gains, width),
                Arg::Span(d_out, len),
                Arg::Span(d_x, len),
                Arg::Int(rows),
                Arg::Int(width),
                Arg::Int(usize::from(bias.is_some())),
                mode.into(),
            ];
            back.work.launch_rows("norm_backward", rows, &args);
            let d_gain = back.of_param(gain);
            back.work.add_column_products([d_out, kept], (rows, width), d_gain);
            if let Some(bias) = bias {
                let d_bias = back.of_param(bias);
                back.work.add_column_sums(d_out, (rows, width), d_bias, None);
            }
        });
        out
    }

    pub(super) fn normalize(&mut self, x: Var, width: usize) -> Var {
        let from = self.span(x);
        let (len, rows) = (from.len, from.len / width.max(1));
        let (lengths, to) = (self.work.alloc(rows), self.work.alloc(len));
        let args = [
            Arg::Span(from, len),
            Arg::Span(lengths, rows),
            Arg::Span(to, len),
            Arg::Int(rows),
            Arg::Int(width),
        ];
        self.work.launch_rows("normalize_forward", rows, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            let args = [
                Arg::Span(to, len),
                Arg::Span(lengths, rows),
                Arg::Span(d_out, len),
                Arg::Span(d_x, len),
                Arg::Int(rows),
                Arg::Int(width),
                mode.into(),
            ];
            back.work.launch_rows("normalize_backward", rows, &args);
        });
        out
    }
}

impl Work<'_> {
    /// Starts a kernel with a warp for each row.
    fn launch_rows(&mut self, name: &'static str, rows: usize, args: &[Arg]) {
        self.launch((Program::Simple, name), [rows.div_ceil(8), 1], [256, 1], 0, args);
    }
}
