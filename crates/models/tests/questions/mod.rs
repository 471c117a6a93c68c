//! The questions of a fixture.

use wampimuk_models::Questions;

use crate::fixture::Fixture;

/// Sentence by sentence as the models read them; the fixtures have them row by row.
pub fn questions(inputs: &Fixture) -> Questions {
    let &[rows, sentences, words] = &inputs.shape("stories")[..] else {
        panic!("stories have sentences and words")
    };
    let (stories, questions) = (inputs.ints("stories"), inputs.ints("queries"));
    let places = (0..words).flat_map(|word| (0..sentences).map(move |sentence| (word, sentence)));
    let at = |(word, sentence)| (0..rows).map(move |row| (row * sentences + sentence) * words + word);
    Questions {
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
