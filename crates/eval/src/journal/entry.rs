//! What is remembered of a request.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::reply::Ending;

/// What makes two requests the same: a hash of model, parameters, messages and the number of the sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key([u8; 16]);

impl Key {
    /// The key of a request: its body, which names the model and says nothing about the server, and which sample it is.
    pub fn of(body: &[u8], sample: u32) -> Self {
        let hash = Sha256::new().chain_update(sample.to_le_bytes()).chain_update(body).finalize();
        let mut key = [0; 16];
        key.copy_from_slice(&hash[..16]);
        Self(key)
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        format!("{:032x}", u128::from_be_bytes(key.0))
    }
}

impl TryFrom<String> for Key {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = u128::from_str_radix(&text, 16).ok().filter(|_| text.len() == 32);
        number.map(|number| Self(number.to_be_bytes())).ok_or_else(|| format!("`{text}` is no key"))
    }
}

/// An answer, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What was asked.
    pub key: Key,
    /// Who was asked about what, for those who read the file: `model/recipe/split/index#sample`.
    pub about: String,
    /// What became of it.
    pub ending: Ending,
    /// What was said.
    #[serde(default)]
    pub answer: String,
    /// The thinking before it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reasoning: String,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Tokens of the question.
    pub prompt_tokens: u64,
    /// Tokens of the answer.
    pub completion_tokens: u64,
    /// From sending to answer, of the last attempt.
    pub milliseconds: u64,
    /// How often it was sent.
    pub attempts: u32,
}

/// What all entries of a journal come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Requests that ended, well or not.
    pub requests: u64,
    /// Tokens of questions.
    pub input: u64,
    /// Tokens of answers.
    pub output: u64,
}

impl Spent {
    pub(crate) fn add(&mut self, entry: &Entry) {
        self.requests += 1;
        self.input += entry.prompt_tokens;
        self.output += entry.completion_tokens;
    }
}
