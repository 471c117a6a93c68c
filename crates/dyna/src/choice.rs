//! Choices by weight, in whole numbers: the same on every machine.

use wampimuk_core::Stream;

/// The weights of some alternatives. Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize>(pub [u32; N]);

impl<const N: usize> Weights<N> {
    /// Draws one; `None` if none has any weight.
    #[inline]
    pub fn draw(&self, stream: &mut Stream) -> Option<usize> {
        let sum = self.0.iter().sum();
        (sum > 0).then(|| self.at(stream.below(sum)))
    }

    /// Draws one of some; `None` if none of them has any weight.
    pub fn draw_among(&self, some: impl Iterator<Item = usize>, stream: &mut Stream) -> Option<usize> {
        let mut weights = Weights([0; N]);
        for number in some {
            weights.0[number] = self.0[number];
        }
        weights.draw(stream)
    }

    /// The alternative at a place below the sum of all weights: how many end before it. Counted without a branch, for
    /// nobody can predict where a choice ends.
    #[inline]
    fn at(&self, place: u32) -> usize {
        let (mut end, mut number) = (0, 0);
        for weight in self.0 {
            end += weight;
            number += usize::from(end <= place);
        }
        number.min(N - 1)
    }
}
