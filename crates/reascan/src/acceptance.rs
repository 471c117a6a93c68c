//! What a certificate must say for a world to be kept.

use wampimuk_command::{Certificate, Necessity, Reading, Variant, WordClass};

use crate::construct::{Obstacle, is_deletable};
use crate::recipe::NecessityName;
use crate::tree::Tree;

/// Whether an object is the only referent under every reading of "small" and "big" and every variant of the meaning.
pub(crate) fn is_unique(certificate: &Certificate, target: usize) -> bool {
    Reading::ALL.into_iter().all(|reading| certificate.holds_under(reading, target))
        && Variant::ALL.into_iter().all(|variant| certificate.holds_with(variant, target))
}

/// The first clause or word that should be needed and is not.
pub(crate) fn first_idle(needed: Necessity, tree: &Tree, wanted: NecessityName) -> Option<Obstacle> {
    let idle = |number: usize| {
        if number > 0 && wanted >= NecessityName::Clauses && !needed.clause(number) {
            return Some(Obstacle::Clause(number));
        }
        let node = &tree.nodes()[number];
        let mut words = WordClass::ALL.into_iter().filter(|&class| is_deletable(node, class));
        let word = words.find(|&class| wanted == NecessityName::Words && !needed.word(number, class))?;
        Some(Obstacle::Word(number, word))
    };
    (0..tree.nodes().len()).find_map(idle)
}
