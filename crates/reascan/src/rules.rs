//! What a command may say: the paper's rules as data.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wampimuk_command::Relation;

/// Which commands are natural enough. Everything is off by default, which gives the published commands; turn a rule
/// off by allowing what it forbids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// The relations that clauses may use.
    pub relations: Vec<Relation>,
    /// Commands without clauses may say "object".
    pub simple_object: bool,
    /// Phrases other than the head may have neither a size nor a colour word.
    pub bare_phrases: bool,
    /// "object" may stand in clauses other than "in the same shape as".
    pub object_in_any_clause: bool,
    /// Clauses may repeat what words say: "a red circle in the same color as …", "… as a red square".
    pub redundant_clauses: bool,
    /// Two clauses of a phrase may use the same relation.
    pub repeated_relations: bool,
    /// Two phrases of a command may be worded alike.
    pub repeated_phrases: bool,
    /// A clause may have the noun of the phrase it belongs to: "a circle in the same row as a red circle".
    pub repeated_nouns: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            relations: RELATIONS.to_vec(),
            simple_object: false,
            bare_phrases: false,
            object_in_any_clause: false,
            redundant_clauses: false,
            repeated_relations: false,
            repeated_phrases: false,
            repeated_nouns: false,
        }
    }
}

impl Rules {
    /// Everything that makes sense is allowed, natural or not.
    pub fn relaxed() -> Self {
        Self {
            relations: RELATIONS.to_vec(),
            simple_object: true,
            bare_phrases: true,
            object_in_any_clause: true,
            redundant_clauses: true,
            repeated_relations: true,
            repeated_phrases: true,
            repeated_nouns: true,
        }
    }
}

/// All relations, in the order in which commands are enumerated.
const RELATIONS: [Relation; 6] = [
    Relation::SameRow,
    Relation::SameColumn,
    Relation::Inside,
    Relation::SameSize,
    Relation::SameColour,
    Relation::SameShape,
];

/// Which words a phrase has: not which ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Slots {
    pub size: bool,
    pub colour: bool,
    /// A concrete noun rather than "object".
    pub noun: bool,
}

impl Slots {
    /// All eight, in the original's order.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { size: false, colour: false, noun: true }; 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Self { size: number & 4 != 0, colour: number & 2 != 0, noun: number & 1 == 0 };
            number += 1;
        }
        all
    };
}

impl Rules {
    /// The words a head may have, in a command with or without clauses.
    pub(crate) fn head_slots(&self, clauses: bool) -> impl Iterator<Item = Slots> {
        let object = clauses || self.simple_object;
        Slots::ALL.into_iter().filter(move |slots| slots.noun || object)
    }

    /// The words a phrase in a clause may have.
    pub(crate) fn other_slots(&self) -> impl Iterator<Item = Slots> {
        let bare = self.bare_phrases;
        Slots::ALL.into_iter().filter(move |slots| bare || slots.size || slots.colour)
    }

    /// Whether a clause with this relation may link phrases with these words.
    pub(crate) fn allows(&self, parent: Slots, relation: Relation, child: Slots) -> bool {
        let redundant = match relation {
            Relation::SameSize => parent.size || child.size,
            Relation::SameColour => parent.colour || child.colour,
            Relation::SameShape => parent.noun || child.noun,
            Relation::SameRow | Relation::SameColumn | Relation::Inside => false,
        };
        let object = !child.noun && relation != Relation::SameShape;
        // What something is inside of is a box.
        (self.redundant_clauses || !redundant)
            && (!object || self.object_in_any_clause && relation != Relation::Inside)
    }
}
