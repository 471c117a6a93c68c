//! A training from nothing to an understanding of "walk to the small red circle": in a small world in a minute, and in one of
//! gSCAN's size in many, for which it has to be asked: `cargo xtask test --only learn`.

mod learned;

use std::time::Instant;

use wampimuk_analysis::grid::Lookup;
use wampimuk_models::m_lstm::MLstmArchitecture;
use wampimuk_models::{Data, TrainEvent, find_split};

#[test]
fn m_lstm_learns_to_walk_in_a_small_world() {
    let world = [
        "generate.grid_size=4",
        "generate.lexicon.colours=[\"red\", \"blue\"]",
        "splits.sizes={ train = 50000, dev = 500, test = 1000 }",
    ];
    learns(&world, &["updates=1500", "every=300", "dev_items=300"], 1000, Bar { right: 75.0, ahead: 50.0 });
}

#[test]
#[ignore = "takes minutes: `cargo xtask test --only learn`"]
fn m_lstm_learns_to_walk() {
    learns(&[], &[], 2000, Bar { right: 90.0, ahead: 30.0 });
}

/// What has to be reached, in per cent.
struct Bar {
    right: f64,
    /// Beyond what a memory of command and target's cell knows.
    ahead: f64,
}

/// Trains on the recipe `gscan-walk` and answers items of test, with these changes of recipe and settings.
fn learns(recipe: &[&str], settings: &[&str], judged: u64, bar: Bar) {
    let owned = |changes: &[&str]| changes.iter().map(|change| (*change).to_owned()).collect::<Vec<String>>();
    let data = || Data::of_recipe("gscan-walk", &owned(recipe), 0).expect("a recipe");
    let started = Instant::now();
    let mut watch = |note| {
        if let TrainEvent::Looked { update, score, .. } = note {
            println!(
                "update {update}: {:.1} % of dev, {:.0} s",
                score.percent(),
                started.elapsed().as_secs_f64()
            );
        }
    };
    let preset = ("walk", &*owned(settings));
    let (right, _) = learned::right_answers::<MLstmArchitecture>(preset, data(), 0, judged, &mut watch)
        .expect("a training");
    let dataset = data().dataset.expect("a dataset");
    let grid = dataset.contents().commands().expect("commands");
    let split = |name: &str| find_split(grid.splits(), name).expect("a split");
    let mut items = grid.grid_items();
    let mut memory = Lookup::default();
    for index in 0..grid.splits()[split("train")].len {
        memory.learn(&items.make(split("train"), index).expect("an item").example);
    }
    let mut known = 0;
    for index in 0..judged {
        let example = &items.make(split("test"), index).expect("an item").example;
        known += u64::from(memory.answer(example) == Some(&example.actions[..]));
    }
    let share = |count: u64| 100.0 * count as f64 / judged as f64;
    println!(
        "M-LSTM {:.1} %, a memory of command and target's cell {:.1} %, {:.0} s",
        share(right),
        share(known),
        started.elapsed().as_secs_f64()
    );
    assert!(share(right) >= bar.right, "{right} of {judged}");
    assert!(share(right) >= share(known) + bar.ahead, "{right} and {known} of {judged}");
}
