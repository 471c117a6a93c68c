//! Choices that depend on an item's content alone.

use wampimuk_core::{ItemId, KeyedHash};

/// A sequence of numbers that belongs to an item and to what is wanted of it.
pub(crate) struct Dice {
    hash: KeyedHash,
    salt: u64,
    rolls: u64,
}

impl Dice {
    pub fn new(id: ItemId, salt: u64) -> Self {
        Self { hash: KeyedHash::of_item(id), salt, rolls: 0 }
    }

    /// A number below `count`, which is not 0.
    pub fn below(&mut self, count: usize) -> usize {
        self.rolls += 1;
        self.hash.below(self.rolls, self.salt, u32::try_from(count).unwrap_or(u32::MAX)) as usize
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}
