//! The words that are no entries of a lexicon, and the order of words.
//!
//! English has one [`Speech`], the papers'. A fresh language has others: function words that do not exist, one word for each
//! relation, and an order that a key decides. Printing puts the tokens of a command into that order last, and reading undoes
//! it first, so nothing in between knows of it.

use std::collections::BTreeMap;

use wampimuk_core::{Language, Stream};
use wampimuk_grid::Action;

use crate::print::{Part, Token};
use crate::{Determiner, Lexicon, Relation};

/// Function words, relations, what answers call actions, and the order of words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speech {
    /// What follows verbs such as "walk".
    pub to: String,
    /// "a" and "the".
    pub articles: [String; 2],
    /// The noun that anything is.
    pub object: String,
    /// What opens a list of clauses: "that is".
    pub opener: String,
    /// What joins the clauses of a list: "and".
    pub conjunction: String,
    /// The words of each relation, in the order of [`Relation::ALL`].
    pub relations: [String; 6],
    /// What answers call each action, in the order of [`Action::ALL`].
    pub actions: [String; 6],
    /// Whether the words of the lexicon are those of a fresh language. Then worlds are told in these words, too.
    pub is_fresh: bool,
    /// The order, if it is not that of English.
    order: Option<Order>,
}

impl Default for Speech {
    /// The papers' words.
    fn default() -> Self {
        Self {
            to: "to".into(),
            articles: [Determiner::A, Determiner::The].map(|article| article.word().into()),
            object: "object".into(),
            opener: "that is".into(),
            conjunction: "and".into(),
            relations: Relation::ALL.map(|relation| relation.words().into()),
            actions: Action::ALL.map(|action| action.name().into()),
            is_fresh: false,
            order: None,
        }
    }
}

impl Speech {
    /// The article.
    pub fn article(&self, determiner: Determiner) -> &str {
        &self.articles[determiner as usize]
    }

    /// The words of a relation.
    pub fn relation(&self, relation: Relation) -> &str {
        &self.relations[relation as usize]
    }

    /// What answers call an action.
    pub fn action(&self, action: Action) -> &str {
        &self.actions[action as usize]
    }

    /// Whether words come in the order of English.
    pub fn has_english_order(&self) -> bool {
        self.order.is_none()
    }

    /// What comes after what: in a command, in a clause, in a phrase. `None` if the order is that of English.
    pub fn word_order(&self) -> Option<[Vec<&'static str>; 3]> {
        let Order { command, clause, words, article_last } = self.order.as_ref()?;
        let named = |places: &[usize; 3], names: [&'static str; 3]| places.map(|place| names[place]).to_vec();
        let mut phrase = named(words, ["size", "colour", "noun"]);
        phrase.insert(if *article_last { phrase.len() } else { 0 }, "article");
        Some([
            named(command, ["the verb", "what it is about", "the adverb"]),
            named(clause, ["the word that begins or adds it", "the relation", "the other thing"]),
            phrase,
        ])
    }

    /// Words that no entry of a lexicon may use.
    pub fn function_words(&self) -> impl Iterator<Item = &str> {
        let single = [&self.to, &self.object, &self.conjunction].into_iter().chain(&self.articles);
        let single = single.map(String::as_str).chain(self.opener.split(' '));
        single.chain(self.relations.iter().map(String::as_str))
    }

    /// The same in a fresh language, given its content words.
    pub(crate) fn in_language(self, language: &Language, words: &BTreeMap<String, String>) -> Self {
        let content = |word: &String| words.get(word).cloned().unwrap_or_else(|| word.clone());
        let actions = self.actions.each_ref().map(content);
        if !language.grammar {
            return Self { actions, is_fresh: true, ..self };
        }
        // A function word may be a content word of stories, such as "object": what it is keeps it apart.
        let names =
            self.function_words().chain([self.opener.as_str()]).map(|word| format!("function {word}"));
        let names: Vec<String> = names.collect();
        let known = words.values().map(String::as_str);
        let fresh = language.words(names.iter().map(String::as_str).chain(known));
        let word = |word: &String| fresh.get(&format!("function {word}")).cloned().unwrap_or_default();
        Self {
            to: word(&self.to),
            articles: self.articles.each_ref().map(word),
            object: word(&self.object),
            opener: word(&self.opener),
            conjunction: word(&self.conjunction),
            relations: self.relations.each_ref().map(word),
            actions,
            is_fresh: true,
            order: Some(Order::drawn(&mut language.stream("the order of commands"))),
        }
    }

    /// Puts the tokens of a command in English order into that of the language.
    pub(crate) fn arrange<'l>(&self, tokens: Vec<Token<'l>>) -> Vec<Token<'l>> {
        match &self.order {
            None => tokens,
            Some(order) => order.arrange(&tokens),
        }
    }

    /// Puts words in the order of the language into that of English. Words that make no command stay as they are.
    pub(crate) fn undo<'w>(&self, words: Vec<&'w str>, lexicon: &Lexicon) -> Vec<&'w str> {
        let Some(order) = &self.order else { return words };
        let known: Option<Vec<Token<'w>>> = words
            .iter()
            .map(|&text| Some(Token { text, part: self.part_of(text, lexicon)?, phrase: 0 }))
            .collect();
        let plain = known.and_then(|tokens| order.undo(&tokens));
        plain.map_or(words, |tokens| tokens.into_iter().map(|token| token.text).collect())
    }

    /// What a word of a fresh language is a part of.
    fn part_of(&self, word: &str, lexicon: &Lexicon) -> Option<Part> {
        let is = |other: &String| other == word;
        Some(match word {
            _ if lexicon.verb(word).is_some() => Part::Verb,
            _ if lexicon.adverb(word).is_some() => Part::Adverb,
            _ if lexicon.size(word).is_some() => Part::Size,
            _ if lexicon.colour(word).is_some() => Part::Colour,
            _ if lexicon.noun(word).is_some() || self.object == word => Part::Noun,
            _ if self.to == word => Part::To,
            _ if self.articles.iter().any(is) => Part::Article,
            _ if self.relations.iter().any(is) => Part::Relation,
            _ if self.opener == word || self.conjunction == word => Part::Link,
            _ => return None,
        })
    }
}

