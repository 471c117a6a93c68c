//! Which words and clauses commands with relative clauses could do without.

use serde::Serialize;
use wampimuk_command::{Necessity, Relation, WordClass, necessity};

use super::case::Case;
use super::figures::Figure;
use super::tree::Node;
use crate::Share;

/// Words and clauses that can be deleted, one at a time, without changing the referents.
///
/// Nouns of frames ("box") are counted apart: "inside of" leaves nothing but boxes, so they are nearly always idle,
/// and nobody would leave them out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Needs {
    /// Idle words, for each phrase of the pattern.
    pub phrases: Vec<IdleInPhrase>,
    /// Idle words of all phrases, nouns of frames included.
    pub words: Share,
    /// Examples that need every word.
    pub every_word: Share,
    /// Examples that need every word but the nouns of frames.
    pub every_word_but_frames: Share,
    /// Idle clauses, for each relation, in the order of [`Relation::ALL`].
    pub relations: [Share; 6],
    /// Examples that need every clause.
    pub every_clause: Share,
}

/// The idle words among those of one phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IdleInPhrase {
    /// Size words.
    pub size: Share,
    /// Colour words.
    pub colour: Share,
    /// Nouns of solid things.
    pub noun: Share,
    /// Nouns of frames.
    pub frame_noun: Share,
}

impl IdleInPhrase {
    fn merge(&mut self, other: Self) {
        self.size.merge(other.size);
        self.colour.merge(other.colour);
        self.noun.merge(other.noun);
        self.frame_noun.merge(other.frame_noun);
    }
}

impl Needs {
    pub(super) fn add(&mut self, case: &Case<'_>, nodes: &[Node<'_>]) {
        let head = case.phrase();
        let present = Necessity::present(head);
        let frames = Necessity::frame_nouns(head, case.lexicon);
        let needed = necessity(&case.scene, head, case.lexicon, case.semantics, case.referents);
        let idle = present.without(needed);
        self.phrases.resize(self.phrases.len().max(nodes.len()), IdleInPhrase::default());
        for (phrase, class) in present.words() {
            let counts = &mut self.phrases[phrase];
            let share = match class {
                WordClass::Size => &mut counts.size,
                WordClass::Colour => &mut counts.colour,
                WordClass::Noun if frames.word(phrase, class) => &mut counts.frame_noun,
                WordClass::Noun => &mut counts.noun,
            };
            share.note(idle.word(phrase, class));
            self.words.note(idle.word(phrase, class));
        }
        for clause in present.clauses() {
            if let Some((_, relation)) = nodes[clause].parent {
                self.relations[relation as usize].note(idle.clause(clause));
            }
        }
        self.every_word.note(idle.words().next().is_none());
        self.every_word_but_frames.note(idle.without(frames).words().next().is_none());
        self.every_clause.note(idle.clauses().next().is_none());
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.phrases.resize(self.phrases.len().max(other.phrases.len()), IdleInPhrase::default());
        for (mine, &theirs) in self.phrases.iter_mut().zip(&other.phrases) {
            mine.merge(theirs);
        }
        for (mine, &theirs) in self.relations.iter_mut().zip(&other.relations) {
            mine.merge(theirs);
        }
        self.words.merge(other.words);
        self.every_word.merge(other.every_word);
        self.every_word_but_frames.merge(other.every_word_but_frames);
        self.every_clause.merge(other.every_clause);
    }

    /// Idle clauses, whatever their relation.
    pub fn clauses(&self) -> Share {
        let mut all = Share::default();
        self.relations.iter().for_each(|&share| all.merge(share));
        all
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        let check = "idle words";
        let mut figures = vec![Figure::share(check, "all words", self.words)];
        for (number, idle) in self.phrases.iter().enumerate() {
            let shares = [
                ("size", idle.size),
                ("colour", idle.colour),
                ("noun", idle.noun),
                ("box noun", idle.frame_noun),
            ];
            for (class, share) in shares.into_iter().filter(|(_, share)| share.of > 0) {
                figures.push(Figure::share(check, format!("{class}, {}", phrase_name(number)), share));
            }
        }
        figures.push(Figure::share(check, "examples that need every word", self.every_word));
        figures.push(Figure::share(check, "… box nouns left aside", self.every_word_but_frames));
        let check = "idle clauses";
        figures.push(Figure::share(check, "all clauses", self.clauses()));
        for (relation, share) in Relation::ALL.into_iter().zip(self.relations) {
            if share.of > 0 {
                figures.push(Figure::share(check, relation_name(relation), share));
            }
        }
        figures.push(Figure::share(check, "examples that need every clause", self.every_clause));
        figures
    }
}

/// `head` or `phrase 1`.
pub(super) fn phrase_name(number: usize) -> String {
    if number == 0 { "head".to_string() } else { format!("phrase {number}") }
}

/// `same row`, … or `inside`.
pub(crate) fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::SameRow => "same row",
        Relation::SameColumn => "same column",
        Relation::SameColour => "same colour",
        Relation::SameShape => "same shape",
        Relation::SameSize => "same size",
        Relation::Inside => "inside",
    }
}
