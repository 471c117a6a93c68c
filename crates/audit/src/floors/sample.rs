//! Some items of each split, the same ones whoever looks at them in whatever order.

use xxhash_rust::xxh3::xxh3_64;

use crate::splits::{Splits, TRAIN};

/// How many items are learnt from and tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Items of train that are learnt from; of stories, questions of each kind.
    pub learn: usize,
    /// Items of each other split that readers are tried on; of stories, questions of each kind.
    pub test: usize,
}

impl Extent {
    /// What fits into two minutes on two cores.
    pub const USUAL: Self = Self { learn: 15_000, test: 5_000 };
    /// For a first look.
    pub const QUICK: Self = Self { learn: 4_000, test: 1_500 };

    pub(crate) fn of(self, split: &str) -> usize {
        if split == TRAIN { self.learn } else { self.test }
    }
}

impl Default for Extent {
    fn default() -> Self {
        Self::USUAL
    }
}

/// The items of a group whose keys are the smallest: a fair choice, because keys are hashes, and one that does not
/// depend on who came first.
#[derive(Clone, Debug)]
pub(crate) struct Smallest<T> {
    kept: Vec<(u64, T)>,
    /// No key from here on will be kept.
    bound: u64,
}

impl<T> Default for Smallest<T> {
    fn default() -> Self {
        Self { kept: Vec::new(), bound: u64::MAX }
    }
}

impl<T> Smallest<T> {
    pub fn add(&mut self, key: u128, limit: usize, item: impl FnOnce() -> T) {
        // Identities also decide on the order of objects; their hash has nothing to do with that.
        let key = xxh3_64(&key.to_le_bytes());
        if key <= self.bound {
            self.kept.push((key, item()));
            if self.kept.len() >= 2 * limit.max(64) {
                self.prune(limit);
            }
        }
    }

    pub fn merge(&mut self, other: Self, limit: usize) {
        self.kept.extend(other.kept);
        if self.kept.len() >= 2 * limit.max(64) {
            self.prune(limit);
        }
    }

    fn prune(&mut self, limit: usize) {
        self.kept.sort_by_key(|(key, _)| *key);
        self.kept.truncate(limit);
        if let (Some((key, _)), true) = (self.kept.last(), self.kept.len() == limit) {
            self.bound = *key;
        }
    }

    /// The items, in the order of their keys.
    pub fn finish(mut self, limit: usize) -> Vec<T> {
        self.prune(limit);
        self.kept.into_iter().map(|(_, item)| item).collect()
    }
}

/// A sample of each split.
pub(crate) type Sample<T> = Splits<Smallest<T>>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_items_does_not_matter() {
        let take = |numbers: &mut dyn Iterator<Item = u128>, parts: usize| {
            let mut samples = vec![Smallest::default(); parts];
            numbers.enumerate().for_each(|(place, key)| samples[place % parts].add(key, 100, || key));
            let mut all = Smallest::default();
            samples.into_iter().for_each(|sample| all.merge(sample, 100));
            all.finish(100)
        };
        let one = take(&mut (0..5_000), 1);
        assert_eq!(one.len(), 100);
        assert_eq!(take(&mut (0..5_000).rev(), 3), one);
        // Fair: about as many from either half.
        let low = one.iter().filter(|key| **key < 2_500).count();
        assert!((30..70).contains(&low), "{low}");
        assert_eq!(take(&mut (0..7), 2).len(), 7);
    }
}
