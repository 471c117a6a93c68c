//! A training from nothing to an understanding of "walk to the small red circle". It takes minutes, so it is a step of its
//! own: `cargo xtask test --only learn`.

mod learned;

use std::time::Instant;

use wampimuk_analysis::grid::Lookup;
use wampimuk_models::{Data, MLstmArchitecture, TrainEvent, find_split};

/// Items of test that are answered.
const JUDGED: u64 = 2000;

#[test]
#[ignore = "takes minutes: `cargo xtask test --only learn`"]
fn m_lstm_learns_to_walk() {
    let data = || Data::of_recipe("gscan-walk", &[], 0).unwrap();
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
    let (right, _) =
        learned::right_answers::<MLstmArchitecture>("walk", data(), 0, JUDGED, &mut watch).unwrap();
    let dataset = data().dataset.unwrap();
    let grid = dataset.contents().commands().unwrap();
    let split = |name: &str| find_split(grid.splits(), name).unwrap();
    let mut items = grid.grid_items();
    let mut memory = Lookup::default();
    for index in 0..grid.splits()[split("train")].len {
        memory.learn(&items.make(split("train"), index).unwrap().example);
    }
    let mut known = 0;
    for index in 0..JUDGED {
        let example = &items.make(split("test"), index).unwrap().example;
        known += u64::from(memory.answer(example) == Some(&example.actions[..]));
    }
    let share = |count: u64| 100.0 * count as f64 / JUDGED as f64;
    println!(
        "M-LSTM {:.1} %, a memory of command and target's cell {:.1} %, {:.0} s",
        share(right),
        share(known),
        started.elapsed().as_secs_f64()
    );
    assert!(share(right) >= 90.0, "{right} of {JUDGED}");
    assert!(share(right) >= share(known) + 30.0, "{right} and {known} of {JUDGED}");
}
