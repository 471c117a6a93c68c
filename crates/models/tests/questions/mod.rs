//! The questions of a fixture, and what their gradients are compared by.

use wampimuk_models::QuestionBatch;

use crate::fixture::Fixture;

/// Sentence by sentence as the models read them; the fixtures have them row by row.
pub fn questions(inputs: &Fixture) -> QuestionBatch {
    let &[rows, sentences, words] = &inputs.shape("stories")[..] else {
        panic!("stories have sentences and words")
    };
    let (stories, questions) = (inputs.ints("stories"), inputs.ints("queries"));
    let places = (0..words).flat_map(|word| (0..sentences).map(move |sentence| (word, sentence)));
    let at = |(word, sentence)| (0..rows).map(move |row| (row * sentences + sentence) * words + word);
    QuestionBatch {
        rows,
        sentences,
        words,
        stories: places.flat_map(at).map(|at| stories[at]).collect(),
        questions: (0..words)
            .flat_map(|word| (0..rows).map(move |row| row * words + word))
            .map(|at| questions[at])
            .collect(),
        answers: inputs.ints("answers").into_iter().map(Some).collect(),
    }
}

/// Asserts that a tensor's gradients differ by less than 1e-5, and by less than a thousandth of the largest.
pub fn assert_gradient(name: &str, found: &[f32], expected: &[f32]) {
    assert_eq!(found.len(), expected.len(), "{name}");
    let largest = expected.iter().fold(0.0f32, |most, number| most.max(number.abs()));
    let limit = (1e-3 * largest).min(1e-5);
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= limit, "{name}, number {at}: {found}, expected {expected}");
    }
}
