//! Baselines against PyTorch, where no original computes anything for us: BiDAF, the transformer in both its forms, STM
//! with a table of answers that is learned, M-LSTM with an auxiliary task that ends with the targets. `twins/baselines.py` makes
//! small random ones; what is compared are outputs, the loss, the gradient of every tensor, and answers.

mod twin;

use std::sync::Arc;

use safetensors::SafeTensors;
use serde::Deserialize;
use twin::{Outcome, Twin, numbers, same};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_models::bidaf::{self, Bidaf};
use wampimuk_models::m_lstm::{Auxiliary, MLstm, Sizes};
use wampimuk_models::stm::Stm;
use wampimuk_models::transformer::{Options, Transformer};
use wampimuk_models::{AnswerOptions, Batch, BatchTotals, Model, PassageBatch, QuestionBatch, Span};
use wampimuk_nn::{Params, SparseGrids, Tape};

fn stream() -> Stream {
    StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0)
}

/// The weights of a twin.
fn weights(twin: &Twin) -> Outcome<Params> {
    let file = std::fs::read(twin.folder.join("model.safetensors"))?;
    let tensors = SafeTensors::deserialize(&file)?;
    let mut params = Params::default();
    for (name, tensor) in tensors.tensors() {
        params.add(&name, tensor.shape(), numbers(&tensors, &name)?);
    }
    Ok(params)
}

/// Fails where the tensors of a twin are not those that a new model has.
fn same_tensors(params: &Params, created: &Params) -> Outcome<()> {
    let sorted = |params: &Params| {
        let mut names: Vec<_> =
            params.slots().iter().map(|slot| (slot.name.clone(), slot.shape.clone())).collect();
        names.sort();
        names
    };
    same("tensors", sorted(params), sorted(created))
}

/// Sequences step by step, as models read them.
fn by_step(sequences: &[Vec<u32>]) -> Vec<u32> {
    let longest = sequences.iter().map(Vec::len).max().unwrap_or(0);
    let at = |step: usize| sequences.iter().map(move |row| row.get(step).copied().unwrap_or(0));
    (0..longest).flat_map(at).collect()
}

fn lengths(sequences: &[Vec<u32>]) -> Vec<u32> {
    sequences.iter().map(|sequence| sequence.len() as u32).collect()
}

#[derive(Deserialize)]
struct Pointing {
    stories: Vec<Vec<u32>>,
    questions: Vec<Vec<u32>>,
    spans: Vec<Option<(u32, u32)>>,
    answers: Vec<(u32, u32)>,
}

#[test]
fn bidaf_equals_its_twin() -> Outcome<()> {
    let Some(twin) = Twin::open("bidaf")? else { return Ok(()) };
    let case: Pointing = twin.case()?;
    let params = weights(&twin)?;
    same_tensors(&params, &Bidaf::create(bidaf::Sizes { vocabulary: 12, width: 6, hidden: 4 }, stream()))?;
    let model = Bidaf::find(&params)?;
    let span = |(start, end): (u32, u32)| Span { start, end };
    let part = PassageBatch {
        words: by_step(&case.stories),
        lengths: lengths(&case.stories),
        questions: by_step(&case.questions),
        question_lengths: lengths(&case.questions),
        spans: case.spans.into_iter().map(|of| of.map(span)).collect(),
        answers: Vec::new(),
    };
    let mut tape = Tape::new(&params, None);
    let out = model.outputs(&mut tape, &part);
    let longest = case.stories.iter().map(Vec::len).max().unwrap_or(0);
    for (name, logits) in [("starts", out.starts), ("ends", out.ends)] {
        let rows = tape.get(logits).chunks(longest).zip(&case.stories);
        let found: Vec<f32> = rows.flat_map(|(row, story)| &row[..story.len()]).copied().collect();
        twin.compare(name, &found)?;
    }
    twin.compare_loss(&model, &params, &part)?;
    let answers = model.answer(&mut Tape::new(&params, None), &part, AnswerOptions::default());
    same("answers", answers, case.answers.into_iter().map(span).collect())
}

