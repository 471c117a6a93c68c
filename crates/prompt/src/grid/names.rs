//! What prompts call things.

use wampimuk_command::{Lexicon, Word};
use wampimuk_grid::{Action, Form, Object};

/// What prompts call a meaning: in a fresh language its word, else its name, which the word may have to be explained by.
pub(super) fn called<'l>(lexicon: &Lexicon, word: &'l Word) -> &'l str {
    if lexicon.speech.is_fresh { &word.word } else { &word.name }
}

/// The shapes that are solid, or frames.
pub(super) fn shapes(lexicon: &Lexicon, form: Form) -> Vec<&str> {
    let nouns = lexicon.nouns.iter().filter(|noun| noun.form == form);
    nouns.map(|noun| called(lexicon, &noun.word)).collect()
}

/// The colour and the shape of an object.
pub(super) fn features<'l>(lexicon: &'l Lexicon, object: &Object) -> (&'l str, &'l str) {
    let colour = lexicon.colours.get(usize::from(object.colour)).map_or("", |word| called(lexicon, word));
    let shape = lexicon.nouns.get(usize::from(object.shape)).map_or("", |noun| called(lexicon, &noun.word));
    (colour, shape)
}

/// Actions as answers list them.
pub(super) fn listed(lexicon: &Lexicon, actions: &[Action]) -> String {
    actions.iter().map(|&action| lexicon.speech.action(action)).collect::<Vec<_>>().join(", ")
}
