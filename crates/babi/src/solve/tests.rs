use super::*;
use crate::text::Passages;

fn passage(lines: &[&str]) -> Option<Passage> {
    let text: String = (1..).zip(lines).map(|(number, line)| format!("{number} {line}\n")).collect();
    Some(Passages::of(&text).next()?.ok()?.passage)
}

fn solve(lines: &[&str]) -> Result<Vec<Solution>, String> {
    let passage = passage(lines).ok_or("not read")?;
    Solver::default().solve(&passage).map_err(|error| error.to_string())
}

#[test]
fn every_question_is_answered_from_the_lines_before_it() {
    let solutions = solve(&[
        "Where is Mary?",
        "Mary went to the park.",
        "Where is Mary?",
        "Then she took the apple there.",
        "Mary gave the apple to John.",
        "Where is John?",
        "What is Mary carrying?",
        "How many objects is John carrying?",
        "John gave the apple to Mary.",
        "Who gave the apple?",
        "Is Julie in the park?",
    ])
    .unwrap();
    let short: Vec<_> = solutions
        .iter()
        .map(|one| (one.line, one.kind, one.status, one.answer.as_str(), one.supporting.as_slice()))
        .collect();
    let expected: [(usize, Kind, Status, &str, &[usize]); 7] = [
        (1, Kind::WherePerson, Status::Unknown, "", &[]),
        (3, Kind::WherePerson, Status::Unique, "park", &[2]),
        (6, Kind::WherePerson, Status::Unique, "park", &[2, 5]),
        (7, Kind::List, Status::Unique, "nothing", &[5]),
        (8, Kind::Counting, Status::Unique, "one", &[5]),
        (10, Kind::Giving, Status::Ambiguous, "John", &[9]),
        (11, Kind::YesNo, Status::Unique, "maybe", &[]),
    ];
    assert_eq!(short, expected);
    assert_eq!(solutions[2].composition, ["MOVE", "GIVE"]);
    assert_eq!(solutions[2].all_minimal, [[2, 5]]);
    assert!(solutions.iter().all(|one| one.complete));
}

#[test]
fn errors_say_where_and_why() {
    let cases: [(&[&str], &str); 12] = [
        (
            &["move(Mary, park)", "in(Mary, ?)"],
            "line 1: `move(Mary, park)` cannot be read: it is a formula, and single files of formulas are not read: solve the \
             folder with its manifest, or the story in words (`generate --format babi`)",
        ),
        (
            &["Mary went to the park.", "Mary went to the kitchin."],
            "line 2: `Mary went to the kitchin.` cannot be read: did you mean `kitchen` instead of `kitchin`?",
        ),
        (
            &["Mary went to the park.", "Whre is Mary?"],
            "line 2: `Whre is Mary?` cannot be read: did you mean `Where` instead of `Whre`?",
        ),
        (
            &["Mary went to Xanadu"],
            "line 1: `Mary went to Xanadu` cannot be read: it lacks a full stop or question mark",
        ),
        (
            &["Mary went to Xanadu."],
            "line 1: `Mary went to Xanadu.` cannot be read: `Xanadu` is an unknown word",
        ),
        (
            &["Mary went the to park."],
            "line 1: `Mary went the to park.` cannot be read: all its words are known, but not in this order",
        ),
        (
            &["Mary went to the park.", "Then he went to the office."],
            "line 2: `Then he went to the office.` has a pronoun, but the sentence before has no such subject",
        ),
        (
            &["Mary took the apple.", "Mary gave the apple to Mary."],
            "line 2: `Mary gave the apple to Mary.` is a gift to the giver",
        ),
        (&["Mary dropped the apple."], "line 1: this cannot be: nobody holds the apple then"),
        (
            &["Mary took the apple.", "Where is Mary?", "John took the apple."],
            "line 3: this cannot be: Mary holds the apple then",
        ),
        (
            &[
                "Julie went to the park.",
                "Mary went to the park.",
                "John went to the office.",
                "Mary took the apple.",
                "Mary gave the apple to John.",
            ],
            "line 5: this cannot be: it does not fit together with what lines 2, 3 say about places",
        ),
        (
            &["Mary went to the park.", "John and John went to the office."],
            "line 2: `John and John went to the office.` has two subjects, which only two people who go somewhere can be",
        ),
    ];
    for (lines, message) in cases {
        assert_eq!(solve(lines).map(|_| ()), Err(message.to_owned()));
    }
}