/// An order of words. Each array lists the parts of English order as they follow each other here.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Order {
    /// The verb, what it is about, the adverb.
    command: [usize; 3],
    /// What opens or joins a clause, the relation, the phrase.
    clause: [usize; 3],
    /// Size, colour, noun.
    words: [usize; 3],
    /// Whether articles come last.
    article_last: bool,
}

/// A part of a command that is moved as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Phrase,
    Relation,
    Link,
}

impl Order {
    /// An order in which commands, clauses and phrases are all unlike English.
    fn drawn(stream: &mut Stream) -> Self {
        let mut drawn = || loop {
            let mut places = [0, 1, 2];
            stream.shuffle(&mut places);
            if places != [0, 1, 2] {
                return places;
            }
        };
        let [command, clause, words] = [drawn(), drawn(), drawn()];
        Self { command, clause, words, article_last: stream.below(2) == 1 }
    }

    fn arrange<'l>(&self, tokens: &[Token<'l>]) -> Vec<Token<'l>> {
        let [verb, about, adverb] = chunks(tokens);
        let mut units = units(&about, |last, token| last.phrase != token.phrase).into_iter();
        let mut body = units.next().map_or_else(Vec::new, |(_, phrase)| self.phrase(&phrase));
        let rest: Vec<(Unit, Vec<Token<'l>>)> = units.collect();
        for clause in rest.chunks(3) {
            for &place in &self.clause {
                let Some((unit, tokens)) = clause.get(place) else { continue };
                let is_phrase = *unit == Unit::Phrase;
                body.extend(if is_phrase { self.phrase(tokens) } else { tokens.clone() });
            }
        }
        let parts = [verb, body, adverb];
        self.command.iter().flat_map(|&place| parts[place].clone()).collect()
    }

    /// The words of a phrase, which come as article, adjectives and noun.
    fn phrase<'l>(&self, tokens: &[Token<'l>]) -> Vec<Token<'l>> {
        let of = |part: Part| tokens.iter().filter(move |token| token.part == part).copied();
        let classes = [Part::Size, Part::Colour, Part::Noun];
        let words = self.words.iter().flat_map(|&place| of(classes[place]));
        match self.article_last {
            true => words.chain(of(Part::Article)).collect(),
            false => of(Part::Article).chain(words).collect(),
        }
    }

    fn undo<'w>(&self, tokens: &[Token<'w>]) -> Option<Vec<Token<'w>>> {
        let [verb, about, adverb] = chunks(tokens);
        let is_new = |last: &Token<'_>, token: &Token<'_>| match self.article_last {
            true => last.part == Part::Article,
            false => token.part == Part::Article,
        };
        let mut units = units(&about, is_new).into_iter();
        let (Unit::Phrase, head) = units.next()? else { return None };
        let mut plain = verb;
        plain.extend(english(&head));
        let rest: Vec<(Unit, Vec<Token<'w>>)> = units.collect();
        for clause in rest.chunks(3) {
            for (place, expected) in [Unit::Link, Unit::Relation, Unit::Phrase].into_iter().enumerate() {
                let here = self.clause.iter().position(|&other| other == place)?;
                let (unit, tokens) = clause.get(here)?;
                if *unit != expected {
                    return None;
                }
                plain.extend(if expected == Unit::Phrase { english(tokens) } else { tokens.clone() });
            }
        }
        plain.extend(adverb);
        Some(plain)
    }
}

