//! Adam, as it was published and as the originals use it: no weight decay.

use crate::cpu::math::simd;

/// The optimiser's state: moments of the gradients of all parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// The decay rates of both moments.
    pub betas: (f32, f32),
    /// Keeps the division finite.
    pub epsilon: f32,
    /// How many updates there were.
    pub updates: u64,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Adam {
    /// Moments of zero, for this many parameters.
    pub fn new(parameters: usize, betas: (f32, f32)) -> Self {
        let zeros = vec![0.0; parameters];
        Self { betas, epsilon: 1e-8, updates: 0, first: zeros.clone(), second: zeros }
    }

    /// Continues from saved moments, with the usual decay rates.
    pub fn from_moments(updates: u64, first: Vec<f32>, second: Vec<f32>) -> Self {
        Self { betas: (0.9, 0.999), epsilon: 1e-8, updates, first, second }
    }

    /// The first and the second moments.
    pub fn moments(&self) -> [&[f32]; 2] {
        [&self.first, &self.second]
    }

    /// Updates the parameters by one step.
    pub fn update(&mut self, parameters: &mut [f32], gradients: &[f32], rate: f32) {
        self.updates += 1;
        let (one, two) = self.betas;
        let steps = self.updates as i32;
        let rate = rate / (1.0 - one.powi(steps));
        let scale = 1.0 / (1.0 - two.powi(steps)).sqrt();
        let epsilon = self.epsilon;
        let moments = self.first.iter_mut().zip(&mut self.second);
        simd(|| {
            for ((parameter, &gradient), (first, second)) in parameters.iter_mut().zip(gradients).zip(moments)
            {
                *first = one * *first + (1.0 - one) * gradient;
                *second = two * *second + (1.0 - two) * gradient * gradient;
                *parameter -= rate * *first / (second.sqrt() * scale + epsilon);
            }
        });
    }
}
