//! The counts that the ReaSCAN paper reports as evidence for its hold-outs, as data.

use wampimuk_gscan::{Condition, Names};

use super::{Counted, Question, Sight};

/// The paper's counts (sections 6.2 and 6.3), and the held-out combinations themselves, which train must not have.
///
/// What the paper counts was found by counting in data that its own generator made: words that stand next to each other
/// in some phrase, so that "small square" is not found in "small red square"; and examples, not objects.
pub(super) fn questions() -> Vec<Question> {
    let phrase = |words: &str| Sight { phrase: Some(words.to_string()), ..Sight::default() };
    let loose = |words: &str| Sight { apart: true, ..phrase(words) };
    let background = |object: &str| Sight { background: Some(object.to_string()), ..Sight::default() };
    let relations =
        |names: [&str; 2]| Sight { relations: names.map(String::from).into(), ..Sight::default() };
    let red_square = Condition {
        target_colour: Some(Names::One("red".to_string())),
        target_shape: Some(Names::One("square".to_string())),
        ..Condition::default()
    };
    let sights = [
        ("a1", "phrases with yellow cylinder", phrase("yellow cylinder"), Some(52_820)),
        ("a1", "phrases with blue square", phrase("blue square"), Some(90_693)),
        ("a1", "phrases with yellow square", phrase("yellow square"), Some(0)),
        ("a2", "red squares that are not the target", background("red square"), Some(266_164)),
        ("a2", "phrases with red square", phrase("red square"), Some(0)),
        ("a3", "phrases with small square", phrase("small square"), Some(22_866)),
        ("a3", "phrases with small red circle", phrase("small red circle"), Some(23_838)),
        ("a3", "phrases with small (any colour) cylinder", loose("small cylinder"), Some(0)),
        ("b2", "inside of, with same row", relations(["inside of", "in the same row as"]), Some(58_863)),
        ("b2", "inside of, with same size", relations(["inside of", "in the same size as"]), Some(0)),
    ];
    let mut questions: Vec<Question> = sights
        .into_iter()
        .map(|(about, label, sight, published)| Question {
            about: about.to_string(),
            label: label.to_string(),
            condition: Counted::Sight(sight),
            published,
        })
        .collect();
    questions.insert(
        5,
        Question {
            about: "a2".to_string(),
            label: "red squares as targets".to_string(),
            condition: red_square.into(),
            published: Some(0),
        },
    );
    questions
}
