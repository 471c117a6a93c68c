//! Items one by one, in the same form whether they come from a recipe or from files.

mod fold;
mod map;
mod read;

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use wampimuk_command::{Command, GridFamily, Lexicon};
use wampimuk_core::SplitInfo;
use wampimuk_dataset::{
    FolderFiles, ItemView, MANIFEST, Manifest, ManifestError, ManifestFile, ReadError, Reader, open,
    open_files,
};
use wampimuk_dyna::StoryFamily;
use wampimuk_engine::{Format, manifest_faults, no_such_split};
use wampimuk_families::{self as families, Contents, Dataset};
use wampimuk_riddle::Riddles;

use crate::riddle_files::is_tasks;
use crate::{Choice, Error, Pass};
pub use fold::Fold;
use read::ReadItems;

/// Items between two reports of progress.
const STEP: u64 = 256;

/// A recipe, or files with the recipe they were made from where that is known.
#[derive(Debug)]
pub struct Source {
    /// Files to read; `None` if items are made from the recipe.
    pub path: Option<PathBuf>,
    /// The recipe, if known.
    pub dataset: Option<Box<dyn Dataset>>,
    /// The manifest, if there is one. Of a single file, it lists that file only.
    pub manifest: Option<Manifest>,
    /// The folder that the manifest is in.
    pub root: PathBuf,
    /// The words of the files, where they were learned before.
    lexicon: Option<Lexicon>,
}

impl Source {
    /// Opens what the user named.
    ///
    /// # Errors
    /// If there is no such thing, or it cannot be used.
    pub fn open(name: &str, choice: &Choice) -> Result<Self, Error> {
        let path = Path::new(name);
        let is_file =
            name == "-" || path.exists() && path.extension().is_none_or(|extension| extension != "toml");
        if !is_file {
            let found =
                families::find(name, &choice.set).ok_or_else(|| Error::Unknown(name.to_string()))??;
            return Ok(Self::of_recipe(found.dataset(choice.seed)?));
        }
        let (root, manifest) = described(path)?.unzip();
        let root = root.unwrap_or_default();
        if let Some(manifest) = manifest.as_ref().filter(|_| path.is_dir()) {
            let mut of_folder = FolderFiles::of(&root);
            manifest.paths(&root).iter().try_for_each(|file| of_folder.check(file))?;
        }
        let dataset = match (&choice.recipe, &manifest) {
            (Some(recipe), _) => Some(families::require(recipe, &choice.set)?.dataset(choice.seed)?),
            (None, Some(manifest)) => {
                let dataset = families::build(&manifest.recipe, manifest.seed);
                let name = || root.join(MANIFEST).display().to_string();
                Some(dataset.map_err(|source| Error::Recipe { name: name(), source })?)
            }
            (None, None) => None,
        };
        Ok(Self { path: Some(path.to_owned()), dataset, manifest, root, lexicon: None })
    }

    /// The items that a recipe makes.
    pub(crate) fn of_recipe(dataset: Box<dyn Dataset>) -> Self {
        Self { path: None, dataset: Some(dataset), manifest: None, root: PathBuf::new(), lexicon: None }
    }

    /// Whether the files are tasks of riddles, one in each or one on each line: the manifest says so, or they look like it.
    pub fn holds_tasks(&self) -> bool {
        let format = self.manifest.as_ref().and_then(|manifest| Format::named(&manifest.file_format));
        format.map_or_else(|| self.path.as_deref().is_some_and(is_tasks), Format::is_tasks)
    }

    /// Whether the items are riddles.
    pub fn holds_riddles(&self) -> bool {
        let riddles = self.dataset.as_ref().is_some_and(|dataset| match dataset.contents() {
            Contents::Riddles(_) => true,
            Contents::Commands(_) | Contents::Stories(_) => false,
        });
        riddles || self.holds_tasks()
    }

