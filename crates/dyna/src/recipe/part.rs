//! A part of a dataset: one way to tell stories and to ask about them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Condition, Kind, Long, ReleasedPart};

/// One way to tell stories and to ask about them.
///
/// Either `task` names one of the twenty bAbI tasks, or the other keys say it all.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Its name: letters, digits and underscores.
    pub name: String,
    /// The number of a bAbI task, told as published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<u8>,
    /// How large the stories of tasks 4 and 14 to 20 are, where not as published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toy: Option<Toy>,
    /// What is told, and how often.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actions: Option<Actions>,
    /// What the two sentences of `coref` tell, and how often.
    #[serde(default)]
    pub coref: Coref,
    /// Whether `negate` says where somebody is not or where they are.
    #[serde(default)]
    pub negate: Negate,
    /// What is asked, and how often.
    #[serde(default)]
    pub ask: Ask,
    /// How questions are found.
    #[serde(default)]
    pub asking: Asking,
    /// How many questions a story has.
    #[serde(default = "one")]
    pub questions: u32,
    /// How many sentences are told before a question, counted from the one before.
    #[serde(default = "twenty")]
    pub before: u32,
    /// From then on, a question may come after every so many further sentences.
    #[serde(default = "one")]
    pub step: u32,
    /// How likely it then is.
    #[serde(default = "always")]
    pub chance: f64,
    /// Whether a story may be one sentence too long because "he", "she" or "they" takes two.
    #[serde(default)]
    pub overshoot: bool,
    /// What questions have to be like. Stories take turns: the first is for the first condition, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Condition>,
    /// How often each filter comes in turn; once, if not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u32>,
    /// After every question, all answerable questions of these kinds are added.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inject: Vec<Kind>,
    /// After every question where somebody is, the same question is put for yes or no.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rephrase: bool,
    /// Asks so that what one event suggests is right no more often than chance, where more than one line is needed. The
    /// event is the last time that something came into somebody's hands or left them, or the last sentence about where
    /// they are, or where whoever they were named with last is, or whoever handled an object last. Pairings of event and
    /// answer that hardly occur with a filter are left out. Stories are told anew until their question fits, so they have one
    /// question each. With `rephrase`, there is a question for no beside each for yes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub balance: bool,
    /// Makes stories long, with one question at their end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long: Option<Long>,
    /// Questions with a longer story are left out: words and punctuation marks of story and question together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// The most stories of twenty sentences, or as many sentences in longer ones, that are told until one has a question
    /// as the filters want it. A tenth of them are told beforehand to find out whether there are any. More are for rare
    /// cases, and take longer before an impossible one is called so.
    #[serde(default = "a_million", skip_serializing_if = "is_a_million")]
    pub tries: u32,
    /// The people of these stories, by name; all if not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<String>,
    /// The objects; all if not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<String>,
    /// The places; all if not given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// How the released procedure chooses questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub released: Option<ReleasedPart>,
}

impl Part {
    /// A part of this name that tells nothing yet.
    pub fn named(name: impl Into<String>) -> Part {
        Part {
            name: name.into(),
            task: None,
            toy: None,
            actions: None,
            coref: Coref::default(),
            negate: Negate::default(),
            ask: Ask::default(),
            asking: Asking::default(),
            questions: one(),
            before: twenty(),
            step: one(),
            chance: always(),
            overshoot: false,
            filters: Vec::new(),
            shares: Vec::new(),
            inject: Vec::new(),
            rephrase: false,
            balance: false,
            long: None,
            max_tokens: None,
            tries: a_million(),
            people: Vec::new(),
            objects: Vec::new(),
            places: Vec::new(),
            released: None,
        }
    }

    /// How many bytes the text of a story has, roughly.
    pub fn story_bytes(&self) -> u64 {
        let sentences = u64::from(self.questions).saturating_mul(self.before.into());
        self.long.as_ref().map_or(sentences.saturating_mul(SENTENCE_BYTES), Long::bytes)
    }
}

/// A sentence of a story.
const SENTENCE_BYTES: u64 = 40;

fn one() -> u32 {
    1
}

fn twenty() -> u32 {
    20
}

fn a_million() -> u32 {
    1_000_000
}

fn is_a_million(tries: &u32) -> bool {
    *tries == a_million()
}

fn always() -> f64 {
    1.0
}

/// How large the stories of a task about a toy world are. What is not given is as published, or as near as there is
/// room. In tasks 4, 17, 18 and 19 there are six names, so both together are at most 5.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Toy {
    /// How many facts an answer takes, which is the length of a path or chain: 1 to 5 in tasks 17, 18 and 19 (as
    /// published, 2). Other tasks leave no choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<u8>,
    /// How many others are told of that no answer needs: rooms in tasks 4 (0 to 4; as published, 1) and 19 (0 to 4;
    /// 3), people in 14 (1 to 3; 3) and 20 (0 to 3; 3), animals in 15 and 16 (0 to 3; 3), shapes in 17 (0 to 4;
    /// none), things in 18 (0 to 4; mostly 3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoys: Option<u8>,
}

/// How often what is told. Weights: only their ratios matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Actions {
    /// Somebody goes somewhere.
    #[serde(rename = "move")]
    pub go: f64,
    /// Somebody takes something.
    pub grab: f64,
    /// Somebody drops something.
    pub drop: f64,
    /// Somebody gives something to somebody.
    pub give: f64,
    /// Two sentences about one person, the second with "he" or "she".
    pub coref: f64,
    /// Two people go somewhere together.
    pub conj: f64,
    /// They do so twice, the second time as "they".
    pub compound: f64,
    /// It is said where somebody is, or is not any more.
    pub negate: f64,
    /// Somebody is in one of two places.
    pub indef: f64,
}

/// What the two sentences of `coref` tell, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Coref {
    /// Somebody goes somewhere.
    #[serde(rename = "move")]
    pub go: f64,
    /// Somebody takes something.
    pub grab: f64,
    /// Somebody drops something.
    pub drop: f64,
}

impl Default for Coref {
    fn default() -> Self {
        Self { go: 1.0, grab: 1.0, drop: 1.0 }
    }
}

/// Whether `negate` says where somebody is not or where they are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Negate {
    /// "Mary is not in the park."
    pub negative: f64,
    /// "Mary is in the park."
    pub positive: f64,
}

impl Default for Negate {
    fn default() -> Self {
        Self { negative: 0.5, positive: 0.5 }
    }
}

/// How often what is asked. Weights: only their ratios matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Ask {
    /// Where is Mary?
    pub where_person: f64,
    /// Where is the apple?
    pub where_object: f64,
    /// Where was the apple before the kitchen?
    pub where_was_object: f64,
    /// Is Mary in the kitchen?
    pub yes_no: f64,
    /// How many objects is Mary carrying?
    pub counting: f64,
    /// What is Mary carrying?
    pub list: f64,
    /// Who gave the apple to Mary?
    pub giving: f64,
}

/// How questions are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Asking {
    /// A kind is drawn by its weight; of all its questions that the filter lets pass, one is drawn.
    #[default]
    Any,
    /// A kind is drawn by its weight, then one of its questions; if the filter does not let it pass, the story is told anew.
    One,
    /// All questions of all kinds that the filter lets pass. A story then has at least one, and `questions` is how often
    /// it is interrupted.
    All,
}
