//! Choices by weight, in whole numbers: the same on every machine.

use wampimuk_core::Stream;

/// The weights of some alternatives. Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize>(pub [u32; N]);

impl<const N: usize> Weights<N> {
    /// Draws one of the alternatives that are possible; `None` if none of them has any weight.
    pub fn draw(&self, possible: impl Fn(usize) -> bool, stream: &mut Stream) -> Option<usize> {
        let mut weights = self.0;
        let mut sum = 0;
        for (number, weight) in weights.iter_mut().enumerate() {
            if *weight > 0 && !possible(number) {
                *weight = 0;
            }
            sum += *weight;
        }
        let mut place = if sum > 0 { stream.below(sum) } else { return None };
        weights.iter().position(|weight| match place.checked_sub(*weight) {
            Some(rest) => {
                place = rest;
                false
            }
            None => true,
        })
    }

    /// Whether any alternative that is possible has weight.
    pub fn draw_possible(&self, possible: impl Fn(usize) -> bool) -> bool {
        (0..N).any(|number| self.0[number] > 0 && possible(number))
    }
}
