//! Questions about stories as text: straight from the generator, or from files of any format.

use wampimuk_batch::{BatchError, stories_of};
use wampimuk_core::SplitInfo;
use wampimuk_dyna::StoryItems;
use wampimuk_families::Dataset;

use crate::data::story_files::StoryFiles;
use crate::data::{Data, DataError};

/// Where questions come from.
#[derive(Debug)]
pub(super) struct Questions {
    splits: Vec<SplitInfo>,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Made(Box<dyn Dataset>),
    Read(Box<StoryFiles>),
}

/// A question about a story.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Question {
    /// The sentences before it.
    pub facts: Vec<String>,
    /// The question.
    pub question: String,
    /// Its answer.
    pub answer: String,
    /// Which sentences support the answer, counted from 0.
    pub supporting: Vec<usize>,
}

impl Questions {
    /// Those of this data.
    ///
    /// # Errors
    /// If there are no stories, or they cannot be read.
    pub fn new(data: Data) -> Result<Self, DataError> {
        let Data { dataset, files, sizes, .. } = data;
        if let Some(path) = files {
            let files = StoryFiles::read(&path, dataset.as_deref())?;
            return Ok(Self { splits: files.splits().to_vec(), source: Source::Read(Box::new(files)) });
        }
        let stories = dataset.ok_or_else(|| DataError::Unfit("there is neither recipe nor file".into()))?;
        stories_of(stories.as_ref())?;
        let mut splits = stories.splits().to_vec();
        for split in &mut splits {
            split.len = sizes.get(&split.name).copied().unwrap_or(split.len).min(split.len);
        }
        Ok(Self { splits, source: Source::Made(stories) })
    }

    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// What gives questions one after another.
    pub fn reader(&self) -> Result<Reader<'_>, DataError> {
        Ok(match &self.source {
            Source::Made(dataset) => Reader::Made(stories_of(dataset.as_ref())?.story_items()),
            Source::Read(files) => Reader::Read(files),
        })
    }
}

/// Gives questions one after another.
pub(super) enum Reader<'q> {
    Made(Box<dyn StoryItems + 'q>),
    Read(&'q StoryFiles),
}

impl Reader<'_> {
    /// A question of a split.
    ///
    /// # Errors
    /// If there is none, or it cannot be made.
    pub fn read(&mut self, split: usize, index: u64) -> Result<Question, DataError> {
        match self {
            Self::Made(items) => {
                let made = items.make(split, index).map_err(BatchError::from)?;
                Ok(Question {
                    facts: made.facts().map(str::to_owned).collect(),
                    question: made.text.to_owned(),
                    answer: made.solution.answer.clone(),
                    supporting: made.supporting().filter_map(|number| number.checked_sub(1)).collect(),
                })
            }
            Self::Read(files) => {
                let asked = files.question(split, index)?;
                let sentence = |&number: &u32| files.sentences().get(number).to_owned();
                Ok(Question {
                    facts: asked.facts().iter().map(sentence).collect(),
                    question: sentence(&asked.question),
                    answer: files.answers().get(asked.answer).to_owned(),
                    supporting: asked.supporting.iter().map(|&fact| fact as usize).collect(),
                })
            }
        }
    }
}
