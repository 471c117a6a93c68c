//! Where items come from: a recipe or files, item by item, in the same form.

mod fold;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wampimuk_command::{Cast, Command, GridFamily, Item, Lexicon};
use wampimuk_dataset::{
    MANIFEST, Manifest, ManifestFile, Place, ReadError, Reader, Record, Recorded, open, open_files,
};
use wampimuk_dyna::StoryFamily;
use wampimuk_engine::{Format, no_such_split};
use wampimuk_families::{self as families, Dataset};
use wampimuk_grid::{Action, World};
use wampimuk_riddle::Riddles;

use crate::args::{Choice, Common};
use crate::failure::Failure;
use crate::progress;
use crate::tasks::is_tasks;
pub use fold::Fold;

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

/// An item, wherever it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Where it stands, if it was read.
    pub place: Option<&'a Place>,
    /// Its split; empty if the file does not say.
    pub split: &'a str,
    /// Its index in the split.
    pub index: u64,
    /// Its command.
    pub command: &'a Command,
    /// Its world.
    pub world: &'a World,
    /// The number of its recorded target.
    pub target: Option<usize>,
    /// Its recorded actions.
    pub actions: &'a [Action],
    /// Why each object is there; empty if that is not known.
    pub cast: &'a Cast,
    /// What else is recorded.
    pub recorded: Option<&'a Recorded>,
    /// The words.
    pub lexicon: &'a Lexicon,
}

impl Source {
    /// Opens what the user named.
    pub fn open(name: &str, choice: &Choice, common: &Common) -> Result<Self, Failure> {
        let path = Path::new(name);
        let is_file =
            name == "-" || path.exists() && path.extension().is_none_or(|extension| extension != "toml");
        if !is_file {
            let found = families::find(name, &choice.adjust.set).ok_or_else(|| {
                Failure::Input(format!("`{name}` is neither a file nor a recipe (see `wampimuk recipes`)"))
            })??;
            return Ok(Self {
                path: None,
                dataset: Some(progress::preparing(&found, choice.adjust.seed, common)?),
                manifest: None,
                root: PathBuf::new(),
                lexicon: None,
            });
        }
        let (root, manifest) = described(path)?.unzip();
        let root = root.unwrap_or_default();
        let dataset = match (&choice.recipe, &manifest) {
            (Some(recipe), _) => {
                let found = families::require(recipe, &choice.adjust.set)?;
                Some(progress::preparing(&found, choice.adjust.seed, common)?)
            }
            (None, Some(manifest)) => {
                let doing = format!("prepare {}", manifest.recipe_name);
                let dataset =
                    progress::waiting(common, &doing, || families::build(&manifest.recipe, manifest.seed));
                Some(
                    dataset.map_err(|error| {
                        Failure::recipe(&root.join(MANIFEST).display().to_string(), &error)
                    })?,
                )
            }
            (None, None) => None,
        };
        Ok(Self { path: Some(path.to_owned()), dataset, manifest, root, lexicon: None })
    }

    /// Whether the files are tasks of riddles, one in each or one on each line: the manifest says so, or they look like it.
    pub fn holds_tasks(&self) -> bool {
        let format = self.manifest.as_ref().and_then(|manifest| Format::named(&manifest.file_format));
        format.map_or_else(|| self.path.as_deref().is_some_and(is_tasks), Format::is_tasks)
    }

    /// The files of the manifest, with their paths.
    pub fn files(&self) -> impl Iterator<Item = (PathBuf, &ManifestFile)> {
        let files = self.manifest.iter().flat_map(|manifest| &manifest.files);
        files.filter_map(|file| Some((file.within(&self.root)?, file)))
    }

