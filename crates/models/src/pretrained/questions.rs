//! Questions about stories as text: straight from the generator, or from files of any format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wampimuk_babi::{Line, Passage};
use wampimuk_batch::BatchError;
use wampimuk_core::{Items, Role, SplitInfo};
use wampimuk_dataset::JsonLines;
use wampimuk_dataset::stories::{StoryRow, open};
use wampimuk_dyna::Stories;
use wampimuk_families::Dataset;

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
    /// By split: the story, and which of its lines is the question.
    Stored(Vec<Vec<(Arc<Passage>, usize)>>),
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
            return Self::read(&path);
        }
        let stories = dataset.ok_or_else(|| DataError::Unfit("there is neither recipe nor file".into()))?;
        stories_of(stories.as_ref())?;
        let mut splits = stories.splits().to_vec();
        for split in &mut splits {
            split.len = sizes.get(&split.name).copied().unwrap_or(split.len).min(split.len);
        }
        Ok(Self { splits, source: Source::Made(stories) })
    }

    /// Reads a file, or all files of a folder.
    fn read(path: &Path) -> Result<Self, DataError> {
        let mut found: BTreeMap<String, Vec<(Arc<Passage>, usize)>> = BTreeMap::new();
        for file in files_of(path)? {
            for record in open(&file)? {
                let record = record?;
                // The Dyna-bAbI kit calls it `valid`.
                let split = match record.split.as_deref() {
                    None | Some("") => "train",
                    Some("valid") => "dev",
                    Some(split) => split,
                };
                let questions = found.entry(split.to_owned()).or_default();
                let passage = Arc::new(record.passage);
                let numbers: Vec<usize> = passage.questions().map(|(number, _)| number).collect();
                questions.extend(numbers.into_iter().map(|number| (Arc::clone(&passage), number)));
            }
        }
        if found.is_empty() {
            return Err(DataError::Unfit(format!("there are no questions in {}", path.display())));
        }
        let split = |(name, questions): (&String, &Vec<_>)| SplitInfo {
            name: name.clone(),
            role: match name.as_str() {
                "train" => Role::Train,
                "dev" => Role::Dev,
                _ => Role::Test,
            },
            holdout: None,
            title: name.clone(),
            len: questions.len() as u64,
        };
        let splits = found.iter().map(split).collect();
        Ok(Self { splits, source: Source::Stored(found.into_values().collect()) })
    }

    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// What gives questions one after another.
    pub fn reader(&self) -> Result<Reader<'_>, DataError> {
        Ok(match &self.source {
            Source::Made(dataset) => {
                let stories = stories_of(dataset.as_ref())?;
                let lines = JsonLines::new(wampimuk_core::Family::schema(stories));
                Reader::Made { items: wampimuk_core::Family::items(stories), lines: Box::new(lines) }
            }
            Source::Stored(splits) => Reader::Stored(splits),
        })
    }
}

fn stories_of(dataset: &dyn Dataset) -> Result<&Stories, DataError> {
    let unfit = || BatchError::Family { family: dataset.family(), expected: "stories" };
    Ok(dataset.of::<Stories>().ok_or_else(unfit)?)
}

/// The files of a folder in the order of their names, or the file itself.
fn files_of(path: &Path) -> Result<Vec<PathBuf>, DataError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let failed = |error| DataError::Unfit(format!("{}: {error}", path.display()));
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        let known = ["txt", "json", "jsonl", "parquet", "arrow"];
        let extension = file.extension().and_then(|extension| extension.to_str());
        let is_manifest = file.file_name().is_some_and(|name| name == "manifest.json");
        if file.is_file() && !is_manifest && extension.is_some_and(|extension| known.contains(&extension)) {
            files.push(file);
        }
    }
    files.sort_unstable();
    Ok(files)
}

/// Gives questions one after another.
pub(super) enum Reader<'q> {
    Made { items: Box<dyn Items + 'q>, lines: Box<JsonLines> },
    Stored(&'q [Vec<(Arc<Passage>, usize)>]),
}

impl Reader<'_> {
    /// A question of a split.
    ///
    /// # Errors
    /// If there is none, or it cannot be made.
    pub fn read(&mut self, split: usize, index: u64) -> Result<Question, DataError> {
        match self {
            Self::Made { items, lines } => {
                lines.clear();
                items.write(split, index, lines.as_mut()).map_err(BatchError::from)?;
                let row: StoryRow = serde_json::from_slice(lines.bytes())
                    .map_err(|error| DataError::Unfit(format!("item {index} of split {split}: {error}")))?;
                let supporting = row.supporting.iter().filter_map(|&number| (number as usize).checked_sub(1));
                Ok(Question {
                    supporting: supporting.collect(),
                    facts: row.facts,
                    question: row.question,
                    answer: row.answer,
                })
            }
            Self::Stored(splits) => {
                let count = splits.len();
                let questions = splits.get(split).ok_or(BatchError::Split { split, count })?;
                let stored = usize::try_from(index).ok().and_then(|index| questions.get(index));
                let question = stored.and_then(|(passage, number)| Question::of(passage, *number));
                question.ok_or_else(|| DataError::Unfit(format!("there is no item {index} in split {split}")))
            }
        }
    }
}

impl Question {
    /// The question that is printed under this number.
    fn of(passage: &Passage, number: usize) -> Option<Self> {
        let (Line::Question(asked), before) = passage.lines.get(..number)?.split_last()? else { return None };
        let mut question =
            Self { question: asked.question.clone(), answer: asked.answer.clone(), ..Self::default() };
        for (line, printed) in before.iter().zip(1..) {
            if let Line::Fact(fact) = line {
                if asked.support.contains(&printed) {
                    question.supporting.push(question.facts.len());
                }
                question.facts.push(fact.clone());
            }
        }
        Some(question)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_babi::Asked;

    use super::*;

    #[test]
    fn questions_in_between_are_not_facts() {
        let asked = |support: &[usize]| {
            let (question, answer) = ("Where is Mary?".to_owned(), "kitchen".to_owned());
            Line::Question(Asked { question, answer, support: support.to_vec() })
        };
        let fact = |text: &str| Line::Fact(text.to_owned());
        let lines = vec![fact("One."), asked(&[1]), fact("Two."), fact("Three."), asked(&[1, 4])];
        let passage = Passage { lines };
        let question = Question::of(&passage, 5).unwrap();
        assert_eq!((question.facts.len(), question.supporting), (3, vec![0, 2]));
        assert_eq!(Question::of(&passage, 2).unwrap().facts, ["One."]);
        assert_eq!((Question::of(&passage, 3), Question::of(&passage, 9)), (None, None));
    }
}
