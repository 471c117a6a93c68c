//! Placing a copy of a command: objects that fit its phrases and relate as its clauses say.
//!
//! A copy may use objects that are there already. Which ones is decided first, from the head down; what a new object
//! must have to be related to them is collected on the way. Then new objects get features and cells.

use wampimuk_command::{ObjectRole, Relation};
use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, Object};

use super::board::{Board, CellConstraint, pick};
use super::sizes::{Sizes, draw_size};
use crate::pattern::MAX_PHRASES;
use crate::tree::Tree;

/// What to place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandCopy<'t> {
    /// The phrases.
    pub tree: &'t Tree,
    /// Leave out this phrase and all below it.
    pub without: Option<usize>,
    /// Place this phrase and all below it only; the phrase above it is played by `anchor`.
    pub only: Option<usize>,
    /// Who plays the phrase above: the head, unless `only` is given.
    pub anchor: Option<usize>,
    /// Where the head stands.
    pub cell: Option<Cell>,
    /// The sizes that this phrase's object may have, whatever its words say.
    pub sized: Option<(usize, u32)>,
    /// How likely an object that is there is used, in parts per million.
    pub sharing: u32,
    /// Objects that may not be used.
    pub reserved: u64,
    /// The number of the group.
    pub group: u8,
    /// Whether it is a copy of the command that is asked: then its objects are there for phrases of that command.
    pub is_of_command: bool,
}

/// What is known about an object that is still to be placed.
#[derive(Clone, Copy, Debug, Default)]
struct ObjectConstraint {
    noun: Option<u8>,
    colour: Option<u8>,
    /// Sizes as bits.
    sizes: Option<u32>,
    room: CellConstraint,
}

impl ObjectConstraint {
    fn want_noun(&mut self, noun: u8) -> Option<()> {
        (*self.noun.get_or_insert(noun) == noun).then_some(())
    }

    fn want_colour(&mut self, colour: u8) -> Option<()> {
        (*self.colour.get_or_insert(colour) == colour).then_some(())
    }

    fn want_sizes(&mut self, sizes: u32) -> Option<()> {
        let both = self.sizes.unwrap_or(u32::MAX) & sizes;
        self.sizes = Some(both);
        (both != 0).then_some(())
    }

    fn want_row(&mut self, row: u8) -> Option<()> {
        (*self.room.row.get_or_insert(row) == row).then_some(())
    }

    fn want_column(&mut self, column: u8) -> Option<()> {
        (*self.room.column.get_or_insert(column) == column).then_some(())
    }
}

/// The nouns of a lexicon by form, as a placing needs them.
#[derive(Clone, Debug)]
pub(crate) struct Nouns {
    pub forms: Vec<Form>,
    pub solids: Vec<u8>,
    pub colours: u8,
}

