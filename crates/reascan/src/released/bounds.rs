//! The two sizes that things may have where a size word speaks of them.

use wampimuk_command::{Extreme, MAX_ENTRIES};
use wampimuk_core::Stream;
use wampimuk_grid::Object;

use crate::pattern::MAX_PHRASES;
use crate::tree::Node;

/// A smaller and a bigger size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub small: u8,
    pub big: u8,
}

impl Pair {
    /// Two of the sizes `first..=last`: the smaller one uniform, then the bigger one uniform among those above it.
    pub fn draw(first: u8, last: u8, stream: &mut Stream) -> Self {
        let small = first + stream.below(u32::from(last - first)) as u8;
        let big = small + 1 + stream.below(u32::from(last - small)) as u8;
        Self { small, big }
    }

    pub fn of(self, extreme: Extreme) -> u8 {
        match extreme {
            Extreme::Small => self.small,
            Extreme::Big => self.big,
        }
    }
}

/// Which shapes, and which shapes in one colour, are bound to which two sizes.
///
/// The sizes of a shape go before those of the shape in one colour.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    shapes: [Option<Pair>; MAX_ENTRIES],
    /// Colour, shape and their two sizes; a later entry replaces an earlier one.
    kinds: [(u8, u8, Pair); MAX_PHRASES],
    kinds_len: usize,
    everything: Option<Pair>,
}

impl Bounds {
    pub const fn new() -> Self {
        let none = (0, 0, Pair { small: 0, big: 0 });
        Self { shapes: [None; MAX_ENTRIES], kinds: [none; MAX_PHRASES], kinds_len: 0, everything: None }
    }

    pub fn clear(&mut self) {
        self.shapes = [None; MAX_ENTRIES];
        self.kinds_len = 0;
        self.everything = None;
    }

    /// Binds what a phrase with a size word speaks of. `object` is what was drawn for it.
    ///
    /// With `drawn_shape`, "object" is taken for the shape that was drawn. Otherwise the two sizes of "object", in
    /// whatever colour, are those of the whole world: classes of several phrases overlap, and only so do they agree.
    pub fn bind(&mut self, node: &Node, object: &Object, pair: Pair, drawn_shape: bool) {
        if node.noun.is_none() && !drawn_shape {
            self.everything = Some(pair);
        } else if node.colour.is_none() {
            self.shapes[usize::from(object.shape)] = Some(pair);
        } else {
            self.kinds[self.kinds_len] = (object.colour, object.shape, pair);
            self.kinds_len += 1;
        }
    }

    /// The two sizes of things of this colour and shape.
    pub fn of(&self, colour: u8, shape: u8) -> Option<Pair> {
        let kind = || {
            let same = |entry: &&(u8, u8, Pair)| (entry.0, entry.1) == (colour, shape);
            self.kinds[..self.kinds_len].iter().rev().find(same).map(|entry| entry.2)
        };
        self.everything.or(self.shapes[usize::from(shape)]).or_else(kind)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Cell, Object};

    use super::*;

    const NODE: Node =
        Node { size: Some(Extreme::Big), colour: None, noun: Some(2), frame: false, link: None };
    const ONE: Pair = Pair { small: 1, big: 2 };
    const TWO: Pair = Pair { small: 2, big: 4 };

    #[test]
    fn a_shape_goes_before_a_shape_in_one_colour() {
        let object = Object::solid(2, 1, 1, Cell::default());
        let mut bounds = Bounds::new();
        bounds.bind(&Node { colour: Some(1), ..NODE }, &object, ONE, true);
        assert_eq!((bounds.of(1, 2), bounds.of(0, 2), bounds.of(1, 1)), (Some(ONE), None, None));
        bounds.bind(&NODE, &object, TWO, true);
        bounds.bind(&Node { colour: Some(1), ..NODE }, &object, ONE, true);
        assert_eq!((bounds.of(1, 2), bounds.of(0, 2)), (Some(TWO), Some(TWO)));
    }

    #[test]
    fn objects_bind_the_drawn_shape_or_everything() {
        let object = Object::solid(2, 1, 1, Cell::default());
        let any = Node { noun: None, ..NODE };
        let mut bounds = Bounds::new();
        bounds.bind(&any, &object, ONE, true);
        assert_eq!((bounds.of(0, 2), bounds.of(1, 0)), (Some(ONE), None));
        bounds.bind(&any, &object, TWO, false);
        assert_eq!((bounds.of(0, 2), bounds.of(1, 0)), (Some(TWO), Some(TWO)));
        bounds.clear();
        assert_eq!(bounds.of(0, 2), None);
    }
}
