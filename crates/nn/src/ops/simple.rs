//! Operations that treat every row, or every number, alike.

use std::borrow::Cow;
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use crate::cpu::math::{self, simd};
use crate::cpu::matrix::{Into, Matrix, add_column_sums, product};
use crate::params::ParamId;
use crate::tape::{Tape, Var, mix};

impl<'p> Tape<'p> {
    pub(super) fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var {
        let width = self.params.slot(table).shape[1];
        let numbers = self.params.get(table);
        let mut out = Vec::with_capacity(ids.len() * width);
        for &id in &ids {
            out.extend_from_slice(&numbers[id as usize * width..][..width]);
        }
        let out = self.push(out);
        self.on_the_way_back(move |back| {
            let d_out = back.take(out);
            let d_table = back.add_to_param(table);
            for (&id, d) in ids.iter().zip(d_out.chunks_exact(width)) {
                if Some(id) != padding {
                    let row = &mut d_table[id as usize * width..][..width];
                    row.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
                }
            }
        });
        out
    }

    pub(super) fn linear_of(&mut self, parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var {
        let &[wide, width] = &self.params.slot(weight).shape[..] else { panic!("a weight is a matrix") };
        let rows = parts.iter().map(|&part| self.get(part).len()).sum::<usize>() / width;
        let widths: Vec<usize> = parts.iter().map(|&part| self.get(part).len() / rows.max(1)).collect();
        let mut out = match bias {
            Some(bias) => self.params.get(bias).repeat(rows),
            None => vec![0.0; rows * wide],
        };
        let mut column = 0;
        for (&part, &own) in parts.iter().zip(&widths) {
            let weight = Matrix::of(self.params.get(weight), width).columns_from(column).transposed();
            product((rows, wide, own), Matrix::of(self.get(part), own), weight, &mut out, wide, Into::Add);
            column += own;
        }
        let out = self.push(out);
        let parts = parts.to_vec();
        self.on_the_way_back(move |back| {
            let d_out = back.take(out);
            let numbers = back.params.get(weight);
            let mut column = 0;
            for (&part, &own) in parts.iter().zip(&widths) {
                let weights = Matrix::of(numbers, width).columns_from(column);
                let (_, d_part) = back.add_to(part);
                product((rows, own, wide), Matrix::of(&d_out, wide), weights, d_part, own, Into::Add);
                let (x, d_weight) = back.value_and_param(part, weight);
                let d = Matrix::of(&d_out, wide).transposed();
                product((wide, own, rows), d, Matrix::of(x, own), &mut d_weight[column..], width, Into::Add);
                column += own;
            }
            if let Some(bias) = bias {
                add_column_sums(&d_out, back.add_to_param(bias));
            }
        });
        out
    }

    pub(super) fn tanh(&mut self, x: Var) -> Var {
        self.each(x, math::tanh, |_, y, d| d * (1.0 - y * y))
    }

    pub(super) fn relu(&mut self, x: Var) -> Var {
        self.each(x, |x| x.max(0.0), |x, _, d| if x > 0.0 { d } else { 0.0 })
    }

    pub(super) fn sigmoid(&mut self, x: Var) -> Var {
        self.each(x, math::sigmoid, |_, y, d| d * y * (1.0 - y))
    }

    pub(super) fn scale(&mut self, x: Var, factor: f32) -> Var {
        self.each(x, move |x| x * factor, move |_, _, d| d * factor)
    }

    pub(super) fn gelu(&mut self, x: Var) -> Var {
        let density = |x: f32| math::exp(-0.5 * x * x) * (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2);
        let below = |x: f32| 0.5 * (1.0 + math::erf(x * FRAC_1_SQRT_2));
        self.each(x, move |x| x * below(x), move |x, _, d| d * (below(x) + x * density(x)))
    }

    pub(super) fn prelu(&mut self, x: Var, slope: ParamId) -> Var {
        let factor = self.params.get(slope)[0];
        let out = self.get(x).iter().map(|&x| if x >= 0.0 { x } else { factor * x }).collect();
        let out = self.push(out);
        self.on_the_way_back(move |back| {
            let d_out = back.take(out);
            let (values, d_x) = back.add_to(x);
            let mut d_slope = 0.0;
            for ((&x, d), sum) in values.iter().zip(d_out).zip(d_x) {
                if x >= 0.0 {
                    *sum += d;
                } else {
                    *sum += factor * d;
                    d_slope += x * d;
                }
            }
            back.add_to_param(slope)[0] += d_slope;
        });
        out
    }

    /// A function of each number; `back` is given number, result and the result's gradient.
    fn each(
        &mut self,
        x: Var,
        forth: impl Fn(f32) -> f32,
        back: impl Fn(f32, f32, f32) -> f32 + Send + 'p,
    ) -> Var {
        let mut out = self.get(x).to_vec();
        simd(|| out.iter_mut().for_each(|x| *x = forth(*x)));
        let out = self.push(out);
        self.on_the_way_back(move |tape| {
            let d_out = tape.take(out);
            let y = tape.value(out).to_vec();
            let (x, d_x) = tape.add_to(x);
            simd(|| {
                for (((&x, &y), &d), sum) in x.iter().zip(&y).zip(&d_out).zip(d_x) {
                    *sum += back(x, y, d);
                }
            });
        });
        out
    }

    pub(super) fn dropout(&mut self, x: Var, probability: f32) -> Var {
        let Some(dropping) = self.draw().and_then(|key| Dropping::new(key, probability)) else { return x };
        let out = self.get(x).iter().enumerate().map(|(number, x)| x * dropping.kept(number)).collect();
        let out = self.push(out);
        self.on_the_way_back(move |back| {
            let d_out = back.take(out);
            let (_, d_x) = back.add_to(x);
            let each = d_x.iter_mut().zip(d_out).enumerate();
            each.for_each(|(number, (sum, d))| *sum += d * dropping.kept(number));
        });
        out
    }
}

/// Which numbers are dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dropping {
    key: u64,
    /// Of 2^24, as many as are dropped.
    dropped: u64,
    scale: f32,
}

impl Dropping {
    /// `None` if nothing is.
    pub fn new(key: u64, probability: f32) -> Option<Self> {
        let dropped = (probability * (1 << 24) as f32) as u64;
        (probability > 0.0).then(|| Self { key, dropped, scale: 1.0 / (1.0 - probability) })
    }

    /// What the number at this place is multiplied by.
    #[inline(always)]
    pub fn kept(self, place: usize) -> f32 {
        if mix(self.key ^ place as u64) >> 40 >= self.dropped { self.scale } else { 0.0 }
    }

    /// Numbers from this place on, with some dropped if any are.
    pub fn apply(this: Option<Self>, numbers: &[f32], start: usize) -> Cow<'_, [f32]> {
        match this {
            None => Cow::Borrowed(numbers),
            Some(this) => {
                numbers.iter().zip(start..).map(|(number, place)| number * this.kept(place)).collect()
            }
        }
    }
}
