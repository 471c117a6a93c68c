//! The lexicon of a dataset that comes without one.
//!
//! Files name shapes, colours and meanings, but not all of them say what the words of their language are, and
//! `dataset.txt` says it only behind the last example. So the lexicon starts from a published one and learns while
//! reading: shapes and colours from the objects of worlds, words by laying each command beside its meaning. Entries are
//! only ever appended, so the numbers in items read earlier stay right. What an adverb *does* cannot be learned that
//! way.

use std::collections::HashMap;

use wampimuk_command::{
    Adverb, Command, Extreme, Lexicon, Noun, SizeWord, Speech, Verb, Word, known_manner, parse,
};
use wampimuk_grid::{Deed, Form};

use crate::error::{FieldError, Problem};

/// The most words a command may have. It bounds the depth of nested clauses, too.
const MAX_WORDS: usize = 256;
/// The most phrases a command may have. Finding its referents can take a time that grows exponentially with them, so a
/// file must not ask for more than a real command has.
const MAX_PHRASES: usize = 10;
/// How many commands are remembered, and how long they may be.
const REMEMBERED: usize = 4096;
const REMEMBERED_BYTES: usize = 1024;

/// A lexicon, given or being learned.
#[derive(Clone, Debug)]
pub struct FileLexicon {
    lexicon: Lexicon,
    learner: Option<Learner>,
    /// Commands read before, by their words and meanings: a dataset has few hundred.
    remembered: HashMap<String, Command>,
    key: String,
}

#[derive(Clone, Debug, Default)]
struct Learner {
    /// The lexicon with names for words; `None` before the first item.
    names: Option<Lexicon>,
    /// The `grammar` of a `dataset.txt`.
    grammar: Option<String>,
    /// From names to words.
    words: HashMap<String, String>,
    /// From words to names.
    meanings: HashMap<String, String>,
}

/// A command as files hold it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wording<'a> {
    /// Words, separated by commas.
    pub(crate) command: &'a str,
    /// Names, separated by commas.
    pub(crate) meaning: &'a str,
    /// The name of the adverb; empty if there is none.
    pub(crate) manner: &'a str,
}

impl FileLexicon {
    /// A lexicon that is known.
    pub fn given(lexicon: Lexicon) -> Self {
        Self { lexicon, learner: None, remembered: HashMap::new(), key: String::new() }
    }

    /// A lexicon to be learned.
    pub fn learning() -> Self {
        Self { learner: Some(Learner::default()), ..Self::given(Lexicon::gscan()) }
    }

    /// The lexicon as far as it is known.
    pub fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// Takes the order of entries from a `grammar` field. It counts only before the first item, and only if words are
    /// their own names.
    pub(crate) fn note_grammar(&mut self, grammar: String) {
        if let Some(learner) = &mut self.learner {
            learner.grammar = Some(grammar);
        }
    }

    /// Chooses where to start from, at the first item.
    pub(crate) fn start(&mut self, wording: Wording<'_>, reascan: bool) {
        let Some(learner) = &mut self.learner else { return };
        if learner.names.is_some() {
            return;
        }
        let reascan =
            reascan || wording.meaning.split([',', ' ']).any(|word| word == "the" || word == "object");
        let plain = wording.command == wording.meaning;
        self.lexicon = match learner.grammar.as_deref().filter(|_| plain).and_then(from_grammar) {
            Some(lexicon) => lexicon,
            None if reascan => Lexicon::reascan(),
            None => Lexicon::gscan(),
        };
        learner.names = Some(self.lexicon.clone());
    }

    /// The number of a shape.
    pub(crate) fn shape(&mut self, name: &str) -> Result<u8, Problem> {
        if let Some(number) = self.lexicon.shape_named(name) {
            return Ok(number);
        }
        let form = if name == "box" { Form::Frame } else { Form::Solid };
        let known = |lexicon: &Lexicon| lexicon.nouns.iter().map(|noun| noun.word.name.clone()).collect();
        self.add(name, "shape", known, |lexicon| &mut lexicon.nouns, Noun::plain(name, form))
    }

