//! What is wrong in files of stories, question by question.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::ser::Serializer;
use wampimuk_babi::{FaultKind, Kind, Solved, Solver, Status};

use super::flaws::{Flaw, flaws, listed};
use super::keys::item_keys;
use super::named::by_task;
use super::shortcuts::{ShortcutCounters, ShortcutScore};
use super::stats_report::UNSOLVED;
use super::{StoryItem, UNNAMED};
use crate::floors::{Extent, Floors, StorySample};
use crate::leaks::{LeakKey, LeakKeys, leaks};
use crate::share::Share;
use crate::splits::Splits;
use crate::summary::{At, Looks, Topic, look_at};
use crate::{About, Leaks, Severity, Summary};

/// How many suspects of each kind are kept unless told otherwise.
const SUSPECTS: usize = 5;

/// Audits stories that others made.
///
/// Memory: counters, the first suspects, and the different questions with their answers.
#[derive(Clone, Debug)]
pub struct StoryAudit {
    cells: BTreeMap<(String, Option<Kind>), Counters>,
    suspects: BTreeMap<Flaw, Vec<StorySuspect>>,
    keep: usize,
    stories: u64,
    shortcuts: ShortcutCounters,
    keys: Splits<LeakKeys>,
    /// How many questions are kept for readers.
    extent: Option<Extent>,
    sample: StorySample,
}

