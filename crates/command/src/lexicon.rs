//! Words and their meanings.

use wampimuk_core::{Language, Stream};
use wampimuk_grid::{Action, Deed, Form, Manner, Route};

use crate::{Speech, nonce_word};

/// The most entries a word class may have.
pub const MAX_ENTRIES: usize = 32;

/// A word with the name of what it means. In ordinary vocabularies both are the same text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// As it stands in commands.
    pub word: String,
    /// The name of its meaning, as in worlds and in the `meaning` of a command.
    pub name: String,
}

impl Word {
    /// A word that means itself.
    pub fn plain(name: &str) -> Self {
        Self { word: name.to_string(), name: name.to_string() }
    }

    /// The name and the word.
    pub(crate) fn parts(&self) -> (&str, &str) {
        (&self.name, &self.word)
    }
}

/// A verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verb {
    /// The word; its meaning's name is the deed's.
    pub word: String,
    /// What it asks for.
    pub deed: Deed,
}

/// An adverb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adverb {
    /// The word and the name of the manner.
    pub word: Word,
    /// What it does.
    pub manner: Manner,
}

/// A noun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noun {
    /// The word and the name of the shape.
    pub word: Word,
    /// Whether objects of this shape are solid or frames.
    pub form: Form,
    /// What it is drawn as: the corners of a polygon in a square, in thousandths of its side from the left and from the top.
    /// Empty for what is drawn by its name.
    pub outline: Vec<(u16, u16)>,
}

impl Noun {
    /// A noun that means itself, and is drawn by its name.
    pub fn plain(name: &str, form: Form) -> Self {
        Self { word: Word::plain(name), form, outline: Vec::new() }
    }
}

/// What a size word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extreme {
    /// "small"
    Small,
    /// "big"
    Big,
}

impl Extreme {
    /// The name of the meaning.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Big => "big",
        }
    }

    /// The other end of the scale.
    pub const fn opposite(self) -> Self {
        match self {
            Self::Small => Self::Big,
            Self::Big => Self::Small,
        }
    }
}

/// A size adjective.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SizeWord {
    /// The word; its meaning's name is the extreme's.
    pub word: String,
    /// Which end of the scale.
    pub extreme: Extreme,
}

/// The words of a language, class by class. The order of the entries fixes their numbers, and with them the channels
/// of observation tensors and the order in which commands are enumerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    /// Verbs; the intransitive ones ("walk to") first.
    pub verbs: Vec<Verb>,
    /// Adverbs.
    pub adverbs: Vec<Adverb>,
    /// Nouns; their numbers are the shapes of objects.
    pub nouns: Vec<Noun>,
    /// Colour adjectives; their numbers are the colours of objects.
    pub colours: Vec<Word>,
    /// Size adjectives.
    pub sizes: Vec<SizeWord>,
    /// All other words, and the order of words.
    pub speech: Speech,
}

/// Why a lexicon cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LexiconError {
    /// One word, two meanings.
    #[error(
        "the word `{0}` has two meanings: words must differ across all classes and from the function words"
    )]
    Twice(String),
    /// A character that the file formats use as a separator, or no character at all.
    #[error(
        "`{0}` cannot be a word: words need at least one character, single spaces between their parts, and none of , : ; or line breaks"
    )]
    Unusable(String),
    /// Too many entries in one class.
    #[error("{count} {class}: at most {MAX_ENTRIES} are supported")]
    TooMany {
        /// The word class, in the plural.
        class: &'static str,
        /// How many there are.
        count: usize,
    },
}

/// What the papers' adverbs do, by the name of the manner. "quickly" and "slowly" are words of the original that
/// change nothing.
pub fn known_manner(name: &str) -> Option<Manner> {
    use Action::{Stay, TurnLeft, TurnRight};
    Some(match name {
        "cautiously" => {
            Manner { before_step: vec![TurnLeft, TurnRight, TurnRight, TurnLeft], ..Manner::default() }
        }
        "while spinning" => Manner { before_turn: vec![TurnLeft; 4], ..Manner::default() },
        "hesitantly" => Manner { after_step: vec![Stay], ..Manner::default() },
        "while zigzagging" => Manner { route: Route::Zigzag, ..Manner::default() },
        "quickly" | "slowly" => Manner::default(),
        _ => return None,
    })
}

