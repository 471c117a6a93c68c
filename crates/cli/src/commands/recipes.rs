//! `wampimuk recipes`.

use wampimuk_core::{Family, schema_of};
use wampimuk_gscan::{Recipe, SHIPPED};

use crate::args::{Adjust, Recipes, RecipesAction};
use crate::failure::Failure;
use crate::recipes::require;

/// Prints the list, a recipe or the schema.
pub fn run(options: &Recipes) -> Result<(), Failure> {
    match &options.action {
        Some(RecipesAction::Show { name }) => {
            print!("{}", require(name, &Adjust::default())?.toml);
            Ok(())
        }
        Some(RecipesAction::Schema) => {
            println!("{:#}", schema_of::<Recipe>());
            Ok(())
        }
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
        println!("{:#}", serde_json::Value::Array(rows));
        return Ok(());
    }
    let width = SHIPPED.iter().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    for row in &rows {
        println!(
            "{:width$}  {}",
            row["name"].as_str().unwrap_or_default(),
            row["title"].as_str().unwrap_or_default()
        );
    }
    println!("\n`wampimuk recipes show NAME` prints one, `wampimuk generate NAME` makes it.");
    Ok(())
}

/// Lists the splits of a dataset, for `generate --dry-run`.
pub fn print_splits(dataset: &dyn Family) {
    let width = dataset.splits().iter().map(|split| split.name.len()).max().unwrap_or(0);
    for split in dataset.splits() {
        println!("{:width$}  {:>9}  {}", split.name, split.len, split.title);
    }
}
