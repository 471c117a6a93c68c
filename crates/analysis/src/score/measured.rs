//! What a file of predictions shows, for those who fill in tables.

use std::path::Path;

use wampimuk_core::Watch;
use wampimuk_source::Opened;

use super::{Contents, Options, Run, Work, data, derived, stories};
use crate::error::Error;
use crate::grid::{Scorer, Scores};
use crate::stories::Tally;

/// Answers, counted.
#[derive(Debug)]
pub enum Measured {
    /// To commands in grid worlds.
    Commands(Scores),
    /// To questions about stories.
    Stories(Tally),
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
) -> Result<Measured, Error> {
    let options = Options { cap, ..Options::default() };
    let work = Work { options: &options, threads, watch };
    let run = Run::open(path)?;
    let unknown = || Error::Request(format!("{} does not say which recipe it is about", path.display()));
    let runs = [run];
    let (_, opened) = data(&options, &runs)?.ok_or_else(unknown)?;
    let [run] = runs;
    match opened {
        Opened::Stories(stories) => {
            run.check(&stories.source, &options)?;
            let family = stories.stories().ok_or_else(unknown)?;
            Ok(Measured::Stories(stories::mark(family, run, &work)?.tally))
        }
        Opened::Commands(source) => {
            run.check(&source, &options)?;
            let family = source.grid().ok_or_else(unknown)?;
            let Contents::Lines(reader) = run.contents else { return Err(unknown()) };
            let scorer = Scorer { cap, ..Scorer::default() };
            derived::lines(family, *reader, &scorer, &work).map(Measured::Commands)
        }
        Opened::Riddles(_) => Err(unknown()),
    }
}
