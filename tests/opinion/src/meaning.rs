//! What a command refers to, by trying every assignment of things to phrases.

use crate::{Phrase, Place, Thing};

/// How size words are read. The class of a phrase is all things that its noun and colour word fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sizing {
    /// "small": another member of the class is larger; "big": another is smaller.
    Existential,
    /// "small": no member of the class is smaller, and some member is larger; "big" the other way round.
    #[default]
    Superlative,
    /// As the superlative, but the class is all things that the noun fits, whatever their colour.
    ColourBlind,
}

/// The choices that a meaning depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// How size words are read.
    pub sizing: Sizing,
    /// Whether different phrases need different things.
    pub distinct: bool,
    /// Whether boxes count by all their cells, rather than by their first.
    pub geometric: bool,
    /// Whether a box is an "object".
    pub boxes_are_objects: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self { sizing: Sizing::default(), distinct: true, geometric: false, boxes_are_objects: true }
    }
}

/// The numbers of the things that can be what the first phrase speaks of.
pub fn referents(phrases: &[Phrase], place: &Place, choices: Choices) -> Vec<usize> {
    let candidates: Vec<Vec<usize>> = phrases
        .iter()
        .map(|phrase| {
            (0..place.things.len()).filter(|&thing| fits(phrase, thing, &place.things, choices)).collect()
        })
        .collect();
    let mut found = Vec::new();
    if candidates.iter().any(Vec::is_empty) {
        return found;
    }
    // An odometer over all assignments: the last phrase turns fastest.
    let mut turns = vec![0; phrases.len()];
    loop {
        let players: Vec<usize> = turns.iter().zip(&candidates).map(|(&turn, list)| list[turn]).collect();
        if !found.contains(&players[0]) && agrees(phrases, &players, place, choices) {
            found.push(players[0]);
        }
        let Some(wheel) = (0..turns.len()).rev().find(|&wheel| turns[wheel] + 1 < candidates[wheel].len())
        else {
            return found;
        };
        turns[wheel] += 1;
        turns[wheel + 1..].fill(0);
    }
}

/// Whether an assignment satisfies all clauses.
fn agrees(phrases: &[Phrase], players: &[usize], place: &Place, choices: Choices) -> bool {
    if choices.distinct {
        for one in 0..players.len() {
            for other in 0..one {
                if players[one] == players[other] {
                    return false;
                }
            }
        }
    }
    phrases.iter().zip(players).all(|(phrase, &player)| match &phrase.hangs {
        None => true,
        Some((parent, relation)) => {
            let parent = players[*parent];
            parent != player && relates(relation, &place.things[parent], &place.things[player], choices)
        }
    })
}

/// Whether a thing is what a phrase's own words say.
pub(crate) fn fits(phrase: &Phrase, number: usize, things: &[Thing], choices: Choices) -> bool {
    let is_noun = |thing: &Thing| match phrase.noun.as_str() {
        "object" => choices.boxes_are_objects || !thing.is_box,
        noun => thing.shape == noun,
    };
    let is_colour = |thing: &Thing| match &phrase.colour {
        Some(colour) => thing.colour == *colour,
        None => true,
    };
    let me = &things[number];
    if !is_noun(me) || !is_colour(me) {
        return false;
    }
    let Some(size) = &phrase.size else { return true };
    let class =
        |thing: &&Thing| is_noun(thing) && (choices.sizing == Sizing::ColourBlind || is_colour(thing));
    let larger = things.iter().filter(class).any(|other| other.size > me.size);
    let smaller = things.iter().filter(class).any(|other| other.size < me.size);
    match (size.as_str(), choices.sizing) {
        ("small", Sizing::Existential) => larger,
        ("big", Sizing::Existential) => smaller,
        ("small", _) => larger && !smaller,
        ("big", _) => smaller && !larger,
        _ => false,
    }
}

/// Whether `x` is in this relation to `y`.
pub(crate) fn relates(relation: &str, x: &Thing, y: &Thing, choices: Choices) -> bool {
    let extent = |thing: &Thing| match choices.geometric {
        true => thing.cells(),
        false => vec![(thing.row, thing.column)],
    };
    let share = |part: fn((i32, i32)) -> i32| {
        let theirs: Vec<i32> = extent(y).into_iter().map(part).collect();
        extent(x).into_iter().any(|cell| theirs.contains(&part(cell)))
    };
    match relation {
        "in the same row as" => share(|(row, _)| row),
        "in the same column as" => share(|(_, column)| column),
        "in the same color as" => x.colour == y.colour,
        "in the same shape as" => x.shape == y.shape,
        "in the same size as" => x.size == y.size,
        "inside of" => {
            let room = y.cells();
            y.is_box && extent(x).iter().all(|cell| room.contains(cell))
        }
        _ => false,
    }
}
