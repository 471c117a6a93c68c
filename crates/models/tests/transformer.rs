//! The transformer: its gradients are its differences, a second implementation computes the same, what it says word by
//! word is what it thinks of whole sequences, and it can learn.

mod second;

use std::sync::Arc;

use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::m_lstm::Sizes;
use wampimuk_models::transformer::{Options, Transformer};
use wampimuk_models::{Answering, Batch, Model, Whole};
use wampimuk_nn::{Adam, Graph, Noise, Params, Sparse, Tape};

const SIZES: Sizes = Sizes { words: 7, tokens: 6, channels: 3, side: 3 };
const OPTIONS: Options = Options {
    width: 8,
    inner: 12,
    heads: 2,
    encoder_layers: 2,
    decoder_layers: 2,
    places: 5,
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
        grids: Arc::new(Sparse::new(grids.iter().map(Vec::as_slice), 3, 3)),
        targets: vec![vec![1, 3, 4, 4, 3, 5, 2], vec![1, 5, 3, 2], vec![1, 2]],
        cells: Vec::new(),
        whole: Whole::default(),
    }
}

/// First weights are near zero and hardly do anything; these do.
fn weights(options: &Options) -> Params {
    let stream = StreamKey::new(&Digest::of(b"transformer"), "weights", 0).stream(0);
    let mut params = Transformer::create(SIZES, options, stream);
    let pattern = |place: usize| ((place * 7919) % 1009) as f32 / 1009.0 - 0.5;
    let scattered = |(place, number): (usize, &mut f32)| *number = *number * 20.0 + 0.3 * pattern(place);
    let spans: Vec<_> = params.slots().iter().map(|slot| (slot.name.clone(), slot.range.clone())).collect();
    for (name, span) in spans {
        if name.contains("LayerNorm.weight") {
            params.data[span.clone()].iter_mut().zip(span).for_each(|(gain, place)| *gain += pattern(place));
        } else if !name.contains("conv") {
            params.data[span].iter_mut().enumerate().for_each(scattered);
        }
    }
    params
}

fn loss(model: &Transformer, params: &Params, noise: Option<Noise>) -> f64 {
    let mut tape = Tape::new(params, noise);
    let loss = model.loss(&mut tape, &batch(), 1.0);
    f64::from(tape.get(loss)[0])
}

fn length(numbers: &[f32]) -> f32 {
    numbers.iter().map(|number| number * number).sum::<f32>().sqrt()
}

#[test]
fn gradients_are_differences() {
    let noise = Noise { seed: 3, step: 5, part: 1 };
    for (noise, as_released) in [(None, false), (Some(noise), false), (None, true)] {
        let options = Options { as_released, ..OPTIONS };
        let params = weights(&options);
        let model = Transformer::find(&params, &options).unwrap();
        let mut gradients = vec![0.0; params.data.len()];
        let mut tape = Tape::new(&params, noise);
        let out = model.loss(&mut tape, &batch(), 1.0);
        tape.back(out, &mut gradients);
        for slot in params.slots() {
            let difference = |place: usize| {
                let shifted = |by: f32| {
                    let mut params = params.clone();
                    params.data[place] += by;
                    loss(&model, &params, noise)
                };
                let step = 5e-3;
                ((shifted(step) - shifted(-step)) / (2.0 * f64::from(step))) as f32
            };
            // Of large tensors, some of the numbers.
            let places = || slot.range.clone().step_by(slot.range.len() / 150 + 1);
            let found: Vec<f32> = places().map(|place| gradients[place]).collect();
            let differences: Vec<f32> = places().map(difference).collect();
            let errors: Vec<f32> = found.iter().zip(&differences).map(|(one, other)| one - other).collect();
            let (error, expected) = (length(&errors), length(&differences));
            let name = &slot.name;
            // Single precision and kinks make each difference a little wrong.
            let noise = 3e-4 * (found.len() as f32).sqrt();
            assert!(error < 0.04 * expected + noise, "{name}: off by {error} of {expected}");
            // A bias of all keys shifts all scores alike. Released, the words of the last layer are not used.
            let of_words = ["cross2", "output1", "intermediate1"].iter().any(|part| name.contains(part));
            let idle = name.ends_with("key.bias") || as_released && name.contains("layer_1") && of_words;
            assert!(idle != (length(&found) > 1e-4), "{name}: {}", length(&found));
        }
    }
}

#[test]
fn a_second_implementation_computes_the_same() {
    for as_released in [false, true] {
        let options = Options { as_released, ..OPTIONS };
        let params = weights(&options);
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
        let params = weights(&options);
        let model = Transformer::find(&params, &options).unwrap();
        let how = Answering { most: 9, attention: true };
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
    let params = weights(&OPTIONS);
    let model = Transformer::find(&params, &OPTIONS).unwrap();
    let mut tape = Tape::new(&params, None);
    let all = model.logits(&mut tape, &batch());
    let all = tape.numbers(all);
    let mut one = batch();
    one.words = vec![1, 2];
    one.lengths = vec![2];
    one.targets.drain(..2);
    one.grids = Arc::new(Sparse::new([&grid(2)[..]], 3, 3));
    let mut tape = Tape::new(&params, None);
    let alone = model.logits(&mut tape, &one);
    let alone = tape.numbers(alone);
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
        let mut tape = Tape::new(&params, Some(Noise { seed: 0, step, part: 0 }));
        let loss = model.loss(&mut tape, &batch, scale);
        tape.back(loss, &mut gradients);
        adam.update(&mut params.data, &gradients, 2e-3);
    }
    let said = model.answer(&mut Tape::new(&params, None), &batch, Answering::default());
    for (said, target) in said.iter().zip(&batch.targets) {
        assert_eq!(said.tokens, target[1..target.len() - 1]);
    }
}
