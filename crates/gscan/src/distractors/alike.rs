//! Groups around "small square" and "small red square" that are drawn as the target's own group is.
//!
//! Then the world does not tell which group is asked about. In the released data it does: only the target is sure to have a
//! contrast of another size, and only objects of its shape are sure to be on one side of it.

use wampimuk_command::Extreme;
use wampimuk_core::Stream;

use super::{Described, DistractorCounts, DistractorSampler, between};
use crate::board::Board;
use crate::commands::TargetKind;

impl DistractorSampler {
    /// "small red square": pairs of one shape and colour, of which one object is small or big beside the other.
    pub(super) fn pairs_alike(&self, described: Described<'_>, stream: &mut Stream, board: &mut Board) {
        let Described { phrase, extreme, target } = described;
        let contrast = between(self.contrast_sizes(extreme, target.size), stream);
        self.put(TargetKind { size: contrast, ..target }, stream, board);
        self.draw_groups(self.crowd(phrase), self.pair(target), stream, |number, stream| {
            let (extreme, size) = self.described_size(stream);
            self.put(self.sized(number, size), stream, board);
            let contrast = between(self.contrast_sizes(extreme, size), stream);
            self.put(self.sized(number, contrast), stream, board);
        });
    }

    /// "small square": groups of one shape in any colours, each with one smallest and one biggest object and others between
    /// them, as far as there are sizes between. There are as many objects as in pairs, or fewer.
    pub(super) fn shapes_alike(&self, described: Described<'_>, stream: &mut Stream, board: &mut Board) {
        let Described { phrase, extreme, target } = described;
        let DistractorCounts { objects, .. } = self.crowd(phrase);
        let drawn = (objects / 2).min(self.shapes.into());
        let between_ends = objects / drawn - 2;
        self.rest_of_shape(target, extreme, between_ends, stream, board);
        let others = DistractorCounts { groups: usize::from(self.shapes) - 1, drawn: drawn - 1, objects };
        self.draw_groups(others, target.shape.into(), stream, |shape, stream| {
            let (extreme, size) = self.described_size(stream);
            let kind = TargetKind { shape: shape as u8, colour: self.any_colour(stream), size };
            self.put(kind, stream, board);
            self.rest_of_shape(kind, extreme, between_ends, stream, board);
        });
    }

    /// The other end of a group of one shape, and what is between the two.
    fn rest_of_shape(
        &self,
        end: TargetKind,
        extreme: Extreme,
        between_ends: usize,
        stream: &mut Stream,
        board: &mut Board,
    ) {
        let other = between(self.contrast_sizes(extreme, end.size), stream);
        self.put(TargetKind { colour: self.any_colour(stream), size: other, ..end }, stream, board);
        let (least, most) = (end.size.min(other) + 1, end.size.max(other) - 1);
        if least <= most {
            for _ in 0..between_ends {
                let size = between(least..=most, stream);
                self.put(TargetKind { colour: self.any_colour(stream), size, ..end }, stream, board);
            }
        }
    }

    /// A size word, and the size of what it describes: drawn as commands and their targets are.
    fn described_size(&self, stream: &mut Stream) -> (Extreme, u8) {
        let extreme = *stream.choose(&self.extremes);
        let (least, most) = (*self.sizes.start(), *self.sizes.end());
        let sizes = match extreme {
            Extreme::Small => least..=most - 1,
            Extreme::Big => least + 1..=most,
        };
        (extreme, between(sizes, stream))
    }
}
