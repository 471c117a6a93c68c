//! How many pictures are drawn and encoded in a second, on one core, and how large they are.
//!
//! `cargo run --release --package wampimuk-view --example picture_throughput -- gscan`

use std::time::Instant;

use wampimuk_draw::{Appearance, Painter};
use wampimuk_families::require;

const WORLDS: u64 = 2000;
const ROUNDS: usize = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let recipe = std::env::args().nth(1).unwrap_or_else(|| "gscan".into());
    let dataset = require(&recipe, &[])?.dataset(0)?;
    let grid = dataset.contents().commands().ok_or("the items have no worlds")?;
    let lexicon = grid.lexicon();
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let mut painter =
        Painter::new(Appearance::from_names(&shapes, &colours), grid.setting().max_object_size)?;
    let mut items = grid.grid_items();
    let worlds = (0..WORLDS).map(|index| Ok(items.make(0, index)?.example.world.clone()));
    let worlds: Vec<_> = worlds.collect::<Result<_, wampimuk_core::ItemError>>()?;
    let start = Instant::now();
    let mut bytes = 0;
    for world in worlds.iter().cycle().take(worlds.len() * ROUNDS) {
        bytes += painter.png(world)?.len();
    }
    let pictures = (worlds.len() * ROUNDS) as f64;
    let speed = pictures / start.elapsed().as_secs_f64();
    println!("{recipe}: {speed:.0} pictures/s, {:.0} bytes each", bytes as f64 / pictures);
    if let Some(path) = std::env::args().nth(2) {
        for (number, world) in worlds.iter().take(4).enumerate() {
            std::fs::write(format!("{path}-{number}.png"), painter.png(world)?)?;
        }
    }
    Ok(())
}
