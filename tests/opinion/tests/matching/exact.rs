//! The exact matcher agrees with the fast path and with the slow opinion.

use wampimuk_command::{Lexicon, Phrase, Semantics, denotation};
use wampimuk_opinion::graph::{Fit, Shape, command_graph, heads, local, world_graph};
use wampimuk_opinion::{Place, Words, referents};

use super::census::{compare, monomorphism};
use super::commands::Pattern;
use super::{FILES, choices, commands, items, semantics};
use crate::{bridge, random};

/// Every pattern with all numbers of referents.
#[test]
fn on_random_commands() {
    let cases = 6_000;
    let census = compare(&monomorphism, cases).unwrap_or_else(|error| panic!("{error}"));
    for (pattern, row) in Pattern::ALL.into_iter().zip(census) {
        println!("{}: {row:?} commands with no, one, several referents", pattern.name());
        assert_eq!(row.iter().sum::<u64>(), cases);
        assert!(row.iter().all(|&count| count * 20 > cases), "{}: {row:?}", pattern.name());
    }
}

fn on_files(part: usize) {
    let lexicon = Lexicon::reascan();
    let words = bridge::words(&lexicon);
    let mut count = 0;
    for &(name, shape) in FILES[part] {
        for item in items(name, &lexicon) {
            let place = bridge::place(&item.world, &lexicon);
            let phrases = words.read(&item.text).unwrap().phrases;
            let (command, world) = (command_graph(&phrases), world_graph(&place));
            let text = &item.text;
            let fast = denotation(&item.command.phrase, &item.world, &lexicon, semantics());
            assert_eq!(bridge::members(fast), [0], "{name}: {text}");
            assert_eq!(referents(&phrases, &place, choices()), [0], "{name}: {text}");
            assert_eq!(heads(&command, &world, Fit::Monomorphism), [0], "{name}: {text}");
            assert_eq!(local(&command, &world, shape), Some(vec![0]), "{name}: {text}");
            count += 1;
        }
    }
    println!("{count} items");
}

#[test]
fn on_recorded_items() {
    on_files(0);
}

#[test]
fn on_more_recorded_items() {
    on_files(1);
}

/// If two things may lie on one, the same matcher gives the meaning in which players need not be distinct.
#[test]
fn homomorphisms_are_players_that_need_not_be_distinct() {
    let lexicon = Lexicon::reascan();
    let mut different = 0;
    for pattern in Pattern::ALL {
        for case in 0..2_000 {
            let stream = &mut random::stream("homomorphism", case);
            let (world, phrase) = commands::case(stream, pattern);
            let fast = denotation(&phrase, &world, &lexicon, Semantics { distinct: false, ..semantics() });
            let graph = world_graph(&bridge::place(&world, &lexicon));
            let command = command_graph(&bridge::phrases(&phrase, &lexicon));
            let found = heads(&command, &graph, Fit::Homomorphism);
            assert_eq!(found, bridge::members(fast), "{} {case}", pattern.name());
            different += u64::from(found != monomorphism(&command, &graph));
        }
    }
    assert!(different > 300, "{different}");
}

/// The second algorithm refuses what it was not made for, instead of answering another question.
#[test]
fn the_second_algorithm_must_be_told_of_chains() {
    let lexicon = Lexicon::reascan();
    for case in 0..200 {
        let stream = &mut random::stream("shapes", case);
        for pattern in Pattern::ALL {
            let (world, phrase) = commands::case(stream, pattern);
            let graph = world_graph(&bridge::place(&world, &lexicon));
            let command = command_graph(&bridge::phrases(&phrase, &lexicon));
            for other in Pattern::ALL {
                let answers = local(&command, &graph, other.shape()).is_some();
                assert_eq!(answers, other.shape() == pattern.shape(), "{pattern:?} as {other:?}");
            }
        }
    }
}

/// Three clauses can lack a third thing although each two of them have two. Such worlds occur, so that the second
/// algorithm's count over all three clauses is put to the test.
#[test]
fn three_clauses_ask_for_more_than_each_two_of_them() {
    let lexicon = Lexicon::reascan();
    let mut occurs = 0;
    for case in 0..6_000 {
        let stream = &mut random::stream(Pattern::Flat(3).name(), case);
        let (world, phrase) = commands::case(stream, Pattern::Flat(3));
        let graph = world_graph(&bridge::place(&world, &lexicon));
        let find = |phrase: &Phrase| monomorphism(&command_graph(&bridge::phrases(phrase, &lexicon)), &graph);
        let mut by_two = find(&Phrase { clauses: phrase.clauses[1..].to_vec(), ..phrase.clone() });
        for left_out in 1..3 {
            let mut shorter = phrase.clone();
            shorter.clauses.remove(left_out);
            let found = find(&shorter);
            by_two.retain(|thing| found.contains(thing));
        }
        occurs += u64::from(by_two != find(&phrase));
    }
    println!("{occurs} worlds");
    assert!(occurs > 20, "{occurs}");
}

#[test]
fn nothing_is_found_in_an_empty_world() {
    let place = Place { side: 6, row: 0, column: 0, facing: (0, 1), heavy_from: 3, things: Vec::new() };
    let command = command_graph(&Words::plain().read("push the object").unwrap().phrases);
    assert!(monomorphism(&command, &world_graph(&place)).is_empty());
    assert_eq!(local(&command, &world_graph(&place), Shape::Flat), Some(Vec::new()));
}
