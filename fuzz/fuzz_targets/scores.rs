//! Scores of models by kind of question, from which recipes are proposed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_dyna::propose::Scores;

fuzz_target!(|text: &str| {
    let Ok(scores) = Scores::parse(text) else { return };
    assert_eq!(scores.worst().len(), scores.len());
    for (_, score) in scores.worst() {
        let (low, high) = score.interval();
        assert!((0.0..=1.0).contains(&low) && low <= high && high <= 1.0, "{low} to {high}");
    }
});
