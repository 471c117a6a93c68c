//! What the words of a lexicon look like.

use wampimuk_command::Lexicon;
use wampimuk_draw::Appearance;

/// The look of a lexicon's shapes and colours: outlines of their own, and otherwise by their names.
pub fn look(lexicon: &Lexicon) -> Appearance {
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    Appearance::from_names(&shapes, &colours).outlined(lexicon.nouns.iter().map(|noun| &noun.outline[..]))
}
