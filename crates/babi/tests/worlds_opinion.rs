//! A second opinion about the toy worlds, on random stories of few words and on new stories as they are told: whether
//! facts contradict each other, which answers are right, and which sets of facts support them.

mod worlds_second;

use std::collections::BTreeSet;

use wampimuk_babi::worlds::{World, all};
use wampimuk_babi::{Line, Status};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_story::support::STEPS;

use self::worlds_second as second;

/// The right answers by some facts; none if the facts contradict each other.
type Right = fn(&[&str], &str) -> Option<BTreeSet<String>>;

/// Stories of each kind that are compared.
const STORIES: u64 = 300;

fn right(name: &str) -> Right {
    match name {
        "directions" => second::directions,
        "times" => second::times,
        "fears" => second::fears,
        "colours" => second::colours,
        "positions" => second::positions,
        "sizes" => second::sizes,
        _ => second::motives,
    }
}

fn pick(stream: &mut Stream, words: &[&'static str]) -> &'static str {
    words[stream.index(words.len())]
}

/// A random fact with few different words, so that facts have to do with each other.
fn fact(name: &str, s: &mut Stream) -> String {
    match name {
        "directions" => {
            let rooms = ["kitchen", "office", "garden", "hallway"];
            let sides = ["north", "south", "east", "west"];
            format!("The {} is {} of the {}.", pick(s, &rooms), pick(s, &sides), pick(s, &rooms))
        }
        "times" => {
            let (person, verb) =
                (pick(s, &["Mary", "Mary", "Mary", "Bill"]), pick(s, &["went", "went back", "moved"]));
            let place = pick(s, &["park", "office"]);
            match s.below(5) {
                0 => format!("Yesterday {person} {verb} to the {place}."),
                1 => format!("This afternoon {person} {verb} to the {place}."),
                _ => {
                    let time = pick(s, &["yesterday", "this morning", "this afternoon", "this evening"]);
                    format!("{person} {verb} to the {place} {time}.")
                }
            }
        }
        "fears" if s.below(2) == 0 => {
            format!("{} is a {}.", pick(s, &["Emily", "Winona"]), pick(s, &["wolf", "sheep", "mouse"]))
        }
        "fears" => {
            let (many, of) = (["Wolves", "Sheep", "Mice"], ["wolves", "sheep", "mice", "cats"]);
            format!("{} are afraid of {}.", pick(s, &many), pick(s, &of))
        }
        "colours" => {
            let what = pick(s, &["a frog", "a swan", "a frog", "green", "white", "gray"]);
            format!("{} is {what}.", pick(s, &["Greg", "Lily", "Brian"]))
        }
        "positions" => {
            let shapes = ["triangle", "red square", "red sphere", "blue square"];
            let sides = ["above", "below", "to the left of", "to the right of"];
            format!("The {} is {} the {}.", pick(s, &shapes), pick(s, &sides), pick(s, &shapes))
        }
        "sizes" => {
            let things = ["box", "box of chocolates", "chest", "suitcase"];
            let verbs = ["is bigger than", "fits inside"];
            format!("The {} {} the {}.", pick(s, &things), pick(s, &verbs), pick(s, &things))
        }
        _ => {
            let person = pick(s, &["Yann", "Jason"]);
            match s.below(3) {
                0 => format!("{person} is {}.", pick(s, &["bored", "hungry", "thirsty", "tired"])),
                1 => format!("{person} went back to the {}.", pick(s, &["garden", "kitchen", "bedroom"])),
                _ => format!("{person} picked up the {} there.", pick(s, &["apple", "milk", "football"])),
            }
        }
    }
}

/// A random question with the same words.
fn question(name: &str, s: &mut Stream) -> String {
    match name {
        "directions" => {
            let (room, side) =
                (pick(s, &["kitchen", "office"]), pick(s, &["north", "south", "east", "west"]));
            match s.below(4) {
                0 => format!("What is {side} of the {room}?"),
                1 => format!("What is the {room} {side} of?"),
                _ => format!("How do you go from the {room} to the {}?", pick(s, &["garden", "hallway"])),
            }
        }
        "times" => format!("Where was Mary before the {}?", pick(s, &["park", "office"])),
        "fears" => format!("What is {} afraid of?", pick(s, &["emily", "winona"])),
        "colours" => format!("What color is {}?", pick(s, &["Greg", "Lily"])),
        "positions" => {
            let (what, of) = (["triangle", "red square"], ["blue square", "red sphere", "triangle"]);
            let sides = ["above", "below", "to the left of", "to the right of"];
            format!("Is the {} {} the {}?", pick(s, &what), pick(s, &sides), pick(s, &of))
        }
        "sizes" if s.below(2) == 0 => {
            format!(
                "Is the {} bigger than the {}?",
                pick(s, &["box", "chest"]),
                pick(s, &["box of chocolates", "box"])
            )
        }
        "sizes" => {
            format!("Does the {} fit in the {}?", pick(s, &["box", "chest"]), pick(s, &["suitcase", "box"]))
        }
        _ => {
            let person = pick(s, &["yann", "jason"]);
            match s.below(3) {
                0 => format!("Where will {person} go?"),
                1 => format!("Why did {person} go to the {}?", pick(s, &["garden", "kitchen"])),
                _ => format!("Why did {person} get the {}?", pick(s, &["milk", "apple"])),
            }
        }
    }
}

/// All minimal sets of facts by which an answer is right: by a list of all sets.
fn minimal(right: Right, facts: &[&str], question: &str, answer: &str) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = (0..1_usize << facts.len())
        .map(|set| (0..facts.len()).filter(|&fact| set >> fact & 1 == 1).collect())
        .collect();
    sets.sort_by(|one: &Vec<usize>, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    let mut found: Vec<Vec<usize>> = Vec::new();
    for set in sets {
        let some: Vec<&str> = set.iter().map(|&fact| facts[fact]).collect();
        let larger = found.iter().any(|smaller| smaller.iter().all(|fact| set.contains(fact)));
        if !larger && right(&some, question).is_some_and(|right| right.contains(answer)) {
            found.push(set);
        }
    }
    found
}

/// Compares answers and status; gives the answer, if there is one.
fn agree(world: &dyn World, facts: &[&str], question: &str) -> Option<String> {
    let found = world.solve(facts, question, STEPS);
    let Some(answers) = right(world.name())(facts, question) else {
        assert!(found.is_err(), "{facts:#?} {question}: a contradiction");
        assert!(world.check(facts).is_err());
        return None;
    };
    assert_eq!(world.check(facts), Ok(()), "{facts:#?} {question}");
    let found = found.ok()?;
    let status = match answers.len() {
        0 => Status::Unknown,
        1 => Status::Unique,
        _ => Status::Ambiguous,
    };
    assert_eq!(found.status, status, "{facts:#?} {question} {answers:?}");
    assert!(
        answers.is_empty() && found.answer.is_empty() || answers.contains(&found.answer),
        "{facts:#?} {question}"
    );
    (!answers.is_empty()).then_some(found.answer)
}

#[test]
fn random_stories() {
    for world in all() {
        let key = StreamKey::new(&Digest::of(b"a second opinion"), world.name(), 0);
        let (mut consistent, mut answered, mut index) = (0, 0, 0);
        while consistent < STORIES {
            let mut stream = key.stream(index);
            index += 1;
            let count = 1 + stream.index(6);
            let facts: Vec<String> = (0..count).map(|_| fact(world.name(), &mut stream)).collect();
            let facts: Vec<&str> = facts.iter().map(String::as_str).collect();
            let question = question(world.name(), &mut stream);
            assert!(facts.iter().all(|fact| world.reads(fact) && world.symbol(fact).is_some()), "{facts:?}");
            let answer = agree(*world, &facts, &question);
            consistent += u64::from(world.check(&facts).is_ok());
            if let Some(answer) = answer {
                answered += 1;
                let found = world.solve(&facts, &question, STEPS).unwrap();
                assert!(found.complete);
                let sets = minimal(right(world.name()), &facts, &question, &answer);
                assert_eq!(found.minimal, sets, "{facts:#?} {question}");
                let mut canonical = found.canonical.clone();
                canonical.sort_unstable();
                assert!(sets.contains(&canonical), "{facts:#?} {question}");
            }
        }
        eprintln!("{}: {index} stories, {consistent} consistent, {answered} answered", world.name());
        assert!(answered * 10 > STORIES, "{}: only {answered} answers", world.name());
        assert!(index > consistent, "{}: no contradictions", world.name());
    }
}

#[test]
fn new_stories() {
    for world in all() {
        let right = right(world.name());
        for &task in world.tasks() {
            let key = StreamKey::new(&Digest::of(b"a second opinion"), "told", u64::from(task));
            for index in 0..STORIES {
                let mut stream = key.stream(index);
                let told = world.tell(task, None, &mut stream, &|_| true).unwrap();
                let chosen = &told.solutions[stream.index(told.solutions.len())];
                let Line::Question(asked) = &told.passage.lines[chosen.line - 1] else {
                    panic!("no question")
                };
                let shown = |lines: &[usize]| -> Vec<&str> {
                    told.passage
                        .facts()
                        .filter(|(line, _)| lines.contains(line))
                        .map(|(_, fact)| fact)
                        .collect()
                };
                let before: Vec<usize> = (1..chosen.line).collect();
                let answers = right(&shown(&before), &asked.question).unwrap();
                assert_eq!(answers, BTreeSet::from([asked.answer.clone()]), "{told:#?}");
                assert_eq!((&chosen.answer, &chosen.supporting), (&asked.answer, &asked.support));
                for set in chosen.all_minimal.iter().take(4).chain([&chosen.supporting]) {
                    assert_eq!(right(&shown(set), &asked.question), Some(answers.clone()), "{told:#?}");
                    for leave in set {
                        let rest: Vec<usize> = set.iter().copied().filter(|line| line != leave).collect();
                        assert_ne!(right(&shown(&rest), &asked.question), Some(answers.clone()), "{told:#?}");
                    }
                }
                let some: Vec<usize> = before.into_iter().filter(|_| stream.below(3) > 0).collect();
                agree(*world, &shown(&some), &asked.question);
            }
        }
    }
}
