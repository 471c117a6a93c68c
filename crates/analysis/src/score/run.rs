//! A file of predictions: what it says about itself, and what it holds.

use std::path::{Path, PathBuf};

use wampimuk_dataset::Input;
use wampimuk_source::{Error as SourceError, Source};

use super::Options;
use crate::error::Error;
use crate::grid::About;
use crate::predictions::original::OriginalReader;
use crate::predictions::{Header, Reader};

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
    pub fn about(&self) -> About {
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
