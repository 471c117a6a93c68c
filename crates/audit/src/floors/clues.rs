//! What readers of stories see of each answer that a question could have.
//!
//! The subject of a question is the first person, object or other thing that it names. Nothing here knows the answer,
//! or which lines it follows from.

use std::collections::BTreeMap;

use super::stories::{Named, Seen, hash};
use crate::stories::words::Sort;

/// A part of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    /// How frequent the answer is.
    Prior,
    /// What the question says.
    Question,
    /// How often the story has each word.
    Bag,
    /// The last line that names the subject.
    Last,
    /// The last line that the subject begins, or is the subject of with a thing or a place; of things, the last place of
    /// the person who was named with them last.
    Own,
    /// Where in the story the answer is named.
    Position,
}

/// The most answers that are told apart.
const ANSWERS: usize = 40;
/// The most other words, such as verbs, that are told apart.
const OTHERS: usize = 14;

/// The answers and the frequent words of questions of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Vocabulary {
    /// The most frequent first, each with the hashes of its parts.
    answers: Vec<(String, Vec<u64>)>,
    others: Vec<u64>,
    /// The same of lines with names in place of pronouns.
    happenings: Vec<u64>,
    firsts: Vec<u64>,
}

fn most_frequent<T: Ord>(counts: BTreeMap<T, u64>, most: usize) -> Vec<T> {
    let mut counts: Vec<(T, u64)> = counts.into_iter().collect();
    // The sort is stable: of equally frequent ones, the first in order.
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.into_iter().take(most).map(|(thing, _)| thing).collect()
}

impl Vocabulary {
    pub fn of<'s>(seen: impl Iterator<Item = &'s Seen>) -> Self {
        let (mut answers, mut firsts) = (BTreeMap::new(), BTreeMap::new());
        let (mut others, mut happenings) = (BTreeMap::new(), BTreeMap::new());
        for question in seen {
            *answers.entry(question.answer.clone()).or_default() += 1;
            *firsts.entry(question.first).or_default() += 1;
            for (lines, words) in [(&question.lines, &mut others), (&question.told, &mut happenings)] {
                let lines = lines[..question.before].iter().rev().take(40).flatten();
                for (_, word) in lines.filter(|(sort, _)| *sort == Sort::Other) {
                    *words.entry(*word).or_default() += 1;
                }
            }
        }
        let parts = |answer: String| {
            let parts = answer.split(',').map(|part| hash(part.trim())).collect();
            (answer, parts)
        };
        Self {
            answers: most_frequent(answers, ANSWERS).into_iter().map(parts).collect(),
            others: most_frequent(others, OTHERS),
            happenings: most_frequent(happenings, OTHERS),
            firsts: most_frequent(firsts, 8),
        }
    }

    /// The most frequent answer.
    pub fn best(&self) -> Option<&str> {
        self.answers.first().map(|(answer, _)| answer.as_str())
    }

    /// The number of an answer.
    pub fn place(&self, answer: &str) -> Option<usize> {
        self.answers.iter().position(|(known, _)| known == answer)
    }
}

/// The number of a line's first frequent word, from 1; 0 without any.
fn first_frequent(line: &Named, frequent: &[u64]) -> u8 {
    let found = line.iter().filter(|(sort, _)| *sort == Sort::Other);
    let mut places = found.filter_map(|(_, word)| frequent.iter().position(|known| known == word));
    places.next().map_or(0, |place| place as u8 + 1)
}

fn has(line: &Named, word: u64) -> bool {
    line.iter().any(|(_, known)| *known == word)
}

fn has_sort(line: &Named, sort: Sort) -> bool {
    line.iter().any(|(known, _)| *known == sort)
}

/// The first of its persons and things.
fn leader(line: &Named) -> Option<u64> {
    line.iter().find(|(sort, _)| *sort != Sort::Other).map(|(_, word)| *word)
}

fn small(number: usize) -> u8 {
    number.min(63) as u8
}

