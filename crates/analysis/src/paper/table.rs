//! A paper's tables with ours beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use wampimuk_audit::Table as Shown;
use wampimuk_core::Watch;

use super::result::Counted;
use super::{Paper, Row, Table};
use crate::error::Error;
use crate::interval::over_runs;

/// A table that is filled in.
#[derive(Debug, Serialize)]
pub struct Filled {
    title: String,
    columns: Vec<String>,
    rows: Vec<FilledRow>,
}

#[derive(Debug, Serialize)]
struct FilledRow {
    label: String,
    cells: BTreeMap<String, Cell>,
}

/// A number of the paper, and ours.
#[derive(Debug, PartialEq, Serialize)]
struct Cell {
    /// Percent, one for each seed.
    ours: Vec<f64>,
    /// How many items each of them is a share of.
    items: Vec<u64>,
    /// The interval of 95 % of their mean, over seeds and items.
    interval: Option<[f64; 2]>,
    /// Mean and, where it is given, standard deviation.
    published: Vec<f64>,
    /// The difference of the means.
    difference: Option<f64>,
    /// What came of it.
    outcome: Outcome,
    /// What is missing of the trainings or of their items, if anything is.
    incomplete: Option<String>,
}

/// How ours is beside the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    /// There is none of ours.
    Missing,
    /// Ours is of a training, or of items, that are not all there: nothing follows.
    Incomplete,
    /// Theirs lies in our interval, or ours within two of their standard deviations.
    Equal,
    /// Ours is more.
    Above,
    /// Ours is less.
    Below,
}

impl Cell {
    /// `ours` are shares in percent, each with its number of items.
    fn new(ours: &[(f64, u64)], published: &[f64], incomplete: Option<String>) -> Self {
        let theirs = published.first().copied().unwrap_or(0.0);
        let shares: Vec<f64> = ours.iter().map(|(share, _)| *share).collect();
        let runs: Vec<(f64, u64)> = ours.iter().map(|(share, items)| (share / 100.0, *items)).collect();
        let interval = over_runs(&runs).map(|bounds| bounds.map(|bound| bound * 100.0));
        let difference = mean(&shares).map(|mean| mean - theirs);
        let is_within = interval.is_some_and(|[low, high]| (low..=high).contains(&theirs));
        let near = published.get(1).is_some_and(|sd| difference.is_some_and(|apart| apart.abs() <= 2.0 * sd));
        let outcome = match difference {
            None => Outcome::Missing,
            Some(_) if incomplete.is_some() => Outcome::Incomplete,
            Some(_) if is_within || near => Outcome::Equal,
            Some(difference) if difference > 0.0 => Outcome::Above,
            Some(_) => Outcome::Below,
        };
        Self {
            ours: shares,
            items: ours.iter().map(|(_, items)| *items).collect(),
            interval,
            published: published.to_vec(),
            difference,
            outcome,
            incomplete: incomplete.filter(|_| outcome == Outcome::Incomplete),
        }
    }

    fn shown(&self) -> [String; 3] {
        let spread = |mean: f64, deviation: Option<f64>| match deviation {
            Some(deviation) => format!("{mean:.2} ± {deviation:.2}"),
            None => format!("{mean:.2}"),
        };
        let interval =
            self.interval.map_or_else(String::new, |[low, high]| format!(" [{low:.1}, {high:.1}]"));
        let ours = match mean(&self.ours) {
            None => "–".to_owned(),
            Some(mean) => format!("{}{interval}", spread(mean, deviation(&self.ours))),
        };
        let theirs = self
            .published
            .first()
            .map_or_else(String::new, |&mean| spread(mean, self.published.get(1).copied()));
        let difference = self.difference.unwrap_or(0.0);
        let mark = match self.outcome {
            Outcome::Missing => String::new(),
            Outcome::Incomplete => format!("incomplete: {}", self.incomplete.as_deref().unwrap_or_default()),
            Outcome::Equal => format!("= {difference:+.1}"),
            Outcome::Above => format!("+ {difference:+.1}"),
            Outcome::Below => format!("- {difference:+.1}"),
        };
        [ours, theirs, mark]
    }
}

