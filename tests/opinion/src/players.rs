//! Who can play which phrase.

use crate::meaning::{fits, relates};
use crate::{Choices, Phrase, Place};

/// Every assignment of things to phrases that satisfies a command, with some of the players given as (phrase, thing).
///
/// [`referents`](crate::referents) turns an odometer over all assignments; this goes down phrase by phrase instead, so
/// that the two check each other.
pub fn assignments(
    phrases: &[Phrase],
    place: &Place,
    choices: Choices,
    given: &[(usize, usize)],
) -> Vec<Vec<usize>> {
    let mut open: Vec<Vec<usize>> = vec![Vec::new()];
    for (number, phrase) in phrases.iter().enumerate() {
        let candidates = fitting(phrase, place, choices)
            .into_iter()
            .filter(|&thing| given.iter().all(|&(of, player)| of != number || player == thing));
        let candidates: Vec<usize> = candidates.collect();
        let mut longer = Vec::new();
        for players in &open {
            for &thing in &candidates {
                let related = phrase.hangs.as_ref().is_none_or(|(parent, relation)| {
                    let parent = players[*parent];
                    parent != thing && relates(relation, &place.things[parent], &place.things[thing], choices)
                });
                if related && !(choices.distinct && players.contains(&thing)) {
                    longer.push([players.as_slice(), &[thing]].concat());
                }
            }
        }
        open = longer;
    }
    open
}

/// For each phrase, the things that play it in some assignment in which `head` plays the head.
pub fn players(phrases: &[Phrase], place: &Place, choices: Choices, head: usize) -> Vec<Vec<usize>> {
    let all = assignments(phrases, place, choices, &[(0, head)]);
    let of_phrase = |number: usize| {
        let mut things: Vec<usize> = all.iter().map(|players| players[number]).collect();
        things.sort_unstable();
        things.dedup();
        things
    };
    (0..phrases.len()).map(of_phrase).collect()
}

/// The things that a phrase's own words fit, whatever its clauses say.
pub fn fitting(phrase: &Phrase, place: &Place, choices: Choices) -> Vec<usize> {
    (0..place.things.len()).filter(|&thing| fits(phrase, thing, &place.things, choices)).collect()
}
