//! What came of checks: each holds, is broken, or was not made, and says how much it has seen.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Judgement;

/// The longest reason that is kept, in characters: values of hostile files can have millions.
const LONGEST: usize = 300;

/// What came of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nothing of what was tried breaks it.
    Holds,
    /// Something breaks it.
    Broken,
    /// It could not be tried on anything.
    NotChecked,
}

/// Something that a dataset promises, and what came of checking it.
#[derive(Clone, Debug, Serialize)]
pub struct Promise {
    /// What.
    pub promise: &'static str,
    /// What came of it.
    pub outcome: Outcome,
    /// What it was tried on: `items`, `questions`, `tasks`, `lines` or `files`.
    pub of: &'static str,
    /// On how many of them it was tried.
    pub tried: u64,
    /// How many of them break it.
    pub broken: u64,
    /// The first few, with the reasons.
    pub first: Vec<String>,
    /// On how many it could not be tried, as far as they can be counted.
    pub untried: u64,
    /// Why it could not be tried on these, or on any.
    pub because: Option<String>,
}

impl Promise {
    /// Whether it was tried on all that there is.
    pub fn is_checked(&self) -> bool {
        self.because.is_none()
    }
}

/// What came of checking a dataset.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// How many items were looked at.
    pub items: u64,
    /// How often promises are broken: for each, how many items break it.
    pub broken: u64,
    /// How many promises could not be checked, on some items or on any.
    pub unchecked: u64,
    /// Whether the recipe is known.
    pub recipe_known: bool,
    /// Items that occur more than once where nothing is promised about it.
    pub repeated: u64,
    /// Every promise.
    pub promises: Vec<Promise>,
    /// Why items may occur more than once.
    #[serde(skip)]
    pub allowed: &'static str,
    /// What else is to be said about the items.
    pub remark: String,
}

/// What is known of a check so far.
#[derive(Debug, Default)]
struct Tally {
    tried: u64,
    broken: u64,
    first: Vec<String>,
    untried: u64,
    because: Option<String>,
}

/// What checks have found so far.
#[derive(Debug)]
pub(super) struct Findings {
    /// How many items were looked at.
    pub items: u64,
    pub repeated: u64,
    pub allowed: &'static str,
    /// What items are called.
    pub of: &'static str,
    keep: usize,
    tallies: BTreeMap<&'static str, Tally>,
}

impl Findings {
    pub(super) fn new(keep: usize) -> Self {
        Self { items: 0, repeated: 0, allowed: "", of: "items", keep, tallies: BTreeMap::new() }
    }

    /// The promise was tried on this many more.
    pub(super) fn tried(&mut self, promise: &'static str, count: u64) {
        self.tallies.entry(promise).or_default().tried += count;
    }

    /// The promise could not be tried on this many. The first reason is kept.
    pub(super) fn untried(&mut self, promise: &'static str, count: u64, because: &str) {
        let tally = self.tallies.entry(promise).or_default();
        tally.untried += count;
        tally.because.get_or_insert_with(|| because.to_owned());
    }

    /// One of those that were tried breaks the promise.
    pub(super) fn add(&mut self, promise: &'static str, place: &str, reason: &str) {
        self.add_many(promise, 1, [line(place, reason)]);
    }

    /// Some of those that were tried break the promise, for these reasons.
    pub(super) fn add_many(
        &mut self,
        promise: &'static str,
        count: u64,
        lines: impl IntoIterator<Item = String>,
    ) {
        let tally = self.tallies.entry(promise).or_default();
        tally.broken += count;
        let room = self.keep.saturating_sub(tally.first.len());
        tally.first.extend(lines.into_iter().take(room));
    }

