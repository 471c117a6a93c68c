//! The transformer: its gradients are its differences, for every number of every tensor; a second implementation computes
//! the same; what it says word by word is what it thinks of whole sequences; and it can learn. `twins.rs` compares it with
//! PyTorch.

mod differences;
mod second;
mod two_commands;

use std::sync::Arc;

use differences::{Flow, assert_gradients, scatter};
use two_commands::two_commands;
use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::m_lstm::Sizes;
use wampimuk_models::transformer::{Options, Transformer};
use wampimuk_models::{AnswerOptions, Batch, BatchTotals, Model};
use wampimuk_nn::{Adam, DropoutSeed, Graph, Params, SparseGrids, Tape};

const SIZES: Sizes = Sizes { words: 7, tokens: 6, channels: 3, side: 3 };
const OPTIONS: Options = Options {
    width: 8,
    inner: 12,
    heads: 2,
    encoder_layers: 2,
    decoder_layers: 2,
    places: 5,
    channels: 50,
    kernels: Vec::new(),
    dropout: 0.1,
    as_released: false,
};

/// A world without pattern.
fn grid(salt: usize) -> Vec<u8> {
    (0..27).map(|number| u8::from((number * 7 + salt * 5) % 11 < 3) * (1 + (number % 2) as u8)).collect()
}

/// Three commands of different lengths. One target has more places than are told apart.
fn batch() -> Batch {
    let grids: Vec<Vec<u8>> = (0..3).map(grid).collect();
    Batch {
        words: vec![1, 1, 1, 3, 4, 2, 5, 6, 0, 2, 2, 0],
        lengths: vec![4, 4, 2],
        grids: Arc::new(SparseGrids::new(grids.iter().map(Vec::as_slice), 3, 3)),
        targets: vec![vec![1, 3, 4, 4, 3, 5, 2], vec![1, 5, 3, 2], vec![1, 2]],
        cells: Vec::new(),
        whole: BatchTotals::default(),
    }
}

fn weights(sizes: Sizes, options: &Options) -> Params {
    let stream = StreamKey::new(&Digest::of(b"transformer"), "weights", 0).stream(0);
    let mut params = Transformer::create(sizes, options, stream);
    scatter(&mut params);
    params
}

/// On a model so small that every number can be tried.
#[test]
fn gradients_are_differences() {
    let sizes = Sizes { words: 5, tokens: 5, channels: 2, side: 2 };
    let small = Options { width: 8, inner: 6, encoder_layers: 1, decoder_layers: 1, places: 3, ..OPTIONS };
    let part = two_commands();
    let noise = DropoutSeed { seed: 3, step: 5, part: 1 };
    for (noise, as_released) in [(None, false), (Some(noise), false), (None, true)] {
        let options = Options { as_released, ..small.clone() };
        let params = weights(sizes, &options);
        let model = Transformer::find(&params, &options).unwrap();
        // Released, the words of the last layer are not used. A bias of all keys shifts all scores alike.
        let of_words =
            |name: &str| ["cross2", "output1", "intermediate1"].iter().any(|part| name.contains(part));
        assert_gradients(&model, &params, &part, noise, |name| {
            if as_released && name.contains("layer_0") && of_words(name) {
                Flow::Unused
            } else if name.ends_with("key.bias") {
                Flow::Cancelled
            } else {
                Flow::All
            }
        });
    }
}

#[test]
fn a_second_implementation_computes_the_same() {
    for as_released in [false, true] {
        let options = Options { as_released, ..OPTIONS };
        let params = weights(SIZES, &options);
        let model = Transformer::find(&params, &options).unwrap();
        let mut tape = Tape::new(&params, None);
        let logits = model.logits(&mut tape, &batch());
        let expected = second::logits(&params, &batch(), options.heads, as_released);
        let found = tape.get(logits);
        assert_eq!(found.len(), expected.len());
        assert!(expected.iter().any(|number| number.abs() > 0.1));
        for (found, expected) in found.iter().zip(expected) {
            assert!((f64::from(*found) - expected).abs() < 1e-4, "{found}, not {expected}");
        }
    }
}