#[derive(Deserialize)]
struct Commanding {
    commands: Vec<Vec<u32>>,
    targets: Vec<Vec<u32>>,
    worlds: Vec<Vec<Vec<Vec<u8>>>>,
    #[serde(default)]
    said: Vec<Vec<u32>>,
    #[serde(default)]
    positions: Vec<u32>,
}

impl Commanding {
    fn batch(&self) -> Batch {
        let worlds: Vec<Vec<u8>> = self.worlds.iter().map(|world| world.concat().concat()).collect();
        let (side, channels) = (self.worlds[0].len(), self.worlds[0][0][0].len());
        Batch {
            words: by_step(&self.commands),
            lengths: lengths(&self.commands),
            grids: Arc::new(SparseGrids::new(worlds.iter().map(Vec::as_slice), side, channels)),
            targets: self.targets.clone(),
            cells: self.positions.clone(),
            whole: BatchTotals {
                rows: self.targets.len(),
                longest: self.targets.iter().map(Vec::len).max().unwrap_or(0),
            },
        }
    }
}

fn compare_transformer(name: &str, as_released: bool) -> Outcome<()> {
    let Some(twin) = Twin::open(name)? else { return Ok(()) };
    let case: Commanding = twin.case()?;
    let options = Options {
        width: 8,
        inner: 12,
        heads: 2,
        encoder_layers: 2,
        decoder_layers: 2,
        places: 5,
        as_released,
        ..Options::default()
    };
    let params = weights(&twin)?;
    let sizes = Sizes { words: 7, tokens: 6, channels: 3, side: 4 };
    same_tensors(&params, &Transformer::create(sizes, &options, stream()))?;
    let model = Transformer::find(&params, &options)?;
    let part = case.batch();
    let mut tape = Tape::new(&params, None);
    let logits = model.logits(&mut tape, &part);
    twin.compare("logits", tape.get(logits))?;
    twin.compare_loss(&model, &params, &part)?;
    let how = AnswerOptions { most: 9, attention: false };
    let said = model.answer(&mut Tape::new(&params, None), &part, how);
    same("what is said", said.into_iter().map(|spoken| spoken.tokens).collect(), case.said)
}

#[test]
fn the_transformer_equals_its_twin() -> Outcome<()> {
    compare_transformer("transformer", false)
}

#[test]
fn the_transformer_as_released_equals_its_twin() -> Outcome<()> {
    compare_transformer("transformer-as-released", true)
}

#[derive(Deserialize)]
struct Choosing {
    stories: Vec<Vec<Vec<u32>>>,
    questions: Vec<Vec<u32>>,
    labels: Vec<u32>,
}

#[test]
fn stm_with_learned_answers_equals_its_twin() -> Outcome<()> {
    let Some(twin) = Twin::open("stm")? else { return Ok(()) };
    let case: Choosing = twin.case()?;
    let params = weights(&twin)?;
    let model = Stm::find(&params)?;
    let (rows, sentences) = (case.stories.len(), case.stories[0].len());
    let by_sentence: Vec<Vec<u32>> = (0..sentences)
        .flat_map(|sentence| case.stories.iter().map(move |story| story[sentence].clone()))
        .collect();
    let part = QuestionBatch {
        rows,
        sentences,
        words: case.questions[0].len(),
        stories: by_step(&by_sentence),
        questions: by_step(&case.questions),
        answers: case.labels.into_iter().map(Some).collect(),
    };
    let mut tape = Tape::new(&params, None);
    let out = model.outputs(&mut tape, &part);
    for (name, var) in [("logits", out.logits), ("items", out.items), ("relations", out.relations)] {
        twin.compare(name, tape.get(var))?;
    }
    twin.compare_loss(&model, &params, &part)
}

#[test]
fn m_lstm_with_a_short_auxiliary_task_equals_its_twin() -> Outcome<()> {
    let Some(twin) = Twin::open("m-lstm-auxiliary")? else { return Ok(()) };
    let params = weights(&twin)?;
    let model = MLstm::find(&params)?.with_auxiliary(Auxiliary { weight: 0.3, after_the_end: false });
    twin.compare_loss(&model, &params, &twin.case::<Commanding>()?.batch())
}
