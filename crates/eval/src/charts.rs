//! Numbers as charts, with the intervals that they lie in.

use wampimuk_draw::{Measured, Picture, measured_bars};

use crate::facets::Breakdown;
use crate::summary::{RunSummary, SplitSummary, Summary};

/// In per cent, with one decimal.
fn rounded(share: f64) -> f64 {
    (share * 1000.0).round() / 10.0
}

fn measured(value: f64, [low, high]: [f64; 2]) -> Measured {
    Measured { value: rounded(value), interval: Some((rounded(low), rounded(high))), ..Measured::default() }
}

/// No bar.
fn missing() -> Measured {
    f64::NAN.into()
}

/// What marks in charts of accuracy are called.
const MARKS: [&str; 2] = ["chance", "best reader without understanding"];

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
            let groups: Vec<(String, Vec<Measured>)> = splits
                .iter()
                .map(|name| {
                    let own: Vec<_> = runs.iter().map(|run| split_of(run, name)).collect();
                    let of = |value: fn(&SplitSummary) -> Option<f64>| {
                        own.iter().flatten().find_map(|split| value(split)).map(rounded)
                    };
                    let marks = [
                        of(|split| split.chance),
                        of(|split| Some(split.floor.as_ref()?.without_understanding()?.share)),
                    ];
                    let bar = |split: &Option<&SplitSummary>| match split.filter(|split| split.items > 0) {
                        Some(split) => Measured { marks, ..measured(split.accuracy, split.interval) },
                        None => Measured { marks, ..missing() },
                    };
                    let items = own.iter().flatten().map(|split| split.items).max().unwrap_or(0);
                    (format!("{name} (n = {items})"), own.iter().map(bar).collect())
                })
                .collect();
            let title = format!("{data}: right answers in per cent, with intervals of 95 %");
            measured_bars(&title, &self.series(&runs), MARKS, &groups)
        };
        self.data().into_iter().map(chart).collect()
    }

    /// For each dataset with hold-outs, their distance from random test items.
    pub(crate) fn gap_charts(&self) -> Vec<Picture> {
        let chart = |data: &str| {
            let runs = self.on(data);
            let gap = |run: &RunSummary, name: &str| {
                let gap = split_of(run, name)?.gap.as_ref()?;
                Some(measured(gap.difference, gap.interval))
            };
            let names = splits(&runs).into_iter();
            let held: Vec<String> =
                names.filter(|name| runs.iter().any(|run| gap(run, name).is_some())).collect();
            let groups: Vec<(String, Vec<Measured>)> = held
                .into_iter()
                .map(|name| {
                    let bars = runs.iter().map(|run| gap(run, &name).unwrap_or(missing()));
                    let bars = bars.collect();
                    (name, bars)
                })
                .collect();
            let title = format!("{data}: generalisation gap in points (hold-out less random test items)");
            (!groups.is_empty()).then(|| measured_bars(&title, &self.series(&runs), MARKS, &groups))
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
        let groups: Vec<(String, Vec<Measured>)> = values
            .iter()
            .map(|value| {
                let bars = columns.iter().map(|column| {
                    let shares = column.iter().flat_map(|column| &column.values);
                    let own = shares.into_iter().find(|share| share.value == value.value);
                    own.map_or(missing(), |share| measured(share.accuracy, share.interval))
                });
                (format!("{} (n = {})", value.value, value.items), bars.collect())
            })
            .collect();
        measured_bars(title, &self.series(runs), MARKS, &groups)
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
