//! The tape of the CPU: it runs operations and records them; [`Tape::backward`] goes through them in reverse.
//!
//! Operations are coarse (a whole sequence, a whole decoder), so a model is a dozen of them and the cost of recording does
//! not show. Each operation knows its own gradient; models never write one.

use std::ops::Range;

use crate::graph::GraphMark;
use crate::params::{ParamId, Params};

/// A value on the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(usize);

/// Records what was computed, and from what.
pub struct Tape<'p> {
    pub(crate) params: &'p Params,
    values: Vec<Vec<f32>>,
    steps: Vec<BackwardStep<'p>>,
    /// Decides which units are dropped; `None` while predicting.
    noise: Option<DropoutSeed>,
    dropped: u64,
}

type BackwardStep<'p> = Box<dyn FnOnce(&mut Backward<'_, 'p>) + Send + 'p>;

/// Decides which units are dropped: the same seed drops the same units on every thread and machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropoutSeed {
    /// The seed of the training.
    pub seed: u64,
    /// The number of the optimiser step.
    pub step: u64,
    /// The number of the part of the batch.
    pub part: u64,
}

impl DropoutSeed {
    /// The key of the `number`th use of dropout, counted from one.
    pub(crate) fn key(self, number: u64) -> u64 {
        [self.step, self.part, number].into_iter().fold(self.seed, |key, next| mix(key ^ mix(next)))
    }
}

/// The backward pass: all values, and the gradients computed so far.
pub struct Backward<'b, 'p> {
    pub(crate) params: &'p Params,
    values: &'b [Vec<f32>],
    gradients: &'b mut [Vec<f32>],
    of_params: &'b mut [f32],
}

impl<'p> Tape<'p> {
    /// An empty tape. Without a dropout seed nothing is dropped.
    pub fn new(params: &'p Params, noise: Option<DropoutSeed>) -> Self {
        Self { params, values: Vec::new(), steps: Vec::new(), noise, dropped: 0 }
    }

    /// The numbers of a value.
    pub fn get(&self, var: Var) -> &[f32] {
        &self.values[var.0]
    }

    /// How many numbers the values have that the tape holds. The backward pass takes as many again, at most.
    pub fn held(&self) -> usize {
        self.values.iter().map(Vec::len).sum()
    }

    /// Puts a value onto the tape.
    pub fn push(&mut self, value: Vec<f32>) -> Var {
        self.values.push(value);
        Var(self.values.len() - 1)
    }

    /// Records how gradients flow through the operation that was run last.
    pub(crate) fn on_backward(&mut self, step: impl FnOnce(&mut Backward<'_, 'p>) + Send + 'p) {
        self.steps.push(Box::new(step));
    }

    /// The key of the next use of dropout, if units are dropped.
    pub(crate) fn draw(&mut self) -> Option<u64> {
        let noise = self.noise?;
        self.dropped += 1;
        Some(noise.key(self.dropped))
    }

    /// A point to go back to.
    pub(crate) fn mark(&self) -> GraphMark {
        GraphMark { values: self.values.len(), steps: self.steps.len() }
    }

    /// Frees what was computed since, except `keep`.
    pub(crate) fn free_since(&mut self, since: GraphMark, keep: &[Var]) -> Vec<Var> {
        let mut moved: Vec<Var> = Vec::with_capacity(keep.len());
        let mut values: Vec<Vec<f32>> = Vec::new();
        for (number, &var) in keep.iter().enumerate() {
            // A value may be listed twice.
            let before = keep[..number].iter().position(|other| *other == var);
            moved.push(match before {
                Some(before) => moved[before],
                None if var.0 < since.values => var,
                None => {
                    values.push(std::mem::take(&mut self.values[var.0]));
                    Var(since.values + values.len() - 1)
                }
            });
        }
        self.values.truncate(since.values);
        self.values.append(&mut values);
        self.steps.truncate(since.steps);
        moved
    }

    /// Adds the gradient of `loss` to `gradients`, which are laid out as the parameters are.
    pub fn backward(self, loss: Var, gradients: &mut [f32]) {
        let mut of_values: Vec<Vec<f32>> = vec![Vec::new(); self.values.len()];
        of_values[loss.0] = vec![1.0];
        let mut back = Backward {
            params: self.params,
            values: &self.values,
            gradients: &mut of_values,
            of_params: gradients,
        };
        for step in self.steps.into_iter().rev() {
            step(&mut back);
        }
    }
}

impl<'p> Backward<'_, 'p> {
    /// The numbers of a value.
    pub(crate) fn value(&self, var: Var) -> &[f32] {
        &self.values[var.0]
    }

    /// Takes a value's gradient, which is complete by now; zeros if it has none.
    pub(crate) fn take(&mut self, var: Var) -> Vec<f32> {
        let taken = std::mem::take(&mut self.gradients[var.0]);
        if taken.is_empty() { vec![0.0; self.values[var.0].len()] } else { taken }
    }

    /// A value, and its gradient for adding to.
    pub(crate) fn add_to(&mut self, var: Var) -> (&[f32], &mut [f32]) {
        let (value, gradient) = (&self.values[var.0], &mut self.gradients[var.0]);
        if gradient.is_empty() {
            gradient.resize(value.len(), 0.0);
        }
        (value, gradient)
    }

    /// A value, and the gradient of a parameter for adding to.
    pub(crate) fn value_and_param(&mut self, var: Var, id: ParamId) -> (&[f32], &mut [f32]) {
        let range = self.params.slot(id).range.clone();
        (&self.values[var.0], &mut self.of_params[range])
    }

    /// The gradient of a parameter, for adding to.
    pub(crate) fn add_to_param(&mut self, id: ParamId) -> &mut [f32] {
        let range = self.params.slot(id).range.clone();
        &mut self.of_params[range]
    }

    /// The gradients of several parameters, for adding to.
    pub(crate) fn add_to_params<const N: usize>(&mut self, ids: [ParamId; N]) -> [&mut [f32]; N] {
        let ranges: [Range<usize>; N] = ids.map(|id| self.params.slot(id).range.clone());
        self.of_params.get_disjoint_mut(ranges).expect("parameters do not overlap")
    }
}

/// Scrambles a number; the finaliser of SplitMix64.
pub(crate) fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
