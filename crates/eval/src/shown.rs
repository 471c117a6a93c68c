//! Which answers a page shows.

use std::collections::BTreeMap;

use crate::examine::{Outcome, Sample};
use crate::variant::Variant;

/// How many wrong and right answers a run shows.
const WRONG: usize = 10;
const RIGHT: usize = 3;

/// Answers that are shown: of each split a few.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    splits: BTreeMap<usize, ShownSplit>,
}

#[derive(Debug, Default)]
struct ShownSplit {
    wrong: Vec<Sample>,
    right: Vec<Sample>,
}

impl Shown {
    /// Keeps the first answers of each kind.
    pub fn offer(&mut self, split: usize, sample: Sample) {
        if sample.variant != Variant::Item {
            return;
        }
        let ShownSplit { wrong, right } = self.splits.entry(split).or_default();
        match sample.outcome {
            Outcome::Failed => {}
            Outcome::Right if right.len() < RIGHT => right.push(sample),
            Outcome::Right => {}
            _ if wrong.len() < WRONG => wrong.push(sample),
            _ => {}
        }
    }

    /// Those that are shown: from all splits in turn, wrong ones first.
    pub fn chosen(&self) -> Vec<(usize, &Sample)> {
        let pick = |most: usize, list: fn(&ShownSplit) -> &Vec<Sample>| {
            let turns = (0..most).flat_map(move |turn| {
                self.splits.iter().filter_map(move |(number, split)| Some((*number, list(split).get(turn)?)))
            });
            turns.take(most).collect::<Vec<_>>()
        };
        [pick(WRONG, |split| &split.wrong), pick(RIGHT, |split| &split.right)].concat()
    }
}
