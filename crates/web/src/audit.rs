//! Audits of the first items of a split, and what train says about the parts of hold-outs.

use serde::Serialize;
use wampimuk_audit::floors::{Bar, bars};
use wampimuk_audit::{Concern, DatasetAudit, TRAIN, fresh, fresh_evidence};

use crate::progress::Page;
use crate::session::{Opened, Problem};

/// The most items that a page waits for.
const MOST: u64 = 5_000;

/// What an audit found.
#[derive(Debug, Serialize)]
pub(crate) struct Audited {
    split: String,
    /// How many of its items there were to look at.
    items: u64,
    /// How many items of train, which readers learn from; none if that is the split.
    train: u64,
    /// How many comparisons with chance were made.
    looks: usize,
    /// The findings, worst first.
    findings: Vec<Finding>,
    /// How far readers get who do not understand, and how far they may.
    floors: Vec<Floor>,
}

#[derive(Debug, Serialize)]
struct Finding {
    severity: &'static str,
    topic: &'static str,
    /// What it means for a result.
    meaning: &'static str,
    /// What was found, where, and how sure that is.
    text: String,
}

#[derive(Debug, Serialize)]
struct Floor {
    group: String,
    reader: &'static str,
    what: &'static str,
    items: u64,
    share: f64,
    low: f64,
    high: f64,
    /// The most that it should be, and that without the margin.
    bar: f64,
    expected: f64,
    missed: bool,
}

/// Audits the first items of a split.
pub(crate) fn audited(opened: &Opened, split: &str, items: u64) -> Result<Audited, Problem> {
    let items = items.clamp(1, MOST);
    let dataset = opened.dataset.as_ref();
    let found = fresh(dataset, &opened.name, split, items, &Page::default()).map_err(Problem::new)?;
    let summary = found.summary();
    let looked_at = |name: &str| {
        let split = dataset.splits().iter().find(|split| split.name == name);
        split.map_or(0, |split| items.min(split.len))
    };
    let finding = |concern: &Concern| Finding {
        severity: concern.severity.name(),
        topic: concern.topic.name(),
        meaning: concern.topic.meaning(),
        text: concern.line(),
    };
    Ok(Audited {
        split: split.to_owned(),
        items: looked_at(split),
        train: if split == TRAIN { 0 } else { looked_at(TRAIN) },
        looks: summary.looks,
        findings: summary.concerns.iter().map(finding).collect(),
        floors: floors(&found),
    })
}

fn floors(found: &DatasetAudit) -> Vec<Floor> {
    let floor = |bar: Bar<'_>| Floor {
        group: bar.row.group.clone(),
        reader: bar.score.reader,
        what: bar.what,
        items: bar.row.items,
        share: bar.score.share(),
        low: bar.score.low,
        high: bar.score.high,
        bar: bar.height(),
        expected: bar.expected,
        missed: bar.is_missed(),
    };
    bars(found.floors()).into_iter().map(floor).collect()
}

/// How often the parts of hold-outs occur among the first items of train.
#[derive(Debug, Serialize)]
pub(crate) struct Parts {
    items: u64,
    parts: Vec<Part>,
}

#[derive(Debug, Serialize)]
struct Part {
    /// The hold-out.
    about: String,
    /// The part, in words.
    label: String,
    count: u64,
}

/// What train says; nothing for recipes whose hold-outs have no parts that are known.
pub(crate) fn parts(opened: &Opened, items: u64) -> Result<Option<Parts>, Problem> {
    let found = fresh_evidence(opened.dataset.as_ref(), items.clamp(1, MOST), &Page::default());
    Ok(found.map_err(Problem::new)?.map(|report| Parts {
        items: report.examples,
        parts: report
            .answers
            .into_iter()
            .map(|answer| Part {
                about: answer.question.about,
                label: answer.question.label,
                count: answer.count,
            })
            .collect(),
    }))
}
