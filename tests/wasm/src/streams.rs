//! The subject "streams": every sampling routine of `wampimuk-core`, item by item.

use wampimuk_core::{Digest, ItemId, Permutation, StreamKey};
use xxhash_rust::xxh3::Xxh3;

/// Lengths around the borders at which XXH3 changes its algorithm (16, 128, 240 bytes and beyond) come up as items go
/// by: the portable and the vectorised code differ only in the long ones.
const LONGEST: u32 = 1_500;

pub(crate) fn feed(hash: &mut Xxh3, seed: u64, count: u32) {
    let digest = Digest::of(b"wasm check");
    let key = StreamKey::new(&digest, "streams", seed);
    let permutation = Permutation::new(u64::from(count), &mut key.stream(u64::MAX));
    hash.update(digest.bytes());

    let mut bytes = Vec::new();
    for index in 0..count {
        let mut stream = key.stream(u64::from(index));
        hash.update(&stream.bits().to_le_bytes());
        hash.update(&stream.wide_bits().to_le_bytes());
        hash.update(&stream.below(index + 1).to_le_bytes());
        hash.update(&permutation.at(u64::from(index)).to_le_bytes());

        let mut letters = *b"abcdefghijklmnop";
        hash.update(stream.sample(&mut letters, 5));
        hash.update(&[*stream.choose(&letters)]);
        stream.shuffle(&mut letters);
        hash.update(&letters);

        let length = stream.below(LONGEST) as usize;
        bytes.clear();
        bytes.extend((0..length).map(|i| letters[i % letters.len()] ^ i as u8));
        hash.update(&ItemId::of(&bytes).0.to_le_bytes());
    }
}
