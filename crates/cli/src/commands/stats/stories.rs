//! Stories: the tables of the Dyna-bAbI paper, and what else there is to count.

use wampimuk_audit::Table;
use wampimuk_audit::stories::{Solved, StoryStats, StoryStatsReport};

use crate::args::{Common, Stats};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::stories::{StorySource, Tale};

/// How many tables are an overview: tasks, splits, and which concepts and questions they have.
const OVERVIEW: usize = 3;

/// Counts and prints.
pub fn run(options: &Stats, common: &Common, source: &StorySource) -> Result<(), Failure> {
    if options.evidence {
        return Err(Failure::Input(
            "--evidence is about parts of commands; for stories, `--all` lists the compositions of supports"
                .into(),
        ));
    }
    let made = source.source.manifest.as_ref().map(|manifest| manifest.recipe_name.as_str());
    let start = StoryStats::default().with_splits(source.split_names());
    let start = start.with_dataset(made.unwrap_or(&options.path));
    let add = |stats: &mut StoryStats, tale: &Tale, solved: &Solved| {
        stats.add(&tale.item(), solved, &tale.solver);
    };
    let stats = source.fold(&options.choice, common, "stats", start, add, StoryStats::merge)?;
    let report = stats.finish();
    if let Some(path) = &options.report {
        page(&options.path, &report).write(path)?;
    }
    if options.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::Input(error.to_string()))?;
        return say(json);
    }
    let mut tables = report.tables();
    if !options.all {
        tables.truncate(OVERVIEW);
    }
    tables.iter().filter(|table| !table.rows.is_empty()).try_for_each(|table| say(table.to_text()))
}

fn page(name: &str, report: &StoryStatsReport) -> Page {
    let mut page = Page::new(&format!("Statistics of {name}"));
    let tables = report.tables();
    tables.iter().filter(|table: &&Table| !table.rows.is_empty()).for_each(|table| page.table(table));
    page.section("Charts");
    page.charts(&report.charts());
    page
}
