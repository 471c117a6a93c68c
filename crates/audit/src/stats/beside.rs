//! Several datasets beside each other: ReaSCAN's Figures 4 and 5 over its patterns, with gSCAN, or any others.

use wampimuk_draw::{Picture, grouped_bars};

use super::{PatternDistractors, SplitStats, StatsReport};
use crate::table::{percent, share, thousands};
use crate::{Page, Report, Table, Tally};

/// A dataset with its name and what it is known again by.
#[derive(Debug)]
pub struct NamedStats {
    /// What the user called it.
    pub name: String,
    /// What its items are the same by.
    pub digest: Option<String>,
    /// What is in it.
    pub stats: StatsReport,
}

type Feature = fn(&SplitStats) -> &Tally;

/// What is compared, in the order of the paper's panels.
const FEATURES: [(&str, Feature); 14] = [
    ("Numbers of actions, in bins", |split| &split.scenes.action_bins),
    ("Objects in a world", |split| all_objects(split)),
    ("Relations in commands", |split| &split.scenes.relations),
    ("Colour words in phrases", |split| &split.scenes.phrase_colours),
    ("Colours of objects", |split| &split.scenes.world_colours),
    ("Size words in phrases", |split| &split.scenes.phrase_sizes),
    ("Sizes of objects", |split| &split.scenes.world_sizes),
    ("Nouns in phrases", |split| &split.scenes.phrase_shapes),
    ("Shapes of objects", |split| &split.scenes.world_shapes),
    ("Verbs", |split| &split.verbs),
    ("Adverbs", |split| &split.adverbs),
    ("Headings of the agent", |split| &split.headings),
    ("Directions from the agent to the target", |split| &split.directions),
    ("Distances to the target", |split| &split.distances),
];

/// The numbers of objects of all worlds, however their targets are described.
fn all_objects(split: &SplitStats) -> &Tally {
    const NONE: &Tally = &Tally(Vec::new());
    split.descriptions.last().map_or(NONE, |all| &all.object_numbers)
}

/// The features of several datasets as tables and charts, in percent of each dataset.
#[derive(Debug)]
pub struct Beside<'s>(&'s [NamedStats]);

impl<'s> Beside<'s> {
    /// These datasets, in this order.
    pub fn new(datasets: &'s [NamedStats]) -> Self {
        Self(datasets)
    }

