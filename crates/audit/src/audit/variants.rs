//! Whether targets are unique whatever the reading.

use serde::Serialize;
use wampimuk_command::{Reading, Semantics};

use super::case::Case;
use super::figures::Figure;
use super::labels::Referents;

/// What the commands refer to under one choice of meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Variant {
    /// The choice.
    pub name: &'static str,
    /// What the commands refer to.
    pub referents: Referents,
}

type Change = fn(&mut Semantics);

/// Each variant changes the audit's own semantics in the way its name says.
const VARIANTS: [(&str, Change); 7] = [
    ("existential", |semantics| semantics.reading = Reading::Existential),
    ("superlative", |semantics| semantics.reading = Reading::Superlative),
    ("colour-blind", |semantics| semantics.reading = Reading::ColourBlind),
    ("phrases may share an object", |semantics| semantics.distinct = false),
    ("boxes by their extent", |semantics| semantics.geometric = true),
    ("boxes are no objects", |semantics| semantics.boxes_are_objects = false),
    ("superlative, extent, boxes no objects", |semantics| {
        *semantics = Semantics {
            reading: Reading::Superlative,
            geometric: true,
            boxes_are_objects: false,
            ..*semantics
        };
    }),
];

/// The referents under every variant.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VariantCounts([Referents; VARIANTS.len()]);

impl VariantCounts {
    pub fn add(&mut self, case: &Case<'_>) {
        for ((_, change), referents) in VARIANTS.iter().zip(&mut self.0) {
            let mut semantics = case.semantics;
            change(&mut semantics);
            let set = if semantics == case.semantics {
                case.referents
            } else {
                case.scene.denotation(case.phrase(), case.lexicon, semantics)
            };
            referents.note(set, case.target);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.merge(theirs);
        }
    }

    pub fn finish(&self) -> Vec<Variant> {
        let named = VARIANTS.iter().zip(self.0);
        named.map(|(&(name, _), referents)| Variant { name, referents }).collect()
    }
}

impl Variant {
    pub(super) fn figure(&self) -> Figure {
        Figure::share("target is the referent", self.name, self.referents.target)
    }
}
