//! What a paper draws of its data alone.

use wampimuk_analysis::paper::{DataComparison, Paper};
use wampimuk_audit::{About, Beside, DatasetStats, NamedStats, Table, stats};
use wampimuk_core::Watch;
use wampimuk_draw::Picture;
use wampimuk_source::{Choice, Pass, open};

use super::ReproductionOptions;
use crate::Error;

/// What asks for it.
pub const GROUP: &str = "data";

/// Several datasets beside each other.
#[derive(Debug)]
pub struct DataFigures {
    /// Which figures these are.
    pub title: String,
    /// Their numbers.
    pub tables: Vec<Table>,
    /// The charts.
    pub pictures: Vec<Picture>,
}

/// The command that shows the same, if it is asked for.
pub fn command(paper: &Paper, options: &ReproductionOptions) -> Option<String> {
    let wanted = wanted(paper, options)?;
    Some(format!("wampimuk stats {} --split {}", wanted.recipes.join(" "), wanted.split))
}

fn wanted<'p>(paper: &'p Paper, options: &ReproductionOptions) -> Option<&'p DataComparison> {
    paper.data.as_ref().filter(|_| options.also.iter().any(|group| group == GROUP))
}

/// Counts the datasets that a paper compares, if that is asked for: what `wampimuk stats` does with these names.
pub fn figures(
    paper: &Paper,
    options: &ReproductionOptions,
    watch: &dyn Watch,
) -> Result<Option<DataFigures>, Error> {
    let Some(wanted) = wanted(paper, options) else { return Ok(None) };
    let choice = Choice { split: Some(wanted.split.clone()), limit: options.limit, ..Choice::default() };
    let mut datasets = Vec::new();
    for name in &wanted.recipes {
        let opened = open(name, &choice)?;
        let pass = Pass { choice: &choice, threads: options.machine.threads, watch };
        let found = stats(name, &opened, &pass)?;
        if let DatasetStats::Commands(found) = found {
            let About { digest, .. } = About::new(name, &opened);
            datasets.push(NamedStats { name: name.clone(), digest, stats: found.stats });
        }
    }
    let beside = Beside::new(&datasets);
    let title = match options.limit {
        None => wanted.title.clone(),
        Some(limit) => format!("{} (incomplete: at most {limit} items of each)", wanted.title),
    };
    Ok(Some(DataFigures { title, tables: beside.tables(), pictures: beside.pictures() }))
}
