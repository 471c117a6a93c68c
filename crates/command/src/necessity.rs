//! Which words and clauses of a command are needed to single out its referent.

use std::fmt;

use wampimuk_core::bits;
use wampimuk_grid::Form;

use crate::denotation::Words;
use crate::solve::{Roles, heads_differ};
use crate::{Lexicon, Phrase, Scene, Semantics};

wampimuk_core::named! {
    /// A class of words that a phrase can do without: a noun that is left out becomes "object".
    pub enum WordClass in recipes {
        /// "small", "big"
        Size = "size",
        /// "red"
        Colour = "colour",
        /// "circle"
        Noun = "noun",
    }
}

impl WordClass {
    /// Whether the phrase has a word of this class.
    pub const fn is_in(self, phrase: &Phrase) -> bool {
        match self {
            Self::Size => phrase.size.is_some(),
            Self::Colour => phrase.colour.is_some(),
            Self::Noun => phrase.noun.is_some(),
        }
    }

    /// A phrase's words without the one of this class.
    #[inline]
    fn missing_from(self, phrase: &Phrase) -> Words {
        let words = Words::from(phrase);
        match self {
            Self::Size => Words { size: None, ..words },
            Self::Colour => Words { colour: None, ..words },
            Self::Noun => Words { noun: None, ..words },
        }
    }
}

/// Which words and clauses of a command single out its referent: those without which the set of referents would be
/// another. Words that are not there are not necessary.
///
/// Phrases are numbered parents first and in the order of their clauses; the head is number 0. Clause `k` is the one
/// that introduces phrase `k`, and deleting it deletes the whole sub-tree. The bits of a machine word reach for the
/// first [`Necessity::PHRASES`] phrases; whatever lies beyond them is not judged, and never necessary.
///
/// The same type serves as any other set of words and clauses; [`Necessity::present`] is the set of those there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Necessity {
    /// Bit `3 * phrase + class`.
    words: u64,
    /// Bit `phrase`.
    clauses: u32,
}

impl Necessity {
    /// How many phrases of a tree are judged.
    pub const PHRASES: usize = 21;

    /// The words and clauses that a tree has, necessary or not.
    pub fn present(head: &Phrase) -> Self {
        let mut present = Self::default();
        each_phrase(head, &mut |number, phrase| {
            for class in WordClass::ALL.into_iter().filter(|class| class.is_in(phrase)) {
                present.set_word(number, class);
            }
            if number > 0 {
                present.set_clause(number);
            }
        });
        present
    }

    /// The nouns for frames ("box"). Recipes exempt them where they demand that every word be necessary: inside of
    /// what, if not of a box?
    pub fn frame_nouns(head: &Phrase, lexicon: &Lexicon) -> Self {
        let mut frames = Self::default();
        each_phrase(head, &mut |number, phrase| {
            if phrase.noun.is_some_and(|noun| lexicon.nouns[usize::from(noun)].form == Form::Frame) {
                frames.set_word(number, WordClass::Noun);
            }
        });
        frames
    }

    /// Whether a phrase's word of this class is in the set.
    #[inline]
    pub const fn word(self, phrase: usize, class: WordClass) -> bool {
        phrase < Self::PHRASES && self.words >> (3 * phrase + class as usize) & 1 == 1
    }

    /// Whether the clause that introduces a phrase is in the set.
    #[inline]
    pub const fn clause(self, phrase: usize) -> bool {
        phrase < Self::PHRASES && self.clauses >> phrase & 1 == 1
    }

    /// Adds a word. Phrases beyond the first [`Necessity::PHRASES`] are ignored.
    #[inline]
    pub const fn set_word(&mut self, phrase: usize, class: WordClass) {
        if phrase < Self::PHRASES {
            self.words |= 1 << (3 * phrase + class as usize);
        }
    }

    /// Adds the clause that introduces a phrase; no clause introduces the head.
    #[inline]
    pub const fn set_clause(&mut self, phrase: usize) {
        if 0 < phrase && phrase < Self::PHRASES {
            self.clauses |= 1 << phrase;
        }
    }

    /// The part of the set that is about the head phrase's own words.
    #[inline]
    #[must_use]
    pub const fn head(self) -> Self {
        Self { words: self.words & 0b111, clauses: 0 }
    }

    /// The members of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self { words: self.words & !other.words, clauses: self.clauses & !other.clauses }
    }

    /// The words and clauses that are in both sets.
    #[inline]
    #[must_use]
    pub const fn both(self, other: Self) -> Self {
        Self { words: self.words & other.words, clauses: self.clauses & other.clauses }
    }

    /// Whether nothing is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.words == 0 && self.clauses == 0
    }

    /// The words, by phrase and class.
    pub fn words(self) -> impl Iterator<Item = (usize, WordClass)> {
        bits(self.words).map(|bit| (bit / 3, WordClass::ALL[bit % 3]))
    }

    /// The phrases whose clauses are in the set.
    pub fn clauses(self) -> impl Iterator<Item = usize> {
        bits(self.clauses.into())
    }
}

/// "size, noun, colour of phrase 1, clause 1"; words of the head phrase stand alone.
impl fmt::Display for Necessity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        let mut separator = "";
        for (phrase, class) in self.words() {
            write!(f, "{separator}{}", class.name())?;
            if phrase > 0 {
                write!(f, " of phrase {phrase}")?;
            }
            separator = ", ";
        }
        for phrase in self.clauses() {
            write!(f, "{separator}clause {phrase}")?;
            separator = ", ";
        }
        Ok(())
    }
}

/// Deletes each word and clause in turn and compares with `referents`, which must be the denotation of the whole phrase.
#[inline]
pub fn necessity(
    scene: &Scene<'_>,
    phrase: &Phrase,
    lexicon: &Lexicon,
    semantics: Semantics,
    referents: u64,
) -> Necessity {
    let mut necessary = Necessity::default();
    if phrase.clauses.is_empty() {
        for class in WordClass::ALL.into_iter().filter(|class| class.is_in(phrase)) {
            if scene.fitting(class.missing_from(phrase), lexicon, semantics) != referents {
                necessary.set_word(0, class);
            }
        }
        return necessary;
    }
    let roles = scene.roles(phrase, lexicon, semantics);
    let changes = |mut shorter: Roles| {
        heads_differ(scene, shorter.as_mut_slice(), semantics.into(), semantics.distinct, referents)
    };
    each_phrase(phrase, &mut |number, phrase| {
        for class in WordClass::ALL.into_iter().filter(|class| class.is_in(phrase)) {
            let mask = scene.fitting(class.missing_from(phrase), lexicon, semantics);
            if mask != roles.as_slice()[number].mask {
                let mut shorter = roles.clone();
                shorter.as_mut_slice()[number].mask = mask;
                if changes(shorter) {
                    necessary.set_word(number, class);
                }
            }
        }
        if number > 0 && changes(roles.without(number)) {
            necessary.set_clause(number);
        }
    });
    necessary
}

/// Visits the phrases of a tree that are judged, parents first, with their numbers.
fn each_phrase(head: &Phrase, visit: &mut impl FnMut(usize, &Phrase)) {
    fn walk(phrase: &Phrase, next: &mut usize, visit: &mut impl FnMut(usize, &Phrase)) {
        if *next == Necessity::PHRASES {
            return;
        }
        visit(*next, phrase);
        *next += 1;
        for clause in &phrase.clauses {
            walk(&clause.phrase, next, visit);
        }
    }
    walk(head, &mut 0, visit);
}
