//! Splits by partition: no equivalents across splits, hold-outs are held out, and what does not matter changes nothing.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use wampimuk_command::Example;
use wampimuk_core::ItemId;
use wampimuk_gscan::{Gscan, Recipe, shipped};
use wampimuk_opinion::Order;

use crate::bridge;

fn recipe(name: &str) -> Recipe {
    Recipe::parse(shipped(name).unwrap().toml).unwrap()
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What the second opinion knows of an item when it judges hold-outs.
struct Facts<'a> {
    order: &'a Order,
    shape: &'a str,
    colour: &'a str,
    size: u8,
    /// Rows down and columns right from agent to target.
    way: (i32, i32),
    /// The target's row and column.
    goal: (u8, u8),
    actions: usize,
}

/// The hold-outs of the shipped recipes, spelled out once more.
fn held_out(name: &str, facts: &Facts<'_>) -> bool {
    let Facts { order, shape, colour, size, way, goal, actions } = *facts;
    let phrase = &order.phrases[0];
    match name {
        "visual_easier" => {
            phrase.colour.as_deref() == Some("yellow") && (colour, shape) == ("yellow", "square")
        }
        "visual" => (colour, shape) == ("red", "square"),
        "situational_1" => way.0 > 0 && way.1 < 0,
        "situational_2" => phrase.size.as_deref() == Some("small") && (shape, size) == ("circle", 2),
        "contextual" => order.verb == "push" && (shape, size) == ("square", 3),
        "adverb_1" => order.adverb == "cautiously",
        "adverb_2" => order.verb == "pull" && order.adverb == "while spinning",
        "target_lengths" => actions > 15,
        "purple_circles" => (colour, shape) == ("purple", "circle"),
        "nervous_pulls" => order.verb == "pull" && order.adverb == "nervously",
        "corners" => [0, 6].contains(&goal.0) && [0, 6].contains(&goal.1),
        other => panic!("no rule for `{other}`"),
    }
}

struct Walk<'d> {
    dataset: &'d Gscan,
    orders: Vec<Order>,
    names: Vec<&'d str>,
}

impl<'d> Walk<'d> {
    fn new(dataset: &'d Gscan) -> Self {
        let orders = dataset.commands().iter().map(|entry| bridge::order(&entry.command, dataset.lexicon()));
        let names = dataset.recipe().generate.holdouts.iter().map(|holdout| holdout.name.as_str());
        Self { dataset, orders: orders.collect(), names: names.collect() }
    }

    /// Names of the hold-outs whose rule an item satisfies.
    fn holdouts(&self, command: usize, example: &Example) -> Vec<&'d str> {
        let lexicon = self.dataset.lexicon();
        let object = &example.world.objects()[example.target];
        let agent = example.world.agent().cell;
        let facts = Facts {
            order: &self.orders[command],
            shape: &lexicon.nouns[usize::from(object.shape)].word.name,
            colour: &lexicon.colours[usize::from(object.colour)].name,
            size: object.size,
            way: (
                i32::from(object.cell.row) - i32::from(agent.row),
                i32::from(object.cell.column) - i32::from(agent.column),
            ),
            goal: (object.cell.row, object.cell.column),
            actions: example.actions.len(),
        };
        self.names.iter().copied().filter(|name| held_out(name, &facts)).collect()
    }
}

fn check(name: &str, seed: u64) -> usize {
    let items = walk(&Gscan::new(recipe(name), seed).unwrap(), name);
    println!("{name}: {items} items");
    items
}

/// Walks through a whole dataset whose splits are a partition. Returns the number of items.
pub fn walk(dataset: &Gscan, name: &str) -> usize {
    let shots = u64::from(dataset.recipe().splits.shots);
    let walk = Walk::new(dataset);
    let mut maker = dataset.maker();
    let mut items = 0;
    // For the pool, which split each class of equivalent items was seen in first.
    let mut pool: HashMap<u64, usize> = HashMap::new();
    // Placements of training items, and those of the shots.
    let mut train: HashSet<u64> = HashSet::new();
    let mut shown: HashSet<u64> = HashSet::new();
    // Placements, and classes within each hold-out, by the split they were seen in first.
    let mut held: HashMap<u64, usize> = HashMap::new();
    for (split, info) in dataset.splits().iter().enumerate() {
        let mut ids: HashSet<ItemId> = HashSet::with_capacity(info.len as usize);
        let mut look_alikes = 0;
        for index in 0..info.len {
            let item = maker.make(split, index).unwrap();
            let example = &item.example;
            let object = example.world.objects()[example.target];
            let agent = example.world.agent();
            let class = hash((item.command, &example.actions, object.cell, agent.heading));
            let placement = hash((item.command, agent.cell, object));
            let context = || format!("{name}, {} {index}", info.name);
            assert!(ids.insert(item.id), "{} is a duplicate", context());
            assert_eq!(dataset.possible_splits(example), [split], "{}", context());
            items += 1;
            let holdouts = walk.holdouts(item.command, example);
            if info.name == "train" && index >= info.len - shots {
                assert_eq!(holdouts, ["adverb_1"], "{}", context());
                shown.insert(hash((item.command, agent.cell, object.cell)));
                continue;
            }
            match &info.holdout {
                None => {
                    assert!(holdouts.is_empty(), "{} shows {holdouts:?}", context());
                    assert_eq!(
                        *pool.entry(class).or_insert(split),
                        split,
                        "{} has an equivalent elsewhere",
                        context()
                    );
                    if info.name == "train" {
                        train.insert(placement);
                    }
                }
                Some(holdout) => {
                    assert_eq!(holdouts, [holdout], "{}", context());
                    assert!(!train.contains(&placement), "{} is in train", context());
                    look_alikes += u64::from(pool.get(&class) == Some(&0));
                    let cells = hash((item.command, agent.cell, object.cell));
                    assert!(!shown.contains(&cells), "{} is one of the shots", context());
                    for seen in [placement, hash((holdout, cells)), hash((holdout, class))] {
                        assert_eq!(
                            *held.entry(seen).or_insert(split),
                            split,
                            "{} is elsewhere too",
                            context()
                        );
                    }
                }
            }
        }
        if let Some(holdout) = &info.holdout {
            // Where the target's kind alone is held out, the same command, way and actions may be in train with a
            // target of another kind. Where words or places are held out, they cannot.
            if look_alikes > 0 {
                println!("{name}, {}: {look_alikes} of {} look like a training item", info.name, info.len);
            }
            let by_kind = ["visual", "situational_2", "contextual", "purple_circles", "target_lengths"];
            assert!(look_alikes == 0 || by_kind.contains(&holdout.as_str()), "{name}, {}", info.name);
        }
    }
    items
}

