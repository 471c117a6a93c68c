//! Predictions for questions about stories.

use super::Run;
use crate::args::{self, Common};
use crate::failure::Failure;
use crate::source::Source;

/// Says that there is nothing to say yet.
pub fn run(_: &args::Score, _: &Common, _: Source, runs: Vec<Run>) -> Result<(), Failure> {
    let files: Vec<String> = runs.into_iter().map(|run| run.name).collect();
    Err(Failure::Input(format!("{}: `score` judges commands in grid worlds, not stories", files.join(", "))))
}
