//! What makes items easy or hard: the sides by which right answers are broken down.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_families::Made;
use wampimuk_readers::statistics::wilson;

use crate::item::Item;

/// One side of an item: its name, and the item's value.
type Facet = (&'static str, Value);

/// A value: a range of numbers, or a word.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Value {
    /// From so many to so many.
    Range(u64, u64),
    /// Itself.
    Word(String),
}

impl Value {
    /// The range that a number falls in: single numbers up to 4, then ranges that grow by a half or so.
    fn of(number: usize) -> Self {
        const ENDS: [u64; 13] = [6, 9, 13, 19, 29, 44, 69, 99, 199, 499, 999, 9_999, u64::MAX];
        let number = number as u64;
        if number <= 4 {
            return Self::Range(number, number);
        }
        let end = ENDS.iter().position(|&end| number <= end).unwrap_or(ENDS.len() - 1);
        Self::Range(if end == 0 { 5 } else { ENDS[end - 1] + 1 }, ENDS[end])
    }

    fn name(&self) -> String {
        match self {
            Self::Range(low, high) if low == high => low.to_string(),
            Self::Range(low, u64::MAX) => format!("≥ {low}"),
            Self::Range(low, high) => format!("{low}–{high}"),
            Self::Word(word) => word.clone(),
        }
    }
}

/// All sides of an item.
fn of(item: &Item<'_>) -> Vec<Facet> {
    match item.made {
        Made::Command(family, own) => {
            let example = item.example().unwrap_or(&own.example);
            let command = &example.command;
            let words = command.text(family.lexicon(), family.surface());
            vec![
                ("actions of the right answer", Value::of(example.actions.len())),
                ("words of the command", Value::of(words.split(' ').count())),
                ("clauses", Value::of(command.phrase.count() - 1)),
                ("distractors", Value::of(example.world.objects().len().saturating_sub(1))),
            ]
        }
        Made::Riddle(_, riddle) => vec![
            ("operation", Value::Word(riddle.operation.kind().name().to_owned())),
            ("clauses", Value::of(riddle.phrase.count() - 1)),
            ("pairs shown", Value::of(riddle.pairs.len())),
        ],
        Made::Story(_, question) => {
            let solution = question.solution;
            let first = solution.supporting.iter().min().copied().unwrap_or(solution.line);
            vec![
                ("kind of question", Value::Word(solution.kind.name_in_paper().to_owned())),
                ("supporting lines", Value::of(solution.supporting.len())),
                ("sentences before the question", Value::of(question.told())),
                ("lines back to the first that is needed", Value::of(solution.line.saturating_sub(first))),
            ]
        }
    }
}

/// How many answers are right, by sides of items.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facets(BTreeMap<&'static str, BTreeMap<Value, (u64, u64)>>);

impl Facets {
    pub fn add(&mut self, item: &Item<'_>, is_right: bool) {
        for (facet, value) in of(item) {
            let (all, right) = self.0.entry(facet).or_default().entry(value).or_default();
            *all += 1;
            *right += u64::from(is_right);
        }
    }

    /// The breakdowns by sides on which items differ.
    pub fn breakdowns(&self) -> Vec<Breakdown> {
        let several = self.0.iter().filter(|(_, values)| values.len() > 1);
        let breakdown = |(facet, values): (&&'static str, &BTreeMap<Value, (u64, u64)>)| Breakdown {
            by: facet,
            values: values
                .iter()
                .map(|(value, &(items, right))| Share::new(value.name(), items, right))
                .collect(),
        };
        several.map(breakdown).collect()
    }
}

/// Right answers by one side of items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Breakdown {
    /// The side.
    pub by: &'static str,
    /// Its values, in order.
    pub values: Vec<Share>,
}

/// The right answers to some of the items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    /// What these items have in common.
    pub value: String,
    /// How many there are.
    pub items: u64,
    /// The share of right answers.
    pub accuracy: f64,
    /// Its interval of 95 %, by Wilson's formula.
    pub interval: [f64; 2],
}

impl Share {
    fn new(value: String, items: u64, right: u64) -> Self {
        let (low, high) = wilson(right as f64, items);
        let accuracy = if items == 0 { 0.0 } else { right as f64 / items as f64 };
        Self { value, items, accuracy, interval: [low, high] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_a_range_and_ranges_follow_each_other() {
        let mut last = Value::of(0);
        for number in 1..20_000 {
            let value = Value::of(number);
            let Value::Range(low, high) = value else { panic!("a range") };
            assert!(low <= number as u64 && number as u64 <= high);
            if value != last {
                assert!(last < value && low == number as u64, "{number}");
            }
            last = value;
        }
        assert_eq!(
            [0, 4, 5, 7, 40, 20_000].map(|number| Value::of(number).name()),
            ["0", "4", "5–6", "7–9", "30–44", "≥ 10000"]
        );
    }
}
