//! A paper's tables with ours beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use wampimuk_audit::Table as Shown;
use wampimuk_core::Watch;

use super::result::Counted;
use super::{Paper, Row, Table};
use crate::error::Error;

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
    /// Mean and, where it is given, standard deviation.
    published: Vec<f64>,
    /// The difference of the means.
    difference: Option<f64>,
    /// Whether that is more than the paper's numbers vary.
    differs: bool,
}

/// Differences that are always small, in points.
const SMALL: f64 = 3.0;

impl Cell {
    fn new(ours: Vec<f64>, published: &[f64]) -> Self {
        let theirs = published.first().copied().unwrap_or(0.0);
        let difference = mean(&ours).map(|mean| mean - theirs);
        let bound = (2.0 * published.get(1).copied().unwrap_or(0.0)).max(SMALL);
        let differs = difference.is_some_and(|difference| difference.abs() > bound);
        Self { ours, published: published.to_vec(), difference, differs }
    }

    fn shown(&self) -> [String; 3] {
        let spread = |mean: f64, deviation: Option<f64>| match deviation {
            Some(deviation) => format!("{mean:.2} ± {deviation:.2}"),
            None => format!("{mean:.2}"),
        };
        let ours = match mean(&self.ours) {
            None => "–".to_owned(),
            Some(mean) => spread(mean, deviation(&self.ours)),
        };
        let theirs = self
            .published
            .first()
            .map_or_else(String::new, |&mean| spread(mean, self.published.get(1).copied()));
        let mark = match (self.difference, self.differs) {
            (None, _) => String::new(),
            (Some(difference), false) => format!("= {difference:+.1}"),
            (Some(difference), true) if difference > 0.0 => format!("+ {difference:+.1}"),
            (Some(difference), true) => format!("- {difference:+.1}"),
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

/// Fills in every table, as far as there are answers. `files` says where those of a run are, one for each seed, to items
/// of this recipe or of the one that was learned from.
///
/// # Errors
/// If answers cannot be read.
pub fn fill(
    paper: &Paper,
    files: &dyn Fn(&str, Option<&str>) -> Vec<PathBuf>,
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
                let mut ours = Vec::new();
                for path in files(row.run(column), row.data.as_deref()) {
                    let key = (path, table.cap);
                    if !counted.contains_key(&key) && key.0.exists() {
                        let new = Counted::read(&key.0, table.cap, threads, watch)?;
                        counted.insert(key.clone(), new);
                    }
                    ours.extend(counted.get(&key).and_then(|counted| share(counted, table, row)));
                }
                cells.insert(column.clone(), Cell::new(ours, published));
            }
            rows.push(FilledRow { label: row.label.clone(), cells });
        }
        tables.push(Filled { title: table.title.clone(), columns: table.columns.clone(), rows });
    }
    Ok(tables)
}

fn share(counted: &Counted, table: &Table, row: &Row) -> Option<f64> {
    counted.share(row, table.cap.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_count_if_they_are_larger_than_the_papers_own() {
        let cell = Cell::new(vec![90.0, 92.0, 94.0], &[97.69, 0.22]);
        assert!(cell.differs);
        assert_eq!(cell.shown(), ["92.00 ± 2.00", "97.69 ± 0.22", "- -5.7"]);
        let cell = Cell::new(vec![20.0], &[54.96, 39.39]);
        assert!(!cell.differs, "the paper's three runs vary more than that");
        assert_eq!(cell.shown(), ["20.00", "54.96 ± 39.39", "= -35.0"]);
        assert_eq!(Cell::new(Vec::new(), &[1.0]).shown(), ["–", "1.00", ""]);
    }
}
