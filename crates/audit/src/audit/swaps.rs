//! Whether it matters which phrase stands in which clause.

use wampimuk_command::Phrase;

use super::case::Case;
use super::tree::{Node, each_mut};
use crate::Share;

/// The size, colour and noun of a phrase.
type Words = (Option<u8>, Option<u8>, Option<u8>);

fn words(phrase: &Phrase) -> Words {
    (phrase.size, phrase.colour, phrase.noun)
}

/// Exchanges the words of every two phrases inside clauses, relations staying where they are, and notes whether the
/// referents stay the same.
pub(crate) fn add(kept: &mut Share, case: &Case<'_>, nodes: &[Node<'_>]) {
    exchanges(case.phrase(), nodes, 1, |swapped| kept.note(case.denotation(swapped) == case.referents));
}

/// Visits the tree with the words of each two of its phrases exchanged, from phrase number `from` on.
pub(crate) fn exchanges(head: &Phrase, nodes: &[Node<'_>], from: usize, mut visit: impl FnMut(&Phrase)) {
    for first in from..nodes.len() {
        for second in first + 1..nodes.len() {
            let both = [first, second].map(|number| words(nodes[number].phrase));
            if both[0] == both[1] {
                continue;
            }
            let mut swapped = head.clone();
            let mut number = 0;
            each_mut(&mut swapped, &mut |phrase| {
                let new = match number {
                    n if n == first => Some(both[1]),
                    n if n == second => Some(both[0]),
                    _ => None,
                };
                if let Some(words) = new {
                    (phrase.size, phrase.colour, phrase.noun) = words;
                }
                number += 1;
            });
            visit(&swapped);
        }
    }
}
