//! What a study leaves in its folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use wampimuk_analysis::predictions::{Header, Prediction, Said, Writer};
use wampimuk_core::{Field, Schema, Sink as _, Type};
use wampimuk_dataset::{Output, ParquetWriter, Table};

use crate::Error;
use crate::examine::{Outcome, Sample};
use crate::findings::Findings;
use crate::summary::RunSummary;
use crate::variant::Variant;

/// Rows of a group of the Parquet file, and bytes of text in it.
const ROWS: usize = 4096;
const BYTES: usize = 64 << 20;

/// What stands in a file of predictions where there is no answer: marked as one, and empty.
const NO_ANSWER: &str = "<answer></answer>";

/// The columns of `answers.parquet`.
fn schema() -> Schema {
    let field = Field::new;
    Schema {
        fields: vec![
            field("model", Type::Text, "the model"),
            field("recipe", Type::Text, "the dataset"),
            field("seed", Type::U64, "its seed"),
            field("form", Type::Text, "how the item is written"),
            field("split", Type::Text, "the split"),
            field("index", Type::U64, "the item's place there"),
            field("id", Type::Text, "the item's identity"),
            field(
                "variant",
                Type::Text,
                "item, changed, same or paraphrase: the item itself, or what differs from it",
            ),
            field("sample", Type::U32, "which of the answers to this question"),
            field("prompt", Type::Text, "what the model read first"),
            field(
                "shots",
                Type::List(Box::new(Type::U64)),
                "which items of train it was shown before, as examples",
            ),
            field("answer", Type::Text, "what it said; in a conversation, at last"),
            field(
                "turns",
                Type::List(Box::new(Type::Text)),
                "what it said turn by turn, if this is a conversation",
            ),
            field("reasoning", Type::Text, "its thinking, if it is told apart"),
            field("parsed", Type::Text, "the answer that was read; empty if there is none"),
            field("expected", Type::Text, "the right answer"),
            field("outcome", Type::Text, "right, wrong, unreadable, refused, cut, empty or failed"),
            field("why", Type::Text, "what is wrong"),
            field("score", Type::U8, "1 if it is right, else 0"),
            field("prompt_tokens", Type::U64, "tokens of the question"),
            field("completion_tokens", Type::U64, "tokens of the answer and its thinking"),
            field("milliseconds", Type::U64, "from sending to answer"),
            field("attempts", Type::U32, "how often it was sent"),
        ],
    }
}

/// Every answer as a row of a Parquet file.
pub(crate) struct Rows {
    path: PathBuf,
    writer: ParquetWriter<Output>,
    table: Table,
    bytes: usize,
}

impl Rows {
    pub fn create(folder: &Path) -> Result<Self, Error> {
        let path = folder.join("answers.parquet");
        let failed = |error: &dyn std::fmt::Display| Error::write(&path, error);
        let output = Output::create(&path).map_err(|error| failed(&error))?;
        let schema = schema();
        let writer = ParquetWriter::new(output, &schema, &[]).map_err(|error| failed(&error))?;
        Ok(Self { path, writer, table: Table::new(&schema), bytes: 0 })
    }

    pub fn add(&mut self, run: &Findings<'_>, split: &str, sample: &Sample) -> Result<(), Error> {
        let Sample { question, shots, expected, said, parsed, outcome, why, .. } = sample;
        let table = &mut self.table;
        table.text(&run.about.model);
        table.text(&run.about.data);
        table.uint(run.dataset.seed());
        table.text(&run.about.form);
        table.text(split);
        table.uint(sample.index);
        table.id(sample.id);
        table.text(sample.variant.name());
        table.uint(u64::from(sample.sample));
        table.text(question);
        table.list(shots.len());
        shots.iter().for_each(|&index| table.uint(index));
        table.text(&said.answer);
        table.list(said.turns.len());
        said.turns.iter().for_each(|turn| table.text(turn));
        for text in [&said.reasoning, parsed, expected] {
            table.text(text);
        }
        table.text(outcome.name());
        table.text(why);
        table.uint(u64::from(*outcome == Outcome::Right));
        table.uint(said.prompt_tokens);
        table.uint(said.completion_tokens);
        table.uint(said.milliseconds);
        table.uint(u64::from(said.attempts));
        table.end();
        let turns: usize = said.turns.iter().map(String::len).sum();
        self.bytes += question.len() + said.answer.len() + said.reasoning.len() + turns;
        if self.table.rows() >= ROWS || self.bytes >= BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Error> {
        self.bytes = 0;
        if self.table.rows() == 0 {
            return Ok(());
        }
        let failed = |error: &dyn std::fmt::Display| Error::write(&self.path, error);
        let batch = self.table.finish().map_err(|error| failed(&error))?;
        self.writer.write(&batch).map_err(|error| failed(&error))
    }

    pub fn finish(mut self) -> Result<(), Error> {
        self.flush()?;
        let path = self.path;
        let output = self.writer.finish().map_err(|error| Error::write(&path, error))?;
        output.finish().map_err(|error| Error::write(&path, error))
    }
}

/// The first answer to each question of a run, as `wampimuk score` reads it.
pub(crate) struct Predictions {
    pub path: PathBuf,
    writer: Writer<Output>,
}

impl Predictions {
    pub fn create(path: PathBuf, run: &Findings<'_>, changes: &[String]) -> Result<Self, Error> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
        }
        let output = Output::create(&path).map_err(|error| Error::write(&path, error))?;
        let header = Header {
            model: Some(run.about.label.clone()),
            recipe: Some(run.about.data.clone()),
            digest: Some(run.dataset.digest().to_string()),
            data_seed: Some(run.dataset.seed()),
            changes: changes.to_vec(),
            ..Header::default()
        };
        let writer = Writer::new(output, &header).map_err(|error| Error::write(&path, error))?;
        Ok(Self { path, writer })
    }

