//! The tables of a paper, made anew beside the published ones.
//!
//! There is nothing in it that other commands do not do: a reproduction is a list of command lines (augment, train, predict),
//! which can be typed by hand, and tables of what `score` counts. Every step that is finished is skipped, so the same
//! reproduction goes on where it was.

mod agenda;
mod cost;
mod data;
mod job;
mod record;
mod report;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use wampimuk_analysis::paper::{Answers, Asked, Known, Paper, draw, fill};
use wampimuk_core::{Watch, suggest_or_list};
use wampimuk_dataset::Output;
use wampimuk_families::read_text;

use crate::Error;
use crate::machine::MachineOptions;
pub use agenda::{Agenda, Effort, Event, Performer};
pub use data::DataFigures;
pub use job::Job;
pub use record::Record;
use record::Stored;
pub use report::Reproduced;

/// What of a paper is made anew, and how.
#[derive(Clone, Debug)]
pub struct ReproductionOptions {
    /// The paper.
    pub paper: String,
    /// Where to keep everything; without it, `runs/PAPER`.
    pub folder: Option<PathBuf>,
    /// How long all trainings together may take.
    pub budget: Option<Duration>,
    /// How many seeds; without it, as many as in the paper.
    pub seeds: Option<u64>,
    /// Only these trainings.
    pub runs: Vec<String>,
    /// Also the trainings of these groups, or `data`: the figures that are about the data alone.
    pub also: Vec<String>,
    /// The presets for few updates with large batches, where there are some.
    pub quick: bool,
    /// At most this many items of each split.
    pub limit: Option<u64>,
    /// Changes of the settings of every training.
    pub set: Vec<String>,
    /// Where pre-trained models are, as MODEL=DIR.
    pub checkpoint: Vec<String>,
    /// How many trainings run at once.
    pub jobs: NonZeroUsize,
    /// What to compute on.
    pub machine: MachineOptions,
}

impl ReproductionOptions {
    /// Where everything is kept.
    fn folder(&self) -> PathBuf {
        self.folder.clone().unwrap_or_else(|| PathBuf::from("runs").join(&self.paper))
    }
}

/// A paper's trainings and answers, as far as they were asked for.
#[derive(Debug)]
pub struct Reproduction {
    paper: Paper,
    options: ReproductionOptions,
    jobs: Vec<Job>,
    left_out: Vec<String>,
}

impl Reproduction {
    /// All trainings that were asked for, seed by seed, so that every table has something early on.
    ///
    /// # Errors
    /// If there is no such paper, training or group, or nothing is left to do.
    pub fn new(options: ReproductionOptions) -> Result<Self, Error> {
        let paper = Paper::named(&options.paper)?;
        if options.seeds == Some(0) {
            let seeds = paper.seeds;
            return Err(Error::Request(format!(
                "--seeds 0 leaves nothing to train: 1 or more, or none at all for the paper's {seeds}"
            )));
        }
        check_names(&paper, &options)?;
        options.machine.check()?;
        let out = options.folder();
        let (mut jobs, mut left_out) = (Vec::new(), Vec::new());
        for seed in 0..options.seeds.unwrap_or(paper.seeds) {
            for (name, run) in &paper.runs {
                let is_named = options.runs.contains(name);
                let is_of_group = run.group.as_ref().is_some_and(|group| options.also.contains(group));
                let is_usual = options.runs.is_empty() && run.group.is_none();
                if !is_named && !is_of_group && !is_usual {
                    continue;
                }
                match Job::new(&paper, name, run, seed, &out, &options) {
                    Ok(job) => jobs.push(job),
                    Err(missing) if !is_named => {
                        left_out.extend((seed == 0).then(|| format!("{name} is left out: {missing}")));
                    }
                    Err(missing) => return Err(Error::Request(format!("failed to train {name}: {missing}"))),
                }
            }
        }
        check_beginnings(&jobs)?;
        if jobs.is_empty() {
            return Err(Error::Request("there is nothing to do: no training is left".into()));
        }
        Ok(Self { paper, options, jobs, left_out })
    }

