//! Items of other splits that train has already.

use serde::Serialize;

use crate::Share;
use crate::splits::Splits;
use crate::stats::keys::{Keys, Multiset};

/// What a split has in common with train, and with itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Leaks {
    /// Items that are in train, but for the order of objects or of words that mean the same.
    pub identical: Share,
    /// Items that train has an equivalent of: of commands, the same command, actions and target cell, whatever else is in the
    /// world, which is what gSCAN's authors keep apart.
    pub equivalent: Share,
    /// Items that are in the split more than once, but for one of each.
    pub repeated: Share,
}

/// The keys of the items of a split.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeakKeys {
    items: Multiset<u128>,
    answers: Multiset<u64>,
    count: u64,
}

impl LeakKeys {
    pub fn add(&mut self, keys: &Keys) {
        self.items.add(keys.item);
        self.answers.add(keys.answer);
        self.count += 1;
    }

    pub fn merge(&mut self, other: Self) {
        self.items.merge(other.items);
        self.answers.merge(other.answers);
        self.count += other.count;
    }

    fn beside(&self, train: Option<&Self>) -> Leaks {
        let of = self.count;
        let share = |count: u64| Share { count, of };
        Leaks {
            identical: train.map_or_else(Share::default, |train| share(self.items.found_in(&train.items))),
            equivalent: train
                .map_or_else(Share::default, |train| share(self.answers.found_in(&train.answers))),
            repeated: share(of - self.items.distinct()),
        }
    }
}

/// The leaks of a split; train has none but repeats.
pub(crate) fn leaks(splits: &Splits<LeakKeys>, split: &str) -> Leaks {
    let train = splits.get(crate::TRAIN).filter(|_| split != crate::TRAIN);
    splits.get(split).map_or_else(Leaks::default, |keys| keys.beside(train))
}
