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
    let words = lexicon.speech.undo(words_of(text), lexicon);
    parse_words(&words, lexicon)
}

/// Parses a command of any wording. Wherever several forms fit, the longest counts.
pub(crate) fn parse_forms(text: &str, forms: &impl Forms) -> Result<Command, ParseError> {
    parse_words(&words_of(text), forms)
}

fn words_of(text: &str) -> Vec<&str> {
    text.split([' ', ',']).filter(|word| !word.is_empty()).collect()
}

fn parse_words(words: &[&str], forms: &impl Forms) -> Result<Command, ParseError> {
    Parser { words, at: 0, depth: 0, forms, notes: None }.whole()
}

/// What can come next in a text that is a command or may become one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Next {
    /// The words that can come.
    pub words: Vec<NextWord>,
    /// Whether the text is a command as it is.
    pub complete: bool,
}

/// A word or several, such as "red" or "in the same row as".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextWord {
    /// Where it begins, in bytes: at the end of the text, or where the text begins it.
    pub start: usize,
    /// All of it.
    pub text: String,
}

/// What can come next in a text, by the grammar that [`parse`] reads. Nothing can, where the text is no command and will not
/// become one, nor where words come in the order of a fresh language: what comes first there may be known last.
pub fn next_words(text: &str, lexicon: &Lexicon) -> Next {
    if !lexicon.speech.has_english_order() {
        return Next { words: Vec::new(), complete: parse(text, lexicon).is_ok() };
    }
    let words = words_of(text);
    let is_open = !text.is_empty() && !text.ends_with([' ', ',']);
    let notes = Some(Notes { is_open, found: Vec::new() });
    let mut parser = Parser { words: &words, at: 0, depth: 0, forms: lexicon, notes };
    let complete = parser.whole().is_ok();
    // Words are parts of the text, so their places in it can be counted.
    let start =
        |at: usize| words.get(at).map_or(text.len(), |word| word.as_ptr().addr() - text.as_ptr().addr());
    let found = parser.notes.map(|notes| notes.found).unwrap_or_default();
    Next {
        words: found.into_iter().map(|(at, text)| NextWord { start: start(at), text }).collect(),
        complete,
    }
}

/// The forms that go on where the words end.
#[derive(Debug)]
struct Notes {
    /// Whether the last word may be the beginning of a longer one.
    is_open: bool,
    /// Each with the number of the word that it begins at.
    found: Vec<(usize, String)>,
}

/// How deep clauses may be nested: far deeper than any reader follows, and shallow enough for any stack.
const MAX_DEPTH: usize = 100;

struct Parser<'a, F> {
    words: &'a [&'a str],
    at: usize,
    depth: usize,
    forms: &'a F,
    /// What goes on where the words end, if that is asked for.
    notes: Option<Notes>,
}

