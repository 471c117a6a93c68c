//! A paper's tables with ours beside them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use wampimuk_audit::Table as Shown;
use wampimuk_core::Watch;

use super::selection::{Counted, Point};
use super::{Asked, Bound, Known, Paper};
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
    /// What choosing one of the objects would give, in percent, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<f64>,
    /// Mean and, where it is given, standard deviation; nothing if the paper has no such number.
    published: Vec<f64>,
    /// Whether the published number is a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
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
    /// The paper has no such number.
    Alone,
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
    /// `ours` are shares, one for each seed.
    fn new(ours: &[Point], (published, bound): (&[f64], Option<Bound>), incomplete: Option<String>) -> Self {
        let shares: Vec<f64> = ours.iter().map(|point| point.percent).collect();
        let runs: Vec<(f64, u64)> = ours.iter().map(|point| (point.percent / 100.0, point.items)).collect();
        let interval = over_runs(&runs).map(|bounds| bounds.map(|bound| bound * 100.0));
        let theirs = published.first().copied();
        let difference = mean(&shares).zip(theirs).map(|(mean, theirs)| mean - theirs);
        let is_within = |theirs: f64| interval.is_some_and(|[low, high]| (low..=high).contains(&theirs));
        let is_near = |apart: f64| published.get(1).is_some_and(|sd| apart.abs() <= 2.0 * sd);
        let keeps = |apart: f64| match bound {
            None => false,
            Some(Bound::Below) => apart < 0.0,
            Some(Bound::Over) => apart > 0.0,
        };
        let outcome = match (difference, theirs) {
            (None, _) if shares.is_empty() => Outcome::Missing,
            (None, _) | (_, None) => Outcome::Alone,
            (Some(_), _) if incomplete.is_some() => Outcome::Incomplete,
            (Some(apart), Some(theirs)) if keeps(apart) || is_within(theirs) || is_near(apart) => {
                Outcome::Equal
            }
            (Some(apart), _) if apart > 0.0 => Outcome::Above,
            (Some(_), _) => Outcome::Below,
        };
        let chances: Vec<f64> = ours.iter().filter_map(|point| point.chance).collect();
        Self {
            ours: shares,
            items: ours.iter().map(|point| point.items).collect(),
            interval,
            chance: mean(&chances),
            published: published.to_vec(),
            bound,
            difference,
            outcome,
            incomplete: incomplete.filter(|_| matches!(outcome, Outcome::Incomplete | Outcome::Alone)),
        }
    }

    /// Ours, theirs, and how they are beside each other.
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
        let sign = match self.bound {
            None => "",
            Some(Bound::Below) => "< ",
            Some(Bound::Over) => "> ",
        };
        let theirs = self.published.first();
        let theirs = theirs.map_or_else(String::new, |&mean| {
            format!("{sign}{}", spread(mean, self.published.get(1).copied()))
        });
        let difference = self.difference.unwrap_or(0.0);
        let incomplete = || format!("incomplete: {}", self.incomplete.as_deref().unwrap_or_default());
        let mark = match self.outcome {
            Outcome::Missing => String::new(),
            Outcome::Alone if self.incomplete.is_none() => String::new(),
            Outcome::Alone | Outcome::Incomplete => incomplete(),
            Outcome::Equal => format!("= {difference:+.1}"),
            Outcome::Above => format!("+ {difference:+.1}"),
            Outcome::Below => format!("- {difference:+.1}"),
        };
        [ours, theirs, mark]
    }

    /// How many items, of seeds that differ the fewest and the most.
    fn count(&self) -> String {
        match (self.items.iter().min(), self.items.iter().max()) {
            (Some(least), Some(most)) if least == most => most.to_string(),
            (Some(least), Some(most)) => format!("{least}–{most}"),
            _ => String::new(),
        }
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
    /// For the terminal or a page: a line for each number, so that many models make a table longer, not wider.
    pub fn shown(&self) -> Shown {
        let has =
            |is_there: fn(&Cell) -> bool| self.rows.iter().flat_map(|row| row.cells.values()).any(is_there);
        let is_compared = has(|cell| !cell.published.is_empty());
        let (has_chance, of_many) = (has(|cell| cell.chance.is_some()), self.columns.len() > 1);
        let mut heads = vec![""];
        heads.extend(of_many.then_some("model"));
        heads.extend(["ours", "n"]);
        heads.extend(is_compared.then_some("published"));
        heads.push(if is_compared { "difference" } else { "incomplete" });
        heads.extend(has_chance.then_some("chance"));
        let mut shown = Shown::new(self.title.clone(), &heads);
        for row in &self.rows {
            for column in &self.columns {
                let of_model = row.cells.get(column);
                let Some(cell) =
                    of_model.filter(|cell| cell.outcome != Outcome::Missing || !cell.published.is_empty())
                else {
                    continue;
                };
                let [ours, theirs, mark] = cell.shown();
                let mut cells = vec![row.label.clone()];
                cells.extend(of_many.then(|| column.clone()));
                cells.extend([ours, cell.count()]);
                cells.extend(is_compared.then_some(theirs));
                cells.push(mark);
                let chance = || cell.chance.map_or_else(String::new, |chance| format!("{chance:.2}"));
                cells.extend(has_chance.then(chance));
                shown.row(cells);
            }
        }
        shown
    }
}