impl Default for StoryAudit {
    fn default() -> Self {
        Self {
            cells: BTreeMap::new(),
            suspects: BTreeMap::new(),
            keep: SUSPECTS,
            stories: 0,
            shortcuts: ShortcutCounters::default(),
            keys: Splits::default(),
            extent: None,
            sample: StorySample::default(),
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Counters {
    questions: u64,
    /// Questions with one answer that follows, which is the recorded one.
    right: u64,
    /// Those of them whose support was looked at.
    supports: u64,
    flaws: BTreeMap<Flaw, u64>,
}

impl Counters {
    fn bump(&mut self, flaw: Flaw) {
        *self.flaws.entry(flaw).or_default() += 1;
    }

    fn merge(&mut self, other: &Self) {
        self.questions += other.questions;
        self.right += other.right;
        self.supports += other.supports;
        for (flaw, count) in &other.flaws {
            *self.flaws.entry(*flaw).or_default() += count;
        }
    }

    fn finish(&self, task: &str, kind: &str) -> AuditedKind {
        AuditedKind {
            task: task.to_owned(),
            kind: kind.to_owned(),
            questions: self.questions,
            right: self.right,
            supports: self.supports,
            flaws: self.flaws.clone(),
        }
    }
}

impl StoryAudit {
    /// Keeps this many suspects for each flaw.
    #[must_use]
    pub fn with_suspects(mut self, keep: usize) -> Self {
        self.keep = keep;
        self
    }

    /// Keeps some questions of each split, for readers to learn from and to be tried on: see
    /// [`floors`](crate::floors).
    #[must_use]
    pub fn with_sample(mut self, extent: Option<Extent>) -> Self {
        self.extent = extent;
        self
    }

    /// Audits a story.
    pub fn add(&mut self, item: &StoryItem<'_>, solved: &Solved, solver: &Solver) {
        self.stories += 1;
        self.shortcuts.add(item, solved, solver);
        let keys = item_keys(item.passage, solved, solver);
        let known = self.keys.of(item.split_name());
        for key in &keys {
            let alike = key.meaning as u64;
            known.add(LeakKey { item: key.text as u64, alike, equivalent: alike });
        }
        if let Some(extent) = self.extent {
            self.sample.add(item, (solved, solver), &keys, extent);
        }
        for fault in &solved.faults {
            let flaw = match fault.kind {
                FaultKind::Unreadable => Flaw::Unreadable,
                FaultKind::Contradiction => Flaw::Contradiction,
            };
            self.cell(item, None).bump(flaw);
            let text = match item.passage.lines.get(fault.line.saturating_sub(1)) {
                Some(wampimuk_babi::Line::Fact(text)) => text,
                Some(wampimuk_babi::Line::Question(asked)) => &asked.question,
                None => "",
            };
            let message = fault.message.clone();
            self.suspect(flaw, item, (fault.line, text), (String::new(), String::new(), message));
        }
        for (line, asked) in item.passage.questions() {
            let recorded = written(&asked.answer, &asked.support);
            let Some(solution) = solved.solution(line) else {
                let cell = self.cell(item, None);
                cell.questions += 1;
                cell.bump(Flaw::NotSolved);
                let reason = "a line before makes no sense".to_owned();
                self.suspect(
                    Flaw::NotSolved,
                    item,
                    (line, &asked.question),
                    (recorded, String::new(), reason),
                );
                continue;
            };
            let (found, supported) = flaws(item.passage, solved, solver, (solution, asked));
            let wrong = found
                .iter()
                .any(|found| matches!(found.flaw, Flaw::WrongAnswer | Flaw::DoesNotFollow | Flaw::NoAnswer));
            let cell = self.cell(item, Some(solution.kind));
            cell.questions += 1;
            cell.right += u64::from(!wrong);
            cell.supports += u64::from(supported);
            let derived = match solution.status {
                Status::Unknown => "unknown".to_owned(),
                _ => written(&solution.answer, &solution.supporting),
            };
            for found in found {
                self.cell(item, Some(solution.kind)).bump(found.flaw);
                let said = (recorded.clone(), derived.clone(), found.reason);
                self.suspect(found.flaw, item, (line, &asked.question), said);
            }
        }
    }

    fn cell(&mut self, item: &StoryItem<'_>, kind: Option<Kind>) -> &mut Counters {
        self.cells.entry((item.task_name().to_owned(), kind)).or_default()
    }

    fn suspect(
        &mut self,
        flaw: Flaw,
        item: &StoryItem<'_>,
        (line, text): (usize, &str),
        (recorded, derived, reason): (String, String, String),
    ) {
        let keep = self.keep;
        let suspects = self.suspects.entry(flaw).or_default();
        if suspects.len() < keep {
            suspects.push(StorySuspect {
                flaw,
                task: item.task.map(str::to_owned),
                split: item.split.map(str::to_owned),
                place: item.place.to_owned(),
                line,
                text: text.to_owned(),
                recorded,
                derived,
                reason,
            });
        }
    }

    /// Adds what another has found, its suspects after those known.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.stories += other.stories;
        for (cell, counters) in &other.cells {
            self.cells.entry(cell.clone()).or_default().merge(counters);
        }
        for (flaw, suspects) in other.suspects {
            let mine = self.suspects.entry(flaw).or_default();
            mine.extend(suspects);
            mine.truncate(self.keep);
        }
        self.shortcuts.merge(other.shortcuts);
        self.keys.merge(other.keys, LeakKeys::merge);
        self.sample.merge(other.sample, self.extent.or(other.extent).unwrap_or_default());
        self
    }

    /// The questions that were kept.
    pub(crate) fn take_sample(&mut self) -> StorySample {
        std::mem::take(&mut self.sample)
    }

    /// The results.
    pub fn finish(self) -> StoryAuditReport {
        let leaks = leaks(self.keys);
        let mut all = Counters::default();
        let mut cells = Vec::new();
        for ((task, kind), counters) in &self.cells {
            all.merge(counters);
            cells.push(((task, kind.is_none(), *kind), counters));
        }
        cells.sort_by(|((one, last, kind), _), ((other, later, other_kind), _)| {
            by_task(one, other).then(last.cmp(later)).then(kind.cmp(other_kind))
        });
        let mut report = StoryAuditReport {
            about: About::default(),
            summary: Summary::default(),
            stories: self.stories,
            all: all.finish("", ""),
            kinds: cells
                .into_iter()
                .map(|((task, _, kind), counters)| counters.finish(task, kind.map_or(UNSOLVED, Kind::name)))
                .collect(),
            suspects: self.suspects.values().flatten().cloned().collect(),
            shortcuts: self.shortcuts.finish(),
            leaks,
            floors: Floors::default(),
        };
        report.judge();
        report
    }
}

/// An answer with its support.
fn written(answer: &str, support: &[usize]) -> String {
    if support.is_empty() { answer.to_owned() } else { format!("{answer} ({})", listed(support)) }
}

/// The results of an audit of stories.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoryAuditReport {
    /// What was audited, and by what.
    pub about: About,
    /// The findings, worst first.
    pub summary: Summary,
    /// How many stories there were.
    pub stories: u64,
    /// All questions together.
    pub all: AuditedKind,
    /// The questions of each task, by kind.
    pub kinds: Vec<AuditedKind>,
    /// The first questions or lines with each flaw.
    pub suspects: Vec<StorySuspect>,
    /// How far shortcuts get, by split and kind.
    pub shortcuts: Vec<ShortcutScore>,
    /// What train has of each split already.
    pub leaks: Vec<(String, Leaks)>,
    /// How far readers get who do not understand.
    pub floors: Floors,
}

impl StoryAuditReport {
    /// Adds the floors, which are part of the summary.
    #[must_use]
    pub fn with_floors(mut self, floors: Floors) -> Self {
        self.floors = floors;
        self.judge();
        self
    }

