//! Stories of files, in memory: every text once, and questions as lists of texts.
//!
//! Stories repeat the same sentences, so a question takes a few dozen bytes, whatever its format was.

mod listing;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use wampimuk_babi::{Line, Passage};
use wampimuk_batch::BatchError;
use wampimuk_core::{ItemError, SplitInfo};
use wampimuk_dataset::stories::open;
use wampimuk_families::Dataset;

use super::{DataError, described, find_holdouts};
use listing::{Listed, listed};

/// The split of files whose names do not say one.
const UNSORTED: &str = "unsorted";

/// Questions that were read, by split.
#[derive(Debug)]
pub(crate) struct StoryFiles {
    splits: Vec<SplitInfo>,
    questions: Vec<Vec<Asked>>,
    sentences: Texts,
    answers: Texts,
}

/// A question about a story, as numbers of texts.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The sentences of the whole story.
    story: Arc<[u32]>,
    /// How many of them come before the question.
    before: usize,
    /// The question, one of the sentences.
    pub question: u32,
    /// The answer.
    pub answer: u32,
    /// Which sentences support the answer, counted from 0.
    pub supporting: Box<[u32]>,
}

impl Asked {
    /// The sentences before the question.
    pub fn facts(&self) -> &[u32] {
        &self.story[..self.before]
    }
}

/// Different texts, numbered as they come.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

impl Texts {
    fn number(&mut self, text: &str) -> Result<u32, DataError> {
        if let Some(&number) = self.numbers.get(text) {
            return Ok(number);
        }
        let number = u32::try_from(self.texts.len());
        let number = number.map_err(|_| DataError::Unfit("the files have too many sentences".into()))?;
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.numbers.insert(text, number);
        Ok(number)
    }

    /// The text of this number.
    pub fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    /// All texts, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.texts.iter().map(|text| &**text)
    }
}

impl StoryFiles {
    /// Reads a file of any format of stories, or all such files of a folder. Splits are those that rows or names of files
    /// say, and are described by the recipe's dataset, if there is one.
    ///
    /// # Errors
    /// If something cannot be read, or there are no questions.
    pub fn read(path: &Path, dataset: Option<&dyn Dataset>) -> Result<Self, DataError> {
        let (sentences, answers) = (Texts::default(), Texts::default());
        let mut files = Self { splits: Vec::new(), questions: Vec::new(), sentences, answers };
        for Listed { path, split } in listed(path)? {
            for record in open(&path)? {
                let record = record?;
                let split = match record.split.or_else(|| split.clone()).as_deref() {
                    None | Some("") => files.split(UNSORTED, dataset),
                    // As the Dyna-bAbI kit calls it.
                    Some("valid") => files.split("dev", dataset),
                    Some(name) => files.split(name, dataset),
                };
                files.add(split, &record.passage)?;
            }
        }
        if files.questions.iter().all(Vec::is_empty) {
            return Err(DataError::Unfit(format!("there are no questions in {}", path.display())));
        }
        for (split, questions) in files.splits.iter_mut().zip(&files.questions) {
            split.len = questions.len() as u64;
        }
        if dataset.is_none() {
            find_holdouts(&mut files.splits);
        }
        Ok(files)
    }

    /// The number of a split.
    fn split(&mut self, name: &str, dataset: Option<&dyn Dataset>) -> usize {
        let known = self.splits.iter().position(|split| split.name == name);
        known.unwrap_or_else(|| {
            self.splits.push(described(name, dataset));
            self.questions.push(Vec::new());
            self.splits.len() - 1
        })
    }

