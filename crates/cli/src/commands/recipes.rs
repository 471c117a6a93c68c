//! `wampimuk recipes`.

mod convert;
mod propose;

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use serde_json::{Map, Value, json};
use wampimuk_dyna::propose::Wish;

use crate::args::Common;
use crate::failure::Failure;
use crate::say::say;
pub use convert::Conversion;
use wampimuk_families::require;
use wampimuk_families::{self as families, FAMILIES};

/// Options of `recipes`.
#[derive(Debug, ClapArgs)]
pub struct Recipes {
    /// What to print [default: the list].
    #[command(subcommand)]
    pub action: Option<RecipesAction>,
    /// Print the list as JSON.
    #[arg(long)]
    pub json: bool,
}

const CONVERT: &str = "Examples:
  wampimuk recipes convert mix_T7.json > mine.toml
  wampimuk recipes convert diverse_T12.json --released

Standard error says what the kit would accept and hardly anybody means, and what is different in the recipe.";

const PROPOSE: &str = "Examples:
  wampimuk recipes propose --scores scores.csv > next.toml && wampimuk generate next.toml
  wampimuk recipes propose --scores items.jsonl --recipe mix-t7 --worst 5 --size 500

Each entry has a kind (where_person, …), a composition ([\"MOVE\",\"GIVE\"] or \"MOVE+GIVE\"; POSS is GRAB or DROP) and,
if wanted, a support (number of lines); and it has correct and total, or accuracy (0 to 1) and count, or it is one
question with correct true or false. Entries of one cell are added up.

The worst cells are those with the lowest upper end of the 95 % Wilson interval: a cell that was tried three times does
not come before one that fails reliably. Each becomes a part with a filter; cells that the base recipe never leads to are
named in a comment and left out.";

/// What `recipes` prints.
#[derive(Debug, Subcommand)]
pub enum RecipesAction {
    /// The TOML of a shipped recipe, to copy and change.
    Show {
        /// Its name.
        name: String,
    },
    /// The JSON Schema of a family's recipes, for editors; without a name, one for each family.
    Schema {
        /// The family.
        family: Option<String>,
    },
    /// A configuration of the Dyna-bAbI kit as a recipe.
    #[command(after_help = CONVERT)]
    Convert {
        /// The JSON file: what to generate (`tasks`), or what to add to published stories (`inject_config`).
        file: PathBuf,
        /// As the kit does it, defects included, instead of what the file asks for with every answer proved.
        #[arg(long)]
        released: bool,
    },
    /// A recipe that targets what a model fails at: evaluate, propose, generate, train, evaluate again.
    #[command(after_help = PROPOSE)]
    Propose {
        /// Scores by kind of question and composition: JSON lines, a JSON list or CSV; - for standard input.
        #[arg(long, value_name = "FILE")]
        scores: PathBuf,
        /// The recipe whose way of telling stories is used: a shipped one or a TOML file.
        #[arg(long, value_name = "RECIPE", default_value = "mix-t12")]
        recipe: String,
        /// How many of the worst cells become parts.
        #[arg(long, value_name = "N", default_value_t = 10)]
        worst: usize,
        /// Questions of each part in train; dev and test have a tenth.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        size: u64,
    },
}

/// Prints the list, a recipe or the schema.
pub fn run(options: &Recipes, common: &Common) -> Result<(), Failure> {
    match &options.action {
        Some(RecipesAction::Show { name }) => say(require(name, &[])?.toml.trim_end()),
        Some(RecipesAction::Schema { family: Some(name) }) => {
            let family = families::named(name).map_err(|error| Failure::Input(error.to_string()))?;
            say(format!("{:#}", (family.schema)()))
        }
        Some(RecipesAction::Schema { family: None }) => {
            let schemas: Map<String, Value> =
                FAMILIES.iter().map(|family| (family.name.to_string(), (family.schema)())).collect();
            say(format!("{:#}", Value::Object(schemas)))
        }
        Some(RecipesAction::Convert { file, released }) => convert::run(file, *released, common),
        Some(RecipesAction::Propose { scores, recipe, worst, size }) => {
            propose::run(scores, recipe, Wish { worst: *worst, size: *size }, common)
        }
        None => list(options.json),
    }
}

fn list(json: bool) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for shipped in families::shipped() {
        let card = families::card(shipped.toml).map_err(|error| Failure::recipe(shipped.name, &error))?;
        rows.push(json!({ "name": shipped.name, "title": card.title, "digest": card.digest }));
    }
    if json {
        say(format!("{:#}", Value::Array(rows)))?;
        return Ok(());
    }
    let width = families::shipped().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    for row in &rows {
        say(format!(
            "{:width$}  {}",
            row["name"].as_str().unwrap_or_default(),
            row["title"].as_str().unwrap_or_default()
        ))?;
    }
    say("\n`wampimuk recipes show NAME` prints one, `wampimuk generate NAME` makes it.")
}
