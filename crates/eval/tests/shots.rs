//! Examples come from train, and none has what a hold-out holds out: every recipe that is shipped.

use wampimuk_core::Role;
use wampimuk_eval::shots::{Examples, is_held_out};
use wampimuk_families::{require, shipped};

/// Recipes whose stories are too long to be told here.
const LONG: [&str; 2] = ["long-256k", "long-1m"];
/// How many choices of examples are looked at in each recipe, and how many examples each has.
const TURNS: u64 = 8;
const EXAMPLES: usize = 4;

#[test]
fn no_example_is_what_a_hold_out_is_about() -> Result<(), Box<dyn std::error::Error>> {
    let (mut recipes, mut chosen, mut held) = (0, 0, 0);
    for (number, recipe) in (1..).zip(shipped()) {
        let dataset = require(recipe.name, &[])?.dataset(number)?;
        let splits = dataset.splits();
        if LONG.contains(&recipe.name) {
            assert!(
                Examples::new(&*dataset, EXAMPLES).is_none(),
                "{} has nothing to learn from",
                recipe.name
            );
            continue;
        }
        // The predicates see what is held out: nothing of a hold-out's own splits would pass.
        for (number, split) in splits.iter().enumerate().filter(|(_, split)| split.holdout.is_some()) {
            for index in 0..split.len.min(5) {
                assert!(is_held_out(&*dataset, number, index)?, "{}: {}[{index}]", recipe.name, split.name);
                held += 1;
            }
        }
        let Some(mut examples) = Examples::new(&*dataset, EXAMPLES) else {
            assert!(
                splits.iter().all(|split| split.role != Role::Train || split.len == 0),
                "{}",
                recipe.name
            );
            continue;
        };
        recipes += 1;
        // Fixed examples are those of turn 0; questions with their own have turns of a split and an index.
        for turn in [0].into_iter().chain((1..TURNS).map(|turn| (turn << 40) | (turn * 977))) {
            let indices = examples.choose(turn)?;
            assert_eq!(indices.len(), EXAMPLES, "{}", recipe.name);
            assert_eq!(splits[examples.split()].role, Role::Train);
            for &index in &indices {
                assert!(!is_held_out(&*dataset, examples.split(), index)?, "{}: train[{index}]", recipe.name);
                assert_eq!(indices.iter().filter(|&&other| other == index).count(), 1);
                chosen += 1;
            }
        }
    }
    assert!(
        recipes > 20 && chosen == TURNS * EXAMPLES as u64 * recipes && held > 100,
        "{recipes} {chosen} {held}"
    );
    Ok(())
}

/// gSCAN's few-shot hold-out has items in train on purpose: they are no examples.
#[test]
fn shots_of_a_recipe_are_no_examples() -> Result<(), Box<dyn std::error::Error>> {
    let dataset = require("gscan", &["splits.shots=50".to_string()])?.dataset(0)?;
    let train = &dataset.splits()[0];
    for index in train.len - 50..train.len {
        assert!(is_held_out(&*dataset, 0, index)?, "{index}");
    }
    assert!(!is_held_out(&*dataset, 0, train.len - 51)?);
    Ok(())
}

#[test]
fn examples_differ_in_kind() -> Result<(), Box<dyn std::error::Error>> {
    let dataset = require("gscan", &[])?.dataset(0)?;
    let commands = dataset.contents().commands().ok_or("commands")?;
    let mut examples = Examples::new(&*dataset, 8).ok_or("train")?;
    let mut items = commands.grid_items();
    let mut kinds = Vec::new();
    for index in examples.choose(0)? {
        let command = &items.make(0, index)?.example.command;
        kinds.push((command.verb, command.adverb));
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 7, "{kinds:?}");
    assert_ne!(examples.choose(1)?, examples.choose(2)?);
    assert_eq!(examples.choose(1)?, examples.choose(1)?);
    Ok(())
}
