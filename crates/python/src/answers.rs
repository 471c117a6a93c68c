//! Files of predictions: scored, and looked at one by one.

use std::path::PathBuf;

use pyo3::prelude::*;
use serde_json::{Value, json};
use wampimuk_analysis::browse::{Answered, Form, MOST, Outcome, Wanted, browse};
use wampimuk_analysis::score::{Options, Scored, score};
use wampimuk_show::{Kind, Options as Look};

use crate::checks::{Report, report};
use crate::watched::watched;

/// Scores files of predictions, one for each run.
#[pyfunction]
#[pyo3(signature = (files, *, data=None, splits, by, cap=None, baselines, train=None, recipe=None, seed=None, set, threads))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn scores(
    py: Python<'_>,
    files: Vec<PathBuf>,
    data: Option<String>,
    splits: Vec<String>,
    by: Vec<String>,
    cap: Option<usize>,
    baselines: bool,
    train: Option<String>,
    recipe: Option<String>,
    seed: Option<u64>,
    set: Vec<String>,
    threads: usize,
) -> PyResult<Report> {
    let data_option = Some("data");
    let options = Options {
        data,
        data_option,
        splits,
        by,
        cap,
        baselines,
        train,
        recipe,
        seed,
        set,
        ..Options::default()
    };
    let scored = watched(py, None, move |watch| score(&files, &options, threads.max(1), watch))?;
    let values = match &scored {
        Scored::Commands(report, _) => serde_json::to_value(report),
        Scored::Stories(scores) => serde_json::to_value(scores),
        Scored::Riddles(scores) => serde_json::to_value(scores),
    };
    let made = scored.report();
    report(py, values, made.tables, &made.page)
}

/// The answers of a file, one by one.
#[pyfunction]
#[pyo3(signature = (file, *, data=None, split=None, errors, skip, count, answer, recipe=None, seed=None, set, threads))]
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn answers(
    py: Python<'_>,
    file: PathBuf,
    data: Option<String>,
    split: Option<String>,
    errors: bool,
    skip: u64,
    count: usize,
    answer: bool,
    recipe: Option<String>,
    seed: Option<u64>,
    set: Vec<String>,
    threads: usize,
) -> PyResult<Report> {
    let splits = split.into_iter().collect();
    let data_option = Some("data");
    let about = Options { data, data_option, splits, recipe, seed, set, trust: true, ..Options::default() };
    let look = Look { answer, ..Look::new(Kind::Svg) };
    let wanted = Wanted { data: about, errors, skip, count: count.min(MOST), form: Form::Page, look };
    let browsed = watched(py, None, move |watch| browse(&file, &wanted, threads.max(1), watch))?;
    let shown: Vec<Value> = browsed.shown.iter().map(one).collect();
    let values = json!({ "file": browsed.file, "fitting": browsed.fitting, "shown": shown });
    report(py, Ok(values), vec![browsed.table()], &browsed.page(None))
}

fn one(answered: &Answered) -> Value {
    let texts: serde_json::Map<String, Value> =
        answered.texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone().into())).collect();
    json!({
        "split": answered.split,
        "index": answered.index,
        "outcome": answered.outcome.map(Outcome::name),
        "texts": texts,
    })
}
