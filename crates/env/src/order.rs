//! In which order items are played.

use wampimuk_core::{Digest, Permutation, StreamKey};

/// The items of a split, each once, then all of them again in another order, and so on.
///
/// The order depends on the recipe, the split's name, the seed and the number of the environment, and on nothing else:
/// not on how many environments there are, nor on how long their episodes take.
#[derive(Clone, Debug)]
pub struct ItemOrder {
    key: StreamKey,
    order: Permutation,
    pass: u64,
    next: u64,
}

impl ItemOrder {
    /// The order of one environment; `None` if there are no items.
    pub fn new(recipe: &Digest, split: &str, len: u64, seed: u64, environment: usize) -> Option<Self> {
        let key = StreamKey::new(recipe, &format!("episodes/{split}/{environment}"), seed);
        let order = Permutation::new(len, &mut key.stream(0));
        (len > 0).then_some(Self { key, order, pass: 0, next: 0 })
    }
}

impl Iterator for ItemOrder {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.next == self.order.len() {
            self.pass += 1;
            self.next = 0;
            self.order = Permutation::new(self.order.len(), &mut self.key.stream(self.pass));
        }
        self.next += 1;
        Some(self.order.at(self.next - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(seed: u64, environment: usize, count: usize) -> Option<Vec<u64>> {
        let order = ItemOrder::new(&Digest::of(b"test"), "train", 100, seed, environment)?;
        Some(order.take(count).collect())
    }

    #[test]
    fn every_item_comes_once_in_each_pass() {
        let items = first(0, 0, 300).unwrap();
        for pass in items.chunks(100) {
            let mut sorted = pass.to_vec();
            sorted.sort_unstable();
            assert!(sorted.into_iter().eq(0..100));
        }
        assert_ne!(items[..100], items[100..200]);
        assert_ne!(items[..100], first(0, 1, 100).unwrap());
        assert_ne!(items[..100], first(1, 0, 100).unwrap());
        assert_eq!(items, first(0, 0, 300).unwrap());
        assert!(ItemOrder::new(&Digest::of(b"test"), "train", 0, 0, 0).is_none());
    }
}
