//! What a run's predictions show, in the terms of a paper's tables.

use std::path::Path;

use wampimuk_core::Watch;

use super::{Pair, Row};
use crate::error::Error;
use crate::grid::{Dimension, Value};
use crate::score::{Measured, measured};

/// The answers of one training to items of one recipe, counted.
#[derive(Debug)]
pub(super) struct Counted(Measured);

impl Counted {
    /// Counts a file of predictions.
    pub(super) fn read(
        path: &Path,
        cap: Option<usize>,
        threads: usize,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        measured(path, cap, threads, watch).map(Self)
    }

    /// The share that a row asks for, in percent, and of how many items; nothing if there are no such items.
    pub(super) fn share(&self, row: &Row, capped: bool) -> Option<(f64, u64)> {
        let (part, whole) = match &self.0 {
            Measured::Commands(scores) => {
                let split = scores.splits.get(&row.split)?;
                let tally = match &row.referred {
                    None => &split.total,
                    Some(words) => split.by.get(&Dimension::Referred)?.get(&Value::Text(words.clone()))?,
                };
                (if capped { tally.within_cap } else { tally.exact }, tally.items)
            }
            Measured::Stories(tally) => {
                let split = tally.splits.get(&row.split)?;
                if let Some(pair) = row.pairs {
                    let wanted = match pair {
                        Pair::Both => (true, true),
                        Pair::Where => (true, false),
                        Pair::YesNo => (false, true),
                        Pair::Neither => (false, false),
                    };
                    let part = split.phrasings.get(&wanted).copied().unwrap_or(0);
                    (part, split.phrasings.values().sum())
                } else {
                    let count = split.sum(|cell| {
                        row.supports.is_none_or(|supports| supports.include(cell.supports))
                            && row.giving.is_none_or(|giving| cell.composition.has("GIVE") == giving)
                    });
                    (count.right, count.all)
                }
            }
        };
        (whole > 0).then(|| (100.0 * part as f64 / whole as f64, whole))
    }
}