    /// The number of a colour.
    pub(crate) fn colour(&mut self, name: &str) -> Result<u8, Problem> {
        if let Some(number) = self.lexicon.colour_named(name) {
            return Ok(number);
        }
        let known = |lexicon: &Lexicon| lexicon.colours.iter().map(|colour| colour.name.clone()).collect();
        self.add(name, "colour", known, |lexicon| &mut lexicon.colours, Word::plain(name))
    }

    fn adverb(&mut self, name: &str) -> Result<(), Problem> {
        let has = |lexicon: &Lexicon| lexicon.adverbs.iter().any(|adverb| adverb.word.name == name);
        if name.is_empty() || self.learner.is_none() || has(&self.lexicon) {
            return Ok(());
        }
        let manner = known_manner(name).ok_or_else(|| Problem::UnknownAdverb(name.to_string()))?;
        let adverb = Adverb { word: Word::plain(name), manner };
        self.add(name, "adverb", |_| Vec::new(), |lexicon| &mut lexicon.adverbs, adverb)?;
        Ok(())
    }

    /// Appends an entry to a class, unless the lexicon was given.
    fn add<T: Clone>(
        &mut self,
        name: &str,
        what: &str,
        known: impl Fn(&Lexicon) -> Vec<String>,
        class: impl Fn(&mut Lexicon) -> &mut Vec<T>,
        entry: T,
    ) -> Result<u8, Problem> {
        let Some(names) = self.learner.as_mut().and_then(|learner| learner.names.as_mut()) else {
            let expected = format!("a {what} of the lexicon ({})", known(&self.lexicon).join(", "));
            return Err(Problem::Value { expected, found: format!("`{name}`") });
        };
        class(names).push(entry.clone());
        if let Err(error) = names.check() {
            class(names).pop();
            return Err(error.into());
        }
        class(&mut self.lexicon).push(entry);
        // A checked class has at most 32 entries.
        Ok((class(&mut self.lexicon).len() - 1) as u8)
    }

    /// The command with this wording.
    pub(crate) fn command(&mut self, wording: Wording<'_>) -> Result<Command, FieldError> {
        self.key.clear();
        self.key.extend([wording.command, "\n", wording.meaning]);
        if let Some(command) = self.remembered.get(&self.key) {
            return Ok(command.clone());
        }
        let text = if self.learner.is_some() { wording.meaning } else { wording.command };
        let field = if self.learner.is_some() { "meaning" } else { "command" };
        let words = text.split([',', ' ']).count();
        if words > MAX_WORDS {
            let expected = format!("at most {MAX_WORDS} words");
            return Err(FieldError::value(field, expected, words));
        }
        let command = match &self.learner {
            None => parse(text, &self.lexicon),
            Some(_) => {
                self.adverb(wording.manner).map_err(|problem| FieldError::new("manner", problem))?;
                let names = self.learner.as_ref().and_then(|learner| learner.names.as_ref());
                parse(text, names.unwrap_or(&self.lexicon))
            }
        }
        .map_err(|error| FieldError::new(field, error))?;
        let phrases = command.phrase.count();
        if phrases > MAX_PHRASES {
            return Err(FieldError::value(field, format!("at most {MAX_PHRASES} phrases"), phrases));
        }
        self.align(wording)?;
        if self.remembered.len() >= REMEMBERED {
            self.remembered.clear();
        }
        if self.key.len() <= REMEMBERED_BYTES {
            self.remembered.insert(self.key.clone(), command.clone());
        }
        Ok(command)
    }

