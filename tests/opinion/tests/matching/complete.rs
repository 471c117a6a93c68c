//! Where the paper's first algorithm differs from what a command means.

use wampimuk_command::{Clause, Lexicon, Phrase, Relation};
use wampimuk_opinion::graph::{Check, Failure, Graph, command_graph, complete, world_graph};
use wampimuk_opinion::{Phrase as SlowPhrase, Place, Thing, Words};

use super::census::monomorphism;
use super::commands::Pattern;
use super::{bare_head, commands, items};
use crate::{bridge, random};

/// Enough for every search with early checks in these tests.
const PLENTY: u64 = 10_000_000;

fn answer(command: &Graph, world: &Graph, check: Check) -> Result<Vec<usize>, Failure> {
    Ok(complete(command, world, check, &mut PLENTY.clone())?.into_iter().collect())
}

fn read(text: &str) -> Vec<SlowPhrase> {
    Words::plain().read(text).expect("a command").phrases
}

fn place(things: Vec<Thing>) -> Place {
    Place { side: 6, row: 0, column: 0, facing: (0, 1), heavy_from: 3, things }
}

fn is_row_or_column(relation: Relation) -> bool {
    matches!(relation, Relation::SameRow | Relation::SameColumn)
}

/// The relation of a phrase with one clause.
fn relation(phrase: &Phrase) -> Option<Relation> {
    match phrase.clauses.as_slice() {
        [Clause { relation, phrase }] if phrase.clauses.is_empty() => Some(*relation),
        _ => None,
    }
}

/// A relation that holds both ways leads back into the head and holds its edges together.
#[test]
fn it_agrees_on_rows_and_columns() {
    let lexicon = Lexicon::reascan();
    let mut compared = [0; 3];
    for case in 0..6_000 {
        let stream = &mut random::stream("line graphs", case);
        let (world, phrase) = commands::case(stream, Pattern::Flat(1));
        if relation(&phrase).is_some_and(is_row_or_column) {
            let graph = world_graph(&bridge::place(&world, &lexicon));
            let command = command_graph(&bridge::phrases(&phrase, &lexicon));
            let exact = monomorphism(&command, &graph);
            assert_eq!(answer(&command, &graph, Check::First), Ok(exact.clone()), "{case}");
            compared[exact.len().min(2)] += 1;
        }
    }
    println!("{compared:?} random commands with no, one, several referents");
    assert!(compared.iter().all(|&count| count > 100), "{compared:?}");
    for name in ["generated-p2", "generated-p2-180"] {
        let items = items(name, &lexicon);
        let mut count = 0;
        for item in &items {
            if relation(&item.command.phrase).is_some_and(is_row_or_column) {
                let command = command_graph(&bridge::phrases(&item.command.phrase, &lexicon));
                let graph = world_graph(&bridge::place(&item.world, &lexicon));
                assert_eq!(answer(&command, &graph, Check::First), Ok(vec![0]), "{}", item.text);
                count += 1;
            }
        }
        println!("{name}: {count} of {} items", items.len());
        assert!(count * 2 > items.len() || items.is_empty());
    }
}

/// More generally: it agrees wherever some relation of the head holds both ways.
#[test]
fn it_agrees_where_a_relation_leads_back_to_the_head() {
    let lexicon = Lexicon::reascan();
    let mut compared = 0;
    for pattern in [Pattern::Flat(1), Pattern::Flat(2), Pattern::Chain] {
        for case in 0..1_000 {
            let stream = &mut random::stream("leads back", case);
            let (world, phrase) = commands::case(stream, pattern);
            if phrase.clauses.iter().any(|clause| clause.relation != Relation::Inside) {
                let graph = world_graph(&bridge::place(&world, &lexicon));
                let command = command_graph(&bridge::phrases(&phrase, &lexicon));
                let exact = monomorphism(&command, &graph);
                assert_eq!(answer(&command, &graph, Check::First), Ok(exact), "{pattern:?} {case}");
                compared += 1;
            }
        }
    }
    println!("{compared} commands");
    assert!(compared > 1_500, "{compared}");
}

/// With early checks, VF2 skips what late checks refuse, and nothing else.
#[test]
fn early_checks_change_no_answer() {
    let lexicon = Lexicon::reascan();
    let (mut compared, mut gave_up) = (0, 0);
    for case in 0..400 {
        let stream = &mut random::stream("checks", case);
        let (world, phrase) = commands::case(stream, Pattern::Flat(1));
        if world.objects().len() > 4 {
            continue;
        }
        let graph = world_graph(&bridge::place(&world, &lexicon));
        let command = command_graph(&bridge::phrases(&phrase, &lexicon));
        match complete(&command, &graph, Check::Last, &mut 200_000) {
            Ok(found) => {
                let early = complete(&command, &graph, Check::First, &mut PLENTY.clone());
                assert_eq!(early, Ok(found), "{case}");
                compared += 1;
            }
            Err(failure) => {
                assert_eq!(failure, Failure::GaveUp);
                gave_up += 1;
            }
        }
    }
    println!("{compared} commands; {gave_up} more took too long");
    assert!(compared > 100, "{compared} {gave_up}");
}

