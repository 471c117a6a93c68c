//! Keyed permutations of `0..n`: shuffled order without a shuffled list.

use crate::Stream;

const ROUNDS: usize = 8;

/// A pseudo-random permutation of `0..n`, computed element by element.
///
/// An unbalanced Feistel network over the smallest power of two that holds `n`, with cycle walking: an image outside
/// `0..n` is permuted again until it falls inside, which keeps the map a bijection. The values are frozen like those
/// of [`Stream`].
#[derive(Clone, Debug)]
pub struct Permutation {
    n: u64,
    low_bits: u32,
    low_mask: u64,
    high_mask: u64,
    keys: [u64; ROUNDS],
}

impl Permutation {
    /// The permutation of `0..n` that this stream draws.
    pub fn new(n: u64, stream: &mut Stream) -> Self {
        let bits = (u64::BITS - n.saturating_sub(1).leading_zeros()).max(2);
        let low_bits = bits / 2;
        Self {
            n,
            low_bits,
            low_mask: (1 << low_bits) - 1,
            high_mask: (1 << (bits - low_bits)) - 1,
            keys: std::array::from_fn(|_| stream.wide_bits()),
        }
    }

    /// The number of elements.
    pub fn len(&self) -> u64 {
        self.n
    }

    /// Whether there is nothing to permute.
    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    /// The image of `i`.
    ///
    /// # Panics
    /// If `i` is not below `n`.
    #[inline]
    pub fn at(&self, i: u64) -> u64 {
        assert!(i < self.n, "{i} is outside a permutation of {}", self.n);
        let mut x = i;
        loop {
            x = self.network(x);
            if x < self.n {
                return x;
            }
        }
    }

    /// Where `x` is the image: the inverse of [`at`](Self::at).
    ///
    /// # Panics
    /// If `x` is not below `n`.
    #[inline]
    pub fn place_of(&self, x: u64) -> u64 {
        assert!(x < self.n, "{x} is outside a permutation of {}", self.n);
        let mut i = x;
        loop {
            i = self.network_back(i);
            if i < self.n {
                return i;
            }
        }
    }

    #[inline]
    fn network(&self, x: u64) -> u64 {
        let (mut low, mut high) = (x & self.low_mask, x >> self.low_bits);
        for pair in self.keys.chunks_exact(2) {
            low ^= mix(high ^ pair[0]) & self.low_mask;
            high ^= mix(low ^ pair[1]) & self.high_mask;
        }
        high << self.low_bits | low
    }

    #[inline]
    fn network_back(&self, x: u64) -> u64 {
        let (mut low, mut high) = (x & self.low_mask, x >> self.low_bits);
        for pair in self.keys.rchunks_exact(2) {
            high ^= mix(low ^ pair[1]) & self.high_mask;
            low ^= mix(high ^ pair[0]) & self.low_mask;
        }
        high << self.low_bits | low
    }
}

/// The finaliser of MurmurHash3, cut to the two multiplications that matter for a round function.
#[inline]
fn mix(mut x: u64) -> u64 {
    x ^= x >> 33;
    x = x.wrapping_mul(0xff51_afd7_ed55_8ccd);
    x ^= x >> 33;
    x = x.wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Digest, StreamKey};

    fn permutation(n: u64, index: u64) -> Permutation {
        Permutation::new(n, &mut StreamKey::new(&Digest::of(b"test"), "permutation", 0).stream(index))
    }

    #[test]
    fn is_a_bijection() {
        for n in (1..=130).chain([255, 256, 257, 1000, 4097]) {
            let p = permutation(n, n);
            let mut images: Vec<u64> = (0..n).map(|i| p.at(i)).collect();
            assert!(images.iter().enumerate().all(|(i, &image)| p.place_of(image) == i as u64), "{n}");
            images.sort_unstable();
            assert!(images.into_iter().eq(0..n), "{n}");
        }
    }

    #[test]
    fn golden_values() {
        let p = permutation(367_933, 0);
        let images: Vec<u64> = (0..6).map(|i| p.at(i)).collect();
        insta::assert_snapshot!(format!("{images:?}"));
    }

    #[test]
    fn prefixes_look_uniform() {
        let p = permutation(100_000, 1);
        let mut counts = [0u32; 10];
        for i in 0..10_000 {
            counts[(p.at(i) / 10_000) as usize] += 1;
        }
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1000.0).powi(2) / 1000.0).sum();
        assert!(chi < 27.9, "{counts:?}");
    }
}
