//! Which number stands for which word.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use wampimuk_core::{Digest, suggest};

/// The version of the numbering: which tokens come first and in which order the others follow. It is part of every
/// vocabulary's digest; a change of the numbers of any recipe must raise it.
pub const VOCABULARY_VERSION: u32 = 1;

/// The number of the padding token.
pub const PAD: i64 = 0;
/// The number of the token that begins a sequence.
pub const SOS: i64 = 1;
/// The number of the token that ends a sequence.
pub const EOS: i64 = 2;

/// Which special tokens come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Specials {
    /// `<PAD>`, `<SOS>`, `<EOS>`: sequences have a beginning and an end, as in the models of gSCAN and ReaSCAN.
    Sequence,
    /// `<PAD>` alone, as in the models of stories.
    Padding,
}

impl Specials {
    /// The tokens, in the order of their numbers.
    pub const fn tokens(self) -> &'static [&'static str] {
        match self {
            Self::Sequence => &["<PAD>", "<SOS>", "<EOS>"],
            Self::Padding => &["<PAD>"],
        }
    }
}

/// A list of tokens; their places are their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vocabulary {
    name: String,
    specials: Specials,
    tokens: Vec<String>,
    numbers: HashMap<String, i64>,
}

/// A vocabulary as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    version: u32,
    name: String,
    specials: Specials,
    digest: String,
    tokens: Vec<String>,
}

/// What is wrong with a vocabulary, or with a request to it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VocabularyError {
    /// A word that has no number.
    #[error("`{word}` is not in the vocabulary of {name} ({hint})")]
    UnknownWord {
        /// The word.
        word: String,
        /// What the vocabulary is for.
        name: String,
        /// The nearest word, or how many there are.
        hint: String,
    },
    /// A number that stands for no word.
    #[error("{number} is no token of the vocabulary of {name}: numbers go from 0 to {}", .len.saturating_sub(1))]
    UnknownNumber {
        /// The number.
        number: i64,
        /// What the vocabulary is for.
        name: String,
        /// How many tokens there are.
        len: usize,
    },
    /// A token is in the list twice.
    #[error("`{token}` is in the vocabulary of {name} twice")]
    Twice {
        /// The token.
        token: String,
        /// What the vocabulary is for.
        name: String,
    },
    /// The text is not a vocabulary in JSON.
    #[error("failed to read a vocabulary: {0}")]
    Json(String),
    /// The numbering is of another version.
    #[error(
        "the vocabulary of {name} is of version {found}: this program reads version {VOCABULARY_VERSION}"
    )]
    Version {
        /// What the vocabulary is for.
        name: String,
        /// Its version.
        found: u32,
    },
    /// The list does not begin with the special tokens.
    #[error("the vocabulary of {name} does not begin with {}", .specials.tokens().join(", "))]
    Specials {
        /// What the vocabulary is for.
        name: String,
        /// What it should begin with.
        specials: Specials,
    },
    /// The digest is not that of the tokens.
    #[error("the vocabulary of {name} was changed: its digest is {expected}, not {found}")]
    Digest {
        /// What the vocabulary is for.
        name: String,
        /// The digest of the tokens.
        expected: String,
        /// The digest that was stored.
        found: String,
    },
}

impl Vocabulary {
    /// The vocabulary of these words, which follow the special tokens in the given order.
    pub fn new<W: Into<String>>(
        name: &str,
        specials: Specials,
        words: impl IntoIterator<Item = W>,
    ) -> Result<Self, VocabularyError> {
        let first = specials.tokens().iter().map(ToString::to_string);
        Self::of_tokens(name, specials, first.chain(words.into_iter().map(Into::into)).collect())
    }

    fn of_tokens(name: &str, specials: Specials, tokens: Vec<String>) -> Result<Self, VocabularyError> {
        let mut numbers = HashMap::with_capacity(tokens.len());
        for (number, token) in tokens.iter().enumerate() {
            if numbers.insert(token.clone(), number as i64).is_some() {
                return Err(VocabularyError::Twice { token: token.clone(), name: name.to_string() });
            }
        }
        Ok(Self { name: name.to_string(), specials, tokens, numbers })
    }

    /// What the vocabulary is for: `commands`, `actions` or `stories`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All tokens, in the order of their numbers.
    pub fn tokens(&self) -> &[String] {
        &self.tokens
    }

    /// How many tokens there are, special ones included: the rows of an embedding.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// Never: there is always a padding token.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The tokens that are no words.
    pub fn specials(&self) -> Specials {
        self.specials
    }

