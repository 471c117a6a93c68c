//! What a study shows, in numbers.

use serde::Serialize;
use wampimuk_audit::Table;
use wampimuk_audit::floors::Floors;
use wampimuk_core::Role;
use wampimuk_readers::statistics::wilson;

use crate::judged::{Outcome, Outcomes, Tally};
use crate::plan::CheckedShots;
use crate::study::Study;

/// Everything that a study shows.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What wrote this.
    pub wampimuk: &'static str,
    /// The study.
    pub study: Study,
    /// Whether every question has been asked and answered.
    pub complete: bool,
    /// Requests that ended, whenever they were sent.
    pub requests: u64,
    /// Tokens of their questions.
    pub input_tokens: u64,
    /// Tokens of their answers.
    pub output_tokens: u64,
    /// What they cost, if prices are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How examples were chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<CheckedShots>,
    /// Each model on each dataset in each form.
    pub runs: Vec<RunSummary>,
}

/// A model on a dataset in one form.
#[derive(Clone, Debug, Serialize)]
pub struct RunSummary {
    /// The model.
    pub model: String,
    /// The dataset.
    pub data: String,
    /// The digest of its recipe.
    pub digest: String,
    /// Its seed.
    pub seed: u64,
    /// How items are written.
    pub form: &'static str,
    /// The file with the first answer to each question, for `wampimuk score`.
    pub predictions: String,
    /// Split by split.
    pub splits: Vec<SplitSummary>,
}

/// The answers to the questions of a split.
#[derive(Clone, Debug, Serialize)]
pub struct SplitSummary {
    /// The split.
    pub split: String,
    /// What it tests.
    pub title: String,
    /// The hold-out it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holdout: Option<String>,
    /// What it is for.
    pub role: Role,
    /// How many items have an answer that counts.
    pub items: u64,
    /// How many were to be asked.
    pub planned: u64,
    /// The share of right answers.
    pub accuracy: f64,
    /// Its interval of 95 %, by Wilson's formula over items.
    pub interval: [f64; 2],
    /// What somebody reaches who chooses blindly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// What the best reader without understanding reaches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floor: Option<Floor>,
    /// How much less than on the random test split is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
    /// How often each outcome occurred, of all answers.
    pub outcomes: Outcomes,
    /// How likely one of so many answers is right.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pass: Vec<Pass>,
    /// Tokens of a question, in the mean over answers.
    pub input_tokens: f64,
    /// Tokens of an answer, in the mean.
    pub output_tokens: f64,
    /// Half of all answers took this long or less.
    pub median_milliseconds: u64,
}

/// A reader without understanding.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Floor {
    /// The reader.
    pub reader: &'static str,
    /// How often it is right.
    pub share: f64,
    /// On how many items it was tried.
    pub items: u64,
}

/// The accuracy on a hold-out less that on random test items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Gap {
    /// The split that it is compared with.
    pub than: String,
    /// The difference, as a share: below zero if the hold-out is harder.
    pub difference: f64,
    /// Its interval of 95 %, from both splits' intervals by Newcombe's method.
    pub interval: [f64; 2],
}

/// How likely one of so many answers is right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Pass {
    /// So many.
    pub answers: u32,
    /// How likely.
    pub share: f64,
    /// On how many items.
    pub items: u64,
    /// The interval of 95 %.
    pub interval: [f64; 2],
}

impl SplitSummary {
    pub(crate) fn new(split: &wampimuk_core::SplitInfo, planned: u64, samples: u32, tally: &Tally) -> Self {
        let (items, right) = (tally.items(), tally.right());
        let (low, high) = wilson(right, items);
        let all: u64 = tally.outcomes.values().sum();
        let mean = |sum: u64| if all == 0 { 0.0 } else { sum as f64 / all as f64 };
        let counts = std::iter::successors(Some(1u32), |count| count.checked_mul(2));
        let counts = counts.take_while(|&count| count < samples).chain([samples]).filter(|_| samples > 1);
        let pass = counts.filter_map(|answers| {
            let (share, items) = tally.pass(answers, samples)?;
            let (low, high) = wilson(share * items as f64, items);
            Some(Pass { answers, share, items, interval: [low, high] })
        });
        Self {
            split: split.name.clone(),
            title: split.title.clone(),
            holdout: split.holdout.clone(),
            role: split.role,
            items,
            planned,
            accuracy: if items == 0 { 0.0 } else { right / items as f64 },
            interval: [low, high],
            chance: None,
            floor: None,
            gap: None,
            outcomes: tally.outcomes.clone(),
            pass: pass.collect(),
            input_tokens: mean(tally.input),
            output_tokens: mean(tally.output),
            median_milliseconds: tally.median_milliseconds(),
        }
    }

    /// The share of answers with this outcome, among those that count; of failures, among all.
    pub fn share(&self, outcome: Outcome) -> f64 {
        let counted = |one: &&Outcome| !outcome.counts() || one.counts();
        let all: u64 = self.outcomes.iter().filter(|(one, _)| counted(one)).map(|(_, count)| count).sum();
        let own = self.outcomes.get(&outcome).copied().unwrap_or(0);
        if all == 0 { 0.0 } else { own as f64 / all as f64 }
    }
}