    /// One item breaks these promises, some perhaps for several reasons; it counts once for each.
    pub(super) fn add_item(&mut self, place: &str, broken: &[(&'static str, String)]) {
        let promises: BTreeSet<&'static str> = broken.iter().map(|(promise, _)| *promise).collect();
        for promise in promises {
            let reasons = broken.iter().filter(|(other, _)| *other == promise);
            self.add_many(promise, 1, reasons.map(|(_, reason)| line(place, reason)));
        }
    }

    /// Takes down what came of an item.
    pub(super) fn note(&mut self, judgement: &Judgement, place: impl FnOnce() -> String) {
        judgement.tried.iter().for_each(|promise| self.tried(promise, 1));
        judgement.untried.iter().for_each(|(promise, because)| self.untried(promise, 1, because));
        if !judgement.breaches.is_empty() {
            let broken = judgement.breaches.iter().map(|breach| (breach.promise(), breach.to_string()));
            self.add_item(&place(), &broken.collect::<Vec<_>>());
        }
    }

    /// How many of those that break a promise are kept.
    pub(super) fn keep(&self) -> usize {
        self.keep
    }

    /// Nobody makes this promise after all.
    pub(super) fn forget(&mut self, promise: &str) {
        self.tallies.remove(promise);
    }

    /// The promise was tried on nothing after all: what there is leaves nothing to compare.
    pub(super) fn withdraw(&mut self, promise: &'static str, because: &str) {
        if let Some(tally) = self.tallies.get_mut(promise) {
            tally.untried += std::mem::take(&mut tally.tried);
            tally.because = Some(because.to_owned());
        }
    }

    /// The report on these promises, in this order. Those that nobody made are left out.
    pub(super) fn report(
        mut self,
        promises: &[&'static str],
        recipe_known: bool,
        remark: impl Into<String>,
    ) -> Verification {
        let files = [super::files::FILES, super::files::LISTED, super::dataset::OWN];
        let lines = &crate::stories::StoryBreach::PROMISES[..2];
        let promise = |promise: &&'static str| {
            let Tally { tried, broken, first, untried, because } = self.tallies.remove(promise)?;
            let outcome = match (tried, broken) {
                (_, 1..) => Outcome::Broken,
                (1.., 0) => Outcome::Holds,
                (0, 0) => Outcome::NotChecked,
            };
            let of = match promise {
                promise if files.contains(promise) => "files",
                promise if lines.contains(promise) => "lines",
                _ => self.of,
            };
            Some(Promise { promise, outcome, of, tried, broken, first, untried, because })
        };
        let promises: Vec<Promise> = promises.iter().filter_map(promise).collect();
        debug_assert!(self.tallies.is_empty(), "not reported: {:?}", self.tallies);
        let Self { items, repeated, allowed, .. } = self;
        Verification {
            items,
            broken: promises.iter().map(|promise| promise.broken).sum(),
            unchecked: promises.iter().filter(|promise| !promise.is_checked()).count() as u64,
            recipe_known,
            repeated,
            promises,
            allowed,
            remark: remark.into(),
        }
    }
}

/// Where something is wrong, and what.
pub(super) fn line(place: &str, reason: &str) -> String {
    match place {
        "" => cut(reason),
        place => format!("{}: {}", cut(place), cut(reason)),
    }
}

/// A text without what nobody reads.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_have_three_outcomes() {
        let mut findings = Findings::new(1);
        findings.tried("a", 3);
        findings.tried("b", 2);
        findings.add("b", "x:1", "no");
        findings.add("b", "x:2", "no");
        findings.untried("c", 4, "nothing is known");
        findings.tried("d", 1);
        findings.untried("d", 1, "it has no name");
        let report = findings.report(&["a", "b", "c", "d", "e"], false, "");
        let outcomes: Vec<_> = report
            .promises
            .iter()
            .map(|one| (one.promise, one.outcome, one.tried, one.untried, one.is_checked()))
            .collect();
        assert_eq!(
            outcomes,
            [
                ("a", Outcome::Holds, 3, 0, true),
                ("b", Outcome::Broken, 2, 0, true),
                ("c", Outcome::NotChecked, 0, 4, false),
                ("d", Outcome::Holds, 1, 1, false),
            ],
            "nobody promised e"
        );
        assert_eq!((report.broken, report.unchecked), (2, 2));
        assert_eq!(report.promises[1].first, ["x:1: no"]);
    }

    #[test]
    fn an_item_counts_once_for_each_promise() {
        let mut findings = Findings::new(5);
        findings.tried("a", 1);
        findings.add_item("x:1", &[("a", "one".into()), ("a", "two".into())]);
        let report = findings.report(&["a"], false, "");
        assert_eq!((report.promises[0].broken, report.promises[0].first.len()), (1, 2));
    }

    #[test]
    fn long_values_are_cut() {
        assert_eq!(line("", "short"), "short");
        let long = line("f:1", &"ä".repeat(1_000_000));
        assert!(long.len() < 700 && long.ends_with("(2000000 bytes)"), "{}", long.len());
    }
}
