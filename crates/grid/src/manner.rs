//! Manners: what an adverb does to an action sequence.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Action;

/// What an adverb adds to travel and to pushing and pulling.
///
/// One step of travel is: `before_turn`, the turn (if one is needed), `before_step`, `walk`, `after_step`. One push or
/// pull is: `before_turn`, `before_step`, the action, `after_step`. "Cautiously" looks left and right *after* turning
/// towards where it goes, "while spinning" spins *before* it turns; hence the two lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Manner {
    /// Done before turning towards the next cell, and before each push or pull.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before_turn: Vec<Action>,
    /// Done after turning and before the step, and before each push or pull.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before_step: Vec<Action>,
    /// Done after each step, push or pull.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after_step: Vec<Action>,
    /// The shape of the way to the target.
    pub route: Route,
}

/// The shape of the way to a target in another row and column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Route {
    /// One axis to its end, then the other.
    #[default]
    Straight,
    /// The axes alternate cell by cell until the target is in line.
    Zigzag,
}

impl Manner {
    /// No manner at all.
    pub const PLAIN: Self = Self {
        before_turn: Vec::new(),
        before_step: Vec::new(),
        after_step: Vec::new(),
        route: Route::Straight,
    };
}
