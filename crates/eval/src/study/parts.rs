//! The parts of a study.

use serde::{Deserialize, Serialize};
use wampimuk_play::Settings;
use wampimuk_prompt::PromptForm;

/// Who is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The name that its server knows it by.
    pub name: String,
    /// Where it is, if not where the study says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ask {
    /// What the family usually asks for.
    #[default]
    Actions,
    /// The cell of the target.
    Reference,
}

/// How commands are carried out in conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Playing {
    /// How many rows and columns the model sees in each direction; everything, if nobody says. A model that does not see
    /// everything may go as it likes, and says when it is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sight: Option<u8>,
    /// The most turns; if nobody says, twice as many as the right actions are, and 10 (and one for each cell, if the model
    /// does not see everything).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// The most actions of a turn; any number, if nobody says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
}

impl Playing {
    /// The same with a form.
    pub(crate) fn settings(self, form: PromptForm) -> Settings {
        let Self { sight, turns, moves } = self;
        Settings { form, sight, turns, moves, ..Settings::default() }
    }
}

/// Which examples questions have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShotChoice {
    /// All questions of a dataset have the same.
    #[default]
    Fixed,
    /// Each question has its own.
    Each,
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Prices {
    /// Of questions.
    pub input: f64,
    /// Of answers.
    pub output: f64,
}

impl Prices {
    /// What these tokens cost.
    pub fn cost(&self, input: u64, output: u64) -> f64 {
        (input as f64 * self.input + output as f64 * self.output) / 1e6
    }

    /// Whether anything is known to cost something.
    pub fn is_known(&self) -> bool {
        self.input > 0.0 || self.output > 0.0
    }
}

/// When to stop. It counts everything in the folder of a study, whenever it was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// At most this many requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requests: Option<u64>,
    /// At most this many tokens, of questions and answers together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// At most this much money, in the unit of the prices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
}
