//! The words of a command, each with what could stand there instead and with what leaving it out would change.

use serde::Serialize;
use wampimuk_command::{Clause, Command, Lexicon, Phrase, Relation, WordClass};

use crate::command::Asked;
use crate::world::members;

/// One or more words of a command that belong together.
#[derive(Debug, Serialize)]
pub(crate) struct Piece {
    pub text: String,
    kind: Kind,
    /// The number of the phrase that it stands in, or that it introduces.
    phrase: Option<usize>,
    /// Whether the referents would be others without it; `None` if the command cannot do without it.
    needed: Option<bool>,
    /// What leaving it out would change.
    without: Option<Without>,
    /// What could stand there instead.
    edits: Vec<Edit>,
}

impl Piece {
    /// Whether this is what keeps an object from being a referent.
    pub(crate) fn excludes(&self, object: usize) -> bool {
        self.without.as_ref().is_some_and(|without| without.added.contains(&object))
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Verb,
    Size,
    Colour,
    Noun,
    Relation,
    Adverb,
    /// Words that stand there for grammar's sake.
    Function,
}

#[derive(Debug, Serialize)]
struct Without {
    text: String,
    referents: Vec<usize>,
    /// The referents that there are not with it.
    added: Vec<usize>,
}

/// Another command.
#[derive(Debug, Serialize)]
struct Edit {
    what: What,
    label: String,
    text: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Replace,
    Add,
    Swap,
}

/// The words of a command, in the order in which they are spoken.
pub(crate) fn pieces(asked: &Asked<'_>) -> Vec<Piece> {
    let mut speaker = Speaker { asked, pieces: Vec::new() };
    speaker.command();
    speaker.pieces
}

struct Speaker<'a> {
    asked: &'a Asked<'a>,
    pieces: Vec<Piece>,
}

