//! One borrowed view of an item, made or read.

use wampimuk_command::{Command, Example, GridItem, Lexicon, ObjectRoles};
use wampimuk_grid::{Action, World};

use crate::error::FilePlace;
use crate::record::{Record, RecordedClaims};

/// A command in a world, made or read. It borrows, so that checks, statistics, pictures and scores look at an item where it
/// is.
#[derive(Clone, Copy, Debug)]
pub struct ItemView<'a> {
    /// Where it stands, if it was read.
    pub place: Option<&'a FilePlace>,
    /// Its split; empty if the file does not say.
    pub split: &'a str,
    /// Its index in the split.
    pub index: u64,
    /// Its command.
    pub command: &'a Command,
    /// Its world.
    pub world: &'a World,
    /// The number of its recorded target.
    pub target: Option<usize>,
    /// Its recorded actions.
    pub actions: &'a [Action],
    /// Why each object is there; empty if that is not known.
    pub cast: &'a ObjectRoles,
    /// What else is recorded.
    pub recorded: Option<&'a RecordedClaims>,
    /// The words.
    pub lexicon: &'a Lexicon,
}

/// An item has no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("item {index} of `{split}` has no recorded target")]
pub struct NoTarget {
    /// Its index.
    pub index: u64,
    /// Its split.
    pub split: String,
}

impl<'a> ItemView<'a> {
    /// An item that a recipe made.
    pub fn made(split: &'a str, item: &'a GridItem, lexicon: &'a Lexicon) -> Self {
        let GridItem { index, example, cast, .. } = item;
        Self {
            place: None,
            split,
            index: *index,
            command: &example.command,
            world: &example.world,
            target: Some(example.target),
            actions: &example.actions,
            cast,
            recorded: None,
            lexicon,
        }
    }

    /// An item that was read.
    pub fn read(record: &'a Record, lexicon: &'a Lexicon) -> Self {
        let Record { place, split, index, command, world, target, actions, cast, recorded } = record;
        Self {
            place: Some(place),
            split,
            index: *index,
            command,
            world,
            target: *target,
            actions,
            cast,
            recorded: Some(recorded),
            lexicon,
        }
    }

    /// The number of its recorded target, which has to be there.
    ///
    /// # Errors
    /// If it is not.
    pub fn labelled(&self) -> Result<usize, NoTarget> {
        self.target.ok_or_else(|| NoTarget { index: self.index, split: self.split.to_string() })
    }

    /// The item with its labels, as something that stays.
    ///
    /// # Errors
    /// If it has no target.
    pub fn example(&self) -> Result<Example, NoTarget> {
        let target = self.labelled()?;
        let (command, world, actions) = (self.command.clone(), self.world.clone(), self.actions.to_vec());
        Ok(Example { command, world, target, actions })
    }

    /// The record that it was read from, as something that stays; `None` if it was made.
    pub fn record(&self) -> Option<Record> {
        Some(Record {
            place: self.place?.clone(),
            split: self.split.into(),
            index: self.index,
            command: self.command.clone(),
            world: self.world.clone(),
            target: self.target,
            actions: self.actions.to_vec(),
            cast: self.cast.clone(),
            recorded: self.recorded?.clone(),
        })
    }
}
