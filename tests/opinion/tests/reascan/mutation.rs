//! Would the checks notice? Each damage is done to many items; the promise it breaks must be found broken.

use wampimuk_command::{GridFamily, Strategy};
use wampimuk_core::Stream;
use wampimuk_opinion::{Thing, Words};
use wampimuk_reascan::Reascan;

use super::items::faults;
use super::view::View;
use super::{SEED, alone, stream};
use crate::bridge;

/// Does something to an item; false if there is nothing to do it to.
type Damage = fn(&mut View, &mut Stream) -> bool;

/// A damage, the promises of which one must be found broken, and the least share of items in which that is so. A share
/// below one means that some items survive the damage: a moved thing can be as good in its new place.
struct Case {
    name: &'static str,
    damage: Damage,
    breaks: &'static [&'static str],
    share: f64,
}

const CASES: &[Case] = &[
    Case { name: "another target", damage: another_target, breaks: &["referent"], share: 1.0 },
    Case { name: "the target moves", damage: target_moves, breaks: &["actions"], share: 1.0 },
    Case { name: "the target changes colour", damage: target_colour, breaks: &["referent"], share: 1.0 },
    Case { name: "a twin of the target", damage: twin, breaks: &["referent", "reading"], share: 1.0 },
    Case { name: "a third size", damage: third_size, breaks: &["two sizes"], share: 1.0 },
    Case { name: "the other article", damage: article, breaks: &["article"], share: 1.0 },
    Case { name: "the last action is missing", damage: last_action, breaks: &["actions"], share: 1.0 },
    Case { name: "another verb", damage: verb, breaks: &["actions"], share: 0.5 },
    Case { name: "rows become columns", damage: rows, breaks: &["referent", "idle clause"], share: 0.8 },
    Case { name: "a pivot is missing", damage: pivot, breaks: &["cast"], share: 1.0 },
    Case { name: "no relation distractors", damage: no_relations, breaks: &["idle clause"], share: 0.8 },
    Case { name: "a distractor moves", damage: distractor_moves, breaks: &["cast"], share: 0.5 },
    Case { name: "two groups change places", damage: groups, breaks: &["cast"], share: 0.95 },
    Case { name: "something stands on the agent", damage: on_agent, breaks: &["cells"], share: 1.0 },
    Case { name: "a box sticks out", damage: sticks_out, breaks: &["cells"], share: 1.0 },
    Case { name: "a crowd", damage: crowd, breaks: &["crowd"], share: 1.0 },
];

fn another_target(view: &mut View, stream: &mut Stream) -> bool {
    view.target = (view.target + 1 + stream.index(view.place.things.len() - 1)) % view.place.things.len();
    true
}

/// A cell where nothing solid stands.
fn free_cell(view: &View, stream: &mut Stream) -> (i32, i32) {
    loop {
        let cell = (stream.below(6) as i32, stream.below(6) as i32);
        if view.place.filled_by(cell.0, cell.1).is_none() && cell != (view.place.row, view.place.column) {
            return cell;
        }
    }
}

fn target_moves(view: &mut View, stream: &mut Stream) -> bool {
    let cell = free_cell(view, stream);
    let target = &mut view.place.things[view.target];
    (target.row, target.column) = cell;
    true
}

fn target_colour(view: &mut View, _: &mut Stream) -> bool {
    let Some(said) = &view.order.phrases[0].colour else { return false };
    view.place.things[view.target].colour = if said == "red" { "blue" } else { "red" }.into();
    true
}

/// Adds a thing that plays nothing.
fn add(view: &mut View, thing: Thing) {
    view.place.things.push(thing);
    let part = wampimuk_command::ObjectRole { group: view.cast.groups.len() as u8, phrase: None };
    if view.cast.groups.last().is_some_and(|group| group.strategy == Strategy::Random) {
        view.cast.parts.push(wampimuk_command::ObjectRole { group: part.group - 1, ..part });
    } else {
        view.cast.groups.push(wampimuk_command::DistractorGroup::plain(Strategy::Random));
        view.cast.parts.push(part);
    }
}

/// Without clauses about places, a copy anywhere is as good as the target.
fn twin(view: &mut View, stream: &mut Stream) -> bool {
    let places = ["in the same row as", "in the same column as", "inside of"];
    if view.relations().iter().any(|relation| places.contains(relation)) {
        return false;
    }
    let (row, column) = free_cell(view, stream);
    let thing = Thing { row, column, ..view.place.things[view.target].clone() };
    add(view, thing);
    true
}

