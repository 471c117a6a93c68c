//! Trains M-LSTM on a recipe and says how well it does: `cargo run --release --example m_lstm -- gscan-demo 1000 200`.

use std::time::Instant;

use wampimuk_batch::{Batcher, GridBatch, Padding};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_families::require;
use wampimuk_models::m_lstm::{MLstm, Sizes};
use wampimuk_models::{Settings, Trainer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [recipe, updates, batch, changes @ ..] = &arguments[..] else {
        return Err("RECIPE UPDATES BATCH [KEY=VALUE …]".into());
    };
    let dataset = require(recipe, changes)?.dataset(0)?;
    let dataset = dataset.as_ref();
    let mut batcher = Batcher::new(dataset)?.with_threads(2);
    let shape = batcher.shape();
    let sizes = Sizes {
        words: batcher.commands().len(),
        tokens: batcher.actions().len(),
        channels: shape.channels,
        side: shape.side,
    };
    let stream = StreamKey::new(&Digest::of(b"training"), "weights", 0).stream(0);
    let settings = Settings { batch: batch.parse()?, ..Settings::GSCAN };
    let mut trainer = Trainer::new(MLstm::create(sizes, stream), settings, 2)?;
    let len = dataset.splits()[0].len;
    let mut batch = GridBatch::default();
    let started = Instant::now();
    for update in 0..updates.parse::<u64>()? {
        batcher.fill(dataset, 0, &trainer.next_items(len), Padding::Batch, &mut batch)?;
        let loss = trainer.update(&batcher, &batch);
        if (update + 1) % 250 == 0 {
            let mut line = format!("{} {loss:.4} {:.1} s", update + 1, started.elapsed().as_secs_f64());
            for (number, split) in dataset.splits().iter().enumerate().filter(|(_, split)| split.len > 0) {
                let items: Vec<u64> = (0..split.len.min(500)).collect();
                let exact = trainer.exact(dataset, &mut batcher, number, &items)?;
                line += &format!(" {} {:.1}", split.name, 100.0 * exact as f64 / items.len() as f64);
            }
            println!("{line}");
        }
    }
    Ok(())
}