    /// What is remarkable before anything is done: trainings that are left out, and why.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// What is left to do.
    pub fn agenda(&self) -> Agenda<'_> {
        Agenda::new(&self.options, self.jobs.iter().filter(|job| !job.is_done()).collect())
    }

    /// The commands that show the figures about the data alone, if these are asked for.
    pub fn data_commands(&self) -> Vec<String> {
        data::commands(&self.paper, &self.options)
    }

    /// Trainings that were made with other settings than are asked for now, and are shown as they are: a sentence for each.
    ///
    /// # Errors
    /// If a recipe or settings cannot be used.
    pub fn shown_as_they_are(&self) -> Result<Vec<String>, Error> {
        let mut sentences = Vec::new();
        for job in &self.jobs {
            let Some(stored) = Stored::of(job)? else { continue };
            let unlike = stored.unlike(job, self.options.budget.is_some())?;
            let (folder, settings) = (job.folder.display(), unlike.join(", "));
            sentences.extend((!unlike.is_empty()).then(|| {
                format!("{folder} was trained with other settings ({settings}) and is shown as it is; remove it to train anew")
            }));
        }
        Ok(sentences)
    }

    /// Fills tables and figures with what is there, and remembers beside the answers what was counted.
    ///
    /// # Errors
    /// If answers cannot be read, or the caller asked to stop.
    pub fn results(&self, watch: &dyn Watch) -> Result<Reproduced, Error> {
        let mut records = self.jobs.iter().map(Record::of).collect::<Result<Vec<_>, _>>()?;
        let files = |name: &str, asked: &Asked| {
            let of_run = self.jobs.iter().zip(&records).filter(|(job, _)| job.name == name);
            let answers = |(job, record): (&Job, &Record)| Answers {
                path: job.predictions(asked),
                incomplete: record.incomplete(asked),
            };
            of_run.map(answers).collect()
        };
        let memory = self.options.folder().join("counted.json");
        let mut known = Known::parse(&read_text(&memory).unwrap_or_default());
        let (before, threads) = (known.text(), self.options.machine.threads);
        let tables = fill(&self.paper, &files, &mut known, threads, watch)?;
        let figures = draw(&self.paper, &files, &mut known, threads, watch)?;
        for (job, record) in self.jobs.iter().zip(&mut records) {
            for (asked, splits) in self.paper.asked(&job.name) {
                let path = job.predictions(&asked);
                let unanswered = known.unanswered(&path, &asked, &splits, (threads, watch))?;
                record.remember_unanswered(&asked, unanswered);
            }
        }
        if known.text() != before {
            write(&memory, known.text().as_bytes())?;
        }
        let data = data::figures(&self.paper, &self.options, watch)?;
        let (title, notes) = (self.paper.title.clone(), self.paper.notes.clone());
        Ok(Reproduced { title, notes, tables, figures, data, records })
    }
}

/// Whether there are such trainings and groups.
fn check_names(paper: &Paper, options: &ReproductionOptions) -> Result<(), Error> {
    for name in &options.runs {
        if !paper.runs.contains_key(name) {
            let names: Vec<&str> = paper.runs.keys().map(String::as_str).collect();
            let all = names.join(", ");
            return Err(Error::Request(format!("there is no training `{name}`: there are {all}")));
        }
    }
    for group in &options.also {
        if !(paper.groups.contains_key(group) || group == data::GROUP && paper.data.is_some()) {
            let groups = paper.groups.keys().map(String::as_str);
            let groups: Vec<&str> = groups.chain(paper.data.iter().map(|_| data::GROUP)).collect();
            let hint = suggest_or_list(group, "there are", groups);
            return Err(Error::Request(format!("there is no group of trainings `{group}` ({hint})")));
        }
    }
    Ok(())
}

/// Whether what trainings begin with is there, or will be.
fn check_beginnings(jobs: &[Job]) -> Result<(), Error> {
    let is_there = |from: &str, folder: &Path| folder.exists() || jobs.iter().any(|job| job.name == from);
    for job in jobs {
        if let Some((from, folder)) = job.from.as_ref().filter(|(from, folder)| !is_there(from, folder)) {
            let (name, place) = (&job.name, folder.display());
            return Err(Error::Request(format!(
                "{name} begins with the weights of {from}, and there is no {place}: add it to --runs"
            )));
        }
    }
    Ok(())
}

/// Writes a file, which appears whole or not at all. Its folder is made if it is not there.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
    }
    let mut output = Output::create(path)?;
    output.append(bytes)?;
    Ok(output.finish()?)
}
