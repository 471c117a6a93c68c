//! Solved examples before a question.
//!
//! They come from train, and none of them has what a hold-out holds out: the recipe's own predicates decide, item by item,
//! although train has no such items but for those that a recipe puts there on purpose. Examples are balanced: of each kind
//! (verb and adverb of a command, kind of a question, operation of a riddle) there are about as many.

use std::collections::BTreeMap;

use wampimuk_core::{Permutation, Role, StreamKey};
use wampimuk_families::{Dataset, Workers};

use crate::Error;

/// How many training items are looked at for each example.
const LOOKS: u64 = 16;

/// Chooses examples for questions about a dataset.
pub struct Examples<'d> {
    dataset: &'d dyn Dataset,
    /// The number of the split to learn from.
    train: usize,
    count: usize,
    workers: Workers<'d>,
    /// Items of train that were looked at, and those of them that a hold-out may be about.
    pub looked: u64,
    /// How many of them were passed over, because a hold-out may be about them.
    pub passed: u64,
}

impl std::fmt::Debug for Examples<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Examples").field("count", &self.count).finish_non_exhaustive()
    }
}

impl<'d> Examples<'d> {
    /// Examples from the split of a dataset that is to be learnt from; `None` if there is none, or none is wanted.
    pub fn new(dataset: &'d dyn Dataset, count: usize) -> Option<Self> {
        let is_train = |split: &wampimuk_core::SplitInfo| split.role == Role::Train && split.len > 0;
        let train = dataset.splits().iter().position(is_train).filter(|_| count > 0)?;
        let workers = dataset.contents().workers();
        Some(Self { dataset, train, count, workers, looked: 0, passed: 0 })
    }

    /// The number of the split that examples come from.
    pub fn split(&self) -> usize {
        self.train
    }

    /// The indices of examples. The same turn has the same ones.
    ///
    /// # Errors
    /// If an item cannot be made, or hold-outs leave too few.
    pub fn choose(&mut self, turn: u64) -> Result<Vec<u64>, Error> {
        let len = self.dataset.splits()[self.train].len;
        let key = StreamKey::new(&self.dataset.digest(), "eval examples", self.dataset.seed());
        let order = Permutation::new(len, &mut key.stream(turn));
        let mut found: Vec<(u64, String)> = Vec::new();
        let wanted = self.count * 4;
        for place in 0..len.min(self.count as u64 * LOOKS + 1000) {
            // Enough to choose from.
            if found.len() >= wanted {
                break;
            }
            let index = order.at(place);
            self.looked += 1;
            match self.look(index)? {
                Some(kind) => found.push((index, kind)),
                None => self.passed += 1,
            }
        }
        if found.len() < self.count {
            return Err(Error::Request(format!(
                "train has only {} examples that no hold-out is about: lower --shots",
                found.len()
            )));
        }
        // Again and again one of the kinds that were taken least often, in the order in which they were found.
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        let mut chosen = Vec::with_capacity(self.count);
        while chosen.len() < self.count && !found.is_empty() {
            let often = |(_, kind): &(u64, String)| taken.get(kind).copied().unwrap_or(0);
            let (place, _) = found
                .iter()
                .enumerate()
                .min_by_key(|(place, one)| (often(one), *place))
                .unwrap_or((0, &found[0]));
            let (index, kind) = found.remove(place);
            *taken.entry(kind).or_default() += 1;
            chosen.push(index);
        }
        Ok(chosen)
    }

    /// The kind of a training item; `None` if a hold-out may be about it.
    fn look(&mut self, index: u64) -> Result<Option<String>, Error> {
        look(&mut self.workers, self.train, index)
    }
}

/// Whether a hold-out may be about an item, by the recipe's own predicates.
///
/// # Errors
/// If the item cannot be made.
pub fn is_held_out(dataset: &dyn Dataset, split: usize, index: u64) -> Result<bool, Error> {
    Ok(look(&mut dataset.contents().workers(), split, index)?.is_none())
}

fn look(workers: &mut Workers<'_>, split: usize, index: u64) -> Result<Option<String>, Error> {
    Ok(match workers {
        Workers::Commands(family, items) => {
            let example = &items.make(split, index)?.example;
            let kind = format!("{:?} {:?}", example.command.verb, example.command.adverb);
            // A hold-out may be a list of commands that train does not have, which no predicate of an item sees.
            let is_open = |&split: &usize| family.splits()[split].holdout.is_none();
            let may_be_shown = family.possible_splits(example).iter().any(is_open);
            (may_be_shown && !family.is_held_out(example)).then_some(kind)
        }
        Workers::Riddles(riddles, maker) => {
            let riddle = maker.make(split, index)?;
            (!riddles.is_held_out(riddle)).then(|| format!("{:?}", riddle.operation.kind()))
        }
        Workers::Stories(family, items) => {
            let question = items.make(split, index)?;
            (!family.is_held_out(&question)).then(|| format!("{:?}", question.solution.kind))
        }
    })
}
