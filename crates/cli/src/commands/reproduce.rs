//! `wampimuk reproduce`: the tables of a paper, made anew beside the published ones.
//!
//! There is nothing in it that other commands do not do: a reproduction is a list of command lines (augment, train, predict),
//! which are printed and can be typed by hand, and tables of what `score` counts. Every step that is finished is skipped, so
//! the same command goes on where it was.

mod cost;
mod data;
mod job;
mod record;
mod report;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args as ClapArgs;
use serde_json::json;
use wampimuk_analysis::paper::{Answers, Asked, DrawnFigure, Filled, Known, Paper, draw, fill, summary};
use wampimuk_core::suggest_or_list;
use wampimuk_families::read_text;

use super::learning::{Device, MachineArgs};
use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::Bars;
use crate::say::{self, check_report, command_line, say, tell, write, write_report};
use crate::version::PROGRAM;
use job::Job;
use record::{Record, Stored};
use report::Reproduced;

/// Options of `reproduce`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk reproduce gscan --dry-run                    what it would do, and what it would cost here
  wampimuk reproduce gscan --budget 2h                  with as many updates as fit into two hours
  wampimuk reproduce gscan --runs baseline --seeds 1 --quick --device cuda
  wampimuk reproduce reascan --runs gcn-lstm --out runs/reascan --report reascan.html
  wampimuk reproduce gscan --also certified             the certified recipes beside the released procedure
  wampimuk reproduce reascan --also data                Figures 4 and 5: its patterns beside gSCAN
  wampimuk reproduce dyna-babi --also inoculation       Figure 7: after some questions of the hold-out
  wampimuk reproduce dyna-babi --checkpoint t5=t5-base --checkpoint roberta=roberta-base

