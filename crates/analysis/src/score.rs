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
mod stories;

use std::path::{Path, PathBuf};

use wampimuk_audit::{Page, Report as PageReport, Table};
use wampimuk_core::Watch;
use wampimuk_dataset::Input;
use wampimuk_draw::Picture;
use wampimuk_families as families;
use wampimuk_score::Credit;
use wampimuk_source::{Choice, Error as SourceError, Opened, Pass, Source, open, open_text};

use crate::error::Error;
use crate::grid::{About, Dimension, Report};
use crate::predictions::original::OriginalReader;
use crate::predictions::{Header, Reader};
pub use measured::{Measured, MeasuredRun, measured};
pub use riddles::{RiddleRun, RiddleScores, RiddleSplit};
pub use stories::StoryScores;

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

/// A file of predictions, opened.
#[derive(Debug)]
pub(crate) struct Run {
    /// Its name, for tables.
    pub name: String,
    pub path: PathBuf,
    /// What it says about itself.
    pub header: Option<Header>,
    pub contents: Contents,
}

/// What a file of predictions holds.
#[derive(Debug)]
pub(crate) enum Contents {
    /// A line for each item.
    Lines(Box<Reader<Input>>),
    /// A list, as the originals' models write it.
    List(Input),
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

/// What the predictions are about: what the user says, or what the first file says that says so. `None` if lists of the
/// originals are to be judged by themselves.
pub(crate) fn data(options: &Options, runs: &[Run]) -> Result<Option<(String, Opened)>, Error> {
    let header = runs.iter().find_map(|run| run.header.as_ref());
    let recipe = header.and_then(|header| header.recipe.clone());
    let mut set = options.set.clone();
    let name = match (&options.data, recipe) {
        (Some(name), _) => name.clone(),
        (None, Some(recipe)) => {
            only_shipped(&recipe, options.data_option())?;
            set.splice(0..0, header.into_iter().flat_map(|header| header.changes.iter().cloned()));
            recipe
        }
        (None, None) => {
            if let Some((run, toml)) =
                runs.iter().find_map(|run| Some((run, run.header.as_ref()?.toml.as_deref()?)))
            {
                let name = format!("the recipe in {}", run.name);
                let choice = Choice { seed: seed_of(options, header), set, ..Choice::default() };
                let opened = open_text(&name, toml, &choice)?;
                return Ok(Some((name, opened)));
            }
            return match runs.iter().find(|run| matches!(run.contents, Contents::Lines(_))) {
                None => Ok(None),
                Some(run) => Err(Error::Request(format!(
                    "{} does not say which dataset it is about: name a recipe, a dataset or a file with {}",
                    run.name,
                    options.data_option()
                ))),
            };
        }
    };
    let seed = seed_of(options, header);
    let choice =
        Choice { recipe: options.recipe.clone(), seed, set, trust: options.trust, ..Choice::default() };
    let opened = open(&name, &choice)?;
    Ok(Some((name, opened)))
}

/// The seed of the dataset: what the user says, or else what the file says.
fn seed_of(options: &Options, header: Option<&Header>) -> u64 {
    options.seed.or_else(|| header.and_then(|header| header.data_seed)).unwrap_or(0)
}

/// What a file of predictions names is looked up among the recipes of the program. A path is opened for the user only.
fn only_shipped(recipe: &str, option: &str) -> Result<(), Error> {
    const SHOWN: usize = 80;
    if families::shipped().any(|shipped| shipped.name == recipe) {
        return Ok(());
    }
    let name: String = recipe.chars().take(SHOWN).collect();
    Err(Error::Request(format!(
        "the predictions are about `{name}`, which is none of the recipes of this program, and files that predictions name \
         are not opened: say with {option} what is meant"
    )))
}

impl Run {
    pub fn open(path: &Path) -> Result<Self, Error> {
        let name = path
            .file_name()
            .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        let mut input = Input::open(path).map_err(|error| SourceError::io("open", path, error))?;
        let is_list =
            OriginalReader::fits(&mut input).map_err(|error| SourceError::io("read", path, error))?;
        let (header, contents) = if is_list {
            (None, Contents::List(input))
        } else {
            let reader = Reader::new(path, input)?;
            (reader.header().cloned(), Contents::Lines(Box::new(reader)))
        };
        Ok(Self { name, path: path.to_owned(), header, contents })
    }

    /// Whether the file is about this dataset, as far as both say so.
    pub fn check(&self, source: &Source, options: &Options) -> Result<(), Error> {
        let (Some(header), Some(dataset)) = (&self.header, &source.dataset) else { return Ok(()) };
        let named = options.data_option();
        let hint =
            format!("give the dataset with {named}, changes to its recipe with --set, its seed with --seed");
        let digest = dataset.digest().to_string();
        if let Some(theirs) = header.digest.as_ref().filter(|theirs| **theirs != digest) {
            let recipe = header.recipe.as_deref().unwrap_or("a recipe");
            return Err(Error::Request(format!(
                "{} is about {recipe} with the digest {theirs}, and the data has {digest} ({hint})",
                self.name
            )));
        }
        if let Some(theirs) = header.data_seed.filter(|theirs| *theirs != dataset.seed()) {
            let seed = dataset.seed();
            return Err(Error::Request(format!(
                "{} is about the dataset with seed {theirs}, and the data has seed {seed} ({hint})",
                self.name
            )));
        }
        Ok(())
    }

    /// What tables say about it.
    fn about(&self) -> About {
        let header = self.header.clone().unwrap_or_default();
        About {
            file: self.name.clone(),
            model: header.model,
            seed: header.seed,
            updates: header.updates,
            selected_on: header.selected_on,
            changes: header.changes,
            alone: None,
        }
    }

    /// The error of a file in which nothing counts.
    pub fn empty(name: &str, options: &Options) -> Error {
        let which = if options.splits.is_empty() { "" } else { " for these splits" };
        Error::Request(format!("{name} holds no predictions{which}"))
    }
}
