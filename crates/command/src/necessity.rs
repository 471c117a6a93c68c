//! Which words of a phrase are needed to single out its referent.

use crate::{Lexicon, Phrase, Scene, Semantics};

/// For each word of a head phrase, whether deleting it changes the set of referents. Deleting the noun turns it into
/// "object". Words that are not there are not necessary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Necessity {
    /// The size word.
    pub size: bool,
    /// The colour word.
    pub colour: bool,
    /// The noun.
    pub noun: bool,
}

/// Deletes each word in turn and compares with `referents`, the denotation of the whole phrase.
#[inline]
pub fn necessity(
    scene: &Scene<'_>,
    phrase: &Phrase,
    lexicon: &Lexicon,
    semantics: Semantics,
    referents: u64,
) -> Necessity {
    let without = |change: &dyn Fn(&mut Phrase)| {
        let mut shorter = phrase.clone();
        change(&mut shorter);
        scene.denotation(&shorter, lexicon, semantics) != referents
    };
    Necessity {
        size: phrase.size.is_some() && without(&|phrase| phrase.size = None),
        colour: phrase.colour.is_some() && without(&|phrase| phrase.colour = None),
        noun: phrase.noun.is_some() && without(&|phrase| phrase.noun = None),
    }
}