Each step is a command of its own, which is printed and can be typed by hand. The same command again goes on where it
was. Differences from the paper are marked: = if the published value lies in the interval of ours (95 %, over seeds and
items) or ours within two of its standard deviations, + above, - below. Of trainings with fewer updates, fewer seeds or other
settings than the paper's, and of items that were not all asked, nothing follows: they are marked as incomplete. All this is read
from the files of each training, whatever the options of this call are. Answers to fewer items than are asked for are made
anew; trainings never are.")]
pub struct Reproduce {
    /// The paper: gscan, reascan or dyna-babi.
    pub paper: String,
    /// Where to keep everything [default: runs/PAPER].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How long all trainings together may take, e.g. 90m or 12h: equal times, and what a quick one leaves over is the
    /// others' [default: the paper's settings, however long they take].
    #[arg(long, value_name = "TIME", value_parser = cost::duration)]
    pub budget: Option<Duration>,
    /// How many seeds [default: as many as in the paper].
    #[arg(long, value_name = "N")]
    pub seeds: Option<u64>,
    /// Only these trainings.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub runs: Vec<String>,
    /// Also the trainings of this group: `certified` (the certified recipes, side by side), or `inoculation` of dyna-babi; or
    /// `data`, the figures of reascan that are about the data alone.
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    pub also: Vec<String>,
    /// The presets for few updates with large batches, where there are some, instead of the paper's.
    #[arg(long)]
    pub quick: bool,
    /// Ask at most this many items of each split: for a first look.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Change a setting of every training, e.g. `--set batch=500`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Where a pre-trained model is, e.g. t5=DIR. Without it, its trainings are left out.
    #[arg(long, value_name = "MODEL=DIR")]
    pub checkpoint: Vec<String>,
    /// How many trainings run at once. A GPU that one training leaves half idle does several in little more time.
    #[arg(long, default_value = "1", value_name = "N")]
    pub jobs: NonZeroUsize,
    /// Print what would be done and what it would cost by stored measurements, and do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write a page with tables and figures, the tables as .csv, the figures as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print the tables as JSON.
    #[arg(long)]
    pub json: bool,
    /// What to compute on.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Reproduces.
pub fn run(options: &Reproduce, common: &Common) -> Result<(), Failure> {
    let common = &Common { quiet: common.quiet || options.json, ..common.clone() };
    options.overwrite.check(options.report.as_deref(), [])?;
    check_report(options.report.as_deref())?;
    let paper = Paper::named(&options.paper)?;
    if options.seeds == Some(0) {
        let seeds = paper.seeds;
        return Err(Failure::Input(format!(
            "--seeds 0 leaves nothing to train: 1 or more, or none at all for the paper's {seeds}"
        )));
    }
    let jobs = jobs(&paper, options, common)?;
    if jobs.is_empty() {
        return Err(Failure::Input("there is nothing to do: no training is left".into()));
    }
    let waiting: Vec<&Job> = jobs.iter().filter(|job| !job.is_done()).collect();
    let updates = if options.dry_run {
        let costs = cost::known(&waiting, options)?;
        say(cost::table(&waiting, &costs, options.budget).to_text())?;
        say(cost::SOURCE)?;
        cost::within(&costs, options.budget)
    } else if options.budget.is_some() {
        let costs = cost::measure(&waiting, options, common)?;
        if !common.quiet {
            say(cost::table(&waiting, &costs, options.budget).to_text())?;
        }
        cost::within(&costs, options.budget)
    } else {
        vec![None; waiting.len()]
    };
    if options.dry_run {
        for job in &waiting {
            job.commands(None).iter().try_for_each(|line| say(format!("wampimuk {}", line.join(" "))))?;
        }
        return data::commands(&paper, options).iter().try_for_each(say);
    }
    in_turn(&waiting, &updates, options.jobs, common)?;
    let mut records = jobs.iter().map(Record::of).collect::<Result<Vec<_>, _>>()?;
    if !common.quiet {
        jobs.iter().try_for_each(|job| shown_as_it_is(job, options))?;
    }
    let (tables, figures) = counted(&paper, (&jobs, &mut records), options, common)?;
    let reproduced = Reproduced { tables, figures, data: data::figures(&paper, options, common)? };
    if let Some(path) = &options.report {
        write_report(path, reproduced.report(&paper, &records), common)?;
    }
    if options.json {
        let Reproduced { tables, figures, data } = &reproduced;
        return say::json(&json!({
            "paper": paper.title,
            "program": PROGRAM,
            "command": command_line(),
            "tables": tables,
            "figures": figures,
            "data": data.as_ref().map(|data| &data.tables),
            "trainings": records,
        }));
    }
    reproduced.tables.iter().try_for_each(|table| say(table.shown().to_text()))?;
    reproduced.figures.iter().try_for_each(|figure| say(figure.table().to_text()))?;
    let data = reproduced.data.iter().flat_map(|data| &data.tables);
    data.into_iter().try_for_each(|table| say(table.to_text()))?;
    paper.notes.iter().try_for_each(|note| say(format!("{note}\n")))?;
    say(record::table(&records).to_text())?;
    say(summary(&reproduced.tables))
}

/// Says of a training that was made with other settings than this call asks for that it is shown as it is.
fn shown_as_it_is(job: &Job, options: &Reproduce) -> Result<(), Failure> {
    let Some(stored) = Stored::of(job)? else { return Ok(()) };
    let unlike = stored.unlike(job, options.budget.is_some())?;
    if !unlike.is_empty() {
        let (folder, unlike) = (job.folder.display(), unlike.join(", "));
        tell!(
            "note: {folder} was trained with other settings ({unlike}) and is shown as it is; remove it to train anew"
        );
    }
    Ok(())
}

/// Counts answers, and remembers beside them what was counted.
fn counted(
    paper: &Paper,
    (jobs, records): (&[Job], &mut [Record]),
    options: &Reproduce,
    common: &Common,
) -> Result<(Vec<Filled>, Vec<DrawnFigure>), Failure> {
    let files = |name: &str, asked: &Asked| {
        let of_run = jobs.iter().zip(&*records).filter(|(job, _)| job.name == name);
        let answers = |(job, record): (&Job, &Record)| Answers {
            path: job.predictions(asked),
            incomplete: record.incomplete(asked),
        };
        of_run.map(answers).collect()
    };
    let memory = options.folder().join("counted.json");
    let mut known = Known::parse(&read_text(&memory).unwrap_or_default());
    let before = known.text();
    let (bars, threads) = (Bars::new(common), common.threads());
    let tables = fill(paper, &files, &mut known, threads, &bars)?;
    let figures = draw(paper, &files, &mut known, threads, &bars)?;
    for (job, record) in jobs.iter().zip(records) {
        for (asked, splits) in paper.asked(&job.name) {
            let path = job.predictions(&asked);
            let unanswered = known.unanswered(&path, &asked, &splits, (threads, &bars))?;
            record.remember_unanswered(&asked, unanswered);
        }
    }
    drop(bars);
    if known.text() != before {
        write(&memory, known.text().as_bytes())?;
    }
    Ok((tables, figures))
}

/// Does the jobs, first those that others begin with.
fn in_turn(
    jobs: &[&Job],
    updates: &[Option<u64>],
    at_once: NonZeroUsize,
    common: &Common,
) -> Result<(), Failure> {
    for begins_with_another in [false, true] {
        let is_now = |(job, _): &(&&Job, &Option<u64>)| job.from.is_some() == begins_with_another;
        let (jobs, updates): (Vec<&Job>, Vec<Option<u64>>) =
            jobs.iter().zip(updates).filter(is_now).map(|(job, updates)| (*job, *updates)).unzip();
        work(&jobs, &updates, at_once, common)?;
    }
    Ok(())
}

/// Does the jobs, so many at once. After a failure those that have begun come to their end, and no other begins.
fn work(
    jobs: &[&Job],
    updates: &[Option<u64>],
    at_once: NonZeroUsize,
    common: &Common,
) -> Result<(), Failure> {
    if at_once.get() == 1 {
        return jobs.iter().zip(updates).try_for_each(|(job, &updates)| job.run(updates, common));
    }
    let threads = NonZeroUsize::new(common.threads() / at_once).or(Some(NonZeroUsize::MIN));
    let apart = Common { quiet: true, threads, ..common.clone() };
    let state = Mutex::new((jobs.iter().zip(updates), None));
    let begin = || {
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.1.is_some() { None } else { state.0.next() }
    };
    std::thread::scope(|scope| {
        for _ in 0..at_once.get().min(jobs.len()) {
            scope.spawn(|| {
                while let Some((job, &updates)) = begin() {
                    if !common.quiet {
                        tell!("{}, seed {}: begun", job.name, job.seed);
                    }
                    let outcome = job.run(updates, &apart);
                    if !common.quiet {
                        tell!(
                            "{}, seed {}: {}",
                            job.name,
                            job.seed,
                            if outcome.is_ok() { "done" } else { "failed" }
                        );
                    }
                    if let Err(failure) = outcome {
                        state.lock().unwrap_or_else(PoisonError::into_inner).1.get_or_insert(failure);
                    }
                }
            });
        }
    });
    match state.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
        None => Ok(()),
        Some(failure) => Err(failure),
    }
}

