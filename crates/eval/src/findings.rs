//! The answers of a model to a dataset in one form, counted as they come, in whatever order.

use std::collections::BTreeMap;

use wampimuk_analysis::paired::{Outcomes, compare};
use wampimuk_analysis::score::Scored;
use wampimuk_families::Dataset;
use wampimuk_prompt::PromptView;

use crate::consistency::{FormConsistency, of_forms, of_pairs};
use crate::examine::{Outcome, Sample};
use crate::facets::Facets;
use crate::files::prediction;
use crate::item::Item;
use crate::marks::Marks;
use crate::shown::Shown;
use crate::study::Playing;
use crate::summary::{Compared, RunSummary, SplitSummary};
use crate::tally::Tally;
use crate::variant::Variant;

/// Who answered what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct About {
    pub model: String,
    pub data: String,
    pub form: String,
    /// Changes to the recipe, such as `language.fresh=7`.
    pub changes: Vec<String>,
    pub view: PromptView,
    pub play: Option<Playing>,
    /// The file with the first answers, for `wampimuk score`.
    pub predictions: Option<String>,
    /// What files of this run are called.
    pub name: String,
    /// What tables call it, where several stand side by side.
    pub label: String,
}

impl About {
    /// Whether `wampimuk score` can count such answers: not where cells are asked for, nor where a model has to find the
    /// object first.
    pub fn is_scored(&self) -> bool {
        self.view != PromptView::Reference && self.play.is_none_or(|play| play.sight.is_none())
    }

    /// What was changed about the language, and what else.
    fn languages(&self) -> (Vec<&str>, Vec<&str>) {
        self.changes.iter().map(String::as_str).partition(|change| change.starts_with("language"))
    }

    /// Whether it is about the same items as another one, in whatever language.
    fn has_items_of(&self, other: &Self) -> bool {
        self.data == other.data && self.languages().1 == other.languages().1
    }

    /// Whether it is about items in English, and another run of its model about the same ones in a fresh language.
    fn is_english_of(&self, other: &Self) -> bool {
        let is_english = |about: &Self| about.languages().0.is_empty();
        let is_same = self.model == other.model && self.form == other.form && self.has_items_of(other);
        is_same && is_english(self) && !is_english(other)
    }
}

/// What was found out about a split.
#[derive(Debug, Default)]
pub(crate) struct SplitFindings {
    /// Answers to items, and to what differs from them.
    tallies: BTreeMap<Variant, Tally>,
    /// How many items were to be asked about.
    planned: BTreeMap<Variant, u64>,
    /// What blind choices reach, added up over so many items.
    blind: (f64, u64),
}

/// The answers of a run.
pub(crate) struct Findings<'d> {
    pub about: About,
    pub dataset: &'d dyn Dataset,
    splits: BTreeMap<usize, SplitFindings>,
    facets: Facets,
    marks: Marks,
    pub shown: Shown,
}

impl<'d> Findings<'d> {
    pub fn new(about: About, dataset: &'d dyn Dataset) -> Self {
        let marks = if about.is_scored() { Marks::new(dataset) } else { Marks::None };
        Self {
            about,
            dataset,
            splits: BTreeMap::new(),
            facets: Facets::default(),
            marks,
            shown: Shown::default(),
        }
    }

    /// So many items of a split are to be asked about.
    pub fn plan(&mut self, split: usize, variant: Variant, items: u64) {
        *self.splits.entry(split).or_default().planned.entry(variant).or_default() += items;
    }

