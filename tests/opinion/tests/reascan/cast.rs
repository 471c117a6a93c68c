//! Is everything what the generator says it is there for?

use wampimuk_command::{DistractorGroup, Strategy, WordClass};
use wampimuk_opinion::{Phrase, assignments, referents, without_clause, without_word};

use super::Fault;
use super::view::{View, own};
use super::world::by_noun;

const COLOURS: [&str; 4] = ["red", "green", "blue", "yellow"];
const NOUNS: [&str; 3] = ["circle", "cylinder", "square"];

/// The roles that are not true.
pub fn faults(view: &View) -> Vec<Fault> {
    let cast = &view.cast;
    let complain = |found: String| Fault { promise: "cast", found };
    if cast.parts.len() != view.place.things.len() {
        return vec![complain(format!("{} parts for {} things", cast.parts.len(), view.place.things.len()))];
    }
    let mut faults = Vec::new();
    for (number, group) in cast.groups.iter().enumerate() {
        let members: Vec<(Option<usize>, usize)> = cast
            .parts
            .iter()
            .enumerate()
            .filter(|(_, part)| usize::from(part.group) == number)
            .map(|(thing, part)| (part.phrase.map(usize::from), thing))
            .collect();
        if (number == 0) != (group.strategy == Strategy::Command) {
            faults.push(complain(format!("group {number} is {:?}", group.strategy)));
        } else if members.is_empty() {
            faults.push(complain(format!("{group:?} is empty")));
        } else if let Err(error) = check(view, group, &members) {
            faults.push(complain(format!("{group:?} {members:?}: {error}")));
        }
    }
    if let Some(part) = cast.parts.iter().find(|part| usize::from(part.group) >= cast.groups.len()) {
        faults.push(complain(format!("{part:?} has no group")));
    }
    faults
}

fn check(view: &View, group: &DistractorGroup, members: &[(Option<usize>, usize)]) -> Result<(), String> {
    let phrases = &view.order.phrases;
    let about = || group.phrase.map(usize::from).ok_or("no phrase");
    let roles: Option<Vec<(usize, usize)>> =
        members.iter().map(|&(phrase, thing)| Some((phrase?, thing))).collect();
    // Objects for other commands, and for other orders of this one, fit no phrase of it on purpose.
    let of_rivals = group.strategy == Strategy::Isomorphism && group.phrase.is_none();
    if group.strategy == Strategy::Random || of_rivals {
        return if members.iter().all(|(phrase, _)| phrase.is_none()) {
            Ok(())
        } else {
            Err("fits something".into())
        };
    }
    let mut roles = roles.ok_or("a member plays nothing")?;
    roles.sort_unstable();
    match group.strategy {
        Strategy::Command => {
            let all: Vec<usize> = roles.iter().map(|(phrase, _)| *phrase).collect();
            if all != (0..phrases.len()).collect::<Vec<_>>() || roles[0].1 != view.target {
                return Err("not one thing for each phrase".into());
            }
            fits(view, phrases, &roles, true)
        }
        Strategy::Relation => {
            let clause = about()?;
            let shorter = without_clause(phrases, clause);
            // Phrases that remain have new numbers.
            let kept: Vec<usize> =
                (0..phrases.len()).filter(|&number| !is_below(phrases, number, clause)).collect();
            let rank = |number: usize| kept.iter().position(|&kept| kept == number);
            let roles: Option<Vec<_>> =
                roles.iter().map(|&(phrase, thing)| Some((rank(phrase)?, thing))).collect();
            let roles = roles.ok_or("has a thing for the clause it misses")?;
            fits(view, &shorter, &roles, false)?;
            let (first, head) = roles[0];
            if first != 0 {
                return Err("has no head".into());
            }
            if !referents(&shorter, &view.place, own()).contains(&head) {
                return Err("the head does not fit without the clause".into());
            }
            if referents(phrases, &view.place, own()).contains(&head) {
                return Err("the head fits with the clause".into());
            }
            Ok(())
        }
        Strategy::Attribute => attribute(view, about()?, group.word.ok_or("no word")?, &roles),
        Strategy::Isomorphism => {
            let (one, two) = (about()?, usize::from(group.other.ok_or("no other phrase")?));
            let mut changed = phrases.clone();
            if group.word == Some(WordClass::Colour) {
                (changed[one].colour, changed[two].colour) =
                    (phrases[two].colour.clone(), phrases[one].colour.clone());
            } else {
                for (to, from) in [(one, two), (two, one)] {
                    changed[to].size.clone_from(&phrases[from].size);
                    changed[to].noun.clone_from(&phrases[from].noun);
                }
            }
            if changed == *phrases {
                return Err("nothing is exchanged".into());
            }
            fits(view, &changed, &roles, false)
        }
        Strategy::Size => {
            let [(phrase, thing)] = roles[..] else { return Err("more than one thing".into()) };
            let (said, thing) = (&phrases[phrase], &view.place.things[thing]);
            let player = view.own_player(phrase).map(|player| &view.place.things[player]);
            let other = match said.size.as_deref() {
                Some("small") => player.is_some_and(|player| thing.size > player.size),
                Some(_) => player.is_some_and(|player| thing.size < player.size),
                None => false,
            };
            let kind = (said.noun == "object" || said.noun == thing.shape)
                && said.colour.as_ref().is_none_or(|colour| *colour == thing.colour);
            if phrase == about()? && other && kind { Ok(()) } else { Err(format!("{thing:?}")) }
        }
        Strategy::Random => Ok(()),
    }
}

