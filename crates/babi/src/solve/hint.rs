//! "Did you mean …?" for sentences.

use std::collections::BTreeSet;

use wampimuk_core::closest;
use wampimuk_story::Lexicon;

use crate::relexicon::words;

/// The words of questions and sentences that no lexicon has.
const FRAME: &[&str] = &[
    "Where", "was", "is", "before", "Is", "in", "the", "What", "carrying", "How", "many", "objects", "Who",
    "gave", "to", "received", "did", "give", "and", "are", "either", "or", "there",
];

/// What could make a line readable.
pub(super) fn hint(lexicon: &Lexicon, text: &str) -> String {
    if is_formula(text) {
        return "it is a formula, and single files of formulas are not read: solve the folder with its manifest, or the story \
                in words (`generate --format babi`)"
            .to_owned();
    }
    let ends = text.ends_with(['.', '?']);
    if !ends {
        return "it lacks a full stop or question mark".to_owned();
    }
    let known = vocabulary(lexicon);
    let is_known = |word: &str| known.iter().any(|other| other.eq_ignore_ascii_case(word));
    let strange = words(text).find(|word| !is_known(word));
    let Some(strange) = strange else { return "all its words are known, but not in this order".to_owned() };
    meant(strange, &known).unwrap_or_else(|| format!("`{strange}` is an unknown word"))
}

/// Whether a text looks as the format `symbolic` has it: `move(Mary, kitchen)`.
fn is_formula(text: &str) -> bool {
    let name = text.strip_suffix('?').unwrap_or(text).strip_suffix(')').and_then(|text| text.split_once('('));
    name.is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// A word of a line that is nearly, but not quite, a word of the lines before it.
pub(super) fn misspelt<'a>(text: &str, before: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let known: BTreeSet<&str> = before.into_iter().flat_map(words).collect();
    words(text).filter(|word| !known.contains(word)).find_map(|word| meant(word, &known))
}

fn meant(word: &str, known: &BTreeSet<&str>) -> Option<String> {
    closest(word, known.iter().copied()).map(|near| format!("did you mean `{near}` instead of `{word}`?"))
}

fn vocabulary(lexicon: &Lexicon) -> BTreeSet<&str> {
    let people = lexicon.people.iter().flat_map(|person| [&person.name, &person.pronoun]);
    let lists = [
        &lexicon.objects,
        &lexicon.places,
        &lexicon.moves,
        &lexicon.grabs,
        &lexicon.drops,
        &lexicon.gives,
        &lexicon.negations,
        &lexicon.prefixes,
    ];
    let words = people.chain(lists.into_iter().flatten()).chain([&lexicon.they]);
    words.flat_map(|words| words.split(' ')).chain(FRAME.iter().copied()).collect()
}
