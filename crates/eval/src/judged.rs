//! Answers, judged.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_core::{ItemId, Watch};
use wampimuk_prompt::{Answer, ParseMode, Unparsed, read};
use wampimuk_score::{AnswerFault, Judge};

use crate::Error;
use crate::journal::{Entry, Journal};
use crate::plan::{Asker, Block, Plan};
use crate::reply::Ending;

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The right answer.
    Right,
    /// An answer that can be read, and is another one.
    Wrong,
    /// Something was said, and no answer can be read in it.
    Unreadable,
    /// The model or its server declined.
    Refused,
    /// The limit of tokens came before the end. What may be there of an answer does not count.
    Cut,
    /// Nothing was said.
    Empty,
    /// No reply was to be had. This says nothing about the model, and does not count.
    Failed,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Right, Self::Wrong, Self::Unreadable, Self::Refused, Self::Cut, Self::Empty, Self::Failed];

    /// The name, as files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::Cut => "cut",
            Self::Empty => "empty",
            Self::Failed => "failed",
        }
    }

    /// Whether it says something about the model.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Failed)
    }
}

/// An answer to a question, judged.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The item's identity.
    pub id: ItemId,
    /// Its index in the split.
    pub index: u64,
    /// Which of the answers to this question.
    pub sample: u32,
    /// What the model read.
    pub question: String,
    /// The right answer.
    pub expected: String,
    /// What the model said.
    pub entry: Entry,
    /// The answer that was read in it; empty if there is none.
    pub parsed: String,
    /// The same, to be drawn.
    pub answer: Answer,
    /// What it comes to.
    pub outcome: Outcome,
    /// What is wrong with it, in words.
    pub why: String,
}

/// Judges the answers to a block's questions, in order. Questions without an answer are left out.
///
/// # Errors
/// If an item cannot be made or the journal not be read, and what `visit` gives.
pub fn judge(
    plan: &Plan,
    block: &Block,
    journal: &Journal,
    watch: &dyn Watch,
    mut visit: impl FnMut(Sample) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut asker = Asker::new(plan, block)?;
    let mut judge = Judge::new(plan.data[block.data].dataset()?);
    for &index in &block.indices {
        let question = asker.question(index)?;
        for sample in 0..plan.study.samples {
            let Some(entry) = journal.get(question.key(sample))? else { continue };
            let answer = match entry.ending {
                Ending::Answered => read(&entry.answer, question.prompt.view, ParseMode::Whole),
                _ => Answer::Unparsed(Unparsed::Missing),
            };
            let judgement = judge.judge(block.split, index, &answer)?;
            let (outcome, why) = match (entry.ending, &judgement.why) {
                (Ending::Failed, _) => (Outcome::Failed, entry.why.clone()),
                (Ending::Refused, _) => (Outcome::Refused, "the model declined".into()),
                (Ending::Cut, _) => (Outcome::Cut, "the limit of tokens came first".into()),
                (Ending::Empty, _) => (Outcome::Empty, "nothing was said".into()),
                (Ending::Answered, None) => (Outcome::Right, String::new()),
                (Ending::Answered, Some(AnswerFault::Unparsed(reason))) => {
                    (Outcome::Unreadable, reason.to_string())
                }
                (Ending::Answered, Some(why)) => (Outcome::Wrong, why.to_string()),
            };
            visit(Sample {
                id: question.prompt.id,
                index,
                sample,
                question: question.text.clone(),
                expected: question.prompt.answer.clone(),
                parsed: written(&answer),
                answer,
                entry,
                outcome,
                why,
            })?;
        }
        watch.done(1)?;
    }
    Ok(())
}

/// An answer in the plainest words.
fn written(answer: &Answer) -> String {
    match answer {
        Answer::Actions(actions) => actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", "),
        Answer::Cell(cell) => format!("row {}, column {}", cell.row, cell.column),
        Answer::Words(words) => words.join(", "),
        Answer::Grid(rows) => {
            let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        Answer::Unparsed(_) => String::new(),
    }
}

/// How often each outcome occurred.
pub type Outcomes = BTreeMap<Outcome, u64>;

/// The answers to the questions of a block, counted.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// How often each outcome occurred.
    pub outcomes: Outcomes,
    /// For each item with an answer that counts: how many count, and how many are right.
    items: BTreeMap<u64, (u32, u32)>,
    /// Tokens of questions and answers.
    pub input: u64,
    /// Tokens of answers.
    pub output: u64,
    milliseconds: Vec<u64>,
}

impl Tally {
    /// Counts an answer.
    pub fn add(&mut self, sample: &Sample) {
        *self.outcomes.entry(sample.outcome).or_default() += 1;
        self.input += sample.entry.prompt_tokens;
        self.output += sample.entry.completion_tokens;
        if sample.outcome.counts() {
            let (all, right) = self.items.entry(sample.index).or_default();
            *all += 1;
            *right += u32::from(sample.outcome == Outcome::Right);
            self.milliseconds.push(sample.entry.milliseconds);
        }
    }

    /// How many items have an answer that counts.
    pub fn items(&self) -> u64 {
        self.items.len() as u64
    }

    /// The right answers among those of each item, added up over items.
    pub fn right(&self) -> f64 {
        self.items.values().map(|&(all, right)| f64::from(right) / f64::from(all.max(1))).sum()
    }

    /// How likely one of `count` answers is right, in the mean over items that were asked `samples` times; `None` if there
    /// is none.
    pub fn pass(&self, count: u32, samples: u32) -> Option<(f64, u64)> {
        let whole: Vec<u32> =
            self.items.values().filter(|(all, _)| *all == samples).map(|&(_, right)| right).collect();
        let items = whole.len() as u64;
        let sum: f64 = whole.iter().map(|&right| 1.0 - none_of(count, samples, right)).sum();
        (items > 0).then(|| (sum / items as f64, items))
    }

    /// Half of all answers took this long or less.
    pub fn median_milliseconds(&self) -> u64 {
        let mut times = self.milliseconds.clone();
        times.sort_unstable();
        times.get(times.len() / 2).copied().unwrap_or(0)
    }
}

/// How likely none of `count` answers, drawn from `samples` of which `right` are right, is right.
fn none_of(count: u32, samples: u32, right: u32) -> f64 {
    let wrong = samples.saturating_sub(right);
    (0..count.min(samples))
        .map(|drawn| f64::from(wrong.saturating_sub(drawn)) / f64::from(samples - drawn))
        .product()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pass_is_what_drawing_gives() {
        assert_eq!(none_of(1, 4, 1), 0.75);
        assert_eq!(none_of(2, 4, 1), 0.5);
        assert_eq!(none_of(4, 4, 1), 0.0);
        assert_eq!(none_of(4, 4, 0), 1.0);
        assert_eq!(none_of(2, 2, 2), 0.0);
    }
}
