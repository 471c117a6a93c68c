//! Recipes as TOML, and changes of their keys: lines `--set KEY=VALUE` before the recipe. No dataset is prepared: how large one is,
//! is for its recipe to say.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_dyna::{Recipe, kit::recipe_text};
use wampimuk_families::{FoundRecipe, card};

fuzz_target!(|text: &str| {
    let (mut changes, mut recipe) = (Vec::new(), text);
    while let Some((change, rest)) = recipe.strip_prefix("--set ").and_then(|text| text.split_once('\n')) {
        changes.push(change.to_owned());
        recipe = rest;
    }
    let Ok(found) = FoundRecipe::of("fuzz".into(), recipe, &changes) else { return };
    let Ok(card) = card(&found.toml) else { return };
    if card.family != "stories" {
        return;
    }
    let recipe = Recipe::parse(&found.toml).expect("what has a card is a recipe");
    if let Ok(written) = recipe_text(&recipe) {
        let again = Recipe::parse(&written).expect("what was written is a recipe");
        assert_eq!(recipe.digest(), again.digest());
        assert_eq!(recipe, again);
    }
});
