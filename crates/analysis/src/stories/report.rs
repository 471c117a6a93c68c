//! Several runs beside each other.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use wampimuk_babi::Kind;
use wampimuk_core::SplitInfo;
use wampimuk_draw::BelowChance;
use wampimuk_dyna::propose::Score;
use wampimuk_floors::StoredFloors;

use super::composition::{Band, Composition};
use super::inoculation::Inoculation;
use super::seen::Seen;
use super::split_report::split;
use super::tally::{Cell, Count, SplitTally, Tally};
use crate::paired::{Comparison, Outcomes, every_two};
use crate::runs::{About, Kinship, Spread, ratio, repetitions, unanswered};

/// One run of a model.
#[derive(Clone, Debug)]
pub struct Run {
    /// What it is.
    pub about: About,
    /// Of each kind of question, how many items of the hold-out the model has been tuned on.
    pub inoculation: Option<u64>,
    /// Its answers.
    pub tally: Tally,
}

/// Everything about several runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// Models in the order of their first files. A model that was tuned on hold-out items is one of its own.
    pub models: Vec<ModelReport>,
    /// Accuracy over the number of hold-out items that a model was tuned on, where there are several such numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub inoculations: Vec<Inoculation>,
    /// Every two models on the questions that both answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// Models on questions in English, and on the same ones in a fresh language.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Comparison>,
    /// What readers without understanding reach on these questions, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub floors: Option<&'static StoredFloors>,
    /// What a reader should know.
    pub remarks: Vec<String>,
}

/// Everything about the runs of one model.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelReport {
    /// The model; `None` if nobody says.
    pub model: Option<String>,
    /// Of each kind of question, how many items of the hold-out it has been tuned on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inoculation: Option<u64>,
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
    /// What it is for.
    pub role: &'static str,
    /// What it tests.
    pub title: String,
    /// All questions.
    pub all: Measure,
    /// Questions without an answer that was read.
    pub not_read: Spread,
    /// By kind of question.
    pub kinds: Vec<KindReport>,
    /// By number of supporting lines, four and more together.
    pub supports: Vec<SupportReport>,
    /// By number of supporting lines and whether one of them is a gift: the paper's Table 9.
    pub give: Vec<GiveReport>,
    /// By kind, band of supports and composition: the cells of the paper's Figure 3.
    pub cells: Vec<CellReport>,
    /// Two phrasings of one fact, if there are such pairs: the paper's Table 10.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrasing: Option<Phrasing>,
}

/// The share of right answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measure {
    /// How many questions a run answered; of runs that differ, the most.
    pub items: u64,
    /// The share, over runs.
    #[serde(flatten)]
    pub share: Spread,
}

/// What guesses reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Chance {
    /// Guessing as answers are distributed.
    pub guess: f64,
    /// Always saying what is right most often.
    pub majority: f64,
}

/// Questions of one kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindReport {
    /// The kind.
    #[serde(serialize_with = "name")]
    pub kind: Kind,
    /// What guesses reach.
    pub chance: Chance,
    /// All of them.
    pub all: Measure,
    /// By band of supports; `None` where there are none.
    pub bands: BTreeMap<&'static str, Measure>,
}

/// Questions with one number of supports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SupportReport {
    /// The number of supporting lines; 4 is four and more.
    pub supports: usize,
    /// The questions.
    #[serde(flatten)]
    pub measure: Measure,
}

/// Questions with one number of supports, with or without a gift among them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GiveReport {
    /// The number of supporting lines; 4 is four and more.
    pub supports: usize,
    /// Whether one of them is a gift.
    pub give: bool,
    /// The questions.
    #[serde(flatten)]
    pub measure: Measure,
}

/// A cell of Figure 3.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CellReport {
    /// How many supporting lines.
    pub supports: Band,
    /// What they are about.
    pub composition: Composition,
    /// The kind of question.
    #[serde(serialize_with = "name")]
    pub kind: Kind,
    /// The questions.
    #[serde(flatten)]
    pub measure: Measure,
    /// Whether training has such questions, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<bool>,
    /// Whether they are answered worse than by a guess that knows the kind.
    #[serde(rename = "below_chance", serialize_with = "sign")]
    pub poor: BelowChance,
}

/// How often "Where is Mary?" and "Is Mary in the park?" are answered rightly where both ask one fact. All runs are added
/// up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Phrasing {
    /// Both are right.
    pub both: u64,
    /// Only the where-question is.
    pub only_where: u64,
    /// Only the yes-no-question is.
    pub only_yes_no: u64,
    /// Neither is.
    pub neither: u64,
}

fn name<S: Serializer>(kind: &Kind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.name())
}

fn sign<S: Serializer>(poor: &BelowChance, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match poor {
        BelowChance::No => "no",
        BelowChance::Perhaps => "perhaps",
        BelowChance::Surely => "surely",
    })
}

impl Phrasing {
    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.both + self.only_where + self.only_yes_no + self.neither
    }
}

