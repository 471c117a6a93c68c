//! The subject "gSCAN": items of a shipped recipe, split by split.

use wampimuk_command::GridItem;
use wampimuk_gscan::{Gscan, Recipe, shipped};
use xxhash_rust::xxh3::Xxh3;

pub(crate) fn feed(hash: &mut Xxh3, recipe: &str, seed: u64, count: u32) {
    let recipe = shipped(recipe).expect("a shipped recipe");
    let recipe = Recipe::parse(recipe.toml).expect("shipped recipes can be read");
    let dataset = Gscan::new(recipe, seed).expect("shipped recipes can be used");
    let mut maker = dataset.maker();
    for (number, split) in dataset.splits().iter().enumerate() {
        hash.update(split.name.as_bytes());
        hash.update(&split.len.to_le_bytes());
        for index in 0..u64::from(count).min(split.len) {
            let GridItem { id, example, certificate, .. } =
                maker.make(number, index).expect("every index is an item");
            hash.update(&id.0.to_le_bytes());
            hash.update(&[example.target as u8]);
            hash.update(&example.actions.iter().map(|&action| action as u8).collect::<Vec<u8>>());
            for referents in certificate.referents {
                hash.update(&referents.to_le_bytes());
            }
        }
    }
}
