//! Which items make up the batch of an update.

use wampimuk_core::{Digest, Permutation, StreamKey};

/// The order of items in training: each epoch has all items once, in an order of its own. The last batch of an epoch may
/// be smaller.
#[derive(Clone, Debug)]
pub struct BatchOrder {
    key: StreamKey,
    len: u64,
    batch: u64,
    epoch: Option<(u64, Permutation)>,
}

impl BatchOrder {
    /// The order of an attempt with this seed.
    pub fn new(seed: u64, len: u64, batch: u64) -> Self {
        let key = StreamKey::new(&Digest::of(b"training"), "order", seed);
        Self { key, len, batch: batch.max(1), epoch: None }
    }

    /// How many updates an epoch has.
    pub fn updates_of_epoch(&self) -> u64 {
        self.len.div_ceil(self.batch).max(1)
    }

    /// The items of an update.
    pub fn items(&mut self, update: u64) -> Vec<u64> {
        let number = update / self.updates_of_epoch();
        let first = update % self.updates_of_epoch() * self.batch;
        if self.epoch.as_ref().is_none_or(|(epoch, _)| *epoch != number) {
            self.epoch = Some((number, Permutation::new(self.len, &mut self.key.stream(number))));
        }
        let Some((_, order)) = &self.epoch else { return Vec::new() };
        (first..self.len.min(first + self.batch)).map(|place| order.at(place)).collect()
    }
}

/// A fixed sample of at most `most` items of a split.
pub fn sample(len: u64, most: Option<u64>) -> Vec<u64> {
    match most {
        Some(most) if most < len => {
            let mut stream = StreamKey::new(&Digest::of(b"training"), "dev", 0).stream(0);
            let order = Permutation::new(len, &mut stream);
            (0..most).map(|place| order.at(place)).collect()
        }
        _ => (0..len).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_epoch_has_every_item_once() {
        let mut order = BatchOrder::new(3, 10, 4);
        assert_eq!(order.updates_of_epoch(), 3);
        let mut epoch =
            |number: u64| (3 * number..3 * number + 3).map(|update| order.items(update)).collect::<Vec<_>>();
        let (first, second) = (epoch(0), epoch(1));
        assert_eq!(first.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 2]);
        assert_ne!(first, second);
        for epoch in [first, second] {
            let mut items = epoch.concat();
            items.sort_unstable();
            assert!(items.into_iter().eq(0..10));
        }
        assert_ne!(BatchOrder::new(4, 10, 4).items(0), BatchOrder::new(3, 10, 4).items(0));
        assert_eq!(BatchOrder::new(3, 10, 4).items(4), BatchOrder::new(3, 10, 4).items(4));
        assert_eq!(sample(5, Some(9)), [0, 1, 2, 3, 4]);
        assert_eq!(sample(50, Some(9)).len(), 9);
    }
}
