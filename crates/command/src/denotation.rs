//! The meaning of a phrase in a world: the exact set of its referents.
//!
//! A set of objects is a `u64`. Each phrase of the tree has the mask of objects that its own words fit; a clause
//! relates two phrases. An object is a referent if it can play the head of the tree: if every other phrase can be given
//! an object of its mask, related as the clauses say. That is a small exact constraint problem over masks.

use std::cell::OnceCell;

use wampimuk_grid::{Form, MAX_SIZE, World};

use crate::relate::{Extents, Lines};
use crate::solve::{Roles, heads, prune};
use crate::{Command, Determiner, Extreme, Lexicon, Phrase};

wampimuk_core::named! {
    /// How "small" and "big" are read. The class of a phrase is what its noun and colour word fit, whatever the size.
    #[derive(Default)]
    pub enum Reading {
        /// Some other member of the class is strictly larger (smaller): what ReaSCAN's code encodes. A middle size is
        /// both small and big.
        Existential = "existential",
        /// The smallest (biggest) size present in the class, which has at least two sizes: gSCAN's reading.
        #[default]
        Superlative = "superlative",
        /// The smallest (biggest) size of all objects with that noun, whatever their colour.
        ColourBlind = "colour-blind",
    }
}

impl Reading {
    /// The one that a command's wording belongs to: ReaSCAN's for relative clauses, "the" and "object"; else gSCAN's.
    pub fn of(command: &Command) -> Self {
        let Phrase { determiner, noun, clauses, .. } = &command.phrase;
        let is_reascan = *determiner == Determiner::The || noun.is_none() || !clauses.is_empty();
        if is_reascan { Self::Existential } else { Self::Superlative }
    }
}

/// Every choice that the meaning of a phrase depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Semantics {
    /// How size words are read.
    pub reading: Reading,
    /// Different phrases must be played by different objects.
    pub distinct: bool,
    /// Boxes count by their extent, not by their corner: a box is in every row it touches, and inside another box only
    /// if it is wholly contained.
    pub geometric: bool,
    /// The noun "object" fits boxes too.
    pub boxes_are_objects: bool,
}

impl Default for Semantics {
    fn default() -> Self {
        Self { reading: Reading::default(), distinct: true, geometric: false, boxes_are_objects: true }
    }
}

impl From<Reading> for Semantics {
    fn from(reading: Reading) -> Self {
        Self { reading, ..Self::default() }
    }
}

/// The set of objects that the phrase can refer to, as bits of object numbers.
pub fn denotation(phrase: &Phrase, world: &World, lexicon: &Lexicon, semantics: Semantics) -> u64 {
    Scene::new(world).denotation(phrase, lexicon, semantics)
}

const SIZES: usize = MAX_SIZE as usize + 1;

/// A world prepared for asking about many phrases: its objects by feature.
#[derive(Clone, Debug)]
pub struct Scene<'w> {
    pub(crate) world: &'w World,
    all: u64,
    pub(crate) frames: u64,
    pub(crate) shapes: [u64; crate::MAX_ENTRIES],
    pub(crate) colours: [u64; crate::MAX_ENTRIES],
    pub(crate) sizes: [u64; SIZES],
    /// Which sizes there are, as bits.
    present: u32,
    /// Rows and columns with boxes by their corners, and by their extents. Two fields rather than an array: an empty
    /// cell of its own costs one byte to write, an array of them is copied whole.
    pub(crate) corner_lines: OnceCell<Lines>,
    pub(crate) extent_lines: OnceCell<Lines>,
}

impl<'w> Scene<'w> {
    /// Sorts the objects of a world by feature. Features outside the bounds of lexicons fit no word.
    #[inline]
    pub fn new(world: &'w World) -> Self {
        let mut scene = Self {
            world,
            all: 0,
            frames: 0,
            shapes: [0; crate::MAX_ENTRIES],
            colours: [0; crate::MAX_ENTRIES],
            sizes: [0; SIZES],
            present: 0,
            corner_lines: OnceCell::new(),
            extent_lines: OnceCell::new(),
        };
        for (number, object) in world.objects().iter().enumerate() {
            let bit = 1 << number;
            scene.all |= bit;
            if object.form == Form::Frame {
                scene.frames |= bit;
            }
            if let Some(shape) = scene.shapes.get_mut(usize::from(object.shape)) {
                *shape |= bit;
            }
            if let Some(colour) = scene.colours.get_mut(usize::from(object.colour)) {
                *colour |= bit;
            }
            let size = usize::from(object.size).min(SIZES - 1);
            scene.sizes[size] |= bit;
            scene.present |= 1 << size;
        }
        scene
    }