/// How many of the published numbers came out as they are, in a sentence.
pub fn summary(tables: &[Filled]) -> String {
    let cells = tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.cells.values());
    let published: Vec<Outcome> =
        cells.filter(|cell| !cell.published.is_empty()).map(|cell| cell.outcome).collect();
    let count = |wanted: Outcome| published.iter().filter(|outcome| **outcome == wanted).count();
    format!(
        "Of {} published numbers, ours agree with {}, are above {} and below {}; {} cannot be compared because a training or its \
         answers are incomplete, and {} were not made.",
        published.len(),
        count(Outcome::Equal),
        count(Outcome::Above),
        count(Outcome::Below),
        count(Outcome::Incomplete),
        count(Outcome::Missing),
    )
}

/// The answers of one training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answers {
    /// Where they are.
    pub path: PathBuf,
    /// What is missing of the training, or wrong with the answers, in a few words; `None` if nothing is.
    pub incomplete: Option<String>,
}

/// Of how many seeds there are answers.
pub(super) fn seeds(files: &[Answers]) -> usize {
    files.iter().filter(|file| file.path.exists()).count()
}

/// What is missing of several trainings, in a few words: what one of them lacks, and those that are not there. A mean of
/// fewer seeds than the paper's is another number.
pub(super) fn lacking(of_one: Option<String>, seeds: usize, of_paper: u64) -> Option<String> {
    let too_few = seeds > 0 && (seeds as u64) < of_paper;
    let few = too_few.then(|| format!("{seeds} of {of_paper} seeds"));
    let parts: Vec<String> = of_one.into_iter().chain(few).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Where the answers of a run are, one file for each seed, to items of a recipe.
pub type Files<'f> = &'f dyn Fn(&str, &Asked) -> Vec<Answers>;

/// Fills in every table, as far as there are answers.
///
/// # Errors
/// If answers cannot be read.
pub fn fill(
    paper: &Paper,
    files: Files<'_>,
    known: &mut Known,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Filled>, Error> {
    let mut tables = Vec::new();
    for table in &paper.tables {
        let mut rows = Vec::new();
        for row in &table.rows {
            let mut cells = BTreeMap::new();
            for (column, run) in table.cells(row) {
                let own = paper.runs.get(run).map(|run| run.data.as_str()).unwrap_or_default();
                let data = row.data.as_deref().unwrap_or(own).to_owned();
                let attention = row.of.measure.needs_attention();
                let (mut ours, mut missing) = (Vec::new(), None);
                let asked = Asked { data, attention };
                let files = files(run, &asked);
                let seeds = seeds(&files);
                for Answers { path, incomplete } in files {
                    let split = row.split(column);
                    let file = (path.as_path(), table.cap);
                    let unanswered = known.missing(file, split, asked.most(), (threads, watch))?;
                    missing = missing.or(incomplete).or(unanswered);
                    let what = serde_json::json!({ "split": split, "of": row.of }).to_string();
                    let count = |counted: &Counted| {
                        counted.share(split, &row.of, table.cap.is_some()).into_iter().collect()
                    };
                    ours.extend(known.of((&path, table.cap), &what, (threads, watch), count)?);
                }
                let missing = lacking(missing, seeds, paper.seeds);
                let published = row.published.get(column).map(Vec::as_slice).unwrap_or_default();
                cells.insert(column.to_owned(), Cell::new(&ours, (published, row.bound), missing));
            }
            rows.push(FilledRow { label: row.label.clone(), cells });
        }
        let is_beside = |column: &String| table.beside.contains_key(column);
        let has_any = |column: &String| {
            rows.iter().any(|row| row.cells.get(column).is_some_and(|cell| !cell.ours.is_empty()))
        };
        let columns = table.columns.iter().filter(|column| !is_beside(column) || has_any(column)).cloned();
        tables.push(Filled { title: table.title.clone(), columns: columns.collect(), rows });
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(ours: &[(f64, u64)]) -> Vec<Point> {
        ours.iter().map(|&(percent, items)| Point { at: 0, percent, items, chance: None }).collect()
    }

    #[test]
    fn equal_is_only_what_is_complete_and_within_an_interval() {
        let whole =
            |ours: &[(f64, u64)], published: &[f64]| Cell::new(&points(ours), (published, None), None);
        let cell = whole(&[(90.0, 10_000), (92.0, 10_000), (94.0, 10_000)], &[97.69, 0.22]);
        assert_eq!(cell.outcome, Outcome::Below);
        assert!(cell.shown()[0].starts_with("92.00 ± 2.00 ["), "{:?}", cell.shown());
        assert_eq!(cell.shown()[1..], ["97.69 ± 0.22", "- -5.7"]);
        let cell = whole(&[(20.0, 100)], &[54.96, 39.39]);
        assert_eq!(cell.outcome, Outcome::Equal, "the paper's three runs vary more than that");
        assert_eq!(whole(&[(52.0, 100)], &[54.96]).outcome, Outcome::Equal, "100 items vary more than that");
        assert_eq!(whole(&[(52.0, 1_000_000)], &[54.96]).outcome, Outcome::Below, "a million do not");
        // Nothing is 0 % of nothing learned.
        let why = || Some("4 of 200,000 updates".into());
        let cell = Cell::new(&points(&[(0.0, 5000)]), (&[0.0, 0.0], None), why());
        assert_eq!(cell.outcome, Outcome::Incomplete);
        assert_eq!(cell.shown()[2], "incomplete: 4 of 200,000 updates");
        assert_eq!(whole(&[], &[1.0]).shown(), ["–", "1.00", ""]);
        // What the paper does not have stands alone, and is as incomplete.
        let cell = Cell::new(&points(&[(3.0, 5000)]), (&[], None), why());
        assert_eq!((cell.outcome, cell.shown()[1].as_str()), (Outcome::Alone, ""));
        assert!(cell.shown()[2].starts_with("incomplete"), "{cell:?}");
        assert_eq!(whole(&[(3.0, 5000)], &[]).shown()[1..], ["", ""]);
    }

    #[test]
    fn fewer_seeds_than_the_papers_are_incomplete() {
        assert_eq!(lacking(None, 1, 3).as_deref(), Some("1 of 3 seeds"));
        assert_eq!(lacking(Some("2 of 9 updates".into()), 2, 3).unwrap(), "2 of 9 updates; 2 of 3 seeds");
        assert_eq!((lacking(None, 3, 3), lacking(None, 4, 3), lacking(None, 0, 3)), (None, None, None));
        // The published value itself is no agreement if one seed gives it.
        let cell = Cell::new(&points(&[(97.69, 10_000)]), (&[97.69, 0.22], None), lacking(None, 1, 3));
        assert_eq!(
            (cell.outcome, cell.shown()[2].as_str()),
            (Outcome::Incomplete, "incomplete: 1 of 3 seeds")
        );
    }

    /// Five models side by side made a table wider than any page.
    #[test]
    fn each_number_has_a_line() {
        let cell = |ours: &[(f64, u64)], theirs: &[f64]| Cell::new(&points(ours), (theirs, None), None);
        let made = cell(&[(97.7, 100)], &[97.69, 0.22]);
        let cells = [("made", made), ("not", cell(&[], &[87.6])), ("neither", cell(&[], &[]))];
        let cells = cells.map(|(name, cell)| (name.to_owned(), cell));
        let rows = vec![FilledRow { label: "A".into(), cells: cells.into_iter().collect() }];
        let columns = ["made", "not", "neither"].map(str::to_owned).to_vec();
        let mut filled = Filled { title: "Table 1".into(), columns, rows };
        let shown = filled.shown();
        assert_eq!(shown.columns, ["", "model", "ours", "n", "published", "difference"]);
        assert_eq!(shown.rows.len(), 2);
        assert_eq!(
            (&shown.rows[0][..2], &shown.rows[0][3..]),
            (&["A".into(), "made".into()][..], &["100".into(), "97.69 ± 0.22".into(), "= +0.0".into()][..])
        );
        assert_eq!(shown.rows[1], ["A", "not", "–", "", "87.60", ""]);
        filled.columns.truncate(1);
        assert_eq!(
            filled.shown().columns,
            ["", "ours", "n", "published", "difference"],
            "one model needs no name"
        );
    }

    #[test]
    fn bounds_are_kept_or_not() {
        let of = |ours: f64, bound| Cell::new(&points(&[(ours, 1_000_000)]), (&[1.0], Some(bound)), None);
        assert_eq!(of(0.2, Bound::Below).outcome, Outcome::Equal);
        assert_eq!(of(0.2, Bound::Below).shown()[1], "< 1.00");
        assert_eq!(of(1.4, Bound::Below).outcome, Outcome::Above);
        assert_eq!(of(1.4, Bound::Over).outcome, Outcome::Equal);
        assert_eq!(of(0.2, Bound::Over).outcome, Outcome::Below);
    }
}