    /// Adds the questions of a story.
    fn add(&mut self, split: usize, passage: &Passage) -> Result<(), DataError> {
        let mut story = Vec::new();
        // For each line that was told, its place among the sentences; questions have none.
        let mut places: Vec<Option<u32>> = Vec::new();
        let mut found = Vec::new();
        for line in &passage.lines {
            match line {
                Line::Fact(fact) => {
                    places.push(u32::try_from(story.len()).ok());
                    story.push(self.sentences.number(fact)?);
                }
                Line::Question(asked) => {
                    let place = |&printed: &usize| places.get(printed.checked_sub(1)?).copied().flatten();
                    let mut supporting: Vec<u32> = asked.support.iter().filter_map(place).collect();
                    supporting.sort_unstable();
                    supporting.dedup();
                    let question = self.sentences.number(&asked.question)?;
                    let answer = self.answers.number(asked.answer.trim())?;
                    found.push((story.len(), question, answer, supporting));
                    places.push(None);
                }
            }
        }
        let story: Arc<[u32]> = story.into();
        let asked = |(before, question, answer, supporting): (usize, u32, u32, Vec<u32>)| Asked {
            story: Arc::clone(&story),
            before,
            question,
            answer,
            supporting: supporting.into(),
        };
        self.questions[split].extend(found.into_iter().map(asked));
        Ok(())
    }

    /// The splits.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits
    }

    /// Sentences and questions.
    pub fn sentences(&self) -> &Texts {
        &self.sentences
    }

    /// Answers.
    pub fn answers(&self) -> &Texts {
        &self.answers
    }

    /// All questions of all splits.
    pub fn questions(&self) -> impl Iterator<Item = &Asked> {
        self.questions.iter().flatten()
    }

    /// A question of a split.
    ///
    /// # Errors
    /// If there is none.
    pub fn question(&self, split: usize, index: u64) -> Result<&Asked, BatchError> {
        let count = self.splits.len();
        let questions = self.questions.get(split).ok_or(BatchError::Split { split, count })?;
        let found = usize::try_from(index).ok().and_then(|index| questions.get(index));
        found.ok_or_else(|| {
            let (split, len) = (self.splits[split].name.clone(), questions.len() as u64);
            BatchError::Item(ItemError::OutOfRange { split, index, len })
        })
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::Role;

    use super::*;

    const STORY: &str =
        "1 One.\n2 Where?\tkitchen\t1\n3 Two.\n4 One.\n5 Where?\toffice\t4 1\n1 Two.\n2 Who?\tMary\t1\n";

    #[test]
    fn questions_in_between_are_not_facts_and_texts_are_kept_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("qa1_valid.txt");
        std::fs::write(&path, STORY).unwrap();
        let files = StoryFiles::read(&path, None).unwrap();
        let [split] = files.splits() else { panic!("one split: {:?}", files.splits()) };
        assert_eq!((split.name.as_str(), split.role, split.len), ("dev", Role::Dev, 3));
        assert_eq!(files.sentences().iter().collect::<Vec<_>>(), ["One.", "Where?", "Two.", "Who?"]);
        let facts = |index| files.question(0, index).map(|asked| asked.facts().to_vec());
        assert_eq!(
            (facts(0).unwrap(), facts(1).unwrap(), facts(2).unwrap()),
            (vec![0], vec![0, 2, 0], vec![2])
        );
        let asked = files.question(0, 1).unwrap();
        assert_eq!((files.answers().get(asked.answer), &*asked.supporting), ("office", &[0, 2][..]));
        assert!(facts(3).unwrap_err().to_string().contains("dev"));
        assert!(files.question(1, 0).is_err());
    }

    #[test]
    fn names_of_files_say_the_split() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["qa1_train.txt", "qa1_test.txt", "tale.txt", "README.txt"] {
            std::fs::write(folder.path().join(name), STORY).unwrap();
        }
        std::fs::write(folder.path().join("config.json"), "{\"tasks\": []}").unwrap();
        let files = StoryFiles::read(folder.path(), None).unwrap();
        let found: Vec<_> =
            files.splits().iter().map(|split| (split.name.as_str(), split.role, split.len)).collect();
        assert_eq!(found, [("test", Role::Test, 3), ("train", Role::Train, 3), (UNSORTED, Role::Test, 3)]);
    }

    #[test]
    fn nothing_to_read_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let error = |path: &Path| StoryFiles::read(path, None).unwrap_err().to_string();
        assert!(error(folder.path()).contains("no files of stories"));
        std::fs::write(folder.path().join("a_train.txt"), "1 One.\n").unwrap();
        assert!(error(folder.path()).contains("no questions"));
        assert!(error(&folder.path().join("b_train.txt")).contains("b_train.txt"));
    }
}