impl Chance {
    /// From how often each answer is right.
    pub fn of(counts: impl Iterator<Item = u64> + Clone) -> Self {
        let all: u64 = counts.clone().sum();
        let share = |count: u64| ratio(count, all);
        let guess = counts.clone().map(|count| share(count) * share(count)).sum();
        Self { guess, majority: share(counts.max().unwrap_or(0)) }
    }

    /// Whether a share is poorer than a guess. It is so surely if even the upper end of its 95 % Wilson interval is. Runs
    /// answer the same questions, so they count once.
    pub(super) fn poor(self, measure: &Measure) -> BelowChance {
        let score = Score { correct: measure.share.mean * measure.items as f64, total: measure.items as f64 };
        match () {
            () if measure.items == 0 || measure.share.mean >= self.guess => BelowChance::No,
            () if score.interval().1 < self.guess => BelowChance::Surely,
            () => BelowChance::Perhaps,
        }
    }
}

impl Measure {
    /// The same questions in several runs; `None` if no run has any.
    pub(super) fn of(counts: impl Iterator<Item = Count>) -> Option<Self> {
        let counts: Vec<Count> = counts.filter(|count| count.all > 0).collect();
        let items = counts.iter().map(|count| count.all).max()?;
        let runs: Vec<(f64, u64)> = counts.into_iter().map(|count| (count.share(), count.all)).collect();
        Some(Self { items, share: Spread::among(&runs) })
    }
}

impl Report {
    /// Puts runs beside each other: those of one model, tuned on as many hold-out items, together. `splits` are those of
    /// the dataset; `seen` is what training has, if that is known.
    pub fn new(splits: &[SplitInfo], runs: &[Run], seen: Option<&Seen>) -> Self {
        let mut models: Vec<ModelReport> = Vec::new();
        for run in runs {
            let same =
                |other: &Run| (&other.about.model, other.inoculation) == (&run.about.model, run.inoculation);
            let own: Vec<&Run> = runs.iter().filter(|other| same(other)).collect();
            if !own.first().is_some_and(|first| std::ptr::eq(*first, run)) {
                continue;
            }
            let tallies = |info: &SplitInfo| -> Vec<&SplitTally> {
                own.iter().filter_map(|run| run.tally.splits.get(&info.name)).collect()
            };
            models.push(ModelReport {
                model: run.about.model.clone(),
                inoculation: run.inoculation,
                runs: own.iter().map(|run| run.about.clone()).collect(),
                splits: splits.iter().filter_map(|info| split(info, &tallies(info), seen)).collect(),
            });
        }
        let inoculations = Inoculation::of(&models);
        let outcomes = |model: &ModelReport, split: &str| -> Vec<&Outcomes> {
            let same = |run: &&Run| (&run.about.model, run.inoculation) == (&model.model, model.inoculation);
            let own = runs.iter().filter(same).filter_map(|run| run.tally.splits.get(split));
            own.map(|tally| &tally.outcomes).collect()
        };
        let names = |model: &ModelReport| model.splits.iter().map(|split| split.split.clone()).collect();
        let of = |kinship| {
            every_two(&models, kinship, |model| model.runs.first(), ModelReport::title, names, outcomes)
        };
        let (comparisons, languages) = (of(Kinship::Others), of(Kinship::Languages));
        Self { models, inoculations, comparisons, languages, floors: None, remarks: remarks(splits, runs) }
    }

    /// The cells of all runs as lines of JSON, as `wampimuk recipes propose` reads them: the next recipe targets the worst.
    pub fn scores(runs: &[Run]) -> Vec<serde_json::Value> {
        let mut cells: BTreeMap<Cell, Count> = BTreeMap::new();
        for tally in runs.iter().flat_map(|run| run.tally.splits.values()) {
            for (cell, &count) in &tally.cells {
                cells.entry(*cell).or_default().add(count);
            }
        }
        let line = |(cell, count): (Cell, Count)| {
            serde_json::json!({
                "kind": cell.kind.name(),
                "composition": cell.composition,
                "support": cell.supports,
                "correct": count.right,
                "total": count.all,
            })
        };
        cells.into_iter().map(line).collect()
    }
}

/// What a reader should know: what is missing, what could not be read, and what has several answers.
fn remarks(splits: &[SplitInfo], runs: &[Run]) -> Vec<String> {
    let mut remarks = Vec::new();
    for (run, info) in runs.iter().flat_map(|run| splits.iter().map(move |info| (run, info))) {
        let Some(tally) = run.tally.splits.get(&info.name) else { continue };
        let (file, name) = (&run.about.file, &info.name);
        remarks.extend(unanswered(file, name, tally.sum(|_| true).all, info.len, "questions"));
        if tally.unread > 0 {
            remarks.push(format!(
                "{file}: {} answers of `{name}` cannot be read; these are wrong",
                tally.unread
            ));
        }
        if tally.unsound > 0 {
            remarks.push(format!(
                "{file}: {} questions of `{name}` fit several occasions; the published answer counts",
                tally.unsound
            ));
        }
    }
    let overlap = |own: &Run, other: &Run| {
        own.inoculation == other.inoculation
            && own.tally.splits.keys().any(|split| other.tally.splits.contains_key(split))
    };
    remarks.extend(repetitions(runs, |run| &run.about, overlap));
    remarks
}
