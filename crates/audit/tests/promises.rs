//! `verify` notices a world that breaks a promise of its recipe: one for each promise.

use std::sync::OnceLock;

use wampimuk_audit::{Breach, Verifier};
use wampimuk_command::{Example, Necessity, ObjectRoles, Strategy};
use wampimuk_core::ItemId;
use wampimuk_dataset::{CompactClaims, ItemView, RecordedClaims};
use wampimuk_grid::{Cell, Form, Object};
use wampimuk_reascan::{Reascan, Recipe, shipped};

/// How many items of the test are damaged.
const ITEMS: u64 = 12;

fn dataset(name: &str) -> &'static Reascan {
    static DATASETS: [OnceLock<Reascan>; 2] = [const { OnceLock::new() }; 2];
    DATASETS[usize::from(name == "reascan-words")].get_or_init(|| prepared(name))
}

fn prepared(name: &str) -> Reascan {
    let recipe = Recipe::parse(shipped(name).expect("a shipped recipe").toml).expect("a recipe");
    Reascan::new(recipe, 0).expect("a dataset")
}

/// An item with its index, and for each object whether it was drawn as part of a decoy or at random, and whether the command
/// mentions it.
struct Made {
    index: u64,
    example: Example,
    at_random: Vec<bool>,
    mentioned: Vec<bool>,
}

/// The first items of the test with as many clauses or more.
fn items(dataset: &Reascan, clauses: usize) -> Vec<Made> {
    let test = dataset.splits().iter().position(|split| split.name == "test").expect("it has a test");
    let mut maker = dataset.maker();
    let mut made = Vec::new();
    for index in 0.. {
        let item = maker.make(test, index).expect("an item");
        if item.example.command.phrase.nodes().len() > clauses {
            let strategies =
                item.cast.parts.iter().map(|part| item.cast.groups[usize::from(part.group)].strategy);
            let strategies: Vec<Strategy> = strategies.collect();
            made.push(Made {
                index,
                example: item.example.clone(),
                at_random: strategies.iter().map(|strategy| *strategy == Strategy::Random).collect(),
                mentioned: strategies.iter().map(|strategy| *strategy == Strategy::Command).collect(),
            });
        }
        if made.len() as u64 == ITEMS {
            break;
        }
    }
    made
}

/// The example with other objects, the target among them, and the actions that follow.
fn with_objects(dataset: &Reascan, example: &Example, objects: &[Object]) -> Example {
    let goal = example.world.objects()[example.target];
    let mut world = example.world.clone();
    world.reset(example.world.agent());
    for object in objects {
        world.place(*object).expect("a free cell");
    }
    let target = objects.iter().position(|object| *object == goal).expect("the target stays");
    let mut actions = Vec::new();
    example.command.execute(&world, target, dataset.lexicon(), &mut actions);
    Example { command: example.command.clone(), world, target, actions }
}

/// The example with the objects that are wanted.
fn keeping(dataset: &Reascan, example: &Example, wanted: impl Fn(usize) -> bool) -> Example {
    let kept = example.world.objects().iter().enumerate().filter(|(number, _)| wanted(*number));
    let kept: Vec<Object> = kept.map(|(_, object)| *object).collect();
    with_objects(dataset, example, &kept)
}

/// What `verify` says of an example at this address of the test.
fn breaches(dataset: &Reascan, index: u64, example: &Example) -> Vec<Breach> {
    // A file of ours says which of the recipe's items it has; what else it says is not looked at here.
    let recorded = RecordedClaims::Compact(CompactClaims {
        id: ItemId::default(),
        readings: Vec::new(),
        necessary: Necessity::default(),
        direction: None,
        distance: 0,
        trees: None,
    });
    Verifier::new(Some(dataset)).check(&ItemView {
        place: None,
        split: "test",
        index,
        command: &example.command,
        world: &example.world,
        target: Some(example.target),
        actions: &example.actions,
        cast: &ObjectRoles::default(),
        recorded: Some(&recorded),
        lexicon: dataset.lexicon(),
    })
}

/// The promises of the recipe that are broken, in words.
fn broken(dataset: &Reascan, index: u64, example: &Example) -> Vec<String> {
    let reason = |breach| match breach {
        Breach::Promise { reason } => Some(reason),
        _ => None,
    };
    breaches(dataset, index, example).into_iter().filter_map(reason).collect()
}

