//! Counting the right answers of one run.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wampimuk_babi::Kind;
use wampimuk_core::ItemError;
use wampimuk_dyna::StoryFamily;

use super::composition::Composition;
use super::facts::{Facts, Questions};
use super::mark::Marked;
use crate::paired::Outcomes;
use crate::runs::ratio;

/// From so many answers on, what is right most often is known well enough.
const LOOKS: u64 = 1000;

/// Questions that wait for their other phrasing are forgotten beyond this number, those of the first stories first.
const MOST_WAITING: usize = 65_536;

/// How many are right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// How many are right.
    pub right: u64,
    /// How many there are.
    pub all: u64,
}

impl Count {
    /// The share of right ones; 0 where there are none.
    pub fn share(self) -> f64 {
        ratio(self.right, self.all)
    }

    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.right += other.right;
        self.all += other.all;
    }
}

/// Which questions belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Their kind.
    pub kind: Kind,
    /// How many lines support the answer.
    pub supports: usize,
    /// What these are about.
    pub composition: Composition,
}

/// The right answers of one run, by split.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// By the names of the splits.
    pub splits: BTreeMap<String, SplitTally>,
}

/// The right answers to the questions of one split.
#[derive(Clone, Debug, Default)]
pub struct SplitTally {
    /// By kind, number of supports and composition. Most of a report is sums of these.
    pub cells: BTreeMap<Cell, Count>,
    /// How often each answer is the right one, by kind of question: of the questions that were answered, or of more if they
    /// are few ([`Tally::look_around`]).
    pub answers: BTreeMap<Kind, BTreeMap<String, u64>>,
    /// Pairs of questions that ask one fact in two ways, by whether "Where is Mary?" and "Is Mary in the park?" are right.
    pub phrasings: BTreeMap<(bool, bool), u64>,
    /// Which questions are answered rightly.
    pub outcomes: Outcomes,
    /// Answers that could not be read.
    pub unread: u64,
    /// Questions that have several answers.
    pub unsound: u64,
    /// Questions whose other phrasing has not come yet: by story, moment and person.
    waiting: BTreeMap<(u64, usize, String), Waiting>,
}

/// A question that waits for its other phrasing, and whether its answer is right.
#[derive(Clone, Copy, Debug)]
enum Waiting {
    Where(bool),
    YesNo(bool),
}

impl Tally {
    /// Notes which question an answer was to, so that models can be compared question by question.
    pub fn note(&mut self, split: &str, index: u64, marked: &Marked) {
        if let Some(tally) = self.splits.get_mut(split) {
            tally.outcomes.note(index, marked.right);
        }
    }

    /// Looks at questions that were not answered, where few were: their most frequent answer would look too good.
    ///
    /// # Errors
    /// If a question cannot be made.
    pub fn look_around(&mut self, stories: &dyn StoryFamily) -> Result<(), ItemError> {
        let mut questions = Questions::new(stories);
        for (number, info) in stories.splits().iter().enumerate() {
            let Some(tally) = self.splits.get_mut(&info.name) else { continue };
            let looks = info.len.min(LOOKS);
            if tally.sum(|_| true).all >= looks {
                continue;
            }
            tally.answers.clear();
            for look in 0..looks {
                // Parts of a recipe may come one after another.
                let index = (u128::from(look) * u128::from(info.len) / u128::from(looks)) as u64;
                let facts = questions.facts(number, index)?;
                *tally.answers.entry(facts.kind).or_default().entry(facts.answer).or_default() += 1;
            }
        }
        Ok(())
    }

    /// Adds an answer.
    pub fn add(&mut self, split: &str, marked: &Marked) {
        match self.splits.get_mut(split) {
            Some(tally) => tally.add(marked),
            None => self.splits.entry(split.to_string()).or_default().add(marked),
        }
    }
}

impl SplitTally {
    fn add(&mut self, marked: &Marked) {
        let Marked { facts, right, read, sound } = marked;
        let Facts { kind, supports, composition, .. } = *facts;
        let one = Count { right: u64::from(*right), all: 1 };
        self.cells.entry(Cell { kind, supports, composition }).or_default().add(one);
        self.unread += u64::from(!read);
        self.unsound += u64::from(!sound);
        let answers = self.answers.entry(kind).or_default();
        match answers.get_mut(&facts.answer) {
            Some(count) => *count += 1,
            None => {
                answers.insert(facts.answer.clone(), 1);
            }
        }
        self.pair(facts, *right);
    }

    /// Looks for the other phrasing: of the same person, at the same moment of the same story. A question whose answer is
    /// yes has the place in it, so the place need not be compared.
    fn pair(&mut self, facts: &Facts, right: bool) {
        let this = match facts.kind {
            Kind::WherePerson => Waiting::Where(right),
            Kind::YesNo if facts.answer == "yes" => Waiting::YesNo(right),
            _ => return,
        };
        let Some((person, _)) = facts.asked.split_once(", ") else { return };
        let key = (facts.story, facts.before, person.to_string());
        let pair = match (self.waiting.remove(&key), this) {
            (Some(Waiting::Where(place)), Waiting::YesNo(yes)) => (place, yes),
            (Some(Waiting::YesNo(yes)), Waiting::Where(place)) => (place, yes),
            _ => {
                self.waiting.insert(key, this);
                if self.waiting.len() > MOST_WAITING {
                    self.waiting.pop_first();
                }
                return;
            }
        };
        *self.phrasings.entry(pair).or_default() += 1;
    }

    /// The sum of the cells that pass.
    pub fn sum(&self, pass: impl Fn(&Cell) -> bool) -> Count {
        let mut sum = Count::default();
        self.cells.iter().filter(|(cell, _)| pass(cell)).for_each(|(_, &count)| sum.add(count));
        sum
    }
}
