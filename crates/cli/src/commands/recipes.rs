//! `wampimuk recipes`.

mod convert;
mod propose;

use serde_json::{Map, Value, json};
use wampimuk_dyna::propose::Wish;

use crate::args::{Common, Recipes, RecipesAction};
use crate::failure::Failure;
use crate::say::say;
pub use convert::Conversion;
use wampimuk_families::require;
use wampimuk_families::{self as families, FAMILIES};

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
