//! From text to orders.
//!
//! The text is cut into lexemes first (the longest that fits), then read from left to right with one pointer: the
//! phrase that "and" adds clauses to. "that is" moves the pointer to the phrase just read. No tree is built; a phrase
//! remembers which earlier phrase it hangs from.

use crate::Words;

/// A command: phrases in the order of the text, the head first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The meaning of the verb.
    pub verb: String,
    /// The referring phrases.
    pub phrases: Vec<Phrase>,
    /// The meaning of the adverb; empty if there is none.
    pub adverb: String,
}

/// A referring phrase.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Phrase {
    /// `small` or `big`, or nothing.
    pub size: Option<String>,
    /// The meaning of the colour word.
    pub colour: Option<String>,
    /// The meaning of the noun, or `object`.
    pub noun: String,
    /// The number of the phrase it hangs from, and the words of the relation between that one and this one.
    pub hangs: Option<(usize, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Lexeme {
    Verb(String),
    Adverb(String),
    Noun(String),
    Colour(String),
    Size(String),
    Relation(String),
    Article,
    To,
    ThatIs,
    And,
}

const RELATIONS: [&str; 6] = [
    "in the same row as",
    "in the same column as",
    "in the same color as",
    "in the same shape as",
    "in the same size as",
    "inside of",
];

impl Words {
    /// Reads a command, its words separated by spaces or commas.
    pub fn read(&self, text: &str) -> Result<Order, String> {
        let lexemes = self.lexemes(text)?;
        let mut rest = lexemes.as_slice();
        let mut next = || {
            let (first, others) = rest.split_first()?;
            rest = others;
            Some(first.clone())
        };
        let Some(Lexeme::Verb(verb)) = next() else { return Err(format!("no verb: {text}")) };
        if verb == "walk" && next() != Some(Lexeme::To) {
            return Err(format!("no `to`: {text}"));
        }
        let mut phrases = vec![phrase(&mut next, None).ok_or_else(|| format!("no phrase: {text}"))?];
        let mut head = None;
        loop {
            match next() {
                None => return Ok(Order { verb, phrases, adverb: String::new() }),
                Some(Lexeme::Adverb(adverb)) if next().is_none() => {
                    return Ok(Order { verb, phrases, adverb });
                }
                Some(Lexeme::ThatIs) => head = Some(phrases.len() - 1),
                Some(Lexeme::And) if head.is_some() => {}
                other => return Err(format!("{other:?} is out of place: {text}")),
            }
            let (Some(parent), Some(Lexeme::Relation(relation))) = (head, next()) else {
                return Err(format!("no relation: {text}"));
            };
            let clause = phrase(&mut next, Some((parent, relation)));
            phrases.push(clause.ok_or_else(|| format!("no phrase after a relation: {text}"))?);
        }
    }

    fn lexemes(&self, text: &str) -> Result<Vec<Lexeme>, String> {
        let mut rest = text.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(" ") + " ";
        let known = self.known();
        let mut lexemes = Vec::new();
        while !rest.is_empty() {
            let fitting = known.iter().filter(|(word, _)| rest.starts_with(word));
            let (word, lexeme) = fitting
                .max_by_key(|(word, _)| word.len())
                .ok_or_else(|| format!("unknown word at `{rest}`"))?;
            lexemes.push(lexeme.clone());
            rest.drain(..word.len());
        }
        Ok(lexemes)
    }

    /// Every lexeme with its text and the space that follows it.
    fn known(&self) -> Vec<(String, Lexeme)> {
        let mut known = vec![
            ("a ".to_string(), Lexeme::Article),
            ("the ".to_string(), Lexeme::Article),
            ("to ".to_string(), Lexeme::To),
            ("that is ".to_string(), Lexeme::ThatIs),
            ("and ".to_string(), Lexeme::And),
            ("object ".to_string(), Lexeme::Noun("object".into())),
        ];
        known.extend(RELATIONS.map(|words| (format!("{words} "), Lexeme::Relation(words.into()))));
        let mut add = |entries: &[(String, String)], lexeme: fn(String) -> Lexeme| {
            known.extend(entries.iter().map(|(word, name)| (format!("{word} "), lexeme(name.clone()))));
        };
        add(&self.verbs, Lexeme::Verb);
        add(&self.adverbs, Lexeme::Adverb);
        add(&self.nouns, Lexeme::Noun);
        add(&self.colours, Lexeme::Colour);
        add(&self.sizes, Lexeme::Size);
        known
    }
}

/// An article, adjectives in any order but one of each class at most, a noun.
fn phrase(next: &mut impl FnMut() -> Option<Lexeme>, hangs: Option<(usize, String)>) -> Option<Phrase> {
    if next()? != Lexeme::Article {
        return None;
    }
    let mut phrase = Phrase { hangs, ..Phrase::default() };
    loop {
        match next()? {
            Lexeme::Size(size) if phrase.size.is_none() => phrase.size = Some(size),
            Lexeme::Colour(colour) if phrase.colour.is_none() => phrase.colour = Some(colour),
            Lexeme::Noun(noun) => {
                phrase.noun = noun;
                return Some(phrase);
            }
            _ => return None,
        }
    }
}
