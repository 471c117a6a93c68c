//! Two models on the same items.
//!
//! Two shares with intervals of their own say little about which model is better: both are right on the easy items. What
//! counts is by how much they differ item by item.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_audit::Table;

use crate::runs::{About, Kinship};

/// Which items of a split a run answered, and which of them rightly. Two bits an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcomes(BTreeMap<u64, (u64, u64)>);

impl Outcomes {
    /// Notes an answer.
    pub fn note(&mut self, index: u64, right: bool) {
        let (answered, correct) = self.0.entry(index / 64).or_default();
        let bit = 1 << (index % 64);
        *answered |= bit;
        if right {
            *correct |= bit;
        } else {
            *correct &= !bit;
        }
    }

    /// Adds what another one noted.
    pub fn merge(&mut self, other: &Self) {
        for (&block, &(answered, correct)) in &other.0 {
            let own = self.0.entry(block).or_default();
            *own = (own.0 | answered, own.1 | correct);
        }
    }

    fn block(&self, block: u64) -> (u64, u64) {
        self.0.get(&block).copied().unwrap_or_default()
    }
}

/// Two models on the items of a split that all their runs answered.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// The split.
    pub split: String,
    /// One model.
    pub first: String,
    /// The other.
    pub second: String,
    /// How many items all runs of both answered.
    pub items: u64,
    /// How often the first is right more often than the second.
    pub first_better: u64,
    /// How often the second is.
    pub second_better: u64,
    /// The mean of the first less that of the second, as a share.
    pub difference: f64,
    /// Its interval of 95 %: over items, and over runs where a model has several.
    pub interval: [f64; 2],
}

impl Comparison {
    /// Whether the difference is surely not zero.
    pub fn is_certain(&self) -> bool {
        self.interval[0] > 0.0 || self.interval[1] < 0.0
    }
}

/// Compares two models; `None` if there is nothing that all runs answered.
pub fn compare(split: &str, first: (&str, &[&Outcomes]), second: (&str, &[&Outcomes])) -> Option<Comparison> {
    const Z: f64 = 1.96;
    let ((name, own), (other_name, other)) = (first, second);
    let start = own.first()?;
    other.first()?;
    let mut found = Comparison {
        split: split.to_owned(),
        first: name.to_owned(),
        second: other_name.to_owned(),
        items: 0,
        first_better: 0,
        second_better: 0,
        difference: 0.0,
        interval: [0.0; 2],
    };
    // Sums over items of the difference and of its square, in units of one part of both numbers of runs.
    let (runs, others) = (own.len() as i64, other.len() as i64);
    let (mut sum, mut squares) = (0i128, 0i128);
    let (mut right, mut other_right) = (vec![0u64; own.len()], vec![0u64; other.len()]);
    for &block in start.0.keys() {
        let both = || own.iter().chain(other);
        let answered = both().fold(u64::MAX, |all, outcomes| all & outcomes.block(block).0);
        for bit in (0..64).filter(|bit| answered >> bit & 1 == 1) {
            let is_right = |outcomes: &Outcomes| outcomes.block(block).1 >> bit & 1;
            let count = |outcomes: &[&Outcomes], sums: &mut [u64]| -> i64 {
                let each = outcomes.iter().zip(sums).map(|(outcomes, sum)| {
                    *sum += is_right(outcomes);
                    is_right(outcomes) as i64
                });
                each.sum()
            };
            let apart = count(own, &mut right) * others - count(other, &mut other_right) * runs;
            found.items += 1;
            found.first_better += u64::from(apart > 0);
            found.second_better += u64::from(apart < 0);
            sum += i128::from(apart);
            squares += i128::from(apart) * i128::from(apart);
        }
    }
    if found.items == 0 {
        return None;
    }
    let (unit, items) = ((runs * others) as f64, found.items as f64);
    let mean = sum as f64 / items;
    // One item more of each sign keeps the interval open where both agree on all, or on none.
    let drawn = sum as f64 / (items + 2.0);
    let variance =
        ((squares as f64 + 2.0 * unit * unit) / (items + 2.0) - drawn * drawn).max(0.0) / (unit * unit);
    let spread = |right: &[u64]| over_runs(right, found.items);
    let error = (variance / items + spread(&right) + spread(&other_right)).sqrt();
    found.difference = mean / unit;
    found.interval = [found.difference - Z * error, found.difference + Z * error];
    Some(found)
}