impl Lexicon {
    /// gSCAN's words, in its order.
    pub fn gscan() -> Self {
        let verb = |word: &str, deed| Verb { word: word.to_string(), deed };
        let adverb =
            |name: &str| Adverb { word: Word::plain(name), manner: known_manner(name).unwrap_or_default() };
        let noun = |name: &str| Noun::plain(name, Form::Solid);
        Self {
            verbs: vec![verb("walk", Deed::Walk), verb("pull", Deed::Pull), verb("push", Deed::Push)],
            adverbs: ["cautiously", "while spinning", "hesitantly", "while zigzagging"].map(adverb).into(),
            nouns: ["square", "cylinder", "circle"].map(noun).into(),
            colours: ["red", "green", "yellow", "blue"].map(Word::plain).into(),
            sizes: [Extreme::Big, Extreme::Small]
                .map(|extreme| SizeWord { word: extreme.name().to_string(), extreme })
                .into(),
            speech: Speech::default(),
        }
    }

    /// ReaSCAN's words, boxes included.
    pub fn reascan() -> Self {
        let mut lexicon = Self::gscan();
        lexicon.nouns = vec![
            Noun::plain("circle", Form::Solid),
            Noun::plain("cylinder", Form::Solid),
            Noun::plain("square", Form::Solid),
            Noun::plain("box", Form::Frame),
        ];
        lexicon.colours = ["red", "blue", "green", "yellow"].map(Word::plain).into();
        lexicon
    }

    /// Checks that every word has one meaning and can stand in every file format.
    pub fn check(&self) -> Result<(), LexiconError> {
        let classes = [
            ("verbs", self.verbs.len()),
            ("adverbs", self.adverbs.len()),
            ("nouns", self.nouns.len()),
            ("colours", self.colours.len()),
            ("size adjectives", self.sizes.len()),
        ];
        if let Some(&(class, count)) = classes.iter().find(|(_, count)| *count > MAX_ENTRIES) {
            return Err(LexiconError::TooMany { class, count });
        }
        let mut seen: Vec<&str> = self.speech.function_words().collect();
        for word in self.words() {
            if !is_usable(word) {
                return Err(LexiconError::Unusable(word.to_string()));
            }
            if seen.contains(&word) {
                return Err(LexiconError::Twice(word.to_string()));
            }
            seen.push(word);
        }
        Ok(())
    }

