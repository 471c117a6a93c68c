//! Dropout, by the same hash of places as on the CPU.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::WriteMode;
use crate::cuda::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn dropout(&mut self, x: Var, probability: f32) -> Var {
        let Some(key) = self.draw().filter(|_| probability > 0.0) else { return x };
        // The probability of being dropped, times 2^24.
        let dropped = (probability * (1 << 24) as f32) as u64;
        let scale = 1.0 / (1.0 - probability);
        let from = self.span(x);
        let len = from.len;
        let args = move |from: Span, to: Span, mode: WriteMode| {
            [
                Arg::Span(from, len),
                Arg::Span(to, len),
                Arg::Long(len as u64),
                Arg::Long(key),
                Arg::Long(dropped),
                Arg::Float(scale),
                mode.into(),
            ]
        };
        let to = self.work.alloc(len);
        self.work.launch_elementwise("dropout", len, &args(from, to, WriteMode::Set));
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, mode) = back.add_to(x);
            back.work.launch_elementwise("dropout", len, &args(d_out, d_x, mode));
        });
        out
    }
}
