//! T5 and RoBERTa on small random checkpoints that are made here: files, gradients, answers, and learning from stories.

#![cfg(feature = "pretrained")]

mod checkpoint;

use std::fs;
use std::path::Path;

use checkpoint::{Outcome, RECIPE, roberta, stream, t5};
use wampimuk_models::pretrained::roberta::SpanBatch;
use wampimuk_models::pretrained::t5::TextPairs;
use wampimuk_models::pretrained::{
    CheckpointFolder, Roberta, RobertaArchitecture, RobertaConfig, RobertaOptions, SpanExtractionTask, T5,
    T5Architecture, T5Config, T5Options, save,
};
use wampimuk_models::{AnswerOptions, Architecture, Data, Model, Task, TextOrList};
use wampimuk_nn::{Adam, DropoutSeed, Params, Tape};

fn loss_of<M: Model>(
    model: &M,
    params: &Params,
    part: &M::Batch,
    noise: Option<DropoutSeed>,
) -> (f32, Vec<f32>) {
    let mut tape = Tape::new(params, noise);
    let loss = model.loss(&mut tape, part, 1.0 / M::labels(part).max(1) as f32);
    let value = tape.get(loss)[0];
    let mut gradients = vec![0.0; params.data.len()];
    tape.backward(loss, &mut gradients);
    (value, gradients)
}

/// Every tensor but those that cannot has a gradient, and the loss changes along it as it says.
fn check_gradients<M: Model>(model: &M, params: &Params, part: &M::Batch, flat: impl Fn(&str) -> bool) {
    let (_, gradients) = loss_of(model, params, part, None);
    for slot in params.slots() {
        let own = &gradients[slot.range.clone()];
        let length = own.iter().map(|gradient| f64::from(*gradient).powi(2)).sum::<f64>().sqrt();
        if flat(&slot.name) {
            assert!(length < 1e-5, "{} is {length} long", slot.name);
            continue;
        }
        assert!(length > 1e-6, "{} has no gradient", slot.name);
        let along = |by: f64| {
            let mut params = params.clone();
            let numbers = params.data[slot.range.clone()].iter_mut().zip(own);
            numbers.for_each(|(number, gradient)| *number += (by * f64::from(*gradient) / length) as f32);
            f64::from(loss_of(model, &params, part, None).0)
        };
        let step = 3e-3;
        let difference = (along(step) - along(-step)) / (2.0 * step);
        let error = (difference - length).abs();
        assert!(error < 1e-3 + 2e-2 * length, "{}: {length}, by differences {difference}", slot.name);
    }
}

fn pairs() -> TextPairs {
    TextPairs {
        texts: vec![vec![5, 6, 7, 8, 9, 10, 3, 1], vec![11, 4, 1]],
        answers: vec![vec![4, 1], vec![12, 13, 5, 1]],
        right: vec![String::new(); 2],
    }
}

#[test]
fn gradients_of_t5_are_differences() {
    for gated in [false, true] {
        let folder = t5(gated).unwrap();
        let config = T5Config::read(folder.path()).unwrap();
        let params = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
        let model = T5::find(&params, &config).unwrap();
        check_gradients(&model, &params, &pairs(), |_| false);
    }
}

#[test]
fn gradients_of_roberta_are_differences() {
    let folder = roberta().unwrap();
    let config = RobertaConfig::read(folder.path()).unwrap();
    let params = Roberta::read(&CheckpointFolder::open(folder.path()).unwrap(), &config, stream(1)).unwrap();
    let model = Roberta::find(&params, &config).unwrap();
    let part = SpanBatch {
        texts: vec![vec![0, 5, 6, 2, 2, 7, 8, 9, 2], vec![0, 4, 2, 2, 9, 2]],
        spans: vec![Some((5, 6)), Some((4, 4))],
        ..SpanBatch::default()
    };
    // Scores that all grow alike change nothing.
    let last_bias = "roberta.encoder.layer.1.output.LayerNorm.bias";
    let flat = |name: &str| name.ends_with("key.bias") || name == "qa_outputs.bias" || name == last_bias;
    check_gradients(&model, &params, &part, flat);
}

