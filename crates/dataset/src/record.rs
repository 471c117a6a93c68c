//! Items that were read.

use std::sync::Arc;

use wampimuk_command::{Command, Example};
use wampimuk_grid::{Action, World};

use crate::compact::CompactClaims;
use crate::error::Place;
use crate::original::{OriginalExample, Text};

/// An item that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it stands.
    pub place: Place,
    /// The split it belongs to; empty if the file does not say.
    pub split: Arc<str>,
    /// Its recorded index in the split, or else its position in it, counted from 0 as read.
    pub index: u64,
    /// The command.
    pub command: Command,
    /// The world.
    pub world: World,
    /// The number of the recorded target, if one is recorded.
    pub target: Option<usize>,
    /// The recorded actions.
    pub actions: Vec<Action>,
    /// What else the file says of it.
    pub recorded: Recorded,
}

impl Record {
    /// The item as an example; `None` if no target is recorded.
    pub fn into_example(self) -> Option<Example> {
        let Self { command, world, target, actions, .. } = self;
        Some(Example { command, world, target: target?, actions })
    }
}

/// What a file says of an item beside the example itself: claims to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recorded {
    /// In the original's files.
    Original(Box<OriginalClaims>),
    /// In our own.
    Compact(CompactClaims),
}

/// What the original's files say beside the example itself. `None` is what a file does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OriginalClaims {
    /// The command's words, joined by commas.
    pub command: String,
    /// The names of their meanings, joined by commas.
    pub meaning: String,
    /// The derivation.
    pub derivation: Option<String>,
    /// The steps to the target.
    pub distance: Option<u32>,
    /// Where the target lies.
    pub direction: Option<String>,
    /// The name of the verb.
    pub verb: Option<String>,
    /// The name of the adverb, empty if there is none.
    pub manner: Option<String>,
    /// Size, colour and noun, joined by spaces.
    pub referred_target: Option<String>,
    /// The vector of the target.
    pub target_vector: Option<String>,
    /// The vectors of the objects.
    pub vectors: Vec<Option<String>>,
}

impl OriginalClaims {
    pub(crate) fn new(example: &OriginalExample<'_>) -> Self {
        let owned = |text: &Option<Text<'_>>| text.as_ref().map(|text| text.to_string());
        let situation = &example.situation;
        let manner = example.manner.as_ref().or(example.adverb_in_command.as_ref());
        Self {
            command: example.command.to_string(),
            meaning: example.meaning.to_string(),
            derivation: owned(&example.derivation),
            distance: situation.distance_to_target.map(|distance| distance.0),
            direction: owned(&situation.direction_to_target),
            verb: owned(&example.verb_in_command),
            manner: manner.map(|manner| manner.to_string()),
            referred_target: owned(&example.referred_target),
            target_vector: situation.target_object.as_ref().and_then(|target| owned(&target.vector)),
            vectors: situation.placed_objects.0.iter().map(|object| owned(&object.vector)).collect(),
        }
    }
}
