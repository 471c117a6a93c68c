//! Element-wise functions that the compiler can turn into vector instructions.
//!
//! `f32::exp` and `f32::tanh` call the C library for each element and would take half of a training step. These are
//! polynomials with a relative error below 2e-7, written without branches. [`simd`] runs a loop compiled for the widest
//! vectors that the machine has.

use std::f32::consts::FRAC_2_SQRT_PI;

use pulp::Arch;

/// Runs a loop with the widest vector instructions of this machine.
#[inline(always)]
pub fn simd<R>(work: impl FnOnce() -> R) -> R {
    struct Work<F>(F);
    impl<R, F: FnOnce() -> R> pulp::WithSimd for Work<F> {
        type Output = R;
        #[inline(always)]
        fn with_simd<S: pulp::Simd>(self, simd: S) -> R {
            simd.vectorize(self.0)
        }
    }
    // What the machine has is found once and remembered by the library.
    Arch::new().dispatch(Work(work))
}

/// e to the power of `x`.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    const LN_2_HIGH: f32 = 0.693_359_4;
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    let x = x.clamp(-87.0, 88.0);
    let n = (x * std::f32::consts::LOG2_E + 0.5).floor();
    let r = x - n * LN_2_HIGH - n * LN_2_LOW;
    let p = 1.987_569_1e-4;
    let p = p * r + 1.398_199_9e-3;
    let p = p * r + 8.333_452e-3;
    let p = p * r + 4.166_579_6e-2;
    let p = p * r + 1.666_666_6e-1;
    let p = p * r + 0.5;
    let p = p * r * r + r + 1.0;
    p * f32::from_bits(((n as i32 + 127) << 23) as u32)
}

/// The logistic function.
#[inline(always)]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + exp(-x))
}

/// The error function, by formula 7.1.28 of Abramowitz and Stegun: the absolute error is below 2e-6.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    // Near zero its series; elsewhere one minus a polynomial's sixteenth power.
    let a = x.abs();
    let p = 4.306_38e-5;
    let p = p * a + 2.765_672e-4;
    let p = p * a + 1.520_143e-4;
    let p = p * a + 9.270_527e-3;
    let p = p * a + 4.228_201e-2;
    let p = p * a + 7.052_308e-2;
    let p = p * a + 1.0;
    let p = p * p;
    let p = p * p;
    let p = p * p;
    let far = 1.0 - 1.0 / (p * p);
    let s = x * x;
    let near = a
        * (FRAC_2_SQRT_PI + s * (-0.376_126_4 + s * (0.112_837_92 + s * (-0.026_866_17 + s * 5.223_977e-3))));
    if a < 0.35 { near.copysign(x) } else { far.copysign(x) }
}

/// The hyperbolic tangent: a rational function, exact to the last bits also around zero.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let x = x.clamp(-7.905_311, 7.905_311);
    let s = x * x;
    let p = -2.760_768_5e-16;
    let p = p * s + 2.000_188e-13;
    let p = p * s - 8.604_672e-11;
    let p = p * s + 5.122_297e-8;
    let p = p * s + 1.485_722_4e-5;
    let p = p * s + 6.372_619_3e-4;
    let p = p * s + 4.893_525_6e-3;
    let q = 1.198_258_4e-6;
    let q = q * s + 1.185_347_1e-4;
    let q = q * s + 2.268_434_6e-3;
    let q = q * s + 4.893_525e-3;
    x * p / q
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The error function by its power series, to compare with.
    fn error_function(x: f64) -> f64 {
        if x.abs() > 4.0 {
            return x.signum();
        }
        let term = |(term, number): &(f64, f64)| Some((-term * x * x / (number + 1.0), number + 1.0));
        let terms = std::iter::successors(Some((x, 0.0)), term).take(100);
        terms.map(|(term, number)| term / (2.0 * number + 1.0)).sum::<f64>()
            * std::f64::consts::FRAC_2_SQRT_PI
    }

    #[test]
    fn functions_are_those_of_the_library() {
        for number in -400_000..400_000 {
            let x = number as f32 * 2.5e-5;
            let wide = f64::from(x);
            assert!((f64::from(tanh(x)) - wide.tanh()).abs() < 1e-6, "tanh {x}");
            assert!((f64::from(sigmoid(x)) - 1.0 / (1.0 + (-wide).exp())).abs() < 2e-7, "sigmoid {x}");
            let e = wide.exp();
            assert!((f64::from(erf(x)) - error_function(wide)).abs() < 2e-6, "erf {x}");
            assert!((f64::from(exp(x)) - e).abs() / e < 3e-7, "exp {x}");
        }
        assert!(exp(f32::NEG_INFINITY) < 1e-37 && exp(1e30).is_finite());
        assert!((tanh(1e9) - 1.0).abs() < 1e-6 && (tanh(-1e9) + 1.0).abs() < 1e-6);
        assert!(
            tanh(f32::NAN).is_nan() && exp(f32::NAN).is_nan(),
            "a loss that is not a number must stay one"
        );
    }
}