impl Speaker<'_> {
    fn command(&mut self) {
        let asked = self.asked;
        let (lexicon, command) = (asked.family.lexicon(), &asked.command);
        let edits = numbers(lexicon.verbs.len())
            .filter(|&verb| verb != command.verb)
            .map(|verb| {
                self.edit(
                    What::Replace,
                    &lexicon.verbs[usize::from(verb)].word,
                    Command { verb, ..command.clone() },
                )
            })
            .collect();
        let verb = lexicon.verbs.get(usize::from(command.verb)).map_or("", |verb| verb.word.as_str());
        self.push(verb, Kind::Verb, None, edits);
        if command.deed(lexicon).action().is_none() {
            self.push(&lexicon.speech.to, Kind::Function, None, Vec::new());
        }
        self.phrase(&command.phrase, 0);
        self.adverb();
    }

    fn adverb(&mut self) {
        let (lexicon, command) = (self.asked.family.lexicon(), &self.asked.command);
        let word = |adverb: u8| {
            lexicon.adverbs.get(usize::from(adverb)).map_or("", |adverb| adverb.word.word.as_str())
        };
        let what = if command.adverb.is_some() { What::Replace } else { What::Add };
        let mut edits: Vec<Edit> = numbers(lexicon.adverbs.len())
            .filter(|&adverb| Some(adverb) != command.adverb)
            .map(|adverb| self.edit(what, word(adverb), Command { adverb: Some(adverb), ..command.clone() }))
            .collect();
        match command.adverb {
            Some(adverb) => {
                edits.insert(
                    0,
                    self.edit(What::Replace, "no adverb", Command { adverb: None, ..command.clone() }),
                );
                self.push(word(adverb), Kind::Adverb, None, edits);
            }
            None if !edits.is_empty() => self.push("", Kind::Adverb, None, edits),
            None => {}
        }
    }

    fn phrase(&mut self, phrase: &Phrase, number: usize) {
        let speech = &self.asked.family.lexicon().speech;
        self.push(speech.article(phrase.determiner), Kind::Function, Some(number), Vec::new());
        let mut adjectives = [WordClass::Size, WordClass::Colour];
        if self.asked.family.surface() == wampimuk_command::Surface::Gscan {
            adjectives.reverse();
        }
        for class in adjectives {
            if let Some(word) = word_of(phrase, class) {
                self.content(phrase, number, class, word);
            }
        }
        self.content(phrase, number, WordClass::Noun, phrase.noun.unwrap_or(u8::MAX));
        let nested = |clause: &Clause| !clause.phrase.clauses.is_empty();
        let mut next = number + 1;
        let mut clauses: Vec<(usize, &Clause)> = Vec::new();
        for clause in &phrase.clauses {
            clauses.push((next, clause));
            next += clause.phrase.count();
        }
        // A clause with clauses of its own is spoken last.
        clauses.sort_by_key(|(_, clause)| nested(clause));
        for (place, (number, clause)) in clauses.into_iter().enumerate() {
            let link = if place == 0 { &speech.opener } else { &speech.conjunction };
            self.push(link, Kind::Function, Some(number), Vec::new());
            self.relation(clause.relation, number);
            self.phrase(&clause.phrase, number);
        }
    }

    /// A size, a colour or a noun.
    fn content(&mut self, phrase: &Phrase, number: usize, class: WordClass, word: u8) {
        let asked = self.asked;
        let lexicon = asked.family.lexicon();
        let mut edits: Vec<Edit> = numbers(words(lexicon, class).len())
            .filter(|&other| other != word)
            .filter_map(|other| {
                let changed = self.changed(number, |phrase| set_word(phrase, class, Some(other)))?;
                Some(self.edit(What::Replace, words(lexicon, class)[usize::from(other)], changed))
            })
            .collect();
        if class == WordClass::Noun {
            for missing in
                [WordClass::Size, WordClass::Colour].into_iter().filter(|class| !class.is_in(phrase))
            {
                for (number_of_word, label) in (0..=u8::MAX).zip(words(lexicon, missing)) {
                    let add = |phrase: &mut Phrase| set_word(phrase, missing, Some(number_of_word));
                    edits.extend(
                        self.changed(number, add).map(|changed| self.edit(What::Add, label, changed)),
                    );
                }
            }
        }
        edits.extend(self.swaps(number, class));
        let kind = match class {
            WordClass::Size => Kind::Size,
            WordClass::Colour => Kind::Colour,
            WordClass::Noun => Kind::Noun,
        };
        let spoken = words(lexicon, class).get(usize::from(word)).copied().unwrap_or(&lexicon.speech.object);
        self.push(spoken, kind, Some(number), edits);
        if class.is_in(phrase) {
            let without = self.changed(number, |phrase| set_word(phrase, class, None));
            self.can_do_without(without, asked.certificate.necessity.word(number, class));
        }
    }

    fn relation(&mut self, relation: Relation, number: usize) {
        let asked = self.asked;
        let speech = &asked.family.lexicon().speech;
        let others = Relation::ALL.into_iter().filter(|&other| other != relation);
        let mut edits: Vec<Edit> = others
            .filter_map(|other| {
                let changed = self.clauses_changed(&[(number, other)])?;
                Some(self.edit(What::Replace, speech.relation(other), changed))
            })
            .collect();
        for (other, node) in asked.command.phrase.nodes().iter().enumerate() {
            if let Some((_, theirs)) = node.parent.filter(|&(_, theirs)| other > number && theirs != relation)
            {
                let changed = self.clauses_changed(&[(number, theirs), (other, relation)]);
                edits.extend(changed.map(|changed| self.edit(What::Swap, speech.relation(theirs), changed)));
            }
        }
        self.push(speech.relation(relation), Kind::Relation, Some(number), edits);
        let mut shorter = asked.command.clone();
        let gone = remove_clause(&mut shorter.phrase, number);
        self.can_do_without(gone.then_some(shorter), asked.certificate.necessity.clause(number));
    }

    /// Exchanges of a word with those of its class in other phrases.
    fn swaps(&self, number: usize, class: WordClass) -> Vec<Edit> {
        let nodes = self.asked.command.phrase.nodes();
        let Some(mine) = nodes.get(number).and_then(|node| word_of(node.phrase, class)) else {
            return Vec::new();
        };
        let mut edits = Vec::new();
        for (other, node) in nodes.iter().enumerate().filter(|&(other, _)| other != number) {
            let Some(theirs) = word_of(node.phrase, class).filter(|&theirs| theirs != mine) else { continue };
            let mut changed = self.asked.command.clone();
            for (number, word) in [(number, theirs), (other, mine)] {
                if let Some(phrase) = phrase_mut(&mut changed.phrase, number) {
                    set_word(phrase, class, Some(word));
                }
            }
            let label = words(self.asked.family.lexicon(), class)
                .get(usize::from(theirs))
                .copied()
                .unwrap_or_default();
            edits.push(self.edit(What::Swap, label, changed));
        }
        edits
    }

    fn changed(&self, number: usize, change: impl FnOnce(&mut Phrase)) -> Option<Command> {
        let mut command = self.asked.command.clone();
        change(phrase_mut(&mut command.phrase, number)?);
        Some(command)
    }

    fn clauses_changed(&self, relations: &[(usize, Relation)]) -> Option<Command> {
        let mut command = self.asked.command.clone();
        for &(number, relation) in relations {
            clause_mut(&mut command.phrase, number)?.relation = relation;
        }
        Some(command)
    }

    fn edit(&self, what: What, label: &str, command: Command) -> Edit {
        let text = command.text(self.asked.family.lexicon(), self.asked.family.surface());
        Edit { what, label: label.to_owned(), text }
    }

    fn push(&mut self, text: &str, kind: Kind, phrase: Option<usize>, edits: Vec<Edit>) {
        self.pieces.push(Piece { text: text.to_owned(), kind, phrase, needed: None, without: None, edits });
    }

    /// Says of the last piece what leaving it out would change.
    fn can_do_without(&mut self, command: Option<Command>, needed: bool) {
        let (Some(command), Some(piece)) = (command, self.pieces.last_mut()) else { return };
        let asked = self.asked;
        piece.needed = Some(needed);
        piece.without = Some(Without {
            text: command.text(asked.family.lexicon(), asked.family.surface()),
            referents: members(asked.denotation(&command.phrase)),
            added: members(asked.added(&command.phrase)),
        });
    }
}

