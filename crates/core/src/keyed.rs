//! Keyed hashes, for small decisions that need no stream of their own.

use crate::{ItemId, Stream};

/// A pseudo-random function of two numbers. Its values are frozen like those of [`Stream`].
#[derive(Clone, Copy, Debug)]
pub struct KeyedHash(u64);

impl KeyedHash {
    /// The function that this stream draws.
    pub fn new(stream: &mut Stream) -> Self {
        Self(stream.wide_bits())
    }

    /// The function that belongs to an item: for choices that must depend on what the item is and on nothing else.
    pub fn of_item(id: ItemId) -> Self {
        Self((id.0 >> 64) as u64 ^ id.0 as u64)
    }

    /// The value at `(a, b)`: two rounds of the SplitMix64 finaliser.
    #[inline]
    pub fn at(self, a: u64, b: u64) -> u64 {
        finalise(finalise(self.0 ^ a.wrapping_mul(0x9e37_79b9_7f4a_7c15)) ^ b)
    }

    /// The value at `(a, b)`, brought into `0..n`.
    #[inline]
    pub fn below(self, a: u64, b: u64, n: u32) -> u32 {
        (((self.at(a, b) >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[inline]
fn finalise(mut x: u64) -> u64 {
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Digest, StreamKey};

    #[test]
    fn golden_values_and_range() {
        let hash = KeyedHash::new(&mut StreamKey::new(&Digest::of(b"test"), "keyed", 0).stream(0));
        insta::assert_snapshot!(format!("{:?}", [hash.at(0, 0), hash.at(0, 1), hash.at(1, 0)]));
        let mut counts = [0u32; 5];
        for a in 0..100 {
            for b in 0..100 {
                counts[hash.below(a, b, 5) as usize] += 1;
            }
        }
        assert!(counts.iter().all(|count| (1800..2200).contains(count)), "{counts:?}");
    }
}
