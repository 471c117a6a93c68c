//! From words to trees. One parser reads every wording.

use crate::forms::{Forms, Meaning, Slot};
use crate::{Clause, Command, Determiner, Lexicon, Phrase};

/// Where and why a text is not a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("word {position}: expected {expected}, found {}", found.as_deref().map_or("the end".into(), |word| format!("`{word}`")))]
pub struct ParseError {
    /// 1-based position of the word.
    pub position: usize,
    /// What would have been right.
    pub expected: &'static str,
    /// What stood there.
    pub found: Option<String>,
}

/// Parses a command. Words may be separated by spaces or, as in the original files, by commas; the adjectives may
/// come in either order, the article may be "a" or "the", and multi-word entries may be one token or several.
///
/// ReaSCAN's rule of attachment holds: "that is" opens a clause of the phrase just before it, "and" adds a clause to
/// the phrase whose clause was opened last.
pub fn parse(text: &str, lexicon: &Lexicon) -> Result<Command, ParseError> {
    parse_forms(text, lexicon)
}

/// Parses a command of any wording. Wherever several forms fit, the longest counts.
pub(crate) fn parse_forms(text: &str, forms: &impl Forms) -> Result<Command, ParseError> {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let mut parser = Parser { words: &words, at: 0, depth: 0, forms };
    let command = parser.command()?;
    if parser.at < words.len() {
        return Err(parser.error("an adverb, a relative clause or the end"));
    }
    Ok(command)
}

/// How deep clauses may be nested: far deeper than any reader follows, and shallow enough for any stack.
const MAX_DEPTH: usize = 100;

struct Parser<'a, F> {
    words: &'a [&'a str],
    at: usize,
    depth: usize,
    forms: &'a F,
}

impl<F: Forms> Parser<'_, F> {
    fn command(&mut self) -> Result<Command, ParseError> {
        let mut adverb = self.adverb(Slot::Start);
        let verb = match self.longest(Slot::Start, |meaning| matches!(meaning, Meaning::Verb(_))) {
            Some((Meaning::Verb(verb), length)) => {
                self.at += length;
                verb
            }
            _ => return Err(self.error("a verb")),
        };
        if self.forms.takes_to(verb) && !self.take("to") {
            return Err(self.error("`to`"));
        }
        let phrase = self.phrase()?;
        if adverb.is_none() {
            adverb = self.adverb(Slot::After);
        }
        Ok(Command { verb, phrase, adverb })
    }

    fn phrase(&mut self) -> Result<Phrase, ParseError> {
        let determiner = if self.take("a") {
            Determiner::A
        } else if self.take("the") {
            Determiner::The
        } else {
            return Err(self.error("`a` or `the`"));
        };
        let mut phrase = Phrase { determiner, ..Phrase::default() };
        loop {
            let fits = |meaning| match meaning {
                Meaning::Colour(_) => phrase.colour.is_none(),
                Meaning::Size(_) => phrase.size.is_none(),
                _ => true,
            };
            let Some((word, length)) = self.longest(Slot::Word, fits) else {
                return Err(self.error("a noun or another adjective"));
            };
            self.at += length;
            match word {
                Meaning::Colour(colour) => phrase.colour = Some(colour),
                Meaning::Size(size) => phrase.size = Some(size),
                Meaning::Noun(noun) => {
                    phrase.noun = noun;
                    break;
                }
                _ => {}
            }
        }
        if self.follows(Meaning::Opener) {
            phrase.clauses.push(self.clause()?);
            while self.follows(Meaning::Conjunction) {
                phrase.clauses.push(self.clause()?);
            }
        }
        Ok(phrase)
    }

    fn clause(&mut self) -> Result<Clause, ParseError> {
        let Some((Meaning::Relation(relation), length)) = self.longest(Slot::Relation, |_| true) else {
            return Err(self.error("a relation such as `in the same row as` or `inside of`"));
        };
        self.at += length;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("at most 100 nested clauses"));
        }
        let phrase = self.phrase()?;
        self.depth -= 1;
        Ok(Clause { relation, phrase })
    }

    /// Takes an adverb if one stands here.
    fn adverb(&mut self, slot: Slot) -> Option<u8> {
        let Some((Meaning::Adverb(adverb), length)) = self.longest(slot, |_| true) else { return None };
        self.at += length;
        Some(adverb)
    }

    /// Takes an opener or a conjunction if it stands here, after a noun.
    fn follows(&mut self, expected: Meaning) -> bool {
        match self.longest(Slot::After, |_| true) {
            Some((meaning, length)) if meaning == expected => {
                self.at += length;
                true
            }
            _ => false,
        }
    }

    /// The longest form that stands here, and how many words it spans.
    fn longest(&self, slot: Slot, fits: impl Fn(Meaning) -> bool) -> Option<(Meaning, usize)> {
        let mut best = None;
        self.forms.each(slot, |form, meaning| {
            if let Some(length) = self.matches(form)
                && best.is_none_or(|(_, longest)| length > longest)
                && fits(meaning)
            {
                best = Some((meaning, length));
            }
        });
        best
    }

    fn take(&mut self, word: &str) -> bool {
        let stands = self.words.get(self.at) == Some(&word);
        self.at += usize::from(stands);
        stands
    }

    /// The number of words the form spans if it stands here.
    fn matches(&self, form: &str) -> Option<usize> {
        let mut count = 0;
        for word in form.split(' ') {
            if self.words.get(self.at + count) != Some(&word) {
                return None;
            }
            count += 1;
        }
        Some(count)
    }

    fn error(&self, expected: &'static str) -> ParseError {
        let found = self.words.get(self.at).map(ToString::to_string);
        ParseError { position: self.at + 1, expected, found }
    }
}
