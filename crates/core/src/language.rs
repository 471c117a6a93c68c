//! Fresh languages: other words for the same meanings.
//!
//! What a model has read about red circles and kitchens may help it, or mislead it. In a fresh language it has read nothing:
//! every content word is a word that did not exist before, and if that is wanted, function words and word order are
//! others, too. Meanings, identities and splits stay what they are, so items pair up with those in English, and the
//! difference between both scores is what was known beforehand.
//!
//! A number chooses the language. A word has the same counterpart in all recipes of one language, as far as no two words
//! of one vocabulary would share theirs.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Digest, Stream, StreamKey};

/// Other words for the whole dataset; its items are those in English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Content words are words that do not exist. The number chooses which.
    pub fresh: u64,
    /// Function words and word order are others, too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub grammar: bool,
}

const ONSETS: &[u8] = b"bdfgklmnprstvz";
const VOWELS: &[u8] = b"aeiou";
/// How all words end. Hardly any English word ends so, and none of three syllables that begin as ours do.
const ENDS: [&str; 6] = ["uk", "ax", "ez", "ob", "ig", "ux"];
/// How many words are tried with three syllables before there are four.
const TRIES: u32 = 16;

impl Language {
    /// A word for each word of a vocabulary, all different. Entries of several words become one.
    pub fn words<'w>(&self, vocabulary: impl IntoIterator<Item = &'w str>) -> BTreeMap<String, String> {
        let vocabulary: BTreeSet<&str> = vocabulary.into_iter().collect();
        let mut taken = BTreeSet::new();
        let mut words = BTreeMap::new();
        for word in vocabulary {
            let mut stream = self.stream(word);
            let other = (0..u32::MAX).map(|tries| coined(&mut stream, 2 + tries / TRIES));
            if let Some(other) = other.into_iter().find(|other| taken.insert(other.clone())) {
                words.insert(word.to_string(), other);
            }
        }
        words
    }

    /// A stream for a choice that makes up the language.
    pub fn stream(&self, choice: &str) -> Stream {
        StreamKey::new(&Digest::of(b"a fresh language"), choice, self.fresh).stream(0)
    }
}

/// A pronounceable word: so many syllables, and an end.
fn coined(stream: &mut Stream, syllables: u32) -> String {
    let mut word = String::new();
    for _ in 0..syllables {
        word.push(char::from(*stream.choose(ONSETS)));
        word.push(char::from(*stream.choose(VOWELS)));
    }
    word.push(char::from(*stream.choose(ONSETS)));
    word.push_str(stream.choose::<&str>(&ENDS));
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_differ_and_depend_on_themselves_and_the_key() {
        let many: Vec<String> = (0..20_000).map(|number| format!("word{number}")).collect();
        let language = Language { fresh: 7, grammar: false };
        let words = language.words(many.iter().map(String::as_str));
        assert_eq!(words.values().collect::<BTreeSet<_>>().len(), many.len());
        assert!(words.values().all(|word| ENDS.iter().any(|end| word.ends_with(end)) && word.len() >= 7));
        let few = language.words(["word3", "word4"]);
        assert_eq!(few["word3"], words["word3"]);
        let other = Language { fresh: 8, ..language }.words(["word3"]);
        assert_ne!(other["word3"], few["word3"]);
    }

    /// Frozen: files in a fresh language are read with the key alone.
    #[test]
    fn keys_mean_the_same_everywhere() {
        let words = Language { fresh: 7, grammar: false }.words(["red", "push", "kitchen"]);
        insta::assert_snapshot!(format!("{words:?}"));
    }
}