/// All trainings that were asked for, seed by seed, so that every table has something early on.
fn jobs(paper: &Paper, options: &Reproduce, common: &Common) -> Result<Vec<Job>, Failure> {
    for name in &options.runs {
        if !paper.runs.contains_key(name) {
            let names: Vec<&str> = paper.runs.keys().map(String::as_str).collect();
            let all = names.join(", ");
            return Err(Failure::Input(format!("there is no training `{name}`: there are {all}")));
        }
    }
    if options.machine.device == Device::Cuda && !cfg!(feature = "cuda") {
        #[cfg(not(feature = "cuda"))]
        return Err(super::learning::no_gpu());
    }
    for group in &options.also {
        if !(paper.groups.contains_key(group) || group == data::GROUP && paper.data.is_some()) {
            let groups = paper.groups.keys().map(String::as_str);
            let groups: Vec<&str> = groups.chain(paper.data.iter().map(|_| data::GROUP)).collect();
            let hint = suggest_or_list(group, "there are", groups);
            return Err(Failure::Input(format!("there is no group of trainings `{group}` ({hint})")));
        }
    }
    let out = options.folder();
    let mut jobs = Vec::new();
    for seed in 0..options.seeds.unwrap_or(paper.seeds) {
        for (name, run) in &paper.runs {
            let is_named = options.runs.contains(name);
            let is_of_group = run.group.as_ref().is_some_and(|group| options.also.contains(group));
            let is_usual = options.runs.is_empty() && run.group.is_none();
            if !is_named && !is_of_group && !is_usual {
                continue;
            }
            let job = Job::new(paper, name, run, seed, &out, options);
            match job {
                Ok(job) => jobs.push(job),
                Err(missing) if !is_named => {
                    if seed == 0 && !common.quiet {
                        tell!("note: {name} is left out: {missing}");
                    }
                }
                Err(missing) => return Err(Failure::Input(format!("failed to train {name}: {missing}"))),
            }
        }
    }
    let there = |from: &str, folder: &Path| folder.exists() || jobs.iter().any(|job: &Job| job.name == from);
    for job in &jobs {
        if let Some((from, folder)) = job.from.as_ref().filter(|(from, folder)| !there(from, folder)) {
            let (name, place) = (&job.name, folder.display());
            return Err(Failure::Input(format!(
                "{name} begins with the weights of {from}, and there is no {place}: add it to --runs"
            )));
        }
    }
    Ok(jobs)
}

impl Reproduce {
    /// Where everything is kept.
    fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("runs").join(&self.paper))
    }
}