fn third_size(view: &mut View, stream: &mut Stream) -> bool {
    let Some(phrase) = view.order.phrases.iter().find(|phrase| phrase.size.is_some()) else { return false };
    let noun = if phrase.noun == "object" { "circle" } else { phrase.noun.as_str() };
    let everything = phrase.noun == "object";
    let sizes: Vec<i32> = view
        .place
        .things
        .iter()
        .filter(|thing| everything || thing.shape == noun)
        .map(|thing| thing.size)
        .collect();
    let Some(size) = (1..=4).find(|size| !sizes.contains(size)) else { return false };
    let (row, column) = if noun == "box" { (0, 0) } else { free_cell(view, stream) };
    let thing = Thing::new("red", noun, size, row, column);
    add(view, thing);
    true
}

fn article(view: &mut View, _: &mut Stream) -> bool {
    let Some((before, after)) = view.text.split_once(",as,") else { return false };
    view.text = match (after.strip_prefix("a,"), after.strip_prefix("the,")) {
        (Some(rest), _) => format!("{before},as,the,{rest}"),
        (_, Some(rest)) => format!("{before},as,a,{rest}"),
        _ => return false,
    };
    true
}

fn last_action(view: &mut View, _: &mut Stream) -> bool {
    view.acts.pop().is_some()
}

/// Pushing into a wall is the same as walking up to it.
fn verb(view: &mut View, _: &mut Stream) -> bool {
    view.order.verb = match view.order.verb.as_str() {
        "walk" => "push",
        "push" => "pull",
        _ => "walk",
    }
    .into();
    true
}

fn rows(view: &mut View, _: &mut Stream) -> bool {
    let mut done = false;
    for (_, relation) in view.order.phrases.iter_mut().filter_map(|phrase| phrase.hangs.as_mut()) {
        if relation == "in the same row as" && !done {
            *relation = "in the same column as".into();
            done = true;
        }
    }
    done
}

/// Takes things away.
fn remove(view: &mut View, keep: impl Fn(usize) -> bool) -> bool {
    let numbers: Vec<usize> = (0..view.place.things.len()).filter(|&thing| keep(thing)).collect();
    if numbers.len() == view.place.things.len() {
        return false;
    }
    view.place.things = numbers.iter().map(|&number| view.place.things[number].clone()).collect();
    view.cast.parts = numbers.iter().map(|&number| view.cast.parts[number]).collect();
    view.target = numbers.iter().position(|&number| number == view.target).unwrap_or(0);
    true
}

fn pivot(view: &mut View, _: &mut Stream) -> bool {
    let Some(pivot) = view.own_player(1) else { return false };
    remove(view, |thing| thing != pivot)
}

/// Everything but what the command mentions and what grounds its sizes goes: nothing competes any more.
fn no_relations(view: &mut View, _: &mut Stream) -> bool {
    let kept = |thing: usize| {
        let group = view.cast.group_of(thing);
        group.is_some_and(|group| matches!(group.strategy, Strategy::Command | Strategy::Size))
    };
    let keep: Vec<bool> = (0..view.place.things.len()).map(kept).collect();
    view.order.phrases.len() > 1 && remove(view, |thing| keep[thing])
}

fn distractor_moves(view: &mut View, stream: &mut Stream) -> bool {
    let competes = |&thing: &usize| {
        let group = view.cast.group_of(thing);
        group.is_some_and(|group| matches!(group.strategy, Strategy::Relation | Strategy::Isomorphism))
            && !view.place.things[thing].is_box
    };
    let Some(thing) = (0..view.place.things.len()).find(competes) else { return false };
    let cell = free_cell(view, stream);
    (view.place.things[thing].row, view.place.things[thing].column) = cell;
    // Only a place matters, and only where a clause is about one.
    view.order.phrases.len() > 2
}

fn groups(view: &mut View, _: &mut Stream) -> bool {
    let groups = &view.cast.groups;
    let Some(other) = groups.iter().position(|group| group.strategy == Strategy::Attribute) else {
        return false;
    };
    let Some(one) = groups.iter().position(|group| group.strategy == Strategy::Relation) else {
        return false;
    };
    for part in &mut view.cast.parts {
        part.group = match usize::from(part.group) {
            group if group == one => other as u8,
            group if group == other => one as u8,
            group => group as u8,
        };
    }
    true
}

