//! Files of predictions, scored: what they show about the models that answered.
//!
//! Items come from where the predictions say, or from where the caller says: a recipe, a dataset, a file. Those of a recipe
//! are made again by their address (`derived`); of files, predictions wait for their items (`matched`).

pub(crate) mod admission;
pub(crate) mod commands;
mod derived;
pub(crate) mod matched;
mod measured;
mod page;
mod riddles;
mod run;
mod stories;
mod subject;

use std::path::PathBuf;

use wampimuk_audit::{Page, Report as PageReport, Table};
use wampimuk_core::Watch;
use wampimuk_draw::Picture;
use wampimuk_score::Credit;
use wampimuk_source::{Choice, Opened, Pass, Source};

use crate::error::Error;
use crate::grid::{Dimension, Report};
pub use measured::{Measured, MeasuredRun, measured};
pub use riddles::{RiddleRun, RiddleScores, RiddleSplit};
pub(crate) use run::{Contents, Run};
pub use stories::StoryScores;
pub(crate) use subject::data;
use subject::only_shipped;

/// What is scored, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What predictions are about: a recipe, a dataset or a file; what the files say, if it is not said.
    pub data: Option<String>,
    /// How users name that, for messages; `--data` if nobody says.
    pub data_option: Option<&'static str>,
    /// Only these splits; all, if none is named.
    pub splits: Vec<String>,
    /// What items are sorted by in tables, by name; `all` is everything.
    pub by: Vec<String>,
    /// Also count what is right if a model is looked at for this many tokens only.
    pub cap: Option<usize>,
    /// Also add up what answers earn, under this name.
    pub credit: Option<(&'static str, Credit)>,
    /// Compare with random actions and with a memory of train.
    pub baselines: bool,
    /// Of stories, the recipe that the models were trained on.
    pub train: Option<String>,
    /// The recipe whose words a file uses, if it has no manifest.
    pub recipe: Option<String>,
    /// The seed of the dataset; what the files say, or 0, if it is not said.
    pub seed: Option<u64>,
    /// Changes to the recipe.
    pub set: Vec<String>,
    /// Whether files are read without a look at the checksums of their manifest.
    pub trust: bool,
}

impl Options {
    fn data_option(&self) -> &'static str {
        self.data_option.unwrap_or("--data")
    }
}

/// What predictions show.
#[derive(Debug)]
pub enum Scored {
    /// Those for commands in grid worlds, and what tables are sorted by.
    Commands(Box<Report>, Vec<Dimension>),
    /// Those for questions about stories.
    Stories(Box<StoryScores>),
    /// Those for riddles.
    Riddles(Box<RiddleScores>),
}

impl Scored {
    /// Everything that is drawn.
    pub fn pictures(&self) -> Vec<Picture> {
        match self {
            Self::Commands(report, _) => report.pictures(),
            Self::Stories(scores) => scores.pictures(),
            Self::Riddles(_) => Vec::new(),
        }
    }

    /// All tables.
    pub fn tables(&self) -> Vec<Table> {
        match self {
            Self::Commands(report, _) => report.tables(&Dimension::ALL),
            Self::Stories(scores) => scores.report.tables(),
            Self::Riddles(scores) => scores.tables(),
        }
    }

    /// A page with tables and pictures.
    pub fn page(&self) -> Page {
        match self {
            Self::Commands(report, _) => page::commands(report),
            Self::Stories(scores) => page::stories(scores),
            Self::Riddles(scores) => page::riddles(scores),
        }
    }

    /// The page with all tables and pictures.
    pub fn report(&self) -> PageReport {
        PageReport {
            title: "Scores of predictions".into(),
            page: self.page(),
            tables: self.tables(),
            pictures: match self {
                Self::Commands(report, _) => {
                    [report.pictures(), report.attention(), report.breakdowns()].concat()
                }
                Self::Stories(_) | Self::Riddles(_) => self.pictures(),
            },
        }
    }

    /// What is to be said about the runs.
    pub fn remarks(&self) -> &[String] {
        match self {
            Self::Commands(report, _) => &report.remarks,
            Self::Stories(scores) => &scores.report.remarks,
            Self::Riddles(scores) => &scores.remarks,
        }
    }
}

/// What is done, by whom.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    pub options: &'a Options,
    pub threads: usize,
    pub watch: &'a dyn Watch,
}

impl<'a> Work<'a> {
    fn pass(&self, choice: &'a Choice) -> Pass<'a> {
        Pass { choice, threads: self.threads, watch: self.watch }
    }
}

/// What items are, and what they are the same by, in a line.
fn described(name: &str, source: &Source) -> String {
    match &source.dataset {
        Some(dataset) => format!("{name}, recipe and seed: {} / {}", dataset.digest(), dataset.seed()),
        None => name.to_owned(),
    }
}

/// Scores files of predictions, one for each run.
///
/// # Errors
/// If they cannot be read, or are not about what there is.
pub fn score(
    files: &[PathBuf],
    options: &Options,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Scored, Error> {
    let work = Work { options, threads, watch };
    let runs = files.iter().map(|path| Run::open(path)).collect::<Result<Vec<_>, _>>()?;
    let mut opened = Vec::new();
    let mut groups = Vec::new();
    for runs in by_changes(options, runs) {
        let Some((name, data)) = data(options, &runs)? else {
            return commands::score(None, vec![(None, runs)], &work);
        };
        opened.push((name, data));
        groups.push(runs);
    }
    let sources: Vec<&Source> = opened.iter().map(|(_, opened)| source_of(opened)).collect();
    let (Some((name, first)), Some(source)) = (opened.first(), sources.first()) else {
        return Err(Error::Request("there are no predictions".into()));
    };
    for run in groups.iter().flatten() {
        run.check(source, options)?;
    }
    let described = described(name, source);
    let with_sources = sources.iter().copied().zip(groups);
    match first {
        Opened::Commands(_) => {
            let runs = with_sources.map(|(source, runs)| (Some(source), runs)).collect();
            commands::score(Some(described), runs, &work)
        }
        Opened::Riddles(_) => riddles::score(described, with_sources.collect(), &work),
        Opened::Stories(stories) if stories.source.dataset.is_some() => {
            stories::score(described, with_sources.collect(), &work)
        }
        Opened::Stories(_) => Err(Error::Request(format!(
            "{name} has stories without a recipe, and `score` asks the recipe what they show; `predict` says how many answers \
             are right"
        ))),
    }
}

fn source_of(opened: &Opened) -> &Source {
    match opened {
        Opened::Commands(source) | Opened::Riddles(source) => source,
        Opened::Stories(stories) => &stories.source,
    }
}

/// Runs together that are about items in one version, by what their files say. One version is all, if the caller says which.
fn by_changes(options: &Options, runs: Vec<Run>) -> Vec<Vec<Run>> {
    let mut groups: Vec<(Option<Vec<String>>, Vec<Run>)> = Vec::new();
    for run in runs {
        let said = run.header.as_ref().filter(|header| header.recipe.is_some() && options.data.is_none());
        let changes = said.map(|header| header.changes.clone());
        let is_own =
            |(known, _): &(Option<Vec<String>>, _)| known.is_none() || changes.is_none() || *known == changes;
        match groups.iter_mut().find(|group| is_own(group)) {
            Some((known, runs)) => {
                *known = known.take().or(changes);
                runs.push(run);
            }
            None => groups.push((changes, vec![run])),
        }
    }
    groups.into_iter().map(|(_, runs)| runs).collect()
}
