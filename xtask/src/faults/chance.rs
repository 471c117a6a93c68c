//! Drawing lots, the same ones for the same seed.

use std::time::Duration;

/// SplitMix64.
pub(super) struct Chance(u64);

impl Chance {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below this one. The few values that come up more often do not matter here.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    /// A part of this time.
    pub(super) fn within(&mut self, time: Duration) -> Duration {
        time.mul_f64(self.below(1 << 20) as f64 / f64::from(1 << 20))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lots_depend_on_the_seed_alone() {
        let draw = |seed| {
            let mut chance = Chance::new(seed);
            [chance.below(1000), chance.below(1000), chance.below(1000)]
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        let mut chance = Chance::new(3);
        let second = Duration::from_secs(1);
        assert!((0..1000).all(|_| chance.below(7) < 7 && chance.within(second) < second));
        assert_eq!(chance.below(0), 0);
    }
}