    /// A hash of version, name and tokens. Two vocabularies with one digest give all words the same numbers.
    pub fn digest(&self) -> Digest {
        let mut bytes = VOCABULARY_VERSION.to_le_bytes().to_vec();
        for text in std::iter::once(&self.name).chain(&self.tokens) {
            bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        Digest::of(&bytes)
    }

    /// The number of a token.
    pub fn number(&self, token: &str) -> Result<i64, VocabularyError> {
        self.numbers.get(token).copied().ok_or_else(|| {
            let words = self.tokens[self.specials.tokens().len().min(self.tokens.len())..].iter();
            let hint = suggest(token, words.map(String::as_str))
                .unwrap_or_else(|| format!("it has {} tokens", self.tokens.len()));
            VocabularyError::UnknownWord { word: token.to_string(), name: self.name.clone(), hint }
        })
    }

    /// The token of a number.
    pub fn token(&self, number: i64) -> Result<&str, VocabularyError> {
        let token = usize::try_from(number).ok().and_then(|number| self.tokens.get(number));
        token.map(String::as_str).ok_or_else(|| VocabularyError::UnknownNumber {
            number,
            name: self.name.clone(),
            len: self.tokens.len(),
        })
    }

    /// The numbers of some words, between the tokens for beginning and end where the vocabulary has them.
    pub fn encode(&self, words: &[&str]) -> Result<Vec<i64>, VocabularyError> {
        let mut numbers = Vec::with_capacity(words.len() + 2);
        let wrapped = self.specials == Specials::Sequence;
        numbers.extend(wrapped.then_some(SOS));
        for word in words {
            numbers.push(self.number(word)?);
        }
        numbers.extend(wrapped.then_some(EOS));
        Ok(numbers)
    }

    /// The words of some numbers: special tokens are left out, and nothing after the end is read.
    pub fn decode(&self, numbers: &[i64]) -> Result<Vec<&str>, VocabularyError> {
        let specials = self.specials.tokens().len() as i64;
        let is_end = |number: &i64| self.specials == Specials::Sequence && *number == EOS;
        let read = numbers.iter().copied().take_while(|number| !is_end(number));
        read.filter(|number| !(0..specials).contains(number)).map(|number| self.token(number)).collect()
    }

    /// The vocabulary as JSON.
    pub fn to_json(&self) -> String {
        let stored = Stored {
            version: VOCABULARY_VERSION,
            name: self.name.clone(),
            specials: self.specials,
            digest: self.digest().to_string(),
            tokens: self.tokens.clone(),
        };
        // A struct of texts and numbers can always be written.
        serde_json::to_string_pretty(&stored).unwrap_or_default()
    }

    /// Reads a vocabulary and checks that it was not changed.
    pub fn from_json(text: &str) -> Result<Self, VocabularyError> {
        let Stored { version, name, specials, digest, tokens } =
            serde_json::from_str(text).map_err(|error| VocabularyError::Json(error.to_string()))?;
        if version != VOCABULARY_VERSION {
            return Err(VocabularyError::Version { name, found: version });
        }
        let first = specials.tokens();
        if tokens.len() < first.len() || tokens.iter().zip(first).any(|(token, first)| token != first) {
            return Err(VocabularyError::Specials { name, specials });
        }
        let vocabulary = Self::of_tokens(&name, specials, tokens)?;
        let expected = vocabulary.digest().to_string();
        if expected != digest {
            return Err(VocabularyError::Digest { name, expected, found: digest });
        }
        Ok(vocabulary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colours() -> Result<Vocabulary, VocabularyError> {
        Vocabulary::new("colours", Specials::Sequence, ["red", "green", "blue"])
    }

    #[test]
    fn words_and_numbers_lead_back_to_each_other() {
        let colours = colours().unwrap();
        let numbers = colours.encode(&["blue", "red"]).unwrap();
        assert_eq!(numbers, [SOS, 5, 3, EOS]);
        assert_eq!(colours.decode(&[&numbers[..], &[PAD, 4]].concat()).unwrap(), ["blue", "red"]);
        assert_eq!((colours.len(), colours.token(PAD).unwrap()), (6, "<PAD>"));
        let padded = Vocabulary::new("colours", Specials::Padding, ["red", "green", "blue"]).unwrap();
        assert_eq!(padded.encode(&["blue", "red"]).unwrap(), [3, 1]);
        assert_eq!(padded.decode(&[3, 1, 0, 0]).unwrap(), ["blue", "red"]);
    }

    #[test]
    fn strangers_are_named_and_near_ones_proposed() {
        let colours = colours().unwrap();
        let message = |word: &str| colours.number(word).unwrap_err().to_string();
        assert_eq!(message("gren"), "`gren` is not in the vocabulary of colours (did you mean `green`?)");
        assert_eq!(message("mauve"), "`mauve` is not in the vocabulary of colours (it has 6 tokens)");
        for number in [-1, 6, i64::MAX, i64::MIN] {
            assert!(colours.token(number).is_err() && colours.decode(&[number]).is_err(), "{number}");
        }
        assert!(Vocabulary::new("x", Specials::Padding, ["a", "a"]).is_err());
        assert!(Vocabulary::new("x", Specials::Padding, ["<PAD>"]).is_err());
    }

    #[test]
    fn stored_vocabularies_are_the_same_or_refused() {
        let colours = colours().unwrap();
        let json = colours.to_json();
        assert_eq!(Vocabulary::from_json(&json).unwrap(), colours);
        let refused = |json: &str| Vocabulary::from_json(json).unwrap_err();
        assert!(matches!(refused(&json.replace("green", "mauve")), VocabularyError::Digest { .. }));
        assert!(matches!(
            refused(&json.replace("\"version\": 1", "\"version\": 2")),
            VocabularyError::Version { found: 2, .. }
        ));
        assert!(matches!(refused(&json.replace("<SOS>", "<GO>")), VocabularyError::Specials { .. }));
        assert!(matches!(refused(&json.replace("green", "red")), VocabularyError::Twice { .. }));
        for text in ["", "[]", "{\"version\": 1}"] {
            assert!(matches!(refused(text), VocabularyError::Json(_)), "{text}");
        }
    }

    /// The digest names a numbering for ever.
    #[test]
    fn digests_are_frozen() {
        let colours = colours().unwrap();
        assert_eq!(
            colours.digest().to_string(),
            "5b9212b66f9a9037ae6eda7ba0e916596842717ca8d41048e406b58f4721a0f7"
        );
        let other = Vocabulary::new("colours", Specials::Sequence, ["red", "blue", "green"]).unwrap();
        assert_ne!(other.digest(), colours.digest());
    }
}