#[test]
fn units_are_dropped_while_learning_only() {
    let folder = t5(true).unwrap();
    let config = T5Config::read(folder.path()).unwrap();
    let params = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
    let model = T5::find(&params, &config).unwrap();
    let noise = |seed| Some(DropoutSeed { seed, step: 0, part: 0 });
    let loss = |noise| loss_of(&model, &params, &pairs(), noise).0;
    assert_eq!(loss(None), loss(None));
    assert_eq!(loss(noise(1)), loss(noise(1)));
    assert!(loss(noise(1)) != loss(noise(2)) && loss(noise(1)) != loss(None));
}

/// Word by word with remembered keys and values, against all words at once.
#[test]
fn remembered_steps_are_the_same_steps() {
    let folder = t5(true).unwrap();
    let config = T5Config::read(folder.path()).unwrap();
    let params = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
    let model = T5::find(&params, &config).unwrap();
    let how = AnswerOptions { most: 6, ..AnswerOptions::default() };
    // More texts than are answered at once.
    let texts: Vec<Vec<u32>> = (2..25).map(|word| vec![word, (word * 7) % 20 + 2, word, 1]).collect();
    let part = TextPairs { texts, ..TextPairs::default() };
    let said = model.answer(&mut Tape::new(&params, None), &part, how);
    assert_eq!(said.len(), part.texts.len());
    for (text, said) in part.texts.iter().zip(&said) {
        let full = if said.len() < how.most { [&said[..], &[1]].concat() } else { said.clone() };
        let alone = TextPairs { texts: vec![text.clone()], answers: vec![full.clone()], right: Vec::new() };
        let mut tape = Tape::new(&params, None);
        let logits = model.logits(&mut tape, &alone);
        for (step, logits) in tape.get(logits).chunks(config.vocab_size).enumerate() {
            let best = logits.iter().copied().fold(f32::MIN, f32::max);
            assert!(logits[full[step] as usize] > best - 1e-5, "{text:?} {full:?} at {step}");
        }
    }
    let different: std::collections::BTreeSet<_> = said.iter().collect();
    assert!(different.len() > 3, "answers depend on texts: {different:?}");
}

#[test]
fn what_is_saved_is_read_again() {
    let folder = t5(true).unwrap();
    let config = T5Config::read(folder.path()).unwrap();
    let mut params = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
    params.data.iter_mut().for_each(|number| *number *= 0.5);
    let copy = tempfile::tempdir().unwrap();
    save(&params, folder.path(), copy.path()).unwrap();
    assert_eq!(T5Config::read(copy.path()).unwrap(), config);
    let again = T5::read(&CheckpointFolder::open(copy.path()).unwrap(), &config).unwrap();
    assert_eq!((again.slots(), &again.data), (params.slots(), &params.data));
    assert!(again.find("decoder.block.1.layer.1.EncDecAttention.q.weight").is_some());
    assert!(copy.path().join("tokenizer.json").exists() && fs::read_dir(copy.path()).unwrap().count() == 3);
}

#[test]
fn several_files_and_half_precision_are_read() {
    let folder = t5(false).unwrap();
    let config = T5Config::read(folder.path()).unwrap();
    let params = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
    for dtype in [safetensors::Dtype::F16, safetensors::Dtype::BF16] {
        checkpoint::shard(folder.path(), &params, dtype).unwrap();
        let read = T5::read(&CheckpointFolder::open(folder.path()).unwrap(), &config).unwrap();
        assert_eq!(read.slots(), params.slots());
        let near = |(one, other): (&f32, &f32)| (one - other).abs() <= other.abs() / 128.0;
        assert!(read.data.iter().zip(&params.data).all(near) && read.data != params.data);
    }
}

