//! `wampimuk score`: what predictions show about a model.

mod admission;
mod derived;
mod grid;
mod matched;
#[cfg(feature = "models")]
mod measured;
mod options;
mod pictures;
mod stories;

use std::path::{Path, PathBuf};

use wampimuk_analysis::predictions::original::OriginalReader;
use wampimuk_analysis::predictions::{Header, ReadError, Reader};
use wampimuk_dataset::Input;

use crate::args::{Adjust, Choice, Common};
use crate::failure::Failure;
use crate::source::Source;
use crate::stories::StorySource;
#[cfg(feature = "models")]
pub use measured::{Measured, measured};
pub use options::Score;

/// A file of predictions, opened.
#[derive(Debug)]
pub struct Run {
    /// Its name, for tables.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
    /// What it says about itself.
    pub header: Option<Header>,
    /// What is in it.
    pub contents: Contents,
}

/// What a file of predictions holds.
#[derive(Debug)]
pub enum Contents {
    /// A line for each item.
    Lines(Box<Reader>),
    /// A list, as the originals' models write it.
    List(Input),
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        let message = format!("failed to read predictions: {error}");
        if error.is_system() { Self::System(message) } else { Self::Input(message) }
    }
}

/// Scores and prints.
pub fn run(options: &Score, common: &Common) -> Result<(), Failure> {
    let runs = options.files.iter().map(|path| Run::open(path)).collect::<Result<Vec<_>, _>>()?;
    let Some((name, source)) = data(options, &runs, common)? else {
        return grid::run(options, common, None, runs);
    };
    for run in &runs {
        run.check(&source)?;
    }
    if source.stories().is_some() {
        return stories::run(options, common, source, runs);
    }
    let source = match source.dataset {
        None => without_stories(&name, source)?,
        Some(_) => source,
    };
    let source = source.require_grid(&name, "`score` judges actions and answers")?;
    grid::run(options, common, Some(&source), runs)
}

/// Files whose recipe is not known, if they hold no stories: what a story shows is derived from its recipe.
fn without_stories(name: &str, source: Source) -> Result<Source, Failure> {
    StorySource::of(source)?.err().ok_or_else(|| {
        Failure::Input(format!(
            "{name} has stories without a recipe, and `score` asks the recipe what they show; `predict` says how many answers \
             are right"
        ))
    })
}

/// What the predictions are about: what the user says, or what the first file says that says so. `None` if lists of the
/// originals are to be judged by themselves.
fn data(options: &Score, runs: &[Run], common: &Common) -> Result<Option<(String, Source)>, Failure> {
    let header = runs.iter().find_map(|run| run.header.as_ref());
    let recipe = header.and_then(|header| header.recipe.clone());
    let mut set = options.set.clone();
    let name = match (&options.data, recipe) {
        (Some(name), _) => name.clone(),
        (None, Some(recipe)) => {
            set.splice(0..0, header.into_iter().flat_map(|header| header.changes.iter().cloned()));
            recipe
        }
        (None, None) => {
            return match runs.iter().find(|run| matches!(run.contents, Contents::Lines(_))) {
                None => Ok(None),
                Some(run) => Err(Failure::Input(format!(
                    "{} does not say which dataset it is about: give --data RECIPE or --data DIR",
                    run.name
                ))),
            };
        }
    };
    let seed = options.seed.or_else(|| header.and_then(|header| header.data_seed)).unwrap_or(0);
    let choice = Choice { recipe: options.recipe.clone(), adjust: Adjust { seed, set }, ..Choice::default() };
    let source = Source::open(&name, &choice, common)?;
    Ok(Some((name, source)))
}

impl Run {
    fn open(path: &Path) -> Result<Self, Failure> {
        let name = path
            .file_name()
            .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        let mut input = Input::open(path).map_err(|error| Failure::io("open", path, &error))?;
        let is_list = OriginalReader::fits(&mut input).map_err(|error| Failure::io("read", path, &error))?;
        let (header, contents) = if is_list {
            (None, Contents::List(input))
        } else {
            let reader = Reader::new(path, input)?;
            (reader.header().cloned(), Contents::Lines(Box::new(reader)))
        };
        Ok(Self { name, path: path.to_owned(), header, contents })
    }

    /// Whether the file is about this dataset, as far as both say so.
    fn check(&self, source: &Source) -> Result<(), Failure> {
        let (Some(header), Some(dataset)) = (&self.header, &source.dataset) else { return Ok(()) };
        let hint = "give the dataset with --data, changes to its recipe with --set, its seed with --seed";
        let digest = dataset.digest().to_string();
        if let Some(theirs) = header.digest.as_ref().filter(|theirs| **theirs != digest) {
            let recipe = header.recipe.as_deref().unwrap_or("a recipe");
            return Err(Failure::Input(format!(
                "{} is about {recipe} with the digest {theirs}, and the data has {digest} ({hint})",
                self.name
            )));
        }
        if let Some(theirs) = header.data_seed.filter(|theirs| *theirs != dataset.seed()) {
            let seed = dataset.seed();
            return Err(Failure::Input(format!(
                "{} is about the dataset with seed {theirs}, and the data has seed {seed} ({hint})",
                self.name
            )));
        }
        Ok(())
    }
}