#[test]
fn the_whole_of_gscan_demo() {
    for seed in 0..4 {
        assert_eq!(check("gscan-demo", seed), 2272);
    }
}

#[test]
fn the_whole_of_gscan() {
    assert!(check("gscan", 0) > 700_000);
}

/// Agents that face anywhere, adverbs and nonce words of a recipe's own, and hold-outs on where the target stands.
#[test]
fn the_whole_of_gscan_example() {
    assert!(check("gscan-example", 0) > 140_000);
}

#[test]
fn the_whole_of_gscan_uniform() {
    assert!(check("gscan-uniform", 0) > 800_000);
}

/// Hold-outs by length.
#[test]
fn the_whole_of_gscan_length() {
    assert!(check("gscan-length", 0) > 400_000);
}

fn ids(recipe: Recipe, seed: u64, most: u64) -> Vec<Vec<ItemId>> {
    let dataset = Gscan::new(recipe, seed).unwrap();
    let mut maker = dataset.maker();
    let mut splits = Vec::new();
    for (split, info) in dataset.splits().iter().enumerate() {
        splits.push((0..info.len.min(most)).map(|index| maker.make(split, index).unwrap().id).collect());
    }
    splits
}

/// Sizes and shots select how many items are wanted; they change none.
#[test]
fn sizes_and_shots_leave_items_alone() {
    let full = ids(recipe("gscan"), 0, 3000);
    let mut small = recipe("gscan");
    small.splits.sizes.values_mut().for_each(|size| *size /= 10);
    small.splits.sizes.insert("train".into(), 1000);
    small.splits.sizes.remove("dev");
    small.splits.shots = 0;
    let fewer = ids(small.clone(), 0, 1000);
    for (full, fewer) in full.iter().zip(&fewer) {
        let common = full.len().min(fewer.len());
        assert!(common > 200);
        assert_eq!(full[..common], fewer[..common]);
    }
    // Shots come after the other training items, and more of them keep the first ones.
    let with = |shots: u32| {
        let mut recipe = small.clone();
        recipe.splits.shots = shots;
        ids(recipe, 0, 2000).remove(0)
    };
    assert_eq!(with(5)[..1000], fewer[0][..1000]);
    assert_eq!(with(5)[..], with(50)[..1005]);
    assert_eq!(with(50).len(), 1050);
}

fn shared(one: &[Vec<ItemId>], other: &[Vec<ItemId>]) -> f64 {
    let known: HashSet<&ItemId> = one.iter().flatten().collect();
    let all: Vec<&ItemId> = other.iter().flatten().collect();
    all.iter().filter(|id| known.contains(*id)).count() as f64 / all.len() as f64
}

#[test]
fn another_seed_gives_other_items() {
    let one = ids(recipe("gscan"), 0, 5000);
    for seed in [1, 2, u64::MAX] {
        let share = shared(&one, &ids(recipe("gscan"), seed, 5000));
        assert!(share < 0.01, "seed {seed}: {share}");
    }
}

type Change = fn(&mut Recipe);

#[test]
fn every_generative_key_changes_the_items() {
    let one = ids(recipe("gscan"), 0, 2000);
    let changes: [(&str, Change); 7] = [
        ("resampling", |recipe| recipe.generate.resampling = 8),
        ("target_first", |recipe| recipe.generate.target_first = true),
        ("share", |recipe| recipe.generate.distractors.share = 0.45),
        ("agent_heading", |recipe| recipe.generate.agent_heading = wampimuk_gscan::AgentHeading::Any),
        ("pair_sizes", |recipe| {
            recipe.generate.distractors.pair_sizes = wampimuk_gscan::PairSizes::Independent;
        }),
        ("colours", |recipe| recipe.generate.lexicon.colours.reverse()),
        ("holdouts", |recipe| recipe.generate.holdouts.truncate(3)),
    ];
    for (key, change) in changes {
        let mut other = recipe("gscan");
        change(&mut other);
        other.splits = Default::default();
        assert_ne!(other.digest(), recipe("gscan").digest(), "{key}");
        let share = shared(&one, &ids(other, 0, 2000));
        assert!(share < 0.01, "{key}: {share}");
    }
}
