//! STM gives what the original gives: outputs, every gradient, and the losses of a short training.

mod differences;
mod fixture;
mod questions;

use differences::{Flow, assert_gradients, loss_and_gradients, scatter};
use fixture::assert_close;
use questions::{assert_gradient, questions};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_models::stm::{Sizes, Stm};
use wampimuk_models::{AnswerOptions, Model, QuestionBatch};
use wampimuk_nn::{Adam, Params, Tape};

const TOLERANCE: f32 = 1e-4;

fn stream() -> Stream {
    StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0)
}

#[test]
fn outputs_and_gradients() {
    let Some([weights, inputs, outputs]) = fixture::open("stm_dyna", ["weights", "inputs", "outputs"]) else {
        return;
    };
    let params = weights.params();
    let model = Stm::find(&params).unwrap().as_released();
    let part = questions(&inputs);
    let mut tape = Tape::new(&params, None);
    let out = model.outputs(&mut tape, &part);
    for (name, var) in
        [("logits", out.logits), ("item_memory_final", out.items), ("rel_memory_final", out.relations)]
    {
        assert_close(name, tape.get(var), &outputs.floats(name), TOLERANCE);
    }
    let (loss, gradients) = loss_and_gradients(&model, &params, &part);
    assert_close("loss", &[loss], &outputs.floats("loss"), TOLERANCE);
    let without =
        fixture::json("stm_dyna", "meta.json")["no_gradient"].as_array().cloned().unwrap_or_default();
    assert_eq!(without.len(), 16);
    for slot in params.slots() {
        let (name, own) = (format!("grad.{}", slot.name), &gradients[slot.range.clone()]);
        match without.iter().any(|name| name == &slot.name) || slot.name.contains("rel_projector2") {
            true => assert!(own.iter().all(|gradient| *gradient == 0.0), "{name}"),
            false => assert_gradient(&name, own, &outputs.floats(&name)),
        }
    }
}

#[test]
fn short_training() {
    let Some([weights, inputs]) = fixture::open("stm_dyna", ["weights", "inputs"]) else { return };
    let mut params = weights.params();
    let model = Stm::find(&params).unwrap().as_released();
    let part = questions(&inputs);
    let mut adam = Adam::new(params.data.len(), (0.9, 0.99));
    for (step, (expected, rate)) in fixture::trace("stm_dyna").into_iter().enumerate() {
        let (loss, mut gradients) = loss_and_gradients(&model, &params, &part);
        // Weights that differ in their last bit move the loss before the last update by up to 1.5e-4.
        let tolerance = if step < 9 { TOLERANCE } else { 5.0 * TOLERANCE };
        assert_close("loss", &[loss], &[expected], tolerance);
        let norm = gradients.iter().map(|d| f64::from(*d).powi(2)).sum::<f64>().sqrt() as f32;
        let factor = (5.0 / (norm + 1e-6)).min(1.0);
        gradients.iter_mut().for_each(|gradient| *gradient *= factor);
        adam.update(&mut params.data, &gradients, rate);
    }
}

fn tiny() -> (Params, QuestionBatch) {
    let part = QuestionBatch {
        rows: 2,
        sentences: 3,
        words: 2,
        stories: vec![1, 2, 3, 4, 0, 5, 6, 0, 7, 0, 1, 2],
        questions: vec![5, 6, 7, 0],
        answers: vec![Some(2), Some(3)],
    };
    let mut params = Stm::create(Sizes { vocabulary: 8, words: 3, entity: 4, hidden: 5, role: 3 }, stream());
    scatter(&mut params);
    (params, part)
}

#[test]
fn gradients_are_differences() {
    let (params, part) = tiny();
    let model = Stm::find(&params).unwrap();
    let unused = ["rel_projector", "mlp.", "update_module.out", "infer_module.e.1"];
    let flow = |name: &str| {
        let is_unused = name == "Z" || unused.iter().any(|unused| name.contains(unused));
        if is_unused { Flow::Unused } else { Flow::All }
    };
    assert_gradients(&model, &params, &part, None, flow);
    let released = |name: &str| if name == "infer_module.Z" { Flow::Frozen } else { flow(name) };
    assert_gradients(&model.as_released(), &params, &part, None, released);
}

#[test]
fn models_have_the_published_sizes() {
    for (sizes, parameters) in [(Sizes::dyna(35, 7), 681_455), (Sizes::official(35, 7), 1_421_149)] {
        let params = Stm::create(sizes, stream());
        assert_eq!(params.data.len(), parameters);
        assert!(Stm::find(&params).is_ok_and(|model| model.words() == 7));
    }
}

/// A tensor of another shape is told before anything is computed with it.
#[test]
fn strangers_are_told() {
    let mut params = Params::default();
    assert_eq!(Stm::find(&params).unwrap_err(), "input_module.word_embed.weight");
    params.add("input_module.word_embed.weight", &[3, 4], [0.0]);
    params.add("input_module.pos_embed", &[3, 5], [0.0]);
    assert!(Stm::find(&params).unwrap_err().contains("[3, 5] instead of [3, 4]"));
}

#[test]
fn all_names_of_the_original_are_there() {
    let Some([weights]) = fixture::open("stm_dyna", ["weights"]) else { return };
    let sorted = |params: &Params| {
        let mut names: Vec<_> =
            params.slots().iter().map(|slot| (slot.name.clone(), slot.shape.clone())).collect();
        names.sort();
        names
    };
    assert_eq!(sorted(&Stm::create(Sizes::dyna(35, 7), stream())), sorted(&weights.params()));
}

#[test]
fn learns_a_few_answers_by_heart() {
    let (mut params, part) = tiny();
    let model = Stm::find(&params).unwrap();
    let mut adam = Adam::new(params.data.len(), (0.9, 0.99));
    let first = loss_and_gradients(&model, &params, &part).0;
    for _ in 0..60 {
        let (_, gradients) = loss_and_gradients(&model, &params, &part);
        adam.update(&mut params.data, &gradients, 5e-3);
    }
    assert!(loss_and_gradients(&model, &params, &part).0 < 0.2 * first);
    let answers = model.answer(&mut Tape::new(&params, None), &part, AnswerOptions::default());
    assert_eq!(answers, [2, 3]);
    assert!(
        model
            .answer(&mut Tape::new(&params, None), &QuestionBatch::default(), AnswerOptions::default())
            .is_empty()
    );
}
