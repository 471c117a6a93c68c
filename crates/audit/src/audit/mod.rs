//! What a model could get right for the wrong reason, and what is wrong.
//!
//! The checks follow ReaSCAN's criticism of gSCAN (section 3 there): word order that does not matter, words that are
//! not needed, distractors that do not distract, chance that depends on the command. To these come checks of the
//! labels themselves and of what the file gives away.

mod articles;
mod case;
mod cells;
mod chance;
mod counters;
mod dataset;
mod definitions;
mod deletion;
mod distractors;
mod extremes;
mod figures;
mod findings;
mod findings_patterns;
mod fresh;
mod known;
mod labels;
mod looks;
mod needs;
#[cfg(feature = "files")]
mod opened;
mod order;
mod patterns;
mod pivots;
mod readers;
mod report;
mod show;
mod show_patterns;
mod spread;
mod swaps;
pub(crate) mod tree;
mod variants;
mod words;

use wampimuk_command::{Example, Lexicon, Semantics};
use wampimuk_grid::Action;

use crate::floors::{CommandSample, Extent, Floors};
use crate::leaks::{LeakKey, LeakKeys, leaks};
use crate::shown::{Address, Shown};
use crate::splits::Splits;
use crate::stats::keys::Keyer;
use crate::{About, Leaks, Summary};
use case::Case;
use counters::{Counters, FLAWS};
use deletion::Deletion;
use distractors::Scratch;
use order::Orders;

pub use articles::Articles;
pub use cells::TargetCells;
pub use chance::{Chance, Guess};
pub(crate) use counters::Flaw;
pub use dataset::DatasetAudit;
pub use distractors::Distractors;
pub use extremes::Extremes;
pub use figures::Figure;
pub use findings::{Finding, Severity};
pub use fresh::{FreshError, fresh, fresh_evidence};
pub use known::{Known, known};
pub use labels::{Labels, ListOrder, Readings, Referents};
pub use needs::{IdleInPhrase, Needs};
#[cfg(feature = "files")]
pub use opened::{AuditOptions, audit};
pub use order::{MAX_ALTERNATIVES, MAX_TRIALS, WordOrder};
pub use patterns::PatternAudit;
pub use pivots::Pivots;
pub use report::{AuditReport, SplitAudit};
pub use spread::Spread;
pub use variants::Variant;
pub use words::{ColourAndNoun, IdleWords};

/// Audits examples, split by split.
///
/// Memory: counters for each split, and the reorderings of each distinct command.
#[derive(Clone, Debug)]
pub struct Audit {
    lexicon: Lexicon,
    semantics: Semantics,
    splits: Splits<Counters>,
    orders: Orders,
    scratch: Scratch,
    deleted: Vec<(Deletion, u64)>,
    derived: Vec<Action>,
    keyer: Keyer,
    keys: Splits<LeakKeys>,
    /// How many examples are kept for readers, and these.
    extent: Option<Extent>,
    sample: CommandSample,
}

impl Audit {
    /// An audit of examples in this lexicon, with gSCAN's semantics.
    pub fn new(lexicon: &Lexicon) -> Self {
        Self {
            lexicon: lexicon.clone(),
            semantics: Semantics::default(),
            splits: Splits::default(),
            orders: Orders::default(),
            scratch: Scratch::default(),
            deleted: Vec::new(),
            derived: Vec::new(),
            keyer: Keyer::new(lexicon),
            keys: Splits::default(),
            extent: None,
            sample: Splits::default(),
        }
    }

    /// Judges words by this semantics: for ReaSCAN's data, the existential reading.
    #[must_use]
    pub fn with_semantics(mut self, semantics: Semantics) -> Self {
        self.semantics = semantics;
        self
    }

    /// Keeps some examples of each split, for readers to learn from and to be tried on: see [`floors`](crate::floors).
    #[must_use]
    pub fn with_sample(mut self, extent: Extent) -> Self {
        self.extent = Some(extent);
        self
    }

    /// Fixes the order of the splits in results; others follow in the order in which they are met.
    #[must_use]
    pub fn with_splits<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        for name in names {
            self.splits.of(name);
            self.keys.of(name);
            self.sample.of(name);
        }
        self
    }

    /// Audits an example; it has the next place in its split.
    pub fn add(&mut self, split: &str, example: &Example) {
        let index = self.splits.of(split).examples;
        self.add_at(Address { split, index, place: None }, example);
    }

    /// Audits an example that stands there.
    pub fn add_at(&mut self, address: Address<'_>, example: &Example) {
        let split = address.split;
        let Self { lexicon, semantics, splits, orders, scratch, deleted, derived, .. } = self;
        let keys = self.keyer.keys(example);
        let key = LeakKey { item: keys.item as u64, alike: keys.alike, equivalent: keys.answer };
        self.keys.of(split).add(key);
        if let Some(extent) = self.extent {
            self.sample.of(split).add(keys.item, extent.of(split), || Shown::new(address, example));
        }
        let counters = splits.of(split);
        let before = counters.flawed(semantics.reading);
        let case = Case::new(example, lexicon, *semantics, std::mem::take(deleted));
        example.command.execute(&example.world, example.target, lexicon, derived);
        counters.examples += 1;
        counters.labels.add(&case, derived);
        counters.readings.add(&case);
        counters.idle.add(&case);
        counters.by_words.add_by_words(&case);
        counters.by_class.add_by_class(&case);
        counters.order.add(&case, orders);
        counters.distractors.add(&case, derived, scratch);
        counters.chance.add(&case);
        counters.list.add(&case);
        counters.cells.add(&case);
        if !case.phrase().clauses.is_empty() {
            counters.patterns.of(&tree::pattern(case.phrase())).add(&case);
        }
        *deleted = case.deleted;
        let after = counters.flawed(semantics.reading);
        for kind in (0..FLAWS).filter(|&kind| after[kind] > before[kind]) {
            counters.shown.note(kind, address, example);
        }
    }

    /// Adds what another has found; both must use one lexicon and one semantics.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.splits.merge(other.splits, |mine, theirs| mine.merge(&theirs));
        self.orders.merge(other.orders);
        self.keys.merge(other.keys, LeakKeys::merge);
        for (split, sample) in other.sample {
            let limit = self.extent.unwrap_or_default().of(&split);
            self.sample.of(&split).merge(sample, limit);
        }
        self
    }

    /// The examples that were kept.
    pub(crate) fn take_sample(&mut self) -> CommandSample {
        std::mem::take(&mut self.sample)
    }

    #[cfg(feature = "files")]
    pub(crate) fn lexicon(&self) -> &Lexicon {
        &self.lexicon
    }

    /// The results.
    pub fn finish(self) -> AuditReport {
        let leaks = leaks(self.keys);
        let splits = || self.splits.iter().filter(|(_, counters)| counters.examples > 0);
        let mut all = Counters::default();
        splits().for_each(|(_, counters)| all.merge(counters));
        let finish = |(name, counters): (&str, &Counters)| {
            let mut audit = counters.finish(name, self.semantics);
            let leaks = leaks.iter().find(|(split, _)| split == name);
            audit.leaks = leaks.map_or_else(Leaks::default, |(_, leaks)| *leaks);
            audit
        };
        let mut report = AuditReport {
            about: About::default(),
            summary: Summary::default(),
            reading: self.semantics.reading.name(),
            all: finish(("all", &all)),
            splits: splits().map(finish).collect(),
            floors: Floors::default(),
            drawn: Vec::new(),
        };
        report.judge();
        report
    }
}
