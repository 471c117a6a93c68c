//! The loss.

use crate::cuda::driver::Arg;
use crate::cuda::error::Error;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};

/// The label of rows that do not count.
const NOTHING: u32 = u32::MAX;

impl Tape<'_> {
    pub(super) fn cross_entropy(&mut self, logits: Var, labels: &[Option<u32>], scale: f32) -> Var {
        let rows = labels.len();
        let values = self.span(logits);
        let width = values.len / rows.max(1);
        if let Some(number) = labels.iter().copied().flatten().find(|&label| label as usize >= width) {
            self.work.fail(Error::Range { what: "label", number, count: width });
        }
        let labels: Vec<u32> = labels.iter().map(|label| label.unwrap_or(NOTHING)).collect();
        let labels = self.work.upload(&labels);
        let (len, blocks) = (rows * width, rows.div_ceil(8));
        let own = self.work.alloc(len);
        // In double precision.
        let parts = self.work.alloc(2 * blocks);
        let loss = self.work.alloc(1);
        let args = [
            Arg::Span(values, len),
            Arg::Span(labels, rows),
            Arg::Span(own, len),
            Arg::Span(parts, 2 * blocks),
            Arg::Int(rows),
            Arg::Int(width),
        ];
        self.work.launch((Program::Simple, "cross_entropy"), [blocks, 1], [256, 1], 0, &args);
        let args = [Arg::Span(parts, 2 * blocks), Arg::Int(blocks), Arg::Float(scale), Arg::Span(loss, 1)];
        self.work.launch((Program::Simple, "sum_of_losses"), [1, 1], [256, 1], 0, &args);
        let out = self.keep(loss);
        self.on_backward(move |back| {
            let Some(d_loss) = back.take(out) else { return };
            let (d_logits, mode) = back.add_to(logits);
            let args = [
                Arg::Span(own, len),
                Arg::Span(d_loss, 1),
                Arg::Float(scale),
                Arg::Span(d_logits, len),
                Arg::Long(len as u64),
                mode.into(),
            ];
            back.work.launch_elementwise("cross_entropy_backward", len, &args);
        });
        out
    }
}