/// Compares every two models of this kinship on the splits that both have.
pub(crate) fn every_two<'r, M>(
    models: &[M],
    kinship: Kinship,
    run: impl Fn(&M) -> Option<&About>,
    name: impl Fn(&M) -> String,
    splits: impl Fn(&M) -> Vec<String>,
    outcomes: impl Fn(&M, &str) -> Vec<&'r Outcomes>,
) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    let unknown = About::default();
    let about = |(number, model)| (number, run(model).unwrap_or(&unknown));
    for first in models.iter().enumerate() {
        for second in models.iter().enumerate() {
            if !kinship.is_of(about(first), about(second)) {
                continue;
            }
            let (first, second) = (first.1, second.1);
            for split in splits(first) {
                let (own, other) = (outcomes(first, &split), outcomes(second, &split));
                comparisons.extend(compare(&split, (&name(first), &own), (&name(second), &other)));
            }
        }
    }
    comparisons
}

/// The comparisons as a table; `None` if there are none.
pub fn table(comparisons: &[Comparison]) -> Option<Table> {
    let heads = [
        "split",
        "model",
        "other model",
        "items",
        "only one right",
        "only the other",
        "difference",
        "95 %",
        "",
    ];
    let mut table = Table::new("Two models on the same items, in points", &heads);
    for one in comparisons {
        let [low, high] = one.interval.map(|bound| bound * 100.0);
        table.row([
            one.split.clone(),
            one.first.clone(),
            one.second.clone(),
            one.items.to_string(),
            one.first_better.to_string(),
            one.second_better.to_string(),
            format!("{:+.2}", one.difference * 100.0),
            format!("[{low:+.2}, {high:+.2}]"),
            if one.is_certain() { "differ" } else { "may be alike" }.to_owned(),
        ]);
    }
    (!comparisons.is_empty()).then_some(table)
}

/// What is shown of models in English and in a fresh language.
pub const LANGUAGES: &str =
    "English less a fresh language on the same items, in points: what knowing the words was worth";

/// Models in English and in a fresh language, as a table; `None` if there are none.
pub fn languages(comparisons: &[Comparison]) -> Option<Table> {
    let mut table = table(comparisons)?;
    table.title = LANGUAGES.to_owned();
    Some(table)
}

/// By how much the mean over runs varies, squared.
fn over_runs(right: &[u64], items: u64) -> f64 {
    let count = right.len() as f64;
    if right.len() < 2 {
        return 0.0;
    }
    let share = |right: &u64| *right as f64 / items as f64;
    let mean = right.iter().map(share).sum::<f64>() / count;
    let squares: f64 = right.iter().map(|right| (share(right) - mean) * (share(right) - mean)).sum();
    squares / (count - 1.0) / count
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcomes(right: impl Fn(u64) -> bool) -> Outcomes {
        let mut outcomes = Outcomes::default();
        (0..1000).for_each(|index| outcomes.note(index, right(index)));
        outcomes
    }

    #[test]
    fn a_small_difference_counts_where_it_is_always_the_same_way() {
        // Right on 700 and on 730: their own intervals overlap, but the second has all that the first has.
        let (one, two) = (outcomes(|index| index < 700), outcomes(|index| index < 730));
        let found = compare("test", ("a", &[&one]), ("b", &[&two])).unwrap();
        assert_eq!((found.items, found.first_better, found.second_better), (1000, 0, 30));
        assert!((found.difference + 0.03).abs() < 1e-9 && found.is_certain(), "{found:?}");
        // As many more, but on other items.
        let other = outcomes(|index| index >= 270);
        let found = compare("test", ("a", &[&one]), ("b", &[&other])).unwrap();
        assert!((found.difference + 0.03).abs() < 1e-9 && !found.is_certain(), "{found:?}");
        let same = compare("test", ("a", &[&one]), ("b", &[&one])).unwrap();
        assert!(same.difference == 0.0 && !same.is_certain() && same.interval[1] > 0.0, "{same:?}");
        let (all, none) = (outcomes(|_| true), outcomes(|_| false));
        let apart = compare("test", ("a", &[&all]), ("b", &[&none])).unwrap();
        assert!(apart.difference == 1.0 && apart.interval[0] < 1.0, "{apart:?}");
    }

    #[test]
    fn runs_that_vary_widen_the_interval() {
        let runs = [outcomes(|index| index < 500), outcomes(|index| index < 900)];
        let other = outcomes(|index| index < 650);
        let found = compare("test", ("a", &[&runs[0], &runs[1]]), ("b", &[&other])).unwrap();
        assert!((found.difference - 0.05).abs() < 1e-9 && !found.is_certain(), "{found:?}");
    }

    #[test]
    fn only_items_that_all_answered_count() {
        let mut few = Outcomes::default();
        few.note(3, true);
        few.note(2000, true);
        let found = compare("test", ("a", &[&few]), ("b", &[&outcomes(|_| false)])).unwrap();
        assert_eq!((found.items, found.first_better), (1, 1));
        assert_eq!(compare("test", ("a", &[&Outcomes::default()]), ("b", &[&few])), None);
    }
}
