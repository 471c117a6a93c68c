//! Phrases with one word less.

use wampimuk_command::Phrase;

/// What can be deleted from a phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Size,
    Colour,
    /// Deleting a noun leaves "object".
    Noun,
    Clause,
}

/// A deletion: what was deleted, and whether it belonged to the head rather than to a phrase inside a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deletion {
    pub part: Part,
    pub head: bool,
}

/// Visits the phrase with each of its words, and each of its clauses, deleted in turn, at any depth.
pub(crate) fn deletions(phrase: &Phrase, mut visit: impl FnMut(Deletion, &Phrase)) {
    for number in 0.. {
        let mut shorter = phrase.clone();
        match delete(&mut shorter, &mut { number }, true) {
            Some(deletion) => visit(deletion, &shorter),
            None => return,
        }
    }
}

/// Deletes part number `left` of the phrase, counted from the head down.
fn delete(phrase: &mut Phrase, left: &mut usize, head: bool) -> Option<Deletion> {
    let mut here = |is_there: bool| {
        let hit = is_there && *left == 0;
        *left = left.wrapping_sub(usize::from(is_there));
        hit
    };
    if here(phrase.size.is_some()) {
        phrase.size = None;
        return Some(Deletion { part: Part::Size, head });
    }
    if here(phrase.colour.is_some()) {
        phrase.colour = None;
        return Some(Deletion { part: Part::Colour, head });
    }
    if here(phrase.noun.is_some()) {
        phrase.noun = None;
        return Some(Deletion { part: Part::Noun, head });
    }
    for number in 0..phrase.clauses.len() {
        if *left == 0 {
            phrase.clauses.remove(number);
            return Some(Deletion { part: Part::Clause, head });
        }
        *left -= 1;
        if let Some(deletion) = delete(&mut phrase.clauses[number].phrase, left, false) {
            return Some(deletion);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Command, Lexicon, Surface, parse};

    use super::*;

    #[test]
    fn every_word_goes_once() {
        let lexicon = Lexicon::reascan();
        let text = "push the small red circle that is inside of the blue box and in the same row as a square";
        let command = parse(text, &lexicon).unwrap();
        let mut texts = Vec::new();
        deletions(&command.phrase, |deletion, phrase| {
            let text = Command { phrase: phrase.clone(), ..command.clone() }.text(&lexicon, Surface::Reascan);
            texts.push((deletion.part, deletion.head, text));
        });
        let expected = [
            (
                Part::Size,
                true,
                "push the red circle that is inside of the blue box and in the same row as a square",
            ),
            (
                Part::Colour,
                true,
                "push the small circle that is inside of the blue box and in the same row as a square",
            ),
            (
                Part::Noun,
                true,
                "push the small red object that is inside of the blue box and in the same row as a square",
            ),
            (Part::Clause, true, "push the small red circle that is in the same row as a square"),
            (
                Part::Colour,
                false,
                "push the small red circle that is inside of the box and in the same row as a square",
            ),
            (
                Part::Noun,
                false,
                "push the small red circle that is inside of the blue object and in the same row as a square",
            ),
            (Part::Clause, true, "push the small red circle that is inside of the blue box"),
            (
                Part::Noun,
                false,
                "push the small red circle that is inside of the blue box and in the same row as a object",
            ),
        ];
        assert_eq!(texts, expected.map(|(part, head, text)| (part, head, text.to_string())));
    }
}
