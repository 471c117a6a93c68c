//! Exactly one object of one input differs, and the answer changes or stays as claimed: by the second opinion about
//! commands, an operation on rows of numbers, and a look at every command of the language.

#[path = "../../../tests/opinion/tests/bridge.rs"]
#[expect(dead_code, reason = "shared with the tests of the second opinion")]
mod bridge;

use std::collections::BTreeMap;

use wampimuk_command::{Lexicon, Phrase, Reading, Scene};
use wampimuk_core::Family;
use wampimuk_grid::{Form, Heading, World};
use wampimuk_opinion::referents;
use wampimuk_pair::riddles::{Partner, pairs};
use wampimuk_pair::{ObjectChange, Pair};
use wampimuk_reascan::{Pattern, Population, Rules};
use wampimuk_riddle::{Operation, Recipe, Riddle, Riddles, WorldPair, check, content_words, shipped};

fn riddles(name: &str, seed: u64) -> Riddles {
    let recipe = Recipe::parse(shipped(name).expect("it is shipped").toml).expect("a recipe");
    Riddles::new(recipe, seed).expect("a dataset")
}

/// Row, column, shape, colour, size, and whether it is a box.
type Row = (i32, i32, u8, u8, u8, bool);

fn rows(world: &World) -> Vec<Row> {
    let row = |object: &wampimuk_grid::Object| {
        let (row, column) = (i32::from(object.cell.row), i32::from(object.cell.column));
        (row, column, object.shape, object.colour, object.size, object.form == Form::Frame)
    };
    world.objects().iter().map(row).collect()
}

/// What an operation makes of the object of this number.
fn after(table: &[Row], target: usize, operation: &Operation, side: i32) -> Vec<Row> {
    let way = |heading: Heading| match heading {
        Heading::East => (0, 1),
        Heading::South => (1, 0),
        Heading::West => (0, -1),
        Heading::North => (-1, 0),
    };
    let mut after = table.to_vec();
    match *operation {
        Operation::Draw { colour } => after[target].3 = colour,
        Operation::Enlarge { by, at_most } => after[target].4 = (after[target].4 + by).min(at_most),
        Operation::ChangeShape { shape, form } => {
            (after[target].2, after[target].5) = (shape, form == Form::Frame);
            if after[target].5 {
                after[target].4 = 1;
            }
        }
        Operation::DrawAdjacent { side, thing } => {
            let (down, across) = way(side);
            let (row, column) = (table[target].0 + down, table[target].1 + across);
            after.push((row, column, thing.shape, thing.colour, thing.size, thing.form == Form::Frame));
        }
        Operation::Move { heading, steps } => {
            let (down, across) = way(heading);
            for _ in 0..steps.map_or(side, i32::from) {
                let (row, column) = (after[target].0 + down, after[target].1 + across);
                let extent = if after[target].5 { i32::from(after[target].4) } else { 1 };
                let within = row >= 0 && column >= 0 && row + extent <= side && column + extent <= side;
                let blocked =
                    table.iter().any(|other| (other.0, other.1, other.5) == (row, column, after[target].5));
                if !within || blocked {
                    break;
                }
                (after[target].0, after[target].1) = (row, column);
            }
        }
    }
    after
}

/// The task's command selects the target of an input, by the second opinion, and the output follows.
fn selected(riddle: &Riddle, pair: &WorldPair) {
    let lexicon = riddle.lexicon();
    let order = bridge::words(lexicon).read(&riddle.text()).expect("a command");
    let choices = bridge::choices(Reading::Existential.into());
    let found = referents(&order.phrases, &bridge::place(&pair.input, lexicon), choices);
    assert_eq!(found, [pair.target], "{}", riddle.logic());
    let made = after(&rows(&pair.input), pair.target, &riddle.operation, pair.input.side().into());
    assert_eq!(made, rows(&pair.output), "{}", riddle.logic());
}

/// The commands of the language with one clause at most.
fn short_commands(lexicon: &Lexicon) -> Vec<Phrase> {
    let rules = Rules::relaxed();
    let of = |pattern: &str| {
        let population = Population::new(&Pattern::parse(pattern).expect("a pattern"), &rules, lexicon);
        let population = population.expect("commands");
        (0..population.len()).map(|number| population.command(number, 0, None).phrase).collect::<Vec<_>>()
    };
    ["o", "o ^ o"].into_iter().flat_map(of).collect()
}

