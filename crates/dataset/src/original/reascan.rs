//! What ReaSCAN's examples say beyond gSCAN's.

use wampimuk_command::{Lexicon, Phrase};

/// The words of a phrase, without article and clauses: "small red circle".
pub(crate) fn expression(phrase: &Phrase, lexicon: &Lexicon) -> String {
    let at = usize::from;
    let size = phrase.size.map(|size| lexicon.sizes[at(size)].extreme.name());
    let colour = phrase.colour.map(|colour| lexicon.colours[at(colour)].name.as_str());
    let noun = phrase.noun.map_or("object", |noun| &lexicon.nouns[at(noun)].word.name);
    let words: Vec<&str> = size.into_iter().chain(colour).chain([noun]).collect();
    words.join(" ")
}
