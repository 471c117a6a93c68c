//! Where items come from: straight from the generator, or from files.

mod grid;
mod stored;
mod story;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wampimuk_batch::{BatchError, VocabularyError};
use wampimuk_core::RecipeError;
use wampimuk_dataset::{Manifest, ManifestError, ReadError};
use wampimuk_families::{Dataset, FindError, build, require};

use crate::checkpoint::DataNote;

pub use grid::GridTask;
pub use stored::Stored;
pub use story::{ChoiceTask, PassageTask, Reading};

/// Why there are no batches; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Items cannot be made or laid out.
    #[error("make batches: {0}")]
    Batch(#[from] BatchError),
    /// A word has no number.
    #[error("number the words: {0}")]
    Vocabulary(#[from] VocabularyError),
    /// Files cannot be read.
    #[error("read the data: {0}")]
    Read(#[from] ReadError),
    /// A manifest cannot be read.
    #[error("read the data: {0}")]
    Manifest(#[from] ManifestError),
    /// There is no such recipe.
    #[error("use the data: {0}")]
    Find(#[from] FindError),
    /// A recipe cannot be used.
    #[error("use the recipe of the data: {0}")]
    Recipe(#[from] RecipeError),
    /// The model cannot learn from such items.
    #[error("use the data: {0}")]
    Unfit(String),
}

/// What was named as data: a recipe, and the files to read instead of making its items, if any.
#[derive(Debug)]
pub struct Data {
    /// What it is called: the recipe's name.
    pub name: String,
    /// The recipe in full, as TOML; empty if it is not known.
    pub recipe: String,
    /// What was changed about the recipe.
    pub changes: Vec<String>,
    /// The seed of the items.
    pub seed: u64,
    /// The recipe's dataset, if it is known.
    pub dataset: Option<Box<dyn Dataset>>,
    /// Files to read.
    pub files: Option<PathBuf>,
    /// How many items of splits are there, where these are not all that the recipe has.
    pub sizes: BTreeMap<String, u64>,
    /// Other recipes whose words a model has to know, because it learned from them or will be asked about them.
    pub also: Vec<Also>,
}

/// Another recipe.
#[derive(Debug)]
pub struct Also {
    /// The recipe in full, as TOML.
    pub recipe: String,
    /// Its dataset.
    pub dataset: Box<dyn Dataset>,
}

impl Data {
    /// A recipe by name or file, with changes.
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub fn of_recipe(name: &str, changes: &[String], seed: u64) -> Result<Self, DataError> {
        let found = require(name, changes)?;
        let dataset = Some(found.dataset(seed)?);
        let (name, recipe, changes) = (found.name, found.toml, changes.to_vec());
        Ok(Self {
            name,
            recipe,
            changes,
            seed,
            dataset,
            files: None,
            sizes: BTreeMap::new(),
            also: Vec::new(),
        })
    }

    /// A recipe by its text, as checkpoints and manifests keep it.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn of_text(name: &str, recipe: &str, changes: &[String], seed: u64) -> Result<Self, DataError> {
        let dataset = Some(build(recipe, seed)?);
        let (name, recipe, changes) = (name.to_owned(), recipe.to_owned(), changes.to_vec());
        Ok(Self {
            name,
            recipe,
            changes,
            seed,
            dataset,
            files: None,
            sizes: BTreeMap::new(),
            also: Vec::new(),
        })
    }

    /// What the user named. A folder with a manifest stands for the recipe it was made from, unless files are wanted as
    /// they are; other folders and files are read. `words` names the recipe whose words such files use.
    ///
    /// # Errors
    /// If there is no such thing, or it cannot be used.
    pub fn open(
        name: &str,
        changes: &[String],
        seed: u64,
        as_files: bool,
        words: Option<&str>,
    ) -> Result<Self, DataError> {
        let path = Path::new(name);
        let is_file = path.exists() && path.extension().is_none_or(|extension| extension != "toml");
        if !is_file {
            return Self::of_recipe(name, changes, seed);
        }
        let manifest = Manifest::find(path)?.map(|(_, manifest)| manifest);
        let mut data = match (words, &manifest) {
            (Some(words), _) => Self::of_recipe(words, changes, seed)?,
            (None, Some(manifest)) => {
                Self::of_text(&manifest.recipe_name, &manifest.recipe, changes, manifest.seed)?
            }
            (None, None) => {
                let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let name = stem.unwrap_or_else(|| name.to_owned());
                Self { name, seed, ..Self::unknown() }
            }
        };
        // A whole folder holds what its recipe makes, and making it takes less time than reading; unless somebody changed
        // the items afterwards, as augmentation does.
        let is_own = manifest.as_ref().is_some_and(|manifest| manifest.digest == data.digest());
        let is_made = is_own && path.is_dir() && words.is_none() && !as_files;
        data.files = (!is_made).then(|| path.to_owned());
        if let (true, Some(manifest)) = (is_made, manifest) {
            data.sizes = manifest.splits.into_iter().map(|split| (split.name, split.items)).collect();
        }
        Ok(data)
    }

    /// Nothing yet.
    fn unknown() -> Self {
        Self {
            name: String::new(),
            recipe: String::new(),
            changes: Vec::new(),
            seed: 0,
            dataset: None,
            files: None,
            sizes: BTreeMap::new(),
            also: Vec::new(),
        }
    }

    /// The same, with the words of another recipe, by name or file.
    ///
    /// # Errors
    /// If there is none, or it cannot be used.
    pub fn and_words_of(self, name: &str) -> Result<Self, DataError> {
        let found = require(name, &[])?;
        self.and_words_of_text(&found.toml)
    }

    /// The same, with all words that a checkpoint knows.
    ///
    /// # Errors
    /// If its recipes cannot be used.
    pub fn and_words_of_checkpoint(self, learned: &DataNote) -> Result<Self, DataError> {
        let recipes = std::iter::once(&learned.recipe).chain(&learned.also);
        recipes
            .filter(|recipe| !recipe.is_empty())
            .try_fold(self, |data, recipe| data.and_words_of_text(recipe))
    }

    /// The same, with the words of another recipe, by its text.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn and_words_of_text(mut self, recipe: &str) -> Result<Self, DataError> {
        if recipe != self.recipe && self.also.iter().all(|also| also.recipe != recipe) {
            self.also.push(Also { recipe: recipe.to_owned(), dataset: build(recipe, 0)? });
        }
        Ok(self)
    }

    /// About how much memory files will take: they are read whole.
    pub fn bytes_in_memory(&self) -> u64 {
        const BYTES_PER_ITEM: u64 = 200;
        let Some(path) = &self.files else { return 0 };
        if let Ok(Some((_, manifest))) = Manifest::find(path) {
            return manifest.splits.iter().map(|split| split.items * BYTES_PER_ITEM).sum();
        }
        // Text is some times longer than what is kept of it, and compressed it is some times shorter.
        let size = |path: &Path| {
            let bytes = path.metadata().map_or(0, |metadata| metadata.len());
            let is_text = path
                .extension()
                .is_some_and(|ending| ["txt", "jsonl", "json"].iter().any(|text| ending == *text));
            if is_text { bytes / 8 } else { bytes * 4 }
        };
        match path.read_dir() {
            Ok(entries) => entries.filter_map(Result::ok).map(|entry| size(&entry.path())).sum(),
            Err(_) => size(path),
        }
    }

    /// The digest of the recipe's generative section; empty if it is not known.
    pub fn digest(&self) -> String {
        self.dataset.as_ref().map_or_else(String::new, |dataset| dataset.digest().to_string())
    }
}
