//! What a paper reports, and the trainings that should give it: a file in `papers`.

mod result;
mod table;

use std::collections::BTreeMap;

use serde::Deserialize;
use wampimuk_core::suggest_or_list;

use crate::error::Error;
pub use table::{Answers, Filled, fill};

/// The papers by name.
pub const PAPERS: [(&str, &str); 3] = [
    ("gscan", include_str!("../papers/gscan.toml")),
    ("reascan", include_str!("../papers/reascan.toml")),
    ("dyna-babi", include_str!("../papers/dyna-babi.toml")),
];

/// A paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its name, authors and year.
    pub title: String,
    /// How many seeds its numbers are averages of.
    pub seeds: u64,
    /// The trainings.
    pub runs: BTreeMap<String, Run>,
    /// What it reports.
    pub tables: Vec<Table>,
}

/// A training, of which there is one for each seed.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Run {
    /// The model's name.
    pub model: String,
    /// How it learns; models that do not learn have none.
    pub preset: Option<String>,
    /// How it learns with large batches and few updates.
    pub quick: Option<String>,
    /// The recipe that it learns from.
    pub data: String,
    /// Changes of the recipe, as of `--set`.
    #[serde(default)]
    pub set: Vec<String>,
    /// What is done to the training data.
    pub augment: Option<Augment>,
}

/// What is done to training data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Augment {
    /// Good-enough compositional augmentation.
    Geca,
}

/// A table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// Its number and what it shows.
    pub title: String,
    /// The models, by the names of their runs.
    pub columns: Vec<String>,
    /// Only so many tokens of each answer are judged, as the original did.
    pub cap: Option<usize>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A row: a share of right answers for each column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What it is called.
    pub label: String,
    /// The recipe whose items are asked; by default the one that was learned from.
    pub data: Option<String>,
    /// The split.
    pub split: String,
    /// Only commands that refer to their target so, without its article.
    pub referred: Option<String>,
    /// Only questions with so many supporting facts.
    pub supports: Option<Supports>,
    /// Only questions with, or without, giving among their supporting facts.
    pub giving: Option<bool>,
    /// Of pairs of phrasings, those of which these are answered.
    pub pairs: Option<Pair>,
    /// The runs of columns whose run is another than the column's name says.
    #[serde(default)]
    pub runs: BTreeMap<String, String>,
    /// What the paper reports for each column, in percent: the mean, and the standard deviation where it is given.
    pub published: BTreeMap<String, Vec<f64>>,
}

/// How many supporting facts a question has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Supports {
    /// One.
    #[serde(rename = "1")]
    One,
    /// Two.
    #[serde(rename = "2")]
    Two,
    /// Three or more.
    #[serde(rename = "3+")]
    More,
}

/// Which of two phrasings of a question are answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pair {
    /// Both.
    Both,
    /// Only "where is somebody".
    Where,
    /// Only "is somebody there".
    YesNo,
    /// Neither.
    Neither,
}

impl Supports {
    /// Whether so many are meant.
    pub fn include(self, count: usize) -> bool {
        match self {
            Self::One => count == 1,
            Self::Two => count == 2,
            Self::More => count >= 3,
        }
    }
}

impl Paper {
    /// The paper of this name.
    ///
    /// # Errors
    /// If there is none, or its file is wrong.
    pub fn named(name: &str) -> Result<Self, Error> {
        let names = || PAPERS.iter().map(|(name, _)| *name);
        let Some((_, text)) = PAPERS.iter().find(|(own, _)| *own == name) else {
            let hint = suggest_or_list(name, "there are", names());
            return Err(Error::Request(format!("there is no paper `{name}` ({hint})")));
        };
        let wrong = |error| Error::Request(format!("failed to read the paper {name}: {error}"));
        toml::from_str(text).map_err(wrong)
    }
}

impl Row {
    /// The run that a column's number comes from.
    pub fn run<'r>(&'r self, column: &'r str) -> &'r str {
        self.runs.get(column).map_or(column, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn papers_name_only_what_there_is() {
        let mut known = BTreeMap::new();
        for (name, _) in PAPERS {
            let paper = Paper::named(name).unwrap();
            for row in paper.tables.iter().flat_map(|table| &table.rows) {
                for column in row.published.keys() {
                    let run = &paper.runs[row.run(column)];
                    let recipe = row.data.as_ref().unwrap_or(&run.data);
                    let changes: &[String] = if row.data.is_some() { &[] } else { &run.set };
                    let splits = known.entry((recipe.clone(), changes.to_vec())).or_insert_with(|| {
                        wampimuk_families::require(recipe, changes)
                            .unwrap()
                            .dataset(0)
                            .unwrap()
                            .splits()
                            .to_vec()
                    });
                    let found = splits.iter().any(|split| split.name == row.split && split.len > 0);
                    assert!(found, "{name}: {} has no split {}", recipe, row.split);
                }
            }
            for table in &paper.tables {
                for row in &table.rows {
                    assert!(
                        row.published.keys().all(|column| table.columns.contains(column)),
                        "{}",
                        row.label
                    );
                }
            }
        }
    }

    #[test]
    fn every_run_is_part_of_a_table() {
        for (name, _) in PAPERS {
            let paper = Paper::named(name).unwrap();
            for run in paper.runs.keys() {
                let rows = || paper.tables.iter().flat_map(|table| &table.rows);
                assert!(rows().any(|row| row.published.keys().any(|column| row.run(column) == run)), "{run}");
            }
        }
    }
}
