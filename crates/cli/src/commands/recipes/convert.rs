//! `wampimuk recipes convert`: configurations of the Dyna-bAbI kit as recipes.

use std::path::Path;

use wampimuk_dyna::kit::{Kit, Manner, Warning, convert, recipe_text};

use wampimuk_families::read_text;

use crate::args::Common;
use crate::failure::Failure;
use crate::say::{say, tell};

/// A recipe made of a configuration.
pub struct Conversion {
    /// The recipe, as TOML.
    pub text: String,
    /// What the kit would accept and hardly anybody means, and what is different.
    pub warnings: Vec<Warning>,
}

impl Conversion {
    /// Reads a configuration and makes a recipe of it.
    pub fn of(path: &Path, manner: Manner) -> Result<Self, Failure> {
        let json = read_text(path).map_err(|error| Failure::io("read", path, &error))?;
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::Input(format!("failed to use the configuration {}: {error}", path.display()))
        };
        let (kit, mut warnings) = Kit::parse(&json).map_err(|error| wrong(&error))?;
        let converted = convert(&kit, manner).map_err(|error| wrong(&error))?;
        warnings.extend(converted.warnings);
        let text = recipe_text(&converted.recipe).map_err(|error| wrong(&error))?;
        Ok(Self { text, warnings })
    }
}

/// Prints the recipe; warnings go to standard error.
pub fn run(path: &Path, released: bool, common: &Common) -> Result<(), Failure> {
    let manner = if released { Manner::Released } else { Manner::Certified };
    let Conversion { text, warnings } = Conversion::of(path, manner)?;
    if !common.quiet {
        warnings.iter().for_each(|warning| tell!("warning: {warning}"));
    }
    say(text.trim_end())
}
