//! Answers to the items of a split, counted.

use std::collections::BTreeMap;

use crate::examine::{Outcome, Sample};

/// How often each outcome occurred.
pub type Outcomes = BTreeMap<Outcome, u64>;

/// What is kept of the answers to an item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// How many count.
    all: u32,
    /// How many of them are right.
    right: u32,
    /// The first one: whether it is right, and what it means, if it can be read.
    pub(crate) first: Option<(bool, Option<u64>)>,
}

/// The answers to the questions about a split, counted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How often each outcome occurred.
    pub outcomes: Outcomes,
    /// By item, where an answer counts.
    items: BTreeMap<u64, Answers>,
    /// Tokens of questions.
    pub input: u64,
    /// Tokens of answers.
    pub output: u64,
    /// Turns of conversations.
    pub turns: u64,
    milliseconds: Vec<u32>,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, sample: &Sample) {
        let Sample { said, outcome, .. } = sample;
        *self.outcomes.entry(*outcome).or_default() += 1;
        self.input += said.prompt_tokens;
        self.output += said.completion_tokens;
        self.turns += said.turns.len() as u64;
        if outcome.counts() {
            let is_right = *outcome == Outcome::Right;
            let answers = self.items.entry(sample.index).or_default();
            answers.all += 1;
            answers.right += u32::from(is_right);
            if sample.sample == 0 {
                answers.first = Some((is_right, sample.meaning()));
            }
            self.milliseconds.push(u32::try_from(said.milliseconds).unwrap_or(u32::MAX));
        }
    }

    /// How many items have an answer that counts.
    pub fn items(&self) -> u64 {
        self.items.len() as u64
    }

    /// The right answers among those of each item, added up over items.
    pub fn right(&self) -> f64 {
        self.items.values().map(|answers| f64::from(answers.right) / f64::from(answers.all.max(1))).sum()
    }

    /// How many answers to an item count.
    pub(crate) fn count(&self, index: u64) -> u32 {
        self.items.get(&index).map_or(0, |answers| answers.all)
    }

    /// The answers to each item.
    pub(crate) fn answers(&self) -> &BTreeMap<u64, Answers> {
        &self.items
    }

    /// How likely one of `count` answers is right, in the mean over items that were asked `samples` times; `None` if there
    /// is none.
    pub fn pass(&self, count: u32, samples: u32) -> Option<(f64, u64)> {
        let whole = || self.items.values().filter(|answers| answers.all == samples);
        let items = whole().count() as u64;
        let sum: f64 = whole().map(|answers| 1.0 - none_of(count, samples, answers.right)).sum();
        (items > 0).then(|| (sum / items as f64, items))
    }

    /// Half of all answers took this long or less.
    pub fn median_milliseconds(&self) -> u64 {
        let mut times = self.milliseconds.clone();
        let middle = times.len() / 2;
        if times.is_empty() { 0 } else { u64::from(*times.select_nth_unstable(middle).1) }
    }
}

/// How likely none of `count` answers, drawn from `samples` of which `right` are right, is right.
fn none_of(count: u32, samples: u32, right: u32) -> f64 {
    let wrong = samples.saturating_sub(right);
    (0..count.min(samples))
        .map(|drawn| f64::from(wrong.saturating_sub(drawn)) / f64::from(samples - drawn))
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pass_is_what_drawing_gives() {
        assert_eq!(none_of(1, 4, 1), 0.75);
        assert_eq!(none_of(2, 4, 1), 0.5);
        assert_eq!(none_of(4, 4, 1), 0.0);
        assert_eq!(none_of(4, 4, 0), 1.0);
        assert_eq!(none_of(2, 2, 2), 0.0);
    }
}
