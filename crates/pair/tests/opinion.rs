//! Exactly one thing differs, and the answer changes or stays as claimed: by the second opinion.

#[path = "../../../tests/opinion/tests/bridge.rs"]
#[expect(dead_code, reason = "shared with the tests of the second opinion")]
mod bridge;

use std::collections::HashSet;

use wampimuk_command::{Example, GridFamily, Surface};
use wampimuk_gscan::Gscan;
use wampimuk_opinion::{Place, Taste, Words, accepted, articles, fair_articles, perform, referents};
use wampimuk_pair::{Change, Item};
use wampimuk_reascan::Reascan;

struct Seen {
    text: String,
    place: Place,
    acts: Vec<&'static str>,
    cell: (i32, i32),
    right: Vec<Vec<&'static str>>,
}

fn seen(example: &Example, words: &Words, family: &dyn GridFamily) -> Seen {
    let (lexicon, choices) = (family.lexicon(), bridge::choices(family.reading().into()));
    let text = example.command.text(lexicon, family.surface());
    let order = words.read(&text).expect("commands can be read");
    let place = bridge::place(&example.world, lexicon);
    let found = referents(&order.phrases, &place, choices);
    assert_eq!(found, [example.target], "{text}");
    if family.surface() == Surface::Reascan {
        assert_eq!(articles(&text), fair_articles(&order.phrases, &place, choices), "{text}");
    }
    let habit = bridge::habit(&order.adverb, example.command.manner(lexicon));
    let acts = perform(&place, found[0], &order.verb, &habit, Taste::default());
    assert_eq!(acts, bridge::acts(&example.actions), "{text}");
    let right = accepted(&place, found[0], &order.verb, &habit);
    let cell = (place.things[found[0]].row, place.things[found[0]].column);
    Seen { text, place, acts, cell, right: right.into_iter().collect() }
}

/// Checks the pairs of the first items of every split: how many there are, and their kinds.
fn check(family: &dyn GridFamily, most: u64) -> (usize, HashSet<(Change, bool)>) {
    let (lexicon, words) = (family.lexicon(), bridge::words(family.lexicon()));
    let (mut items, mut pairs, mut kinds) = (family.grid_items(), 0, HashSet::new());
    for (split, info) in family.splits().iter().enumerate() {
        for index in 0..most.min(info.len) {
            let own = items.make(split, index).unwrap().example.clone();
            let (surface, reading) = (family.surface(), family.reading());
            let item = Item { example: &own, lexicon, surface, reading };
            let one = seen(&own, &words, family);
            for changes in [true, false] {
                let Some(partner) = item.partner(changes, |_| true) else { continue };
                compare(&one, &seen(&partner.example, &words, family), partner.change, changes);
                kinds.insert((partner.change, changes));
                pairs += 1;
            }
        }
    }
    (pairs, kinds)
}

fn compare(one: &Seen, two: &Seen, change: Change, changes: bool) {
    let texts = one.text.split(' ').zip(two.text.split(' ')).filter(|(one, two)| one != two).count();
    let gone: Vec<_> = one.place.things.iter().filter(|thing| !two.place.things.contains(thing)).collect();
    let new: Vec<_> = two.place.things.iter().filter(|thing| !one.place.things.contains(thing)).collect();
    let expected = match change {
        Change::Word => (1, 0, 0),
        Change::Removed => (0, 1, 0),
        Change::Moved | Change::Recoloured => (0, 1, 1),
    };
    assert_eq!((texts, gone.len(), new.len()), expected, "{} {}", one.text, two.text);
    assert_eq!(one.text.split(' ').count(), two.text.split(' ').count());
    if let ([gone], [new]) = (&gone[..], &new[..]) {
        // Of an object, only what the change names.
        let moved = (gone.row, gone.column) != (new.row, new.column);
        let recoloured = gone.colour != new.colour;
        assert_eq!((moved, recoloured), (change == Change::Moved, change == Change::Recoloured));
        assert_eq!((&gone.shape, gone.size), (&new.shape, new.size));
    }
    match changes {
        true => assert!(!two.right.contains(&one.acts) && !one.right.contains(&two.acts)),
        false => assert_eq!((&one.acts, one.cell), (&two.acts, two.cell)),
    }
}

/// Every kind of change occurs, with both outcomes.
fn all_kinds() -> HashSet<(Change, bool)> {
    Change::ALL.into_iter().flat_map(|change| [(change, true), (change, false)]).collect()
}

#[test]
fn pairs_of_gscan_are_what_they_claim() {
    let recipe = wampimuk_gscan::SHIPPED.iter().find(|recipe| recipe.name == "gscan").unwrap();
    let dataset = Gscan::new(wampimuk_gscan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let (pairs, kinds) = check(&dataset, 100);
    println!("{pairs} pairs");
    assert!(pairs >= 1_500, "{pairs}");
    // Sizes are compared among objects of any colour or of one, and both readings must agree: another colour hardly ever
    // makes another object the one that is meant.
    let mut expected = all_kinds();
    expected.remove(&(Change::Recoloured, true));
    assert!(kinds.is_superset(&expected), "{kinds:?}");
}

#[test]
fn pairs_of_reascan_are_what_they_claim() {
    let recipe = wampimuk_reascan::shipped("reascan").unwrap();
    let dataset = Reascan::new(wampimuk_reascan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let (pairs, kinds) = check(&dataset, 60);
    println!("{pairs} pairs");
    assert!(pairs >= 500, "{pairs}");
    assert_eq!(kinds, all_kinds());
}

/// What is not allowed is not chosen, and an item whose answer is wrong has no partners.
#[test]
fn partners_are_allowed_and_items_right() {
    let recipe = wampimuk_gscan::SHIPPED[0];
    let dataset = Gscan::new(wampimuk_gscan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let mut own = dataset.maker().make(0, 3).unwrap().example.clone();
    let partner = |own: &Example, allowed: &dyn Fn(&Example) -> bool| {
        let (surface, reading) = (dataset.surface(), dataset.reading());
        Item { example: own, lexicon: dataset.lexicon(), surface, reading }.partner(true, allowed)
    };
    let first = partner(&own, &|_| true).expect("a partner");
    let second = partner(&own, &|example| *example != first.example).expect("another one");
    assert_ne!(first, second);
    assert_eq!(partner(&own, &|_| false), None);
    own.actions.pop();
    assert_eq!(partner(&own, &|_| true), None);
}
