//! What only the released procedure has.
//!
//! A part of a recipe with `engine = "released"` says most things with the keys that every part has: `actions`, `coref`,
//! `negate`, `ask`, `questions`, `before` and `chance` mean the same there. What differs is how questions are chosen: the
//! original asks first and filters afterwards, with counters, and stops by rules of its own. That is what is here.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Aspect, Kind};

/// How the released procedure chooses questions. Replaces `asking`, `filters` and `shares`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReleasedPart {
    /// Asks everything that can be asked, of every kind with weight, instead of one question drawn by weight.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub exhaustive: bool,
    /// Of somebody whose place is known, or one of two, asks for every place instead of the true one and a random one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub every_place: bool,
    /// Weights of questions that nobody asked for.
    #[serde(skip_serializing_if = "Leak::is_none")]
    pub leak: Leak,
    /// What questions have to be like. A story goes to the first filter, of those that still want something, that
    /// passes one of its questions. Without filters everything is kept, and sizes count stories.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<ReleasedFilter>,
}

/// Weights of questions that nobody asked for.
///
/// The original always keeps track of where people and objects are. If a configuration does not name these questions, they
/// come after those that it names; and if it has more weights than names, they take the surplus ones. So there are
/// configurations that name one kind of question and get three.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Leak {
    /// Where is Mary?
    pub where_person: f64,
    /// Where is the apple?
    pub where_object: f64,
}

impl Leak {
    /// Whether nothing leaks.
    pub fn is_none(&self) -> bool {
        *self == Leak::default()
    }
}

/// What a question has to be like, and how many such questions are enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ReleasedFilter {
    /// It is of one of these kinds; of any, if none is given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<Kind>,
    /// It lists so many supporting lines, from the first number to the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support: Option<[u32; 2]>,
    /// All of these occur in the listed lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub all: Vec<Aspect>,
    /// At most so many sentences come before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sentences: Option<u32>,
    /// Questions of these kinds are kept, whatever they are like, if the filter passes another one of the same story. They
    /// do not count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub always: Vec<Kind>,
    /// At most so many questions have the same pattern: question and supporting lines but for the names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_pattern: Option<u32>,
    /// So many questions are enough. As whole stories pass, there may be a few more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enough: Option<u32>,
    /// It gives up after so many stories in a row of which it took nothing.
    #[serde(skip_serializing_if = "is_usual_patience")]
    pub patience: u32,
}

/// The original's patience.
const PATIENCE: u32 = 20_000;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_usual_patience(patience: &u32) -> bool {
    *patience == PATIENCE
}

impl Default for ReleasedFilter {
    /// Lets everything pass.
    fn default() -> Self {
        Self {
            kinds: Vec::new(),
            support: None,
            all: Vec::new(),
            sentences: None,
            always: Vec::new(),
            per_pattern: None,
            enough: None,
            patience: PATIENCE,
        }
    }
}
