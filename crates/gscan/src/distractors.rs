//! What stands around the target: the original's rules, with the two points where it left its paper as choices.

use wampimuk_command::{Extreme, Lexicon, Phrase};
use wampimuk_core::Stream;
use wampimuk_grid::{MAX_OBJECTS, Object};

use crate::board::Board;
use crate::commands::TargetKind;
use crate::recipe::{ContrastColour, Distractors, Generate, PairSizes};

/// Draws the distractors of items.
#[derive(Clone, Debug)]
pub struct DistractorSampler {
    shapes: u8,
    colours: u8,
    sizes: std::ops::RangeInclusive<u8>,
    rules: Distractors,
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

impl DistractorSampler {
    /// The rules of a recipe.
    pub fn new(recipe: &Generate, lexicon: &Lexicon) -> Self {
        Self {
            shapes: lexicon.nouns.len() as u8,
            colours: lexicon.colours.len() as u8,
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
    pub fn place(
        &self,
        phrase: &Phrase,
        extreme: Option<Extreme>,
        target: TargetKind,
        stream: &mut Stream,
        board: &mut Board,
    ) {
        let DistractorCounts { groups, drawn, .. } = self.crowd(phrase);
        let mut add = |kind: TargetKind, stream: &mut Stream| {
            let cell = board.free_cell(stream);
            board.put(Object::solid(kind.shape, kind.colour, kind.size, cell));
        };
        let contrast = extreme.map(|extreme| self.contrast_sizes(extreme, target.size));
        if let Some(sizes) = contrast.clone() {
            let colour = match self.rules.contrast_colour {
                ContrastColour::Any if phrase.colour.is_none() => stream.below(self.colours.into()) as u8,
                _ => target.colour,
            };
            add(TargetKind { colour, size: between(sizes, stream), ..target }, stream);
        }
        // Recipes of the papers' size need no allocation.
        let (mut few, mut many) = ([0u16; 64], Vec::new());
        let numbers = if groups <= few.len() {
            &mut few[..groups]
        } else {
            many.resize(groups, 0);
            &mut many[..]
        };
        numbers.iter_mut().zip(0..).for_each(|(slot, number)| *slot = number);
        let shape_only = extreme.is_none() && phrase.colour.is_none();
        let own = if shape_only { u16::from(target.shape) } else { self.pair(target) };
        for &number in &*stream.sample(numbers, drawn) {
            // The target's own kind is no group: later numbers move up by one.
            let number = if number >= own { number + 1 } else { number };
            if shape_only {
                let size = between(self.sizes.clone(), stream);
                let colour = stream.below(self.colours.into()) as u8;
                add(TargetKind { shape: number as u8, colour, size }, stream);
                continue;
            }
            let (shape, colour) =
                ((number / u16::from(self.colours)) as u8, (number % u16::from(self.colours)) as u8);
            let sizes = match &contrast {
                // "small square": squares of other colours must be bigger too.
                Some(sizes) if shape == target.shape && phrase.colour.is_none() => sizes.clone(),
                _ => self.sizes.clone(),
            };
            let first = between(sizes.clone(), stream);
            add(TargetKind { shape, colour, size: first }, stream);
            if extreme.is_some() {
                let second = self.second_size(sizes, first, stream);
                add(TargetKind { shape, colour, size: second }, stream);
            }
        }
    }

    fn pair(&self, kind: TargetKind) -> u16 {
        u16::from(kind.shape) * u16::from(self.colours) + u16::from(kind.colour)
    }

    /// The sizes that make a target of this size small or big.
    fn contrast_sizes(&self, extreme: Extreme, size: u8) -> std::ops::RangeInclusive<u8> {
        match extreme {
            Extreme::Small => size + 1..=*self.sizes.end(),
            Extreme::Big => *self.sizes.start()..=size - 1,
        }
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

fn between(range: std::ops::RangeInclusive<u8>, stream: &mut Stream) -> u8 {
    range.start() + stream.below(u32::from(range.end() - range.start()) + 1) as u8
}

/// The most objects a recipe may ask for.
pub fn most_objects(side: u8) -> usize {
    MAX_OBJECTS.min(usize::from(side) * usize::from(side) - 1)
}