    /// Writes an answer down, if it is the first to its question and counts.
    pub fn add(&mut self, split: &str, sample: &Sample) -> Result<(), Error> {
        if sample.variant != Variant::Item || sample.sample != 0 || !sample.outcome.counts() {
            return Ok(());
        }
        let prediction = Prediction {
            split: split.to_owned(),
            index: sample.index,
            said: Said::Text(prediction(sample)),
            attention: None,
        };
        self.writer.write(&prediction).map_err(|error| Error::write(&self.path, error))
    }

    pub fn finish(self) -> Result<(), Error> {
        self.writer.finish().finish().map_err(|error| Error::write(&self.path, error))
    }
}

/// An answer as it stands in a file of predictions: what was said, or of a conversation what was done.
pub(crate) fn prediction(sample: &Sample) -> String {
    match (sample.outcome.is_read(), sample.said.turns.is_empty()) {
        (true, true) => sample.said.answer.clone(),
        (true, false) => format!("Answer: {}", sample.parsed),
        (false, _) => NO_ANSWER.to_owned(),
    }
}

/// Writes a file, which appears whole or not at all.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
    }
    let failed = |error| Error::write(path, error);
    let mut output = Output::create(path).map_err(failed)?;
    output.append(bytes).map_err(failed)?;
    output.finish().map_err(failed)
}

/// The results of a run as model hubs read them: a list with an entry for each split. Texts of JSON are texts of YAML.
pub(crate) fn eval_results(run: &RunSummary, date: &str) -> String {
    let mut text = String::new();
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    for split in run.splits.iter().filter(|split| split.items > 0) {
        let notes = format!(
            "form {}, n = {}, 95 % interval {:.4} to {:.4}, seed {}",
            run.form, split.items, split.interval[0], split.interval[1], run.seed
        );
        text.push_str(&format!(
            "- dataset:\n    id: {}\n    task_id: {}\n    revision: {}\n  value: {:.4}\n  date: {}\n  source:\n    \
             url: {}\n    name: \"wampimuk eval\"\n  notes: {}\n",
            quoted(&format!("wampimuk/{}", run.data)),
            quoted(&split.split),
            quoted(&run.digest),
            split.accuracy,
            quoted(date),
            quoted(env!("CARGO_PKG_REPOSITORY")),
            quoted(&notes),
        ));
    }
    text
}

/// Names of files for runs, each its own.
#[derive(Debug, Default)]
pub(crate) struct Names(BTreeSet<String>);

impl Names {
    /// A name made of these words.
    pub fn name(&mut self, words: &[&str]) -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' || c == '_' { c } else { '-' };
        let joined: String = words.join("-").chars().map(plain).collect();
        let joined: String = joined.trim_matches(['-', '.']).chars().take(100).collect();
        let mut name = joined.clone();
        for number in 2.. {
            if self.0.insert(name.to_lowercase()) {
                break;
            }
            name = format!("{joined}-{number}");
        }
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain_and_differ() {
        let mut names = Names::default();
        assert_eq!(names.name(&["org/Model:7b", "gscan", "grid"]), "org-Model-7b-gscan-grid");
        assert_eq!(names.name(&["org-model-7b", "gscan", "grid"]), "org-model-7b-gscan-grid-2");
        assert_eq!(names.name(&["../..", "x"]), "x");
    }
}
