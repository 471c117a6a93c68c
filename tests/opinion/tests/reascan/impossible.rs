//! Commands for which no world is made: each is really impossible, and the reason is known.
//!
//! Three arguments cover those of the main recipe.
//!
//! *A shade of one colour*: "… in the same size as a red square and in the same row as a small red square". The squares
//! have two sizes, since a size word speaks of them. "small red square" calls for a bigger red square, so red squares
//! have both sizes, and whatever has the size of a square has that of a red one: the first "red" is idle.
//!
//! *A size for everyone*: if besides everything has two sizes, because of a "big object", then everything has the size of
//! a red square, and the whole clause is idle. (Only if phrases must have different players could it be needed; but then
//! the referent would depend on that choice.)
//!
//! *Twins*: "the small green object that is in the same column as a small green square and in the same shape as a red
//! object", where a red square must play a part. It can only be the red object; then the target is a small green square
//! in the column of a small green square, and each of the two fits as well as the other.

use std::collections::BTreeMap;

use wampimuk_core::{Impossible, Stream};
use wampimuk_opinion::{
    Choices, Habit, Order, Phrase, Place, Taste, Thing, Words, needed_clauses, needed_words, perform,
    players, referents,
};
use wampimuk_reascan::Reascan;

use super::commands::commands;
use super::view::own;
use super::{SEED, alone, dataset, stream};

/// The argument that explains why a command has no world.
fn explanation(impossible: &Impossible, every_word: bool) -> Option<&'static str> {
    let phrases = Words::plain().read(&impossible.command).unwrap().phrases;
    let holdout = impossible.holdout.as_deref();
    let hangs_by =
        |phrase: &Phrase, words: &str| phrase.hangs.as_ref().is_some_and(|(_, said)| said == words);
    for measure in phrases.iter().filter(|phrase| hangs_by(phrase, "in the same size as")) {
        let shaded = |other: &Phrase| {
            other.size.is_some() && (&other.colour, &other.noun) == (&measure.colour, &measure.noun)
        };
        if measure.colour.is_none() || !phrases.iter().any(shaded) {
            continue;
        }
        let kind = (measure.colour.as_deref(), measure.noun.as_str());
        let must_count = match holdout {
            Some("a1") => kind == (Some("yellow"), "square"),
            Some("a2") => kind == (Some("red"), "square"),
            _ => false,
        };
        if every_word || must_count {
            return Some("a shade of one colour");
        }
        if phrases.iter().any(|phrase| phrase.size.is_some() && phrase.noun == "object") {
            return Some("a size for everyone");
        }
    }
    let head = &phrases[0];
    let alike = |other: &Phrase| {
        other.noun == "square"
            && (&other.size, &other.colour) == (&head.size, &head.colour)
            && head.noun == "object"
    };
    let other_colour = head.colour.as_deref().is_some_and(|colour| colour != "red");
    let shaped = phrases.iter().any(|phrase| hangs_by(phrase, "in the same shape as"));
    let twins =
        holdout == Some("a2") && phrases.len() == 3 && other_colour && shaped && phrases.iter().any(alike);
    twins.then_some("twins")
}

#[test]
fn every_impossible_command_of_the_main_recipe_is_explained() {
    for seed in [0, 1, 7] {
        let dataset = Reascan::new(alone("reascan"), seed).unwrap();
        for impossible in dataset.impossible() {
            let explanation = explanation(impossible, false);
            println!("{}: {:?}", impossible.command, explanation);
            assert!(explanation.is_some(), "{impossible:?}");
        }
    }
}

/// Where every word counts under every reading, some commands with three clauses are given up for lack of room. They are
/// few: of the commands of each pattern with each relation, at least 97 % have worlds, and 99 % where only clauses count,
/// those aside that cannot have one.
#[test]
fn satisfiable_commands_have_worlds() {
    for (name, least) in [("reascan", 0.99), ("reascan-words", 0.97)] {
        let dataset = Reascan::new(alone(name), SEED).unwrap();
        let mut rows: BTreeMap<(usize, String), (u64, u64)> = BTreeMap::new();
        for split in ["train", "b1_test", "c1_test", "c2_test"] {
            for said in commands(&dataset, name, split, &mut 0) {
                for relation in said.relations {
                    rows.entry((said.pattern.iter().sum::<usize>() * 10 + said.pattern.len(), relation))
                        .or_default()
                        .0 += 1;
                }
            }
        }
        for impossible in dataset.impossible() {
            if explanation(impossible, name == "reascan-words").is_some() {
                continue;
            }
            let phrases = Words::plain().read(&impossible.command).unwrap().phrases;
            let hangs: Vec<_> = phrases.into_iter().filter_map(|phrase| phrase.hangs).collect();
            let pattern = hangs.iter().map(|(parent, _)| parent).sum::<usize>() * 10 + hangs.len();
            for (_, relation) in hangs {
                rows.entry((pattern, relation)).or_default().1 += 1;
            }
        }
        for ((pattern, relation), (made, given_up)) in rows {
            let share = made as f64 / (made + given_up) as f64;
            if given_up > 0 {
                println!(
                    "{name}: {} clauses, {relation}: {made} commands, {given_up} given up",
                    pattern % 10
                );
            }
            assert!(
                share >= least,
                "{name}: {} clauses, {relation}: {made}, {given_up} given up",
                pattern % 10
            );
        }
    }
}

/// Looks for a world by small changes: things of four colours and three shapes on a small grid, the first of which is to
/// be the only referent, while size words speak of two sizes and something else holds.
fn search(order: &Order, goal: &dyn Fn(&Place) -> bool, stream: &mut Stream) -> bool {
    (0..60).any(|_| climb(order, goal, stream))
}

