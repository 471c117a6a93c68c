//! From gradients to new weights, on the CPU.

use wampimuk_nn::Adam;

use crate::preset::{Clip, Optimiser};

/// What an optimiser keeps between steps.
#[derive(Clone, Debug, PartialEq)]
pub enum OptimiserState {
    /// Moments of the gradients.
    Adam(Adam),
    /// Nothing.
    Sgd,
}

impl OptimiserState {
    /// The state before the first update, for this many parameters.
    pub fn new(optimiser: Optimiser, (one, two): (f64, f64), parameters: usize) -> Self {
        match optimiser {
            Optimiser::Adam => Self::Adam(Adam::new(parameters, (one as f32, two as f32))),
            Optimiser::Sgd => Self::Sgd,
        }
    }

    /// Updates the parameters by one step.
    pub fn update(&mut self, parameters: &mut [f32], gradients: &[f32], rate: f32) {
        match self {
            Self::Adam(adam) => adam.update(parameters, gradients, rate),
            Self::Sgd => {
                parameters
                    .iter_mut()
                    .zip(gradients)
                    .for_each(|(number, gradient)| *number -= rate * gradient);
            }
        }
    }
}

/// Clips gradients.
pub fn clip(gradients: &mut [f32], clip: Clip) {
    match clip {
        Clip::Value(most) => {
            let most = most as f32;
            gradients.iter_mut().for_each(|gradient| *gradient = gradient.clamp(-most, most));
        }
        Clip::Norm(most) => {
            // In double precision: sums of squares of a million numbers lose digits otherwise.
            let squares: f64 =
                gradients.iter().map(|&gradient| f64::from(gradient) * f64::from(gradient)).sum();
            let factor = most / (squares.sqrt() + 1e-6);
            if factor < 1.0 {
                gradients.iter_mut().for_each(|gradient| *gradient *= factor as f32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_clipped_each_or_all_together() {
        let mut gradients = [3.0, -4.0, 0.5];
        clip(&mut gradients, Clip::Value(1.0));
        assert_eq!(gradients, [1.0, -1.0, 0.5]);
        let mut gradients = [3.0, -4.0];
        clip(&mut gradients, Clip::Norm(10.0));
        assert_eq!(gradients, [3.0, -4.0]);
        clip(&mut gradients, Clip::Norm(1.0));
        assert!((gradients[0] - 0.6).abs() < 1e-5 && (gradients[1] + 0.8).abs() < 1e-5, "{gradients:?}");
    }

    #[test]
    fn descent_goes_against_the_gradient() {
        let mut numbers = [1.0, 2.0];
        OptimiserState::new(Optimiser::Sgd, (0.9, 0.999), 2).update(&mut numbers, &[1.0, -1.0], 0.5);
        assert_eq!(numbers, [0.5, 2.5]);
    }
}
