//! The results as tables and charts.

use super::published::{PublishedSplit, published};
use super::{PatternDistractors, SplitStats, StatsReport};
use crate::table::{percent, share, tenths, thousands};
use crate::{Chart, Share, Table, Tally};

impl StatsReport {
    /// Sizes, uniqueness and overlap of all splits; where commands have clauses, their patterns, the distractors that
    /// were placed, and the relations.
    pub fn overview(&self) -> Vec<Table> {
        let mut tables = vec![self.sizes(), self.overlaps()];
        if self.has_clauses() {
            tables.push(self.feature("Patterns", |split| &split.scenes.patterns));
            tables.extend(self.distractors());
            tables.push(self.feature("Relations", |split| &split.scenes.relations));
        }
        tables
    }

    /// Tables for the terminal: the overview, then the counts of each feature.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = self.overview();
        type Feature = fn(&SplitStats) -> &Tally;
        let features: [(&str, Feature); 18] = [
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
            ("Actions, in ReaSCAN's bins", |split| &split.scenes.action_bins),
            ("Size words in phrases", |split| &split.scenes.phrase_sizes),
            ("Sizes of objects", |split| &split.scenes.world_sizes),
            ("Colour words in phrases", |split| &split.scenes.phrase_colours),
            ("Colours of objects", |split| &split.scenes.world_colours),
            ("Nouns in phrases", |split| &split.scenes.phrase_shapes),
            ("Shapes of objects", |split| &split.scenes.world_shapes),
            ("Placed targets", |split| &split.placed_targets),
        ];
        tables.extend(features.into_iter().map(|(title, feature)| self.feature(title, feature)));
        tables.push(self.objects());
        tables
    }

    /// Our sizes beside those of a published set: `compositional`, `length` or `reascan`. Hold-outs that have a dev part
    /// are compared as a whole; ReaSCAN's are known by the beginnings of their names, such as `a1`.
    /// Numbers of another recipe than ours are labelled so.
    pub fn beside_published(&self, set: &str, is_of_other_recipe: bool) -> Table {
        let columns = ["split", "examples", "published", "unique", "published", "per command", "published"];
        // Where nothing is known of unique examples, there is nothing to stand beside.
        let known = published().iter().any(|published| published.set == set && published.unique.is_some());
        let columns = if known { &columns[..] } else { &columns[..3] };
        let title = match is_of_other_recipe {
            false => format!("Beside the published numbers ({set})"),
            true => format!(
                "For orientation, the published numbers ({set}): those of another recipe, whose items are others"
            ),
        };
        let mut table = Table::new(title, columns);
        let optional = |number: Option<u64>| number.map_or_else(|| "–".to_string(), thousands);
        for PublishedSplit { split, examples, unique, per_command, .. } in
            published().iter().filter(|published| published.set == set)
        {
            let parts = [split.to_string(), format!("{split}_dev"), format!("{split}_test")];
            let begins = |name: &str| name.strip_prefix(split).is_some_and(|rest| rest.starts_with('_'));
            let is_ours =
                |name: &str| parts.iter().any(|part| part == name) || set == "reascan" && begins(name);
            let ours: Vec<&SplitStats> = self.splits.iter().filter(|split| is_ours(&split.split)).collect();
            let whole = if let [only] = ours[..] { Some(only.unique_targets) } else { None };
            let mut row = vec![
                split.to_string(),
                thousands(ours.iter().map(|split| split.examples).sum()),
                thousands(*examples),
            ];
            row.extend([
                optional(whole.map(|unique| unique.total)),
                optional(*unique),
                optional(whole.map(|unique| unique.per_command.round() as u64)),
                optional(*per_command),
            ]);
            row.truncate(table.columns.len());
            table.row(row);
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

    /// Whether any command has relative clauses.
    pub fn has_clauses(&self) -> bool {
        self.splits.iter().any(|split| split.scenes.relations.total() > 0)
    }

    /// Which distractors were placed on purpose: a row for each pattern and kind, a column for each split.
    /// Nothing if that is not known.
    fn distractors(&self) -> Option<Table> {
        let mut columns = vec!["pattern", "distractors"];
        columns.extend(self.splits.iter().map(|split| split.split.as_str()));
        columns.extend(["published test", "the paper says"]);
        let mut table = Table::new("Examples with distractors of each kind, as recorded", &columns);
        let mut patterns: Vec<&str> = Vec::new();
        for (pattern, _) in self.splits.iter().flat_map(|split| &split.scenes.distractors) {
            if !patterns.contains(&pattern.as_str()) {
                patterns.push(pattern);
            }
        }
        patterns.sort_unstable();
        for pattern in patterns {
            for (number, (kind, _)) in PatternDistractors::default().shares().into_iter().enumerate() {
                let mut row =
                    vec![if number == 0 { pattern.to_string() } else { String::new() }, kind.into()];
                for split in &self.splits {
                    let known = split.scenes.distractors.iter().find(|(other, _)| other == pattern);
                    row.push(percent(known.and_then(|(_, counts)| counts.shares()[number].1.value())));
                }
                let (counted, said) = PatternDistractors::published(pattern, kind).unwrap_or_default();
                row.push(counted.map_or_else(String::new, |share| percent(Some(share))));
                row.push(said.to_string());
                table.row(row);
            }
        }
        (!table.rows.is_empty()).then_some(table)
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
        let bars = |title: &str, tally: &Tally| {
            let mut bars = tally.bars();
            bars.iter_mut()
                .filter(|(label, _)| label.is_empty())
                .for_each(|(label, _)| *label = "(none)".into());
            Chart::bars(title, bars)
        };
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
        charts.extend(scene_charts(split));
        for description in &split.descriptions {
            let title = |what: &str| format!("{what} (described by {})", description.description);
            charts.push(Chart::bars(title("number of objects"), description.object_numbers.bars()));
            charts.push(Chart::bars(title("placed objects"), description.objects.bars()));
        }
        charts
    }
}

/// The panels of ReaSCAN's Figures 4 and 5 that are not among gSCAN's plots.
fn scene_charts(split: &SplitStats) -> Vec<Chart> {
    let scenes = &split.scenes;
    let mut charts = vec![Chart::bars("actions, in ReaSCAN's bins", scenes.action_bins.bars())];
    if scenes.relations.total() == 0 {
        return charts;
    }
    charts.push(Chart::bars("patterns", scenes.patterns.bars()));
    for (pattern, counts) in &scenes.distractors {
        let share = |share: Share| tenths(share.value().unwrap_or(0.0));
        let bars = counts.shares().map(|(kind, counts)| (kind.to_string(), share(counts)));
        charts.push(Chart::bars(format!("distractors placed, % of examples ({pattern})"), bars.into()));
    }
    let panels = [
        ("relations", &scenes.relations),
        ("colour words in phrases", &scenes.phrase_colours),
        ("colours of objects", &scenes.world_colours),
        ("size words in phrases", &scenes.phrase_sizes),
        ("sizes of objects", &scenes.world_sizes),
        ("nouns in phrases", &scenes.phrase_shapes),
        ("shapes of objects", &scenes.world_shapes),
        ("heading of the agent", &split.headings),
    ];
    charts.extend(panels.map(|(title, tally)| Chart::bars(title, tally.bars())));
    charts
}