impl<F: Forms> Parser<'_, F> {
    fn whole(&mut self) -> Result<Command, ParseError> {
        let command = self.command()?;
        if self.at < self.words.len() {
            return Err(self.error("an adverb, a relative clause or the end"));
        }
        Ok(command)
    }

    fn command(&mut self) -> Result<Command, ParseError> {
        let mut adverb = self.adverb(Slot::Start);
        self.note(Slot::Start, |meaning| matches!(meaning, Meaning::Verb(_)));
        let verb = match self.longest(Slot::Start, |meaning| matches!(meaning, Meaning::Verb(_))) {
            Some((Meaning::Verb(verb), length)) => {
                self.at += length;
                verb
            }
            _ => return Err(self.error("a verb")),
        };
        let forms = self.forms;
        if forms.takes_to(verb) && !self.take(&forms.speech().to) {
            return Err(self.error("`to`"));
        }
        let phrase = self.phrase()?;
        if adverb.is_none() {
            adverb = self.adverb(Slot::After);
        }
        Ok(Command { verb, phrase, adverb })
    }

    fn phrase(&mut self) -> Result<Phrase, ParseError> {
        let speech = self.forms.speech();
        let mut articles = [Determiner::A, Determiner::The].into_iter();
        let Some(determiner) = articles.find(|&determiner| self.take(speech.article(determiner))) else {
            return Err(self.error("`a` or `the`"));
        };
        let mut phrase = Phrase { determiner, ..Phrase::default() };
        loop {
            let (colour, size) = (phrase.colour, phrase.size);
            let fits = |meaning| match meaning {
                Meaning::Colour(_) => colour.is_none(),
                Meaning::Size(_) => size.is_none(),
                _ => true,
            };
            self.note(Slot::Word, fits);
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
        self.note(Slot::Relation, |_| true);
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
        self.note(slot, |meaning| matches!(meaning, Meaning::Adverb(_)));
        let Some((Meaning::Adverb(adverb), length)) = self.longest(slot, |_| true) else { return None };
        self.at += length;
        Some(adverb)
    }

    /// Takes an opener or a conjunction if it stands here, after a noun.
    fn follows(&mut self, expected: Meaning) -> bool {
        self.note(Slot::After, |meaning| meaning == expected);
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
        self.note_form(word);
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

    /// Takes down the forms that go on here, if the words end here or within them.
    fn note(&mut self, slot: Slot, fits: impl Fn(Meaning) -> bool) {
        let forms = self.forms;
        if self.notes.is_some() {
            forms.each(slot, |form, meaning| {
                if fits(meaning) {
                    self.note_form(form);
                }
            });
        }
    }

    fn note_form(&mut self, form: &str) {
        let Some(notes) = &mut self.notes else { return };
        let (left, mut parts) = (&self.words[self.at..], form.split(' '));
        let begins = left.iter().enumerate().all(|(place, word)| {
            let is_open = notes.is_open && place + 1 == left.len();
            parts.next().is_some_and(|part| if is_open { part.starts_with(word) } else { part == *word })
        });
        let is_whole = parts.next().is_none() && left.last().is_some_and(|word| form.ends_with(word));
        if begins && !is_whole && !notes.found.iter().any(|(_, known)| known == form) {
            notes.found.push((self.at, form.to_owned()));
        }
    }

    fn error(&self, expected: &'static str) -> ParseError {
        let found = self.words.get(self.at).map(ToString::to_string);
        ParseError { position: self.at + 1, expected, found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(text: &str) -> (Vec<String>, bool) {
        let Next { words, complete } = next_words(text, &Lexicon::reascan());
        (words.into_iter().map(|word| format!("{}|{}", &text[word.start..], word.text)).collect(), complete)
    }

    fn has(words: &[String], word: &str) -> bool {
        words.iter().any(|known| known == word)
    }

    #[test]
    fn what_comes_next_is_what_the_grammar_allows() {
        let (words, complete) = next("");
        assert!(has(&words, "|push") && !complete, "{words:?}");
        assert_eq!(next("walk ").0, ["|to"]);
        assert_eq!(next("walk to ").0, ["|a", "|the"]);
        let (words, complete) = next("push the small ");
        assert!(has(&words, "|red") && has(&words, "|circle") && !complete);
        assert!(!has(&words, "|big"), "there is a size already: {words:?}");
        let (words, complete) = next("push the circle ");
        assert!(has(&words, "|that is") && !has(&words, "|and") && complete);
        assert!(has(&words, "|while spinning"), "{words:?}");
        let (words, _) = next("push the circle that is inside of the box ");
        assert!(has(&words, "|and") && has(&words, "|that is"), "{words:?}");
    }

    #[test]
    fn what_is_begun_is_completed() {
        assert_eq!(next("push the re"), (vec!["re|red".into()], false));
        assert_eq!(next("push the circle while sp"), (vec!["while sp|while spinning".into()], false));
        let (words, _) = next("push the circle that is in the same c");
        assert_eq!(words, ["in the same c|in the same column as", "in the same c|in the same color as"]);
        // A word may be whole and begin a longer one.
        assert_eq!(next("push the circle that is in").0.len(), 6);
        assert_eq!(next("push the elephant"), (Vec::new(), false));
    }

    /// Following what is offered leads to every command, and nothing that is offered leads astray.
    #[test]
    fn every_offer_leads_on() {
        let lexicon = Lexicon::gscan();
        let mut open = vec![String::new()];
        let mut commands = 0;
        while let Some(text) = open.pop() {
            let Next { words, complete } = next_words(&text, &lexicon);
            assert!(complete || !words.is_empty(), "`{text}` leads nowhere");
            assert_eq!(complete, parse(&text, &lexicon).is_ok(), "{text}");
            commands += usize::from(complete);
            let plain = words.iter().filter(|word| word.text != "that is");
            open.extend(plain.map(|word| format!("{text}{} ", word.text)));
        }
        // Three verbs, two articles, seven adverbs or none; nouns with a colour, a size, both in either order, or neither.
        let nouns = 4 * (1 + 4 + 2 + 2 * 4 * 2);
        assert_eq!(commands, 3 * 2 * nouns * (1 + lexicon.adverbs.len()));
    }
}