    /// Learns words from a command and its meaning.
    fn align(&mut self, wording: Wording<'_>) -> Result<(), FieldError> {
        let Some(Learner { names: Some(names), words, meanings, .. }) = &mut self.learner else {
            return Ok(());
        };
        let (count, expected) = (wording.command.split(',').count(), wording.meaning.split(',').count());
        if count != expected {
            let expected = format!("{expected} words, as many as in `meaning`");
            return Err(FieldError::value("command", expected, count));
        }
        for (word, name) in wording.command.split(',').zip(wording.meaning.split(',')) {
            if !names.words().any(|known| known == name) {
                // A function word, or part of an entry of several words: it stands for itself.
                if word != name {
                    return Err(FieldError::value("command", format!("`{name}`"), format!("`{word}`")));
                }
                continue;
            }
            match (words.get(name), meanings.get(word)) {
                (Some(known), _) if known == word => continue,
                (None, None) => {}
                (known_word, known_name) => {
                    let other = match (known_word, known_name) {
                        (Some(known), _) => (known.clone(), name.to_string()),
                        (None, known) => (word.to_string(), known.cloned().unwrap_or_default()),
                    };
                    let (word, name) = (word.to_string(), name.to_string());
                    return Err(FieldError::new("command", Problem::Ambiguous { word, name, other }));
                }
            }
            words.insert(name.to_string(), word.to_string());
            meanings.insert(word.to_string(), name.to_string());
            if word != name {
                set_word(&mut self.lexicon, name, word);
            }
        }
        Ok(())
    }
}

/// Gives the meaning with this name a word.
fn set_word(lexicon: &mut Lexicon, name: &str, word: &str) {
    let verbs = lexicon.verbs.iter_mut().map(|entry| (entry.deed.name(), &mut entry.word));
    let sizes = lexicon.sizes.iter_mut().map(|entry| (entry.extreme.name(), &mut entry.word));
    for (_, slot) in verbs.chain(sizes).filter(|(known, _)| *known == name) {
        *slot = word.to_string();
    }
    let adverbs = lexicon.adverbs.iter_mut().map(|entry| &mut entry.word);
    let nouns = lexicon.nouns.iter_mut().map(|entry| &mut entry.word);
    for entry in adverbs.chain(nouns).chain(&mut lexicon.colours).filter(|entry| entry.name == name) {
        entry.word = word.to_string();
    }
}

/// The lexicon whose words a `grammar` field lists, if they are their own names.
fn from_grammar(grammar: &str) -> Option<Lexicon> {
    let words = |class: &str| -> Vec<&str> {
        let rules = grammar.split(';').filter_map(|rule| rule.split_once(" -> "));
        rules.filter(|(left, _)| *left == class).map(|(_, word)| word).collect()
    };
    let deeds = [Deed::Walk, Deed::Push, Deed::Pull];
    let verb = |word: &str| {
        Some(Verb { word: word.to_string(), deed: deeds.into_iter().find(|deed| deed.name() == word)? })
    };
    let verbs = words("VV_intransitive").into_iter().chain(words("VV_transitive"));
    let extreme =
        |word: &str| [Extreme::Small, Extreme::Big].into_iter().find(|extreme| extreme.name() == word);
    let form = |word: &str| if word == "box" { Form::Frame } else { Form::Solid };
    let mut lexicon = Lexicon {
        verbs: verbs.map(verb).collect::<Option<_>>()?,
        adverbs: Vec::new(),
        nouns: words("NN").into_iter().map(|word| Noun::plain(word, form(word))).collect(),
        colours: Vec::new(),
        sizes: Vec::new(),
        speech: Speech::default(),
    };
    for word in words("RB") {
        // An adverb whose behaviour is unknown is left out; items that use it will be refused.
        lexicon.adverbs.extend(known_manner(word).map(|manner| Adverb { word: Word::plain(word), manner }));
    }
    for word in words("JJ") {
        match extreme(word) {
            Some(extreme) => lexicon.sizes.push(SizeWord { word: word.to_string(), extreme }),
            None => lexicon.colours.push(Word::plain(word)),
        }
    }
    lexicon.check().ok()?;
    Some(lexicon)
}

#[cfg(test)]
mod tests;
