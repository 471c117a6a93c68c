//! EntNet gives what the original gives: outputs, every gradient, and the losses of short trainings.

mod differences;
#[expect(dead_code, reason = "its traces are of another form")]
mod fixture;
mod questions;

use differences::{Flow, assert_gradients, loss_and_gradients, scatter};
use fixture::{Fixture, assert_close};
use questions::{assert_gradient, questions};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_models::entnet::{EntNet, Sizes};
use wampimuk_models::{AnswerOptions, Model, QuestionBatch};
use wampimuk_nn::{Adam, Params, Tape};

/// Logits reach 87: absolute and relative.
const TOLERANCE: f32 = 1e-4;

fn stream() -> Stream {
    StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0)
}

fn assert_relative(name: &str, found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let limit = TOLERANCE * (1.0 + expected.abs());
        assert!((found - expected).abs() < limit, "{name}, number {at}: {found}, expected {expected}");
    }
}

fn compare(model: EntNet, params: &Params, part: &QuestionBatch, outputs: &Fixture) {
    let mut tape = Tape::new(params, None);
    let out = model.outputs(&mut tape, part);
    assert_relative("logits", tape.get(out.logits), &outputs.floats("logits"));
    match model.whole_batch() {
        true => assert_relative("memories", tape.get(out.memories), &outputs.floats("memories")),
        false => {
            let expected = outputs.floats("memory_attention");
            assert_relative("memory_attention", tape.get(out.attention), &expected);
        }
    }
    let (loss, gradients) = loss_and_gradients(&model, params, part);
    assert_relative("loss", &[loss], &outputs.floats("loss"));
    let copies = ["keys", "query_encoder_multiplier", "query_non_linearity.weight"];
    for slot in params.slots() {
        let (name, own) = (format!("grad.{}", slot.name), &gradients[slot.range.clone()]);
        match copies.contains(&slot.name.as_str()) {
            true => assert!(own.iter().all(|gradient| *gradient == 0.0), "{name}"),
            false => assert_gradient(&name, own, &outputs.floats(&name)),
        }
    }
}

#[test]
fn softmax_over_memories() {
    let Some([weights, inputs, outputs]) =
        fixture::open("entnet", ["weights", "inputs", "outputs_softmax_over_memories"])
    else {
        return;
    };
    let params = weights.params();
    compare(EntNet::find(&params).unwrap(), &params, &questions(&inputs), &outputs);
}

/// The fixture's loss is zero to seven digits here, and its gradients are tiny; differences have more to say about them.
#[test]
fn softmax_over_the_batch() {
    let Some([weights, inputs, outputs]) = fixture::open("entnet", ["weights", "inputs", "outputs"]) else {
        return;
    };
    let params = weights.params();
    compare(EntNet::find(&params).unwrap().as_released(), &params, &questions(&inputs), &outputs);
}

#[test]
fn short_trainings() {
    let Some([weights, inputs]) = fixture::open("entnet", ["weights", "inputs"]) else { return };
    let part = questions(&inputs);
    let json = fixture::json("entnet", "train_trace.json");
    for (key, with_adam) in [("sgd_lr0.01_clipvalue40", false), ("adam_lr0.01_clipvalue40", true)] {
        let mut params = weights.params();
        let model = EntNet::find(&params).unwrap().as_released();
        let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
        let losses = json[key]["loss_before_step"].as_array().unwrap();
        assert_eq!(losses.len(), 10);
        for expected in losses {
            let (loss, mut gradients) = loss_and_gradients(&model, &params, &part);
            assert_relative(key, &[loss], &[expected.as_f64().unwrap() as f32]);
            gradients.iter_mut().for_each(|gradient| *gradient = gradient.clamp(-40.0, 40.0));
            match with_adam {
                true => adam.update(&mut params.data, &gradients, 0.01),
                false => params.data.iter_mut().zip(gradients).for_each(|(number, d)| *number -= 0.01 * d),
            }
        }
    }
}

/// Three stories of one to three sentences over nine words.
fn tiny() -> (Params, QuestionBatch) {
    let part = QuestionBatch {
        rows: 3,
        sentences: 3,
        words: 2,
        stories: vec![1, 2, 3, 4, 0, 5, 6, 0, 0, 7, 8, 1, 2, 0, 3, 4, 0, 0],
        questions: vec![5, 6, 7, 8, 1, 0],
        answers: vec![Some(2), Some(3), None],
    };
    let sizes = Sizes { vocabulary: 9, words: 3, width: 6, memories: 4 };
    let mut params = EntNet::create(sizes, stream());
    scatter(&mut params);
    (params, part)
}