impl CommandCopy<'_> {
    /// Adds the copy's new objects to the board, or nothing if this draw does not fit.
    pub fn place(
        &self,
        board: &mut Board,
        parts: &mut Vec<ObjectRole>,
        sizes: &Sizes,
        nouns: &Nouns,
        stream: &mut Stream,
    ) -> Option<()> {
        let before = board.objects().len();
        let placed = self.try_place(board, parts, sizes, nouns, stream);
        if placed.is_none() {
            board.truncate(before);
            parts.truncate(before);
        }
        placed
    }

    /// Whether a phrase is part of the copy.
    fn has(&self, number: usize) -> bool {
        self.without.is_none_or(|without| !self.tree.is_below(number, without))
            && self.only.is_none_or(|only| self.tree.is_below(number, only))
    }

    fn try_place(
        &self,
        board: &mut Board,
        parts: &mut Vec<ObjectRole>,
        sizes: &Sizes,
        nouns: &Nouns,
        stream: &mut Stream,
    ) -> Option<()> {
        let nodes = self.tree.nodes();
        let mut who: [Option<usize>; MAX_PHRASES] = [None; MAX_PHRASES];
        let mut constraints = [ObjectConstraint::default(); MAX_PHRASES];
        let top = self.only.and_then(|only| nodes[only].link).map_or(0, |(parent, _)| parent);
        who[top] = self.anchor;
        constraints[0].room.cell = self.cell;
        self.share(board, sizes, &mut who, &mut constraints, stream)?;
        self.pass_up(board, sizes, &who, &mut constraints)?;
        for number in 0..nodes.len() {
            if !self.has(number) || who[number].is_some() {
                continue;
            }
            let (node, mut constraint) = (&nodes[number], constraints[number]);
            if let Some((parent, relation)) = node.link {
                let above = board.objects()[who[parent]?];
                match relation {
                    Relation::SameRow => constraint.want_row(above.cell.row)?,
                    Relation::SameColumn => constraint.want_column(above.cell.column)?,
                    Relation::SameColour => constraint.want_colour(above.colour)?,
                    Relation::SameShape => constraint.want_noun(above.shape)?,
                    Relation::SameSize => constraint.want_sizes(1 << above.size)?,
                    Relation::Inside => constraint.room.around = Some(above.cell),
                }
            }
            let shape = match constraint.noun {
                Some(noun) => noun,
                None => *stream.choose(&nouns.solids),
            };
            let colour = constraint.colour.unwrap_or_else(|| stream.below(nouns.colours.into()) as u8);
            constraint.want_sizes(sizes.allowed(shape))?;
            let size = draw_size(constraint.sizes?, stream)?;
            let form = nouns.forms[usize::from(shape)];
            let cell = board.free_cell(form, size, &constraint.room, stream)?;
            if board.objects().len() == wampimuk_grid::MAX_OBJECTS {
                return None;
            }
            who[number] = Some(board.add(Object { cell, shape, colour, size, form }));
            let phrase = self.is_of_command.then_some(number as u8);
            parts.push(ObjectRole { group: self.group, phrase });
        }
        Some(())
    }

    /// Decides which phrases are played by objects that are there, and what that asks of the new objects above them.
    fn share(
        &self,
        board: &Board,
        sizes: &Sizes,
        who: &mut [Option<usize>; MAX_PHRASES],
        constraints: &mut [ObjectConstraint; MAX_PHRASES],
        stream: &mut Stream,
    ) -> Option<()> {
        let nodes = self.tree.nodes();
        let mut used = self.reserved | self.anchor.map_or(0, |anchor| 1 << anchor);
        for (number, node) in nodes.iter().enumerate().skip(1) {
            let Some((parent, relation)) = node.link.filter(|_| self.has(number)) else { continue };
            let altered = self.sized.is_some_and(|(sized, _)| sized == number);
            if altered || self.sharing == 0 || stream.below(wampimuk_core::WHOLE) >= self.sharing {
                continue;
            }
            let mut candidates = board.own(node, sizes) & !used;
            if !node.frame {
                // "object" fits boxes too, but a copy of the command has none where the command has none.
                candidates &= board.solids();
            }
            if let Some(above) = who[parent] {
                candidates &= board.partners(relation, above);
            }
            let Some(player) = pick(candidates, stream) else { continue };
            if who[parent].is_none() {
                let (object, constraint) = (board.objects()[player], &mut constraints[parent]);
                match relation {
                    Relation::SameRow => constraint.want_row(object.cell.row)?,
                    Relation::SameColumn => constraint.want_column(object.cell.column)?,
                    Relation::Inside => constraint.room.within = Some(player),
                    // Passed up with the other features.
                    Relation::SameColour | Relation::SameShape | Relation::SameSize => {}
                }
            }
            used |= 1 << player;
            who[number] = Some(player);
        }
        Some(())
    }

    /// Collects what words and clauses ask of each new object's features, from the leaves up.
    fn pass_up(
        &self,
        board: &Board,
        sizes: &Sizes,
        who: &[Option<usize>; MAX_PHRASES],
        constraints: &mut [ObjectConstraint; MAX_PHRASES],
    ) -> Option<()> {
        for (number, node) in self.tree.nodes().iter().enumerate().rev() {
            if !self.has(number) {
                continue;
            }
            let constraint = &mut constraints[number];
            if let Some(player) = who[number] {
                let object = board.objects()[player];
                (constraint.noun, constraint.colour) = (Some(object.shape), Some(object.colour));
                constraint.sizes = Some(1 << object.size);
            } else {
                if let Some(noun) = node.noun {
                    constraint.want_noun(noun)?;
                }
                if let Some(colour) = node.colour {
                    constraint.want_colour(colour)?;
                }
                if let Some((_, allowed)) = self.sized.filter(|(sized, _)| *sized == number) {
                    constraint.want_sizes(allowed)?;
                } else if let Some(size) = node.size.and_then(|size| sizes.meant(node.noun, size)) {
                    constraint.want_sizes(1 << size)?;
                }
                if let Some(noun) = constraint.noun {
                    constraint.want_sizes(sizes.allowed(noun))?;
                }
            }
            let below = *constraint;
            let Some((parent, relation)) = node.link else { continue };
            if who[parent].is_some() {
                continue;
            }
            let above = &mut constraints[parent];
            match relation {
                Relation::SameColour => below.colour.map_or(Some(()), |colour| above.want_colour(colour))?,
                Relation::SameShape => below.noun.map_or(Some(()), |noun| above.want_noun(noun))?,
                Relation::SameSize => below.sizes.map_or(Some(()), |sizes| above.want_sizes(sizes))?,
                Relation::SameRow | Relation::SameColumn | Relation::Inside => {}
            }
        }
        Some(())
    }
}
