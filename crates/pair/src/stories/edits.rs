//! What might make a partner: a story with one sentence, or one word of the question, changed, whatever follows.

use std::collections::BTreeSet;

use super::Change;
use super::understood::Understood;
use crate::dice::Dice;

/// A change of a story.
pub(super) struct Edit {
    pub change: Change,
    /// Which fact, from 1; 0 is the question.
    pub which: usize,
    /// The new sentence or question; none if one is taken away.
    pub text: Option<String>,
}

/// How many changes of one sentence are tried before another one is looked at.
const OF_ONE: usize = 4;

impl Understood<'_> {
    /// Changes of one kind, the likeliest first: an answer that is to change rests on the sentences that prove it.
    pub fn edits<'e>(
        &'e self,
        change: Change,
        answer_changes: bool,
        dice: &'e mut Dice,
    ) -> Box<dyn Iterator<Item = Edit> + 'e> {
        let words = self.vocabulary();
        let mut order: Vec<usize> = (0..self.facts()).collect();
        dice.shuffle(&mut order);
        if answer_changes {
            let proves = |fact: &usize| self.solution.all_minimal.iter().any(|set| set.contains(&(fact + 1)));
            order.sort_by_key(|fact| !proves(fact));
        }
        let of_question = change == Change::Question;
        let facts = order.into_iter().filter(move |_| !of_question).map(Some);
        let lines = facts.chain(of_question.then_some(None));
        Box::new(lines.flat_map(move |line| match (change, line) {
            (Change::Removed, Some(fact)) => vec![Edit { change, which: fact + 1, text: None }],
            (_, None) => {
                let mut others = self.variants(None, self.facts(), &words);
                dice.shuffle(&mut others);
                others.into_iter().map(|text| Edit { change, which: 0, text: Some(text) }).collect()
            }
            (_, Some(fact)) => {
                let place = match change {
                    Change::Added => dice.below(self.facts() + 1),
                    _ => fact,
                };
                let mut others = self.variants(Some(fact), place, &words);
                dice.shuffle(&mut others);
                others.truncate(OF_ONE);
                others.into_iter().map(|text| Edit { change, which: place + 1, text: Some(text) }).collect()
            }
        }))
    }

    /// A fact, or the question, with one word replaced, as it could stand at a place, if it says something else.
    fn variants(&self, fact: Option<usize>, place: usize, words: &BTreeSet<String>) -> Vec<String> {
        let line = fact.unwrap_or(self.facts());
        let text = self.lines[line];
        let reads = |text: &str| match fact {
            Some(_) => self.fact(place, text),
            None => self.question(text),
        };
        let mut others = Vec::new();
        for (start, own) in words_of(text) {
            let is_capital = own.starts_with(char::is_uppercase);
            let cased = words.iter().map(|word| if is_capital { capitalised(word) } else { word.clone() });
            for word in cased.filter(|word| word != own) {
                let other = format!("{}{word}{}", &text[..start], &text[start + own.len()..]);
                if reads(&other).is_some_and(|formula| formula != self.symbols[line]) {
                    others.push(other);
                }
            }
        }
        others
    }

    /// The words of story and question. Where they begin with a capital depends on where they stand.
    fn vocabulary(&self) -> BTreeSet<String> {
        let words = self.lines.iter().flat_map(|line| words_of(line));
        words.map(|(_, word)| word.to_lowercase()).collect()
    }
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The words of a text with the places where they begin.
fn words_of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_gap = |letter: char| letter.is_whitespace() || matches!(letter, '.' | ',' | '?' | '!');
    let pieces = text.split_inclusive(is_gap).scan(0, |end, piece| {
        let start = *end;
        *end += piece.len();
        Some((start, piece))
    });
    pieces
        .map(move |(start, piece)| (start, piece.trim_end_matches(is_gap)))
        .filter(|(_, word)| !word.is_empty())
}
