//! The subject "stories": questions of a shipped recipe, split by split, as their files say them.

use wampimuk_core::{Family, ItemId, Sink};
use wampimuk_dyna::{Recipe, Stories, shipped};
use xxhash_rust::xxh3::Xxh3;

pub(crate) fn feed(hash: &mut Xxh3, recipe: &str, seed: u64, count: u32) {
    let recipe = shipped(recipe).expect("a shipped recipe");
    let mut recipe = Recipe::parse(recipe.toml).expect("shipped recipes can be read");
    // sizes are no part of what an item is, but all stories with added questions are counted
    for size in recipe.splits.iter_mut().flat_map(|split| split.parts.values_mut()) {
        *size = (*size).min(u64::from(count));
    }
    let stories = Stories::new(recipe, seed).expect("shipped recipes can be used");
    let mut items = stories.items();
    for (number, split) in stories.splits().iter().enumerate() {
        hash.update(split.name.as_bytes());
        hash.update(&split.len.to_le_bytes());
        for index in 0..split.len {
            items.write(number, index, &mut Hashed(hash)).expect("every index is an item");
        }
    }
}

/// Hashes the values of records.
struct Hashed<'h>(&'h mut Xxh3);

impl Sink for Hashed<'_> {
    fn bool(&mut self, value: bool) {
        self.0.update(&[u8::from(value)]);
    }
    fn uint(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }
    fn text(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }
    fn bytes(&mut self, value: &[u8]) {
        self.uint(value.len() as u64);
        self.0.update(value);
    }
    fn id(&mut self, value: ItemId) {
        self.0.update(&value.0.to_le_bytes());
    }
    fn word(&mut self, index: usize) {
        self.uint(index as u64);
    }
    fn words(&mut self, indices: &[u8]) {
        self.list(indices.len());
        self.0.update(indices);
    }
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.words(&indices.collect::<Vec<u8>>());
    }
    fn list(&mut self, len: usize) {
        self.uint(len as u64);
    }
    fn end(&mut self) {
        self.0.update(b"end");
    }
}
