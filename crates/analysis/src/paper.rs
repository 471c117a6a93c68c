//! What a paper reports, and the trainings that should give it: a file in `papers`.
//!
//! A published number stands only beside what comes of the recipe that it belongs to. Columns and rows of certified
//! recipes stand beside these without one.

mod figure;
mod known;
mod selection;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use wampimuk_core::suggest_or_list;

use crate::error::Error;
pub use figure::{DrawnFigure, draw};
pub use known::Known;
pub use table::{Answers, Filled, fill, summary};

/// The papers by name.
pub const PAPERS: [(&str, &str); 3] = [
    ("gscan", include_str!("../papers/gscan.toml")),
    ("reascan", include_str!("../papers/reascan.toml")),
    ("dyna-babi", include_str!("../papers/dyna-babi.toml")),
];

/// Of so many items of a split it is said what was attended to: weights take much more room than answers.
pub const ATTENDED: u64 = 2000;

/// A paper.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paper {
    /// Its name, authors and year.
    pub title: String,
    /// How many seeds its numbers are averages of.
    pub seeds: u64,
    /// What a reader of the tables should know.
    #[serde(default)]
    pub notes: Vec<String>,
    /// Trainings that are done only if their group is asked for, with what they are for.
    #[serde(default)]
    pub groups: BTreeMap<String, String>,
    /// The trainings.
    pub runs: BTreeMap<String, Run>,
    /// What it reports.
    pub tables: Vec<Table>,
    /// What it draws.
    #[serde(default)]
    pub figures: Vec<Figure>,
    /// What it draws of its data alone.
    pub data: Option<DataComparison>,
}

/// Datasets that a paper compares with each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataComparison {
    /// Which figures these are.
    pub title: String,
    /// The recipes.
    pub recipes: Vec<String>,
    /// The split.
    pub split: String,
    /// The figure that shows how an item comes about, if there is one.
    pub derivation: Option<String>,
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
    /// The training whose weights it begins with.
    pub from: Option<String>,
    /// How many questions of each kind of a hold-out it is tuned on.
    pub inoculate: Option<u64>,
    /// The group that it is of; the others are always done.
    pub group: Option<String>,
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
    /// Columns that the paper does not have: every row has them, with these runs.
    #[serde(default)]
    pub beside: BTreeMap<String, String>,
    /// Only so many tokens of each answer are judged, as the original did.
    pub cap: Option<usize>,
    /// The same table once more, capped.
    pub again: Option<Again>,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// A table once more, with some of its columns, judged on the first tokens only.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Again {
    /// What is added to its title.
    pub title: String,
    /// Its columns.
    pub columns: Vec<String>,
    /// How many tokens.
    pub cap: usize,
}

/// A row: a share of answers for each column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// What it is called.
    pub label: String,
    /// The recipe whose items are asked; by default the one that was learned from.
    pub data: Option<String>,
    /// The split.
    pub split: String,
    /// The split in columns where it has another name.
    #[serde(default)]
    pub splits: BTreeMap<String, String>,
    /// Which of its items, and what of the answers.
    #[serde(flatten)]
    pub of: Selection,
    /// The runs of columns whose run is another than the column's name says.
    #[serde(default)]
    pub runs: BTreeMap<String, String>,
    /// What the paper reports for each column, in percent: the mean, and the standard deviation where it is given.
    #[serde(default)]
    pub published: BTreeMap<String, Vec<f64>>,
    /// Whether the published number is a bound.
    pub bound: Option<Bound>,
}

/// Which items of a split count, and what is measured.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
pub struct Selection {
    /// Only commands with one of these values in a dimension of `score --by`. `18..` is 18 and more.
    #[serde(default)]
    pub only: BTreeMap<String, Vec<String>>,
    /// Only questions with so many supporting facts.
    pub supports: Option<Supports>,
    /// Only questions with, or without, giving among their supporting facts.
    pub giving: Option<bool>,
    /// Of pairs of phrasings, those of which these are answered.
    pub pairs: Option<Pair>,
    /// What is measured.
    #[serde(default)]
    pub measure: MeasureName,
}

