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
    /// Items that train has but for what a right answer does not depend on: of commands, the same command, actions and target
    /// cell, and a target that looks the same; of questions, the same in other words.
    pub alike: Share,
    /// Items that train has an equivalent of: of commands, the same command, actions and target cell, whatever else is in the
    /// world, the look of the target included, which is what gSCAN's authors keep apart; of questions, those that are alike.
    pub equivalent: Share,
    /// Items that are in the split more than once, but for one of each.
    pub repeated: Share,
}

impl Leaks {
    /// Items that are alike, but not identical.
    pub(crate) fn reworded(&self) -> Share {
        Share { count: self.alike.count.saturating_sub(self.identical.count), of: self.alike.of }
    }

    /// Items that are equivalent, but not alike.
    pub(crate) fn another_target(&self) -> Share {
        Share { count: self.equivalent.count.saturating_sub(self.alike.count), of: self.equivalent.of }
    }
}

/// By what an item is the same as others, each key for more items than the one before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeakKey {
    pub item: u64,
    pub alike: u64,
    pub equivalent: u64,
}

/// The keys of the items of a split.
#[derive(Clone, Debug, Default)]
pub(crate) struct LeakKeys {
    items: KeyList,
    alike: KeyList,
    equivalents: KeyList,
}

impl LeakKeys {
    pub fn add(&mut self, key: LeakKey) {
        self.items.add(key.item);
        self.alike.add(key.alike);
        self.equivalents.add(key.equivalent);
    }

    pub fn merge(&mut self, other: Self) {
        self.items.merge(other.items);
        self.alike.merge(other.alike);
        self.equivalents.merge(other.equivalents);
    }

    fn sorted(self) -> [SortedKeys; 3] {
        [self.items, self.alike, self.equivalents].map(KeyList::sorted)
    }
}

/// The leaks of every split; train has none but repeats.
pub(crate) fn leaks(splits: Splits<LeakKeys>) -> Vec<(String, Leaks)> {
    let sorted: Vec<(String, [SortedKeys; 3])> =
        splits.into_iter().map(|(split, keys)| (split, keys.sorted())).collect();
    let train = sorted.iter().find(|(split, _)| split == TRAIN).map(|(_, keys)| keys);
    let of_split = |(split, keys): &(String, [SortedKeys; 3])| {
        let [items, ..] = keys;
        let share = |count: u64| Share { count, of: items.len() };
        let train = train.filter(|_| split != TRAIN);
        let known = |k: usize| {
            train.map_or_else(Share::default, |train: &[SortedKeys; 3]| share(keys[k].found_in(&train[k])))
        };
        let [identical, alike, equivalent] = [0, 1, 2].map(known);
        (split.clone(), Leaks { identical, alike, equivalent, repeated: share(items.repeats()) })
    };
    sorted.iter().map(of_split).collect()
}