/// What is said word by word, and what whole sequences say about the next word.
#[test]
fn what_is_said_is_the_likeliest() {
    for as_released in [false, true] {
        let options = Options { as_released, ..OPTIONS };
        let params = weights(SIZES, &options);
        let model = Transformer::find(&params, &options).unwrap();
        let how = AnswerOptions { most: 9, attention: true };
        let spoken = model.answer(&mut Tape::new(&params, None), &batch(), how);
        let mut again = batch();
        // The end is not said; for those that were cut off it stands where the next word would.
        again.targets = spoken.iter().map(|spoken| [&[1], &spoken.tokens[..], &[2]].concat()).collect();
        let mut tape = Tape::new(&params, None);
        let logits = model.logits(&mut tape, &again);
        let mut rows = tape.get(logits).chunks_exact(SIZES.tokens);
        for (spoken, length) in spoken.iter().zip(batch().lengths) {
            let likeliest =
                |logits: &[f32]| (0..6).max_by(|&a, &b| logits[a].total_cmp(&logits[b])).unwrap() as u32;
            let thought: Vec<u32> = rows.by_ref().take(spoken.tokens.len() + 1).map(likeliest).collect();
            assert_eq!(thought[..spoken.tokens.len()], spoken.tokens);
            assert!(spoken.tokens.len() == how.most || thought.last() == Some(&2));
            assert_eq!((spoken.words.len(), spoken.cells.len()), (spoken.tokens.len(), spoken.tokens.len()));
            for (words, cells) in spoken.words.iter().zip(&spoken.cells) {
                assert_eq!((words.len(), cells.len()), (4, 9));
                assert!((words.iter().chain(cells).sum::<f32>() - 1.0).abs() < 1e-5);
                assert!(words[length as usize..].iter().all(|weight| *weight == 0.0));
                assert_eq!(words.iter().all(|weight| *weight == 0.0), as_released);
            }
        }
    }
}

/// A row says the same whether others are around or not.
#[test]
fn rows_do_not_see_each_other() {
    let params = weights(SIZES, &OPTIONS);
    let model = Transformer::find(&params, &OPTIONS).unwrap();
    let mut tape = Tape::new(&params, None);
    let all = model.logits(&mut tape, &batch());
    let all = tape.to_vec(all);
    let mut one = batch();
    one.words = vec![1, 2];
    one.lengths = vec![2];
    one.targets.drain(..2);
    one.grids = Arc::new(SparseGrids::new([&grid(2)[..]], 3, 3));
    let mut tape = Tape::new(&params, None);
    let alone = model.logits(&mut tape, &one);
    let alone = tape.to_vec(alone);
    for (one, other) in alone.iter().zip(&all[all.len() - alone.len()..]) {
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

#[test]
fn a_few_examples_are_learned_by_heart() {
    let options = Options { width: 32, inner: 64, heads: 4, places: 16, ..OPTIONS };
    let stream = StreamKey::new(&Digest::of(b"transformer"), "weights", 1).stream(0);
    let mut params = Transformer::create(SIZES, &options, stream);
    let model = Transformer::find(&params, &options).unwrap();
    let batch = batch();
    let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
    let scale = 1.0 / Transformer::labels(&batch) as f32;
    for step in 0..300 {
        let mut gradients = vec![0.0; params.data.len()];
        let mut tape = Tape::new(&params, Some(DropoutSeed { seed: 0, step, part: 0 }));
        let loss = model.loss(&mut tape, &batch, scale);
        tape.backward(loss, &mut gradients);
        adam.update(&mut params.data, &gradients, 2e-3);
    }
    let said = model.answer(&mut Tape::new(&params, None), &batch, AnswerOptions::default());
    for (said, target) in said.iter().zip(&batch.targets) {
        assert_eq!(said.tokens, target[1..target.len() - 1]);
    }
}
