//! What can stand where: the slots of the grammar, and the forms that compete for each.
//!
//! One parser and one printer serve every wording. They know the order of the slots; a source of [`Forms`] says how
//! each meaning can be worded, and a [`Voice`] which of its wordings to use.

use crate::{Determiner, Lexicon, Relation, Speech};

/// What a form can mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Verb(u8),
    Adverb(u8),
    Colour(u8),
    Size(u8),
    /// `None` is the noun "object".
    Noun(Option<u8>),
    /// "that is"
    Opener,
    /// "and"
    Conjunction,
    Relation(Relation),
}

/// A place in a command at which one of several forms may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// At the start: a verb, or an adverb where adverbs may come first.
    Start,
    /// After an article: an adjective or a noun.
    Word,
    /// After a noun: an opener, a conjunction, or an adverb where adverbs may come last.
    After,
    /// After an opener or a conjunction: a relation.
    Relation,
}

/// The forms of a language.
pub(crate) trait Forms {
    /// Visits the forms that may stand in a slot. Of forms of one length, the first one counts.
    fn each(&self, slot: Slot, visit: impl FnMut(&str, Meaning));

    /// Whether "to" follows the form of a verb.
    fn takes_to(&self, verb: u8) -> bool;

    /// The articles and "to".
    fn speech(&self) -> &Speech;
}

/// The choices of a speaker.
pub(crate) trait Voice<'l> {
    /// The form to use.
    fn form(&mut self, meaning: Meaning) -> &'l str;

    /// The article to use.
    fn article(&self, determiner: Determiner) -> &'l str;

    /// "to"
    fn to(&self) -> &'l str;

    /// Whether "to" follows the form of a verb.
    fn takes_to(&self, verb: u8) -> bool;

    /// Whether a colour word is to come before a size word.
    fn colour_first(&mut self) -> bool;

    /// Whether the adverb is to come first.
    fn adverb_first(&mut self) -> bool;

    /// Whether the words of a form are tokens of their own.
    fn splits(&self) -> bool;
}

impl Lexicon {
    /// Whether "to" follows the verb in both papers' wordings.
    pub(crate) fn is_intransitive(&self, verb: u8) -> bool {
        self.verbs[usize::from(verb)].deed.action().is_none()
    }
}

/// The published wordings.
impl Forms for Lexicon {
    fn each(&self, slot: Slot, mut visit: impl FnMut(&str, Meaning)) {
        let numbers = || 0..=u8::MAX;
        match slot {
            Slot::Start => {
                numbers().zip(&self.verbs).for_each(|(n, verb)| visit(&verb.word, Meaning::Verb(n)));
            }
            Slot::Word => {
                numbers().zip(&self.colours).for_each(|(n, colour)| visit(&colour.word, Meaning::Colour(n)));
                numbers().zip(&self.sizes).for_each(|(n, size)| visit(&size.word, Meaning::Size(n)));
                visit(&self.speech.object, Meaning::Noun(None));
                let nouns = numbers().zip(&self.nouns);
                nouns.for_each(|(n, noun)| visit(&noun.word.word, Meaning::Noun(Some(n))));
            }
            Slot::After => {
                visit(&self.speech.opener, Meaning::Opener);
                visit(&self.speech.conjunction, Meaning::Conjunction);
                let adverbs = numbers().zip(&self.adverbs);
                adverbs.for_each(|(n, adverb)| visit(&adverb.word.word, Meaning::Adverb(n)));
            }
            Slot::Relation => {
                for relation in Relation::ALL {
                    visit(self.speech.relation(relation), Meaning::Relation(relation));
                }
            }
        }
    }

    fn takes_to(&self, verb: u8) -> bool {
        self.is_intransitive(verb)
    }

    fn speech(&self) -> &Speech {
        &self.speech
    }
}