    /// The files of the manifest, with their paths.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &ManifestFile)> {
        let files = self.manifest.iter().flat_map(|manifest| &manifest.files);
        files.filter_map(|file| Some((file.within(&self.root)?, file)))
    }

    /// Holds the manifest of a folder to its recipe and to the folder.
    ///
    /// # Errors
    /// If something is wrong with it.
    pub(crate) fn check_manifest(&self, choice: &Choice) -> Result<(), Error> {
        let (Some(manifest), Some(dataset)) = (&self.manifest, &self.dataset) else { return Ok(()) };
        if self.path.as_ref() != Some(&self.root) || choice.recipe.is_some() {
            return Ok(());
        }
        match manifest_faults(manifest, &self.root, &**dataset).into_iter().next() {
            None => Ok(()),
            Some((place, reason)) => {
                let what = format!("{place}: {reason}");
                Err(ManifestError::Unfit { path: self.root.join(MANIFEST), what }.into())
            }
        }
    }

    /// Compares the files that may hold items of the chosen split with their manifest, each once.
    ///
    /// # Errors
    /// If one is another.
    pub(crate) fn check_sums(&self, choice: &Choice) -> Result<(), Error> {
        let chosen = |file: &ManifestFile| file.split.is_empty() || choice.wants(&file.split);
        for (path, file) in self.files().filter(|(_, file)| chosen(file)) {
            Manifest::check(file, &path)?;
        }
        Ok(())
    }

    /// The files of the manifest that may hold items of the chosen split.
    fn files_of<'s>(&'s self, choice: &'s Choice) -> impl Iterator<Item = PathBuf> + 's {
        let may_hold = |file: &ManifestFile| file.split.is_empty() || choice.wants(&file.split);
        self.files().filter(move |(_, file)| may_hold(file)).map(|(path, _)| path)
    }

    /// A reader of the files that may hold items of the chosen split. Files of a dataset that cannot even be opened are errors
    /// among its items.
    fn reader(&self, path: &Path, choice: &Choice) -> Result<Reader, Error> {
        let files: Vec<PathBuf> = self.files_of(choice).collect();
        Ok(self.weighed(match files.is_empty() {
            true => open(path, self.known_lexicon())?,
            false => open_files(files, self.known_lexicon()),
        }))
    }

    /// The reader, told what is heavy.
    fn weighed(&self, reader: Reader) -> Reader {
        match self.grid() {
            Some(dataset) => reader.with_heavy_from(dataset.heavy_from()),
            None => reader,
        }
    }

    /// The files of a directory that hold these items of a split, each with the index of its first item and the wanted
    /// items in it. Without a split, the first is meant. `None` if it is not known which files these are.
    pub fn holding(
        &self,
        split: Option<&str>,
        wanted: &Range<u64>,
    ) -> Option<Vec<(PathBuf, u64, Range<u64>)>> {
        let manifest = self.manifest.as_ref().filter(|_| self.path.as_ref() == Some(&self.root))?;
        // Other formats do not say which items they hold.
        Format::named(&manifest.file_format).filter(|format| format.is_columns())?;
        let split = split.or_else(|| manifest.splits.first().map(|split| split.name.as_str()))?;
        let mut holding = Vec::new();
        let mut first = 0;
        for (path, file) in self.files().filter(|(_, file)| file.split == split) {
            let end = first + file.items;
            let within = wanted.start.max(first)..wanted.end.min(end);
            if !within.is_empty() {
                holding.push((path, first, within));
            }
            first = end;
        }
        Some(holding)
    }

    /// Hands these items of a split to `visit`, as far as they are there. Only the files that hold them are opened, and
    /// read from there on; `false` if it is not known which these are.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn some(
        &self,
        split: Option<&str>,
        wanted: &Range<u64>,
        mut visit: impl FnMut(ItemView<'_>),
    ) -> Result<bool, Error> {
        let Some(holding) = self.holding(split, wanted) else { return Ok(false) };
        for (path, first, within) in holding {
            let mut reader = self.weighed(open_files(vec![path], self.known_lexicon()));
            reader.select(within.start - first..within.end - first)?;
            while let Some(record) = reader.next() {
                visit(ItemView::read(&record?, reader.lexicon()));
            }
        }
        Ok(true)
    }

    /// The recipe's dataset, if it is known and one of commands in grid worlds.
    pub fn grid(&self) -> Option<&dyn GridFamily> {
        self.dataset.as_ref()?.contents().commands()
    }

    /// The recipe's dataset, if it is one of riddles.
    pub fn riddles(&self) -> Option<&Riddles> {
        self.dataset.as_ref()?.contents().riddles()
    }

    /// The recipe's dataset, if it is one of stories.
    pub fn stories(&self) -> Option<&dyn StoryFamily> {
        self.dataset.as_ref()?.contents().stories()
    }

    /// The lexicon that items refer to, if it is known before reading.
    fn known_lexicon(&self) -> Option<&Lexicon> {
        self.lexicon.as_ref().or_else(|| self.grid().map(GridFamily::lexicon))
    }

    /// How many items there are, if that is known.
    pub fn total(&self, choice: &Choice) -> Option<u64> {
        let cut = |items: u64| choice.limit.map_or(items, |limit| limit.min(items));
        let wanted = |split: &str| choice.wants(split);
        match (&self.path, &self.manifest, &self.dataset) {
            (Some(path), Some(manifest), _) if path.is_dir() => Some(
                manifest
                    .splits
                    .iter()
                    .filter(|split| wanted(&split.name))
                    .map(|split| cut(split.items))
                    .sum(),
            ),
            (Some(_), Some(manifest), _) => Some(
                manifest.files.iter().filter(|file| wanted(&file.split)).map(|file| cut(file.items)).sum(),
            ),
            (Some(_), None, _) | (None, _, None) => None,
            (None, _, Some(dataset)) => Some(
                dataset.splits().iter().filter(|split| wanted(&split.name)).map(|split| cut(split.len)).sum(),
            ),
        }
    }

    /// Hands every chosen item to `visit`, until it has seen enough. Items that cannot be read are handed on as errors.
    ///
    /// # Errors
    /// If there are no such items, they cannot be made, or the caller asked to stop; and what `visit` gives.
    pub fn each<E: From<Error>>(
        &self,
        pass: &Pass<'_>,
        stage: &str,
        mut visit: impl FnMut(Result<ItemView<'_>, ReadError>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        pass.watch.begin(stage, self.total(pass.choice));
        let mut count = 0;
        let mut counted = |item: Result<ItemView<'_>, ReadError>| {
            count += 1;
            if count == STEP {
                pass.watch.done(std::mem::take(&mut count)).map_err(Error::from)?;
            }
            visit(item)
        };
        match (&self.path, self.grid()) {
            (Some(path), _) => {
                let mut items = ReadItems::new(self, path, pass.choice)?;
                while let Some(item) = items.next() {
                    let item = item?;
                    let flow = match item {
                        Ok(record) => counted(Ok(ItemView::read(&record, items.lexicon()))),
                        Err(error) => counted(Err(error)),
                    };
                    if flow?.is_break() {
                        return Ok(());
                    }
                }
            }
            (None, Some(dataset)) => {
                let mut items = dataset.grid_items();
                for (number, indices) in made(dataset, pass.choice)? {
                    let split = &dataset.splits()[number];
                    for index in indices {
                        let item = items.make(number, index).map_err(Error::from)?;
                        if counted(Ok(ItemView::made(&split.name, item, dataset.lexicon())))?.is_break() {
                            return Ok(());
                        }
                    }
                }
            }
            (None, None) => {}
        }
        pass.watch.done(count).map_err(|stopped| Error::from(stopped).into())
    }

    /// The first command, which tells whose wording it is; `None` where looking would use it up.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn first_command(&self, choice: &Choice) -> Result<Option<Command>, Error> {
        match (&self.path, self.grid()) {
            (Some(path), _) if path != Path::new("-") => {
                let first = ReadItems::new(self, path, choice)?.next().transpose()?;
                Ok(first.transpose()?.map(|record| record.command))
            }
            (None, Some(dataset)) => Ok(Some(dataset.some_command())),
            _ => Ok(None),
        }
    }
}