#[test]
fn stories_can_be_read_for_their_own_sake() {
    let lines = ["Mary went to the park.", "Where is Mary?", "Then she took the apple there."];
    let read = Solver::default().read_story(&passage(&lines).unwrap()).unwrap();
    assert_eq!(read.numbers, [1, 3]);
    assert_eq!((read.questions[0].0, read.told_before(2), read.told_before(9)), (2, 1, 2));
    assert!(read.wordings[1].there && read.story.len() == 2);
}

#[test]
fn kinds_have_names_in_both_spellings() {
    for kind in Kind::ALL {
        assert_eq!((Kind::parse(kind.name()), Kind::parse(kind.name_in_paper())), (Some(kind), Some(kind)));
    }
    assert_eq!(Kind::parse("where"), None);
    assert_eq!(Kind::parse("give-qs"), Some(Kind::Giving));
}

#[test]
fn lists_have_one_order_and_say_the_same_in_another() {
    let lines = [
        "Mary took the milk.",
        "Mary took the football.",
        "Mary dropped the milk.",
        "Mary took the apple.",
        "Mary took the milk.",
        "What is Mary carrying?",
    ];
    let passage = passage(&lines).unwrap();
    let listed = |listing| Solver { listing, ..Solver::default() }.solve(&passage).unwrap()[0].answer.clone();
    assert_eq!(listed(ListOrder::AsTaken), "milk,football,apple");
    assert_eq!(listed(ListOrder::ByName), "apple,football,milk");
    assert!(Kind::List.same_answer("football,apple,milk", "apple, football, milk"));
    assert!(!Kind::List.same_answer("football,apple", "apple,apple"));
    assert!(!Kind::Path.same_answer("n,e", "e,n"));
}

#[test]
fn worlds_do_not_mix() {
    let north = "The office is north of the kitchen.";
    let cases: [(&[&str], &str); 7] = [
        (
            &["Mary went to the park.", north],
            "line 2: `The office is north of the kitchen.` is about directions, but the lines before it are about \
             people, objects and places",
        ),
        (
            &[north, "What is north of the kitchen?", "Mary went to the park."],
            "line 3: `Mary went to the park.` is about people, objects and places, but the lines before it are about \
             directions",
        ),
        (
            &[north, "Lily is a frog."],
            "line 2: `Lily is a frog.` is about colours, but the lines before it are about directions",
        ),
        (
            &[north, "The office is nort of the kitchen."],
            "line 2: `The office is nort of the kitchen.` is no sentence about directions: did you mean `north` \
             instead of `nort`?",
        ),
        (&[north, "The moon is full."], "line 2: `The moon is full.` is no sentence about directions"),
        (
            &["Mary went to the park.", "What is north of the kitchen?"],
            "line 2: `What is north of the kitchen?` cannot be read: did you mean `not` instead of `north`?",
        ),
        (
            &["Mary went to the park.", "Mary went to the park this morning."],
            "line 2: `Mary went to the park this morning.` is about times, but the lines before it are about people, \
             objects and places",
        ),
    ];
    for (lines, message) in cases {
        assert_eq!(solve(lines).map(|_| ()), Err(message.to_owned()));
    }
    for (lines, line) in [
        ([north, "Where is Mary?", north], 2),
        ([north, "The kitchen is north of the office.", "What is north of the office?"], 2),
    ] {
        assert_eq!(Solver::default().solve(&passage(&lines).unwrap()).unwrap_err().line, line);
    }
    let passage = passage(&[north, "What is north of the kitchen?"]).unwrap();
    let error = Solver::default().read_story(&passage).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: this passage is about directions, not about people, objects and places"
    );
}

#[test]
fn questions_of_other_worlds_count_only_what_was_told() {
    let lines = [
        "What is north of the kitchen?",
        "The office is north of the kitchen.",
        "What is north of the kitchen?",
    ];
    let solutions = solve(&lines).unwrap();
    assert_eq!((solutions[0].status, solutions[0].answer.as_str()), (Status::Unknown, ""));
    assert_eq!((solutions[1].answer.as_str(), solutions[1].supporting.as_slice()), ("office", &[2][..]));
    assert_eq!((solutions[1].line, solutions[1].kind), (3, Kind::Direction));
    // without any fact, the question says which world it is about
    assert_eq!(solve(&lines[..1]).unwrap()[0].status, Status::Unknown);
}
