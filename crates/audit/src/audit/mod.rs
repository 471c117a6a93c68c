//! What a model could get right for the wrong reason, and what is wrong.
//!
//! The checks follow ReaSCAN's criticism of gSCAN (section 3 there): word order that does not matter, words that are
//! not needed, distractors that do not distract, chance that depends on the command. To these come checks of the
//! labels themselves and of what the file gives away.

mod articles;
mod case;
mod cells;
mod chance;
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
mod show;
mod show_patterns;
mod spread;
mod swaps;
pub(crate) mod tree;
mod variants;
mod words;

use serde::Serialize;
use wampimuk_command::{Example, Lexicon, Reading, Semantics};
use wampimuk_grid::Action;

use crate::floors::{CommandSample, Extent, Floors};
use crate::leaks::{LeakKey, LeakKeys, leaks};
use crate::shown::{Address, Drawn, Firsts, Shown};
use crate::splits::Splits;
use crate::stats::keys::Keyer;
use crate::summary::{Looks, look_at};
use crate::{About, Leaks, Share, Summary, Tally};
use case::Case;
use cells::CellCounts;
use chance::ChanceCounts;
use deletion::Deletion;
use distractors::{DistractorCounts, Scratch};
use labels::ListCounts;
use order::Orders;
use patterns::PatternCounters;

pub use articles::Articles;
pub use cells::TargetCells;
pub use chance::{Chance, Guess};
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

#[derive(Clone, Debug, Default)]
struct Counters {
    examples: u64,
    labels: Labels,
    readings: Readings,
    idle: IdleWords,
    by_words: ColourAndNoun,
    by_class: ColourAndNoun,
    order: WordOrder,
    distractors: DistractorCounts,
    chance: ChanceCounts,
    list: ListCounts,
    cells: CellCounts,
    /// Commands with clauses, by pattern.
    patterns: Splits<PatternCounters>,
    /// The first item with each flaw.
    shown: Firsts<FLAWS>,
}

/// The most items that a page draws.
const DRAWN: usize = 12;

/// What a single item can show.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Flaw {
    /// Its actions do not do what is asked.
    Actions,
    /// Its target is not the only referent.
    Referents,
    /// Readings of small and big differ about its target.
    Readings,
    /// A word is idle.
    Words,
    /// A clause is idle.
    Clauses,
}

const FLAWS: usize = 5;

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

impl Counters {
    /// How much there is so far of each flaw, in the order of [`Flaw`].
    fn flawed(&self, reading: Reading) -> [u64; FLAWS] {
        let missed = |share: Share| share.of - share.count;
        let unique = self.readings.of(reading).target;
        let (words, clauses) = (self.idle.all.count, self.idle.clause.count);
        [self.labels.wrong, missed(unique), missed(self.readings.agree), words, clauses]
    }

    fn merge(&mut self, other: &Self) {
        self.examples += other.examples;
        self.labels.merge(&other.labels);
        self.readings.merge(&other.readings);
        self.idle.merge(&other.idle);
        self.by_words.merge(&other.by_words);
        self.by_class.merge(&other.by_class);
        self.order.merge(&other.order);
        self.distractors.merge(&other.distractors);
        self.chance.merge(&other.chance);
        self.list.merge(&other.list);
        self.cells.merge(&other.cells);
        self.shown.merge(&other.shown);
        for (pattern, counters) in other.patterns.iter() {
            self.patterns.of(pattern).merge(counters);
        }
    }

    fn finish(&self, split: &str, semantics: Semantics) -> SplitAudit {
        // By name, so that the order does not depend on who came first.
        let mut patterns: Vec<PatternAudit> =
            self.patterns.iter().map(|(pattern, counters)| counters.finish(pattern)).collect();
        patterns.sort_by(|one, two| one.pattern.cmp(&two.pattern));
        let mut audit = SplitAudit {
            split: split.to_string(),
            examples: self.examples,
            findings: Vec::new(),
            leaks: Leaks::default(),
            labels: self.labels,
            readings: self.readings,
            idle_words: self.idle,
            colour_and_noun: self.by_words,
            colour_and_noun_by_class: self.by_class,
            word_order: self.order,
            distractors: self.distractors.finish(),
            chance: self.chance.finish(),
            list_order: self.list.list_order(),
            headings: self.list.headings(),
            target_cells: self.cells.finish(),
            patterns,
            shown: self.shown.clone(),
        };
        audit.findings = audit.find(semantics.reading);
        audit
    }
}

