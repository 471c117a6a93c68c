//! How many hold-out items a model needs: the paper's Figure 7.

use serde::Serialize;
use wampimuk_babi::Kind;

use super::report::{Measure, ModelReport};

/// Accuracy on a split over the number of hold-out items that a model was tuned on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Inoculation {
    /// The model.
    pub model: Option<String>,
    /// The split.
    pub split: String,
    /// By number of items, from the least on.
    pub doses: Vec<Dose>,
}

/// Accuracy after tuning on this many items.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Dose {
    /// How many items of each kind of question.
    pub items: u64,
    /// All questions.
    pub all: Measure,
    /// By kind of question.
    #[serde(serialize_with = "by_name")]
    pub kinds: Vec<(Kind, Measure)>,
}

fn by_name<S: serde::Serializer>(kinds: &[(Kind, Measure)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(kinds.iter().map(|(kind, measure)| (kind.name(), measure)))
}

impl Inoculation {
    /// The curves of all models of which at least two doses are there, one of them more than none. A model whose files
    /// do not speak of inoculation has had none.
    pub(super) fn of(models: &[ModelReport]) -> Vec<Self> {
        let mut curves: Vec<Self> = Vec::new();
        for report in models {
            for split in &report.splits {
                let known = curves
                    .iter()
                    .position(|curve| (&curve.model, &curve.split) == (&report.model, &split.split));
                let place = known.unwrap_or_else(|| {
                    let (model, split) = (report.model.clone(), split.split.clone());
                    curves.push(Self { model, split, doses: Vec::new() });
                    curves.len() - 1
                });
                curves[place].doses.push(Dose {
                    items: report.inoculation.unwrap_or(0),
                    all: split.all.clone(),
                    kinds: split.kinds.iter().map(|kind| (kind.kind, kind.all.clone())).collect(),
                });
            }
        }
        for curve in &mut curves {
            curve.doses.sort_by_key(|dose| dose.items);
        }
        curves.retain(|curve| curve.doses.len() > 1 && curve.doses.iter().any(|dose| dose.items > 0));
        curves
    }

    /// The kinds of questions, in order.
    pub fn kinds(&self) -> Vec<Kind> {
        let mut kinds: Vec<Kind> =
            self.doses.iter().flat_map(|dose| &dose.kinds).map(|(kind, _)| *kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

impl Dose {
    /// The questions of one kind.
    pub fn of(&self, kind: Kind) -> Option<&Measure> {
        self.kinds.iter().find(|(own, _)| *own == kind).map(|(_, measure)| measure)
    }
}
