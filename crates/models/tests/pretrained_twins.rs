//! T5 and RoBERTa against Hugging Face's, on small random checkpoints that `twins/pretrained.py` makes: logits, loss, the
//! gradient of every tensor, and greedy answers.
//!
//! Changed weights are left there as a folder `back`, with what they say, for `twins/back.py` to compare.

#![cfg(feature = "pretrained")]

mod twin;

use std::fs;
use std::path::Path;

use serde::Deserialize;
use twin::{Outcome, Twin, compare, same};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::pretrained::roberta::SpanBatch;
use wampimuk_models::pretrained::t5::TextPairs;
use wampimuk_models::pretrained::{CheckpointFolder, Roberta, RobertaConfig, T5, T5Config, save};
use wampimuk_models::{AnswerOptions, Model};
use wampimuk_nn::{Params, Tape};

#[derive(Deserialize)]
struct Case {
    texts: Vec<Vec<u32>>,
    #[serde(default)]
    answers: Vec<Vec<u32>>,
    #[serde(default)]
    greedy: Vec<Vec<u32>>,
    #[serde(default)]
    spans: Vec<(u32, u32)>,
}

/// Weights that have learned something.
fn changed(params: &Params) -> Params {
    let mut params = params.clone();
    params.data.iter_mut().zip(0..).for_each(|(number, at)| *number *= 1.0 - 0.001 * (at % 100) as f32);
    params
}

/// Leaves weights, and what they say about the case, for the library to load.
fn hand_back(folder: &Path, params: &Params, said: &[Vec<f32>]) -> Outcome<()> {
    save(params, folder, &folder.join("back"))?;
    Ok(fs::write(folder.join("said.json"), serde_json::to_string(&said.concat())?)?)
}

fn compare_t5(name: &str) -> Outcome<()> {
    let Some(twin) = Twin::open(name)? else { return Ok(()) };
    let (case, folder): (Case, _) = (twin.case()?, &twin.folder);
    let config = T5Config::read(folder)?;
    let params = T5::read(&CheckpointFolder::open(folder)?, &config)?;
    let model = T5::find(&params, &config)?;
    let right = vec![String::new(); case.texts.len()];
    let pairs = TextPairs { texts: case.texts, answers: case.answers, right };
    let mut tape = Tape::new(&params, None);
    let logits = model.logits(&mut tape, &pairs);
    // What follows the end of an answer is nobody's business.
    let longest = pairs.answers.iter().map(Vec::len).max().unwrap_or(0);
    let answered = |logits: &[f32]| -> Vec<f32> {
        let rows = logits.chunks(longest * config.vocab_size).zip(&pairs.answers);
        rows.flat_map(|(row, answer)| &row[..answer.len() * config.vocab_size]).copied().collect()
    };
    compare("logits", &answered(tape.get(logits)), &answered(&twin.computed("logits")?))?;
    twin.compare_loss(&model, &params, &pairs)?;
    let how = AnswerOptions { most: 8, ..AnswerOptions::default() };
    let said = model.answer(&mut Tape::new(&params, None), &pairs, how);
    same("what is said", said, case.greedy)?;
    let params = changed(&params);
    let mut tape = Tape::new(&params, None);
    let logits = model.logits(&mut tape, &pairs);
    hand_back(folder, &params, &[answered(tape.get(logits))])
}

#[test]
fn t5_equals_its_twins() -> Outcome<()> {
    for name in ["t5-1.0", "t5-1.1", "t5-1.0-bf16"] {
        compare_t5(name).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
}

#[test]
fn roberta_equals_its_twin() -> Outcome<()> {
    let Some(twin) = Twin::open("roberta")? else { return Ok(()) };
    let (case, folder): (Case, _) = (twin.case()?, &twin.folder);
    let config = RobertaConfig::read(folder)?;
    let stream = StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
    let params = Roberta::read(&CheckpointFolder::open(folder)?, &config, stream)?;
    let model = Roberta::find(&params, &config)?;
    let batch = SpanBatch {
        spans: case.spans.into_iter().map(Some).collect(),
        texts: case.texts,
        ..SpanBatch::default()
    };
    // What fills up is a billion below, so the largest number would be no measure.
    let longest = batch.texts.iter().map(Vec::len).max().unwrap_or(0);
    let there = |logits: &[f32]| -> Vec<f32> {
        let rows = logits.chunks(longest).zip(&batch.texts);
        rows.flat_map(|(row, text)| &row[..text.len()]).copied().collect()
    };
    let ends = |params: &Params| {
        let mut tape = Tape::new(params, None);
        model.logits(&mut tape, &batch.texts).map(|logits| there(tape.get(logits)))
    };
    for (name, logits) in ["first", "last"].into_iter().zip(ends(&params)) {
        compare(name, &logits, &there(&twin.computed(name)?))?;
    }
    twin.compare_loss(&model, &params, &batch)?;
    let params = changed(&params);
    hand_back(folder, &params, &ends(&params))
}
