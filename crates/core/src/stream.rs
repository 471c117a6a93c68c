//! Pinned random streams.
//!
//! The generator is ChaCha8 used as a keyed function: the key is a SHA-256 hash of (recipe digest, stream name, seed)
//! and the item's index is the nonce. Neighbouring seeds and indices therefore share nothing, which "seed + index"
//! schemes cannot promise. The sampling routines are our own because those of general libraries may change their
//! values between minor versions; they are frozen by golden values in the tests.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest as _, Sha256};

use crate::Digest;

/// The version of the generator and of every sampling routine in this file. It is part of each manifest; a change of
/// any value they produce must raise it.
pub const STREAM_VERSION: u32 = 1;

/// A named family of streams: one stream for each index.
#[derive(Clone, Debug)]
pub struct StreamKey([u8; 32]);

impl StreamKey {
    /// The family `name` of the recipe with this digest under `seed`.
    pub fn new(recipe: &Digest, name: &str, seed: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(b"wampimuk stream\0");
        hash.update(STREAM_VERSION.to_le_bytes());
        hash.update(recipe.bytes());
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(seed.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// The stream of item `index`.
    pub fn stream(&self, index: u64) -> Stream {
        let mut rng = ChaCha8Rng::from_seed(self.0);
        rng.set_stream(index);
        Stream { rng }
    }
}

/// A stream of random numbers with the frozen sampling routines.
#[derive(Clone, Debug)]
pub struct Stream {
    rng: ChaCha8Rng,
}

impl Stream {
    /// 32 uniform bits. The next block of them takes 6 kB of WebAssembly, which is there once.
    #[cfg_attr(not(target_family = "wasm"), inline)]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn bits(&mut self) -> u32 {
        self.rng.next_u32()
    }

    /// 64 uniform bits: the low half is drawn first.
    #[inline]
    pub fn wide_bits(&mut self) -> u64 {
        let low = u64::from(self.bits());
        low | u64::from(self.bits()) << 32
    }

    /// Uniform in `0..n` (Lemire's multiplication method, with rejection, so that no value is favoured).
    ///
    /// # Panics
    /// If `n` is zero: there is nothing to choose from.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "a choice among nothing");
        let mut product = u64::from(self.bits()) * u64::from(n);
        if (product as u32) < n {
            let threshold = n.wrapping_neg() % n;
            while (product as u32) < threshold {
                product = u64::from(self.bits()) * u64::from(n);
            }
        }
        (product >> 32) as u32
    }

    /// A uniformly chosen index of a slice of this length.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("slices to choose from are short")) as usize
    }

    /// A uniformly chosen element.
    #[inline]
    pub fn choose<'a, T>(&mut self, slice: &'a [T]) -> &'a T {
        &slice[self.index(slice.len())]
    }

    /// Moves a uniform sample without replacement, in random order, to the front of the slice and returns it.
    #[inline]
    pub fn sample<'a, T>(&mut self, slice: &'a mut [T], count: usize) -> &'a mut [T] {
        for i in 0..count {
            let j = i + self.index(slice.len() - i);
            slice.swap(i, j);
        }
        &mut slice[..count]
    }

    /// Shuffles the whole slice.
    pub fn shuffle<T>(&mut self, slice: &mut [T]) {
        let len = slice.len();
        self.sample(slice, len);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn key(name: &str, seed: u64) -> StreamKey {
        StreamKey::new(&Digest::of(b"test"), name, seed)
    }

    /// Frozen: a change here changes every published dataset. Raise `STREAM_VERSION` instead.
    #[test]
    fn golden_values() {
        let mut stream = key("train", 0).stream(0);
        let bits: Vec<u32> = (0..4).map(|_| stream.bits()).collect();
        let below: Vec<u32> = (0..8).map(|_| stream.below(100)).collect();
        let wide = stream.wide_bits();
        let mut letters: Vec<char> = ('a'..='h').collect();
        stream.shuffle(&mut letters);
        let sample: String = stream.sample(&mut letters, 3).iter().collect();
        insta::assert_snapshot!(format!("{bits:?} {below:?} {wide} {sample}"));
    }

    /// `seed + index` schemes fail this: seed 1, index 0 would be seed 0, index 1.
    #[test]
    fn neighbours_share_nothing() {
        let mut seen = HashSet::new();
        let mut streams = 0;
        for name in ["train", "dev", "test", "trai", "n"] {
            for seed in 0..8 {
                for index in 0..64 {
                    let mut stream = key(name, seed).stream(index);
                    streams += 1;
                    for _ in 0..4 {
                        assert!(seen.insert(stream.wide_bits()), "{name} {seed} {index} repeats a draw");
                    }
                }
            }
        }
        assert_eq!(seen.len(), streams * 4);
    }

    #[test]
    fn below_is_uniform() {
        let mut stream = key("uniform", 1).stream(0);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[stream.below(7) as usize] += 1;
        }
        // Chi-square with 6 degrees of freedom; 22.5 is the 0.1 % point.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 10_000.0).powi(2) / 10_000.0).sum();
        assert!(chi < 22.5, "{counts:?}");
    }
}
