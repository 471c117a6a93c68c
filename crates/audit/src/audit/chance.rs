//! How far one gets without the whole command.

use serde::Serialize;
use wampimuk_command::Phrase;

use super::case::Case;
use crate::counts::Cross;
use crate::naming::{DESCRIPTIONS, description, description_name};

/// The expected accuracy of guessers that use only some words of the command, for one kind of description.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// Which words the head phrase has: `shape`, `colour, shape`, …
    pub description: String,
    /// How many examples have such a phrase.
    pub examples: u64,
    /// For each choice of words, how often a guess among the objects that they fit hits the target.
    pub guesses: Vec<Guess>,
}

/// A guesser.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Guess {
    /// The words it uses; `any object` for none.
    pub uses: String,
    /// How often it hits the target, in expectation. It misses where the words fit nothing, or not the target.
    pub accuracy: f64,
}

/// For each description, for each choice of its words, how many examples have how many objects to choose from.
#[derive(Clone, Debug, Default)]
pub(crate) struct ChanceCounts {
    /// Rows are `description * 8 + words`; columns are the number of objects to choose from, 0 if the target is not
    /// among them. Counts, not quotients, so that merging is exact.
    choices: Cross,
}

impl ChanceCounts {
    pub fn add(&mut self, case: &Case<'_>) {
        let phrase = case.phrase();
        let all = description(phrase);
        // A guesser who ignores clauses may use all words of the head; otherwise that is the whole command.
        let most = if phrase.clauses.is_empty() { all } else { all + 1 };
        for words in (0..most).filter(|words| words & all == *words) {
            let kept = Phrase {
                size: phrase.size.filter(|_| words & 4 != 0),
                colour: phrase.colour.filter(|_| words & 2 != 0),
                noun: phrase.noun.filter(|_| words & 1 != 0),
                ..Phrase::default()
            };
            let fitting = case.denotation(&kept);
            let choices = if fitting & case.target == 0 { 0 } else { fitting.count_ones() };
            self.choices.bump(all * 8 + words, choices as usize);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.choices.merge(&other.choices);
    }

    pub fn finish(&self) -> Vec<Chance> {
        let mut chances = Vec::new();
        for all in DESCRIPTIONS {
            let mut examples = 0;
            let mut guesses = Vec::new();
            for words in DESCRIPTIONS {
                let row = self.choices.rows().find(|(row, _)| *row == all * 8 + words);
                let Some((_, choices)) = row else { continue };
                examples = choices.total();
                let hits: f64 = choices
                    .iter()
                    .filter(|(number, _)| *number > 0)
                    .map(|(number, count)| count as f64 / number as f64)
                    .sum();
                let uses = if words == 0 { "any object".to_string() } else { description_name(words) };
                guesses.push(Guess { uses, accuracy: hits / examples as f64 });
            }
            if examples > 0 {
                chances.push(Chance { description: description_name(all), examples, guesses });
            }
        }
        chances
    }
}