#[test]
fn a_checkpoint_without_a_pointing_layer_gets_one() {
    let folder = roberta().unwrap();
    let config = RobertaConfig::read(folder.path()).unwrap();
    let params = Roberta::read(&CheckpointFolder::open(folder.path()).unwrap(), &config, stream(1)).unwrap();
    let mut bare = Params::default();
    for slot in params.slots().iter().filter(|slot| slot.name.starts_with("roberta.")) {
        let numbers = params.data[slot.range.clone()].iter().copied();
        bare.add(slot.name.trim_start_matches("roberta."), &slot.shape, numbers);
    }
    let copy = tempfile::tempdir().unwrap();
    save(&bare, folder.path(), copy.path()).unwrap();
    let read =
        |seed| Roberta::read(&CheckpointFolder::open(copy.path()).unwrap(), &config, stream(seed)).unwrap();
    let (one, other) = (read(1), read(2));
    assert_eq!(one.slots(), params.slots());
    let head = one.find("qa_outputs.weight").unwrap();
    assert_ne!(one.get(head), other.get(head));
    let end = one.slot(head).range.start;
    assert_eq!(one.data[..end], params.data[..end]);
}

/// What is done to a folder.
type Damage = fn(&Path) -> Outcome<()>;

#[test]
fn damaged_checkpoints_are_told() {
    let message = |damage: Damage| {
        let folder = t5(false).unwrap();
        damage(folder.path()).unwrap();
        let config = match T5Config::read(folder.path()) {
            Ok(config) => config,
            Err(error) => return error.to_string(),
        };
        let read = CheckpointFolder::open(folder.path()).and_then(|open| T5::read(&open, &config));
        read.err().map_or_else(String::new, |error| error.to_string())
    };
    let cases: [(Damage, &str); 9] = [
        (|folder| Ok(fs::remove_file(folder.join("model.safetensors"))?), "find "),
        (|folder| checkpoint::cut(&folder.join("model.safetensors"), 40), "bytes"),
        (|folder| Ok(fs::write(folder.join("model.safetensors"), [255; 20])?), "more than there can be"),
        (|folder| Ok(fs::write(folder.join("model.safetensors"), *b"\x02\0\0\0\0\0\0\0no")?), "read "),
        (|folder| checkpoint::replace(folder, "\"d_ff\": 10", "\"d_ff\": 11"), "found [10, 8]"),
        (|folder| checkpoint::replace(folder, "\"num_layers\": 2", "\"num_layers\": 3"), "encoder.block.2"),
        (|folder| checkpoint::replace(folder, "\"d_kv\": 3", "\"d_kv\": 0"), "cannot be right"),
        (|folder| checkpoint::replace(folder, "\"relu\"", "\"swish\""), "`gated-gelu` are known"),
        (|folder| checkpoint::replace(folder, "\"d_model\"", "\"wide\""), "missing field `d_model`"),
    ];
    for (damage, expected) in cases {
        let found = message(damage);
        assert!(found.contains(expected), "{found} does not say {expected}");
    }
}

#[test]
fn lists_of_files_do_not_lead_out_of_the_folder() {
    let folder = t5(false).unwrap();
    fs::remove_file(folder.path().join("model.safetensors")).unwrap();
    let index = r#"{"weight_map": {"shared.weight": "../elsewhere.safetensors"}}"#;
    fs::write(folder.path().join("model.safetensors.index.json"), index).unwrap();
    let error = CheckpointFolder::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("is not the name of a file"), "{error}");
}

