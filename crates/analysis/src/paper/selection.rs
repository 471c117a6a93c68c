//! What a run's predictions show, in the terms of a paper's tables and figures.

use std::path::Path;

use serde::{Deserialize, Serialize};
use wampimuk_core::{SplitInfo, Watch};

use super::{MeasureName, Pair, Selection};
use crate::error::Error;
use crate::grid::{Dimension, SplitScores, Tally, Value};
use crate::score::{Measured, measured};
use crate::stories::SplitTally;

/// The answers of one training to items of one recipe, counted.
#[derive(Debug)]
pub(super) struct Counted {
    answers: Measured,
    splits: Vec<SplitInfo>,
}

/// A share of some items.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Where it stands in a figure.
    pub at: u64,
    /// The share, in percent.
    pub percent: f64,
    /// Of how many items.
    pub items: u64,
    /// What chance would give, in percent, if that is known.
    pub chance: Option<f64>,
}

impl Counted {
    /// Counts a file of predictions.
    pub(super) fn read(
        path: &Path,
        cap: Option<usize>,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        measured(path, cap, threads, watch).map(|run| Self { answers: run.answers, splits: run.splits })
    }

    /// The share that a row asks for; nothing if there are no such items.
    pub(super) fn share(&self, split: &str, of: &Selection, capped: bool) -> Option<Point> {
        match &self.answers {
            Measured::Commands(scores) => of_commands(scores.splits.get(split)?, of, capped),
            Measured::Stories(tally) => of_stories(tally.splits.get(split)?, of),
        }
    }

    /// How many items of a split are answered; where a point stands is how many there are.
    pub(super) fn answered(&self, split: &str) -> Point {
        let len = self.splits.iter().find(|own| own.name == split).map_or(0, |own| own.len);
        let items = match &self.answers {
            Measured::Commands(scores) => scores.splits.get(split).map_or(0, |split| split.total.items),
            Measured::Stories(tally) => tally.splits.get(split).map_or(0, |split| split.sum(|_| true).all),
        };
        Point { at: len, percent: 0.0, items, chance: None }
    }

    /// The shares of right answers by number of actions.
    pub(super) fn by_length(&self, split: &str) -> Vec<Point> {
        let Measured::Commands(scores) = &self.answers else { return Vec::new() };
        let lengths = scores.splits.get(split).and_then(|split| split.by.get(&Dimension::Length));
        let point = |(value, tally): (&Value, &Tally)| match value {
            Value::Number(length) => Some(Point { at: *length, ..point(tally, MeasureName::Exact, false)? }),
            Value::Text(_) => None,
        };
        lengths.into_iter().flatten().filter_map(point).collect()
    }
}

fn of_commands(split: &SplitScores, of: &Selection, capped: bool) -> Option<Point> {
    let Some((name, wanted)) = of.only.first_key_value() else {
        return point(&split.total, of.measure, capped);
    };
    let mut sum = Tally::default();
    for (value, tally) in split.by.get(&Dimension::from_name(name)?)? {
        if wanted.iter().any(|wanted| is_meant(wanted, value)) {
            sum.merge(tally);
        }
    }
    point(&sum, of.measure, capped)
}

/// Whether a value is the one that is named, or in the range that is.
fn is_meant(wanted: &str, value: &Value) -> bool {
    match (wanted.strip_suffix(".."), value) {
        (Some(least), Value::Number(number)) => least.parse::<u64>().is_ok_and(|least| *number >= least),
        _ => value.to_string() == wanted,
    }
}

fn point(tally: &Tally, measure: MeasureName, capped: bool) -> Option<Point> {
    let (part, items) = match measure {
        MeasureName::Exact => (if capped { tally.within_cap } else { tally.exact }, tally.items),
        MeasureName::RowOrColumn => (tally.row_only + tally.column_only + tally.cell, tally.items),
        MeasureName::Attention => (tally.attended_right, tally.attended),
        MeasureName::AttentionIfWrong => (tally.wrong_attended_right, tally.wrong_attended),
    };
    let chance = (measure == MeasureName::Exact).then(|| 100.0 * tally.chance());
    (items > 0).then(|| Point { at: 0, percent: 100.0 * part as f64 / items as f64, items, chance })
}

fn of_stories(split: &SplitTally, of: &Selection) -> Option<Point> {
    let (part, items) = if let Some(pair) = of.pairs {
        let wanted = match pair {
            Pair::Both => (true, true),
            Pair::Where => (true, false),
            Pair::YesNo => (false, true),
            Pair::Neither => (false, false),
        };
        (split.phrasings.get(&wanted).copied().unwrap_or(0), split.phrasings.values().sum())
    } else {
        let count = split.sum(|cell| {
            of.supports.is_none_or(|supports| supports.include(cell.supports))
                && of.giving.is_none_or(|giving| cell.composition.has("GIVE") == giving)
        });
        (count.right, count.all)
    };
    (items > 0).then(|| Point { at: 0, percent: 100.0 * part as f64 / items as f64, items, chance: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_named_or_in_a_range() {
        let number = Value::Number(18);
        assert!(is_meant("18", &number) && is_meant("18..", &number) && is_meant("3..", &number));
        assert!(!is_meant("19..", &number) && !is_meant("8", &number));
        assert!(
            is_meant("push", &Value::Text("push".into())) && !is_meant("18..", &Value::Text("18".into()))
        );
    }
}
