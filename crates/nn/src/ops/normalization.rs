//! Softmax, layer normalisation and the like: operations that rescale rows.

use std::sync::Arc;

use crate::cpu::math::{exp, simd};
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn softmax(&mut self, x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var {
        let mut out = self.get(x).to_vec();
        if let Some(mask) = mask {
            let hidden = out.iter_mut().zip(mask.iter()).filter(|(_, counts)| !**counts);
            hidden.for_each(|(value, _)| *value = f32::NEG_INFINITY);
        }
        simd(|| out.chunks_exact_mut(width).for_each(softmax_row));
        let out = self.push(out);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let weights = back.value(out).to_vec();
            let (_, d_x) = back.add_to(x);
            simd(|| {
                let rows = weights.chunks_exact(width).zip(d_out.chunks_exact(width));
                for ((weights, d), sums) in rows.zip(d_x.chunks_exact_mut(width)) {
                    let mean: f32 = weights.iter().zip(d).map(|(weight, d)| weight * d).sum();
                    for ((sum, weight), d) in sums.iter_mut().zip(weights).zip(d) {
                        *sum += weight * (d - mean);
                    }
                }
            });
        });
        out
    }

    pub(super) fn layer_norm(&mut self, x: Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Var {
        self.norm(x, gain, Some(bias), epsilon)
    }

    pub(super) fn rms_norm(&mut self, x: Var, gain: ParamId, epsilon: f32) -> Var {
        self.norm(x, gain, None, epsilon)
    }

    /// Layer normalisation with a bias; root-mean-square normalisation without.
    fn norm(&mut self, x: Var, gain: ParamId, bias: Option<ParamId>, epsilon: f32) -> Var {
        let gains = self.params.get(gain);
        let width = gains.len();
        let mut scaled = self.get(x).to_vec();
        let mut factors = Vec::with_capacity(scaled.len() / width.max(1));
        for row in scaled.chunks_exact_mut(width) {
            if bias.is_some() {
                let mean = row.iter().sum::<f32>() / width as f32;
                row.iter_mut().for_each(|value| *value -= mean);
            }
            let square = row.iter().map(|value| value * value).sum::<f32>() / width as f32;
            let factor = 1.0 / (square + epsilon).sqrt();
            row.iter_mut().for_each(|value| *value *= factor);
            factors.push(factor);
        }
        let shifts = bias.map(|bias| self.params.get(bias));
        let mut out = scaled.clone();
        for row in out.chunks_exact_mut(width) {
            row.iter_mut().zip(gains).for_each(|(value, gain)| *value *= gain);
            if let Some(shifts) = shifts {
                row.iter_mut().zip(shifts).for_each(|(value, shift)| *value += shift);
            }
        }
        let out = self.push(out);
        self.on_backward(move |back| {
            let mut d_out = back.take(out);
            if let Some(bias) = bias {
                let d_bias = back.add_to_param(bias);
                for d in d_out.chunks_exact(width) {
                    d_bias.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
                }
            }
            let d_gain = back.add_to_param(gain);
            for (d, scaled) in d_out.chunks_exact(width).zip(scaled.chunks_exact(width)) {
                d_gain.iter_mut().zip(d).zip(scaled).for_each(|((sum, d), scaled)| *sum += d * scaled);
            }
            let gains = back.params.get(gain);
            let (_, d_x) = back.add_to(x);
            let rows = d_out.chunks_exact_mut(width).zip(scaled.chunks_exact(width)).zip(factors);
            for (((d, scaled), factor), sums) in rows.zip(d_x.chunks_exact_mut(width)) {
                d.iter_mut().zip(gains).for_each(|(d, gain)| *d *= gain);
                let along = d.iter().zip(scaled).map(|(d, scaled)| d * scaled).sum::<f32>() / width as f32;
                let mean = if bias.is_some() { d.iter().sum::<f32>() / width as f32 } else { 0.0 };
                for ((sum, d), scaled) in sums.iter_mut().zip(d).zip(scaled) {
                    *sum += factor * (*d - mean - scaled * along);
                }
            }
        });
        out
    }

    pub(super) fn normalize(&mut self, x: Var, width: usize) -> Var {
        let mut out = self.get(x).to_vec();
        for row in out.chunks_exact_mut(width) {
            let length = length(row);
            row.iter_mut().for_each(|value| *value /= length);
        }
        let out = self.push(out);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let units = back.value(out).to_vec();
            let (x, d_x) = back.add_to(x);
            let rows = d_out.chunks_exact(width).zip(units.chunks_exact(width)).zip(x.chunks_exact(width));
            for (((d, unit), x), sums) in rows.zip(d_x.chunks_exact_mut(width)) {
                let factor = 1.0 / length(x);
                let along: f32 = d.iter().zip(unit).map(|(d, unit)| d * unit).sum();
                for ((sum, d), unit) in sums.iter_mut().zip(d).zip(unit) {
                    *sum += factor * (d - unit * along);
                }
            }
        });
        out
    }
}

fn length(row: &[f32]) -> f32 {
    row.iter().map(|value| value * value).sum::<f32>().sqrt()
}

/// Minus infinity gets no weight, and a row that has nothing else becomes zeros.
#[inline(always)]
pub(super) fn softmax_row(row: &mut [f32]) {
    let most = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if most == f32::NEG_INFINITY {
        row.fill(0.0);
        return;
    }
    let mut sum = 0.0;
    for value in row.iter_mut() {
        *value = if *value == f32::NEG_INFINITY { 0.0 } else { exp(*value - most) };
        sum += *value;
    }
    row.iter_mut().for_each(|value| *value /= sum);
}