/// What is measured of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasureName {
    /// Whether they are right.
    #[default]
    Exact,
    /// Whether the agent ends up in the right row or column.
    RowOrColumn,
    /// Whether the target has most of the attention.
    Attention,
    /// The same of wrong answers.
    AttentionIfWrong,
}

/// A published number that is a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bound {
    /// The paper says "below".
    Below,
    /// The paper says "over".
    Over,
}

/// A chart of lines.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its number and what it shows.
    pub title: String,
    /// What runs to the right.
    pub by: Across,
    /// The recipe whose items are asked; by default the one that was learned from.
    pub data: Option<String>,
    /// The split.
    pub split: String,
    /// The split of lines where it has another name.
    #[serde(default)]
    pub splits: BTreeMap<String, String>,
    /// The runs of each line: one, or one for each number of items that it was tuned on.
    pub lines: BTreeMap<String, Vec<String>>,
}

/// What runs to the right in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Across {
    /// How many actions the right answer has.
    Length,
    /// How many items of a hold-out the model was tuned on.
    Inoculation,
}

/// How many supporting facts a question has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
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
    // With `inline` reading is compiled where it is asked for, in `experiment`, which releases do not optimise.
    #[cfg_attr(not(debug_assertions), inline)]
    pub fn named(name: &str) -> Result<Self, Error> {
        let names = || PAPERS.iter().map(|(name, _)| *name);
        let Some((_, text)) = PAPERS.iter().find(|(own, _)| *own == name) else {
            let hint = suggest_or_list(name, "there are", names());
            return Err(Error::Request(format!("there is no paper `{name}` ({hint})")));
        };
        let wrong = |error| Error::Request(format!("failed to read the paper {name}: {error}"));
        let mut paper: Self = toml::from_str(text).map_err(wrong)?;
        paper.tables = paper.tables.into_iter().flat_map(Table::and_again).collect();
        Ok(paper)
    }

    /// What the predictions of a run have to answer: recipes, with the splits of each, and whether attention is needed.
    pub fn asked(&self, run: &str) -> BTreeMap<Asked, BTreeSet<String>> {
        let mut asked: BTreeMap<Asked, BTreeSet<String>> = BTreeMap::new();
        let own = self.runs.get(run).map(|own| own.data.as_str()).unwrap_or_default();
        let mut ask = |data: Option<&String>, attention: bool, split: &str| {
            let data = data.map_or(own, String::as_str).to_owned();
            asked.entry(Asked { data, attention }).or_default().insert(split.to_owned());
        };
        for table in &self.tables {
            for row in &table.rows {
                for (column, _) in table.cells(row).into_iter().filter(|(_, of)| *of == run) {
                    ask(row.data.as_ref(), row.of.measure.needs_attention(), row.split(column));
                }
            }
        }
        for figure in &self.figures {
            for (line, _) in figure.lines.iter().filter(|(_, runs)| runs.iter().any(|of| of == run)) {
                ask(figure.data.as_ref(), false, figure.split(line));
            }
        }
        asked
    }
}

/// What a file of predictions is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Asked {
    /// The recipe.
    pub data: String,
    /// Whether it says what was attended to.
    pub attention: bool,
}

impl Asked {
    /// How many items of a split have to be answered at most.
    pub(crate) fn most(&self) -> u64 {
        if self.attention { ATTENDED } else { u64::MAX }
    }
}

impl MeasureName {
    /// Whether predictions have to say what was attended to.
    pub fn needs_attention(self) -> bool {
        matches!(self, Self::Attention | Self::AttentionIfWrong)
    }
}