fn mean(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The standard deviation of a sample.
fn deviation(numbers: &[f64]) -> Option<f64> {
    let mean = mean(numbers).filter(|_| numbers.len() > 1)?;
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    Some((squares / (numbers.len() - 1) as f64).sqrt())
}

impl Filled {
    /// For the terminal or a page.
    pub fn shown(&self) -> Shown {
        let mut heads = vec![String::new()];
        for column in &self.columns {
            heads.extend([column.clone(), "published".to_owned(), "difference".to_owned()]);
        }
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut shown = Shown::new(self.title.clone(), &heads);
        for row in &self.rows {
            let mut cells = vec![row.label.clone()];
            for column in &self.columns {
                cells.extend(row.cells.get(column).map_or_else(<[String; 3]>::default, Cell::shown));
            }
            shown.row(cells);
        }
        shown
    }
}

/// The answers of one training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Where they are.
    pub path: PathBuf,
    /// What is missing of the training or of the items, in a few words; `None` if nothing is.
    pub incomplete: Option<String>,
}

/// Fills in every table, as far as there are answers. `files` says where those of a run are, one for each seed, to items
/// of this recipe or of the one that was learned from.
///
/// # Errors
/// If answers cannot be read.
pub fn fill(
    paper: &Paper,
    files: &dyn Fn(&str, Option<&str>) -> Vec<Answers>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Filled>, Error> {
    let mut counted: BTreeMap<(PathBuf, Option<usize>), Counted> = BTreeMap::new();
    let mut tables = Vec::new();
    for table in &paper.tables {
        let mut rows = Vec::new();
        for row in &table.rows {
            let mut cells = BTreeMap::new();
            for (column, published) in &row.published {
                let (mut ours, mut missing) = (Vec::new(), None);
                for Answers { path, incomplete } in files(row.run(column), row.data.as_deref()) {
                    missing = missing.or(incomplete);
                    let key = (path, table.cap);
                    if !counted.contains_key(&key) && key.0.exists() {
                        let new = Counted::read(&key.0, table.cap, threads, watch)?;
                        counted.insert(key.clone(), new);
                    }
                    ours.extend(counted.get(&key).and_then(|counted| share(counted, table, row)));
                }
                cells.insert(column.clone(), Cell::new(&ours, published, missing));
            }
            rows.push(FilledRow { label: row.label.clone(), cells });
        }
        tables.push(Filled { title: table.title.clone(), columns: table.columns.clone(), rows });
    }
    Ok(tables)
}

fn share(counted: &Counted, table: &Table, row: &Row) -> Option<(f64, u64)> {
    counted.share(row, table.cap.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_is_only_what_is_complete_and_within_an_interval() {
        let whole = |ours: &[(f64, u64)], published: &[f64]| Cell::new(ours, published, None);
        let cell = whole(&[(90.0, 10_000), (92.0, 10_000), (94.0, 10_000)], &[97.69, 0.22]);
        assert_eq!(cell.outcome, Outcome::Below);
        assert!(cell.shown()[0].starts_with("92.00 ± 2.00 ["), "{:?}", cell.shown());
        assert_eq!(cell.shown()[1..], ["97.69 ± 0.22", "- -5.7"]);
        let cell = whole(&[(20.0, 100)], &[54.96, 39.39]);
        assert_eq!(cell.outcome, Outcome::Equal, "the paper's three runs vary more than that");
        assert_eq!(whole(&[(52.0, 100)], &[54.96]).outcome, Outcome::Equal, "100 items vary more than that");
        assert_eq!(whole(&[(52.0, 1_000_000)], &[54.96]).outcome, Outcome::Below, "a million do not");
        // Nothing is 0 % of nothing learned.
        let cell = Cell::new(&[(0.0, 5000)], &[0.0, 0.0], Some("4 of 200,000 updates".into()));
        assert_eq!(cell.outcome, Outcome::Incomplete);
        assert_eq!(cell.shown()[2], "incomplete: 4 of 200,000 updates");
        assert_eq!(whole(&[], &[1.0]).shown(), ["–", "1.00", ""]);
    }
}
