//! Gradients of models against finite differences.

use wampimuk_models::Model;
use wampimuk_nn::{Params, Tape};

/// The loss of a part of a batch, and its gradients.
pub fn loss_and_gradients<M: Model>(model: &M, params: &Params, part: &M::Batch) -> (f32, Vec<f32>) {
    let mut tape = Tape::new(params, None);
    let loss = model.loss(&mut tape, part, 1.0 / M::labels(part).max(1) as f32);
    let value = tape.get(loss)[0];
    let mut gradients = vec![0.0; params.data.len()];
    tape.back(loss, &mut gradients);
    (value, gradients)
}

/// How gradients flow into a tensor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flow {
    /// Not at all.
    None,
    /// As differences are, but for the first so many numbers.
    From(usize),
}

impl Flow {
    /// As differences are.
    pub const ALL: Self = Self::From(0);
}

/// Asserts that gradients flow as they should, and are what differences are. Of each tensor the first few numbers are
/// tried, and some of the rest.
pub fn assert_gradients<M: Model>(model: &M, params: &Params, part: &M::Batch, flow: impl Fn(&str) -> Flow) {
    let (_, gradients) = loss_and_gradients(model, params, part);
    for slot in params.slots() {
        let (of_slot, flow) = (&gradients[slot.range.clone()], flow(&slot.name));
        let flows = of_slot.iter().any(|gradient| *gradient != 0.0);
        assert_eq!(flows, flow != Flow::None, "{}: whether gradients flow", slot.name);
        let Flow::From(first) = flow else { continue };
        let tried = |place: &usize| place - first < 8 || place.is_multiple_of(13);
        for place in (first..of_slot.len()).filter(tried) {
            let (gradient, difference) =
                (of_slot[place], difference(model, params, part, slot.range.start + place));
            let error = (gradient - difference).abs();
            let limit = 2e-3 + 2e-2 * difference.abs();
            assert!(error < limit, "{}, number {place}: {gradient}, not {difference}", slot.name);
        }
    }
}

/// How the loss changes with a number, by values on both sides of it.
fn difference<M: Model>(model: &M, params: &Params, part: &M::Batch, place: usize) -> f32 {
    let step = 4e-3;
    let shifted = |by: f32| {
        let mut params = params.clone();
        params.data[place] += by;
        let mut tape = Tape::new(&params, None);
        let loss = model.loss(&mut tape, part, 1.0 / M::labels(part).max(1) as f32);
        f64::from(tape.get(loss)[0])
    };
    ((shifted(step) - shifted(-step)) / (2.0 * f64::from(step))) as f32
}
