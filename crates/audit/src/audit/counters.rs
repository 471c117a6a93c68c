//! What is counted of a split.

use wampimuk_command::{Reading, Semantics};

use super::cells::CellCounts;
use super::chance::ChanceCounts;
use super::distractors::DistractorCounts;
use super::labels::ListCounts;
use super::patterns::PatternCounters;
use super::{ColourAndNoun, IdleWords, Labels, PatternAudit, Readings, SplitAudit, WordOrder};
use crate::shown::Firsts;
use crate::splits::Splits;
use crate::{Leaks, Share};

/// What is counted of a split.
#[derive(Clone, Debug, Default)]
pub(super) struct Counters {
    pub examples: u64,
    pub labels: Labels,
    pub readings: Readings,
    pub idle: IdleWords,
    pub by_words: ColourAndNoun,
    pub by_class: ColourAndNoun,
    pub order: WordOrder,
    pub distractors: DistractorCounts,
    pub chance: ChanceCounts,
    pub list: ListCounts,
    pub cells: CellCounts,
    /// Commands with clauses, by pattern.
    pub patterns: Splits<PatternCounters>,
    /// The first item with each flaw.
    pub shown: Firsts<FLAWS>,
}

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

pub(super) const FLAWS: usize = 5;

impl Counters {
    /// How much there is so far of each flaw, in the order of [`Flaw`].
    pub fn flawed(&self, reading: Reading) -> [u64; FLAWS] {
        let missed = |share: Share| share.of - share.count;
        let unique = self.readings.of(reading).target;
        let (words, clauses) = (self.idle.all.count, self.idle.clause.count);
        [self.labels.wrong, missed(unique), missed(self.readings.agree), words, clauses]
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
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

    /// The results.
    pub fn finish(&self, split: &str, semantics: Semantics) -> SplitAudit {
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
