//! Language models, asked over the network.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use serde_json::Value;
use wampimuk_eval::{Error, Journal, Plan, Report, Sending, Study, TokenCounter, carry_out, today};

use crate::checks::{Tables, converted, tables_of};
use crate::error::raise;
use crate::watched::{Telling, watched_stages};

/// The numbers, the tables, the page, how many requests failed, and what ran out if the budget did.
type Evaluated = (Py<PyAny>, Tables, String, u64, Option<String>);

/// How a study is carried out, as Python's keywords give it.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct How {
    concurrency: usize,
    timeout: f64,
    retries: u32,
    backoff: f64,
    authorities: Option<Vec<u8>>,
    tokenizer: Option<PathBuf>,
    floors: f64,
}

impl How {
    fn sending(&self) -> PyResult<Sending> {
        Ok(Sending {
            concurrency: self.concurrency.clamp(1, 4096),
            timeout: seconds("timeout", self.timeout)?,
            retries: self.retries,
            backoff: seconds("backoff", self.backoff)?,
            authorities: self.authorities.clone(),
        })
    }

    fn floors(&self) -> PyResult<Duration> {
        seconds("floors", self.floors)
    }

    fn counter(&self) -> Result<TokenCounter, Error> {
        self.tokenizer.as_deref().map_or_else(|| Ok(TokenCounter::default()), TokenCounter::open)
    }
}

fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    match (0.0..=86_400.0).contains(&value) {
        true => Ok(Duration::from_secs_f64(value)),
        false => Err(raise(format_args!("`{name}` is in seconds, from 0 to 86400, not {value}"))),
    }
}

/// A study from text of JSON, or from a file and what changes it, as text of JSON.
fn study(file: Option<PathBuf>, json: &str) -> Result<Study, Error> {
    let wrong = |error: serde_json::Error| Error::Request(error.to_string());
    let Some(file) = file else { return serde_json::from_str(json).map_err(wrong) };
    let mut study = Study::read(&file)?;
    let changes: Value = serde_json::from_str(json).map_err(wrong)?;
    study.seed = changes["seed"].as_u64().unwrap_or(study.seed);
    let set = changes["set"].as_array().into_iter().flatten();
    study.set.extend(set.filter_map(Value::as_str).map(str::to_owned));
    Ok(study)
}

/// What a study takes, beyond what its folder has.
#[pyfunction]
#[pyo3(signature = (file, json, folder, how))]
pub(crate) fn plan(
    py: Python<'_>,
    file: Option<PathBuf>,
    json: String,
    folder: PathBuf,
    how: How,
) -> PyResult<Py<PyAny>> {
    let estimate = watched_stages(py, Telling::Nobody, move |watch| {
        let plan = Plan::new(study(file, &json)?)?.with_counter(how.counter()?);
        // A plan makes no folder.
        let journal = match folder.join("journal.jsonl").exists() {
            true => Some(Journal::open(&folder)?),
            false => None,
        };
        plan.estimate(journal.as_ref(), watch)
    })?;
    converted(py, &serde_json::to_value(&estimate).map_err(raise)?)
}

/// Asks, judges and reports.
#[pyfunction]
#[pyo3(signature = (file, json, folder, key, how, progress=None))]
pub(crate) fn eval(
    py: Python<'_>,
    file: Option<PathBuf>,
    json: String,
    folder: PathBuf,
    key: Option<String>,
    how: How,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Evaluated> {
    let (sending, floors) = (how.sending()?, how.floors()?);
    let telling = progress.as_ref().map_or(Telling::Nobody, Telling::Stages);
    let (asking, evaluation) = watched_stages(py, telling, move |watch| {
        let plan = Arc::new(Plan::new(study(file, &json)?)?.with_counter(how.counter()?));
        let journal = Journal::open(&folder)?;
        let report = Report { folder: &folder, date: today(), floors: Vec::new(), remarks: Vec::new() };
        carry_out(&plan, &journal, &sending, key.as_deref(), report, floors, watch)
    })?;
    let values: Value = serde_json::to_value(&evaluation.summary).map_err(raise)?;
    let (page, tables) = (evaluation.html(), tables_of(evaluation.report.tables));
    Ok((converted(py, &values)?, tables, page, asking.failed, asking.exhausted))
}
