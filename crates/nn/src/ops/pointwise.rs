//! Functions of each number alone.

use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI};

use crate::cpu::math::{self, simd};
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl<'p> Tape<'p> {
    pub(super) fn tanh(&mut self, x: Var) -> Var {
        self.pointwise(x, math::tanh, |_, y, d| d * (1.0 - y * y))
    }

    pub(super) fn relu(&mut self, x: Var) -> Var {
        self.pointwise(x, |x| x.max(0.0), |x, _, d| if x > 0.0 { d } else { 0.0 })
    }

    pub(super) fn sigmoid(&mut self, x: Var) -> Var {
        self.pointwise(x, math::sigmoid, |_, y, d| d * y * (1.0 - y))
    }

    pub(super) fn scale(&mut self, x: Var, factor: f32) -> Var {
        self.pointwise(x, move |x| x * factor, move |_, _, d| d * factor)
    }

    pub(super) fn gelu(&mut self, x: Var) -> Var {
        let density = |x: f32| math::exp(-0.5 * x * x) * (0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2);
        let below = |x: f32| 0.5 * (1.0 + math::erf(x * FRAC_1_SQRT_2));
        self.pointwise(x, move |x| x * below(x), move |x, _, d| d * (below(x) + x * density(x)))
    }

    pub(super) fn prelu(&mut self, x: Var, slope: ParamId) -> Var {
        let factor = self.params.get(slope)[0];
        let out = self.get(x).iter().map(|&x| if x >= 0.0 { x } else { factor * x }).collect();
        let out = self.push(out);
        self.on_backward(move |back| {
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

    /// Applies a function to each number; `back` gets the number, the result and the gradient of the result.
    fn pointwise(
        &mut self,
        x: Var,
        forward: impl Fn(f32) -> f32,
        back: impl Fn(f32, f32, f32) -> f32 + Send + 'p,
    ) -> Var {
        let mut out = self.get(x).to_vec();
        simd(|| out.iter_mut().for_each(|x| *x = forward(*x)));
        let out = self.push(out);
        self.on_backward(move |tape| {
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
}