fn climb(order: &Order, goal: &dyn Fn(&Place) -> bool, stream: &mut Stream) -> bool {
    const SIDE: u32 = 4;
    let mut place =
        Place { side: SIDE as i32, row: -1, column: -1, facing: (0, 1), heavy_from: 3, things: Vec::new() };
    for cell in 0..9 {
        let thing = Thing::new("red", "square", 1, cell / SIDE as i32, cell % SIDE as i32);
        place.things.push(thing);
        change(&mut place, cell as usize, stream);
    }
    let mut best = unmet(order, &place, goal);
    for _ in 0..1_500 {
        let before = place.clone();
        let number = stream.index(place.things.len());
        change(&mut place, number, stream);
        let now = unmet(order, &place, goal);
        if now == 0 {
            return true;
        }
        if now > best {
            place = before;
        } else {
            best = now;
        }
    }
    false
}

/// Gives a thing another feature or another cell.
fn change(place: &mut Place, number: usize, stream: &mut Stream) {
    let cell = (stream.below(4) as i32, stream.below(4) as i32);
    let free = place.filled_by(cell.0, cell.1).is_none();
    let thing = &mut place.things[number];
    match stream.below(4) {
        0 => thing.colour = (*stream.choose(&["red", "green", "blue", "yellow"])).into(),
        1 => thing.shape = (*stream.choose(&["circle", "cylinder", "square"])).into(),
        2 => thing.size = 1 + stream.below(3) as i32,
        _ if free => (thing.row, thing.column) = cell,
        _ => {}
    }
}

/// How far a world is from what is wanted.
fn unmet(order: &Order, place: &Place, goal: &dyn Fn(&Place) -> bool) -> usize {
    let mut unmet = 0;
    for choices in [own(), Choices { distinct: false, ..own() }] {
        let found = referents(&order.phrases, place, choices);
        unmet += found.iter().filter(|&&thing| thing != 0).count() + 3 * usize::from(!found.contains(&0));
    }
    for phrase in order.phrases.iter().filter(|phrase| phrase.size.is_some()) {
        let class = place.things.iter().filter(|thing| phrase.noun == "object" || thing.shape == phrase.noun);
        let mut sizes: Vec<i32> = class.map(|thing| thing.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        unmet += sizes.len().abs_diff(2);
    }
    unmet + usize::from(!goal(place))
}

/// The three arguments against a search, which finds worlds for commands that differ in one word.
#[test]
fn no_search_finds_a_world_for_the_impossible() {
    let red_square = |order: &Order, place: &Place| {
        let cast = players(&order.phrases, place, own(), 0);
        let is_one =
            |&thing: &usize| place.things[thing].colour == "red" && place.things[thing].shape == "square";
        cast.iter().flatten().any(is_one)
    };
    let first_colour =
        |order: &Order, place: &Place| needed_words(&order.phrases, place, own()).contains(&(1, "colour"));
    let first_clause =
        |order: &Order, place: &Place| needed_clauses(&order.phrases, place, own()).contains(&1);
    type Goal<'g> = &'g dyn Fn(&Order, &Place) -> bool;
    let cases: [(&str, &str, &str, Goal<'_>); 3] = [
        (
            "walk to the green circle that is in the same size as a red square and in the same row as a small red square",
            "small red square",
            "small blue square",
            &first_colour,
        ),
        (
            "push the blue object that is in the same size as a yellow circle and in the same shape as a big red object \
             and in the same row as a small yellow circle",
            "small yellow circle",
            "small yellow square",
            &first_clause,
        ),
        (
            "walk to the small green object that is in the same column as a small green square and in the same shape as \
             a red object",
            "green square",
            "green cylinder",
            &red_square,
        ),
    ];
    let mut stream = stream("impossible");
    for (text, word, other, goal) in cases {
        let order = Words::plain().read(text).unwrap();
        assert!(!search(&order, &|place| goal(&order, place), &mut stream), "{text}");
        let control = Words::plain().read(&text.replace(word, other)).unwrap();
        assert!(search(&control, &|place| goal(&control, place), &mut stream), "{text} with {other}");
    }
}

/// "ways of more than 40 actions": commands without a long enough way cannot meet it, wherever agent and target stand.
#[test]
fn short_ways_are_short_everywhere() {
    let longest = |adverb: &str| {
        let habit = Habit::named(adverb).unwrap_or(Habit::Plain);
        let mut longest = 0;
        for cells in 0..36 * 36 {
            let (agent, goal) = (cells / 36, cells % 36);
            let things = vec![Thing::new("red", "circle", 1, goal / 6, goal % 6)];
            let place =
                Place { side: 6, row: agent / 6, column: agent % 6, facing: (0, 1), heavy_from: 3, things };
            longest = longest.max(perform(&place, 0, "walk", &habit, Taste::default()).len());
        }
        longest
    };
    let long: Vec<&str> = ["", "while zigzagging", "while spinning", "cautiously", "hesitantly"]
        .into_iter()
        .filter(|adverb| longest(adverb) > 40)
        .collect();
    let dataset = dataset("reascan-situated");
    let words = Words::plain();
    for impossible in dataset.impossible().iter().filter(|one| one.holdout.as_deref() == Some("length")) {
        let adverb = words.read(&impossible.command).unwrap().adverb;
        assert!(!long.contains(&adverb.as_str()), "{impossible:?}");
    }
    println!("{} commands, adverbs with long ways: {long:?}", dataset.impossible().len());
}