/// The verb with what belongs to it, what it is about, and the adverb.
fn chunks<'l>(tokens: &[Token<'l>]) -> [Vec<Token<'l>>; 3] {
    let mut chunks = [Vec::new(), Vec::new(), Vec::new()];
    for &token in tokens {
        let chunk = match token.part {
            Part::Verb | Part::To => 0,
            Part::Adverb => 2,
            _ => 1,
        };
        chunks[chunk].push(token);
    }
    chunks
}

/// Cuts what a command is about into phrases, relations and links. `is_new` says where a phrase begins right after another.
fn units<'l>(
    tokens: &[Token<'l>],
    is_new: impl Fn(&Token<'l>, &Token<'l>) -> bool,
) -> Vec<(Unit, Vec<Token<'l>>)> {
    let mut units: Vec<(Unit, Vec<Token<'l>>)> = Vec::new();
    for &token in tokens {
        let unit = match token.part {
            Part::Link => Unit::Link,
            Part::Relation => Unit::Relation,
            _ => Unit::Phrase,
        };
        match units.last_mut() {
            Some((Unit::Phrase, phrase))
                if unit == Unit::Phrase && phrase.last().is_some_and(|last| !is_new(last, &token)) =>
            {
                phrase.push(token);
            }
            _ => units.push((unit, vec![token])),
        }
    }
    units
}

/// A phrase in the order of English.
fn english<'w>(tokens: &[Token<'w>]) -> Vec<Token<'w>> {
    let place = |part: Part| match part {
        Part::Article => 0,
        Part::Size => 1,
        Part::Colour => 2,
        _ => 3,
    };
    let mut tokens = tokens.to_vec();
    tokens.sort_by_key(|token| place(token.part));
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Register, Surface, parse};

    const COMMANDS: [&str; 6] = [
        "walk to a circle",
        "push the small red circle cautiously",
        "pull the object that is inside of the big box while spinning",
        "walk to the green square that is in the same row as a blue circle and in the same size as a cylinder",
        "push a red object that is in the same color as the object that is in the same shape as a small circle",
        "pull the small green box that is in the same row as a red box and in the same column as the big circle that is \
         inside of a box hesitantly",
    ];

    /// Whatever the key, a command is read back, and nothing of English is in it.
    #[test]
    fn fresh_commands_are_read_back() {
        let english = Lexicon::reascan();
        let mut orders = std::collections::BTreeSet::new();
        for fresh in 0..300 {
            for grammar in [false, true] {
                let lexicon = Lexicon::reascan().in_language(&Language { fresh, grammar });
                assert_eq!(lexicon.check(), Ok(()));
                let content: Vec<String> =
                    english.words().flat_map(|word| word.split(' ')).map(String::from).collect();
                for text in COMMANDS {
                    let command = parse(text, &english).unwrap();
                    let said = command.text(&lexicon, Surface::Reascan);
                    assert_eq!(parse(&said, &lexicon).as_ref(), Ok(&command), "{fresh}: {said}");
                    assert_eq!(
                        command.field(&lexicon, Surface::Reascan, Register::Meanings),
                        text.replace(' ', ",")
                    );
                    let words: Vec<&str> = said.split(' ').collect();
                    assert!(
                        content
                            .iter()
                            .filter(|word| *word != "while")
                            .all(|word| !words.contains(&word.as_str()))
                    );
                    if grammar {
                        assert!(text.split(' ').all(|word| !words.contains(&word)), "{said}");
                    }
                }
                let command = parse(COMMANDS[5], &english).unwrap();
                let order = command.parts(&lexicon, Surface::Reascan);
                orders.insert(order.iter().map(|token| format!("{:?}", token.part)).collect::<String>());
            }
        }
        assert!(orders.len() > 100, "{} orders", orders.len());
    }

    #[test]
    fn nonsense_in_a_fresh_order_is_no_command() {
        let lexicon = Lexicon::reascan().in_language(&Language { fresh: 3, grammar: true });
        let command = parse(COMMANDS[3], &Lexicon::reascan()).unwrap();
        let said = command.text(&lexicon, Surface::Reascan);
        let mut words: Vec<&str> = said.split(' ').collect();
        for place in 0..words.len() {
            let removed = words.remove(place);
            let other = parse(&words.join(" "), &lexicon);
            assert!(other.is_err() || other != Ok(command.clone()), "{removed}");
            words.insert(place, removed);
        }
        words.reverse();
        assert_ne!(parse(&words.join(" "), &lexicon).as_ref(), Ok(&command));
        assert!(parse("walk to a circle", &lexicon).is_err());
        assert!(parse("", &lexicon).is_err());
    }
}
