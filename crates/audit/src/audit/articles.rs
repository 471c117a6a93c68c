//! Whether "a" and "the" are what the world asks for.

use serde::Serialize;
use wampimuk_command::{Determiner, Reading, Semantics, choose_articles};

use super::case::Case;
use super::figures::Figure;
use super::tree::{Node, nodes};
use crate::Share;

/// Articles beside ReaSCAN's rule: "the" for the head; for any other phrase "a" if its own words fit several objects,
/// and "the" if they fit one. The text of a command thus tells something about its world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Articles {
    /// Phrases inside clauses that have "the".
    pub the: Share,
    /// Phrases, heads included, that have the other article than the rule gives them.
    pub against_rule: Share,
    /// Of the phrases with "a", those that fit a single object if "small" and "big" mean the smallest and biggest.
    pub single_by_superlative: Share,
    /// Examples whose head phrase alone fits a single object, so that "the" needs no clause.
    pub head_suffices: Share,
}

impl Articles {
    pub(super) fn add(&mut self, case: &Case<'_>, phrases: &[Node<'_>]) {
        let superlative = Semantics { reading: Reading::Superlative, ..case.semantics };
        let mut right = case.phrase().clone();
        choose_articles(&mut right, &case.scene, case.lexicon, case.semantics);
        for (number, (ours, right)) in phrases.iter().zip(nodes(&right)).enumerate() {
            let article = ours.phrase.determiner;
            self.against_rule.note(article != right.phrase.determiner);
            if number > 0 {
                self.the.note(article == Determiner::The);
                if article == Determiner::A {
                    let fitting = case.scene.own_words(ours.phrase, case.lexicon, superlative);
                    self.single_by_superlative.note(fitting.is_power_of_two());
                }
            }
        }
        let head = case.scene.own_words(case.phrase(), case.lexicon, case.semantics);
        self.head_suffices.note(head.is_power_of_two());
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.the.merge(other.the);
        self.against_rule.merge(other.against_rule);
        self.single_by_superlative.merge(other.single_by_superlative);
        self.head_suffices.merge(other.head_suffices);
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        [
            ("the, in clauses", self.the),
            ("against the rule", self.against_rule),
            ("a, but single by superlatives", self.single_by_superlative),
            ("head phrase alone is single", self.head_suffices),
        ]
        .map(|(what, share)| Figure::share("articles", what, share))
        .into()
    }
}