    /// All words, class by class.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let verbs = self.verbs.iter().map(|entry| entry.word.as_str());
        let adverbs = self.adverbs.iter().map(|entry| entry.word.word.as_str());
        let nouns = self.nouns.iter().map(|entry| entry.word.word.as_str());
        let colours = self.colours.iter().map(|entry| entry.word.as_str());
        let sizes = self.sizes.iter().map(|entry| entry.word.as_str());
        verbs.chain(adverbs).chain(nouns).chain(colours).chain(sizes)
    }

    /// The same meanings under other words: `rename` is given each word and returns its replacement.
    pub fn rename(&mut self, mut rename: impl FnMut(&str) -> Option<String>) {
        let words = self
            .verbs
            .iter_mut()
            .map(|entry| &mut entry.word)
            .chain(self.adverbs.iter_mut().map(|entry| &mut entry.word.word))
            .chain(self.nouns.iter_mut().map(|entry| &mut entry.word.word))
            .chain(self.colours.iter_mut().map(|entry| &mut entry.word))
            .chain(self.sizes.iter_mut().map(|entry| &mut entry.word));
        for word in words {
            if let Some(new) = rename(word) {
                *word = new;
            }
        }
    }

    /// The same meanings under sampled nonce words.
    pub fn with_nonce_words(mut self, stream: &mut Stream) -> Self {
        let mut used: Vec<String> = self.speech.function_words().map(String::from).collect();
        self.rename(|_| {
            let word = std::iter::repeat_with(|| nonce_word(stream)).find(|word| !used.contains(word))?;
            used.push(word.clone());
            Some(word)
        });
        self
    }

    /// The same meanings in a fresh language. What files and identities call them stays the same.
    #[must_use]
    pub fn in_language(mut self, language: &Language) -> Self {
        let mut words: Vec<String> = self.words().map(String::from).collect();
        words.extend(self.speech.actions.iter().cloned());
        let fresh = language.words(words.iter().map(String::as_str));
        self.rename(|word| fresh.get(word).cloned());
        self.speech = self.speech.in_language(language, &fresh);
        self
    }

    /// The number of the verb with this word.
    pub fn verb(&self, word: &str) -> Option<u8> {
        position(&self.verbs, |entry| entry.word == word)
    }

    /// The number of the adverb with this word.
    pub fn adverb(&self, word: &str) -> Option<u8> {
        position(&self.adverbs, |entry| entry.word.word == word)
    }

    /// The number of the noun with this word.
    pub fn noun(&self, word: &str) -> Option<u8> {
        position(&self.nouns, |entry| entry.word.word == word)
    }

    /// The number of the colour with this word.
    pub fn colour(&self, word: &str) -> Option<u8> {
        position(&self.colours, |entry| entry.word == word)
    }

    /// The number of the size adjective with this word.
    pub fn size(&self, word: &str) -> Option<u8> {
        position(&self.sizes, |entry| entry.word == word)
    }

    /// The number of the shape with this name.
    pub fn shape_named(&self, name: &str) -> Option<u8> {
        position(&self.nouns, |entry| entry.word.name == name)
    }

    /// The number of the colour with this name.
    pub fn colour_named(&self, name: &str) -> Option<u8> {
        position(&self.colours, |entry| entry.name == name)
    }
}

/// Whether a text can stand in every file format and be read back: words with single spaces between them.
pub(crate) fn is_usable(text: &str) -> bool {
    text.split(' ').all(|word| !word.is_empty() && !word.contains([',', ':', ';', '\n', '\r', '\t']))
}

fn position<T>(entries: &[T], is: impl Fn(&T) -> bool) -> Option<u8> {
    entries.iter().position(is).and_then(|index| u8::try_from(index).ok())
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    #[test]
    fn words_must_be_distinct_and_usable() {
        assert_eq!(Lexicon::gscan().check(), Ok(()));
        assert_eq!(Lexicon::reascan().check(), Ok(()));
        let renamed = |to: &str| {
            let mut lexicon = Lexicon::gscan();
            lexicon.rename(|word| (word == "red").then(|| to.to_string()));
            lexicon.check()
        };
        assert_eq!(renamed("push"), Err(LexiconError::Twice("push".into())));
        assert_eq!(renamed("the"), Err(LexiconError::Twice("the".into())));
        assert_eq!(renamed("re,d"), Err(LexiconError::Unusable("re,d".into())));
        assert_eq!(renamed(" "), Err(LexiconError::Unusable(" ".into())));
        assert_eq!(renamed("deep red"), Ok(()));
        assert_eq!(renamed("deep  red"), Err(LexiconError::Unusable("deep  red".into())));
    }

    /// In the original, nonce adverbs lose their behaviour (defect B7).
    #[test]
    fn nonce_words_keep_their_meanings() {
        let mut stream = StreamKey::new(&Digest::of(b""), "nonce", 0).stream(0);
        let nonce = Lexicon::gscan().with_nonce_words(&mut stream);
        assert_eq!(nonce.check(), Ok(()));
        for (new, old) in nonce.adverbs.iter().zip(Lexicon::gscan().adverbs) {
            assert_ne!(new.word.word, old.word.word);
            assert_eq!((&new.word.name, &new.manner), (&old.word.name, &old.manner));
        }
    }
}
