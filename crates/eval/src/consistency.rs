//! Whether a model says to the same what it said before, and to what differs something else.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_readers::statistics::wilson;

use crate::tally::{Answers, Tally};
use crate::variant::Variant;

/// Items beside their partners or paraphrases: the first answers to both.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Consistency {
    /// What items stand beside.
    pub with: Variant,
    /// How many pairs have two answers that count.
    pub pairs: u64,
    /// The share of pairs with two right answers.
    pub both_right: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The share with a right answer to the item.
    pub item_right: f64,
    /// The share with a right answer to the other.
    pub other_right: f64,
    /// The share of pairs with twice the same answer, of those with two answers that can be read.
    pub same_answer: f64,
    /// How many these are.
    pub read: u64,
}

/// The same items in several forms: the first answers to all.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormConsistency {
    /// The model.
    pub model: String,
    /// The dataset.
    pub data: String,
    /// The split.
    pub split: String,
    /// The forms.
    pub forms: Vec<String>,
    /// How many items have an answer that counts in every form.
    pub items: u64,
    /// The share with a right answer in every form.
    pub all_right: f64,
    /// Its interval of 95 %.
    pub interval: [f64; 2],
    /// The share with the same answer in every form, of those with answers that can be read.
    pub same_answer: f64,
    /// How many these are.
    pub read: u64,
}

/// Counts of the first answers to the same things.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    items: u64,
    all_right: u64,
    read: u64,
    same: u64,
}

impl Counts {
    /// The counts over items that all of these have answers to.
    fn of(tallies: &[&BTreeMap<u64, Answers>]) -> Self {
        let mut counts = Self::default();
        let Some((own, others)) = tallies.split_first() else { return counts };
        for (index, answers) in *own {
            let firsts: Option<Vec<_>> = std::iter::once(answers.first)
                .chain(others.iter().map(|other| other.get(index).and_then(|answers| answers.first)))
                .collect();
            let Some(firsts) = firsts else { continue };
            counts.items += 1;
            counts.all_right += u64::from(firsts.iter().all(|(is_right, _)| *is_right));
            let meanings: Option<Vec<u64>> = firsts.iter().map(|(_, meaning)| *meaning).collect();
            if let Some(meanings) = meanings {
                counts.read += 1;
                counts.same += u64::from(meanings.iter().all(|meaning| *meaning == meanings[0]));
            }
        }
        counts
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

fn interval(part: u64, whole: u64) -> [f64; 2] {
    let (low, high) = wilson(part as f64, whole);
    [low, high]
}

/// The items of a split beside what differs from them; `None` if no pair has two answers.
pub(crate) fn of_pairs(own: &Tally, other: &Tally, with: Variant) -> Option<Consistency> {
    let Counts { items, all_right, read, same } = Counts::of(&[own.answers(), other.answers()]);
    let right = |of: &Tally, beside: &Tally| {
        let both = of.answers().iter().filter(|(index, answers)| {
            let other = beside.answers().get(index).and_then(|answers| answers.first);
            answers.first.is_some_and(|(is_right, _)| is_right) && other.is_some()
        });
        both.count() as u64
    };
    (items > 0).then(|| Consistency {
        with,
        pairs: items,
        both_right: share(all_right, items),
        interval: interval(all_right, items),
        item_right: share(right(own, other), items),
        other_right: share(right(other, own), items),
        same_answer: share(same, read),
        read,
    })
}

/// The items of a split in several forms, each with its name; `None` if no item has answers in all.
pub(crate) fn of_forms(
    (model, data, split): (&str, &str, &str),
    forms: &[(&str, &Tally)],
) -> Option<FormConsistency> {
    let tallies: Vec<_> = forms.iter().map(|(_, tally)| tally.answers()).collect();
    let Counts { items, all_right, read, same } = Counts::of(&tallies);
    (items > 0 && forms.len() > 1).then(|| FormConsistency {
        model: model.to_owned(),
        data: data.to_owned(),
        split: split.to_owned(),
        forms: forms.iter().map(|(form, _)| (*form).to_owned()).collect(),
        items,
        all_right: share(all_right, items),
        interval: interval(all_right, items),
        same_answer: share(same, read),
        read,
    })
}
