//! Every promise about single items, on samples of every split of every recipe.

use std::collections::BTreeMap;

use wampimuk_command::{ClauseVariant, GridFamily, GridItem, Reading};
use wampimuk_opinion::{needed_clauses, needed_words, referents};
use wampimuk_reascan::{Reascan, SHIPPED, Worlds};

use super::view::{View, own};
use super::{Fault, cast, constructed, dataset, holdouts, make, sample, stream, world};
use crate::bridge;

/// Items of each split of a recipe with hold-outs, and of one without.
const OF_HOLDOUTS: u64 = 60;
const OF_RANDOM: u64 = 400;

/// All that is wrong with an item of a constructed recipe.
pub fn faults(view: &View, dataset: &Reascan, split: usize) -> Vec<Fault> {
    let recipe = dataset.recipe();
    let holdout = dataset.splits()[split].holdout.as_deref();
    let own = recipe.generate.holdouts.iter().find(|other| Some(other.name.as_str()) == holdout);
    let worlds = own.and_then(|own| own.worlds.as_ref()).unwrap_or(&recipe.generate.worlds);
    let Worlds::Constructed(settings) = worlds else { return Vec::new() };
    let mut faults = world::faults(view, settings);
    faults.extend(cast::faults(view));
    faults.extend(holdouts::faults(view, recipe, holdout));
    faults
}

fn check(name: &str) {
    let dataset = dataset(name);
    let words = bridge::words(dataset.lexicon());
    let mut stream = stream("items");
    let mut maker = dataset.maker();
    let holdouts = !dataset.recipe().generate.holdouts.is_empty();
    let most = if holdouts { OF_HOLDOUTS } else { OF_RANDOM };
    let mut count = 0;
    let mut wrong: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for (split, info) in dataset.splits().iter().enumerate() {
        for index in sample(info.len, most, &mut stream) {
            let item = make(&mut maker, name, split, index);
            let view = View::new(item, dataset.lexicon(), &words).unwrap();
            let mut found = faults(&view, &dataset, split);
            found.extend(certificate(item, &view, &dataset));
            for Fault { promise, found } in found {
                let line = format!("{} {index} `{}`: {found}", info.name, view.text);
                wrong.entry(promise).or_default().push(line);
            }
            count += 1;
        }
    }
    let lines = |(promise, lines): (&&str, &Vec<String>)| {
        let examples = &lines[..lines.len().min(3)];
        format!("{promise}: {} of {count} items\n    {}", lines.len(), examples.join("\n    "))
    };
    println!("{name}: {count} items");
    assert!(wrong.is_empty(), "{name}\n  {}", wrong.iter().map(lines).collect::<Vec<_>>().join("\n  "));
}

/// What the item says about itself, and what the dataset says about the item.
fn certificate(item: &GridItem, view: &View, dataset: &Reascan) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut say = |promise: &'static str, found: String| faults.push(Fault { promise, found });
    let phrases = &view.order.phrases;
    for reading in Reading::ALL {
        let fast = bridge::members(item.certificate.referents[reading as usize]);
        if fast != referents(phrases, &view.place, bridge::choices(reading.into())) {
            say("certificate", format!("{reading:?} {fast:?}"));
        }
    }
    for variant in ClauseVariant::ALL {
        let fast = bridge::members(item.certificate.variants[variant as usize]);
        if fast != referents(phrases, &view.place, bridge::choices(variant.semantics(Reading::Existential))) {
            say("certificate", format!("{variant:?} {fast:?}"));
        }
    }
    let needed = item.certificate.necessity;
    let fast: Vec<(usize, &str)> = needed.words().map(|(phrase, class)| (phrase, class.name())).collect();
    if fast != needed_words(phrases, &view.place, own()) {
        say("certificate", format!("needed {fast:?}"));
    }
    let fast: Vec<usize> = needed.clauses().collect();
    if fast != needed_clauses(phrases, &view.place, own()) {
        say("certificate", format!("needed clauses {fast:?}"));
    }
    let homes = dataset.possible_splits(&item.example);
    if homes != [item.split] {
        say("homes", format!("{homes:?}"));
    }
    let broken = dataset.broken_promises(item.split, &item.example).unwrap_or_default();
    if !broken.is_empty() {
        say("promises", format!("{broken:?}"));
    }
    faults
}

#[test]
fn of_the_main_recipe() {
    check("reascan");
}

#[test]
fn of_the_recipe_where_every_word_counts() {
    check("reascan-words");
}

#[test]
fn of_the_other_constructed_recipes() {
    let done = ["reascan", "reascan-words"];
    for (name, _) in constructed().filter(|(name, _)| !done.contains(name)) {
        check(name);
    }
}

/// Released worlds promise less: one referent under the code's own reading, articles and actions that fit, and the
/// target first in the list.
#[test]
fn of_the_released_recipes() {
    for shipped in SHIPPED.iter().filter(|shipped| !constructed().any(|(name, _)| name == shipped.name)) {
        let dataset = dataset(shipped.name);
        let words = bridge::words(dataset.lexicon());
        let (mut maker, mut stream, mut count) = (dataset.maker(), stream("released"), 0);
        for (split, info) in dataset.splits().iter().enumerate() {
            for index in sample(info.len, OF_RANDOM, &mut stream) {
                let item = maker.make(split, index).unwrap();
                let view = View::new(item, dataset.lexicon(), &words).unwrap();
                let context = format!("{}, {} {index} `{}`", shipped.name, info.name, view.text);
                assert_eq!(world::basic_faults(&view), [], "{context}");
                assert_eq!(view.target, 0, "{context}");
                count += 1;
            }
        }
        println!("{}: {count} items", shipped.name);
    }
}
