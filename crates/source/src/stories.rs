//! Stories one by one, in the same form whether they come from a recipe, a dataset or files of any format of stories.

mod each;
mod files;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use wampimuk_babi::{Passage, Solver};
use wampimuk_dataset::stories::StoryClaims;
use wampimuk_dataset::{FilePlace, FilePosition};
use wampimuk_dyna::{StoryFamily, StoryItems, WordMap};

pub use each::Teller;
use files::StoryFile;

use crate::{Error, ReadingOptions, Source};

/// Stories from a recipe or from files, with the solvers that read them.
#[derive(Debug)]
pub struct StorySource {
    /// What the user named.
    pub source: Source,
    /// The files, in order; none if stories are made from the recipe.
    files: Vec<StoryFile>,
    /// The solver for the stories of each part of the recipe.
    parts: BTreeMap<String, Arc<Solver>>,
    /// The solver for other stories.
    reader: Arc<Solver>,
    is_own: bool,
}

/// A story with its questions, wherever it comes from.
#[derive(Clone, Debug)]
pub struct SourceStory {
    /// The file it was read from.
    pub file: Option<Arc<Path>>,
    /// Where it begins, in words for people.
    pub place: String,
    /// Where it begins, if it was read; the file as seen from the folder that the user named.
    start: Option<FilePlace>,
    /// Its number, from 0: in its split if that is known, else in its file.
    pub number: u64,
    /// Its task, or its part of the recipe.
    pub task: Option<String>,
    /// Its split.
    pub split: Option<String>,
    /// The story, as written.
    pub passage: Passage,
    /// The same in the words of the recipe, if it is written in others or in formulas.
    plain: Option<Passage>,
    /// What the file says about each question beyond the text; empty if the story was made.
    pub claims: Vec<StoryClaims>,
    /// What it was read from.
    pub form: StoryOrigin,
    /// The solver that reads it.
    pub solver: Arc<Solver>,
}

/// What a story was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoryOrigin {
    /// Nothing: a recipe made it.
    Made,
    /// A row of ours, which has one question.
    Row,
    /// Numbered lines: a whole story.
    Text,
    /// The same with formulas in place of sentences.
    Formulas,
    /// Another format.
    Other,
}

impl SourceStory {
    /// A story that is in memory only, by its number.
    pub fn told(passage: Passage, number: u64, solver: Arc<Solver>) -> Self {
        let place = format!("story {number}");
        let (claims, form) = (Vec::new(), StoryOrigin::Text);
        let (file, start, task, split, plain) = (None, None, None, None, None);
        Self { file, place, start, number, task, split, passage, plain, claims, form, solver }
    }

    /// The same with the words of its recipe beside those that it is written in, if these are others.
    #[must_use]
    pub fn in_words_of(mut self, stories: &dyn StoryFamily) -> Self {
        self.plain = undo(stories, &self.passage);
        self
    }

    /// The story in words that can be read.
    pub fn plain(&self) -> &Passage {
        self.plain.as_ref().unwrap_or(&self.passage)
    }

    /// The map from these words back to those that are written.
    pub fn back(&self, stories: Option<&dyn StoryFamily>) -> WordMap {
        match (&self.plain, stories) {
            (Some(_), Some(stories)) => WordMap::new(&self.passage, stories),
            _ => WordMap::default(),
        }
    }

    /// Where a line stands, by its printed number: a line of the file if each line of the story has one there.
    pub fn place_of(&self, line: Option<usize>) -> String {
        let Some(line) = line else { return self.place.clone() };
        match (&self.start, self.form) {
            (
                Some(FilePlace { file, spot: FilePosition::Line(first) }),
                StoryOrigin::Text | StoryOrigin::Formulas,
            ) => {
                let spot = FilePosition::Line(first.saturating_add(line as u64).saturating_sub(1));
                FilePlace { file: file.clone(), spot }.to_string()
            }
            _ => format!("{}, line {line}", self.place),
        }
    }

    /// How many questions it has.
    pub fn questions(&self) -> u64 {
        self.passage.questions().count() as u64
    }

    /// Keeps the first `questions` questions, and nothing after the last of them.
    fn keep(&mut self, questions: u64) {
        let keep = usize::try_from(questions).unwrap_or(usize::MAX);
        let last = keep.checked_sub(1).and_then(|last| self.passage.questions().nth(last));
        let Some((line, _)) = last else { return };
        self.passage.lines.truncate(line);
        if let Some(plain) = &mut self.plain {
            plain.lines.truncate(line);
        }
        self.claims.truncate(keep);
    }
}

