//! What is measured of the answers to some items, over several runs.

use serde::Serialize;

use super::report::Settings;
use super::{AccuracyRange, Tally};
use crate::runs::{Spread, ratio};

/// What is measured. All are shares from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measures {
    /// How many items a run answered; of runs that differ, the most.
    pub items: u64,
    /// The very actions.
    pub exact: Spread,
    /// Items without an answer that was read: it is no list of actions, or there is none.
    pub not_read: Spread,
    /// Right within the cap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within_cap: Option<Spread>,
    /// The command is fulfilled, whatever the way.
    pub fulfils: Spread,
    /// The right object is reached.
    pub reached: Spread,
    /// Tokens that are right at their place.
    pub accuracy: Spread,
    /// How items differ in it, over all runs.
    pub accuracy_of_items: AccuracyRange,
    /// The agent ends up in the right row.
    pub row: Spread,
    /// In the right column.
    pub column: Spread,
    /// The agent ends up in the right row or column, both included.
    pub row_or_column: Spread,
    /// The same in the right cell.
    pub cell: Spread,
    /// What answers earn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Spread>,
    /// One of the objects is chosen, and everything else is done right.
    pub chance: f64,
    /// Random actions, as many as are right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub random: Option<f64>,
    /// A memory of train, by command and target cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lookup: Option<f64>,
    /// Where the models look, if the files say so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attention: Option<Attended>,
}

/// Where models look.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attended {
    /// Items in which most of the attention of all steps is on the target.
    pub on_target: Spread,
    /// The same of wrong answers.
    pub on_target_if_wrong: Spread,
    /// Steps in which most of the attention is on the target.
    pub steps_on_target: Spread,
}

impl Measures {
    /// The measures of the same items in several runs.
    pub(super) fn of(tallies: &[&Tally], settings: &Settings) -> Self {
        let among = |share: &dyn Fn(&Tally) -> f64, items: &dyn Fn(&Tally) -> u64| {
            let runs: Vec<(f64, u64)> = tallies.iter().map(|tally| (share(tally), items(tally))).collect();
            Spread::among(&runs)
        };
        let spread = |share: &dyn Fn(&Tally) -> f64| among(share, &|tally| tally.items);
        // Runs answer the same items, or nearly so.
        let mean = |share: &dyn Fn(&Tally) -> f64| {
            Spread::of(tallies.iter().map(|tally| share(tally)).collect()).mean
        };
        let attended = tallies.iter().any(|tally| tally.attended > 0);
        let mut all = Tally::default();
        tallies.iter().for_each(|tally| all.merge(tally));
        Self {
            items: tallies.iter().map(|tally| tally.items).max().unwrap_or(0),
            exact: spread(&|tally| tally.share(tally.exact)),
            not_read: spread(&|tally| tally.share(tally.not_read)),
            within_cap: settings.cap.map(|_| spread(&|tally| tally.share(tally.within_cap))),
            fulfils: spread(&|tally| tally.share(tally.fulfils)),
            reached: spread(&|tally| tally.share(tally.reached)),
            accuracy: spread(&Tally::accuracy),
            accuracy_of_items: all.accuracy_range(),
            row: spread(&|tally| tally.share(tally.row_only + tally.cell)),
            column: spread(&|tally| tally.share(tally.column_only + tally.cell)),
            row_or_column: spread(&Tally::line),
            cell: spread(&|tally| tally.share(tally.cell)),
            score: settings.credit.as_ref().map(|_| spread(&Tally::credit)),
            chance: mean(&Tally::chance),
            random: settings.baselines.then(|| mean(&Tally::random)),
            lookup: settings.baselines.then(|| mean(&|tally| tally.share(tally.looked_up))),
            attention: attended.then(|| Attended {
                on_target: among(&|tally| ratio(tally.attended_right, tally.attended), &|tally| {
                    tally.attended
                }),
                on_target_if_wrong: among(
                    &|tally| ratio(tally.wrong_attended_right, tally.wrong_attended),
                    &|tally| tally.wrong_attended,
                ),
                steps_on_target: among(&|tally| ratio(tally.steps_right, tally.steps), &|tally| tally.steps),
            }),
        }
    }
}
