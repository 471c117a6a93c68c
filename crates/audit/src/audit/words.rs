//! Which words the answer depends on.

use serde::Serialize;
use wampimuk_command::Phrase;

use super::case::Case;
use super::deletion::Part;
use crate::Share;

/// How many words are idle: deleting the word leaves the same referents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct IdleWords {
    /// Of the size words.
    pub size: Share,
    /// Of the colour words.
    pub colour: Share,
    /// Of the nouns; a deleted noun leaves "object".
    pub noun: Share,
    /// Of the relative clauses.
    pub clause: Share,
    /// Of all words, clauses left aside.
    pub all: Share,
    /// Examples that need every word and clause.
    pub none_idle: Share,
}

impl IdleWords {
    pub(super) fn add(&mut self, case: &Case<'_>) {
        let mut none_idle = true;
        for (deletion, referents) in &case.deleted {
            let idle = *referents == case.referents;
            none_idle &= !idle;
            let class = match deletion.part {
                Part::Size => &mut self.size,
                Part::Colour => &mut self.colour,
                Part::Noun => &mut self.noun,
                Part::Clause => &mut self.clause,
            };
            class.note(idle);
            if deletion.part != Part::Clause {
                self.all.note(idle);
            }
        }
        self.none_idle.note(none_idle);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.size.merge(other.size);
        self.colour.merge(other.colour);
        self.noun.merge(other.noun);
        self.clause.merge(other.clause);
        self.all.merge(other.all);
        self.none_idle.merge(other.none_idle);
    }
}

/// Which of colour and noun are needed, over the examples whose command has both.
///
/// The four cases exclude each other, as in ReaSCAN's criticism of gSCAN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ColourAndNoun {
    /// Neither suffices without the other.
    pub both_needed: Share,
    /// Colour suffices, the noun alone would not.
    pub colour_suffices: Share,
    /// The noun suffices, the colour alone would not.
    pub noun_suffices: Share,
    /// Either suffices.
    pub either_suffices: Share,
}

impl ColourAndNoun {
    fn note(&mut self, colour: bool, noun: bool) {
        self.both_needed.note(!colour && !noun);
        self.colour_suffices.note(colour && !noun);
        self.noun_suffices.note(!colour && noun);
        self.either_suffices.note(colour && noun);
    }

    /// By words: a word suffices if the command without the other still has the target as its only referent, the
    /// size word read as it is.
    pub(super) fn add_by_words(&mut self, case: &Case<'_>) {
        if !has_both(case.phrase()) {
            return;
        }
        let only_target = |part| {
            let without = case.deleted.iter().find(|(deletion, _)| deletion.head && deletion.part == part);
            without.is_some_and(|(_, referents)| *referents == case.target)
        };
        self.note(only_target(Part::Noun), only_target(Part::Colour));
    }

    /// By class: a word suffices if no other kind of object in the world has that colour (that shape), size words and
    /// clauses left aside.
    pub(super) fn add_by_class(&mut self, case: &Case<'_>) {
        let &Phrase { colour, noun, .. } = case.phrase();
        if !has_both(case.phrase()) {
            return;
        }
        let class = |colour, noun| case.denotation(&Phrase { colour, noun, ..Phrase::default() });
        let both = class(colour, noun);
        self.note(class(colour, None) == both, class(None, noun) == both);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.both_needed.merge(other.both_needed);
        self.colour_suffices.merge(other.colour_suffices);
        self.noun_suffices.merge(other.noun_suffices);
        self.either_suffices.merge(other.either_suffices);
    }
}

fn has_both(phrase: &Phrase) -> bool {
    phrase.colour.is_some() && phrase.noun.is_some()
}