/// The manifest of a path and the folder it is in. Of a single file, it lists that file only.
fn described(path: &Path) -> Result<Option<(PathBuf, Manifest)>, Error> {
    if path == Path::new("-") {
        return Ok(None);
    }
    let found = Manifest::find(path)?;
    Ok(found.map(|(root, mut manifest)| {
        if let (false, Ok(file)) = (path.is_dir(), path.canonicalize()) {
            manifest.files.retain(|listed| listed.within(&root).as_ref() == Some(&file));
        }
        (root, manifest)
    }))
}

/// The chosen items of a recipe: splits, by their numbers, with indices.
fn made(dataset: &dyn GridFamily, choice: &Choice) -> Result<Vec<(usize, Range<u64>)>, Error> {
    let splits = dataset.splits();
    let items =
        |number: usize| choice.limit.map_or(splits[number].len, |limit| limit.min(splits[number].len));
    Ok(chosen_splits(splits, choice)?.into_iter().map(|number| (number, 0..items(number))).collect())
}

/// The numbers of the chosen splits of a recipe.
///
/// # Errors
/// If there is none.
pub fn chosen_splits(splits: &[SplitInfo], choice: &Choice) -> Result<Vec<usize>, Error> {
    let chosen: Vec<usize> = (0..splits.len()).filter(|&number| choice.wants(&splits[number].name)).collect();
    match &choice.split {
        Some(name) if chosen.is_empty() => {
            Err(no_such_split(name, splits.iter().map(|split| split.name.as_str())).into())
        }
        _ => Ok(chosen),
    }
}
