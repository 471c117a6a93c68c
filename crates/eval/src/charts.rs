//! Numbers as charts, with the intervals that they lie in.

use wampimuk_draw::{Mark, Picture, Reading, measured_bars};

use crate::facets::Breakdown;
use crate::summary::{RunSummary, SplitSummary, Summary};

/// In per cent, with one decimal.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

fn reading(value: f64, [low, high]: [f64; 2]) -> Reading {
    Reading { value: rounded(value), low: rounded(low), high: rounded(high) }
}

impl Summary {
    /// The names of the datasets, each once.
    fn data(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for run in &self.runs {
            if !names.contains(&run.data.as_str()) {
                names.push(&run.data);
            }
        }
        names
    }

    fn on<'s>(&'s self, data: &str) -> Vec<&'s RunSummary> {
        self.runs.iter().filter(|run| run.data == data).collect()
    }

    /// What a run is called in a chart of its dataset.
    fn series(&self, runs: &[&RunSummary]) -> Vec<String> {
        let name = |run: &&RunSummary| {
            let cells = self.run_cells(run);
            if cells.is_empty() { run.model.clone() } else { cells.join(", ") }
        };
        runs.iter().map(name).collect()
    }

    /// For each dataset a bar for each split and run, beside chance and floor.
    pub(crate) fn accuracy_charts(&self) -> Vec<Picture> {
        let chart = |data: &str| {
            let runs = self.on(data);
            let splits = splits(&runs);
            let groups: Vec<(String, Vec<Reading>)> = splits
                .iter()
                .map(|name| {
                    let bars =
                        runs.iter().map(|run| match split_of(run, name).filter(|split| split.items > 0) {
                            Some(split) => reading(split.accuracy, split.interval),
                            None => Reading::exact(f64::NAN),
                        });
                    let items = runs.iter().filter_map(|run| split_of(run, name)).map(|split| split.items);
                    let items = items.max().unwrap_or(0);
                    (format!("{name} (n = {items})"), bars.collect())
                })
                .collect();
            let mark = |title: &str, value: fn(&SplitSummary) -> Option<f64>| {
                let own =
                    |name: &String| runs.iter().find_map(|run| value(split_of(run, name)?)).map(rounded);
                let values: Vec<_> = splits.iter().map(own).collect();
                let has_any = values.iter().any(Option::is_some);
                has_any.then(|| Mark { name: title.to_owned(), values })
            };
            let marks = [
                mark("chance", |split| split.chance),
                mark("best reader without understanding", |split| {
                    split.floor.as_ref().map(|floor| floor.share)
                }),
            ];
            let marks: Vec<Mark> = marks.into_iter().flatten().collect();
            let title = format!("{data}: right answers in per cent, with intervals of 95 %");
            measured_bars(&title, &self.series(&runs), &groups, &marks)
        };
        self.data().into_iter().map(chart).collect()
    }

    /// For each dataset with hold-outs, their distance from random test items.
    pub(crate) fn gap_charts(&self) -> Vec<Picture> {
        let chart = |data: &str| {
            let runs = self.on(data);
            let gap = |run: &RunSummary, name: &str| {
                let gap = split_of(run, name)?.gap.as_ref()?;
                Some(reading(gap.difference, gap.interval))
            };
            let names = splits(&runs).into_iter();
            let held: Vec<String> =
                names.filter(|name| runs.iter().any(|run| gap(run, name).is_some())).collect();
            let groups: Vec<(String, Vec<Reading>)> = held
                .into_iter()
                .map(|name| {
                    let bars = runs.iter().map(|run| gap(run, &name).unwrap_or(Reading::exact(f64::NAN)));
                    let bars = bars.collect();
                    (name, bars)
                })
                .collect();
            let title = format!("{data}: generalisation gap in points (hold-out less random test items)");
            (!groups.is_empty()).then(|| measured_bars(&title, &self.series(&runs), &groups, &[]))
        };
        self.data().into_iter().filter_map(chart).collect()
    }

    /// For each dataset and side of its items, the right answers by the values of that side.
    pub(crate) fn breakdown_charts(&self) -> Vec<Picture> {
        let mut pictures = Vec::new();
        for data in self.data() {
            let runs = self.on(data);
            let mut sides: Vec<&str> = Vec::new();
            for breakdown in runs.iter().flat_map(|run| &run.breakdowns) {
                if !sides.contains(&breakdown.by) {
                    sides.push(breakdown.by);
                }
            }
            for by in sides {
                let own = |run: &'_ RunSummary| run.breakdowns.iter().find(|one| one.by == by).cloned();
                let columns: Vec<Option<Breakdown>> = runs.iter().map(|run| own(run)).collect();
                pictures.push(self.by_side(
                    &format!("{data}: right answers in per cent by {by}"),
                    &runs,
                    &columns,
                ));
            }
        }
        pictures
    }

    fn by_side(&self, title: &str, runs: &[&RunSummary], columns: &[Option<Breakdown>]) -> Picture {
        let longest = columns.iter().flatten().max_by_key(|column| column.values.len());
        let values = longest.map(|column| column.values.as_slice()).unwrap_or_default();
        let groups: Vec<(String, Vec<Reading>)> = values
            .iter()
            .map(|value| {
                let bars = columns.iter().map(|column| {
                    let shares = column.iter().flat_map(|column| &column.values);
                    let own = shares.into_iter().find(|share| share.value == value.value);
                    own.map_or(Reading::exact(f64::NAN), |share| reading(share.accuracy, share.interval))
                });
                (format!("{} (n = {})", value.value, value.items), bars.collect())
            })
            .collect();
        measured_bars(title, &self.series(runs), &groups, &[])
    }
}

fn split_of<'r>(run: &'r RunSummary, name: &str) -> Option<&'r SplitSummary> {
    run.splits.iter().find(|split| split.split == name)
}

/// The splits that some run has answers to, in order.
fn splits(runs: &[&RunSummary]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for split in runs.iter().flat_map(|run| &run.splits) {
        if !names.contains(&split.split) {
            names.push(split.split.clone());
        }
    }
    names
}
