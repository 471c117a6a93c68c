//! What a file of predictions shows, for those who fill in tables.

use std::path::Path;

use wampimuk_core::{SplitInfo, Watch};
use wampimuk_source::Opened;

use super::{Contents, Options, Run, Work, data, derived, stories};
use crate::error::Error;
use crate::grid::{Scorer, Scores};
use crate::predictions::Header;
use crate::stories::Tally;

/// Answers, counted.
#[derive(Debug)]
pub enum Measured {
    /// To commands in grid worlds.
    Commands(Scores),
    /// To questions about stories.
    Stories(Tally),
}

/// A file of answers that says which recipe they are about, counted.
#[derive(Debug)]
pub struct MeasuredRun {
    /// What the file says of itself.
    pub header: Header,
    /// The digest of the recipe's `[generate]` section.
    pub digest: String,
    /// The seed of the dataset.
    pub data_seed: u64,
    /// The splits of the dataset.
    pub splits: Vec<SplitInfo>,
    /// The counts.
    pub answers: Measured,
}

/// Counts the answers of a file that says which recipe they are about.
///
/// # Errors
/// If it does not say so, or cannot be read.
pub fn measured(
    path: &Path,
    cap: Option<usize>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<MeasuredRun, Error> {
    let options = Options { cap, ..Options::default() };
    let work = Work { options: &options, threads, watch };
    let unknown = || Error::Request(format!("{} does not say which recipe it is about", path.display()));
    let runs = [Run::open(path)?];
    let (_, opened) = data(&options, &runs)?.ok_or_else(unknown)?;
    let [run] = runs;
    let header = run.header.clone().unwrap_or_default();
    let source = match &opened {
        Opened::Commands(source) | Opened::Riddles(source) => source,
        Opened::Stories(stories) => &stories.source,
    };
    run.check(source, &options)?;
    let dataset = source.dataset.as_ref().ok_or_else(unknown)?;
    let (digest, data_seed) = (dataset.digest().to_string(), dataset.seed());
    let splits = dataset.splits().to_vec();
    let answers = match &opened {
        Opened::Stories(stories) => {
            let family = stories.stories().ok_or_else(unknown)?;
            Measured::Stories(stories::mark(family, run, &work)?.tally)
        }
        Opened::Commands(source) => {
            let family = source.grid().ok_or_else(unknown)?;
            let Contents::Lines(reader) = run.contents else { return Err(unknown()) };
            let scorer = Scorer { cap, ..Scorer::default() };
            Measured::Commands(derived::lines(family, *reader, &scorer, &work)?)
        }
        Opened::Riddles(_) => return Err(unknown()),
    };
    Ok(MeasuredRun { header, digest, data_seed, splits, answers })
}
