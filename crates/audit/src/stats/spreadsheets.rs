//! What the original's text files and spreadsheets count two by two: too long for a page, and for a terminal.

use super::{SplitStats, StatsReport};
use crate::counts::CrossTally;
use crate::table::thousands;
use crate::{Table, Tally};

impl StatsReport {
    /// Targets by verb and by what refers to them, verbs by adverb, positions, every command, and every target with its place.
    pub fn spreadsheets(&self) -> Vec<Table> {
        vec![
            self.cross("Targets of each verb", ["verb", "target"], |split| &split.verb_targets),
            self.cross("Verbs with each adverb", ["adverb", "verb"], |split| &split.adverb_verbs),
            self.cross("Targets of each referring phrase", ["referred target", "target"], |split| {
                &split.referred_targets
            }),
            self.positions("Cells where the agent starts", |split| &split.agent_positions),
            self.positions("Cells of targets", |split| &split.target_positions),
            self.list("Commands by verb, referred target and adverb", "command", |split| &split.commands),
            self.list("Targets with their cells (column, row)", "target and cell", |split| {
                &split.world_states
            }),
        ]
    }

    /// A row for each pair, a column for each split.
    fn cross(&self, title: &str, [row, column]: [&str; 2], of: fn(&SplitStats) -> &CrossTally) -> Table {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        for (row, tally) in self.splits.iter().flat_map(|split| &of(split).0) {
            let new = |pair: &(&str, &str)| !pairs.contains(pair);
            let more: Vec<(&str, &str)> =
                tally.0.iter().map(|(column, _)| (row.as_str(), column.as_str())).filter(new).collect();
            pairs.extend(more);
        }
        // Stable, so that rows keep the order of the lexicon.
        let rows: Vec<&str> = pairs.iter().map(|(row, _)| *row).collect();
        pairs.sort_by_key(|(row, _)| rows.iter().position(|known| known == row));
        let mut table = self.table(title, &[row, column]);
        for (row, column) in pairs {
            let counts = self
                .splits
                .iter()
                .map(|split| of(split).get(row).map_or(0, |tally| tally.get(column)))
                .map(thousands);
            table.row([named(row), named(column)].into_iter().chain(counts));
        }
        table
    }

    fn list(&self, title: &str, head: &str, of: fn(&SplitStats) -> &Tally) -> Table {
        use std::collections::BTreeMap;

        let mut counts: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
        for (number, split) in self.splits.iter().enumerate() {
            for (label, count) in &of(split).0 {
                counts.entry(label).or_insert_with(|| vec![0; self.splits.len()])[number] = *count;
            }
        }
        let mut table = self.table(title, &[head]);
        for (label, counts) in counts {
            table.row(std::iter::once(label.to_owned()).chain(counts.into_iter().map(thousands)));
        }
        table
    }

    fn positions(&self, title: &str, of: fn(&SplitStats) -> &Vec<Vec<u64>>) -> Table {
        let mut table = self.table(title, &["row", "column"]);
        let side = self.splits.iter().map(|split| of(split).len()).max().unwrap_or(0);
        for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
            let count = |split: &SplitStats| of(split).get(row).and_then(|row| row.get(column)).copied();
            let counts = self.splits.iter().map(|split| thousands(count(split).unwrap_or(0)));
            table.row([row.to_string(), column.to_string()].into_iter().chain(counts));
        }
        table
    }

    fn table(&self, title: &str, heads: &[&str]) -> Table {
        let splits = self.splits.iter().map(|split| split.split.as_str());
        let heads: Vec<&str> = heads.iter().copied().chain(splits).collect();
        Table::new(title, &heads)
    }
}

/// The empty name is that of no adverb.
fn named(label: &str) -> String {
    if label.is_empty() { "(none)".to_owned() } else { label.to_owned() }
}