    /// Sizes, distractors, and every feature.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.sizes()];
        tables.extend(self.distractors());
        tables.extend(FEATURES.iter().filter_map(|(title, feature)| self.feature(title, *feature)));
        tables
    }

    /// The same as charts.
    pub fn pictures(&self) -> Vec<Picture> {
        let names: Vec<&str> = self.0.iter().map(|dataset| dataset.name.as_str()).collect();
        let mut pictures = Vec::new();
        let rows = self.distractor_shares();
        let groups: Vec<(String, Vec<f64>)> = rows
            .into_iter()
            .map(|(kind, shares)| {
                (kind, shares.into_iter().map(|share| bar(share.unwrap_or(f64::NAN))).collect())
            })
            .collect();
        if !groups.is_empty() {
            pictures.push(grouped_bars("Items with distractors of a kind, %", &names, &groups));
        }
        for (title, feature) in FEATURES {
            let groups: Vec<(String, Vec<f64>)> = self
                .labels(feature)
                .into_iter()
                .map(|label| {
                    let shares = self.0.iter().map(|dataset| bar(share_of(&dataset.stats, feature, &label)));
                    (named(&label).to_owned(), shares.collect())
                })
                .collect();
            if !groups.is_empty() {
                pictures.push(grouped_bars(&format!("{title}, % of each dataset"), &names, &groups));
            }
        }
        pictures
    }

    /// The page with tables and charts.
    pub fn report(&self) -> Report {
        let title = "Statistics of several datasets".to_owned();
        let (tables, pictures) = (self.tables(), self.pictures());
        let mut page = Page::new(&title);
        let (first, more) = tables.split_at(1);
        first.iter().for_each(|table| page.table(table));
        page.section("Charts");
        page.all_pictures(&pictures);
        page.section("Tables");
        page.fold(&format!("{} tables", more.len()), |page| more.iter().for_each(|table| page.table(table)));
        page.section("What the words mean");
        page.paragraph(
            "Shares are percent of what is counted in each dataset: of items, phrases, objects or relations.",
        );
        page.paragraph(
            "Distractors are those that were placed on purpose, as far as generator or file says so. Full relation: relation \
             distractors for every clause.",
        );
        page.paragraph("Bins of actions are those of ReaSCAN's Figure 4: ten numbers each, the last open.");
        let digests = self.0.iter().map(|dataset| {
            let digest = dataset.digest.as_deref().unwrap_or("no digest");
            format!("{}: {digest}", dataset.name)
        });
        page.made_by(Some(&digests.collect::<Vec<_>>().join("; ")), None);
        Report { title, page, tables, pictures }
    }

    fn sizes(&self) -> Table {
        let heads = ["dataset", "splits", "items", "commands", "mean actions", "mean objects"];
        let mut table = Table::new("Datasets", &heads);
        for dataset in self.0 {
            let splits = &dataset.stats.splits;
            let sum = |of: fn(&SplitStats) -> u64| splits.iter().map(of).sum::<u64>();
            let mean = |feature: Feature| {
                let counts = || splits.iter().flat_map(|split| &feature(split).0);
                let whole: u64 = counts().map(|(_, count)| count).sum();
                let weighed: f64 =
                    counts().map(|(label, count)| label.parse().unwrap_or(0.0) * *count as f64).sum();
                if whole == 0 { "–".to_owned() } else { format!("{:.2}", weighed / whole as f64) }
            };
            let names: Vec<&str> = splits.iter().map(|split| split.split.as_str()).collect();
            let names = if names.len() > 3 { format!("{} splits", names.len()) } else { names.join(", ") };
            table.row([
                dataset.name.clone(),
                names,
                thousands(sum(|split| split.examples)),
                thousands(splits.iter().map(|split| split.distinct_commands).max().unwrap_or(0)),
                mean(|split| &split.action_lengths),
                mean(all_objects),
            ]);
        }
        table
    }

    /// The share of items that have distractors of each kind, over all patterns; `None` where nobody says.
    fn distractor_shares(&self) -> Vec<(String, Vec<Option<f64>>)> {
        let of = |stats: &StatsReport, number: usize| {
            let all = stats.splits.iter().flat_map(|split| &split.scenes.distractors);
            let (count, of) = all.fold((0, 0), |(count, of), (_, own)| {
                let share = own.shares()[number].1;
                (count + share.count, of + share.of)
            });
            share(count, of)
        };
        let kinds = PatternDistractors::default().shares().into_iter().enumerate();
        let rows: Vec<(String, Vec<Option<f64>>)> = kinds
            .map(|(number, (kind, _))| {
                (kind.to_owned(), self.0.iter().map(|dataset| of(&dataset.stats, number)).collect())
            })
            .collect();
        let is_known = rows.iter().any(|(_, shares)| shares.iter().any(Option::is_some));
        if is_known { rows } else { Vec::new() }
    }

    fn distractors(&self) -> Option<Table> {
        let mut table = self.table("Items with distractors of a kind");
        for (kind, shares) in self.distractor_shares() {
            table.row(std::iter::once(kind).chain(shares.into_iter().map(percent)));
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn feature(&self, title: &str, feature: Feature) -> Option<Table> {
        let mut table = self.table(&format!("{title}, in % of each dataset"));
        for label in self.labels(feature) {
            let shares =
                self.0.iter().map(|dataset| percent(Some(share_of(&dataset.stats, feature, &label))));
            table.row(std::iter::once(named(&label).to_owned()).chain(shares));
        }
        (!table.rows.is_empty()).then_some(table)
    }

    fn table(&self, title: &str) -> Table {
        let heads: Vec<&str> =
            std::iter::once("").chain(self.0.iter().map(|dataset| dataset.name.as_str())).collect();
        Table::new(title, &heads)
    }

    /// The values of a feature that occur anywhere.
    fn labels(&self, feature: Feature) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        let all = self.0.iter().flat_map(|dataset| &dataset.stats.splits);
        for (label, count) in all.flat_map(|split| &feature(split).0) {
            if *count > 0 && !labels.contains(label) {
                labels.push(label.clone());
            }
        }
        if labels.iter().all(|label| label.parse::<u64>().is_ok()) {
            labels.sort_by_key(|label| label.parse::<u64>().unwrap_or(0));
        }
        labels
    }
}

fn share_of(stats: &StatsReport, feature: Feature, label: &str) -> f64 {
    let sum = |of: &dyn Fn(&Tally) -> u64| stats.splits.iter().map(|split| of(feature(split))).sum();
    share(sum(&|tally| tally.get(label)), sum(&Tally::total)).unwrap_or(0.0)
}

fn bar(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

fn named(label: &str) -> &str {
    if label.is_empty() { "(none)" } else { label }
}

#[cfg(test)]
mod tests {
    use wampimuk_gscan::{Gscan, Recipe, shipped};

    use super::*;
    use crate::Stats;

    fn named_stats(name: &str, items: std::ops::Range<u64>) -> NamedStats {
        let recipe = Recipe::parse(shipped("gscan-demo").unwrap().toml).unwrap();
        let dataset = Gscan::new(recipe, 0).unwrap();
        let mut stats = Stats::new(dataset.lexicon());
        let mut maker = dataset.maker();
        items.for_each(|index| stats.add("train", &maker.make(0, index).unwrap().example));
        NamedStats { name: name.to_owned(), digest: None, stats: stats.finish() }
    }

    #[test]
    fn datasets_stand_beside_each_other_in_percent() {
        let datasets = [named_stats("one", 0..40), named_stats("other <x>", 40..60)];
        let beside = Beside::new(&datasets);
        let tables = beside.tables();
        assert_eq!(tables[0].rows[1][..3], ["other <x>", "train", "20"]);
        for table in &tables[1..] {
            for column in 1..=2 {
                let number = |row: &Vec<String>| row[column].trim_end_matches(" %").parse::<f64>().unwrap();
                let sum: f64 = table.rows.iter().map(number).sum();
                assert!((sum - 100.0).abs() < 0.6, "{}: {sum}", table.title);
            }
        }
        assert_eq!(beside.pictures().len(), tables.len() - 1);
        let html = beside.report().page.html();
        assert!(html.contains("other &lt;x&gt;: no digest") && !html.contains("<x>"));
    }
}