impl RunSummary {
    /// Compares hold-outs with the random split of the same role.
    pub(crate) fn compare(&mut self) {
        let random: Vec<SplitSummary> =
            self.splits.iter().filter(|split| split.holdout.is_none() && split.items > 0).cloned().collect();
        for split in self.splits.iter_mut().filter(|split| split.holdout.is_some() && split.items > 0) {
            let base = random.iter().find(|base| base.role == split.role);
            split.gap = base.map(|base| gap(split, base));
        }
    }

    /// Adds what readers without understanding reach.
    pub(crate) fn add_floors(&mut self, floors: &Floors) {
        for split in &mut self.splits {
            let row = floors.row(&split.split, "all");
            let best =
                row.and_then(|row| row.readers.iter().max_by(|one, two| one.share().total_cmp(&two.share())));
            split.floor = best.map(|best| Floor { reader: best.reader, share: best.share(), items: best.of });
        }
    }
}

/// The difference of two shares, with Newcombe's interval.
fn gap(split: &SplitSummary, base: &SplitSummary) -> Gap {
    let difference = split.accuracy - base.accuracy;
    let distance = |one: f64, two: f64| (one * one + two * two).sqrt();
    let below = distance(split.accuracy - split.interval[0], base.interval[1] - base.accuracy);
    let above = distance(split.interval[1] - split.accuracy, base.accuracy - base.interval[0]);
    Gap { than: base.split.clone(), difference, interval: [difference - below, difference + above] }
}

fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

fn range([low, high]: [f64; 2]) -> String {
    format!("[{:.1}, {:.1}]", low * 100.0, high * 100.0)
}

impl Summary {
    /// Tables for the terminal and the page.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.accuracy(), self.outcomes()];
        tables.extend(self.pass());
        tables
    }

    /// The splits of all runs, each with what tells it from the others.
    fn rows(&self) -> impl Iterator<Item = (Vec<String>, &SplitSummary)> {
        let (models, forms) = self.several();
        self.runs.iter().flat_map(move |run| {
            run.splits.iter().map(move |split| {
                let names = [
                    models.then_some(run.model.as_str()),
                    Some(run.data.as_str()),
                    forms.then_some(run.form),
                    Some(split.split.as_str()),
                ];
                (names.into_iter().flatten().map(str::to_owned).collect(), split)
            })
        })
    }

    /// The heads of a table with such rows.
    fn heads(&self, more: &[&'static str]) -> Vec<&'static str> {
        let (models, forms) = self.several();
        let names = [models.then_some("model"), Some("data"), forms.then_some("form"), Some("split")];
        names.into_iter().flatten().chain(more.iter().copied()).collect()
    }

    /// Whether there are several models, and whether a dataset is asked about in several forms.
    fn several(&self) -> (bool, bool) {
        let models = self.study.models.len() > 1;
        let runs = |data: &String| self.runs.iter().filter(|run| run.data == *data).count();
        (models, self.study.data.iter().any(|data| runs(data) > self.study.models.len()))
    }

    fn accuracy(&self) -> Table {
        let has_floors = self.rows().any(|(_, split)| split.floor.is_some());
        let mut heads = self.heads(&["items", "right %", "95 %", "chance %", "gap", "95 % of gap"]);
        if has_floors {
            heads.extend(["floor %", "reader"]);
        }
        let mut table =
            Table::new("Right answers, and the gap from random test items to hold-outs in points", &heads);
        for (names, split) in self.rows() {
            let dash = || "–".to_owned();
            let mut cells = names;
            let gap = split.gap.as_ref();
            cells.extend([
                split.items.to_string(),
                percent(split.accuracy),
                range(split.interval),
                split.chance.map_or_else(dash, percent),
                gap.map_or_else(dash, |gap| format!("{:+.1}", gap.difference * 100.0)),
                gap.map_or_else(dash, |gap| range(gap.interval)),
            ]);
            if has_floors {
                let floor = split.floor.as_ref();
                cells.push(floor.map_or_else(dash, |floor| percent(floor.share)));
                cells
                    .push(floor.map_or_else(dash, |floor| format!("{} (n = {})", floor.reader, floor.items)));
            }
            table.row(cells);
        }
        table
    }

    fn outcomes(&self) -> Table {
        let mut heads = self.heads(&["answers"]);
        heads.extend(Outcome::ALL.map(Outcome::name));
        heads.extend(["unreadable %", "tokens asked", "tokens answered", "median ms"]);
        let mut table = Table::new("What became of the questions", &heads);
        for (names, split) in self.rows() {
            let mut cells = names;
            let count = |outcome: &Outcome| split.outcomes.get(outcome).copied().unwrap_or(0).to_string();
            cells.push(split.outcomes.values().sum::<u64>().to_string());
            cells.extend(Outcome::ALL.iter().map(count));
            cells.extend([
                percent(split.share(Outcome::Unreadable)),
                format!("{:.0}", split.input_tokens),
                format!("{:.0}", split.output_tokens),
                split.median_milliseconds.to_string(),
            ]);
            table.row(cells);
        }
        table
    }

    fn pass(&self) -> Option<Table> {
        let heads = self.heads(&["one of", "items", "right %", "95 %"]);
        let mut table = Table::new("How likely one of several answers is right", &heads);
        for (names, split) in self.rows() {
            for pass in &split.pass {
                let mut cells = names.clone();
                cells.extend([
                    pass.answers.to_string(),
                    pass.items.to_string(),
                    percent(pass.share),
                    range(pass.interval),
                ]);
                table.row(cells);
            }
        }
        (!table.rows.is_empty()).then_some(table)
    }
}
