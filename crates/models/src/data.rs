//! Where items come from: straight from the generator, or from files.

mod grid;
mod stored;
mod story;
pub(crate) mod story_files;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wampimuk_batch::{BatchError, Vocabulary, VocabularyError};
use wampimuk_core::{RecipeError, Role, SplitInfo};
use wampimuk_dataset::{FolderFiles, Manifest, ManifestError, ReadError};
use wampimuk_families::{Dataset, FindError, build, require};

use crate::checkpoint::CheckpointInfo;
use crate::story_batch::TextLimits;

pub use grid::GridTask;
pub use stored::StoredItems;
pub use story::{ChoiceTask, PassageTask, SentenceReading};

/// The name of vocabularies of stories.
const STORIES: &str = "stories";

/// Why there are no batches; reads after "failed to …".
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// A pre-trained model cannot be used.
    #[error("{0}")]
    Checkpoint(String),
    /// The options of the model are no options.
    #[error("use the section `model` of the settings: {0}")]
    Options(String),
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
    pub also: Vec<ExtraRecipe>,
    /// What a model can read that is there already, for files.
    pub known: Option<StoryVocabulary>,
}

/// What a model of stories can read.
#[derive(Clone, Debug)]
pub struct StoryVocabulary {
    /// The numbers of its words.
    pub vocabulary: Vocabulary,
    /// How long texts may be, if that is known.
    pub room: Option<TextLimits>,
}

/// Another recipe.
#[derive(Debug)]
pub struct ExtraRecipe {
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
        Ok(Self { name, recipe, changes, seed, dataset, ..Self::unknown() })
    }

    /// A recipe by its text, as checkpoints and manifests keep it.
    ///
    /// # Errors
    /// If it cannot be used.
    pub fn of_text(name: &str, recipe: &str, changes: &[String], seed: u64) -> Result<Self, DataError> {
        let dataset = Some(build(recipe, seed)?);
        let (name, recipe, changes) = (name.to_owned(), recipe.to_owned(), changes.to_vec());
        Ok(Self { name, recipe, changes, seed, dataset, ..Self::unknown() })
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
        let found = Manifest::find(path)?;
        if let Some((root, manifest)) = found.as_ref().filter(|_| path.is_dir()) {
            let mut of_folder = FolderFiles::of(root);
            manifest.paths(root).iter().try_for_each(|file| of_folder.check(file))?;
        }
        let manifest = found.map(|(_, manifest)| manifest);
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
        // A whole folder holds what its recipe makes, and making it takes less time than reading; unless the user changed
        // the items afterwards, as augmentation does.
        let is_own = manifest.as_ref().is_some_and(|manifest| manifest.digest == data.digest());
        let is_made = is_own && path.is_dir() && words.is_none() && !as_files;
        data.files = (!is_made).then(|| path.to_owned());
        if let (true, Some(manifest)) = (is_made, manifest) {
            data.sizes = manifest.splits.into_iter().map(|split| (split.name, split.items)).collect();
        }
        Ok(data)
    }

    /// Compares the files that are read with the checksums of their manifest, if they have one, each once.
    ///
    /// # Errors
    /// If one is another.
    pub fn check_files(&self) -> Result<(), DataError> {
        let Some(path) = &self.files else { return Ok(()) };
        let Some((folder, manifest)) = Manifest::find(path)? else { return Ok(()) };
        let own = path.canonicalize().unwrap_or_default();
        for file in &manifest.files {
            match file.within(&folder) {
                Some(listed) if path.is_dir() || listed == own => Manifest::check(file, &listed)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Data about which nothing is known yet.
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
            known: None,
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

    /// The same, with all words that a checkpoint knows. Files of stories are read in its words and no others.
    ///
    /// # Errors
    /// If its recipes or vocabularies cannot be used.
    pub fn and_words_of_checkpoint(mut self, about: &CheckpointInfo) -> Result<Self, DataError> {
        let learned = &about.data;
        if self.files.is_some() {
            for json in &about.vocabularies {
                let vocabulary = Vocabulary::from_json(json)?;
                if vocabulary.name() == STORIES {
                    self.known = Some(StoryVocabulary { vocabulary, room: learned.room });
                    return Ok(self);
                }
            }
        }
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
            self.also.push(ExtraRecipe { recipe: recipe.to_owned(), dataset: build(recipe, 0)? });
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

/// A split of files by its name: the recipe's, or what the name suggests.
fn described(name: &str, dataset: Option<&dyn Dataset>) -> SplitInfo {
    let known = dataset.and_then(|dataset| dataset.splits().iter().find(|split| split.name == name));
    known.cloned().unwrap_or_else(|| {
        let role = match name.rsplit('_').next() {
            Some("train") => Role::Train,
            Some("dev") => Role::Dev,
            _ => Role::Test,
        };
        SplitInfo { name: name.to_owned(), role, holdout: None, title: name.to_owned(), len: 0 }
    })
}

/// Finds the hold-outs among splits of files: what `visual_dev` has is in no `visual_train`.
fn find_holdouts(splits: &mut [SplitInfo]) {
    let names: Vec<String> = splits.iter().map(|split| split.name.clone()).collect();
    for split in splits.iter_mut().filter(|split| split.holdout.is_none()) {
        let parts = split.name.rsplit_once('_').filter(|(_, last)| ["dev", "test"].contains(last));
        let Some((before, _)) = parts else { continue };
        if !names.contains(&format!("{before}_train")) {
            split.holdout = Some(before.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_splits_say_what_they_are_for() {
        let expected = [
            ("visual_dev", Role::Dev, Some("visual")),
            ("situational_1_test", Role::Test, Some("situational_1")),
            ("train", Role::Train, None),
            ("dev", Role::Dev, None),
            ("test", Role::Test, None),
            ("adverb_2", Role::Test, None),
            ("qa1_train", Role::Train, None),
            ("qa1_dev", Role::Dev, None),
        ];
        let mut splits: Vec<SplitInfo> = expected.iter().map(|(name, ..)| described(name, None)).collect();
        find_holdouts(&mut splits);
        for (split, (name, role, holdout)) in splits.iter().zip(expected) {
            assert_eq!((split.role, split.holdout.as_deref()), (role, holdout), "{name}");
        }
    }
}
