//! The meaning of a phrase in a world: the exact set of its referents.
//!
//! A set of objects is a `u64`. Each phrase of the tree has the mask of objects that its own words fit; a clause
//! relates two phrases. An object is a referent if it can play the head of the tree: if every other phrase can be given
//! an object of its mask, related as the clauses say. That is a small exact constraint problem, solved by backtracking
//! over masks.

use wampimuk_grid::{Form, MAX_OBJECTS, MAX_SIZE, World};

use crate::{Extreme, Lexicon, Phrase, Relation};

/// How "small" and "big" are read. The class of a phrase is what its noun and colour word fit, whatever the size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Some other member of the class is strictly larger (smaller): what ReaSCAN's code encodes. A middle size is
    /// both small and big.
    Existential,
    /// The smallest (biggest) size present in the class, which has at least two sizes: gSCAN's reading.
    #[default]
    Superlative,
    /// The smallest (biggest) size of all objects with that noun, whatever their colour.
    ColourBlind,
}

impl Reading {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Existential, Self::Superlative, Self::ColourBlind];

    /// The name used on command lines and in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Existential => "existential",
            Self::Superlative => "superlative",
            Self::ColourBlind => "colour-blind",
        }
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
    world: &'w World,
    all: u64,
    frames: u64,
    shapes: [u64; crate::MAX_ENTRIES],
    colours: [u64; crate::MAX_ENTRIES],
    sizes: [u64; SIZES],
    /// Which sizes there are, as bits.
    present: u32,
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
        let mut roles = Vec::new();
        flatten(phrase, None, &mut |phrase, parent| {
            roles.push(Role { mask: self.own_words(phrase, lexicon, semantics), parent });
        });
        bits(own)
            .filter(|&head| self.plays(&roles, 1, &mut vec![head], semantics))
            .fold(0, |set, head| set | 1 << head)
    }

    /// The objects that a phrase's own words fit, its clauses left aside.
    #[inline]
    pub fn own_words(&self, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) -> u64 {
        let noun = match phrase.noun {
            Some(noun) => self.shapes[usize::from(noun)],
            None if semantics.boxes_are_objects => self.all,
            None => self.all & !self.frames,
        };
        let class = match phrase.colour {
            Some(colour) => noun & self.colours[usize::from(colour)],
            None => noun,
        };
        let Some(size) = phrase.size else { return class };
        let extreme = lexicon.sizes[usize::from(size)].extreme;
        match semantics.reading {
            Reading::Superlative => self.extreme_of(class, extreme),
            Reading::ColourBlind => self.extreme_of(noun, extreme) & class,
            Reading::Existential => class & !self.end_of(class, extreme.opposite()),
        }
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

    /// Whether roles `next..` can be filled, given who plays the earlier ones.
    fn plays(&self, roles: &[Role], next: usize, players: &mut Vec<usize>, semantics: Semantics) -> bool {
        let Some(role) = roles.get(next) else { return true };
        let Some((parent, relation)) = role.parent else { return true };
        let mut candidates = role.mask & self.related(relation, players[parent], semantics);
        if semantics.distinct {
            candidates &= !players.iter().fold(0, |set, &player| set | 1 << player);
        }
        bits(candidates).any(|candidate| {
            players.push(candidate);
            let fits = self.plays(roles, next + 1, players, semantics);
            players.pop();
            fits
        })
    }

    /// The objects `y` such that `x` stands in the relation to `y`. Nothing relates to itself.
    pub fn related(&self, relation: Relation, x: usize, semantics: Semantics) -> u64 {
        let objects = self.world.objects();
        let object = objects[x];
        let spans = |start: u8, other: u8, object: &wampimuk_grid::Object, y: &wampimuk_grid::Object| {
            let extent = |object: &wampimuk_grid::Object| match object.form {
                Form::Frame if semantics.geometric => object.size.max(1),
                _ => 1,
            };
            start < other + extent(y) && other < start + extent(object)
        };
        let holds = |y: &wampimuk_grid::Object| match relation {
            Relation::SameRow => spans(object.cell.row, y.cell.row, &object, y),
            Relation::SameColumn => spans(object.cell.column, y.cell.column, &object, y),
            Relation::SameColour => object.colour == y.colour,
            Relation::SameShape => object.shape == y.shape,
            Relation::SameSize => object.size == y.size,
            Relation::Inside => {
                let far = |at: u8| if object.form == Form::Frame { at + object.size.max(1) - 1 } else { at };
                y.form == Form::Frame
                    && y.covers(object.cell)
                    && (!semantics.geometric
                        || y.covers(wampimuk_grid::Cell::new(far(object.cell.row), far(object.cell.column))))
            }
        };
        objects
            .iter()
            .enumerate()
            .filter(|&(number, y)| number != x && holds(y))
            .fold(0, |set, (number, _)| set | 1 << number)
    }
}

impl Extreme {
    const fn opposite(self) -> Self {
        match self {
            Self::Small => Self::Big,
            Self::Big => Self::Small,
        }
    }
}

/// A phrase of the tree: the objects its words fit, and how it hangs from an earlier phrase.
struct Role {
    mask: u64,
    parent: Option<(usize, Relation)>,
}

/// Visits the phrases of a tree, parents first, each with its parent's number.
fn flatten(
    phrase: &Phrase,
    parent: Option<(usize, Relation)>,
    visit: &mut impl FnMut(&Phrase, Option<(usize, Relation)>),
) {
    fn walk(
        phrase: &Phrase,
        parent: Option<(usize, Relation)>,
        next: &mut usize,
        visit: &mut impl FnMut(&Phrase, Option<(usize, Relation)>),
    ) {
        let number = *next;
        *next += 1;
        visit(phrase, parent);
        for clause in &phrase.clauses {
            walk(&clause.phrase, Some((number, clause.relation)), next, visit);
        }
    }
    walk(phrase, parent, &mut 0, visit);
}

/// The numbers of the set bits.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (bit < MAX_OBJECTS).then(|| {
            set &= set - 1;
            bit
        })
    })
}
