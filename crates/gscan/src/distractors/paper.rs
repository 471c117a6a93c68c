//! Groups around "small square" and "small red square" as in the paper and in the released data.

use wampimuk_core::Stream;

use super::{Described, DistractorSampler, between};
use crate::board::Board;
use crate::commands::TargetKind;
use crate::recipe::{ContrastColour, PairSizes};

impl DistractorSampler {
    /// One object that the size word contrasts with, then pairs of objects of other shapes and colours.
    ///
    /// The target is sure to have a contrast and to be the only one of its kind; of the pairs this holds by chance, and
    /// where the contrast has another colour, what has no partner is the target.
    pub(super) fn contrast_and_pairs(
        &self,
        described: Described<'_>,
        stream: &mut Stream,
        board: &mut Board,
    ) {
        let Described { phrase, extreme, target } = described;
        let beyond = self.contrast_sizes(extreme, target.size);
        let colour = match self.rules.contrast_colour {
            ContrastColour::Any if phrase.colour.is_none() => self.any_colour(stream),
            _ => target.colour,
        };
        self.put(TargetKind { colour, size: between(beyond.clone(), stream), ..target }, stream, board);
        self.draw_groups(self.crowd(phrase), self.pair(target), stream, |number, stream| {
            let kind = self.sized(number, 0);
            // "small square": squares of other colours must be bigger too.
            let bigger_too = kind.shape == target.shape && phrase.colour.is_none();
            let sizes = if bigger_too { beyond.clone() } else { self.sizes.clone() };
            let first = between(sizes.clone(), stream);
            self.put(TargetKind { size: first, ..kind }, stream, board);
            let second = self.second_size(sizes, first, stream);
            self.put(TargetKind { size: second, ..kind }, stream, board);
        });
    }

    fn second_size(&self, sizes: std::ops::RangeInclusive<u8>, first: u8, stream: &mut Stream) -> u8 {
        let (least, most) = (*sizes.start(), *sizes.end());
        if self.rules.pair_sizes == PairSizes::Independent || least == most {
            return between(sizes, stream);
        }
        let second = between(least..=most - 1, stream);
        if second >= first { second + 1 } else { second }
    }
}
