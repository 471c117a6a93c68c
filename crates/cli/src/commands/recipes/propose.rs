//! `wampimuk recipes propose`: from the scores of a model to a recipe that targets what it fails at.

use std::path::Path;

use wampimuk_dyna::propose::{Scores, Wish, propose};

use crate::args::Common;
use crate::failure::Failure;
use crate::progress;
use crate::say::{say, tell};
use wampimuk_families::{read_text, require, stories_recipe};

/// Reads scores and prints a recipe.
pub fn run(path: &Path, base: &str, wish: Wish, common: &Common) -> Result<(), Failure> {
    let (size, worst) = (wish.size, wish.worst);
    if size == 0 || worst == 0 || size > 1_000_000_000 {
        return Err(Failure::Input(
            "--size and --worst are from 1 on, and --size is at most a billion".into(),
        ));
    }
    let found = require(base, &[])?;
    let base = stories_recipe(&found.toml).map_err(|error| Failure::recipe(&found.name, &error))?;
    let scores = Scores::parse(&read_text(path).map_err(|error| Failure::io("read", path, &error))?)
        .map_err(|error| Failure::Input(format!("failed to read the scores {}: {error}", path.display())))?;
    let proposal = progress::waiting(common, "try filters", || propose(&scores, &base, wish))
        .map_err(|error| Failure::Input(format!("failed to propose a recipe: {error}")))?;
    if !common.quiet {
        for (reason, error) in &proposal.left_out {
            tell!("left out: {reason} ({error})");
        }
    }
    let text = proposal.text().map_err(|error| Failure::Input(error.to_string()))?;
    say(text.trim_end())
}
