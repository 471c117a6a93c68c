//! Models on one benchmark beside all others.

use serde::Serialize;
use wampimuk_audit::{Page, Table};
use wampimuk_core::suggest_or_list;
use wampimuk_draw::{Picture, Point, Scatter, scatter};

use super::{Board, Concurrence, OWN};
use crate::error::Error;

/// Two boards: what is published, and all models that are asked for; with the benchmark that the others are compared with.
#[derive(Clone, Debug)]
pub struct Boards {
    published: Option<Board>,
    all: Board,
    with: usize,
}

/// All that is to be said about them, for machines.
#[derive(Debug, Serialize)]
pub struct Concurrences<'b> {
    with: &'b str,
    published: Option<Vec<Concurrence>>,
    all: Vec<Concurrence>,
    models: &'b Board,
}

impl Boards {
    /// The published models and these, or these `only`, compared with a benchmark.
    ///
    /// # Errors
    /// If no model has a score of it.
    pub fn new(own: &[Board], with: &str, only: bool) -> Result<Self, Error> {
        let shipped = Board::published()
            .map_err(|error| Error::Request(format!("failed to read the published scores: {error}")))?;
        let mut all = if only { Board::default() } else { shipped.clone() };
        own.iter().for_each(|board| all.add(board));
        let with = all.benchmark(with).ok_or_else(|| {
            let hint = suggest_or_list(with, "there are", all.benchmarks.iter().map(String::as_str));
            Error::Request(format!("no model has a score of `{with}` ({hint})"))
        })?;
        let published = (!only && !own.is_empty()).then_some(shipped);
        Ok(Self { published, all, with })
    }

    /// All that is to be said about them, for machines.
    pub fn concurrences(&self) -> Concurrences<'_> {
        Concurrences {
            with: &self.all.benchmarks[self.with],
            published: self.published.as_ref().map(|board| self.compare(board)),
            all: self.compare(&self.all),
            models: &self.all,
        }
    }

    /// What it is called.
    pub fn title(&self) -> String {
        format!("Concurrence with {}", self.all.benchmarks[self.with])
    }

    /// Every other benchmark beside the one to compare with.
    fn compare(&self, board: &Board) -> Vec<Concurrence> {
        let Some(with) = board.benchmark(&self.all.benchmarks[self.with]) else { return Vec::new() };
        let others = (0..board.benchmarks.len()).filter(|&number| number != with);
        others.map(|number| board.concurrence(with, number)).collect()
    }

    /// How well each benchmark agrees.
    pub fn correlations(&self) -> Table {
        let mut table =
            Table::new(self.title(), &["benchmark", "over", "models", "Pearson r", "Kendall τ-b"]);
        let published = self.published.as_ref().map(|board| self.compare(board)).unwrap_or_default();
        for found in self.compare(&self.all) {
            let row = |found: &Concurrence, whose: &str| {
                let name = found.benchmark.clone();
                [
                    name,
                    whose.to_string(),
                    found.models.to_string(),
                    decimals(found.pearson),
                    decimals(found.kendall),
                ]
            };
            if let Some(before) = published.iter().find(|other| other.benchmark == found.benchmark) {
                table.row(row(before, "published"));
                table.row(row(&found, "with yours"));
            } else {
                table.row(row(&found, if self.published.is_some() { "with yours" } else { "all" }));
            }
        }
        table
    }

    /// All scores.
    pub fn models(&self) -> Table {
        let mut columns = vec!["model", "group"];
        columns.extend(self.all.benchmarks.iter().map(String::as_str));
        let mut table = Table::new("Accuracy in per cent", &columns);
        for model in &self.all.models {
            let score =
                |score: &Option<f64>| score.map_or_else(|| "–".to_string(), |score| format!("{score:.2}"));
            let scores = model.scores.iter().map(score);
            table.row([model.name.clone(), model.group.clone()].into_iter().chain(scores));
        }
        table
    }

    /// A scatter plot for each benchmark.
    pub fn pictures(&self) -> Vec<Picture> {
        let groups: Vec<String> = self.all.groups().into_iter().map(str::to_string).collect();
        // Your own come last, so that the others look alike with and without them.
        let mut series: Vec<String> = groups.iter().filter(|group| *group != OWN).cloned().collect();
        series.extend(groups.iter().any(|group| group == OWN).then(|| OWN.to_string()));
        let place = |group: &str| series.iter().position(|own| own == group).unwrap_or(0);
        let draw = |found: Concurrence| {
            let benchmark = self.all.benchmark(&found.benchmark)?;
            let points = self.all.pairs(self.with, benchmark).map(|(model, (x, y))| Point {
                name: model.name.clone(),
                x,
                y,
                series: place(&model.group),
            });
            let (pearson, kendall) = (decimals(found.pearson), decimals(found.kendall));
            Some(scatter(&Scatter {
                title: format!("{} and {}: r = {pearson}, τ = {kendall}", found.benchmark, found.with),
                across: format!("{}, %", found.with),
                upright: format!("{}, %", found.benchmark),
                points: points.collect(),
                trend: found.trend,
                series: series.clone(),
            }))
        };
        self.compare(&self.all).into_iter().filter(|found| found.models > 0).filter_map(draw).collect()
    }

    /// A page with tables and plots.
    pub fn page(&self) -> Page {
        let mut page = Page::new(&self.title());
        page.table(&self.correlations());
        page.pictures(&self.pictures());
        page.table(&self.models());
        page
    }
}

/// A correlation with two decimals, or a dash where there is none.
fn decimals(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.2}"))
}