    /// The name of a split.
    pub fn split_name(&self, split: usize) -> &'d str {
        &self.dataset.splits()[split].name
    }

    /// Counts an answer.
    pub fn add(&mut self, item: &Item<'_>, sample: Sample) {
        let name = self.split_name(item.split);
        let split = self.splits.entry(item.split).or_default();
        split.tallies.entry(sample.variant).or_default().add(&sample);
        if sample.variant == Variant::Item && sample.sample == 0 && sample.outcome.counts() {
            self.facets.add(item, sample.outcome == Outcome::Right);
            if let Some(blind) = item.blind(self.about.view).filter(|_| self.about.play.is_none()) {
                split.blind = (split.blind.0 + blind, split.blind.1 + 1);
            }
            self.marks.add(item, name, &prediction(&sample));
        }
        self.shown.offer(item.split, sample);
    }

    /// How many answers to an item came before.
    pub fn count(&self, split: usize, index: u64) -> u32 {
        self.tally(split).map_or(0, |tally| tally.count(index))
    }

    /// The answers to the items of a split.
    pub fn tally(&self, split: usize) -> Option<&Tally> {
        self.splits.get(&split)?.tallies.get(&Variant::Item)
    }

    /// Which items have a first answer that counts, and which of these are right.
    fn outcomes(&self, split: usize) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for (&index, answers) in self.tally(split).into_iter().flat_map(Tally::answers) {
            if let Some((is_right, _)) = answers.first {
                outcomes.note(index, is_right);
            }
        }
        outcomes
    }

    /// The splits, in the order of the dataset.
    pub fn splits(&self) -> impl Iterator<Item = usize> + '_ {
        self.splits.keys().copied()
    }

    /// The numbers.
    pub fn summary(&self, samples: u32) -> RunSummary {
        let About { model, data, form, changes, view, play, predictions, name, .. } = &self.about;
        let splits = self.splits.iter().map(|(&number, found)| {
            let empty = Tally::default();
            let own = found.tallies.get(&Variant::Item).unwrap_or(&empty);
            let planned = found.planned.get(&Variant::Item).copied();
            let mut split = SplitSummary::new(
                &self.dataset.splits()[number],
                planned.unwrap_or_else(|| own.items()),
                samples,
                own,
            );
            let (sum, items) = found.blind;
            split.chance = (items > 0).then(|| sum / items as f64);
            split.turns = play.map(|_| own.turns as f64 / own.items().max(1) as f64);
            let others = Variant::OTHERS.into_iter();
            let beside = |with| of_pairs(own, found.tallies.get(&with)?, with);
            split.consistency = others.filter_map(beside).collect();
            split.is_complete = found.is_complete();
            split
        });
        let mut run = RunSummary {
            model: model.clone(),
            data: data.clone(),
            digest: self.dataset.digest().to_string(),
            seed: self.dataset.seed(),
            form: form.clone(),
            changes: changes.clone(),
            asked: view.name(),
            play: *play,
            predictions: predictions.clone(),
            name: name.clone(),
            splits: splits.collect(),
            breakdowns: self.facets.breakdowns(),
        };
        run.compare();
        run
    }

    /// Hands out what `wampimuk score` counts, with what the run is called there.
    fn take_marks(&mut self) -> (String, String, Marks) {
        let About { label, predictions, .. } = &self.about;
        (
            label.clone(),
            predictions.clone().unwrap_or_default(),
            std::mem::replace(&mut self.marks, Marks::None),
        )
    }
}

impl SplitFindings {
    /// Whether everything that was to be asked has an answer that counts.
    fn is_complete(&self) -> bool {
        self.planned
            .iter()
            .all(|(variant, &planned)| self.tallies.get(variant).map_or(0, Tally::items) >= planned)
    }
}

/// What `wampimuk score` says about runs, dataset by dataset; nothing where it says nothing.
pub(crate) fn scored(runs: &mut [Findings<'_>]) -> Vec<(String, Scored)> {
    let mut names: Vec<String> = Vec::new();
    for run in &*runs {
        if !names.contains(&run.about.data) {
            names.push(run.about.data.clone());
        }
    }
    let one = |name: String| {
        let own = runs.iter_mut().filter(|run| run.about.data == name);
        let mut dataset = None;
        let marks: Vec<_> = own
            .map(|run| {
                dataset = Some(run.dataset);
                run.take_marks()
            })
            .collect();
        let found = crate::marks::scored(&name, dataset?, marks)?;
        Some((name, found))
    };
    names.into_iter().filter_map(one).collect()
}

/// Every two runs on the items of a dataset that both answered, split by split: by the first answers.
pub(crate) fn compared(runs: &[Findings<'_>]) -> Vec<Compared> {
    every_two(runs, |(number, first), (other, second)| {
        let are_languages = first.is_english_of(second) || second.is_english_of(first);
        number < other && first.has_items_of(second) && !are_languages
    })
}

/// Each model on items in English, and on the same ones in a fresh language.
pub(crate) fn languages(runs: &[Findings<'_>]) -> Vec<Compared> {
    every_two(runs, |(_, first), (_, second)| first.is_english_of(second))
}

fn every_two(
    runs: &[Findings<'_>],
    are_meant: impl Fn((usize, &About), (usize, &About)) -> bool,
) -> Vec<Compared> {
    let mut comparisons = Vec::new();
    for (number, first) in runs.iter().enumerate() {
        for (other, second) in runs.iter().enumerate() {
            if !are_meant((number, &first.about), (other, &second.about)) {
                continue;
            }
            for split in first.splits() {
                let (own, others) = (first.outcomes(split), second.outcomes(split));
                let names = (first.about.label.as_str(), second.about.label.as_str());
                let found = compare(first.split_name(split), (names.0, &[&own]), (names.1, &[&others]));
                let data = first.about.data.clone();
                comparisons.extend(found.map(|comparison| Compared { data, comparison }));
            }
        }
    }
    comparisons
}

/// Items that one model was asked about in several forms.
pub(crate) fn forms(runs: &[Findings<'_>]) -> Vec<FormConsistency> {
    let mut found = Vec::new();
    let same = |one: &Findings<'_>, two: &Findings<'_>| {
        let (one, two) = (&one.about, &two.about);
        (&one.model, &one.data, &one.changes) == (&two.model, &two.data, &two.changes)
    };
    for (number, first) in runs.iter().enumerate() {
        if runs[..number].iter().any(|before| same(before, first)) {
            continue;
        }
        for split in first.splits() {
            let own = runs.iter().filter(|run| same(first, run));
            let forms: Vec<_> =
                own.filter_map(|run| Some((run.about.form.as_str(), run.tally(split)?))).collect();
            let about = (first.about.model.as_str(), first.about.data.as_str(), first.split_name(split));
            found.extend(of_forms(about, &forms));
        }
    }
    found
}