    /// A reader of the files that may hold items of the chosen split. Files of a dataset that cannot even be opened are
    /// handed to `unread`; `None` if no other is left.
    fn reader(
        &self,
        path: &Path,
        split: Option<&str>,
        mut unread: impl FnMut(ReadError) -> Result<(), Failure>,
    ) -> Result<Option<Reader>, Failure> {
        let may_hold =
            |file: &ManifestFile| file.split.is_empty() || split.is_none_or(|split| file.split == split);
        let files: Vec<PathBuf> =
            self.files().filter(|(_, file)| may_hold(file)).map(|(path, _)| path).collect();
        if files.is_empty() {
            return Ok(Some(self.weighed(open(path, self.known_lexicon())?)));
        }
        for start in 0..files.len() {
            match open_files(files[start..].to_vec(), self.known_lexicon()) {
                Ok(reader) => return Ok(Some(self.weighed(reader))),
                Err(error) => unread(error)?,
            }
        }
        Ok(None)
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
    pub fn some(
        &self,
        split: Option<&str>,
        wanted: &Range<u64>,
        mut visit: impl FnMut(Seen<'_>) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        let Some(holding) = self.holding(split, wanted) else { return Ok(false) };
        for (path, first, within) in holding {
            let mut reader = self.weighed(open_files(vec![path], self.known_lexicon())?);
            reader.skip_items(within.start - first)?;
            for _ in within {
                let Some(record) = reader.next() else { break };
                visit(seen(&record?, reader.lexicon()))?;
            }
        }
        Ok(true)
    }

    /// The same for a command that is about commands in grid worlds. `purpose` says what it does.
    pub fn require_grid(self, name: &str, purpose: &str) -> Result<Self, Failure> {
        let family = match &self.dataset {
            _ if self.holds_tasks() => "riddle",
            Some(dataset) if dataset.contents().commands().is_none() => dataset.family(),
            _ => return Ok(self),
        };
        Err(Failure::Input(format!(
            "{name} holds items of the family {family}, and {purpose}: that is for families of commands in grid worlds, \
             such as gscan and reascan, and for stories. For {family} there are `wampimuk generate --dry-run` (what a \
             recipe makes), `wampimuk show` (pictures) and `wampimuk verify` (checks)"
        )))
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
        let wanted = |split: &str| choice.split.as_deref().is_none_or(|wanted| wanted == split);
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

    /// Hands every chosen item to `visit`, with a progress bar. Items that cannot be read are handed on as errors.
    pub fn each(
        &self,
        choice: &Choice,
        common: &Common,
        what: &str,
        mut visit: impl FnMut(Result<Seen<'_>, ReadError>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let bar = progress::bar(common, self.total(choice), what);
        let mut count = 0u64;
        let mut counted = |item: Result<Seen<'_>, ReadError>| {
            count += 1;
            if count.is_multiple_of(1024) {
                bar.set_position(count);
            }
            visit(item)
        };
        match (&self.path, self.grid()) {
            (Some(path), _) => self.each_read(path, choice, &mut counted)?,
            (None, Some(dataset)) => each_made(dataset, choice, &mut counted)?,
            (None, None) => {}
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn each_read(
        &self,
        path: &Path,
        choice: &Choice,
        visit: &mut impl FnMut(Result<Seen<'_>, ReadError>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let reader = self.reader(path, choice.split.as_deref(), |error| visit(Err(error)))?;
        let Some(mut reader) = reader else { return Ok(()) };
        let mut seen_split = choice.split.is_none();
        let mut counts = std::collections::HashMap::<Arc<str>, u64>::new();
        while let Some(record) = reader.next() {
            let record = match record {
                Ok(record) => record,
                Err(error) => {
                    visit(Err(error))?;
                    continue;
                }
            };
            if choice.split.as_deref().is_some_and(|split| split != &*record.split) {
                continue;
            }
            seen_split = true;
            let count = counts.entry(record.split.clone()).or_default();
            *count += 1;
            if choice.limit.is_some_and(|limit| *count > limit) {
                continue;
            }
            visit(Ok(seen(&record, reader.lexicon())))?;
        }
        match &choice.split {
            Some(split) if !seen_split => {
                Err(Failure::Input(format!("{} has no items of split `{split}`", path.display())))
            }
            _ => Ok(()),
        }
    }
}

/// The manifest of a path and the folder it is in. Of a single file, it lists that file only.
fn described(path: &Path) -> Result<Option<(PathBuf, Manifest)>, Failure> {
    if path == Path::new("-") {
        return Ok(None);
    }
    let found = Manifest::find(path).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(found.map(|(root, mut manifest)| {
        if let (false, Ok(file)) = (path.is_dir(), path.canonicalize()) {
            manifest.files.retain(|listed| listed.within(&root).as_ref() == Some(&file));
        }
        (root, manifest)
    }))
}

fn seen<'a>(record: &'a Record, lexicon: &'a Lexicon) -> Seen<'a> {
    Seen {
        place: Some(&record.place),
        split: &record.split,
        index: record.index,
        command: &record.command,
        world: &record.world,
        target: record.target,
        actions: &record.actions,
        cast: &record.cast,
        recorded: Some(&record.recorded),
        lexicon,
    }
}

fn each_made(
    dataset: &dyn GridFamily,
    choice: &Choice,
    visit: &mut impl FnMut(Result<Seen<'_>, ReadError>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut items = dataset.grid_items();
    let wanted = |name: &str| choice.split.as_deref().is_none_or(|split| split == name);
    if !dataset.splits().iter().any(|split| wanted(&split.name)) {
        let names = dataset.splits().iter().map(|split| split.name.as_str());
        return Err(no_such_split(choice.split.as_deref().unwrap_or_default(), names).into());
    }
    for (number, split) in dataset.splits().iter().enumerate().filter(|(_, split)| wanted(&split.name)) {
        for index in 0..choice.limit.map_or(split.len, |limit| limit.min(split.len)) {
            let Item { example, cast, .. } = items.make(number, index)?;
            visit(Ok(Seen {
                place: None,
                split: &split.name,
                index,
                command: &example.command,
                world: &example.world,
                target: Some(example.target),
                actions: &example.actions,
                cast,
                recorded: None,
                lexicon: dataset.lexicon(),
            }))?;
        }
    }
    Ok(())
}

impl Source {
    /// The first command, which tells whose wording it is; `None` where looking would use it up.
    pub fn first_command(&self, choice: &Choice) -> Result<Option<Command>, Failure> {
        match (&self.path, self.grid()) {
            (Some(path), _) if path != Path::new("-") => {
                let mut first = None;
                let result = self.each_read(path, choice, &mut |item| {
                    first = Some(item?.command.clone());
                    Err(Failure::BrokenPipe)
                });
                match result {
                    Ok(()) | Err(Failure::BrokenPipe) => Ok(first),
                    Err(failure) => Err(failure),
                }
            }
            (None, Some(dataset)) => Ok(Some(dataset.some_command())),
            _ => Ok(None),
        }
    }
}
