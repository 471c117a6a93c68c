//! Other words for the same stories.
//!
//! A model may have learnt "Mary went to the kitchen" by heart; it cannot have learnt "Kepa liko to the roze". A
//! [`Relexicon`] replaces words in sentences, questions and answers, and leaves spaces and punctuation (also the commas
//! of answers) as they are. Where it maps different words to different words it has an [inverse](Relexicon::inverse),
//! so that a file in other words can be solved: undo it, solve it, and say the answers in the other words.
//!
//! A word is what stands between spaces and the marks `. , ? !`. Words are looked up in lower case, and a capital at
//! their beginning stays one. Words with capitals elsewhere are not replaced.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;
use wampimuk_core::{Digest, Language, Stream, StreamKey};

use crate::text::{Asked, Line, Passage, shortened};

/// Words that carry the grammar rather than the content of the published sentences, questions and answers. The letters
/// are the directions in answers of task 19.
pub const FUNCTION_WORDS: &[&str] = &[
    "a",
    "after",
    "afterwards",
    "and",
    "are",
    "before",
    "did",
    "do",
    "does",
    "e",
    "either",
    "following",
    "from",
    "he",
    "how",
    "in",
    "inside",
    "is",
    "longer",
    "many",
    "maybe",
    "n",
    "no",
    "none",
    "not",
    "nothing",
    "of",
    "or",
    "s",
    "she",
    "than",
    "that",
    "the",
    "then",
    "there",
    "they",
    "this",
    "to",
    "w",
    "was",
    "what",
    "where",
    "who",
    "why",
    "will",
    "yes",
    "you",
];

/// Replaces words.
///
/// ```
/// use wampimuk_babi::Relexicon;
///
/// let other = Relexicon::nonce(7, ["Mary", "went", "kitchen"], true);
/// let text = other.apply("Mary went to the kitchen.");
/// assert!(text.contains(" to the ") && !text.contains("kitchen"));
/// assert_eq!(other.inverse().map(|back| back.apply(&text)).as_deref(), Some("Mary went to the kitchen."));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relexicon {
    rule: Rule,
    order: WordOrder,
}

/// The order of the words of sentences and questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WordOrder {
    /// As they are told.
    Told,
    /// The last word first, and so on.
    Reversed,
    /// The first word last.
    FirstLast,
    /// The last word first, the others as they are told.
    LastFirst,
}

impl WordOrder {
    fn inverse(self) -> Self {
        match self {
            Self::Told | Self::Reversed => self,
            Self::FirstLast => Self::LastFirst,
            Self::LastFirst => Self::FirstLast,
        }
    }

    /// A sentence or question with its words in this order; what is none stays as it is.
    fn arrange(self, text: String) -> String {
        let Some(mark) = text.chars().next_back().filter(|mark| matches!(mark, '.' | '?')) else {
            return text;
        };
        let mut words: Vec<&str> = text[..text.len() - 1].split(' ').collect();
        match self {
            Self::Told => return text,
            Self::Reversed => words.reverse(),
            Self::FirstLast => words.rotate_left(1),
            Self::LastFirst => words.rotate_right(1),
        }
        let mut arranged = words.join(" ");
        arranged.push(mark);
        arranged
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// The image of each letter from a to z.
    Letters([u8; 26]),
    /// The image of each word. Others stay as they are.
    Words(BTreeMap<String, String>),
}

/// Why a list of words cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordListError {
    /// Something is no word.
    #[error("{0} is not one word in lower case")]
    NoWord(String),
    /// Two words become one, and nobody could tell them apart.
    #[error(
        "`{first}` and `{second}` both become {word}: stories would say less than before, so give each a word of its own"
    )]
    Same {
        /// One of the words.
        first: String,
        /// The other.
        second: String,
        /// What both become.
        word: String,
    },
}

impl Relexicon {
    /// One permutation of the letters a to z, applied to all words, as in the published directories `shuffled`. Every
    /// key gives another one.
    pub fn shuffled(key: u64) -> Relexicon {
        let mut letters: [u8; 26] = std::array::from_fn(|letter| b'a' + letter as u8);
        stream("letters", key).shuffle(&mut letters);
        Relexicon { rule: Rule::Letters(letters), order: WordOrder::Told }
    }