fn numbers(count: usize) -> impl Iterator<Item = u8> {
    (0..=u8::MAX).take(count)
}

fn words(lexicon: &Lexicon, class: WordClass) -> Vec<&str> {
    match class {
        WordClass::Size => lexicon.sizes.iter().map(|size| size.word.as_str()).collect(),
        WordClass::Colour => lexicon.colours.iter().map(|colour| colour.word.as_str()).collect(),
        WordClass::Noun => lexicon.nouns.iter().map(|noun| noun.word.word.as_str()).collect(),
    }
}

fn word_of(phrase: &Phrase, class: WordClass) -> Option<u8> {
    match class {
        WordClass::Size => phrase.size,
        WordClass::Colour => phrase.colour,
        WordClass::Noun => phrase.noun,
    }
}

fn set_word(phrase: &mut Phrase, class: WordClass, word: Option<u8>) {
    match class {
        WordClass::Size => phrase.size = word,
        WordClass::Colour => phrase.colour = word,
        WordClass::Noun => phrase.noun = word,
    }
}

/// The phrase with this number: parents first, in the order of their clauses.
fn phrase_mut(phrase: &mut Phrase, number: usize) -> Option<&mut Phrase> {
    match number {
        0 => Some(phrase),
        _ => clause_mut(phrase, number).map(|clause| &mut clause.phrase),
    }
}

/// The clause that introduces the phrase with this number.
fn clause_mut(phrase: &mut Phrase, number: usize) -> Option<&mut Clause> {
    let mut first = 1;
    for clause in &mut phrase.clauses {
        let count = clause.phrase.count();
        if number == first {
            return Some(clause);
        }
        if number < first + count {
            return clause_mut(&mut clause.phrase, number - first);
        }
        first += count;
    }
    None
}

/// Leaves out the clause that introduces a phrase.
fn remove_clause(phrase: &mut Phrase, number: usize) -> bool {
    let mut first = 1;
    for place in 0..phrase.clauses.len() {
        let count = phrase.clauses[place].phrase.count();
        if number == first {
            phrase.clauses.remove(place);
            return true;
        }
        if number < first + count {
            return remove_clause(&mut phrase.clauses[place].phrase, number - first);
        }
        first += count;
    }
    false
}