impl StorySource {
    /// The source as one of stories, or the source as it was if it holds something else.
    ///
    /// # Errors
    /// If there should be stories, and there are none.
    pub fn of(source: Source) -> Result<Result<Self, Source>, Error> {
        let stories = source.stories();
        let is_known = source.dataset.is_some();
        if is_known && stories.is_none() {
            return Ok(Err(source));
        }
        let files = match &source.path {
            None if is_known => Vec::new(),
            None => return Ok(Err(source)),
            Some(path) => match files::find(path, source.files(), is_known)? {
                Some(files) => files,
                None => return Ok(Err(source)),
            },
        };
        let part =
            |stories: &dyn StoryFamily, name: &str| Some((name.to_owned(), Arc::new(stories.solver(name)?)));
        let parts: BTreeMap<String, Arc<Solver>> = stories
            .into_iter()
            .flat_map(|stories| stories.recipe().generate.parts.iter().map(move |part| (stories, &part.name)))
            .filter_map(|(stories, name)| part(stories, name))
            .collect();
        // The parts of a recipe have most of their words in common.
        let first = stories.and_then(|stories| stories.recipe().generate.parts.first());
        let reader = first.and_then(|first| parts.get(&first.name)).cloned().unwrap_or_default();
        let digest = stories.map(|stories| stories.digest().to_string());
        let is_own =
            source.manifest.as_ref().is_some_and(|manifest| Some(&manifest.digest) == digest.as_ref());
        Ok(Ok(Self { source, files, parts, reader, is_own }))
    }

    /// Leaves only the files that hold these questions of a split, where a manifest says which these are.
    pub fn narrow(&mut self, split: Option<&str>, wanted: &Range<u64>) {
        let holding = self.source.holding(split, wanted).unwrap_or_default();
        // No files at all would mean that stories are made from the recipe.
        if !holding.is_empty() {
            self.files.retain(|file| holding.iter().any(|(path, ..)| *path == file.path));
        }
    }

    /// Reads stories in another way than the recipe's, or the published one.
    ///
    /// # Errors
    /// If that is a way to read something else.
    pub fn read_by(&mut self, rules: &ReadingOptions) -> Result<(), Error> {
        for solver in self.parts.values_mut().chain([&mut self.reader]) {
            rules.apply(Arc::make_mut(solver))?;
        }
        Ok(())
    }

    /// Whether the files hold what the recipe makes, story by story: there is a manifest, and nothing but the recipe went
    /// into them. Recipes can also be filled with published stories, and that gives another digest.
    pub fn is_own(&self) -> bool {
        self.is_own
    }

    /// The recipe's dataset, if it is known.
    pub fn stories(&self) -> Option<&dyn StoryFamily> {
        self.source.stories()
    }

    /// How many files there are; none of a recipe.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// The names of the recipe's splits, in its order.
    pub fn split_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.stories()
            .into_iter()
            .flat_map(|stories| stories.splits().iter().map(|split| split.name.as_str()))
    }

    /// A story of the recipe, by the number of its split and its number there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn made(&self, worker: &mut dyn StoryItems, split: usize, number: u64) -> Result<SourceStory, Error> {
        let (narrative, part) = worker.story(split, number)?;
        let name = self.split_names().nth(split).map(str::to_owned);
        let place = format!("{}, story {number}", name.as_deref().unwrap_or_default());
        let task = Some(part.to_owned());
        let passage = narrative.told.passage;
        let plain = self.undo(&passage);
        let solver = self.solver(task.as_deref());
        Ok(SourceStory {
            file: None,
            place,
            start: None,
            number,
            task,
            split: name,
            passage,
            plain,
            claims: Vec::new(),
            form: StoryOrigin::Made,
            solver,
        })
    }

    /// The solver for the stories of a task.
    fn solver(&self, task: Option<&str>) -> Arc<Solver> {
        task.and_then(|task| self.parts.get(task)).unwrap_or(&self.reader).clone()
    }

    /// The passage in the words of the recipe, if they are others.
    fn undo(&self, passage: &Passage) -> Option<Passage> {
        undo(self.stories()?, passage)
    }
}

fn undo(stories: &dyn StoryFamily, passage: &Passage) -> Option<Passage> {
    stories.relexicon()?;
    stories.plain(passage)
}
