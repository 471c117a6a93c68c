//! The results of an audit.

use serde::Serialize;
use wampimuk_command::Lexicon;

use super::counters::FLAWS;
use super::{
    Chance, ColourAndNoun, Distractors, Finding, IdleWords, Labels, ListOrder, PatternAudit, Readings,
    TargetCells, WordOrder,
};
use crate::floors::Floors;
use crate::shown::{Drawn, Firsts, Shown};
use crate::summary::{Looks, look_at};
use crate::{About, Leaks, Summary, Tally};

/// The most items that a page draws.
const DRAWN: usize = 12;

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
    /// How far readers get who do not understand; nothing unless [`Audit::with_sample`](crate::Audit::with_sample) was asked for.
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

    pub(super) fn judge(&mut self) {
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
