//! What families of commands in grid worlds have in common, beyond [`Family`].

use serde::Serialize;
use wampimuk_core::{Family, ItemError, ItemId, Items, KeyedHash};

use crate::{Certificate, Command, Example, Lexicon, ObjectRoles, Reading, Surface};

/// An item: an example with its address, identity and certificate.
#[derive(Clone, Debug)]
pub struct GridItem {
    /// Its identity.
    pub id: ItemId,
    /// The number of its split.
    pub split: usize,
    /// Its index in the split.
    pub index: u64,
    /// The number of its command in the family's enumeration.
    pub command: usize,
    /// Command, world, target and actions.
    pub example: Example,
    /// What is certain about it.
    pub certificate: Certificate,
    /// Why each object is there.
    pub cast: ObjectRoles,
}

impl GridItem {
    /// Brings the objects into an order that depends on the item's identity alone. The identity does not know which
    /// object is the target, so neither does the order. (Sorted by cell, the list would favour its ends: targets are
    /// more often near the walls than distractors are.)
    pub fn mix_objects(&mut self) {
        let hash = KeyedHash::of_item(self.id);
        let Example { world, target, .. } = &mut self.example;
        for last in (1..world.objects().len()).rev() {
            let other = hash.below(last as u64, 0, last as u32 + 1) as usize;
            world.swap_objects(last, other);
            if !self.cast.parts.is_empty() {
                self.cast.parts.swap(last, other);
            }
            if *target == last {
                *target = other;
            } else if *target == other {
                *target = last;
            }
        }
    }
}

/// What every item of a dataset has in common, as the originals' files say it in their header.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSetting {
    /// Rows and columns of the grid.
    pub grid_size: u8,
    /// The original's name of the grammar.
    pub grammar: &'static str,
    /// The smallest object size.
    pub min_object_size: u8,
    /// The biggest object size.
    pub max_object_size: u8,
    /// The share of train among the items that are not held out.
    pub train_share: f64,
}

/// The most that commands and their actions take, beginning and end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthBounds {
    /// Tokens of the longest command.
    pub tokens: usize,
    /// Actions of the longest sequence.
    pub actions: usize,
}

/// What the pass of a released procedure over its candidates found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CandidateCounts {
    /// All candidates.
    pub candidates: u64,
    /// Candidates with two held-out combinations, which are dropped.
    pub dropped: u64,
    /// Candidates without one.
    pub pool: u64,
    /// Candidates drawn for test.
    pub test_candidates: u64,
    /// Of these, dropped because train has an equivalent.
    #[serde(rename = "equivalents_removed")]
    pub equivalents: u64,
}

/// A family whose items are commands in grid worlds: what files, pictures, audits and checks of such items need.
pub trait GridFamily: Family {
    /// The words.
    fn lexicon(&self) -> &Lexicon;
    /// How commands are worded.
    fn surface(&self) -> Surface;
    /// How "small" and "big" are read in this family.
    fn reading(&self) -> Reading;
    /// What every item has in common.
    fn setting(&self) -> GridSetting;
    /// The smallest heavy size.
    fn heavy_from(&self) -> u8;
    /// Whether items may repeat, as the released procedures let them.
    fn may_repeat(&self) -> bool;
    /// One of the commands, from which a reader sees the wording.
    fn some_command(&self) -> Command;
    /// The numbers of the splits that an example may belong to.
    fn possible_splits(&self, example: &Example) -> Vec<usize>;
    /// Whether the predicate of some hold-out may be true of an example, whatever split it is in: a few-shot hold-out has
    /// items in train.
    fn is_held_out(&self, example: &Example) -> bool;
    /// The promises of a split that an example in it breaks, in words, beyond those that hold for every item. `None` if
    /// the split makes none.
    fn broken_promises(&self, split: usize, example: &Example) -> Option<Vec<String>> {
        let _ = (split, example);
        None
    }
    /// How long commands and action sequences can be.
    fn bounds(&self) -> LengthBounds;
    /// The words of commands, in the order of the column `command`.
    fn vocabulary(&self) -> Vec<String>;
    /// What the released procedure found while it sorted its candidates; `None` for other recipes.
    fn candidates(&self) -> Option<CandidateCounts> {
        None
    }
    /// A worker that makes items one after another and reuses its memory.
    fn grid_items(&self) -> Box<dyn GridItems + '_>;
}

/// Makes items of a [`GridFamily`].
pub trait GridItems: Items {
    /// Makes item `index` of split number `split`.
    fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError>;
}
