//! The subject "ReaSCAN": items of a shipped recipe, split by split, with why each object is there.

use wampimuk_command::GridItem;
use wampimuk_reascan::{Reascan, Recipe, shipped};
use xxhash_rust::xxh3::Xxh3;

pub(crate) fn feed(hash: &mut Xxh3, recipe: &str, seed: u64, count: u32) {
    let recipe = shipped(recipe).expect("a shipped recipe");
    let recipe = Recipe::parse(recipe.toml).expect("shipped recipes can be read");
    let dataset = Reascan::new(recipe, seed).expect("shipped recipes can be used");
    let mut maker = dataset.maker();
    // Which commands have worlds is found by trying.
    hash.update(&(dataset.impossible().len() as u64).to_le_bytes());
    for (number, split) in dataset.splits().iter().enumerate() {
        hash.update(split.name.as_bytes());
        hash.update(&split.len.to_le_bytes());
        for index in 0..u64::from(count).min(split.len) {
            let Ok(GridItem { id, example, certificate, cast, .. }) = maker.make(number, index) else {
                hash.update(b"none");
                continue;
            };
            hash.update(&id.0.to_le_bytes());
            hash.update(&[example.target as u8]);
            hash.update(&example.actions.iter().map(|&action| action as u8).collect::<Vec<u8>>());
            for referents in certificate.referents.iter().chain(&certificate.variants) {
                hash.update(&referents.to_le_bytes());
            }
            hash.update(certificate.necessity.to_string().as_bytes());
            for part in &cast.parts {
                hash.update(&[part.group, part.phrase.unwrap_or(u8::MAX)]);
            }
        }
    }
}
