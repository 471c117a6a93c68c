//! Commands with something left out, and what that changes.

use crate::{Choices, Phrase, Place, referents};

/// The classes of words that a phrase can do without.
pub const CLASSES: [&str; 3] = ["size", "colour", "noun"];

/// A command without a clause: without the phrase of this number and all that hang from it.
pub fn without_clause(phrases: &[Phrase], clause: usize) -> Vec<Phrase> {
    let mut numbers: Vec<Option<usize>> = Vec::new();
    let mut kept: Vec<Phrase> = Vec::new();
    for (number, phrase) in phrases.iter().enumerate() {
        let above = phrase.hangs.as_ref().map(|(parent, _)| numbers[*parent]);
        if number == clause || above == Some(None) {
            numbers.push(None);
            continue;
        }
        let mut phrase = phrase.clone();
        if let (Some((parent, _)), Some(Some(above))) = (&mut phrase.hangs, above) {
            *parent = above;
        }
        numbers.push(Some(kept.len()));
        kept.push(phrase);
    }
    kept
}

/// A command without the word of this class in this phrase, or `None` if there is no such word.
pub fn without_word(phrases: &[Phrase], number: usize, class: &str) -> Option<Vec<Phrase>> {
    let mut shorter = phrases.to_vec();
    let phrase = &mut shorter[number];
    match class {
        "size" => drop(phrase.size.take()?),
        "colour" => drop(phrase.colour.take()?),
        _ if phrase.noun == "object" => return None,
        _ => phrase.noun = "object".into(),
    }
    Some(shorter)
}

/// The clauses without which a command would refer to something else, by the numbers of their phrases.
pub fn needed_clauses(phrases: &[Phrase], place: &Place, choices: Choices) -> Vec<usize> {
    let full = referents(phrases, place, choices);
    (1..phrases.len())
        .filter(|&clause| referents(&without_clause(phrases, clause), place, choices) != full)
        .collect()
}

/// The words without which a command would refer to something else, by phrase and class.
pub fn needed_words(phrases: &[Phrase], place: &Place, choices: Choices) -> Vec<(usize, &'static str)> {
    let full = referents(phrases, place, choices);
    let mut needed = Vec::new();
    for number in 0..phrases.len() {
        for class in CLASSES {
            let shorter = without_word(phrases, number, class);
            if shorter.is_some_and(|shorter| referents(&shorter, place, choices) != full) {
                needed.push((number, class));
            }
        }
    }
    needed
}