    fn judge(&mut self) {
        let mut looks = Looks::default();
        for (split, leaks) in &self.leaks {
            let at = At { topic: Topic::Leaks, split, group: "", example: None };
            let text = "questions that train has, word by word, after the same lines".to_owned();
            looks.count(at, Severity::Warning, leaks.identical, text);
            let text = "questions that train has in other words, after lines that say the same".to_owned();
            looks.count(at, Severity::Warning, leaks.reworded(), text);
            let text = "questions that the split has more than once, but for one of each".to_owned();
            looks.count(at, Severity::Note, leaks.repeated, text);
        }
        for cell in &self.kinds {
            for (flaw, severity, topic) in [
                (Flaw::NotSolved, Severity::Warning, Topic::Unsolved),
                (Flaw::WrongAnswer, Severity::Warning, Topic::Labels),
                (Flaw::DoesNotFollow, Severity::Warning, Topic::Labels),
                (Flaw::Insufficient, Severity::Note, Topic::Supports),
            ] {
                let suspects = self.suspects.iter().filter(|suspect| suspect.flaw == flaw);
                let own = suspects.filter(|suspect| suspect.task.as_deref().unwrap_or(UNNAMED) == cell.task);
                let example = own.map(|suspect| format!("{}, line {}", suspect.place, suspect.line)).next();
                let at = At { topic, split: &cell.task, group: &cell.kind, example: example.as_deref() };
                looks.count(at, severity, cell.share(flaw), flaw.name().to_owned());
            }
        }
        look_at(&self.floors, &mut looks);
        self.summary = looks.finish();
    }

    /// The questions of a kind, of all tasks.
    pub fn kind(&self, kind: Kind) -> AuditedKind {
        let mut sum = AuditedKind { kind: kind.name().to_owned(), ..AuditedKind::default() };
        for cell in self.kinds.iter().filter(|cell| cell.kind == kind.name()) {
            sum.questions += cell.questions;
            sum.right += cell.right;
            sum.supports += cell.supports;
            for (flaw, count) in &cell.flaws {
                *sum.flaws.entry(*flaw).or_default() += count;
            }
        }
        sum
    }
}

/// What was found in the questions of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize)]
pub struct AuditedKind {
    /// The task.
    pub task: String,
    /// The kind.
    pub kind: String,
    /// How many questions there are.
    pub questions: u64,
    /// How many have the right answer.
    pub right: u64,
    /// How many of these have a support.
    pub supports: u64,
    /// Flaws. Those of lines are counted by lines, others by questions.
    #[serde(serialize_with = "by_name")]
    pub flaws: BTreeMap<Flaw, u64>,
}

fn by_name<S: Serializer>(flaws: &BTreeMap<Flaw, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(flaws)
}

impl AuditedKind {
    /// How often a flaw occurs.
    pub fn count(&self, flaw: Flaw) -> u64 {
        self.flaws.get(&flaw).copied().unwrap_or(0)
    }

    /// The same as a share: of supports that were looked at, or of questions.
    pub fn share(&self, flaw: Flaw) -> Share {
        let of = if flaw.is_about_support() { self.supports } else { self.questions };
        Share { count: self.count(flaw), of }
    }

    /// Supports that do not support the answer, for whatever reason.
    pub fn insufficient(&self) -> Share {
        Share { count: self.count(Flaw::Insufficient) + self.count(Flaw::NoAntecedent), of: self.supports }
    }
}

/// A question or a line with a flaw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StorySuspect {
    /// The flaw.
    pub flaw: Flaw,
    /// The task.
    pub task: Option<String>,
    /// The split.
    pub split: Option<String>,
    /// Where the story begins.
    pub place: String,
    /// The printed number of the line in the story.
    pub line: usize,
    /// The question, or the line.
    pub text: String,
    /// What is recorded: the answer, and the support in parentheses.
    pub recorded: String,
    /// What follows.
    pub derived: String,
    /// The reason.
    pub reason: String,
}
