//! Hold-outs as predicates over features.
//!
//! A [`Condition`] is what a recipe says; [`Predicate`] is the same with names resolved. It can be judged before an item
//! exists: features that are still open give the verdict "depends".

use crate::rules::RelationName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which items are held out. All the keys given must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// Words that one phrase of the command has, all of them: `"yellow square"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// What one of the objects that the command mentions looks like, whatever its phrase says: `"red square"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What the target looks like, whatever its phrase says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Relations that the command uses, all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<RelationName>,
    /// The command uses no relations but these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_relations: Vec<RelationName>,
    /// The meaning of the verb.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verb: Option<String>,
    /// The meaning of the adverb; the empty name is "no adverb".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adverb: Option<String>,
    /// Where the target lies seen from the agent: `n`, `sw`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// More actions than this to reach the target, whatever is then done to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_over: Option<usize>,
    /// At least one of these must hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<Condition>,
    /// This must not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Condition>>,
}
