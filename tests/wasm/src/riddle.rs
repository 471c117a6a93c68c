//! The subject "riddles": tasks of a shipped recipe, split by split, as their files say them.

use wampimuk_riddle::{Recipe, Riddles, shipped};
use xxhash_rust::xxh3::Xxh3;

pub(crate) fn feed(hash: &mut Xxh3, recipe: &str, seed: u64, count: u32) {
    let recipe = shipped(recipe).expect("a shipped recipe");
    let recipe = Recipe::parse(recipe.toml).expect("shipped recipes can be read");
    let riddles = Riddles::new(recipe, seed).expect("shipped recipes can be used");
    let mut maker = riddles.maker();
    hash.update(&(riddles.impossible().len() as u64).to_le_bytes());
    for (number, split) in riddles.splits().iter().enumerate() {
        hash.update(split.name.as_bytes());
        hash.update(&split.len.to_le_bytes());
        for index in 0..u64::from(count).min(split.len) {
            let riddle = maker.make(number, index).expect("every address has a riddle");
            hash.update(&riddle.id.0.to_le_bytes());
            hash.update(format!("{:?}", riddle.arc_json()).as_bytes());
        }
    }
}
