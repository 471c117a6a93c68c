//! What a hold-out is about, found in the text of a recipe.
//!
//! Every family writes its hold-outs as `[[generate.holdouts]]` with a name and a title; what else stands there says
//! which items it holds out. A manifest repeats that, so that a split can be understood without its recipe's family.

use serde_json::Value;
use wampimuk_core::parse_toml;

/// Keys that say what a hold-out is called, not what it is.
const NAMING: [&str; 2] = ["name", "title"];

/// The hold-out of this name as the recipe defines it, without its name and title. `None` if there is none.
pub fn predicate(recipe: &str, holdout: &str) -> Option<Value> {
    let root: toml::Table = parse_toml(recipe).ok()?;
    let holdouts = root.get("generate")?.get("holdouts")?.as_array()?;
    let named = |table: &&toml::Value| table.get("name").and_then(toml::Value::as_str) == Some(holdout);
    let mut definition = holdouts.iter().find(named)?.as_table()?.clone();
    definition.retain(|key, _| !NAMING.contains(&key));
    serde_json::to_value(definition).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use wampimuk_families::{build, shipped};

    use super::*;

    #[test]
    fn definitions_are_found_by_name() {
        let recipe = "
            [[generate.holdouts]]
            name = \"a\"
            title = \"first\"
            when = { verb = \"push\", target_size = 3 }
            [[generate.holdouts]]
            name = \"b\"
            title = \"second\"
            commands = { count = 2 }
            few_shot = true";
        let when = json!({ "when": { "verb": "push", "target_size": 3 } });
        assert_eq!(predicate(recipe, "a"), Some(when));
        assert_eq!(predicate(recipe, "b"), Some(json!({ "commands": { "count": 2 }, "few_shot": true })));
        assert_eq!(predicate(recipe, "c"), None);
        assert_eq!(predicate("no recipe", "a"), None);
    }

    #[test]
    fn every_holdout_of_a_small_recipe_is_defined() {
        let wanted = |name: &str| ["gscan-demo", "story-holdouts", "gscan-length"].contains(&name);
        let mut found = 0;
        for recipe in shipped().filter(|recipe| wanted(recipe.name)) {
            let dataset = build(recipe.toml, 0).unwrap();
            for holdout in dataset.splits().iter().filter_map(|split| split.holdout.as_deref()) {
                assert!(predicate(recipe.toml, holdout).is_some(), "{} {holdout}", recipe.name);
                found += 1;
            }
        }
        assert!(found > 6, "{found}");
    }
}
