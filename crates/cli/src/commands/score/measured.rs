//! What a file of predictions shows, for other commands.

use std::path::Path;

use wampimuk_analysis::grid::{Scorer, Scores};
use wampimuk_analysis::stories::Tally;

use super::{Contents, Run, Score, data, derived, stories};
use crate::args::Common;
use crate::failure::Failure;

/// Answers, counted.
#[derive(Debug)]
pub enum Measured {
    /// To commands in grid worlds.
    Grid(Scores),
    /// To questions about stories.
    Stories(Tally),
}

/// Counts the answers of a file that says which recipe they are about.
pub fn measured(path: &Path, cap: Option<usize>, common: &Common) -> Result<Measured, Failure> {
    let options = Score { cap, ..Score::default() };
    let run = Run::open(path)?;
    let unknown = || Failure::Input(format!("{} does not say which recipe it is about", path.display()));
    let runs = [run];
    let (_, source) = data(&options, &runs, common)?.ok_or_else(unknown)?;
    let [run] = runs;
    run.check(&source)?;
    if let Some(family) = source.stories() {
        return Ok(Measured::Stories(stories::mark(family, run, &options, common)?.tally));
    }
    let family = source.grid().ok_or_else(unknown)?;
    let Contents::Lines(reader) = run.contents else { return Err(unknown()) };
    let scorer = Scorer { cap, ..Scorer::default() };
    derived::lines(family, *reader, &scorer, &options, common).map(Measured::Grid)
}
