//! Configurations of the Dyna-bAbI kit. What becomes of one is a recipe that can be written and read.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_dyna::Recipe;
use wampimuk_dyna::kit::{Kit, Manner, convert, recipe_text};

fuzz_target!(|text: &str| {
    let Ok((kit, _)) = Kit::parse(text) else { return };
    for manner in [Manner::Certified, Manner::Released] {
        let Ok(converted) = convert(&kit, manner) else { continue };
        let Ok(written) = recipe_text(&converted.recipe) else { continue };
        // What makes no sense as a recipe is refused as one.
        if let Ok(again) = Recipe::parse(&written) {
            assert_eq!(again, converted.recipe);
        }
    }
});