/// The results of an audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AuditReport {
    /// What was audited, and by what.
    pub about: About,
    /// The findings, worst first.
    pub summary: Summary,
    /// How "small" and "big" were read when words were judged.
    pub reading: &'static str,
    /// All splits together.
    pub all: SplitAudit,
    /// The splits that have examples.
    pub splits: Vec<SplitAudit>,
    /// How far readers get who do not understand; nothing unless [`Audit::with_sample`] was asked for.
    pub floors: Floors,
    /// Items that findings are about.
    #[serde(skip)]
    pub(crate) drawn: Vec<Drawn>,
}

impl AuditReport {
    /// Puts the recipe's name before the addresses of items.
    #[cfg(feature = "files")]
    pub(crate) fn name_examples(&mut self, name: &str) {
        self.summary.name_examples(name);
        for drawn in &mut self.drawn {
            drawn.address = format!("{name}/{}", drawn.address);
        }
    }

    /// The first drawn items, with the findings that name them and what these mean.
    pub(crate) fn examples(&self) -> impl Iterator<Item = (&Drawn, String)> {
        self.drawn.iter().take(DRAWN).map(|drawn| {
            let concerns = self.summary.concerns.iter();
            let own = concerns.filter(|concern| concern.example.as_deref() == Some(&drawn.address));
            let lines = own.map(|concern| format!("{}\n{}\n", concern.line(), concern.topic.meaning()));
            (drawn, lines.collect())
        })
    }

    /// Draws the items that findings name, of those that were kept.
    pub(crate) fn draw(&mut self, kept: &[Shown], lexicon: &Lexicon) {
        let all = || self.splits.iter().flat_map(|split| split.shown.iter()).chain(kept);
        for concern in &self.summary.concerns {
            let Some(address) = &concern.example else { continue };
            let shown = all().find(|shown| shown.address == *address);
            if self.drawn.iter().all(|drawn| drawn.address != *address) {
                self.drawn.extend(shown.and_then(|shown| Drawn::of(shown, lexicon)));
            }
        }
    }

    /// Adds the floors, which are part of the summary.
    #[must_use]
    pub fn with_floors(mut self, floors: Floors) -> Self {
        self.floors = floors;
        self.judge();
        self
    }

    fn judge(&mut self) {
        let mut looks = Looks::default();
        self.splits.iter().for_each(|split| split.look(self.reading, &mut looks));
        look_at(&self.floors, &mut looks);
        self.summary = looks.finish();
    }

    /// The results of a split.
    pub fn split(&self, name: &str) -> Option<&SplitAudit> {
        self.splits.iter().find(|split| split.split == name)
    }
}

/// The results of a split's audit.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SplitAudit {
    /// Its name.
    pub split: String,
    /// How many examples it has.
    pub examples: u64,
    /// What is to be said about it.
    pub findings: Vec<Finding>,
    /// What train has of it already.
    pub leaks: Leaks,
    /// Whether the recorded actions are right.
    pub labels: Labels,
    /// What the commands refer to, under each reading of "small" and "big".
    pub readings: Readings,
    /// Words that are not needed.
    pub idle_words: IdleWords,
    /// Which of colour and noun are needed, with size words read as they are.
    pub colour_and_noun: ColourAndNoun,
    /// The same with size words left aside; of the two, the one nearer to what ReaSCAN's authors report for gSCAN.
    pub colour_and_noun_by_class: ColourAndNoun,
    /// Whether word order matters.
    pub word_order: WordOrder,
    /// Which objects matter.
    pub distractors: Distractors,
    /// How far one gets without the whole command.
    pub chance: Vec<Chance>,
    /// What the order of the object list gives away.
    pub list_order: ListOrder,
    /// Where agents face at the start.
    pub headings: Tally,
    /// Where targets stand.
    pub target_cells: TargetCells,
    /// Commands with relative clauses, by pattern.
    pub patterns: Vec<PatternAudit>,
    /// The first item with each flaw.
    #[serde(skip)]
    pub(crate) shown: Firsts<FLAWS>,
}
