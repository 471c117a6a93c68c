//! Does word order matter?
//!
//! A command's words are put into every order; those that are commands again are compared with the original. The
//! search follows the parser: an order is given up at the first word at which no command can go on, so the number of
//! trials is small although the number of orders is not. Entries of several words ("while spinning", "in the same row
//! as") move as one.

use std::collections::HashMap;

use serde::Serialize;
use wampimuk_command::{Command, Determiner, Lexicon, ParseError, Phrase, Register, Surface, parse};

use super::case::Case;
use super::swaps::exchanges;
use super::tree::nodes;
use crate::Share;

/// The most beginnings of orders that are tried for a command.
pub const MAX_TRIALS: usize = 2_000;

/// The most other commands that are kept for a command.
pub const MAX_ALTERNATIVES: usize = 32;

/// Whether the words in another order would mean something else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct WordOrder {
    /// Examples whose words make another command in another order.
    pub reordered: Share,
    /// Examples whose words make a command with other referents in another order.
    pub other_referents: Share,
    /// Examples for whose command the search stopped at its limit before it found other referents.
    pub undecided: u64,
}

impl WordOrder {
    pub(super) fn add(&mut self, case: &Case<'_>, orders: &mut Orders) {
        if exchange_matters(case) {
            self.reordered.note(true);
            self.other_referents.note(true);
            return;
        }
        let alternatives = orders.of(&case.example.command, case.lexicon);
        self.reordered.note(!alternatives.phrases.is_empty());
        let changes = alternatives.phrases.iter().any(|phrase| case.denotation(phrase) != case.referents);
        self.other_referents.note(changes);
        self.undecided += u64::from(!changes && !alternatives.complete);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.reordered.merge(other.reordered);
        self.other_referents.merge(other.other_referents);
        self.undecided += other.undecided;
    }
}

/// Whether two phrases of the command can exchange their words with an effect. That is another order of the same words,
/// and nearly always there is one; it takes a thousandth of the time of the search.
fn exchange_matters(case: &Case<'_>) -> bool {
    let head = case.phrase();
    let mut matters = false;
    if !head.clauses.is_empty() {
        exchanges(head, &nodes(head), 0, |other| {
            matters = matters || case.denotation(other) != case.referents;
        });
    }
    matters
}

/// The other readings of each command's words, found once for each command.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders(HashMap<Command, Alternatives>);

#[derive(Clone, Debug, Default)]
struct Alternatives {
    /// The phrases of the other commands, each once.
    phrases: Vec<Phrase>,
    /// Whether all orders were looked at.
    complete: bool,
}

impl Orders {
    fn of(&mut self, command: &Command, lexicon: &Lexicon) -> &Alternatives {
        if !self.0.contains_key(command) {
            self.0.insert(command.clone(), Alternatives::of(command, lexicon));
        }
        &self.0[command]
    }

    pub fn merge(&mut self, other: Self) {
        self.0.extend(other.0);
    }
}

impl Alternatives {
    fn of(command: &Command, lexicon: &Lexicon) -> Self {
        let mut words: Vec<(&str, usize)> = Vec::new();
        for token in command.tokens(lexicon, Surface::Gscan, Register::Words) {
            match words.iter_mut().find(|(word, _)| *word == token) {
                Some((_, count)) => *count += 1,
                None => words.push((token, 1)),
            }
        }
        let mut own = command.phrase.clone();
        plain(&mut own);
        let mut search =
            Search { lexicon, own, trials: 0, found: Self { phrases: Vec::new(), complete: true } };
        search.go_on(&mut String::new(), &mut words);
        search.found
    }
}

struct Search<'l> {
    lexicon: &'l Lexicon,
    own: Phrase,
    trials: usize,
    found: Alternatives,
}

impl Search<'_> {
    /// Tries each of the words that are left as the next one.
    fn go_on(&mut self, begun: &mut String, left: &mut [(&str, usize)]) {
        for number in 0..left.len() {
            let (word, count) = left[number];
            if count == 0 {
                continue;
            }
            if self.trials == MAX_TRIALS || self.found.phrases.len() == MAX_ALTERNATIVES {
                self.found.complete = false;
                return;
            }
            self.trials += 1;
            let length = begun.len();
            begun.push(' ');
            begun.push_str(word);
            left[number].1 -= 1;
            let all_used = left.iter().all(|(_, count)| *count == 0);
            match parse(begun, self.lexicon) {
                Ok(command) if all_used => self.note(command.phrase),
                // All that the parser misses, if anything, is more words.
                Ok(_) | Err(ParseError { found: None, .. }) if !all_used => self.go_on(begun, left),
                _ => {}
            }
            left[number].1 += 1;
            begun.truncate(length);
        }
    }

    fn note(&mut self, mut phrase: Phrase) {
        plain(&mut phrase);
        if phrase != self.own && !self.found.phrases.contains(&phrase) {
            self.found.phrases.push(phrase);
        }
    }
}

/// "a" and "the" are the same.
fn plain(phrase: &mut Phrase) {
    phrase.determiner = Determiner::A;
    phrase.clauses.iter_mut().for_each(|clause| plain(&mut clause.phrase));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn others(text: &str, lexicon: &Lexicon) -> Vec<String> {
        let command = parse(text, lexicon).unwrap();
        let alternatives = Alternatives::of(&command, lexicon);
        assert!(alternatives.complete);
        let text = |phrase: &Phrase| {
            Command { phrase: phrase.clone(), ..command.clone() }.text(lexicon, Surface::Reascan)
        };
        let mut texts: Vec<String> = alternatives.phrases.iter().map(text).collect();
        texts.sort();
        texts
    }

    #[test]
    fn a_bag_of_words_suffices_for_gscan() {
        let lexicon = Lexicon::gscan();
        for text in
            ["walk to a red small circle while spinning", "push a square", "pull a big square hesitantly"]
        {
            assert_eq!(others(text, &lexicon), Vec::<String>::new());
        }
    }

    #[test]
    fn clauses_make_order_matter() {
        let lexicon = Lexicon::reascan();
        assert_eq!(
            others("push the circle that is inside of the red box", &lexicon),
            [
                "push a box that is inside of a red circle",
                "push a red box that is inside of a circle",
                "push a red circle that is inside of a box",
            ]
        );
    }
}
