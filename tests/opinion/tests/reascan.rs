//! Generated items of every shipped ReaSCAN recipe: what the recipes promise, checked with the second opinion.
//!
//! - [`view`]: an item in the second opinion's terms.
//! - [`world`], [`cast`], [`holdouts`]: the promises, each as a list of [`Fault`]s that an item has.
//! - [`items`]: all of them on samples of every split.
//! - [`commands`], [`leaks`]: promises about whole splits.
//! - [`statistics`], [`positions`], [`impossible`]: promises about distributions.
//! - [`orders`]: word order that matters.
//! - [`stability`]: the same items always.
//! - [`mutation`]: a damaged item is noticed.

mod cast;
mod commands;
mod holdouts;
mod impossible;
mod items;
mod leaks;
mod mutation;
mod orders;
mod positions;
mod stability;
mod statistics;
mod uniform;
mod view;
mod world;

use wampimuk_command::GridItem;
use wampimuk_core::Stream;
use wampimuk_reascan::{Reascan, ReascanMaker, Recipe, SHIPPED, Worlds, shipped};

use crate::random;

/// What is wrong with an item: the promise, and what breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A short name of the promise.
    pub promise: &'static str,
    /// What was found.
    pub found: String,
}

/// The seed of the datasets that tests share.
const SEED: u64 = 7;

fn dataset(name: &str) -> Reascan {
    Reascan::new(recipe(name), SEED).unwrap()
}

fn recipe(name: &str) -> Recipe {
    Recipe::parse(shipped(name).unwrap().toml).unwrap()
}

/// A recipe without rivals and decoys: worlds for commands alone, which nearly all commands have.
fn alone(name: &str) -> Recipe {
    let mut recipe = recipe(name);
    let generate = &mut recipe.generate;
    let own = generate.holdouts.iter_mut().filter_map(|holdout| holdout.worlds.as_mut());
    for worlds in own.chain(std::iter::once(&mut generate.worlds)) {
        if let Worlds::Constructed(settings) = worlds {
            (settings.rivals, settings.decoys) = (0, 0);
        }
    }
    recipe
}

/// The shipped recipes whose worlds are all constructed: those that promise more than a unique referent.
fn constructed() -> impl Iterator<Item = (&'static str, Recipe)> {
    let recipes = SHIPPED.iter().map(|shipped| (shipped.name, Recipe::parse(shipped.toml).unwrap()));
    recipes.filter(|(_, recipe)| matches!(recipe.generate.worlds, Worlds::Constructed(_)))
}

/// So many random indices of a split; all of them, if there are no more.
fn sample(len: u64, items: u64, stream: &mut Stream) -> Vec<u64> {
    if len <= items {
        return (0..len).collect();
    }
    (0..items).map(|_| stream.wide_bits() % len).collect()
}

fn stream(test: &str) -> Stream {
    random::stream(test, 0)
}

/// An item: every address has one.
fn make<'m>(maker: &'m mut ReascanMaker<'_>, recipe: &str, split: usize, index: u64) -> &'m GridItem {
    maker.make(split, index).unwrap_or_else(|error| panic!("{recipe}: {error}"))
}