    /// The set of objects that the phrase can refer to.
    #[inline]
    pub fn denotation(&self, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) -> u64 {
        let own = self.own_words(phrase, lexicon, semantics);
        if phrase.clauses.is_empty() {
            return own;
        }
        if own == 0 {
            return 0;
        }
        let mut roles = self.roles(phrase, lexicon, semantics);
        heads(self, roles.as_mut_slice(), semantics.into(), semantics.distinct)
    }

    /// An upper bound of the referents under every reading and every variant at once, for generators that want to
    /// know cheaply what a phrase can at most refer to. Phrases need no objects of their own, boxes are in all rows and
    /// columns that they touch, corners decide what is inside, boxes are objects, and size words are read in all ways.
    pub fn permissive(&self, phrase: &Phrase, lexicon: &Lexicon) -> u64 {
        let fits = |phrase: &Phrase| self.permissive_words(phrase, lexicon);
        if phrase.clauses.is_empty() {
            return fits(phrase);
        }
        prune(self, Roles::new(phrase, fits).as_mut_slice(), Extents::PERMISSIVE)
    }

    /// The objects that a phrase's own words fit, its clauses left aside.
    #[inline]
    pub fn own_words(&self, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) -> u64 {
        self.fitting(phrase.into(), lexicon, semantics)
    }

    /// The phrases of a tree, each with the objects that its own words fit.
    #[inline]
    pub(crate) fn roles(&self, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) -> Roles {
        Roles::new(phrase, |phrase| self.own_words(phrase, lexicon, semantics))
    }

    /// The objects that words fit.
    #[inline]
    pub(crate) fn fitting(&self, words: Words, lexicon: &Lexicon, semantics: Semantics) -> u64 {
        let noun = match words.noun {
            Some(noun) => self.shapes[usize::from(noun)],
            None if semantics.boxes_are_objects => self.all,
            None => self.all & !self.frames,
        };
        let class = match words.colour {
            Some(colour) => noun & self.colours[usize::from(colour)],
            None => noun,
        };
        let Some(size) = words.size else { return class };
        let extreme = lexicon.sizes[usize::from(size)].extreme;
        match semantics.reading {
            Reading::Superlative => self.extreme_of(class, extreme),
            Reading::ColourBlind => self.extreme_of(noun, extreme) & class,
            Reading::Existential => class & !self.end_of(class, extreme.opposite()),
        }
    }

    /// The objects that a phrase's own words fit under some reading. The superlative adds nothing: an extreme of a
    /// class always has an object to compare with. Nor does the existential reading of a class without boxes.
    fn permissive_words(&self, phrase: &Phrase, lexicon: &Lexicon) -> u64 {
        let fits = |reading, boxes_are_objects| {
            self.own_words(phrase, lexicon, Semantics { reading, boxes_are_objects, ..Semantics::default() })
        };
        let set = fits(Reading::Existential, true);
        if phrase.size.is_none() {
            return set;
        }
        set | fits(Reading::ColourBlind, true) | fits(Reading::ColourBlind, false)
    }

    /// The members of the smallest (biggest) size, if there are at least two sizes.
    fn extreme_of(&self, class: u64, extreme: Extreme) -> u64 {
        let end = self.end_of(class, extreme);
        if end == class { 0 } else { end }
    }

    /// The members of the smallest (biggest) size.
    fn end_of(&self, class: u64, extreme: Extreme) -> u64 {
        let mut sizes = self.present;
        while sizes != 0 {
            let size = match extreme {
                Extreme::Small => sizes.trailing_zeros(),
                Extreme::Big => u32::BITS - 1 - sizes.leading_zeros(),
            };
            let members = self.sizes[size as usize] & class;
            if members != 0 {
                return members;
            }
            sizes &= !(1 << size);
        }
        0
    }
}

/// The words of a phrase, without its clauses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Words {
    pub size: Option<u8>,
    pub colour: Option<u8>,
    pub noun: Option<u8>,
}

impl From<&Phrase> for Words {
    #[inline]
    fn from(phrase: &Phrase) -> Self {
        Self { size: phrase.size, colour: phrase.colour, noun: phrase.noun }
    }
}