    /// The words of a vocabulary, or of texts, in a fresh language. [`FUNCTION_WORDS`] and the order of words stay as they are
    /// unless the language has a grammar of its own.
    pub fn fresh<'a>(language: &Language, vocabulary: impl IntoIterator<Item = &'a str>) -> Relexicon {
        let mut vocabulary = known_words(vocabulary);
        vocabulary.retain(|word| language.grammar || !FUNCTION_WORDS.contains(&word.as_str()));
        let list = language.words(vocabulary.iter().map(String::as_str));
        let orders = [WordOrder::Reversed, WordOrder::FirstLast, WordOrder::LastFirst];
        let order = match language.grammar {
            true => *language.stream("the order of sentences").choose(&orders),
            false => WordOrder::Told,
        };
        Relexicon { rule: Rule::Words(list), order }
    }

    /// A list of words with their replacements, such as those of another language.
    ///
    /// # Errors
    /// What is replaced and what replaces it has to be one word each, without capitals, and no two words may become one.
    pub fn words(list: BTreeMap<String, String>) -> Result<Relexicon, WordListError> {
        for word in list.iter().flat_map(|(word, other)| [word, other]) {
            let digits = word.bytes().all(|byte| byte.is_ascii_digit());
            if digits || word.contains(|letter| is_gap(letter) || letter.is_uppercase()) {
                return Err(WordListError::NoWord(shortened(word)));
            }
        }
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (word, other) in &list {
            if let Some(first) = seen.insert(other, word) {
                let (first, second) = (first.to_owned(), word.clone());
                return Err(WordListError::Same { first, second, word: shortened(other) });
            }
        }
        Ok(Relexicon { rule: Rule::Words(list), order: WordOrder::Told })
    }

    /// Replaces each word of a vocabulary, or of texts, by a pronounceable nonce word.
    ///
    /// Which one depends on the word and on the key, and on other words only where two would become one. Different words
    /// become different words, and no word becomes one of the vocabulary. With `keep_function_words`,
    /// [`FUNCTION_WORDS`] stay.
    pub fn nonce<'a>(
        key: u64,
        vocabulary: impl IntoIterator<Item = &'a str>,
        keep_function_words: bool,
    ) -> Relexicon {
        let vocabulary = known_words(vocabulary);
        let mut taken: BTreeSet<String> = FUNCTION_WORDS.iter().map(|&word| word.to_owned()).collect();
        taken.extend(vocabulary.iter().cloned());
        let mut list = BTreeMap::new();
        for word in vocabulary {
            if keep_function_words && FUNCTION_WORDS.contains(&word.as_str()) {
                continue;
            }
            let mut stream = stream(&word, key);
            let mut tries = 0;
            let other = loop {
                let other = pronounceable(&mut stream, 2 + tries / 4);
                if taken.insert(other.clone()) {
                    break other;
                }
                tries += 1;
            };
            list.insert(word, other);
        }
        Relexicon { rule: Rule::Words(list), order: WordOrder::Told }
    }

    /// A sentence, question or answer in other words.
    pub fn apply(&self, text: &str) -> String {
        let words = match &self.rule {
            Rule::Letters(letters) => return text.chars().map(|letter| shuffled(letters, letter)).collect(),
            Rule::Words(words) => words,
        };
        let mut out = String::with_capacity(text.len());
        for piece in pieces(text) {
            let other = lowered(piece).and_then(|(word, capital)| Some((words.get(&word)?, capital)));
            match other {
                Some((other, true)) => out.push_str(&capitalised(other)),
                Some((other, false)) => out.push_str(other),
                None => out.push_str(piece),
            }
        }
        self.order.arrange(out)
    }

    /// A passage in other words, with the same supports.
    pub fn apply_to(&self, passage: &Passage) -> Passage {
        let lines = passage.lines.iter().map(|line| match line {
            Line::Fact(text) => Line::Fact(self.apply(text)),
            Line::Question(asked) => Line::Question(Asked {
                question: self.apply(&asked.question),
                answer: self.apply(&asked.answer),
                support: asked.support.clone(),
            }),
        });
        Passage { lines: lines.collect() }
    }

    /// What undoes the replacement of words; `None` if a replacement has no capital where its word may have one.
    ///
    /// A text is restored if every word of it which is also a replacement is on the list: otherwise, who reads the other
    /// text cannot tell it from a word that was replaced.
    pub fn inverse(&self) -> Option<Relexicon> {
        let order = self.order.inverse();
        match &self.rule {
            Rule::Letters(letters) => {
                let mut inverse = [0; 26];
                for (from, &to) in (b'a'..).zip(letters) {
                    *inverse.get_mut(usize::from(to.checked_sub(b'a')?))? = from;
                }
                Some(Relexicon { rule: Rule::Letters(inverse), order })
            }
            Rule::Words(list) => {
                let mut inverse = BTreeMap::new();
                for (word, other) in list {
                    let capital_stays = lowered(&capitalised(other)) == Some((other.clone(), true));
                    if !capital_stays || inverse.insert(other.clone(), word.clone()).is_some() {
                        return None;
                    }
                }
                Some(Relexicon { rule: Rule::Words(inverse), order })
            }
        }
    }
}

