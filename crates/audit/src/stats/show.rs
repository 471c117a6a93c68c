//! The results as tables and charts.

use super::published::{PublishedSplit, published};
use super::{SplitStats, StatsReport};
use crate::table::{percent, share, thousands};
use crate::{Chart, Table, Tally};

impl StatsReport {
    /// Tables for the terminal: sizes, uniqueness and overlap of all splits, then the counts of each feature.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.sizes(), self.overlaps()];
        type Feature = fn(&SplitStats) -> &Tally;
        let features: [(&str, Feature); 11] = [
            ("Verbs", |split| &split.verbs),
            ("Adverbs", |split| &split.adverbs),
            ("Directions to the target", |split| &split.directions),
            ("Distances to the target", |split| &split.distances),
            ("Headings of the agent", |split| &split.headings),
            ("Shapes of targets", |split| &split.target_shapes),
            ("Colours of targets", |split| &split.target_colours),
            ("Sizes of targets", |split| &split.target_sizes),
            ("Tokens in the command", |split| &split.input_lengths),
            ("Actions", |split| &split.action_lengths),
            ("Placed targets", |split| &split.placed_targets),
        ];
        tables.extend(features.into_iter().map(|(title, feature)| self.feature(title, feature)));
        tables.push(self.objects());
        tables
    }

    /// Our sizes beside those of a published set: `compositional` or `length`. Hold-outs that have a dev part are
    /// compared as a whole.
    pub fn beside_published(&self, set: &str) -> Table {
        let columns = ["split", "examples", "published", "unique", "published", "per command", "published"];
        let mut table = Table::new(format!("Beside the published numbers ({set})"), &columns);
        let optional = |number: Option<u64>| number.map_or_else(|| "–".to_string(), thousands);
        for PublishedSplit { split, examples, unique, per_command, .. } in
            published().iter().filter(|published| published.set == set)
        {
            let parts = [split.to_string(), format!("{split}_dev"), format!("{split}_test")];
            let ours: Vec<&SplitStats> = parts.iter().filter_map(|part| self.split(part)).collect();
            let whole = if let [only] = ours[..] { Some(only.unique_targets) } else { None };
            table.row([
                split.to_string(),
                thousands(ours.iter().map(|split| split.examples).sum()),
                thousands(*examples),
                optional(whole.map(|unique| unique.total)),
                optional(*unique),
                optional(whole.map(|unique| unique.per_command.round() as u64)),
                optional(*per_command),
            ]);
        }
        table
    }

    fn sizes(&self) -> Table {
        let columns = [
            "split",
            "examples",
            "commands",
            "unique answers",
            "per command",
            "unique targets",
            "per command",
        ];
        let columns = [&columns[..], &["mean distance"]].concat();
        let mut table = Table::new("Splits", &columns);
        for split in &self.splits {
            table.row([
                split.split.clone(),
                thousands(split.examples),
                thousands(split.distinct_commands),
                thousands(split.unique_answers.total),
                format!("{:.1}", split.unique_answers.per_command),
                thousands(split.unique_targets.total),
                format!("{:.1}", split.unique_targets.per_command),
                format!("{:.3}", split.mean_distance),
            ]);
        }
        table
    }

    fn overlaps(&self) -> Table {
        let columns = [
            "split",
            "duplicates within",
            "identical in train",
            "equivalent in train",
            "",
            "same placement",
            "",
        ];
        let mut table = Table::new("Duplicates, and overlap with train", &columns);
        for split in &self.splits {
            let mut row = vec![split.split.clone(), thousands(split.duplicates)];
            match split.overlap {
                None => row.extend(["–", "–", "", "–", ""].map(String::from)),
                Some(overlap) => row.extend([
                    thousands(overlap.identical),
                    thousands(overlap.equivalent),
                    percent(share(overlap.equivalent, split.examples)),
                    thousands(overlap.same_placement),
                    percent(share(overlap.same_placement, split.examples)),
                ]),
            }
            table.row(row);
        }
        table
    }

    /// The counts of a feature: a row for each value, a column for each split.
    fn feature(&self, title: &str, feature: impl Fn(&SplitStats) -> &Tally) -> Table {
        let mut labels: Vec<&str> = Vec::new();
        for (label, _) in self.splits.iter().flat_map(|split| &feature(split).0) {
            if !labels.contains(&label.as_str()) {
                labels.push(label);
            }
        }
        if labels.iter().all(|label| label.parse::<u64>().is_ok()) {
            labels.sort_by_key(|label| label.parse::<u64>().unwrap_or(0));
        }
        let columns: Vec<&str> =
            std::iter::once("").chain(self.splits.iter().map(|split| &*split.split)).collect();
        let mut table = Table::new(title, &columns);
        for label in labels {
            let name = if label.is_empty() { "(none)" } else { label };
            let counts = self.splits.iter().map(|split| thousands(feature(split).get(label)));
            table.row(std::iter::once(name.to_string()).chain(counts));
        }
        table
    }

    fn objects(&self) -> Table {
        let mut table = Table::new("Objects in the world", &["split", "described by", "objects", "worlds"]);
        for split in &self.splits {
            for description in &split.descriptions {
                for (number, count) in &description.object_numbers.0 {
                    table.row([
                        split.split.clone(),
                        description.description.clone(),
                        number.clone(),
                        thousands(*count),
                    ]);
                }
            }
        }
        table
    }

    /// The charts of a split: the original's plots, and the positions as heat maps.
    pub fn charts(&self, split: &str) -> Vec<Chart> {
        let Some(split) = self.split(split) else { return Vec::new() };
        let grid = |title: &str, rows: &[Vec<u64>]| {
            Chart::grid(
                title,
                rows.iter().map(|row| row.iter().map(|&count| count as f64).collect()).collect(),
            )
        };
        let bars = |title: &str, tally: &Tally| Chart::bars(title, tally.bars());
        let mut charts = vec![
            grid("agent positions", &split.agent_positions),
            grid("target positions", &split.target_positions),
            bars("direction to target", &split.directions),
            bars("distance to target", &split.distances),
            bars("target shape", &split.target_shapes),
            bars("target colour", &split.target_colours),
            bars("target size", &split.target_sizes),
            bars("verbs in command", &split.verbs),
            bars("manners in command", &split.adverbs),
            bars("target lengths", &split.action_lengths),
            bars("input lengths", &split.input_lengths),
        ];
        for description in &split.descriptions {
            let title = |what: &str| format!("{what} (described by {})", description.description);
            charts.push(Chart::bars(title("number of objects"), description.object_numbers.bars()));
            charts.push(Chart::bars(title("placed objects"), description.objects.bars()));
        }
        charts
    }
}
