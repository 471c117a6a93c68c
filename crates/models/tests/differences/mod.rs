//! Gradients of models against finite differences: for every number of every tensor.

#![expect(dead_code, reason = "no model needs all of it")]

use wampimuk_models::Model;
use wampimuk_nn::{DropoutSeed, Params, Tape, Var};

/// The loss of a part of a batch, and its gradients.
pub fn loss_and_gradients<M: Model>(model: &M, params: &Params, part: &M::Batch) -> (f32, Vec<f32>) {
    noisy_loss_and_gradients(model, params, part, None)
}

fn noisy_loss_and_gradients<M: Model>(
    model: &M,
    params: &Params,
    part: &M::Batch,
    noise: Option<DropoutSeed>,
) -> (f32, Vec<f32>) {
    let mut tape = Tape::new(params, noise);
    let (value, loss) = loss(model, &mut tape, part);
    let mut gradients = vec![0.0; params.data.len()];
    tape.backward(loss, &mut gradients);
    (value, gradients)
}

fn loss<M: Model>(model: &M, tape: &mut Tape<'_>, part: &M::Batch) -> (f32, Var) {
    let loss = model.loss(tape, part, 1.0 / M::labels(part).max(1) as f32);
    (tape.get(loss)[0], loss)
}

/// Weights with which everything matters, as it hardly does with those that a model begins with: numbers without pattern
/// that neither vanish nor grow from layer to layer, around one for the gains of norms.
pub fn scatter(params: &mut Params) {
    let slots: Vec<_> = params.slots().to_vec();
    for slot in slots {
        let inputs = if slot.shape.len() < 2 { 30 } else { slot.shape[1..].iter().product() };
        let bound = 1.5 * (3.0 / inputs as f32).sqrt();
        let name = slot.name.to_lowercase();
        let is_gain = name.ends_with("gain") || name.contains("norm") && name.ends_with("weight");
        for place in slot.range {
            params.data[place] = f32::from(u8::from(is_gain)) + bound * without_pattern(place);
        }
    }
}

/// A number from -1 to 1.
fn without_pattern(place: usize) -> f32 {
    let mixed = (place as u32 + 1).wrapping_mul(0x9E37_79B9);
    let mixed = (mixed ^ (mixed >> 16)).wrapping_mul(0x85EB_CA6B);
    let mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE35);
    2.0 * (mixed >> 8) as f32 / (1 << 24) as f32 - 1.0
}

/// How gradients flow into a tensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// As differences are.
    All,
    /// As differences are, but for the first numbers, this many, which matter and are not learned.
    From(usize),
    /// On some of the ways on which it matters: differences say nothing about it.
    Partly,
    /// Not at all, though it matters.
    Frozen,
    /// Not at all: the loss is the same whatever it is.
    Unused,
    /// No further than rounding: what it adds is taken away again.
    Cancelled,
}

/// Asserts that gradients flow as they should, and that each of them is what differences are, with the same noise.
pub fn assert_gradients<M: Model>(
    model: &M,
    params: &Params,
    part: &M::Batch,
    noise: Option<DropoutSeed>,
    flow: impl Fn(&str) -> Flow,
) {
    let (loss, gradients) = noisy_loss_and_gradients(model, params, part, noise);
    let mut shifted = TeacherForcing { model, part, noise, params: params.clone() };
    for slot in params.slots() {
        let (name, of_slot, flow) = (&slot.name, &gradients[slot.range.clone()], flow(&slot.name));
        let most = of_slot.iter().fold(0.0f32, |most, gradient| most.max(gradient.abs()));
        let (first, flows) = match flow {
            Flow::All => (0, true),
            Flow::From(first) => (first, true),
            Flow::Partly => (of_slot.len(), true),
            Flow::Frozen => (of_slot.len(), false),
            Flow::Unused | Flow::Cancelled => (0, false),
        };
        // Below this, differences could not tell a gradient from none.
        assert_eq!(flows, most > 5e-4, "{name}: whether gradients flow, up to {most}");
        let still = if flow == Flow::Partly { 0 } else { first };
        assert!(of_slot[..still].iter().all(|gradient| *gradient == 0.0), "{name}: what is not learned");
        if flow == Flow::Unused {
            assert_eq!(most, 0.0, "{name}");
            assert_eq!(shifted.at(slot.range.clone(), 0.5), loss, "{name}: the loss with another one");
            continue;
        }
        for (place, &gradient) in of_slot.iter().enumerate().skip(first) {
            if let Err(differences) = shifted.confirm(slot.range.start + place, gradient) {
                panic!("{name}, number {place}: {gradient}, not {differences:?}");
            }
        }
    }
}

/// A model with numbers that are moved for a moment.
struct TeacherForcing<'a, M: Model> {
    model: &'a M,
    part: &'a M::Batch,
    noise: Option<DropoutSeed>,
    params: Params,
}

impl<M: Model> TeacherForcing<'_, M> {
    /// The loss with all these numbers moved.
    fn at(&mut self, places: std::ops::Range<usize>, by: f32) -> f32 {
        let before = self.params.data[places.clone()].to_vec();
        self.params.data[places.clone()].iter_mut().for_each(|number| *number += by);
        let loss = loss(self.model, &mut Tape::new(&self.params, self.noise), self.part).0;
        self.params.data[places].copy_from_slice(&before);
        loss
    }

    /// Whether the loss changes with a number as its gradient says, by values around it; otherwise how it changes instead.
    /// Wide steps may go over a kink and narrow ones see more of rounding, so there are several. On a kink, one of its
    /// two sides is right.
    fn confirm(&mut self, place: usize, gradient: f32) -> Result<(), Vec<f64>> {
        let mut differences = Vec::new();
        let mut at = |by: f32| f64::from(self.at(place..place + 1, by));
        let here = at(0.0);
        for step in [3e-2, 1e-2, 5e-3] {
            let [two_below, below, above, two_above] = [-2.0, -1.0, 1.0, 2.0].map(|steps| at(steps * step));
            let double = 2.0 * f64::from(step);
            let around = (4.0 * (above - below) - (two_above - two_below) / 2.0) / (3.0 * double);
            let before = (3.0 * here - 4.0 * below + two_below) / double;
            let after = (4.0 * above - 3.0 * here - two_above) / double;
            let limit = 2e-6 / f64::from(step) + 1e-2 * f64::from(gradient.abs());
            differences.extend([around, before, after]);
            if differences.iter().any(|difference| (f64::from(gradient) - difference).abs() < limit) {
                return Ok(());
            }
        }
        Err(differences)
    }
}