impl Table {
    fn and_again(mut self) -> Vec<Self> {
        let Some(Again { title, columns, cap }) = self.again.take() else { return vec![self] };
        let mut rows = self.rows.clone();
        let is_kept = |column: &String| columns.contains(column);
        for row in &mut rows {
            row.published.retain(|column, _| is_kept(column));
            row.runs.retain(|column, _| is_kept(column));
            row.splits.retain(|column, _| is_kept(column));
        }
        rows.retain(|row| !row.published.is_empty() || !row.runs.is_empty());
        let beside = self.beside.clone().into_iter().filter(|(column, _)| is_kept(column)).collect();
        let again = Self {
            title: format!("{}{title}", self.title),
            columns,
            beside,
            cap: Some(cap),
            again: None,
            rows,
        };
        vec![self, again]
    }

    /// The columns that a row has numbers in, with the runs that these come from.
    pub fn cells<'t>(&'t self, row: &'t Row) -> Vec<(&'t str, &'t str)> {
        let run = |column: &'t String| {
            let own = row.runs.get(column).or_else(|| self.beside.get(column));
            let is_meant = own.is_some() || row.published.contains_key(column);
            is_meant.then(|| (column.as_str(), own.map_or(column.as_str(), String::as_str)))
        };
        self.columns.iter().filter_map(run).collect()
    }
}

impl Row {
    /// The split that a column is about.
    pub fn split(&self, column: &str) -> &str {
        self.splits.get(column).map_or(&self.split, String::as_str)
    }
}

impl Figure {
    /// The split that a line is about.
    pub fn split(&self, line: &str) -> &str {
        self.splits.get(line).map_or(&self.split, String::as_str)
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
            for (run, of) in &paper.runs {
                assert!(of.group.as_ref().is_none_or(|group| paper.groups.contains_key(group)), "{run}");
                assert!(of.from.as_ref().is_none_or(|from| paper.runs.contains_key(from)), "{run}");
                for (Asked { data, .. }, splits) in paper.asked(run) {
                    let changes: &[String] = if data == of.data { &of.set } else { &[] };
                    let there = known.entry((data.clone(), changes.to_vec())).or_insert_with(|| {
                        let dataset = wampimuk_families::require(&data, changes).unwrap().dataset(0).unwrap();
                        dataset.splits().to_vec()
                    });
                    for split in splits {
                        let found = there.iter().any(|own| own.name == split && own.len > 0);
                        assert!(found, "{name}, {run}: {data} has no split {split}");
                    }
                }
            }
            for table in &paper.tables {
                for row in &table.rows {
                    let columns = row.published.keys().chain(row.runs.keys()).chain(row.splits.keys());
                    for column in columns {
                        assert!(table.columns.contains(column), "{}, {}: {column}", table.title, row.label);
                    }
                    for (column, run) in table.cells(row) {
                        let run =
                            paper.runs.get(run).unwrap_or_else(|| panic!("{}: {column}, {run}", row.label));
                        // Published figures stand beside what comes of released recipes, or of those that have no such
                        // counterpart.
                        let data = row.data.as_ref().unwrap_or(&run.data);
                        let released = format!("{data}-released");
                        let is_certified = wampimuk_families::shipped().any(|recipe| recipe.name == released);
                        assert!(
                            !is_certified || !row.published.contains_key(column),
                            "{}: {column}",
                            row.label
                        );
                    }
                    for name in row.of.only.keys() {
                        assert!(crate::grid::Dimension::from_name(name).is_some(), "{name}");
                    }
                }
            }
            for recipe in paper.data.iter().flat_map(|data| &data.recipes) {
                assert!(wampimuk_families::shipped().any(|shipped| shipped.name == *recipe), "{recipe}");
            }
            for figure in &paper.figures {
                assert!(figure.lines.values().flatten().all(|run| paper.runs.contains_key(run)));
            }
        }
    }

    #[test]
    fn every_run_is_part_of_a_table_or_figure() {
        for (name, _) in PAPERS {
            let paper = Paper::named(name).unwrap();
            assert!(paper.runs.keys().all(|run| !paper.asked(run).is_empty()), "{name}");
        }
    }
}
