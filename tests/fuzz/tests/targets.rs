//! Every target of `fuzz/fuzz_targets`, tried on its corpus and on changed copies of it.
//!
//! `cargo xtask fuzz` looks for what nobody has thought of. This keeps the targets in step with the code that they call,
//! and needs neither libFuzzer nor a C++ compiler.

#![allow(unused_attributes, reason = "targets are programs without `main`")]

extern crate self as libfuzzer_sys;

use std::fs;
use std::path::Path;

use wampimuk_core::{Digest, Stream, StreamKey};

/// What is tried of each target.
type Target = (&'static str, fn(&[u8]));

const TARGETS: &[Target] = &[
    ("answers", answers::run),
    ("arrow", arrow::run),
    ("babi", babi::run),
    ("checkpoints", checkpoints::run),
    ("commands", commands::run),
    ("grid_items", grid_items::run),
    ("journals", journals::run),
    ("kit", kit::run),
    ("manifests", manifests::run),
    ("parquet", parquet::run),
    ("predictions", predictions::run),
    ("recipes", recipes::run),
    ("replies", replies::run),
    ("riddles", riddles::run),
    ("scores", scores::run),
    ("settings", settings::run),
    ("stories", stories::run),
    ("studies", studies::run),
];

#[path = "../../../fuzz/fuzz_targets/answers.rs"]
mod answers;
#[path = "../../../fuzz/fuzz_targets/arrow.rs"]
mod arrow;
#[path = "../../../fuzz/fuzz_targets/babi.rs"]
mod babi;
#[path = "../../../fuzz/fuzz_targets/checkpoints.rs"]
mod checkpoints;
#[path = "../../../fuzz/fuzz_targets/commands.rs"]
mod commands;
#[path = "../../../fuzz/fuzz_targets/grid_items.rs"]
mod grid_items;
#[path = "../../../fuzz/fuzz_targets/journals.rs"]
mod journals;
#[path = "../../../fuzz/fuzz_targets/kit.rs"]
mod kit;
#[path = "../../../fuzz/fuzz_targets/manifests.rs"]
mod manifests;
#[path = "../../../fuzz/fuzz_targets/parquet.rs"]
mod parquet;
#[path = "../../../fuzz/fuzz_targets/predictions.rs"]
mod predictions;
#[path = "../../../fuzz/fuzz_targets/recipes.rs"]
mod recipes;
#[path = "../../../fuzz/fuzz_targets/replies.rs"]
mod replies;
#[path = "../../../fuzz/fuzz_targets/riddles.rs"]
mod riddles;
#[path = "../../../fuzz/fuzz_targets/scores.rs"]
mod scores;
#[path = "../../../fuzz/fuzz_targets/settings.rs"]
mod settings;
#[path = "../../../fuzz/fuzz_targets/stories.rs"]
mod stories;
#[path = "../../../fuzz/fuzz_targets/studies.rs"]
mod studies;

/// Changed copies of each input.
const COPIES: u64 = 30;

#[test]
fn every_target_takes_its_corpus_and_what_is_near_it() {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let listed = fs::read_dir(fuzz.join("fuzz_targets")).unwrap().count();
    assert_eq!(TARGETS.len(), listed, "targets in fuzz/fuzz_targets");
    let key = StreamKey::new(&Digest::of(b"fuzz"), "copies", 0);
    for (name, run) in TARGETS {
        let mut inputs: Vec<Vec<u8>> = fs::read_dir(fuzz.join("corpus").join(name))
            .unwrap()
            .map(|file| fs::read(file.unwrap().path()).unwrap())
            .collect();
        inputs.sort();
        assert!(!inputs.is_empty(), "{name} has no corpus");
        let mut stream = key.stream(0);
        for input in &inputs {
            run(input);
            for _ in 0..COPIES {
                run(&changed(input, &inputs, &mut stream));
            }
        }
    }
}

/// A copy that is cut, has some other bytes, or goes on as another input does.
fn changed(input: &[u8], others: &[Vec<u8>], stream: &mut Stream) -> Vec<u8> {
    let mut copy = input.to_vec();
    if copy.is_empty() {
        return vec![stream.below(256) as u8];
    }
    match stream.below(4) {
        0 => copy.truncate(stream.index(copy.len())),
        1 => {
            let other = stream.choose(others);
            copy.truncate(stream.index(copy.len()));
            copy.extend_from_slice(&other[stream.index(other.len() + 1)..]);
        }
        _ => {
            for _ in 0..=stream.below(4) {
                let at = stream.index(copy.len());
                copy[at] = stream.below(256) as u8;
            }
        }
    }
    copy
}

/// libFuzzer's macro makes what the fuzzer calls; this one makes a function. It stands at the end, or targets would find it without
/// the import that they have.
#[macro_export]
macro_rules! fuzz_target {
    (|$bytes:ident: &[u8]| $body:expr) => {
        pub(crate) fn run($bytes: &[u8]) {
            $body;
        }
    };
    (|$text:ident: &str| $body:expr) => {
        pub(crate) fn run(bytes: &[u8]) {
            if let Ok($text) = std::str::from_utf8(bytes) {
                $body;
            }
        }
    };
}
