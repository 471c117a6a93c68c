//! Choices by weight, in whole numbers: the same on every machine.

use wampimuk_core::Stream;

/// How often a choice is made without looking which ones are possible.
const TRIES: usize = 4;

/// The weights of some alternatives. Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize>(pub [u32; N]);

impl<const N: usize> Weights<N> {
    /// Draws one of the alternatives that are possible; `None` if none of them has any weight.
    ///
    /// Drawing from all and again if the choice is impossible is the same as drawing from those that are possible, and
    /// looks at fewer of them. Only if that fails often are all of them looked at.
    pub fn draw(&self, possible: impl Fn(usize) -> bool, stream: &mut Stream) -> Option<usize> {
        let sum = self.0.iter().sum();
        if sum == 0 {
            return None;
        }
        for _ in 0..TRIES {
            let choice = self.at(stream.below(sum));
            if possible(choice) {
                return Some(choice);
            }
        }
        let mut rest = *self;
        for (number, weight) in rest.0.iter_mut().enumerate() {
            if *weight > 0 && !possible(number) {
                *weight = 0;
            }
        }
        let sum = rest.0.iter().sum();
        (sum > 0).then(|| rest.at(stream.below(sum)))
    }

    /// The alternative at a place below the sum of all weights.
    fn at(&self, mut place: u32) -> usize {
        for (number, &weight) in self.0.iter().enumerate() {
            match place.checked_sub(weight) {
                Some(rest) => place = rest,
                None => return number,
            }
        }
        N - 1
    }

    /// Whether any alternative that is possible has weight.
    pub fn draw_possible(&self, possible: impl Fn(usize) -> bool) -> bool {
        (0..N).any(|number| self.0[number] > 0 && possible(number))
    }
}
