//! From a journal to results: every answer judged, counted, written down and shown.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use wampimuk_core::Watch;

use crate::Error;
use crate::asker::Asker;
use crate::asking::Asking;
use crate::client::Sending;
use crate::examine::examine_conversation;
use crate::files::{Names, Predictions, Rows, eval_results, put};
use crate::findings::{About, Findings};
use crate::floors::{DatasetFloors, Search};
use crate::journal::Journal;
use crate::plan::{Block, CheckedShots, Plan};
use crate::report::{Evaluation, Made, evaluate};
use crate::run::ask;

/// How results are made.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// The folder that they go to.
    pub folder: &'a Path,
    /// The date, for files that want one: `2026-11-16`.
    pub date: String,
    /// What readers without understanding reach, as far as it is known.
    pub floors: Vec<DatasetFloors>,
    /// What a reader of the page should know.
    pub remarks: Vec<String>,
}

/// How long readers without understanding are waited for after the last answer, if nobody says otherwise.
pub const FLOORS: Duration = Duration::from_secs(60);

/// Carries a study out: asks, and meanwhile lets readers without understanding learn; then judges and reports. Readers that are
/// not done in time after the last answer are left out.
///
/// # Errors
/// See [`ask`](crate::ask) and [`results`].
pub fn carry_out(
    plan: &Arc<Plan>,
    journal: &Journal,
    sending: &Sending,
    key: Option<&str>,
    report: Report<'_>,
    floors: Duration,
    watch: &dyn Watch,
) -> Result<(Asking, Evaluation), Error> {
    let search = if floors.is_zero() { None } else { Some(Search::begin(plan, report.folder)?) };
    let asking = ask(plan, journal, sending, key, watch)?;
    let (floors, late) = match search {
        Some(search) => search.end(floors, watch)?,
        None => Default::default(),
    };
    let late = (!late.is_empty()).then(|| {
        let names = late.join(", ");
        format!("Readers without understanding were not done in time on {names}: give them more of it with --floors SECONDS.")
    });
    let gone = asking.given_up.iter().map(|one| format!("{}.", one.sentence()));
    let remarks = report.remarks.into_iter().chain(gone).chain(late).collect();
    let report = Report { floors, remarks, ..report };
    let evaluation = results(plan, journal, &report, watch)?;
    Ok((asking, evaluation))
}

/// The blocks of each run: a model on a dataset in one form.
fn runs(plan: &Plan) -> Vec<Vec<&Block>> {
    let key = |block: &Block| (block.model, block.data, block.writing);
    let mut runs: Vec<Vec<&Block>> = Vec::new();
    for block in &plan.blocks {
        match runs.last_mut().filter(|run| key(run[0]) == key(block)) {
            Some(run) => run.push(block),
            None => runs.push(vec![block]),
        }
    }
    runs
}

/// Who is asked about what in a run.
fn about(plan: &Plan, first: &Block, names: &mut Names) -> Result<About, Error> {
    let study = &plan.study;
    let (model, asked) = (&study.models[first.model].name, &plan.data[first.data]);
    let form = first.writing.name();
    let other = |block: &Block| block.data == first.data && block.writing != first.writing;
    let label = match plan.blocks.iter().any(other) {
        true => format!("{model}, {form}"),
        false => model.clone(),
    };
    let name = names.name(&[model, &asked.name, form]);
    let mut about = About {
        model: model.clone(),
        data: asked.name.clone(),
        form: form.to_owned(),
        changes: study.set.clone(),
        view: plan.prompter(first)?.view(),
        play: study.play,
        predictions: Some(format!("predictions/{name}.jsonl")),
        name,
        label,
    };
    if !about.is_scored() {
        about.predictions = None;
    }
    Ok(about)
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
) -> Result<Evaluation, Error> {
    let folder = report.folder;
    let items: usize = plan.blocks.iter().map(|block| block.indices.len()).sum();
    watch.begin("judge", Some(items as u64));
    let mut rows = Rows::create(folder)?;
    let mut names = Names::default();
    let mut found = Vec::new();
    let mut shots = Shots::new(plan);
    for blocks in runs(plan) {
        let about = about(plan, blocks[0], &mut names)?;
        let mut run = Findings::new(about, plan.data[blocks[0].data].dataset()?);
        let mut predictions = match &run.about.predictions {
            Some(path) => Some(Predictions::create(folder.join(path), &run, &plan.study.set)?),
            None => None,
        };
        for block in blocks {
            let asker = judge(plan, block, journal, watch, &mut rows, &mut predictions, &mut run)?;
            shots.add(block, asker.judged());
        }
        if let Some(predictions) = predictions {
            predictions.finish()?;
        }
        found.push(run);
    }
    rows.finish()?;
    let made = Made {
        study: Some(&plan.study),
        samples: plan.study.samples,
        spent: journal.spent(),
        logs: Vec::new(),
        shots: shots.checked,
        remarks: report.remarks.clone(),
    };
    let evaluation = evaluate(found, made, &report.floors)?;
    for run in &evaluation.summary.runs {
        let text = eval_results(run, &report.date);
        put(&folder.join(format!(".eval_results/{}.yaml", run.name)), text.as_bytes())?;
    }
    evaluation.save(folder)?;
    Ok(evaluation)
}

/// What was found out about examples, added up where each question has its own.
struct Shots<'p> {
    plan: &'p Plan,
    checked: Vec<CheckedShots>,
    /// The blocks that were counted, by what decides on examples: dataset and split.
    counted: BTreeSet<(usize, usize)>,
}

impl<'p> Shots<'p> {
    fn new(plan: &'p Plan) -> Self {
        let mut checked = plan.checked.clone();
        for shots in checked.iter_mut().filter(|shots| shots.split.is_some() && shots.indices.is_empty()) {
            (shots.looked, shots.passed) = (0, 0);
        }
        Self { plan, checked, counted: BTreeSet::new() }
    }

    /// Other models, other forms and partners have the same examples.
    fn add(&mut self, block: &Block, (looked, passed): (u64, u64)) {
        let is_new = self.counted.insert((block.data, block.split));
        let name = &self.plan.data[block.data].name;
        let own = self.checked.iter_mut().filter(|shots| shots.data == *name && shots.indices.is_empty());
        for shots in own.filter(|_| is_new) {
            shots.looked += looked;
            shots.passed += passed;
        }
    }
}

/// Judges the answers to what a block asks.
fn judge<'p>(
    plan: &'p Plan,
    block: &'p Block,
    journal: &Journal,
    watch: &dyn Watch,
    rows: &mut Rows,
    predictions: &mut Option<Predictions>,
    run: &mut Findings<'_>,
) -> Result<Asker<'p>, Error> {
    let mut asker = Asker::new(plan, block)?;
    let (view, split) = (asker.view(), run.split_name(block.split));
    for &index in &block.indices {
        watch.done(1)?;
        let Some((item, conversation)) = asker.at_hand(index)? else { continue };
        run.plan(block.split, block.variant, 1);
        for sample in 0..plan.study.samples {
            let conversation = conversation.clone();
            let Some(sample) = examine_conversation(&item, conversation, sample, view, journal)? else {
                continue;
            };
            rows.add(run, split, &sample)?;
            if let Some(predictions) = predictions {
                predictions.add(split, &sample)?;
            }
            run.add(&item, sample);
        }
    }
    Ok(asker)
}
