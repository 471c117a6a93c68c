//! The twelve bAbI tasks about people, objects and places, as parts of a recipe.
//!
//! Rhythm, people, places and shares of sentences are those of the published files; only the wording of "there" and
//! questions that fit several occasions are left out, unless a recipe asks for them.

use crate::recipe::{Actions, Ask, Condition, Coref, Kind, Negate, Part};

const FOUR: [&str; 4] = ["Mary", "John", "Daniel", "Sandra"];
const ROOMS: [&str; 6] = ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office"];

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

/// A part that tells nothing and asks nothing yet: after every two sentences, five times.
fn rhythm(name: &str) -> Part {
    Part {
        coref: Coref { go: 1.0, grab: 0.0, drop: 0.0 },
        questions: 5,
        before: 2,
        step: 2,
        overshoot: true,
        people: names(&FOUR),
        places: names(&ROOMS),
        ..Part::named(name)
    }
}

/// The kind of question of a task's own, as opposed to injected ones; `None` for tasks about other worlds.
pub fn own_kind(task: u8) -> Option<Kind> {
    match task {
        1 | 11 | 12 | 13 => Some(Kind::WherePerson),
        2 => Some(Kind::WhereObject),
        3 => Some(Kind::WhereWasObject),
        5 => Some(Kind::Giving),
        6 | 9 | 10 => Some(Kind::YesNo),
        7 => Some(Kind::Counting),
        8 => Some(Kind::List),
        _ => None,
    }
}

/// What a task tells and asks; `None` for tasks about other worlds.
pub fn story_task(task: u8) -> Option<Part> {
    let part = rhythm(&format!("qa{task}"));
    let moves = Actions { go: 1.0, ..Actions::default() };
    let carrying = Actions { go: 1.0, grab: 0.5, drop: 0.5, ..Actions::default() };
    let giving = Actions { give: 1.0, ..carrying };
    let support = |size: u32| vec![Condition { support: Some([size, size]), ..Condition::default() }];
    // published questions about objects are about what has just happened
    let recent =
        |size: u32| vec![Condition { support: Some([size, size]), recent: Some(5), ..Condition::default() }];
    let ask = match own_kind(task)? {
        Kind::WherePerson => Ask { where_person: 1.0, ..Ask::default() },
        Kind::WhereObject => Ask { where_object: 1.0, ..Ask::default() },
        Kind::WhereWasObject => Ask { where_was_object: 1.0, ..Ask::default() },
        Kind::YesNo => Ask { yes_no: 1.0, ..Ask::default() },
        Kind::Counting => Ask { counting: 1.0, ..Ask::default() },
        Kind::List => Ask { list: 1.0, ..Ask::default() },
        Kind::Giving => Ask { giving: 1.0, ..Ask::default() },
    };
    let part = Part { ask, ..part };
    Some(match task {
        1 => Part { actions: Some(moves), ..part },
        2 => Part { actions: Some(carrying), filters: recent(2), chance: 0.5, ..part },
        3 => Part { actions: Some(carrying), filters: recent(3), chance: 0.35, ..part },
        5 => Part { actions: Some(giving), people: names(&["Fred", "Bill", "Mary", "Jeff"]), ..part },
        6 => Part { actions: Some(carrying), filters: support(1), ..part },
        7 => Part { actions: Some(giving), ..part },
        8 => Part { actions: Some(carrying), ..part },
        9 => Part {
            actions: Some(Actions { negate: 1.0, ..moves }),
            filters: vec![Condition { answers: names(&["yes", "no"]), ..Condition::default() }],
            ..part
        },
        10 => Part {
            actions: Some(Actions { negate: 0.5, indef: 0.5, ..moves }),
            negate: Negate { negative: 0.0, positive: 1.0 },
            people: names(&["Fred", "Bill", "Mary", "Julie"]),
            places: names(&["bedroom", "cinema", "kitchen", "office", "park", "school"]),
            ..part
        },
        11 => Part { actions: Some(only(|actions| &mut actions.coref)), ..part },
        12 => Part { actions: Some(only(|actions| &mut actions.conj)), ..part },
        _ => Part { actions: Some(only(|actions| &mut actions.compound)), ..part },
    })
}

fn only(action: impl Fn(&mut Actions) -> &mut f64) -> Actions {
    let mut actions = Actions::default();
    *action(&mut actions) = 1.0;
    actions
}