/// Nothing leads into a head that has "inside of" only: its words can be true of anything.
#[test]
fn heads_that_are_only_inside_get_supersets() {
    let boxed = place(vec![
        Thing::new("red", "circle", 1, 2, 2),
        Thing::new("blue", "square", 1, 3, 3),
        Thing::new("green", "box", 3, 1, 1),
        Thing::new("red", "cylinder", 2, 5, 5),
        Thing::new("blue", "circle", 2, 5, 0),
    ]);
    let (command, graph) =
        (command_graph(&read("push the red circle that is inside of the green box")), world_graph(&boxed));
    assert_eq!(monomorphism(&command, &graph), [0]);
    assert_eq!(answer(&command, &graph, Check::First), Ok(vec![0, 1]));

    let lexicon = Lexicon::reascan();
    let (mut all, mut wrong) = (0, 0);
    for item in items("generated-p2", &lexicon) {
        if relation(&item.command.phrase) == Some(Relation::Inside) {
            let phrases = bridge::phrases(&item.command.phrase, &lexicon);
            let graph = world_graph(&bridge::place(&item.world, &lexicon));
            let found = answer(&command_graph(&phrases), &graph, Check::First).unwrap();
            let at_most = monomorphism(&bare_head(&phrases), &graph);
            assert!(found.contains(&0) && found.iter().all(|thing| at_most.contains(thing)), "{}", item.text);
            all += 1;
            wrong += usize::from(found != [0]);
        }
    }
    println!("generated-p2: {wrong} of {all} items with `inside of` get too many referents");
    assert!(wrong * 2 >= all, "{wrong} of {all}");

    let (mut all, mut wrong) = (0, 0);
    for case in 0..6_000 {
        let stream = &mut random::stream("only inside", case);
        let (world, mut phrase) = commands::case(stream, Pattern::Flat(1));
        phrase.clauses[0].relation = Relation::Inside;
        let phrases = bridge::phrases(&phrase, &lexicon);
        let graph = world_graph(&bridge::place(&world, &lexicon));
        let command = command_graph(&phrases);
        let exact = monomorphism(&command, &graph);
        let found = answer(&command, &graph, Check::First).unwrap();
        let at_most = monomorphism(&bare_head(&phrases), &graph);
        assert!(exact.iter().all(|thing| found.contains(thing)), "{case}");
        assert!(found.iter().all(|thing| at_most.contains(thing)), "{case}");
        all += u64::from(!at_most.is_empty());
        wrong += u64::from(found != exact);
        // Without words of its own, the head has nothing to lose.
        let silent = command.edges().all(|((from, to), _)| from != 0 || command.things().contains(&to));
        assert!(!silent || found == exact, "{case}");
    }
    println!("{wrong} of {all} random commands with `inside of` get too many referents");
    assert!(wrong > 200, "{wrong}");
}

/// A command without relations has no edge from which the head's node could be read.
#[test]
fn simple_commands_have_no_node_map() {
    let lexicon = Lexicon::reascan();
    for case in 0..500 {
        let stream = &mut random::stream("no node map", case);
        let (world, phrase) = commands::case(stream, Pattern::Flat(0));
        let graph = world_graph(&bridge::place(&world, &lexicon));
        let command = command_graph(&bridge::phrases(&phrase, &lexicon));
        assert_eq!(answer(&command, &graph, Check::First), Err(Failure::NoNodeMap));
    }
}

/// A red circle, a blue square in its row, and blue circles elsewhere.
fn crowd(things: i32) -> Place {
    let thing = |number: i32| match number {
        0 => Thing::new("red", "circle", 1, 0, 0),
        1 => Thing::new("blue", "square", 2, 0, 1),
        _ => Thing::new("blue", "circle", 1 + number % 2, number, number),
    };
    place((0..things).map(thing).collect())
}

/// A box around red circles, half of them small.
fn full_box(circles: i32) -> Place {
    let circle = |number: i32| Thing::new("red", "circle", 1 + number % 2, number / 4, number % 4);
    let frame = Thing::new("blue", "box", 4, 0, 0);
    place((0..circles).map(circle).chain([frame]).collect())
}

/// The steps of a search; nothing if they are more than two million.
fn steps(text: &str, place: &Place, check: Check) -> Option<u64> {
    let limit = 2_000_000;
    let mut left = limit;
    let found = complete(&command_graph(&read(text)), &world_graph(place), check, &mut left);
    assert!(matches!(found, Ok(_) | Err(Failure::GaveUp)), "{found:?}");
    found.is_ok().then_some(limit - left)
}

/// The maps whose labels are looked at in the end grow by a factor with every word, and a world of twelve things is
/// out of reach.
#[test]
fn late_checks_take_exponential_time() {
    let texts = [
        "push the red object that is in the same row as a blue object",
        "push the red circle that is in the same row as a blue object",
        "push the red circle that is in the same row as a blue square",
    ];
    let taken = texts.map(|text| steps(text, &crowd(5), Check::Last).unwrap());
    println!("{taken:?} steps for two, three and four words in a world of five");
    assert!(taken.windows(2).all(|pair| pair[1] > 5 * pair[0]), "{taken:?}");
    assert_eq!(steps(texts[2], &crowd(12), Check::Last), None);
    assert!(steps(texts[2], &crowd(12), Check::First).is_some());
}

/// Early checks do not help against edges that hang loose: they are tried in every combination.
#[test]
fn loose_edges_take_exponential_time_even_with_early_checks() {
    let texts = [
        "push the object that is inside of the box",
        "push the red object that is inside of the box",
        "push the red circle that is inside of the box",
        "push the small red circle that is inside of the box",
    ];
    let place = full_box(12);
    let taken = texts.map(|text| steps(text, &place, Check::First).unwrap());
    println!("{taken:?} steps for no, one, two and three words of the head");
    assert!(taken.windows(2).all(|pair| pair[1] > 5 * pair[0]), "{taken:?}");
}

/// To the letter, the printed loop never lowers its flag: every map counts, whatever its labels.
#[test]
fn to_the_letter_no_label_is_refused() {
    let command = command_graph(&read("push the red circle that is in the same row as a blue square"));
    let world = world_graph(&crowd(4));
    assert_eq!(answer(&command, &world, Check::Last), Ok(vec![0]));
    assert_eq!(answer(&command, &world, Check::Printed), Ok(vec![0, 1, 2, 3]));
}
