//! Worlds as the code made them from which the published data come: drawn blindly, and drawn again until the command
//! refers to its target alone.
//!
//! A [`ReleasedBuilder`] makes one attempt at a time. The command's own objects come first, then copies of the command with a
//! clause left out, with a word changed, and with words exchanged between phrases, then anything, then the agent. What
//! this code does beside the paper is a knob of [`Released`]; with all knobs on it is the original, except for the order
//! in which random numbers are drawn. The original takes its numbers from Python's generator and the order of Python's
//! sets, so its worlds can be matched in distribution only; `tests.rs` does.

mod board;
mod bounds;
mod distractors;
mod group;
mod matcher;
mod random_distractors;
#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use wampimuk_command::{DistractorGroup, Extreme, Lexicon, ObjectRoles, Strategy};
use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, Object};

use self::board::Board;
use self::bounds::Bounds;
use self::matcher::Matcher;
use crate::recipe::Released;
use crate::tree::Tree;

/// Attempts at worlds. It keeps its memory: once warm, an attempt allocates nothing.
#[derive(Clone, Debug)]
pub(crate) struct ReleasedBuilder {
    settings: Released,
    wants: Wants,
    palette: Palette,
    board: Board,
    bounds: Bounds,
    matcher: Matcher,
    cast: ObjectRoles,
    agent: Cell,
}

/// The kinds of distractors that are wanted.
#[derive(Clone, Copy, Debug)]
struct Wants {
    relation: bool,
    attribute: bool,
    isomorphism: bool,
    random: bool,
}

/// What objects can look like.
#[derive(Clone, Debug)]
struct Palette {
    /// How many colours there are.
    colours: u32,
    /// The shapes of things that are no boxes.
    solids: Vec<u8>,
    solid_bits: u32,
    frame_bits: u32,
    smallest: u8,
    biggest: u8,
}

impl Palette {
    fn new(sizes: RangeInclusive<u8>, lexicon: &Lexicon) -> Self {
        let of_form = |form| {
            let nouns = lexicon.nouns.iter().enumerate().filter(move |(_, noun)| noun.form == form);
            nouns.map(|(shape, _)| shape as u8)
        };
        let bits = |form| of_form(form).fold(0, |set, shape| set | 1 << shape);
        Self {
            colours: lexicon.colours.len() as u32,
            solids: of_form(Form::Solid).collect(),
            solid_bits: bits(Form::Solid),
            frame_bits: bits(Form::Frame),
            smallest: *sizes.start(),
            biggest: *sizes.end(),
        }
    }

    /// A size that leaves room for a smaller or bigger one if a word asks for it.
    fn any_size(&self, word: Option<Extreme>, stream: &mut Stream) -> u8 {
        let count = u32::from(self.biggest - self.smallest) + 1;
        match word {
            None => self.smallest + stream.below(count) as u8,
            Some(Extreme::Small) => self.smallest + stream.below(count - 1) as u8,
            Some(Extreme::Big) => self.smallest + 1 + stream.below(count - 1) as u8,
        }
    }
}

impl ReleasedBuilder {
    /// A workshop for grids of this side and objects of these sizes, of which there must be at least two.
    pub fn new(settings: &Released, side: u8, sizes: RangeInclusive<u8>, lexicon: &Lexicon) -> Self {
        let wants = |strategy: Strategy| settings.distractors.contains(&strategy);
        Self {
            settings: settings.clone(),
            wants: Wants {
                relation: wants(Strategy::Relation),
                attribute: wants(Strategy::Attribute),
                isomorphism: wants(Strategy::Isomorphism),
                random: wants(Strategy::Random),
            },
            palette: Palette::new(sizes, lexicon),
            board: Board::new(side),
            bounds: Bounds::new(),
            matcher: Matcher::new(),
            cast: ObjectRoles::default(),
            agent: Cell::new(0, 0),
        }
    }

    /// One attempt at a world for a command: whether there is one, and the command refers to object 0 in it and to
    /// nothing else. Otherwise what is there is a world begun.
    pub fn attempt(&mut self, tree: &Tree, stream: &mut Stream) -> bool {
        self.board.clear();
        self.bounds.clear();
        self.matcher.clear();
        self.cast.clear();
        if !self.place_command(tree, DistractorGroup::plain(Strategy::Command), stream) {
            return false;
        }
        if self.wants.relation {
            self.relation_groups(tree, stream);
            if self.matcher.has_rival(tree) {
                return false;
            }
        }
        self.attribute_groups(tree, stream);
        if self.matcher.has_rival(tree) {
            return false;
        }
        if self.wants.isomorphism {
            self.isomorphism_group(tree, stream);
        }
        if self.wants.random {
            self.random_group(tree, stream);
        }
        let Some(cell) = self.board.room(Form::Solid, 1).any(stream) else { return false };
        self.agent = cell;
        self.matcher.names_target(tree) && !self.matcher.has_rival(tree)
    }

    /// The objects in the order in which they were placed. The first is the target; then come the others that the
    /// command mentions.
    pub fn objects(&self) -> &[Object] {
        self.matcher.objects()
    }

    /// Where the agent stands.
    pub fn agent(&self) -> Cell {
        self.agent
    }

    /// What each object was placed for. The first group is the command's own.
    ///
    /// What grounds size words is placed in groups of its own, even where the original counts it to its attribute
    /// distractors. Its `has_attribute_distractor` is: there is an attribute group, and all attribute and size groups
    /// are complete.
    pub fn cast(&self) -> &ObjectRoles {
        &self.cast
    }
}
