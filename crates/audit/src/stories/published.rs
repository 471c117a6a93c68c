//! The numbers that the Dyna-bAbI paper gives for tasks and splits.

use serde::Serialize;

use super::named::task_number;

/// A row of the paper's Table 1: a task of the training sets.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PublishedTask {
    /// Its number.
    pub task: u64,
    /// Its events, with POSS for taking and dropping.
    pub events: &'static str,
    /// Its linguistic constructs.
    pub constructs: &'static str,
    /// Its questions.
    pub questions: &'static str,
    /// Sentences before a question, on average.
    pub sentences: f64,
    /// Supporting facts, on average.
    pub supports: f64,
}

/// A row of the paper's Table 2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct PublishedSplit {
    /// Its name, such as `mix_T7`.
    pub split: &'static str,
    /// Sentences before a question, on average.
    pub sentences: f64,
    /// How many questions it has.
    pub questions: u64,
    /// Supporting facts, on average.
    pub supports: f64,
}

const fn task(
    task: u64,
    events: &'static str,
    constructs: &'static str,
    questions: &'static str,
    [sentences, supports]: [f64; 2],
) -> PublishedTask {
    PublishedTask { task, events, constructs, questions, sentences, supports }
}

const fn split(split: &'static str, questions: u64, [sentences, supports]: [f64; 2]) -> PublishedSplit {
    PublishedSplit { split, sentences, questions, supports }
}

const TASKS: [PublishedTask; 12] = [
    task(1, "MOVE", "–", "where-P", [6.0, 1.0]),
    task(2, "MOVE, POSS", "–", "where-O", [15.52, 2.0]),
    task(3, "MOVE, POSS", "–", "where-was-O", [51.9, 3.0]),
    task(5, "MOVE, GIVE, POSS", "–", "give-qs", [20.1, 1.0]),
    task(6, "MOVE", "–", "yes-no", [6.27, 1.0]),
    task(7, "MOVE, GIVE, POSS", "–", "counting", [8.67, 2.33]),
    task(8, "MOVE, POSS", "–", "list", [8.75, 1.94]),
    task(9, "MOVE", "NEGATE", "yes-no", [6.0, 1.0]),
    task(10, "MOVE", "INDEF", "yes-no", [6.0, 1.0]),
    task(11, "MOVE", "CO-REF", "where-P", [6.0, 2.0]),
    task(12, "MOVE", "CONJ", "where-P", [6.0, 1.0]),
    task(13, "MOVE", "CONJ, CO-REF", "where-P", [6.0, 2.0]),
];

const SPLITS: [PublishedSplit; 10] = [
    split("concat_T2", 18_000, [10.76, 2.0]),
    split("concat_T7", 63_000, [13.5, 1.68]),
    split("inject_T7", 190_158, [23.25, 1.42]),
    split("diverse_T7", 17_000, [20.0, 2.17]),
    split("concat_T12", 108_000, [10.8, 1.42]),
    split("inject_T12", 368_831, [15.97, 1.28]),
    split("diverse_T12", 24_772, [20.0, 2.45]),
    split("mix_T2", 1_000, [13.25, 2.05]),
    split("mix_T7", 3_000, [20.0, 2.50]),
    split("mix_T12", 6_000, [20.0, 3.70]),
];

/// What is published of a task, by a name such as `qa1`, `1` or `qa1_single-supporting-fact`.
pub fn published_task(name: &str) -> Option<&'static PublishedTask> {
    let number = task_number(name)?;
    let rest = name
        .trim_start_matches("qa")
        .trim_start_matches("task")
        .trim_start_matches(|c: char| c.is_ascii_digit());
    // the sub-tasks of the kit have numbers of their own, as in `1_wp`
    let own = !rest.is_empty() && name.starts_with(|c: char| c.is_ascii_digit());
    TASKS.iter().find(|task| task.task == number && !own)
}

/// What is published of a split, by a name such as `mix_T7` or `mix(T7)`.
pub fn published_split(name: &str) -> Option<&'static PublishedSplit> {
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
    };
    SPLITS.iter().find(|split| plain(split.split) == plain(name))
}

/// What is published of a dataset such as `mix-t12` or `diverse-t7-released`, if this is the split that the paper has: test of
/// mix, train of others.
pub(crate) fn published_main_split(dataset: &str, split: &str) -> Option<&'static PublishedSplit> {
    let main = if dataset.starts_with("mix") { "test" } else { "train" };
    (split == main).then(|| published_split(dataset.trim_end_matches("-released"))).flatten()
}
