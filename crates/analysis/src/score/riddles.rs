//! Predictions for riddles: the last output, cell by cell.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_audit::Table;
use wampimuk_families::Dataset;
use wampimuk_prompt::{ParseMode, PromptView, read};
use wampimuk_score::Judge;
use wampimuk_source::Source;

use super::admission::Admission;
use super::{Contents, Options, Run, Scored, Work};
use crate::error::Error;
use crate::interval::wilson;
use crate::predictions::Said;
use crate::runs::{About, repetitions, tell_apart, unanswered};

/// What answers to riddles show.
#[derive(Debug, Serialize)]
pub struct RiddleScores {
    /// What the dataset is, and what it is the same by.
    pub data: String,
    /// The runs, in the order of their files.
    pub runs: Vec<RiddleRun>,
    /// What is to be said about them.
    pub remarks: Vec<String>,
}

/// What one file of answers shows.
#[derive(Debug, Serialize)]
pub struct RiddleRun {
    /// The run.
    #[serde(flatten)]
    pub about: About,
    /// The splits with answers, in the order of the recipe.
    pub splits: Vec<RiddleSplit>,
}

/// The answers to the riddles of a split.
#[derive(Debug, Default, Serialize)]
pub struct RiddleSplit {
    /// Its name.
    pub split: String,
    /// How many riddles it has.
    pub items: u64,
    /// How many answers there are.
    pub answers: u64,
    /// How many could not be read as a grid.
    pub unread: u64,
    /// How many are right in every cell.
    pub exact: u64,
    /// The mean share of right cells.
    pub cells: f64,
}

impl RiddleScores {
    /// One table: a row for each run and split.
    pub fn tables(&self) -> Vec<Table> {
        let columns = ["run", "split", "answers", "no grid", "exact %", "95 %", "cells %"];
        let mut table = Table::new("Riddles: right outputs", &columns);
        for run in &self.runs {
            let name = run.about.model.as_ref().unwrap_or(&run.about.file);
            for split in &run.splits {
                let share = split.exact as f64 / split.answers.max(1) as f64;
                let [low, high] = wilson(share, split.answers).map(|bound| 100.0 * bound);
                table.row([
                    name.clone(),
                    split.split.clone(),
                    split.answers.to_string(),
                    split.unread.to_string(),
                    format!("{:.1}", 100.0 * share),
                    format!("{low:.1} to {high:.1}"),
                    format!("{:.1}", 100.0 * split.cells),
                ]);
            }
        }
        vec![table]
    }
}

/// Scores runs.
pub(super) fn score(
    data: String,
    groups: Vec<(&Source, Vec<Run>)>,
    work: &Work<'_>,
) -> Result<Scored, Error> {
    only_riddles(work.options)?;
    let mut scored = Vec::new();
    for (source, runs) in groups {
        let Some(dataset) = source.dataset.as_deref() else {
            return Err(Error::Request(
                "these riddles have no recipe, and `score` makes riddles again by their address: give predictions for a recipe"
                    .into(),
            ));
        };
        for run in runs {
            scored.push(mark(dataset, run, work)?);
        }
    }
    tell_apart(scored.iter_mut().map(|run| &mut run.about));
    let remarks = remarks(&scored);
    Ok(Scored::Riddles(Box::new(RiddleScores { data, runs: scored, remarks })))
}

/// What a reader should know: what is missing, what could not be read, and runs that are no runs of their own.
fn remarks(runs: &[RiddleRun]) -> Vec<String> {
    let mut remarks = Vec::new();
    for RiddleRun { about, splits } in runs {
        let file = &about.file;
        for RiddleSplit { split, items, answers, unread, .. } in splits {
            remarks.extend(unanswered(file, split, *answers, *items, "items"));
            if *unread > 0 {
                remarks.push(format!(
                    "{file}: {unread} answers of `{split}` cannot be read as a grid; these are wrong"
                ));
            }
        }
    }
    let names = |run: &RiddleRun| run.splits.iter().map(|split| split.split.clone()).collect::<Vec<_>>();
    let overlap = |one: &RiddleRun, other: &RiddleRun| {
        let others = names(other);
        names(one).iter().any(|split| others.contains(split))
    };
    remarks.extend(repetitions(runs, |run| &run.about, overlap));
    remarks
}

/// Counts what one file of answers shows.
fn mark(dataset: &dyn Dataset, run: Run, work: &Work<'_>) -> Result<RiddleRun, Error> {
    let about = run.about();
    let Contents::Lines(mut reader) = run.contents else {
        return Err(Error::Request(format!(
            "{} is a list of commands and actions, and the data has riddles",
            run.name
        )));
    };
    work.watch.begin("score", None);
    let mut judge = Judge::new(dataset);
    let mut admission = Admission::new(dataset.splits(), &work.options.splits)?;
    let mut tallies: BTreeMap<usize, RiddleSplit> = BTreeMap::new();
    while let Some(line) = reader.next() {
        let (line, prediction) = line?;
        let Some(split) = admission.admit(&reader, line, &prediction)? else { continue };
        work.watch.done(1)?;
        let Said::Text(said) = &prediction.said else {
            let problem = "the answer is a list of actions, and the data has riddles";
            let hint = "expected the output as a text: rows of numbers";
            return Err(reader.wrong(line, problem, hint).into());
        };
        let judged = judge
            .judge(split, prediction.index, &read(said, PromptView::Output, ParseMode::Whole))
            .map_err(|error| Error::Request(error.to_string()))?;
        let items = dataset.splits().get(split).map_or(0, |split| split.len);
        let empty = || RiddleSplit { split: prediction.split.clone(), items, ..RiddleSplit::default() };
        let tally = tallies.entry(split).or_insert_with(empty);
        tally.answers += 1;
        tally.unread += u64::from(!judged.parsed);
        tally.exact += u64::from(judged.exact);
        tally.cells += judged.accuracy;
    }
    if tallies.is_empty() {
        return Err(Run::empty(&about.file, work.options));
    }
    let mean = |tally: RiddleSplit| RiddleSplit { cells: tally.cells / tally.answers as f64, ..tally };
    Ok(RiddleRun { about, splits: tallies.into_values().map(mean).collect() })
}

/// Refuses what is about actions, or about stories.
fn only_riddles(options: &Options) -> Result<(), Error> {
    let asked = [
        ("--by", !options.by.is_empty()),
        ("--cap", options.cap.is_some()),
        ("--credit", options.credit.is_some()),
        ("--baselines", options.baselines),
        ("--train", options.train.is_some()),
    ];
    match asked.into_iter().find(|(_, asked)| *asked) {
        None => Ok(()),
        Some((name, _)) => Err(Error::Request(format!(
            "{name} is about commands or stories, and these are answers to riddles: they are counted by split"
        ))),
    }
}
