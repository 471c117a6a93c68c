//! What stands around the target.
//!
//! How many groups of objects are drawn is the original's rule: half of those that are possible, one object each where the
//! command has no size word, and two where it has. [`PairSizes`] says how groups are drawn for a size word.

mod alike;
mod paper;

use wampimuk_command::{Extreme, Lexicon, Phrase};
use wampimuk_core::Stream;
use wampimuk_grid::{MAX_OBJECTS, Object};

use crate::board::Board;
use crate::commands::TargetKind;
use crate::layout::Layout;
use crate::recipe::{Distractors, Generate, PairSizes};
use crate::target_cells::TargetCells;

/// Draws the distractors of items.
#[derive(Clone, Debug)]
pub struct DistractorSampler {
    shapes: u8,
    colours: u8,
    /// What each size word asks for.
    extremes: Vec<Extreme>,
    sizes: std::ops::RangeInclusive<u8>,
    rules: Distractors,
    /// Where distractors are put, if they are to be where targets could be.
    cells: Option<TargetCells>,
}

/// How many groups there are to choose from, how many are drawn, and how many objects that makes at most, target and
/// contrast included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DistractorCounts {
    /// Possible groups.
    pub groups: usize,
    /// Groups drawn.
    pub drawn: usize,
    /// Objects in the world.
    pub objects: usize,
}

/// An object described by a size word.
#[derive(Clone, Copy)]
struct Described<'p> {
    phrase: &'p Phrase,
    extreme: Extreme,
    target: TargetKind,
}

impl DistractorSampler {
    /// The rules of a recipe.
    pub fn new(recipe: &Generate, lexicon: &Lexicon, layout: &Layout) -> Self {
        let alike = recipe.distractors.pair_sizes == PairSizes::Alike;
        Self {
            cells: alike.then(|| TargetCells::new(layout)),
            shapes: lexicon.nouns.len() as u8,
            colours: lexicon.colours.len() as u8,
            extremes: lexicon.sizes.iter().map(|size| size.extreme).collect(),
            sizes: recipe.min_object_size..=recipe.max_object_size,
            rules: recipe.distractors.clone(),
        }
    }

    /// The size of the crowd around a target that is described by this phrase.
    pub fn crowd(&self, phrase: &Phrase) -> DistractorCounts {
        let groups = if phrase.size.is_none() && phrase.colour.is_none() {
            usize::from(self.shapes) - 1
        } else {
            usize::from(self.shapes) * usize::from(self.colours) - 1
        };
        let drawn = (self.rules.min_groups as usize).max((groups as f64 * self.rules.share) as usize);
        let objects = if phrase.size.is_some() { 2 + 2 * drawn } else { 1 + drawn };
        DistractorCounts { groups, drawn, objects }
    }

    /// Adds the distractors of a described target to a board that holds the target alone.
    pub fn place(&self, phrase: &Phrase, target: TargetKind, stream: &mut Stream, board: &mut Board) {
        let Some(size) = phrase.size else {
            return self.without_size_word(phrase, target, stream, board);
        };
        let described = Described { phrase, extreme: self.extremes[usize::from(size)], target };
        match (self.rules.pair_sizes, phrase.colour) {
            (PairSizes::Alike, Some(_)) => self.pairs_alike(described, stream, board),
            (PairSizes::Alike, None) => self.shapes_alike(described, stream, board),
            (PairSizes::Different | PairSizes::Independent, _) => {
                self.contrast_and_pairs(described, stream, board);
            }
        }
    }

    /// Objects of other shapes, or of other shapes and colours: each can be named as the target is.
    fn without_size_word(&self, phrase: &Phrase, target: TargetKind, stream: &mut Stream, board: &mut Board) {
        let of_a_shape = phrase.colour.is_none();
        let own = if of_a_shape { target.shape.into() } else { self.pair(target) };
        self.draw_groups(self.crowd(phrase), own, stream, |number, stream| {
            let kind = if of_a_shape {
                let size = between(self.sizes.clone(), stream);
                TargetKind { shape: number as u8, colour: self.any_colour(stream), size }
            } else {
                self.sized(number, between(self.sizes.clone(), stream))
            };
            self.put(kind, stream, board);
        });
    }

    /// Puts an object on a free cell.
    fn put(&self, kind: TargetKind, stream: &mut Stream, board: &mut Board) {
        let cell = match &self.cells {
            Some(cells) => cells.free_cell(board, stream),
            None => board.free_cell(stream),
        };
        board.put(Object::solid(kind.shape, kind.colour, kind.size, cell));
    }

    /// Draws groups other than the target's own, by number.
    fn draw_groups(
        &self,
        counts: DistractorCounts,
        own: u16,
        stream: &mut Stream,
        mut each: impl FnMut(u16, &mut Stream),
    ) {
        let DistractorCounts { groups, drawn, .. } = counts;
        // Recipes of the papers' size need no allocation.
        let (mut few, mut many) = ([0u16; 64], Vec::new());
        let numbers = if groups <= few.len() {
            &mut few[..groups]
        } else {
            many.resize(groups, 0);
            &mut many[..]
        };
        numbers.iter_mut().zip(0..).for_each(|(slot, number)| *slot = number);
        for &number in &*stream.sample(numbers, drawn) {
            // The target's own group is none to choose: later numbers move up by one.
            each(if number >= own { number + 1 } else { number }, stream);
        }
    }

    fn any_colour(&self, stream: &mut Stream) -> u8 {
        stream.below(self.colours.into()) as u8
    }

    /// The number of a shape and colour.
    fn pair(&self, kind: TargetKind) -> u16 {
        u16::from(kind.shape) * u16::from(self.colours) + u16::from(kind.colour)
    }

    /// An object with the shape and colour of a number.
    fn sized(&self, number: u16, size: u8) -> TargetKind {
        let colours = u16::from(self.colours);
        TargetKind { shape: (number / colours) as u8, colour: (number % colours) as u8, size }
    }

    /// The sizes that make a target of this size small or big.
    fn contrast_sizes(&self, extreme: Extreme, size: u8) -> std::ops::RangeInclusive<u8> {
        match extreme {
            Extreme::Small => size + 1..=*self.sizes.end(),
            Extreme::Big => *self.sizes.start()..=size - 1,
        }
    }
}

fn between(range: std::ops::RangeInclusive<u8>, stream: &mut Stream) -> u8 {
    range.start() + stream.below(u32::from(range.end() - range.start()) + 1) as u8
}

/// The most objects a recipe may ask for.
pub fn most_objects(side: u8) -> usize {
    MAX_OBJECTS.min(usize::from(side) * usize::from(side) - 1)
}
