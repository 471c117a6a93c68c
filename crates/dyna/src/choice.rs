//! Choices by weight, in whole numbers: the same on every machine.

use wampimuk_core::Stream;

/// The weights of some alternatives. Only their ratios matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights<const N: usize> {
    /// For each alternative, the sum of its weight and of all before it.
    ends: [u32; N],
}

impl<const N: usize> Weights<N> {
    /// Alternatives with these weights.
    pub fn new(weights: [u32; N]) -> Self {
        let mut sum = 0;
        Self {
            ends: weights.map(|weight| {
                sum += weight;
                sum
            }),
        }
    }

    /// The weight of an alternative.
    pub fn of(&self, number: usize) -> u32 {
        self.ends[number] - number.checked_sub(1).map_or(0, |before| self.ends[before])
    }

    /// All weights.
    pub fn all(&self) -> [u32; N] {
        std::array::from_fn(|number| self.of(number))
    }

    /// Draws one; `None` if none has any weight.
    #[inline]
    pub fn draw(&self, stream: &mut Stream) -> Option<usize> {
        match self.ends.last() {
            Some(&sum) if sum > 0 => Some(self.at(stream.below(sum))),
            _ => None,
        }
    }

    /// Draws one of some; `None` if none of them has any weight.
    pub fn draw_among(&self, some: impl Iterator<Item = usize>, stream: &mut Stream) -> Option<usize> {
        let mut weights = [0; N];
        for number in some {
            weights[number] = self.of(number);
        }
        Weights::new(weights).draw(stream)
    }

    /// The alternative at a place below the sum of all weights: how many end before it. Counted without a branch, for
    /// nobody can predict where a choice ends.
    #[inline]
    fn at(&self, place: u32) -> usize {
        let before: u32 = self.ends.iter().map(|&end| u32::from(end <= place)).sum();
        (before as usize).min(N - 1)
    }
}
