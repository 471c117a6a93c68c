//! Items of other splits that train has already.

use serde::Serialize;

use crate::Share;
use crate::key_list::{KeyList, SortedKeys};
use crate::splits::{Splits, TRAIN};

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

/// The keys of the items of a split: of each item, and of what it is equivalent by.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeakKeys {
    items: KeyList,
    equivalents: KeyList,
}

impl LeakKeys {
    pub fn add(&mut self, item: u64, equivalent: u64) {
        self.items.add(item);
        self.equivalents.add(equivalent);
    }

    pub fn merge(&mut self, other: Self) {
        self.items.merge(other.items);
        self.equivalents.merge(other.equivalents);
    }
}

/// The leaks of every split; train has none but repeats.
pub(crate) fn leaks(splits: Splits<LeakKeys>) -> Vec<(String, Leaks)> {
    let sorted: Vec<(String, [SortedKeys; 2])> = splits
        .into_iter()
        .map(|(split, keys)| (split, [keys.items.sorted(), keys.equivalents.sorted()]))
        .collect();
    let train = sorted.iter().find(|(split, _)| split == TRAIN).map(|(_, keys)| keys);
    let of_split = |(split, [items, equivalents]): &(String, [SortedKeys; 2])| {
        let share = |count: u64| Share { count, of: items.len() };
        let train = train.filter(|_| split != TRAIN);
        let leaks = Leaks {
            identical: train.map_or_else(Share::default, |[known, _]| share(items.found_in(known))),
            equivalent: train.map_or_else(Share::default, |[_, known]| share(equivalents.found_in(known))),
            repeated: share(items.repeats()),
        };
        (split.clone(), leaks)
    };
    sorted.iter().map(of_split).collect()
}
