//! What a certificate must say for a world to be kept.

use wampimuk_command::{
    Certificate, ClauseVariant, Command, Lexicon, Necessity, Phrase, Reading, Scene, WordClass, necessity,
};

use crate::construct::{Obstacle, is_deletable};
use crate::recipe::NecessityName;
use crate::tree::Tree;

/// Whether an object is the only referent under every reading of "small" and "big" and every variant of the meaning.
pub(crate) fn is_unique(certificate: &Certificate, target: usize) -> bool {
    Reading::ALL.into_iter().all(|reading| certificate.holds_under(reading, target))
        && ClauseVariant::ALL.into_iter().all(|variant| certificate.holds_with(variant, target))
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

/// What must be needed of a command is needed under every reading of "small" and "big" where every word must count, else
/// under ReaSCAN's, which the certificate is about.
pub(crate) fn needed(
    certificate: &Certificate,
    phrase: &Phrase,
    (scene, lexicon): (&Scene<'_>, &Lexicon),
    wanted: NecessityName,
) -> Necessity {
    let own = certificate.necessity;
    if wanted != NecessityName::Words {
        return own;
    }
    let others = Reading::ALL.into_iter().filter(|&reading| reading != Reading::Existential);
    others.fold(own, |needed, reading| {
        let referents = certificate.referents[reading as usize];
        needed.both(necessity(scene, phrase, lexicon, reading.into(), referents))
    })
}

/// What a command certainly refers to in a world: its only referent under every reading and variant, with as much of it
/// needed as is wanted.
pub(crate) fn certain_referent(
    tree: &Tree,
    scene: &Scene<'_>,
    lexicon: &Lexicon,
    wanted: NecessityName,
) -> Option<usize> {
    let command = Command { verb: 0, phrase: tree.phrase(lexicon), adverb: None };
    let own = scene.denotation(&command.phrase, lexicon, Reading::Existential.into());
    if own.count_ones() != 1 {
        return None;
    }
    let referent = own.trailing_zeros() as usize;
    let certificate = Certificate::with_variants(&command, scene, lexicon, Reading::Existential);
    let is_needed = || {
        let needed = needed(&certificate, &command.phrase, (scene, lexicon), wanted);
        first_idle(needed, tree, wanted).is_none()
    };
    (is_unique(&certificate, referent) && is_needed()).then_some(referent)
}

/// Whether all referents are there, all different, and none of them among those that are taken.
pub(crate) fn all_different(mut taken: u64, referents: impl IntoIterator<Item = Option<usize>>) -> bool {
    referents.into_iter().all(|referent| {
        referent.is_some_and(|referent| {
            let is_new = taken >> referent & 1 == 0;
            taken |= 1 << referent;
            is_new
        })
    })
}