/// Whether no other command that is as short explains the pairs and selects something else in the test input.
fn is_only_answer(riddle: &Riddle, commands: &[Phrase]) {
    let lexicon = riddle.lexicon();
    let own = content_words(&riddle.phrase);
    let scenes: Vec<(Scene<'_>, u64)> =
        riddle.pairs.iter().map(|pair| (Scene::new(&pair.input), 1 << pair.target)).collect();
    let test = Scene::new(&riddle.test.input);
    let select =
        |scene: &Scene<'_>, phrase: &Phrase| scene.denotation(phrase, lexicon, Reading::Existential.into());
    for rival in commands.iter().filter(|phrase| content_words(phrase) <= own) {
        if scenes.iter().all(|(scene, target)| select(scene, rival) == *target) {
            assert_eq!(content_words(rival), own, "{}: a shorter one", riddle.logic());
            let set = select(&test, rival);
            assert!(set == 0 || set == 1 << riddle.test.target, "{}: another answer", riddle.logic());
        }
    }
}

fn without(list: &[Row], place: usize) -> Vec<Row> {
    list.iter().enumerate().filter(|(number, _)| *number != place).map(|(_, row)| *row).collect()
}

/// Whether the rows of a world differ in the object of this number just as is said.
fn differ(own: &[Row], other: &[Row], change: ObjectChange, which: usize) -> Result<(), String> {
    let (Some(before), kept) = (own.get(which).copied(), without(own, which)) else {
        return Err("no such object".into());
    };
    if change == ObjectChange::Removed {
        return if kept == other { Ok(()) } else { Err("it is not gone".into()) };
    }
    let Some(after) = other.get(which).copied() else { return Err("it is gone".into()) };
    let as_said = match change {
        ObjectChange::Moved => {
            (after.0, after.1) != (before.0, before.1)
                && (after.0, after.1, before.2, before.3, before.4, before.5) == after
        }
        _ => after.3 != before.3 && (before.0, before.1, before.2, after.3, before.4, before.5) == after,
    };
    if as_said && kept == without(other, which) { Ok(()) } else { Err("another difference".into()) }
}

/// Whether exactly one object differs, and the answer changes or stays as is said.
fn compare(own: &Riddle, partner: &Partner, pair: usize, which: usize, changes: bool) -> Result<(), String> {
    let Partner { change, riddle: other, .. } = partner;
    if own.operation != other.operation || own.pairs.len() != other.pairs.len() {
        return Err("another operation".into());
    }
    let worlds = |riddle: &Riddle| -> Vec<(Vec<Row>, Vec<Row>)> {
        riddle.all_pairs().map(|pair| (rows(&pair.input), rows(&pair.output))).collect()
    };
    let (one, two) = (worlds(own), worlds(other));
    let test = own.pairs.len();
    for (number, (one, two)) in one.iter().zip(&two).enumerate() {
        if number == pair {
            differ(&one.0, &two.0, *change, which)?;
            if number < test {
                differ(&one.1, &two.1, *change, which)?;
            }
        } else if one.0 != two.0 || number < test && one.1 != two.1 {
            return Err("another input or output differs".into());
        }
    }
    let renumbered = |object: usize| object - usize::from(*change == ObjectChange::Removed && which < object);
    let is_own = pair == test && which == own.test.target;
    let is_gone = is_own && *change == ObjectChange::Removed;
    let expected = if pair == test { renumbered(own.test.target) } else { own.test.target };
    let same_object = !is_gone && other.test.target == expected;
    let same_output = match pair == test {
        true => !is_own && differ(&one[test].1, &two[test].1, *change, which).is_ok(),
        false => one[test].1 == two[test].1,
    };
    match changes {
        true if same_object => Err("the same object".into()),
        false if !(same_object && same_output) => Err("another answer".into()),
        _ => Ok(()),
    }
}

#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    items: usize,
    kinds: BTreeMap<(&'static str, bool, bool), usize>,
    looked: usize,
    other_rules: usize,
}

/// Checks the pairs of the first tasks of every split.
fn each(riddles: &Riddles, most: u64) -> Tally {
    let commands = short_commands(riddles.lexicon());
    let (mut maker, mut tally) = (riddles.maker(), Tally::default());
    for (split, info) in Family::splits(riddles).iter().enumerate() {
        for index in 0..most.min(info.len) {
            let own = maker.make(split, index).expect("a task").clone();
            tally.items += 1;
            for Pair { partner, answer_changes } in pairs(riddles, &own) {
                let other = &partner.riddle;
                other.all_pairs().for_each(|pair| selected(other, pair));
                check(&other.arc_json()).expect("a sound task");
                let found = compare(&own, &partner, partner.pair, partner.which, answer_changes);
                assert_eq!(found, Ok(()), "{} / {}", own.logic(), other.logic());
                for (pair, which, changes) in [
                    (partner.pair, partner.which, !answer_changes),
                    (partner.pair, partner.which + 1, answer_changes),
                    ((partner.pair + 1) % (own.pairs.len() + 1), partner.which, answer_changes),
                ] {
                    assert!(compare(&own, &partner, pair, which, changes).is_err(), "a false claim");
                }
                if content_words(&other.phrase) <= 4 {
                    is_only_answer(other, &commands);
                    tally.looked += 1;
                }
                let of_test = partner.pair == own.pairs.len();
                *tally.kinds.entry((partner.change.name(), of_test, answer_changes)).or_default() += 1;
                tally.other_rules += usize::from(own.logic() != other.logic());
                tally.pairs += 1;
            }
        }
    }
    println!("{tally:?}");
    tally
}

fn varied(tally: &Tally, pairs: usize) {
    assert!(tally.pairs >= pairs && tally.looked * 10 > tally.pairs, "{tally:?}");
    for change in ObjectChange::ALL {
        for of_test in [true, false] {
            assert!(tally.kinds.contains_key(&(change.name(), of_test, false)), "{change:?} {of_test}");
        }
    }
    // Few changes of one object alone make another object the one that is meant. Those of pairs that are shown do so by way of
    // another rule.
    let changing =
        |of_test| tally.kinds.iter().filter(move |((_, of, changes), _)| *of == of_test && *changes);
    assert!(changing(true).map(|(_, count)| count).sum::<usize>() * 8 > tally.items, "{tally:?}");
    assert!(changing(false).map(|(_, count)| count).sum::<usize>() * 20 > tally.items, "{tally:?}");
}

#[test]
fn pairs_of_riddles_are_what_they_claim() {
    varied(&each(&riddles("riddle", 7), 60), 300);
    assert!(each(&riddles("riddle-colours", 7), 10).pairs >= 40);
}

#[test]
#[ignore = "takes minutes: ten thousand pairs of riddles"]
fn many_pairs_of_riddles_are_what_they_claim() {
    for seed in [7, 8] {
        varied(&each(&riddles("riddle", seed), 1_300), 5_000);
    }
}
