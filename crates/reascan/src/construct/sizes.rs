//! Which sizes things may have.
//!
//! Where a size word is used, the things it could be about have two sizes, so that "small" and "big" mean the same
//! under every reading: the class of "small red circle" is all circles, that of "small object" is everything.

use wampimuk_command::{Extreme, MAX_ENTRIES};
use wampimuk_core::Stream;

use crate::recipe::TwoSizes;
use crate::tree::Tree;

/// The sizes of one world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// All sizes there are, as bits.
    all: u32,
    /// The two sizes of each noun's things, small first, where they are bound.
    pairs: [Option<(u8, u8)>; MAX_ENTRIES],
    /// The two sizes of everything.
    world: Option<(u8, u8)>,
}

impl Sizes {
    /// Draws the pairs that the size words of commands call for.
    pub fn draw<'t, I: Iterator<Item = &'t Tree>>(
        trees: impl Fn() -> I,
        least: u8,
        most: u8,
        rule: TwoSizes,
        stream: &mut Stream,
    ) -> Self {
        let all = (1u32 << (most + 1)) - (1 << least);
        let mut sizes = Self { all, pairs: [None; MAX_ENTRIES], world: None };
        let sized = || trees().flat_map(Tree::nodes).filter(|node| node.size.is_some());
        let mut pair = || draw_pair(least, most, stream);
        if sized().any(|node| node.noun.is_none() || rule == TwoSizes::World) {
            sizes.world = Some(pair());
        } else {
            for noun in sized().filter_map(|node| node.noun) {
                let entry = &mut sizes.pairs[usize::from(noun)];
                if entry.is_none() {
                    *entry = Some(pair());
                }
            }
        }
        sizes
    }

    fn pair(&self, noun: Option<u8>) -> Option<(u8, u8)> {
        self.world.or_else(|| self.pairs[usize::from(noun?)])
    }

    /// The size that a size word means for things of this noun, if their sizes are bound.
    pub fn meant(&self, noun: Option<u8>, extreme: Extreme) -> Option<u8> {
        self.pair(noun).map(|(small, big)| if extreme == Extreme::Small { small } else { big })
    }

    /// The sizes that things of this noun may have, as bits.
    pub fn allowed(&self, noun: u8) -> u32 {
        self.pair(Some(noun)).map_or(self.all, |(small, big)| 1 << small | 1 << big)
    }

    /// The sizes, as bits, of things that are at least as small (big) as the small (big) things of this noun. Whatever else there
    /// is, such a thing is small (big) beside them under every reading, or they are not.
    pub fn no_less(&self, noun: u8, extreme: Extreme) -> u32 {
        match (self.pair(Some(noun)), extreme) {
            (Some((small, _)), Extreme::Small) => self.all & ((2 << small) - 1),
            (Some((_, big)), Extreme::Big) => self.all & !((1 << big) - 1),
            (None, _) => self.all,
        }
    }

    /// The sizes, bound or not, as bits, of things that would count as small (big) beside a big (small) thing of this
    /// noun.
    pub fn counting_as(&self, noun: u8, extreme: Extreme) -> u32 {
        match (self.pair(Some(noun)), extreme) {
            (Some((_, big)), Extreme::Small) => self.all & ((1 << big) - 1),
            (Some((small, _)), Extreme::Big) => self.all & !((2 << small) - 1),
            (None, _) => self.all,
        }
    }
}

/// Two different sizes, small first, uniformly chosen.
pub(crate) fn draw_pair(least: u8, most: u8, stream: &mut Stream) -> (u8, u8) {
    let count = u32::from(most - least) + 1;
    let (one, other) = (stream.below(count), stream.below(count - 1));
    let other = other + u32::from(other >= one);
    let at = |number: u32| least + number as u8;
    (at(one.min(other)), at(one.max(other)))
}

/// A uniformly chosen size of a set of sizes.
pub(crate) fn draw_size(sizes: u32, stream: &mut Stream) -> Option<u8> {
    super::board::pick(sizes.into(), stream).map(|size| size as u8)
}
