//! From words to trees. One parser reads both papers' wordings.

use crate::{Clause, Command, Determiner, Lexicon, Phrase, Relation};

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
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let mut parser = Parser { words: &words, at: 0, depth: 0, lexicon };
    let command = parser.command()?;
    if parser.at < words.len() {
        return Err(parser.error("an adverb, a relative clause or the end"));
    }
    Ok(command)
}

/// How deep clauses may be nested: far deeper than anybody reads, and shallow enough for any stack.
const MAX_DEPTH: usize = 100;

struct Parser<'a> {
    words: &'a [&'a str],
    at: usize,
    depth: usize,
    lexicon: &'a Lexicon,
}

impl Parser<'_> {
    fn command(&mut self) -> Result<Command, ParseError> {
        let lexicon = self.lexicon;
        let verb =
            self.entry(lexicon.verbs.iter().map(|v| v.word.as_str())).ok_or_else(|| self.error("a verb"))?;
        if lexicon.verbs[usize::from(verb)].deed.action().is_none() && !self.take("to") {
            return Err(self.error("`to`"));
        }
        let phrase = self.phrase()?;
        let adverb = self.entry(lexicon.adverbs.iter().map(|a| a.word.word.as_str()));
        Ok(Command { verb, phrase, adverb })
    }

    fn phrase(&mut self) -> Result<Phrase, ParseError> {
        let lexicon = self.lexicon;
        let determiner = if self.take("a") {
            Determiner::A
        } else if self.take("the") {
            Determiner::The
        } else {
            return Err(self.error("`a` or `the`"));
        };
        let mut phrase = Phrase { determiner, ..Phrase::default() };
        loop {
            if phrase.colour.is_none()
                && let Some(colour) = self.entry(lexicon.colours.iter().map(|c| c.word.as_str()))
            {
                phrase.colour = Some(colour);
            } else if phrase.size.is_none()
                && let Some(size) = self.entry(lexicon.sizes.iter().map(|s| s.word.as_str()))
            {
                phrase.size = Some(size);
            } else {
                break;
            }
        }
        if !self.take("object") {
            let noun = self.entry(lexicon.nouns.iter().map(|n| n.word.word.as_str()));
            phrase.noun = Some(noun.ok_or_else(|| self.error("a noun or another adjective"))?);
        }
        if self.take("that is") {
            phrase.clauses.push(self.clause()?);
            while self.take("and") {
                phrase.clauses.push(self.clause()?);
            }
        }
        Ok(phrase)
    }

    fn clause(&mut self) -> Result<Clause, ParseError> {
        let relation = Relation::ALL.into_iter().find(|relation| self.take(relation.words()));
        let relation =
            relation.ok_or_else(|| self.error("a relation such as `in the same row as` or `inside of`"))?;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("at most 100 nested clauses"));
        }
        let phrase = self.phrase()?;
        self.depth -= 1;
        Ok(Clause { relation, phrase })
    }

    /// Takes the longest entry that stands here and returns its number.
    fn entry<'e>(&mut self, entries: impl Iterator<Item = &'e str>) -> Option<u8> {
        let (length, number) = entries
            .enumerate()
            .filter_map(|(number, entry)| Some((self.matches(entry)?, number)))
            .max_by_key(|&(length, number)| (length, std::cmp::Reverse(number)))?;
        self.at += length;
        u8::try_from(number).ok()
    }

    fn take(&mut self, entry: &str) -> bool {
        let length = self.matches(entry);
        self.at += length.unwrap_or(0);
        length.is_some()
    }

    /// The number of words the entry spans if it stands here.
    fn matches(&self, entry: &str) -> Option<usize> {
        let mut count = 0;
        for word in entry.split(' ') {
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
