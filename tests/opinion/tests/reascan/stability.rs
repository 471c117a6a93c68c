//! The same recipe and seed always give the same items; anything else gives others.

use std::collections::HashSet;
use std::fmt::Write as _;

use wampimuk_command::GridItem;
use wampimuk_core::{Digest, ItemId};
use wampimuk_reascan::{Reascan, Recipe, SHIPPED};

use super::{SEED, dataset, make, recipe, sample, stream};

/// Everything about an item, in bytes that do not depend on the machine.
fn bytes(item: &GridItem) -> Vec<u8> {
    let mut bytes = item.id.0.to_le_bytes().to_vec();
    let example = &item.example;
    bytes.push(example.target as u8);
    for object in example.world.objects() {
        let cell = object.cell;
        bytes.extend([object.shape, object.colour, object.size, cell.row, cell.column]);
    }
    bytes.extend(example.actions.iter().map(|&action| action as u8));
    for (part, group) in item.cast.parts.iter().map(|part| (part, item.cast.groups[usize::from(part.group)]))
    {
        bytes.extend([
            part.group,
            part.phrase.unwrap_or(255),
            group.strategy as u8,
            group.phrase.unwrap_or(255),
        ]);
    }
    let certificate = &item.certificate;
    for set in certificate.referents.iter().chain(&certificate.variants) {
        bytes.extend(set.to_le_bytes());
    }
    bytes.extend(certificate.necessity.to_string().bytes());
    bytes
}

#[test]
fn the_order_of_making_does_not_matter() {
    for name in ["reascan", "reascan-words"] {
        let (one, other) = (dataset(name), dataset(name));
        let (mut forwards, mut backwards) = (one.maker(), other.maker());
        let mut stream = stream("order");
        let mut addresses = Vec::new();
        for (split, info) in one.splits().iter().enumerate() {
            let indices = sample(info.len, 100, &mut stream);
            addresses.extend(indices.into_iter().map(|index| (split, index)));
        }
        let first: Vec<_> =
            addresses.iter().map(|&(split, index)| bytes(make(&mut forwards, name, split, index))).collect();
        for (&(split, index), expected) in addresses.iter().zip(&first).rev() {
            let again = bytes(make(&mut backwards, name, split, index));
            assert_eq!(again, *expected, "{name}: split {split}, item {index}");
        }
    }
}

fn ids(recipe: Recipe, seed: u64, most: u64) -> Vec<ItemId> {
    let dataset = Reascan::new(recipe, seed).unwrap();
    let mut maker = dataset.maker();
    let mut ids = Vec::new();
    for (split, info) in dataset.splits().iter().enumerate() {
        ids.extend((0..info.len.min(most)).map(|index| maker.make(split, index).unwrap().id));
    }
    ids
}

#[test]
fn another_seed_gives_other_items() {
    let one: HashSet<ItemId> = ids(recipe("reascan"), 0, 300).into_iter().collect();
    for seed in [1, 2, u64::MAX] {
        let other = ids(recipe("reascan"), seed, 300);
        let shared = other.iter().filter(|id| one.contains(id)).count();
        assert_eq!(shared, 0, "seed {seed}: {shared} of {}", other.len());
    }
}

/// Sizes say how many items are wanted; they change none.
#[test]
fn sizes_leave_items_alone() {
    let mut fewer = recipe("reascan");
    fewer.splits.sizes.values_mut().for_each(|size| *size /= 4);
    assert_eq!(fewer.digest(), recipe("reascan").digest());
    assert_eq!(ids(fewer, SEED, 300), ids(recipe("reascan"), SEED, 300));
}

type Change = fn(&mut Recipe);

#[test]
fn every_generative_key_changes_the_items() {
    let one: HashSet<ItemId> = ids(recipe("reascan"), 0, 50).into_iter().collect();
    let changes: [(&str, Change); 5] = [
        ("target_first", |recipe| recipe.generate.target_first = true),
        ("shares", |recipe| recipe.generate.shares.dev = 0.11),
        ("holdouts", |recipe| recipe.generate.holdouts.truncate(3)),
        ("rules", |recipe| recipe.generate.rules.repeated_nouns = true),
        ("colours", |recipe| recipe.generate.lexicon.colours.reverse()),
    ];
    for (key, change) in changes {
        let mut other = recipe("reascan");
        change(&mut other);
        other.splits = Default::default();
        assert_ne!(other.digest(), recipe("reascan").digest(), "{key}");
        let other = ids(other, 0, 50);
        let shared = other.iter().filter(|id| one.contains(id)).count();
        assert!(shared * 100 < other.len(), "{key}: {shared}");
    }
}

/// Published datasets are these: if a value here changes, so do they.
#[test]
fn items_are_what_they_were() {
    let mut table = String::new();
    for shipped in SHIPPED {
        let dataset = Reascan::new(Recipe::parse(shipped.toml).unwrap(), 0).unwrap();
        let mut maker = dataset.maker();
        let mut all = Vec::new();
        for (split, info) in dataset.splits().iter().enumerate() {
            all.extend(info.name.bytes().chain(info.len.to_le_bytes()));
            for index in 0..info.len.min(50) {
                all.extend(bytes(make(&mut maker, shipped.name, split, index)));
            }
        }
        let _ = writeln!(table, "{} {}", shipped.name, &Digest::of(&all).to_string()[..16]);
    }
    insta::assert_snapshot!(table);
}
