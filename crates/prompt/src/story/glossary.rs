//! What the words of a story mean that was told in other words.
//!
//! Function words are translated. Content words are not: their English counterparts are what a fresh language keeps from a
//! reader. It is said what they do.

use std::collections::BTreeSet;

use wampimuk_babi::relexicon::{FUNCTION_WORDS, words};
use wampimuk_babi::{Kind, Question};
use wampimuk_dyna::recipe::Vocabulary;

use super::rules::is_about_people;
use super::{Say, StoryContext};

/// The glossary of a question; empty if its words are those of the recipe.
pub(super) fn of(asked: &Question<'_>, context: StoryContext<'_>) -> Vec<String> {
    let (say, Some(vocabulary)) = (context.say(), context.vocabulary) else { return Vec::new() };
    if context.words.is_none() {
        return Vec::new();
    }
    let told: BTreeSet<String> =
        asked.facts().chain([asked.text]).flat_map(words).map(str::to_lowercase).collect();
    let is_there = |english: &str| words(&say.of(english)).all(|word| told.contains(&word.to_lowercase()));
    let mut lines = vec![
        "Words of the story and the question have been exchanged for others, everywhere in the same way. Answer in these \
         words."
            .to_owned(),
    ];
    lines.extend(order(say));
    let translated = |word: &&&str| is_there(word) && say.of(word) != **word;
    let function: Vec<String> = FUNCTION_WORDS
        .iter()
        .filter(translated)
        .map(|word| format!("{} is \"{word}\"", say.quoted(word)))
        .collect();
    if !function.is_empty() {
        lines.push(format!("{}.", function.join(", ")));
    }
    let entries =
        if is_about_people(asked.solution.kind) { people(vocabulary) } else { others(asked.solution.kind) };
    for (english, meaning) in entries {
        let here: Vec<String> =
            english.iter().filter(|word| is_there(word)).map(|word| say.quoted(word)).collect();
        if !here.is_empty() {
            lines.push(format!("{}: {meaning}.", here.join(", ")));
        }
    }
    lines
}

/// In which order the words of a sentence come, if it is not that of English.
fn order(say: Say<'_>) -> Option<String> {
    let told = say.of("the of in.");
    let said = ["the", "of", "in"].map(|word| say.of(word).to_lowercase());
    let place = |word: &String| words(&told).position(|other| other.to_lowercase() == *word);
    Some(match said.each_ref().map(place) {
        [Some(2), Some(1), Some(0)] => "The words of each sentence and of the question come in reverse order.",
        [Some(2), Some(0), Some(1)] => {
            "The first word of each sentence and of the question comes last, the others come in the order of English."
        }
        [Some(1), Some(2), Some(0)] => {
            "The last word of each sentence and of the question comes first, the others come in the order of English."
        }
        _ => return None,
    }
    .to_owned())
}

/// Words and what they mean.
type Entry<'v> = (Vec<&'v str>, &'static str);

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// The words of stories about people, objects and places.
fn people(words: &Vocabulary) -> Vec<Entry<'_>> {
    let names = words.people.iter().map(|person| person.name.as_str()).collect();
    vec![
        (names, "people"),
        (texts(&words.objects), "things that can be carried"),
        (texts(&words.places), "places"),
        (texts(&words.go), "somebody moves to a place"),
        (texts(&words.grab), "somebody takes a thing"),
        (texts(&words.drop), "somebody drops a thing"),
        (texts(&words.give), "somebody gives a thing to somebody else"),
        (vec!["give"], "the same, in questions"),
        (vec!["received"], "somebody was the one to whom a thing was handed over"),
        (vec!["carrying"], "somebody has a thing with them"),
        (vec!["objects"], "things"),
    ]
}

/// The words of the other worlds that need it.
fn others(kind: Kind) -> Vec<Entry<'static>> {
    match kind {
        Kind::Direction | Kind::Path => vec![
            (vec!["north", "south"], "directions, opposite to each other"),
            (vec!["east", "west"], "directions at right angles to these, opposite to each other"),
        ],
        Kind::WhereWasPerson => {
            vec![(vec!["journeyed", "moved", "travelled", "went", "went back"], "somebody moves to a place")]
        }
        Kind::Fear => vec![
            (vec!["mouse", "mice"], "one animal of a kind, and several"),
            (vec!["cat", "cats"], "one animal of a kind, and several"),
            (vec!["wolf", "wolves"], "one animal of a kind, and several"),
            (vec!["sheep"], "one animal of a kind, or several"),
            (vec!["afraid"], "what is said of kinds and asked for"),
        ],
        Kind::Colour => vec![
            (vec!["frog", "lion", "rhino", "swan"], "kinds of animals"),
            (vec!["gray", "green", "white", "yellow"], "colours"),
            (vec!["color"], "colour"),
        ],
        Kind::Motive => vec![
            (vec!["bored", "hungry", "thirsty", "tired"], "feelings"),
            (vec!["journeyed", "moved", "travelled", "went", "went back", "go"], "somebody moves to a place"),
            (vec!["got", "grabbed", "picked up", "took", "get"], "somebody takes a thing"),
        ],
        _ => Vec::new(),
    }
}
