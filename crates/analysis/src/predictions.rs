//! Predictions in files: JSON lines, one for each item.
//!
//! The first line may be a [`Header`] that says which model answered which dataset:
//!
//! ```text
//! {"wampimuk":"predictions","format":1,"model":"m-lstm","recipe":"gscan","digest":"…","data_seed":0,"seed":1}
//! {"split":"test","index":17,"prediction":["turn left","walk"]}
//! ```
//!
//! Every other line is a [`Prediction`]. Its answer is a list of actions or a text, and it may hold attention weights with
//! one row for each token. A text may hold more than the answer, which is then found by the rule of
//! [`wampimuk_prompt::answer`]. Other keys are left alone, so files of other programs need no header and may say more.
//!
//! [`Reader`] takes such lines one at a time, compressed or not; [`Writer`] makes them. [`original`] reads what the
//! originals' models write.

pub mod original;
mod reader;
mod writer;

use std::fmt;

use serde::de::value::SeqAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::{Map, Value};

pub use reader::{ReadError, Reader};
pub use writer::Writer;

/// The version of the format.
pub const FORMAT: u64 = 1;

/// What [`Header::selected_on`] says if each hold-out was answered by the weights that do best on its own dev part.
pub const OWN_DEV: &str = "own dev";

/// The most parts an answer may have: more than any model is asked for, and few enough for any memory.
pub const MAX_PARTS: usize = 100_000;

/// Which model answered which dataset. What is not known is left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The recipe of the dataset, by its name or file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// The text of the recipe, where it is none that has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toml: Option<String>,
    /// The digest of the recipe's generative section.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The seed of the dataset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_seed: Option<u64>,
    /// The seed of the training.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// After how many updates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updates: Option<u64>,
    /// The split that the checkpoint was selected on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub selected_on: Option<String>,
    /// Changes to the recipe, such as `splits.shots=5`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// Of each kind of question, how many items of the hold-out the model has been tuned on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inoculation: Option<u64>,
    /// The program that asked the model, and its version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// What the model computed on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
    /// The most items of a split that were asked; all of them, if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// Whatever else is said.
    #[serde(flatten)]
    pub more: Map<String, Value>,
}

/// An answer to an item.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prediction {
    /// The name of the item's split.
    pub split: String,
    /// Its index there.
    pub index: u64,
    /// The answer.
    #[serde(rename = "prediction")]
    pub said: Said,
    /// Where the model looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attention: Option<Attention>,
}

/// An answer as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Said {
    /// Token by token: actions.
    Tokens(Vec<String>),
    /// One text: the answer to a question about a story; things of a list are separated by commas.
    Text(String),
}

impl<'de> Deserialize<'de> for Said {
    /// By hand, so that errors say what is expected.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Said;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of actions, or a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Said, E> {
                Ok(Said::Text(text.to_owned()))
            }

            fn visit_string<E: de::Error>(self, text: String) -> Result<Said, E> {
                Ok(Said::Text(text))
            }

            fn visit_seq<A: de::SeqAccess<'de>>(self, tokens: A) -> Result<Said, A::Error> {
                Vec::deserialize(SeqAccessDeserializer::new(tokens)).map(Said::Tokens)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

impl Said {
    /// The parts of the answer: its tokens, or what stands between the commas of its text.
    pub fn parts(&self) -> Vec<&str> {
        match self {
            Self::Tokens(tokens) => tokens.iter().map(String::as_str).collect(),
            Self::Text(text) if text.trim().is_empty() => Vec::new(),
            Self::Text(text) => text.split(',').map(str::trim).collect(),
        }
    }

    /// The answer as one text, its parts separated by commas.
    pub fn text(&self) -> String {
        match self {
            Self::Tokens(tokens) => tokens.join(","),
            Self::Text(text) => text.clone(),
        }
    }
}

/// Attention weights, one row for each token of the answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Attention {
    /// On the words of the command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<Vec<f32>>,
    /// On the cells of the world, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub world: Vec<Vec<f32>>,
}
