//! One number that stands for everything a benchmark generates, so that two machines can be compared.
//!
//! The promise is "the same recipe gives the same bytes on every machine". WebAssembly is the machine that puts it to
//! the test: its pointers have 32 bits, it has no SSE2 and so takes the portable paths of the hash functions, and it
//! is what the browser runs. `cargo xtask test --only wasm` builds this crate for the host and for
//! `wasm32-unknown-unknown`, asks both for the hashes of [`CASES`] and compares them.
//!
//! A [`Subject`] is something to hash. To add one: a variant, its number in [`Subject::from_number`], a match arm in
//! [`hash`], and a few [`CASES`].
//!
//! ```
//! use wampimuk_wasm_check::{Subject, hash};
//!
//! assert_eq!(hash(Subject::Streams, 0, 10), hash(Subject::Streams, 0, 10));
//! assert_ne!(hash(Subject::Streams, 0, 10), hash(Subject::Streams, 1, 10));
//! ```

mod gscan;
mod reascan;
mod riddle;
mod stories;
mod streams;

use xxhash_rust::xxh3::Xxh3;

/// What is hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Draws from the streams and permutations of `wampimuk-core`, with digests and item identities.
    Streams,
    /// Items of a shipped recipe of gSCAN.
    Gscan(&'static str),
    /// Items of a shipped recipe of ReaSCAN.
    Reascan(&'static str),
    /// Tasks of a shipped recipe of riddles.
    Riddle(&'static str),
    /// Questions of a shipped recipe of stories.
    Stories(&'static str),
}

impl Subject {
    /// The subject with this number: only numbers cross the border to WebAssembly.
    pub fn from_number(which: u32) -> Option<Self> {
        match which {
            0 => Some(Self::Streams),
            1 => Some(Self::Gscan("gscan")),
            2 => Some(Self::Gscan("gscan-length")),
            3 => Some(Self::Gscan("gscan-example")),
            4 => Some(Self::Gscan("gscan-released")),
            5 => Some(Self::Reascan("reascan")),
            6 => Some(Self::Reascan("reascan-words")),
            7 => Some(Self::Reascan("reascan-released-2rc")),
            8 => Some(Self::Riddle("riddle")),
            9 => Some(Self::Stories("babi")),
            10 => Some(Self::Stories("babi-nonce")),
            11 => Some(Self::Stories("inject-t2")),
            12 => Some(Self::Stories("mix-t12")),
            13 => Some(Self::Stories("story-holdouts")),
            14 => Some(Self::Stories("mix-t7-released")),
            _ => None,
        }
    }
}

/// The cases both machines must agree on, as (subject's number, seed, count). This is the only list of them.
pub const CASES: &[(u32, u64, u32)] = &[
    (0, 0, 1),
    (0, 0, 5_000),
    (0, 1, 5_000),
    (0, u64::MAX, 1_000),
    (1, 0, 2_000),
    (1, 7, 500),
    (2, 0, 500),
    (3, 0, 500),
    (4, 0, 500),
    (5, 0, 200),
    (5, 7, 50),
    (6, 0, 50),
    (7, 0, 200),
    (8, 0, 20),
    (9, 0, 20),
    (9, 7, 10),
    (10, 0, 10),
    (11, 0, 40),
    (12, 0, 100),
    (12, 7, 20),
    (13, 0, 10),
    (14, 0, 50),
];

/// The hash of the first `count` items of a subject under `seed`.
pub fn hash(subject: Subject, seed: u64, count: u32) -> u64 {
    let mut hash = Xxh3::new();
    match subject {
        Subject::Streams => streams::feed(&mut hash, seed, count),
        Subject::Gscan(recipe) => gscan::feed(&mut hash, recipe, seed, count),
        Subject::Reascan(recipe) => reascan::feed(&mut hash, recipe, seed, count),
        Subject::Riddle(recipe) => riddle::feed(&mut hash, recipe, seed, count),
        Subject::Stories(recipe) => stories::feed(&mut hash, recipe, seed, count),
    }
    hash.digest()
}

/// [`hash`] for WebAssembly.
///
/// # Panics
/// If no subject has the number `which`: a made-up value would be compared with another made-up value.
#[expect(
    unsafe_code,
    reason = "an export by name; the name is unique in every program that links this crate"
)]
#[unsafe(no_mangle)]
pub extern "C" fn wampimuk_hash(which: u32, seed: u64, count: u32) -> u64 {
    let subject = Subject::from_number(which).expect("a known subject");
    hash(subject, seed, count)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// A hash that ignored its subject, seed or count would agree everywhere and prove nothing.
    #[test]
    fn cases_differ() {
        let hashes: HashSet<u64> = CASES.iter().map(|&(w, s, c)| wampimuk_hash(w, s, c)).collect();
        assert_eq!(hashes.len(), CASES.len());
    }
}
