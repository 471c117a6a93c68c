//! BiDAF's gradients are differences, for every number of every tensor, and it learns to point. There is no original to
//! compare with; `twins.rs` compares it with PyTorch.

mod differences;

use differences::{Flow, assert_gradients, loss_and_gradients, scatter};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_models::bidaf::{Bidaf, Sizes};
use wampimuk_models::{AnswerOptions, Model, PassageBatch, Span};
use wampimuk_nn::{Adam, DropoutSeed, Tape};

fn stream() -> Stream {
    StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0)
}

/// Two stories of four and three words with questions of two words and one.
fn tiny() -> PassageBatch {
    PassageBatch {
        words: vec![1, 2, 3, 4, 5, 6, 7, 0],
        lengths: vec![4, 3],
        questions: vec![3, 6, 7, 0],
        question_lengths: vec![2, 1],
        spans: vec![Some(Span { start: 1, end: 2 }), Some(Span { start: 2, end: 2 })],
        answers: Vec::new(),
    }
}

#[test]
fn gradients_are_differences() {
    let mut params = Bidaf::create(Sizes { vocabulary: 8, width: 5, hidden: 3 }, stream());
    scatter(&mut params);
    let model = Bidaf::find(&params).unwrap();
    for noise in [None, Some(DropoutSeed { seed: 3, step: 5, part: 1 })] {
        assert_gradients(&model, &params, &tiny(), noise, |_| Flow::All);
    }
}

/// A story's logits do not depend on how far it is filled up, nor on its company.
#[test]
fn what_fills_up_does_not_matter() {
    let params = Bidaf::create(Sizes { vocabulary: 8, width: 5, hidden: 3 }, stream());
    let model = Bidaf::find(&params).unwrap();
    let logits = |part: &PassageBatch| {
        let mut tape = Tape::new(&params, None);
        let out = model.outputs(&mut tape, part);
        [out.starts, out.ends].map(|logits| tape.get(logits).to_vec())
    };
    let alone = PassageBatch {
        words: vec![2, 4, 6],
        lengths: vec![3],
        questions: vec![6],
        question_lengths: vec![1],
        spans: vec![None],
        answers: Vec::new(),
    };
    for (together, alone) in logits(&tiny()).iter().zip(logits(&alone)) {
        for (one, other) in together[4..7].iter().zip(&alone) {
            assert!((one - other).abs() < 1e-5, "{one} {other}");
        }
        assert!(together[7] < -1e20, "nothing is beyond the end");
    }
}

#[test]
fn questions_without_a_span_teach_nothing() {
    let params = Bidaf::create(Sizes { vocabulary: 8, width: 5, hidden: 3 }, stream());
    let model = Bidaf::find(&params).unwrap();
    let mut part = tiny();
    part.spans = vec![None; 2];
    let (loss, gradients) = loss_and_gradients(&model, &params, &part);
    assert!(loss == 0.0 && gradients.iter().all(|gradient| *gradient == 0.0));
    assert_eq!(model.answer(&mut Tape::new(&params, None), &part, AnswerOptions::default()).len(), 2);
    assert!(
        model
            .answer(&mut Tape::new(&params, None), &PassageBatch::default(), AnswerOptions::default())
            .is_empty()
    );
}

/// Somebody is somewhere, and somebody else somewhere else. Where is the one who is asked for?
#[test]
fn learns_to_point() {
    let (people, places) = ([1, 2, 3], [4, 5, 6, 7]);
    let mut stories = Vec::new();
    for one in people {
        for other in people.into_iter().filter(|other| *other != one) {
            for here in places {
                for there in places.into_iter().filter(|there| *there != here) {
                    stories.push(([one, here, other, there], one, 1));
                    stories.push(([one, here, other, there], other, 3));
                }
            }
        }
    }
    let part = PassageBatch {
        words: (0..4).flat_map(|step| stories.iter().map(move |(story, ..)| story[step])).collect(),
        lengths: vec![4; stories.len()],
        questions: stories.iter().map(|(_, asked, _)| *asked).collect(),
        question_lengths: vec![1; stories.len()],
        spans: stories.iter().map(|(.., at)| Some(Span { start: *at, end: *at })).collect(),
        answers: Vec::new(),
    };
    let mut params = Bidaf::create(Sizes { vocabulary: 8, width: 8, hidden: 6 }, stream());
    let model = Bidaf::find(&params).unwrap();
    let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
    for _ in 0..120 {
        let (_, gradients) = loss_and_gradients(&model, &params, &part);
        adam.update(&mut params.data, &gradients, 1e-2);
    }
    let answers = model.answer(&mut Tape::new(&params, None), &part, AnswerOptions::default());
    assert_eq!(answers.iter().map(|span| Some(*span)).collect::<Vec<_>>(), part.spans);
}
