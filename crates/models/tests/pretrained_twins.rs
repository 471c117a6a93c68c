//! T5 and RoBERTa against Hugging Face's, on small random checkpoints that `twins/pretrained.py` makes: logits, loss, the
//! gradient of every tensor, and greedy answers. The folder is named by `WAMPIMUK_TWINS`; without it, this is skipped.
//!
//! Changed weights are left there as a folder `back`, with what they say, for `twins/pretrained.py --back` to compare.

#![cfg(feature = "pretrained")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use safetensors::SafeTensors;
use serde::Deserialize;
use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::pretrained::roberta::Pointed;
use wampimuk_models::pretrained::t5::TextPairs;
use wampimuk_models::pretrained::{Folder, Roberta, RobertaConfig, T5, T5Config, save};
use wampimuk_models::{Answering, Model};
use wampimuk_nn::{Params, Tape};

/// How far apart the two may be.
const TOLERANCE: f32 = 1e-4;

type Outcome<T> = Result<T, Box<dyn Error>>;

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

fn twins(name: &str) -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("WAMPIMUK_TWINS") else {
        eprintln!("skipped: WAMPIMUK_TWINS names no folder of twins");
        return None;
    };
    Some(PathBuf::from(folder).join(name))
}

fn case(folder: &Path) -> Outcome<(Case, Vec<u8>)> {
    let case = serde_json::from_slice(&fs::read(folder.join("case.json"))?)?;
    Ok((case, fs::read(folder.join("expected.safetensors"))?))
}

fn expected(file: &[u8], name: &str) -> Outcome<Vec<f32>> {
    let tensors = SafeTensors::deserialize(file)?;
    let tensor = tensors.tensor(name)?;
    Ok(tensor.data().as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect())
}

/// Relative to the largest number, if that is above one.
fn compare(name: &str, found: &[f32], expected: &[f32]) -> Outcome<()> {
    let most = expected.iter().fold(1.0f32, |most, number| most.max(number.abs()));
    // What is not a number is not near anything.
    let is_near = |(one, other): (&f32, &f32)| (one - other).abs() <= TOLERANCE * most;
    match found.len() == expected.len() && found.iter().zip(expected).all(is_near) {
        true => Ok(()),
        false => Err(format!("{name}: {found:?} instead of {expected:?}").into()),
    }
}

/// Every tensor has a gradient there, and the same here.
fn compare_gradients(params: &Params, gradients: &[f32], file: &[u8]) -> Outcome<()> {
    for slot in params.slots() {
        let expected = expected(file, &format!("gradient.{}", slot.name))?;
        compare(&slot.name, &gradients[slot.range.clone()], &expected)?;
    }
    let theirs =
        SafeTensors::deserialize(file)?.names().iter().filter(|name| name.starts_with("gradient.")).count();
    if theirs != params.slots().len() {
        return Err(format!("{theirs} tensors there, {} here", params.slots().len()).into());
    }
    Ok(())
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

fn t5(folder: &Path) -> Outcome<()> {
    let (case, file) = case(folder)?;
    let config = T5Config::read(folder)?;
    let params = T5::read(&Folder::open(folder)?, &config)?;
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
    compare("logits", &answered(tape.get(logits)), &answered(&expected(&file, "logits")?))?;
    let mut tape = Tape::new(&params, None);
    let loss = model.loss(&mut tape, &pairs, 1.0 / T5::labels(&pairs) as f32);
    compare("loss", tape.get(loss), &expected(&file, "loss")?)?;
    let mut gradients = vec![0.0; params.data.len()];
    tape.back(loss, &mut gradients);
    compare_gradients(&params, &gradients, &file)?;
    let how = Answering { most: 8, ..Answering::default() };
    let said = model.answer(&mut Tape::new(&params, None), &pairs, how);
    if said != case.greedy {
        return Err(format!("said {said:?} instead of {:?}", case.greedy).into());
    }
    let params = changed(&params);
    let mut tape = Tape::new(&params, None);
    let logits = model.logits(&mut tape, &pairs);
    hand_back(folder, &params, &[answered(tape.get(logits))])
}

#[test]
fn t5_equals_its_twins() {
    for name in ["t5-1.0", "t5-1.1", "t5-1.0-bf16"] {
        let Some(folder) = twins(name) else { return };
        t5(&folder).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn roberta_equals_its_twin() {
    let Some(folder) = twins("roberta") else { return };
    let (case, file) = case(&folder).unwrap();
    let config = RobertaConfig::read(&folder).unwrap();
    let stream = StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
    let params = Roberta::read(&Folder::open(&folder).unwrap(), &config, stream).unwrap();
    let model = Roberta::find(&params, &config).unwrap();
    let batch = Pointed {
        spans: case.spans.into_iter().map(Some).collect(),
        texts: case.texts,
        ..Pointed::default()
    };
    let mut tape = Tape::new(&params, None);
    let ends = model.logits(&mut tape, &batch.texts);
    // What fills up is a billion below, so the largest number is no measure.
    for (name, logits) in ["first", "last"].into_iter().zip(ends) {
        let expected = expected(&file, name).unwrap();
        let (found, expected): (Vec<f32>, Vec<f32>) =
            tape.get(logits).iter().zip(expected).filter(|(_, expected)| *expected > -1e8).unzip();
        compare(name, &found, &expected).unwrap();
    }
    let mut tape = Tape::new(&params, None);
    let loss = model.loss(&mut tape, &batch, 1.0 / Roberta::labels(&batch) as f32);
    compare("loss", tape.get(loss), &expected(&file, "loss").unwrap()).unwrap();
    let mut gradients = vec![0.0; params.data.len()];
    tape.back(loss, &mut gradients);
    compare_gradients(&params, &gradients, &file).unwrap();
    let params = changed(&params);
    let mut tape = Tape::new(&params, None);
    let ends = model.logits(&mut tape, &batch.texts);
    let longest = batch.texts.iter().map(Vec::len).max().unwrap_or(0);
    let there = |logits: &[f32]| -> Vec<f32> {
        let rows = logits.chunks(longest).zip(&batch.texts);
        rows.flat_map(|(row, text)| &row[..text.len()]).copied().collect()
    };
    hand_back(&folder, &params, &ends.map(|logits| there(tape.get(logits)))).unwrap();
}
