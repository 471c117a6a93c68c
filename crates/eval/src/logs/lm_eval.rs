//! Logs of lm-evaluation-harness: a line for each answer.

use serde::Deserialize;
use serde_json::Value;

use super::metadata::About;
use super::said::said;
use super::{Log, Logged, Visit};
use crate::Error;

#[derive(Debug, Deserialize)]
struct Line {
    doc: Doc,
    resps: Value,
}

#[derive(Debug, Deserialize)]
struct Doc {
    /// Text of JSON: tables of the harness have no objects.
    #[serde(default)]
    metadata: Option<String>,
}

/// Visits the answers of a line: several, if the question was asked several times.
pub(super) fn line(log: &Log, line: &[u8], number: u64, visit: Visit<'_>) -> Result<(), Error> {
    let place = format!("line {number}");
    let line: Line = serde_json::from_slice(line).map_err(|error| log.wrong(&place, error))?;
    let Some(metadata) = line.doc.metadata else { return Ok(()) };
    let about: About = serde_json::from_str(&metadata).map_err(|error| log.wrong(&place, error))?;
    let mut answers = Vec::new();
    texts(line.resps, &mut answers);
    for text in answers {
        // The harness does not say why an answer ended.
        let said = said("", &text, "");
        visit(Logged { place: place.clone(), model: model(log), about: about.clone(), said })?;
    }
    Ok(())
}

/// The texts of lists within lists.
fn texts(value: Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text),
        Value::Array(values) => values.into_iter().for_each(|value| texts(value, found)),
        _ => {}
    }
}

/// The harness names the folder after the model.
fn model(log: &Log) -> String {
    let folder = log.path.parent().and_then(|folder| folder.file_name());
    folder.map_or_else(|| "a model".to_owned(), |name| name.to_string_lossy().into_owned())
}
