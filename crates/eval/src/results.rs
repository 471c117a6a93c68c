//! From a journal to results: every answer judged, counted, written down and shown.

use std::path::Path;

use wampimuk_analysis::score::{Options, Scored, score};
use wampimuk_audit::floors::{Extent, Floors, Teacher, measure};
use wampimuk_core::Watch;
use wampimuk_families::Contents;
use wampimuk_source::{Choice, Pass};

use crate::Error;
use crate::chance::Chance;
use crate::files::{Names, Predictions, Rows, eval_results, put};
use crate::journal::Journal;
use crate::judged::{Tally, judge};
use crate::page::{Shown, page};
use crate::plan::{Block, Plan};
use crate::summary::{RunSummary, SplitSummary, Summary};

/// How results are made.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The folder that they go to.
    pub folder: &'a Path,
    /// Whether readers without understanding are tried, which takes seconds to minutes.
    pub floors: bool,
    /// The date, for files that want one: `2026-11-16`.
    pub date: String,
    /// How many threads may work.
    pub threads: usize,
}

/// A model on a dataset in one form: its blocks, and what it is called where several stand side by side.
struct Run<'p> {
    blocks: Vec<&'p Block>,
    label: String,
}

fn runs(plan: &Plan) -> Vec<Run<'_>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    for block in &plan.blocks {
        let key = |block: &Block| (block.model, block.data, block.writing);
        match runs.last_mut().filter(|run| key(run.blocks[0]) == key(block)) {
            Some(run) => run.blocks.push(block),
            None => runs.push(Run { blocks: vec![block], label: String::new() }),
        }
    }
    for run in &mut runs {
        let first = run.blocks[0];
        let name = &plan.study.models[first.model].name;
        let other = |block: &Block| block.data == first.data && block.writing != first.writing;
        run.label = match plan.blocks.iter().any(other) {
            true => format!("{name}, {}", first.writing.name()),
            false => name.clone(),
        };
    }
    runs
}

/// Judges all answers, and writes `answers.parquet`, files of predictions, `summary.json`, `.eval_results` and
/// `report.html`.
///
/// # Errors
/// If an item cannot be made, a file not be written, or the caller asked to stop.
pub fn results(
    plan: &Plan,
    journal: &Journal,
    report: &Report<'_>,
    watch: &dyn Watch,
) -> Result<Summary, Error> {
    let study = &plan.study;
    let folder = report.folder;
    let items: usize = plan.blocks.iter().map(|block| block.indices.len()).sum();
    watch.begin("judge", Some(items as u64));
    let mut rows = Rows::create(folder)?;
    let mut names = Names::default();
    let mut summaries = Vec::new();
    let mut shown = Vec::new();
    let runs = runs(plan);
    for run in &runs {
        let first = run.blocks[0];
        let asked = &plan.data[first.data];
        let dataset = asked.dataset()?;
        let model = &study.models[first.model].name;
        let name = names.name(&[model, &asked.name, first.writing.name()]);
        let mut summary = RunSummary {
            model: model.clone(),
            data: asked.name.clone(),
            digest: dataset.digest().to_string(),
            seed: dataset.seed(),
            form: first.writing.name(),
            predictions: format!("predictions/{name}.jsonl"),
            splits: Vec::new(),
        };
        let path = folder.join(&summary.predictions);
        let mut predictions = Predictions::create(path, &run.label, &summary, &study.set, dataset)?;
        let mut examples = Shown::default();
        for block in &run.blocks {
            let split = &dataset.splits()[block.split];
            let mut tally = Tally::default();
            judge(plan, block, journal, watch, |sample| {
                rows.add(&summary, &split.name, &sample)?;
                predictions.add(&split.name, &sample)?;
                tally.add(&sample);
                examples.offer(&split.name, sample);
                Ok(())
            })?;
            let planned = block.indices.len() as u64;
            summary.splits.push(SplitSummary::new(split, planned, study.samples, &tally));
        }
        predictions.finish()?;
        summary.compare();
        put(
            &folder.join(format!(".eval_results/{name}.yaml")),
            eval_results(&summary, &report.date).as_bytes(),
        )?;
        summaries.push(summary);
        shown.push(examples);
    }
    rows.finish()?;
    let mut scored = Vec::new();
    for (number, asked) in plan.data.iter().enumerate() {
        let own: Vec<usize> = (0..runs.len()).filter(|&run| runs[run].blocks[0].data == number).collect();
        let found = scores(plan, number, own.iter().map(|&run| &summaries[run]), report, watch)?;
        let floors = if report.floors { floors(plan, number, report, watch)? } else { None };
        if let Some(found) = &found {
            let mut chance = Chance::new(asked.dataset()?, found);
            for &run in &own {
                for split in &mut summaries[run].splits {
                    split.chance = chance.of(&runs[run].label, &split.split)?;
                }
            }
        }
        if let Some(floors) = &floors {
            own.iter().for_each(|&run| summaries[run].add_floors(floors));
        }
        scored.extend(found.map(|found| (asked.name.as_str(), found)));
    }
    let spent = journal.spent();
    let is_whole = |run: &RunSummary| run.splits.iter().all(|split| split.items == split.planned);
    let summary = Summary {
        wampimuk: env!("CARGO_PKG_VERSION"),
        study: study.clone(),
        complete: summaries.iter().all(is_whole),
        requests: spent.requests,
        input_tokens: spent.input,
        output_tokens: spent.output,
        cost: study.prices.is_known().then(|| study.prices.cost(spent.input, spent.output)),
        shots: plan.checked.clone(),
        runs: summaries,
    };
    let path = folder.join("summary.json");
    let text = serde_json::to_string_pretty(&summary).map_err(|error| Error::write(&path, error))?;
    put(&path, format!("{text}\n").as_bytes())?;
    let html = page(plan, &summary, &scored, &shown)?.html();
    put(&folder.join("report.html"), html.as_bytes())?;
    Ok(summary)
}

