//! How fast questions of language models are prepared, and answers judged: what is not to be waited for beside a server.

use std::hint::black_box;

use wampimuk_core::Role;
use wampimuk_families::{Dataset, require};
use wampimuk_prompt::{AnswerReader, ParseMode, Prompter};
use wampimuk_score::judge_item;

use crate::{Row, per_second, times};

/// How many questions of each family, at most.
const QUESTIONS: u64 = 20_000;

/// The families, each in its usual form.
pub fn rows() -> Vec<Row> {
    let families = [
        ("questions of gscan, prepared and judged", "gscan"),
        ("questions of reascan, prepared and judged", "reascan"),
        ("questions of mix(T12), prepared and judged", "mix-t12"),
        ("questions of riddles, prepared and judged", "riddle"),
    ];
    families.map(|(what, recipe)| row(what, recipe)).into()
}

/// An item is made, written as a question, answered with some thinking before it, and the answer found, read and judged.
fn row(what: &'static str, recipe: &str) -> Row {
    let recipe = require(recipe, &[]).expect("a shipped recipe");
    let dataset = recipe.dataset(0).expect("shipped recipes are sound");
    let is_test = |split: &wampimuk_core::SplitInfo| split.role == Role::Test && split.len > 0;
    let split = dataset.splits().iter().position(is_test).expect("a test split");
    let count = dataset.splits()[split].len.min(QUESTIONS);
    let whole = times(|| ask(&*dataset, split, count));
    let making = times(|| {
        let mut workers = dataset.contents().workers();
        for index in 0..count {
            black_box(workers.make(split, index).expect("every address has an item").id());
        }
    });
    let rest = whole[0].saturating_sub(making[0]).as_secs_f64().max(f64::EPSILON);
    let note = format!("making the items included; without it {:.0}/s", count as f64 / rest);
    per_second(what, count as f64, "items/s", "≥ 20,000", &whole, note)
}

fn ask(dataset: &dyn Dataset, split: usize, count: u64) {
    let mut workers = dataset.contents().workers();
    let reader = AnswerReader::of(dataset.contents());
    let prompter = Prompter::usual(dataset).expect("every family has a usual form");
    for index in 0..count {
        let made = workers.make(split, index).expect("every address has an item");
        let prompt = prompter.write(&made, split, index);
        black_box(&prompt.question);
        let said = format!("<think>Let me look at it first.</think>\nAnswer:\n{}", prompt.answer);
        let answer = reader.read(&said, prompter.view(), ParseMode::Whole);
        assert!(judge_item(&made, &answer).exact, "the right answer is right");
    }
}
