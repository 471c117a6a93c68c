//! The loss.

use crate::cpu::math::{exp, simd};
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn cross_entropy(&mut self, logits: Var, labels: &[Option<u32>], scale: f32) -> Var {
        let rows = labels.len();
        let width = self.get(logits).len() / rows.max(1);
        let mut probabilities = self.get(logits).to_vec();
        let mut loss = 0.0f64;
        simd(|| {
            for (row, label) in probabilities.chunks_exact_mut(width).zip(labels) {
                let Some(label) = label else {
                    row.fill(0.0);
                    continue;
                };
                let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let own = row[*label as usize];
                let mut sum = 0.0;
                for value in row.iter_mut() {
                    *value = exp(*value - most);
                    sum += *value;
                }
                loss += f64::from(sum.ln() + most - own);
                row.iter_mut().for_each(|value| *value /= sum);
                row[*label as usize] -= 1.0;
            }
        });
        let out = self.push(vec![loss as f32 * scale]);
        // What is left in the rows is the gradient of the logits.
        let d_logits = probabilities;
        self.on_backward(move |back| {
            let d = back.take(out)[0] * scale;
            let (_, sum) = back.add_to(logits);
            sum.iter_mut().zip(d_logits).for_each(|(sum, own)| *sum += d * own);
        });
        out
    }
}