/// The words of texts, each once and in lower case. Words with capitals that would get lost are not among them.
fn known_words<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let words = texts.into_iter().flat_map(words).filter_map(|word| lowered(word).map(|(word, _)| word));
    words.filter(|word| word.contains(char::is_alphabetic)).collect()
}

/// The words of a text, as they are written.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_gap).filter(|word| !word.is_empty())
}

fn stream(name: &str, key: u64) -> Stream {
    StreamKey::new(&Digest::of(b"babi: other words"), name, key).stream(0)
}

fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '.' | ',' | '?' | '!')
}

/// Words and single marks between them, which together are the text.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive(is_gap).flat_map(|piece| {
        let end =
            piece.char_indices().last().filter(|&(_, last)| is_gap(last)).map_or(piece.len(), |(end, _)| end);
        let (word, gap) = piece.split_at(end);
        [word, gap]
    })
}

/// A word in lower case, and whether it had a capital; `None` if it has capitals that would get lost.
fn lowered(word: &str) -> Option<(String, bool)> {
    let mut letters = word.chars();
    let first = letters.next()?;
    let rest = letters.as_str();
    if rest.contains(char::is_uppercase) {
        return None;
    }
    if !first.is_uppercase() {
        return Some((word.to_owned(), false));
    }
    let lower: String = first.to_lowercase().chain(rest.chars()).collect();
    (capitalised(&lower) == word).then_some((lower, true))
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

fn shuffled(letters: &[u8; 26], letter: char) -> char {
    let image = |from: u8| {
        let index = u32::from(letter).checked_sub(u32::from(from))?;
        letters.get(usize::try_from(index).ok()?).copied()
    };
    match (image(b'a'), image(b'A')) {
        (Some(lower), _) => char::from(lower),
        (None, Some(lower)) => char::from(lower.to_ascii_uppercase()),
        (None, None) => letter,
    }
}

/// So many syllables, each a consonant and a vowel, and sometimes a consonant at the end.
fn pronounceable(stream: &mut Stream, syllables: usize) -> String {
    const FIRST: &[u8] = b"bdfgklmnprstvz";
    const MIDDLE: &[u8] = b"aeiou";
    const LAST: &[u8] = b"klmnrst";
    let mut word = String::new();
    for _ in 0..syllables {
        word.push(char::from(*stream.choose(FIRST)));
        word.push(char::from(*stream.choose(MIDDLE)));
    }
    if stream.below(3) == 0 {
        word.push(char::from(*stream.choose(LAST)));
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(pairs: &[(&str, &str)]) -> Result<Relexicon, WordListError> {
        Relexicon::words(pairs.iter().map(|&(word, other)| (word.to_owned(), other.to_owned())).collect())
    }

    const TEXTS: [&str; 6] = [
        "Mary went back to the kitchen.",
        "Where was the apple before the kitchen?",
        "apple,milk",
        "The box of chocolates fits inside the chest.",
        "",
        " .  Is\tthe,",
    ];

    #[test]
    fn words_of_another_language() {
        let hindi =
            list(&[("mary", "meri"), ("kitchen", "rasoi"), ("apple", "seb"), ("milk", "doodh")]).unwrap();
        assert_eq!(hindi.apply(TEXTS[0]), "Meri went back to the rasoi.");
        assert_eq!(hindi.apply(TEXTS[2]), "seb,doodh");
        assert_eq!(hindi.apply("MARY iMary Mary's kitchens"), "MARY iMary Mary's kitchens");
        let back = hindi.inverse().unwrap();
        assert!(TEXTS.iter().all(|text| back.apply(&hindi.apply(text)) == *text));
    }

    #[test]
    fn some_lists_cannot_be_undone_or_used() {
        let one = list(&[("went", "gaya"), ("travelled", "gaya")]).map_err(|error| error.to_string());
        assert!(one.is_err_and(|error| error.starts_with("`travelled` and `went` both become `gaya`")));
        // no capitals in this script
        assert_eq!(list(&[("mary", "मेरी")]).unwrap().inverse(), None);
        for strange in ["two words", "", "Capital", "a,b", "12"] {
            assert!(list(&[("word", strange)]).is_err(), "{strange}");
            assert!(list(&[(strange, "word")]).is_err(), "{strange}");
        }
    }

    #[test]
    fn swapped_words_are_undone() {
        let swap = list(&[("apple", "milk"), ("milk", "apple")]).unwrap();
        assert_eq!(swap.apply("Milk,apple"), "Apple,milk");
        assert_eq!(swap.inverse(), Some(swap));
    }

    #[test]
    fn letters_are_permuted() {
        let mut seen = BTreeSet::new();
        for key in 0..50 {
            let shuffled = Relexicon::shuffled(key);
            let back = shuffled.inverse().unwrap();
            let alphabet: BTreeSet<char> = shuffled.apply("abcdefghijklmnopqrstuvwxyz").chars().collect();
            assert!(alphabet.into_iter().eq('a'..='z'));
            for text in TEXTS {
                let other = shuffled.apply(text);
                assert_eq!(back.apply(&other), text);
                assert_eq!(other.to_lowercase(), shuffled.apply(&text.to_lowercase()));
            }
            assert!(seen.insert(shuffled.apply(TEXTS[0])), "{key} repeats a permutation");
        }
    }

    #[test]
    fn nonce_words_differ() {
        let all = Relexicon::nonce(1, TEXTS, false);
        let some = Relexicon::nonce(1, TEXTS, true);
        assert!(words(&all.apply(TEXTS[0])).all(|word| !TEXTS[0].contains(word)));
        assert!(some.apply(TEXTS[0]).contains(" to the "));
        for relexicon in [all, some] {
            let back = relexicon.inverse().unwrap();
            assert!(TEXTS.iter().all(|text| back.apply(&relexicon.apply(text)) == *text));
        }
    }

    #[test]
    fn fresh_languages_are_undone() {
        let mut orders = BTreeSet::new();
        for fresh in 0..40 {
            for grammar in [false, true] {
                let language = Relexicon::fresh(&Language { fresh, grammar }, TEXTS);
                let back = language.inverse().unwrap();
                for text in TEXTS {
                    assert_eq!(back.apply(&language.apply(text)), text);
                }
                let said = language.apply(TEXTS[0]);
                assert_eq!(said.contains(" to the "), !grammar, "{said}");
                let shape = |text: &str| text.split(' ').map(str::len).collect::<Vec<_>>();
                orders.insert((grammar, shape(&back.order.inverse().arrange(TEXTS[0].to_owned()))));
            }
        }
        assert_eq!(orders.len(), 4, "{orders:?}");
    }

    /// More words than there are short nonce words of two syllables with each ending: longer ones have to be found.
    #[test]
    fn nonce_words_never_run_out() {
        let many: Vec<String> = (0..40_000).map(|number| format!("w{number}")).collect();
        let nonce = Relexicon::nonce(3, many.iter().map(String::as_str), false);
        let others: BTreeSet<String> = many.iter().map(|word| nonce.apply(word)).collect();
        assert_eq!(others.len(), many.len());
    }

    /// Frozen: with the key, files in other words can be undone.
    #[test]
    fn keys_mean_the_same_everywhere() {
        let nonce = Relexicon::nonce(7, ["Mary", "went", "kitchen"], true);
        let texts = [nonce.apply("Mary went to the kitchen."), Relexicon::shuffled(7).apply(TEXTS[0])];
        assert_eq!(texts, ["Kepa liko to the roze.", "Udpt qoie ydbf es eno fcebnoi."]);
    }
}
