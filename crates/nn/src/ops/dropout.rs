//! Dropout. Which numbers are dropped is a hash of their place, so nothing has to be saved for the backward pass.

use std::borrow::Cow;

use crate::tape::{Tape, Var, mix};

impl Tape<'_> {
    pub(super) fn dropout(&mut self, x: Var, probability: f32) -> Var {
        let Some(mask) = self.draw().and_then(|key| DropoutMask::new(key, probability)) else { return x };
        let out = self.get(x).iter().enumerate().map(|(number, x)| x * mask.factor(number)).collect();
        let out = self.push(out);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let (_, d_x) = back.add_to(x);
            let each = d_x.iter_mut().zip(d_out).enumerate();
            each.for_each(|(number, (sum, d))| *sum += d * mask.factor(number));
        });
        out
    }
}

/// Decides which numbers are dropped.
#[derive(Clone, Copy, Debug)]
pub(super) struct DropoutMask {
    key: u64,
    /// The probability of being dropped, times 2^24.
    dropped: u64,
    scale: f32,
}

impl DropoutMask {
    /// `None` if nothing is dropped.
    pub fn new(key: u64, probability: f32) -> Option<Self> {
        let dropped = (probability * (1 << 24) as f32) as u64;
        (probability > 0.0).then(|| Self { key, dropped, scale: 1.0 / (1.0 - probability) })
    }

    /// What the number at this place is multiplied by.
    #[inline(always)]
    pub fn factor(self, place: usize) -> f32 {
        if mix(self.key ^ place as u64) >> 40 >= self.dropped { self.scale } else { 0.0 }
    }

    /// Applies a mask, if there is one, to numbers that begin at the place `start`.
    pub fn apply(this: Option<Self>, numbers: &[f32], start: usize) -> Cow<'_, [f32]> {
        match this {
            None => Cow::Borrowed(numbers),
            Some(this) => {
                numbers.iter().zip(start..).map(|(number, place)| number * this.factor(place)).collect()
            }
        }
    }
}