/// How many other orders should refer to something: what is said of a world with nothing but the target.
fn wanted_orders(reasons: &[String]) -> usize {
    let said = reasons.iter().find_map(|reason| {
        reason.strip_prefix("0 other orders of the words certainly refer to other objects, not ")
    });
    said.expect("the target has no rival").parse().expect("a number")
}

/// Each rival refers to an object of its own: whichever of these is taken away, the rival is missed.
#[test]
fn a_rival_without_its_object_is_missed() {
    for name in ["reascan", "reascan-words"] {
        let dataset = dataset(name);
        for Made { index, example, .. } in items(dataset, 1) {
            assert_eq!(broken(dataset, index, &example), [""; 0], "{name} test[{index}]");
            let alone = keeping(dataset, &example, |number| number == example.target);
            let wanted = wanted_orders(&broken(dataset, index, &alone));
            let others = (0..example.world.objects().len()).filter(|number| *number != example.target);
            let missed = others.filter(|number| {
                let less = keeping(dataset, &example, |other| other != *number);
                broken(dataset, index, &less)
                    .iter()
                    .any(|reason| reason.contains("other orders of the words"))
            });
            let missed = missed.count();
            assert!(wanted >= 1 && missed >= wanted, "{name} test[{index}]: {missed} of {wanted}");
        }
    }
}

/// Decoys stand where there is room and are not promised one by one; but whoever takes one away has another item than the
/// recipe makes.
#[test]
fn a_decoy_that_is_taken_away_is_missed() {
    let dataset = dataset("reascan");
    let mut tried = 0;
    for Made { index, example, at_random, .. } in items(dataset, 1) {
        assert!(!breaches(dataset, index, &example).contains(&Breach::OtherItem), "test[{index}]");
        let Some(decoy) = at_random.iter().position(|&at_random| at_random) else { continue };
        let less = keeping(dataset, &example, |number| number != decoy);
        assert!(breaches(dataset, index, &less).contains(&Breach::OtherItem), "test[{index}]");
        tried += 1;
    }
    assert!(tried > 0, "no world has a decoy");
}

/// Only what the command mentions is left: nothing misses a clause or a word, and nothing is smaller or bigger.
#[test]
fn clauses_words_and_sizes_that_nothing_needs_are_missed() {
    for (name, promise) in [("reascan", "clause "), ("reascan-words", " word of phrase ")] {
        let dataset = dataset(name);
        let bare = items(dataset, 1).into_iter().map(|Made { index, example, mentioned, .. }| {
            broken(dataset, index, &keeping(dataset, &example, |number| mentioned[number]))
        });
        let bare: Vec<Vec<String>> = bare.collect();
        let with = |reason: &str| {
            let has = |reasons: &&Vec<String>| reasons.iter().any(|known| known.contains(reason));
            bare.iter().filter(has).count()
        };
        assert!(2 * with(promise) > bare.len() && with(" is idle") > 0, "{name}: {bare:?}");
        assert!(with(" has 1 sizes") > 0, "{name}: {bare:?}");
    }
}

/// A twin of the target, which a command without clauses cannot tell from it.
#[test]
fn a_twin_of_the_target_is_noticed() {
    let dataset = dataset("reascan");
    let made = items(dataset, 0).into_iter().find(|made| made.example.command.phrase.clauses.is_empty());
    let Made { index, example, .. } = made.expect("a command without clauses");
    let objects = example.world.objects();
    let taken = |cell: Cell| objects.iter().any(|object| object.form == Form::Solid && object.cell == cell);
    let mut cells = (0..36).map(|number| Cell::new(number / 6, number % 6));
    let free = cells.find(|cell| !taken(*cell) && *cell != example.world.agent().cell).expect("a free cell");
    let twin = Object { cell: free, ..objects[example.target] };
    let more: Vec<Object> = objects.iter().copied().chain([twin]).collect();
    let reasons = broken(dataset, index, &with_objects(dataset, &example, &more));
    assert!(reasons.iter().any(|reason| reason.contains("not the only referent")), "{reasons:?}");
}
