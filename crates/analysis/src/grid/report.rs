//! Several runs beside each other.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_floors::StoredFloors;

use super::measures::Measures;
use super::{AttentionReport, Dimension, Ending, Scores, SplitScores, Tally, Value};
use crate::paired::{Comparison, Outcomes, every_two};
use crate::runs::{About, Kinship, ratio, repetitions, unanswered};

/// A split of the dataset, so that what is missing can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its name.
    pub name: String,
    /// What it tests, in words.
    pub title: String,
    /// How many items it has, if that is known.
    pub items: Option<u64>,
}

/// What is wanted beside the usual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// How many tokens a capped evaluation looks at.
    pub cap: Option<usize>,
    /// The name of the credit, if it is not the strict one.
    pub credit: Option<String>,
    /// Whether to compare with random actions and with a memory of train.
    pub baselines: bool,
}

/// Everything about several runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What the items are, and what they are the same by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// What readers without understanding reach on these items, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floors: Option<&'static StoredFloors>,
    /// How many tokens the capped evaluation looks at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap: Option<usize>,
    /// What the scores are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credit: Option<String>,
    /// Models in the order of their first files.
    pub models: Vec<ModelReport>,
    /// Every two models on the items that both answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// Models on items in English, and on the same ones in a fresh language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Comparison>,
    /// What a reader should know.
    pub remarks: Vec<String>,
}

/// Everything about the runs of one model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelReport {
    /// The model; `None` if nobody says.
    pub model: Option<String>,
    /// Its runs.
    pub runs: Vec<About>,
    /// By split, in the order of the dataset.
    pub splits: Vec<SplitReport>,
}

/// One split.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SplitReport {
    /// Its name.
    pub split: String,
    /// What it tests.
    pub title: String,
    /// All items.
    #[serde(flatten)]
    pub measures: Measures,
    /// Items by their value in each dimension.
    pub by: BTreeMap<&'static str, Vec<ValueReport>>,
    /// Where wrong answers lead.
    pub endings: Vec<EndingReport>,
    /// Where the model looks, if the files say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attention_maps: Option<AttentionReport>,
}

/// Items with one value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueReport {
    /// The value.
    pub value: Value,
    /// Its items.
    #[serde(flatten)]
    pub measures: Measures,
}

/// Wrong answers that lead to one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingReport {
    /// The place: what, why it is there, what was missed.
    pub ending: Ending,
    /// How many, over all runs.
    pub count: u64,
    /// Their share of all wrong answers.
    pub share: f64,
}

impl Report {
    /// Puts runs beside each other, those of one model together. `extents` are the splits in their order; others follow
    /// by name.
    pub fn new(extents: &[Extent], runs: &[(About, Scores)], settings: &Settings) -> Self {
        let mut models: Vec<ModelReport> = Vec::new();
        for (about, _) in runs {
            if models.iter().any(|model| model.model == about.model) {
                continue;
            }
            let own: Vec<&(About, Scores)> =
                runs.iter().filter(|(other, _)| other.model == about.model).collect();
            models.push(ModelReport {
                model: about.model.clone(),
                runs: own.iter().map(|(about, _)| about.clone()).collect(),
                splits: order(extents, &own)
                    .into_iter()
                    .map(|extent| {
                        let scores: Vec<&SplitScores> =
                            own.iter().filter_map(|(_, scores)| scores.splits.get(&extent.name)).collect();
                        split(extent, &scores, settings)
                    })
                    .collect(),
            });
        }
        let outcomes = |model: &ModelReport, split: &str| -> Vec<&Outcomes> {
            let own = runs.iter().filter(|(about, _)| about.model == model.model);
            own.filter_map(|(_, scores)| scores.outcomes.get(split)).collect()
        };
        let name = |model: &ModelReport| model.model.clone().unwrap_or_else(|| "predictions".to_owned());
        let splits = |model: &ModelReport| model.splits.iter().map(|split| split.split.clone()).collect();
        let of = |kinship| every_two(&models, kinship, |model| model.runs.first(), name, splits, outcomes);
        let (comparisons, languages) = (of(Kinship::Others), of(Kinship::Languages));
        let remarks = remarks(extents, runs);
        let (cap, credit) = (settings.cap, settings.credit.clone());
        Self { data: None, floors: None, cap, credit, models, comparisons, languages, remarks }
    }
}

/// The splits that the runs answer, in order.
fn order(extents: &[Extent], runs: &[&(About, Scores)]) -> Vec<Extent> {
    let has = |name: &str| runs.iter().any(|(_, scores)| scores.splits.contains_key(name));
    let mut splits: Vec<Extent> = extents.iter().filter(|extent| has(&extent.name)).cloned().collect();
    for (_, scores) in runs {
        for name in scores.splits.keys() {
            if !splits.iter().any(|split| split.name == *name) {
                splits.push(Extent { name: name.clone(), title: String::new(), items: None });
            }
        }
    }
    splits
}

fn split(extent: Extent, scores: &[&SplitScores], settings: &Settings) -> SplitReport {
    let totals: Vec<&Tally> = scores.iter().map(|scores| &scores.total).collect();
    let values = |dimension: Dimension| -> Vec<ValueReport> {
        let mut values: BTreeMap<&Value, Vec<&Tally>> = BTreeMap::new();
        for (value, tally) in scores.iter().filter_map(|scores| scores.by.get(&dimension)).flatten() {
            values.entry(value).or_default().push(tally);
        }
        let report = |(value, tallies): (&Value, Vec<&Tally>)| ValueReport {
            value: value.clone(),
            measures: Measures::of(&tallies, settings),
        };
        values.into_iter().map(report).collect()
    };
    let mut endings: BTreeMap<Ending, u64> = BTreeMap::new();
    for (ending, count) in scores.iter().flat_map(|scores| &scores.endings) {
        *endings.entry(*ending).or_default() += count;
    }
    let wrong: u64 = endings.values().sum();
    SplitReport {
        split: extent.name,
        title: extent.title,
        measures: Measures::of(&totals, settings),
        by: Dimension::ALL.into_iter().map(|dimension| (dimension.name(), values(dimension))).collect(),
        endings: endings
            .into_iter()
            .map(|(ending, count)| EndingReport { ending, count, share: ratio(count, wrong) })
            .collect(),
        attention_maps: AttentionReport::of(scores.iter().map(|scores| &scores.attention)),
    }
}

/// What a reader should know: what is missing, what could not be read, and runs that are no runs of their own.
fn remarks(extents: &[Extent], runs: &[(About, Scores)]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (about, scores) in runs {
        for (name, split) in &scores.splits {
            let extent = extents.iter().find(|extent| extent.name == *name);
            let all = extent.and_then(|extent| extent.items);
            remarks
                .extend(all.and_then(|all| unanswered(&about.file, name, split.total.items, all, "items")));
            if split.total.not_read > 0 {
                remarks.push(format!(
                    "{}: {} predictions for `{name}` hold tokens that are no actions; these are wrong",
                    about.file, split.total.not_read
                ));
            }
        }
    }
    let overlap = |(_, own): &(About, Scores), (_, other): &(About, Scores)| {
        own.splits.keys().any(|split| other.splits.contains_key(split))
    };
    remarks.extend(repetitions(runs, |(about, _)| about, overlap));
    remarks
}