#[test]
fn gradients_are_differences() {
    let (params, part) = tiny();
    let model = EntNet::find(&params).unwrap();
    // Memories begin with the keys but teach them nothing: of these gradients only the fixtures know. The padding, of six
    // numbers, learns nothing.
    let flow = |name: &str| match name {
        "embedded_keys" => Flow::Partly,
        "embedding_matrix.weight" => Flow::From(6),
        _ => Flow::All,
    };
    for model in [model, model.as_released()] {
        assert_gradients(&model, &params, &part, None, flow);
    }
}

#[test]
fn models_have_the_published_size() {
    let params = EntNet::create(Sizes::new(33, 6), stream());
    assert_eq!(params.data.len(), 49_201);
    assert!(EntNet::find(&params).is_ok_and(|model| model.words() == 6 && !model.whole_batch()));
}

/// Filling up changes nothing but rounding, and as released the company matters.
#[test]
fn company_matters_only_as_released() {
    let (params, part) = tiny();
    let model = EntNet::find(&params).unwrap();
    // The second story has one sentence.
    let alone = QuestionBatch {
        rows: 1,
        sentences: 1,
        stories: vec![2, 8],
        questions: vec![6, 1],
        answers: vec![Some(3)],
        ..part.clone()
    };
    let logits = |model: EntNet, part: &QuestionBatch| {
        let mut tape = Tape::new(&params, None);
        let out = model.outputs(&mut tape, part);
        tape.get(out.logits).to_vec()
    };
    let [together, by_itself] = [&part, &alone].map(|part| logits(model, part));
    assert_close("alone", &by_itself, &together[9..18], 1e-6);
    let released = [&part, &alone].map(|part| logits(model.as_released(), part));
    assert!(released[0][9..18].iter().zip(&released[1]).any(|(one, other)| (one - other).abs() > 1e-3));
}

#[test]
fn nothing_is_answered_to_nobody() {
    let (params, _) = tiny();
    let model = EntNet::find(&params).unwrap();
    let mut tape = Tape::new(&params, None);
    assert!(model.answer(&mut tape, &QuestionBatch::default(), AnswerOptions::default()).is_empty());
    assert_eq!(loss_and_gradients(&model, &params, &QuestionBatch::default()).0, 0.0);
}

/// Somebody goes somewhere, and again; where is somebody? All stories of two sentences about two people and three places.
#[test]
fn learns_to_follow_people() {
    let (people, places, question) = ([1, 2], [3, 4, 5], 6);
    let mut stories = Vec::new();
    for first in people {
        for from in places {
            for second in people {
                for to in places {
                    for asked in people {
                        let last =
                            [(second, to), (first, from)].into_iter().find(|(person, _)| *person == asked);
                        stories.extend(last.map(|(_, place)| ([first, from, second, to], asked, place)));
                    }
                }
            }
        }
    }
    let rows = stories.len();
    let word = |place: usize| stories.iter().map(move |(story, ..)| story[place]);
    let part = QuestionBatch {
        rows,
        sentences: 2,
        words: 2,
        stories: [0, 2, 1, 3].into_iter().flat_map(word).collect(),
        questions: vec![question; rows]
            .into_iter()
            .chain(stories.iter().map(|(_, asked, _)| *asked))
            .collect(),
        answers: stories.iter().map(|(.., place)| Some(*place)).collect(),
    };
    let mut params = EntNet::create(Sizes { vocabulary: 7, words: 2, width: 20, memories: 5 }, stream());
    let model = EntNet::find(&params).unwrap();
    let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
    let right = |params: &Params| {
        let answers = model.answer(&mut Tape::new(params, None), &part, AnswerOptions::default());
        answers.iter().zip(&part.answers).filter(|(answer, right)| Some(**answer) == **right).count()
    };
    assert!(right(&params) < rows / 2, "it knows nothing yet");
    for _ in 0..300 {
        let (_, gradients) = loss_and_gradients(&model, &params, &part);
        adam.update(&mut params.data, &gradients, 0.01);
    }
    assert_eq!(right(&params), rows);
}
