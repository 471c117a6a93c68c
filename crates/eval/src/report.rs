//! Findings of all runs, put together: numbers, tables, a page.

use std::path::Path;

use wampimuk_audit::{Report as PageReport, Table};

use crate::Error;
use crate::chance::most_frequent;
use crate::files::put;
use crate::findings::{Findings, compared, forms, languages, scored};
use crate::floors::DatasetFloors;
use crate::journal::Spent;
use crate::page::{TITLE, page};
use crate::plan::CheckedShots;
use crate::study::{Prices, Study};
use crate::summary::{RunSummary, SplitSummary, Summary};

/// What a study shows.
#[derive(Debug)]
pub struct Evaluation {
    /// The numbers.
    pub summary: Summary,
    /// The page, with all tables and charts.
    pub report: PageReport,
}

/// How answers came about.
pub(crate) struct Made<'s> {
    pub study: Option<&'s Study>,
    /// How often each question was asked.
    pub samples: u32,
    /// What it took.
    pub spent: Spent,
    /// The logs that answers were read from.
    pub logs: Vec<String>,
    pub shots: Vec<CheckedShots>,
    /// What a reader should know.
    pub remarks: Vec<String>,
}

/// Puts findings together, beside what is known of readers without understanding.
pub(crate) fn evaluate(
    mut found: Vec<Findings<'_>>,
    made: Made<'_>,
    floors: &[DatasetFloors],
) -> Result<Evaluation, Error> {
    let mut runs: Vec<RunSummary> = found.iter().map(|run| run.summary(made.samples)).collect();
    for (run, found) in runs.iter_mut().zip(&found) {
        for (split, number) in run.splits.iter_mut().zip(found.splits()) {
            if let (None, Some(chance)) = (split.chance, most_frequent(found.dataset, number)?) {
                split.chance = Some(chance);
            }
        }
    }
    runs.iter_mut().for_each(|run| run.add_floors(floors));
    let Made { study, spent, logs, shots, remarks, .. } = made;
    let prices = study.map(|study| study.prices).filter(Prices::is_known);
    let is_whole = |run: &RunSummary| run.splits.iter().all(SplitSummary::is_complete);
    let summary = Summary {
        wampimuk: env!("CARGO_PKG_VERSION"),
        study: study.cloned(),
        logs,
        complete: runs.iter().all(is_whole),
        requests: spent.requests,
        input_tokens: spent.input,
        output_tokens: spent.output,
        cost: prices.map(|prices| prices.cost(spent.input, spent.output)),
        shots,
        runs,
        forms: forms(&found),
        comparisons: compared(&found),
        languages: languages(&found),
        remarks,
    };
    let scored = scored(&mut found);
    let report = PageReport {
        title: TITLE.to_owned(),
        page: page(&summary, &scored, &found)?,
        tables: [summary.tables(), summary.breakdowns()].concat(),
        pictures: [summary.accuracy_charts(), summary.gap_charts(), summary.breakdown_charts()].concat(),
    };
    Ok(Evaluation { summary, report })
}

impl Evaluation {
    /// All tables.
    pub fn tables(&self) -> &[Table] {
        &self.report.tables
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        self.report.page.html()
    }

    /// Writes `summary.json` and `report.html`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, folder: &Path) -> Result<(), Error> {
        let path = folder.join("summary.json");
        let text = serde_json::to_string_pretty(&self.summary).map_err(|error| Error::write(&path, error))?;
        put(&path, format!("{text}\n").as_bytes())?;
        put(&folder.join("report.html"), self.html().as_bytes())
    }
}