/// The rows of all answers, and where the parts of a row end.
pub(crate) fn clues(question: &Seen, vocabulary: &Vocabulary) -> (Vec<Vec<u8>>, Vec<usize>) {
    let lines = &question.lines[..question.before];
    let about = &question.about;
    let subject = about.iter().find(|(sort, _)| *sort != Sort::Other).or_else(|| about.last());
    let subject = subject.map_or(0, |(_, word)| *word);
    let rest: Vec<u64> = about
        .iter()
        .filter(|(sort, word)| *sort != Sort::Other && *word != subject)
        .map(|(_, word)| *word)
        .collect();
    let first = vocabulary.firsts.iter().position(|known| *known == question.first).unwrap_or(8);
    let mut words: BTreeMap<u64, usize> = BTreeMap::new();
    lines.iter().flatten().for_each(|(_, word)| *words.entry(*word).or_default() += 1);
    let times = |word: u64| words.get(&word).copied().unwrap_or(0);
    let told = &question.told[..question.before];
    let (named, found) = (Found::new(lines, subject), Found::new(told, subject));
    let mut rows = Vec::with_capacity(vocabulary.answers.len());
    let mut ends = Vec::new();
    let mentioned: Vec<Option<usize>> = vocabulary
        .answers
        .iter()
        .map(|(_, parts)| lines.iter().rposition(|line| parts.iter().any(|part| has(line, *part))))
        .collect();
    for (rank, (_, parts)) in vocabulary.answers.iter().enumerate() {
        let mut row = Vec::with_capacity(80);
        let top = small(rank).min(7);
        row.push(small(rank));
        ends = vec![row.len()];
        let asked = parts.iter().any(|part| has(about, *part));
        row.extend([small(first) * 8 + top, u8::from(asked), (subject % 60) as u8]);
        row.extend([rest.first().map_or(0, |word| (word % 60) as u8), small(rest.len())]);
        ends.push(row.len());
        let least = parts.iter().map(|part| times(*part)).min().unwrap_or(0);
        row.extend([small(least), small(parts.len()), small(times(subject)), small(lines.len())]);
        row.push(rest.first().map_or(0, |word| small(times(*word))));
        row.extend(
            (0..OTHERS).map(|place| vocabulary.others.get(place).map_or(0, |word| small(times(*word)))),
        );
        ends.push(row.len());
        let line = |at: Option<usize>, told: bool, row: &mut Vec<u8>| {
            let Some(at) = at else {
                row.extend([0, 0, 0, 0, 63, top, top]);
                return;
            };
            let (named, frequent) = match told {
                true => (&question.told[at], &vocabulary.happenings),
                false => (&lines[at], &vocabulary.others),
            };
            let inside = parts.iter().filter(|part| has(named, **part)).count();
            let all = inside == parts.len();
            let verb = first_frequent(named, frequent);
            let overlap = rest.iter().filter(|word| has(named, **word)).count().min(3) as u8;
            let code = if all { 2 } else { u8::from(inside > 0) };
            row.extend([code, verb, overlap, code * 16 + verb, small(lines.len() - 1 - at)]);
            row.extend([verb.min(6) * 8 + top + 8, (overlap + 1) * 8 + top]);
        };
        line(named.last, false, &mut row);
        ends.push(row.len());
        line(found.begins, true, &mut row);
        line(found.hand(), true, &mut row);
        line(found.with_place, true, &mut row);
        line(found.holder_place, true, &mut row);
        row.push(u8::from(found.receives > found.with_thing));
        row.push(u8::from(found.receives > found.with_thing) * 8 + top);
        ends.push(row.len());
        let last = mentioned[rank];
        let later = mentioned.iter().filter(|other| **other > last).count();
        let first = lines.iter().position(|line| parts.iter().any(|part| has(line, *part)));
        row.extend([
            last.map_or(63, |at| small(lines.len() - 1 - at)),
            last.map_or(63, small),
            first.map_or(63, small),
            small(later),
            last.map_or(63, |at| small(at * 20 / lines.len().max(1))),
        ]);
        ends.push(row.len());
        rows.push(row);
    }
    (rows, ends)
}

/// Lines that a reader of a single line may go by.
struct Found {
    /// The last that names the subject.
    last: Option<usize>,
    /// The last that the subject begins.
    begins: Option<usize>,
    /// The last that the subject begins and that names a thing.
    with_thing: Option<usize>,
    /// The last that names the subject and a place.
    with_place: Option<usize>,
    /// The last in which another does something with the subject and a thing.
    receives: Option<usize>,
    /// The last place of whoever was named with the subject last.
    holder_place: Option<usize>,
}

impl Found {
    /// The last line in which the subject has a hand in a thing.
    fn hand(&self) -> Option<usize> {
        self.with_thing.max(self.receives)
    }

    fn new(lines: &[Named], subject: u64) -> Self {
        let last_of = |holds: &dyn Fn(&Named) -> bool| lines.iter().rposition(holds);
        let names = |line: &Named| has(line, subject);
        let holder = lines.iter().rev().filter(|line| names(line)).find_map(|line| {
            line.iter()
                .rev()
                .find(|(sort, word)| *sort == Sort::Person && *word != subject)
                .map(|(_, word)| *word)
        });
        Self {
            last: last_of(&names),
            begins: last_of(&|line| leader(line) == Some(subject)),
            with_thing: last_of(&|line| leader(line) == Some(subject) && has_sort(line, Sort::Object)),
            with_place: last_of(&|line| names(line) && has_sort(line, Sort::Place)),
            receives: last_of(&|line| {
                names(line) && leader(line) != Some(subject) && has_sort(line, Sort::Object)
            }),
            holder_place: holder
                .and_then(|holder| last_of(&|line| has(line, holder) && has_sort(line, Sort::Place))),
        }
    }
}