/// What `wampimuk score` says about the answers to a dataset; `None` if it says nothing about such items, or if there are no
/// answers.
fn scores<'s>(
    plan: &Plan,
    number: usize,
    runs: impl Iterator<Item = &'s RunSummary>,
    report: &Report<'_>,
    watch: &dyn Watch,
) -> Result<Option<Scored>, Error> {
    match plan.data[number].dataset()?.contents() {
        Contents::Commands(_) | Contents::Stories(_) => {}
        Contents::Riddles(_) => return Ok(None),
    }
    let answered = |run: &&RunSummary| run.splits.iter().any(|split| split.items > 0);
    let files: Vec<_> = runs.filter(answered).map(|run| report.folder.join(&run.predictions)).collect();
    if files.is_empty() {
        return Ok(None);
    }
    Ok(Some(score(&files, &Options::default(), report.threads, watch)?))
}

/// How far readers without understanding get on the splits that were asked about; `None` where nobody knows.
fn floors(
    plan: &Plan,
    number: usize,
    report: &Report<'_>,
    watch: &dyn Watch,
) -> Result<Option<Floors>, Error> {
    let asked = &plan.data[number];
    let dataset = asked.dataset()?;
    if matches!(dataset.contents(), Contents::Riddles(_)) {
        return Ok(None);
    }
    let own = plan.blocks.iter().filter(|block| block.data == number);
    let mut splits: Vec<usize> = own.map(|block| block.split).collect();
    splits.sort_unstable();
    splits.dedup();
    let names: Vec<&str> = splits.iter().map(|&split| dataset.splits()[split].name.as_str()).collect();
    let choice = Choice { seed: plan.study.seed, set: plan.study.set.clone(), ..Choice::default() };
    let pass = Pass { choice: &choice, threads: report.threads, watch };
    let teacher = Teacher { learn_from: None, extent: Extent::QUICK };
    Ok(Some(measure(&asked.name, &asked.opened, &names, &teacher, &pass)?))
}
