//! Long stories: how long they are, and where in them the needed lines lie.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a long story is told. The part's `actions` say what happens in it, its `ask` and `filters` what is asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Long {
    /// The length of the story in words, at most 4,194,304. The last few sentences may go beyond it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<u32>,
    /// The length in characters, at most 16,777,216, with one between two sentences: instead of `words`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub characters: Option<u32>,
    /// Where the needed lines lie, from the first number to the second: 0 is the beginning of the story, 1 its end. Each
    /// needed line is placed on its own, and every depth is as likely as any other.
    #[serde(default = "anywhere")]
    pub depth: [f64; 2],
    /// The number of chains of lines that are like the needed ones, and that no question is about.
    #[serde(default = "decoys")]
    pub decoys: u32,
    /// Lines that are not about the story's people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asides: Option<Asides>,
}

impl Long {
    /// How many bytes the text has, roughly.
    pub(super) fn bytes(&self) -> u64 {
        let words = u64::from(self.words.unwrap_or_default()).saturating_mul(WORD_BYTES);
        self.characters.map_or(words, u64::from)
    }
}

/// A word, and the space after it.
const WORD_BYTES: u64 = 6;

/// Lines between the sentences that are not about the story's people, objects and places.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asides {
    /// The share of the other lines that are asides: from 0 to 0.95.
    #[serde(default = "half")]
    pub share: f64,
    /// Facts of these bAbI tasks: 4 and 15 to 19. Those of the others are about people who go somewhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tasks: Vec<u8>,
    /// A text: each of its lines is one aside. They come in order, from a line drawn by chance, and again from the first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

fn anywhere() -> [f64; 2] {
    [0.0, 1.0]
}

fn decoys() -> u32 {
    2
}

fn half() -> f64 {
    0.5
}
