//! Items that were read.

use std::sync::Arc;

use wampimuk_command::{Command, Example, ObjectRoles};
use wampimuk_grid::{Action, World};

use crate::compact::CompactClaims;
use crate::error::FilePlace;
use crate::original::{BorrowedText, OriginalExample};

/// An item that was read.
#[derive(Clone, Debug)]
pub struct Record {
    /// Where it stands.
    pub place: FilePlace,
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
    /// Why each object is there; empty if the file does not say.
    pub cast: ObjectRoles,
    /// What else the file says of it.
    pub recorded: RecordedClaims,
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
pub enum RecordedClaims {
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
    /// The shape of the command, in ReaSCAN: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`.
    pub pattern: Option<String>,
    /// The words of each phrase, the head first, in ReaSCAN.
    pub expressions: Vec<String>,
    /// Which distractors were placed on purpose, in ReaSCAN.
    pub distractors: Option<DistractorClaims>,
}

/// Which distractors ReaSCAN's generator says it placed. It cannot be seen in the world: a random object may distract as
/// well as one that was placed to do so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistractorClaims {
    /// Relation distractors for every clause; true where there are no clauses, too.
    pub full_relation: bool,
    /// Relation distractors for some clause.
    pub relation: bool,
    /// Attribute distractors.
    pub attribute: bool,
    /// Isomorphism distractors.
    pub isomorphism: bool,
    /// Random distractors.
    pub random: bool,
}

impl DistractorClaims {
    /// `None` if the example says nothing of any of them.
    fn new(example: &OriginalExample<'_>) -> Option<Self> {
        let flags = [
            example.full_relation_distractor,
            example.has_relation_distractor,
            example.has_attribute_distractor,
            example.has_isomorphism_distractor,
            example.has_random_distractor,
        ];
        flags.iter().any(Option::is_some).then(|| {
            let [full_relation, relation, attribute, isomorphism, random] =
                flags.map(|flag| flag.unwrap_or(false));
            Self { full_relation, relation, attribute, isomorphism, random }
        })
    }
}

impl OriginalClaims {
    pub(crate) fn new(example: &OriginalExample<'_>) -> Self {
        let owned = |text: &Option<BorrowedText<'_>>| text.as_ref().map(|text| text.to_string());
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
            pattern: owned(&example.grammer_pattern),
            // Few enough for the order of their names to be the order of their numbers.
            expressions: example
                .object_expression
                .iter()
                .flat_map(|expressions| expressions.values().map(|expression| expression.to_string()))
                .collect(),
            distractors: DistractorClaims::new(example),
        }
    }
}
