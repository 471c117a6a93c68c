//! What a study shows, in numbers.

use serde::Serialize;
use wampimuk_analysis::paired::Comparison;
use wampimuk_core::Role;
use wampimuk_readers::statistics::wilson;

use crate::consistency::{Consistency, FormConsistency};
use crate::examine::Outcome;
use crate::facets::Breakdown;
use crate::floors::{DatasetFloors, Floor};
use crate::plan::CheckedShots;
use crate::study::{Playing, Study};
use crate::tally::{Outcomes, Tally};

/// Everything that a study shows.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// What wrote this.
    pub wampimuk: &'static str,
    /// The study; of logs that others wrote, nothing is known of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub study: Option<Study>,
    /// The logs that answers were read from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
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
    /// The same items in several forms.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<FormConsistency>,
    /// Every two runs on the items that both answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Compared>,
    /// Models on items in English, and on the same ones in a fresh language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Compared>,
    /// What a reader should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
}

/// Two runs on the same items of a dataset.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    /// The dataset.
    pub data: String,
    /// How they compare on a split.
    #[serde(flatten)]
    pub comparison: Comparison,
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
    pub form: String,
    /// Changes to the recipe, such as `language.fresh=7`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// What is asked for: actions, reference, answer or output.
    pub asked: &'static str,
    /// How commands are carried out, if not in one piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<Playing>,
    /// The file with the first answer to each question, for `wampimuk score`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub predictions: Option<String>,
    /// What its files are called.
    #[serde(skip)]
    pub(crate) name: String,
    /// Split by split.
    pub splits: Vec<SplitSummary>,
    /// The first answers by what makes items easy or hard, over all of these splits.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<Breakdown>,
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
    /// Whether everything that was to be asked about these items, partners and other words included, has an answer.
    #[serde(skip)]
    pub(crate) is_complete: bool,
    /// What somebody reaches who chooses blindly: of commands one of the objects, doing everything else right; of
    /// questions always the answer that is most frequent for their kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chance: Option<f64>,
    /// What readers without understanding reach.
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
    /// Items beside their partners and paraphrases.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub consistency: Vec<Consistency>,
    /// Turns of a conversation, in the mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<f64>,
    /// Tokens of a question, in the mean over answers.
    pub input_tokens: f64,
    /// Tokens of an answer, in the mean.
    pub output_tokens: f64,
    /// Half of all answers took this long or less.
    pub median_milliseconds: u64,
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
            is_complete: items >= planned,
            chance: None,
            floor: None,
            gap: None,
            outcomes: tally.outcomes.clone(),
            pass: pass.collect(),
            consistency: Vec::new(),
            turns: None,
            input_tokens: mean(tally.input),
            output_tokens: mean(tally.output),
            median_milliseconds: tally.median_milliseconds(),
        }
    }

    /// Whether everything that was to be asked about these items, partners and other words included, has an answer.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The share of answers in which none was read, among those that count: unreadable, refused, cut or empty.
    pub fn not_read(&self) -> f64 {
        let count = |is_meant: fn(Outcome) -> bool| -> u64 {
            self.outcomes.iter().filter(|(one, _)| is_meant(**one)).map(|(_, count)| count).sum()
        };
        let all = count(Outcome::counts);
        if all == 0 { 0.0 } else { (all - count(Outcome::is_read)) as f64 / all as f64 }
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
    pub(crate) fn add_floors(&mut self, known: &[DatasetFloors]) {
        let own = |floors: &&DatasetFloors| floors.digest == self.digest && floors.seed == self.seed;
        let Some(floors) = known.iter().find(own) else { return };
        for split in &mut self.splits {
            split.floor = floors.floors.iter().find(|floor| floor.split == split.split).cloned();
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