/// Things that fit the command but for one word.
fn attribute(view: &View, number: usize, word: WordClass, roles: &[(usize, usize)]) -> Result<(), String> {
    let phrases = &view.order.phrases;
    let mut alternatives = Vec::new();
    let mut add = |change: &dyn Fn(&mut Phrase)| {
        let mut changed = phrases.clone();
        change(&mut changed[number]);
        if changed != *phrases {
            alternatives.push(changed);
        }
    };
    match word {
        WordClass::Size => add(&|phrase| {
            let other = if phrase.size.as_deref() == Some("small") { "big" } else { "small" };
            phrase.size = phrase.size.as_ref().map(|_| other.to_string());
        }),
        WordClass::Colour => {
            for colour in COLOURS {
                add(&|phrase| phrase.colour = phrase.colour.as_ref().map(|_| colour.to_string()));
            }
        }
        // With another noun, a size word would be about other things.
        WordClass::Noun => {
            for noun in NOUNS.iter().filter(|noun| phrases[number].noun != **noun) {
                add(&|phrase| (phrase.noun, phrase.size) = (noun.to_string(), None));
            }
        }
    }
    if !alternatives.iter().any(|changed| fits(view, changed, roles, false).is_ok()) {
        return Err("do not fit the command with the word changed".into());
    }
    let shorter = without_word(phrases, number, word.name()).ok_or("there is no such word")?;
    // What is left out decides nothing else, so whoever fits with the word changed fits without it.
    let fitting = assignments(&shorter, &view.place, own(), roles);
    if !fitting.iter().any(|players| players[0] != view.target) {
        return Err("do not fit the command without the word".into());
    }
    Ok(())
}

/// Whether the things play their phrases in some assignment, with the target as the head or not.
fn fits(view: &View, phrases: &[Phrase], roles: &[(usize, usize)], target: bool) -> Result<(), String> {
    let all = assignments(phrases, &view.place, by_noun(), roles);
    if all.iter().any(|players| (players[0] == view.target) == target) {
        return Ok(());
    }
    Err("do not play their phrases".into())
}

fn is_below(phrases: &[Phrase], number: usize, clause: usize) -> bool {
    number == clause
        || phrases[number].hangs.as_ref().is_some_and(|(parent, _)| is_below(phrases, *parent, clause))
}