#[test]
fn tokenizers_of_other_models_are_told() {
    let folder = t5(false).unwrap();
    let options = T5Options { checkpoint: folder.path().to_owned(), most_tokens: 512, prefix: String::new() };
    checkpoint::replace(
        folder.path(),
        &format!("\"vocab_size\": {}", checkpoint::WORDS),
        "\"vocab_size\": 30",
    )
    .unwrap();
    let error =
        T5Architecture::task(Data::of_recipe(RECIPE, &[], 0).unwrap(), &options).unwrap_err().to_string();
    assert!(error.contains("the model has 30 words"), "{error}");
    let error = T5Architecture::task(Data::of_recipe("gscan-demo", &[], 0).unwrap(), &options)
        .unwrap_err()
        .to_string();
    assert!(error.contains("30 words") || error.contains("stories"), "{error}");
}

/// Learns some questions by heart and returns the first loss, the last, and what is said to the first question then.
fn by_heart<A: Architecture>(
    options: &A::Options,
    items: &[u64],
) -> Outcome<(f32, f32, usize, TextOrList, TextOrList)> {
    let task = A::task(Data::of_recipe(RECIPE, &[], 0)?, options)?;
    let mut params = A::create(&task, options, stream(3))?;
    let model = A::find(&params, options)?;
    let parts = task.maker(1)?.make(0, items, 1)?;
    let part = &parts.first().ok_or("there is a part")?.batch;
    let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
    let (mut first, mut last) = (0.0, 0.0);
    for update in 0..120 {
        let (loss, gradients) = loss_of(&model, &params, part, None);
        first = if update == 0 { loss } else { first };
        last = loss;
        adam.update(&mut params.data, &gradients, 1e-2);
    }
    let how = AnswerOptions { most: 5, ..AnswerOptions::default() };
    let answers = model.answer(&mut Tape::new(&params, None), part, how);
    let right = answers.iter().enumerate().filter(|(row, answer)| task.is_right(part, *row, answer)).count();
    let said = task.answer_text(part, 0, &answers[0]);
    Ok((first, last, right, said.words, said.right))
}

#[test]
fn t5_learns_answers_by_heart() {
    let folder = t5(true).unwrap();
    let options =
        T5Options { checkpoint: folder.path().to_owned(), most_tokens: 512, prefix: "answer:".into() };
    let items: Vec<u64> = (0..6).collect();
    let (first, last, right, said, gold) = by_heart::<T5Architecture>(&options, &items).unwrap();
    assert!(last < 0.1 * first && right == items.len(), "{first} {last} {right}");
    assert_eq!(said, gold);
}

#[test]
fn roberta_learns_where_answers_are() {
    let folder = roberta().unwrap();
    let options = RobertaOptions { checkpoint: folder.path().to_owned(), most_tokens: 512 };
    let items: Vec<u64> = (0..6).collect();
    let (first, last, right, said, gold) = by_heart::<RobertaArchitecture>(&options, &items).unwrap();
    assert!(last < 0.1 * first && right == items.len(), "{first} {last} {right}");
    assert_eq!(said, gold);
}

/// Where the answer is in the tokens, it is in the text.
#[test]
fn spans_are_the_answers() {
    let folder = roberta().unwrap();
    let options = RobertaOptions { checkpoint: folder.path().to_owned(), most_tokens: 60 };
    let task = SpanExtractionTask::new(Data::of_recipe(RECIPE, &[], 0).unwrap(), &options).unwrap();
    let parts = task.maker(1).unwrap().make(0, &(0..50).collect::<Vec<_>>(), 2).unwrap();
    assert_eq!(parts.iter().map(|part| part.rows.len()).collect::<Vec<_>>(), [25, 25]);
    let mut pointable = 0;
    for part in &parts {
        assert!(part.batch.texts.iter().all(|text| text.len() <= 60), "long stories lose their beginning");
        for (row, span) in part.batch.spans.iter().enumerate() {
            let Some(span) = span else { continue };
            pointable += 1;
            assert!(task.is_right(&part.batch, row, span), "{:?}", task.answer_text(&part.batch, row, span));
        }
    }
    assert!(pointable > 0);
    assert_eq!(task.pointable(0, 0..50).unwrap(), pointable);
}
