//! `wampimuk recipes`.

use wampimuk_core::{Family, schema_of};
use wampimuk_gscan::{Recipe, SHIPPED};

use crate::args::{Adjust, Recipes, RecipesAction};
use crate::failure::Failure;
use crate::recipes::require;
use crate::say::say;

/// Prints the list, a recipe or the schema.
pub fn run(options: &Recipes) -> Result<(), Failure> {
    match &options.action {
        Some(RecipesAction::Show { name }) => say(require(name, &Adjust::default())?.toml.trim_end()),
        Some(RecipesAction::Schema) => say(format!("{:#}", schema_of::<Recipe>())),
        None => list(options.json),
    }
}

fn list(json: bool) -> Result<(), Failure> {
    let mut rows = Vec::new();
    for shipped in SHIPPED {
        let recipe = Recipe::parse(shipped.toml).map_err(|error| Failure::recipe(shipped.name, &error))?;
        rows.push(serde_json::json!({ "name": shipped.name, "title": recipe.title, "digest": recipe.digest().to_string() }));
    }
    if json {
        say(format!("{:#}", serde_json::Value::Array(rows)))?;
        return Ok(());
    }
    let width = SHIPPED.iter().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    for row in &rows {
        say(format!(
            "{:width$}  {}",
            row["name"].as_str().unwrap_or_default(),
            row["title"].as_str().unwrap_or_default()
        ))?;
    }
    say("\n`wampimuk recipes show NAME` prints one, `wampimuk generate NAME` makes it.")
}

/// Lists the splits of a dataset, for `generate --dry-run`.
pub fn print_splits(dataset: &dyn Family) -> Result<(), Failure> {
    let width = dataset.splits().iter().map(|split| split.name.len()).max().unwrap_or(0);
    for split in dataset.splits() {
        say(format!("{:width$}  {:>9}  {}", split.name, split.len, split.title))?;
    }
    Ok(())
}
