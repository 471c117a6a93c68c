//! Maps the words of a recipe back to the words that its stories are written in.

use std::collections::BTreeMap;

use crate::StoryFamily;
use wampimuk_babi::{Line, Passage};

/// For each word of a recipe, the word that a story uses in its place.
#[derive(Clone, Debug, Default)]
pub struct WordMap(BTreeMap<String, String>);

impl WordMap {
    /// Learns the words of a story, one at a time.
    pub fn new(passage: &Passage, stories: &dyn StoryFamily) -> Self {
        let mut words: Vec<&str> = Vec::new();
        for line in &passage.lines {
            words.extend(split(line.text()));
            if let Line::Question(asked) = line {
                words.extend(split(&asked.answer));
            }
        }
        words.sort_unstable();
        words.dedup();
        let alone = Passage { lines: words.iter().map(|&word| Line::Fact(word.to_owned())).collect() };
        let plain = stories.plain(&alone).unwrap_or_default();
        let pairs = plain.lines.iter().zip(words);
        Self(pairs.map(|(plain, word)| (plain.text().to_owned(), word.to_owned())).collect())
    }

    /// A text in the story's words. Words that the story does not have stay as they are.
    pub fn apply(&self, plain: &str) -> String {
        if self.0.is_empty() {
            return plain.to_owned();
        }
        let mut text = String::new();
        let mut rest = plain;
        while let Some(word) = split(rest).next() {
            // The word is a part of the rest, so it is found.
            let at = rest.find(word).unwrap_or(0);
            text.push_str(&rest[..at]);
            text.push_str(self.0.get(word).map_or(word, String::as_str));
            rest = &rest[at + word.len()..];
        }
        text + rest
    }
}

fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}