fn on_agent(view: &mut View, _: &mut Stream) -> bool {
    let cell = (view.place.row, view.place.column);
    let Some(thing) = view.place.things.iter_mut().find(|thing| !thing.is_box) else { return false };
    (thing.row, thing.column) = cell;
    true
}

fn sticks_out(view: &mut View, _: &mut Stream) -> bool {
    let Some(thing) = view.place.things.iter_mut().find(|thing| thing.is_box && thing.size > 1) else {
        return false;
    };
    thing.row = 5;
    true
}

fn crowd(view: &mut View, stream: &mut Stream) -> bool {
    for _ in 0..16 {
        let (row, column) = free_cell(view, stream);
        add(view, Thing::new("green", "circle", 1, row, column));
    }
    true
}

/// Items of a split.
fn views(dataset: &Reascan, words: &Words, name: &str, count: u64) -> (usize, Vec<View>) {
    let split = dataset.splits().iter().position(|split| split.name == name).unwrap();
    let mut maker = dataset.maker();
    let view = |index| View::new(maker.make(split, index).unwrap(), dataset.lexicon(), words).unwrap();
    (split, (0..count).map(view).collect())
}

#[test]
fn damaged_items_are_noticed() {
    let dataset = Reascan::new(alone("reascan"), SEED).unwrap();
    let words = bridge::words(dataset.lexicon());
    let (split, views) = views(&dataset, &words, "train", 120);
    let mut stream = stream("mutation");
    for view in &views {
        assert_eq!(faults(view, &dataset, split), [], "{}", view.text);
    }
    for Case { name, damage, breaks, share } in CASES {
        let (mut tried, mut noticed) = (0, 0);
        for view in &views {
            let mut view = view.clone();
            if damage(&mut view, &mut stream) {
                tried += 1;
                let found = faults(&view, &dataset, split);
                noticed += usize::from(found.iter().any(|fault| breaks.contains(&fault.promise)));
            }
        }
        println!("{name}: noticed in {noticed} of {tried} items");
        assert!(tried >= 3 && noticed as f64 >= share * f64::from(tried), "{name}: {noticed} of {tried}");
    }
}

/// An item in a split it does not belong to.
#[test]
fn items_in_the_wrong_split_are_noticed() {
    let dataset = Reascan::new(alone("reascan"), SEED).unwrap();
    let words = bridge::words(dataset.lexicon());
    let number = |name: &str| dataset.splits().iter().position(|split| split.name == name).unwrap();
    for (from, to) in [
        ("train", "a1_test"),
        ("train", "b2_test"),
        ("a1_test", "train"),
        ("a2_test", "train"),
        ("a3_test", "train"),
        ("b2_dev", "test"),
        ("a1_dev", "a3_dev"),
        ("c1_test", "c2_test"),
    ] {
        for view in views(&dataset, &words, from, 40).1 {
            let found = faults(&view, &dataset, number(to));
            assert!(found.iter().any(|fault| fault.promise == "hold-out"), "{from} to {to}: {}", view.text);
        }
    }
    // Placements decide between the others: the dataset itself knows.
    let mut maker = dataset.maker();
    for (from, to) in [("train", "test"), ("dev", "train"), ("c1_dev", "c1_test")] {
        for index in 0..40 {
            let item = maker.make(number(from), index).unwrap();
            assert!(!dataset.possible_splits(&item.example).contains(&number(to)), "{from} {index} to {to}");
        }
    }
}

/// Where every word counts, a world without what competes over words has idle ones.
#[test]
fn idle_words_are_noticed() {
    let dataset = Reascan::new(alone("reascan-words"), SEED).unwrap();
    let words = bridge::words(dataset.lexicon());
    let (split, views) = views(&dataset, &words, "train", 60);
    let mut noticed = 0;
    for view in &views {
        let mut view = view.clone();
        let kept = |thing: usize| {
            view.cast.group_of(thing).is_some_and(|group| group.strategy != Strategy::Attribute)
        };
        let keep: Vec<bool> = (0..view.place.things.len()).map(kept).collect();
        if remove(&mut view, |thing| keep[thing]) {
            let found = faults(&view, &dataset, split);
            noticed += usize::from(found.iter().any(|fault| fault.promise == "idle word"));
        }
    }
    println!("noticed in {noticed} of {} items", views.len());
    assert!(noticed * 10 > views.len() * 7, "{noticed}");
}
