//! Questions about stories.

use wampimuk_batch::{BatchError, Marks, StoryBatch, StoryBatcher, Vocabulary};
use wampimuk_core::SplitInfo;
use wampimuk_dyna::Stories;
use wampimuk_families::Dataset;

use super::{Also, Data, DataError};
use crate::story_batch::{Passages, Questions, Room, Span, deal_passages, deal_questions};
use crate::task::{Maker, Part, Said, Task, Words};

/// Of how many questions of each split the widths are taken.
const LOOKED_AT: u64 = 2000;
/// How many of them are laid out at once.
const AT_ONCE: usize = 250;

/// Where questions come from, and the numbers of their words.
#[derive(Debug)]
struct Source {
    dataset: Box<dyn Dataset>,
    batcher: StoryBatcher,
    splits: Vec<SplitInfo>,
    also: Vec<Also>,
}

impl Source {
    fn new(data: Data, marks: Marks, last: Option<usize>) -> Result<Self, DataError> {
        let Data { dataset, files, sizes, also, .. } = data;
        if let Some(path) = files {
            return Err(DataError::Unfit(format!(
                "this model reads stories of recipes, and {} are files (give a recipe, or a folder with a manifest)",
                path.display()
            )));
        }
        let dataset = dataset.ok_or_else(|| DataError::Unfit("there is no recipe".into()))?;
        let others = also.iter().map(|also| stories(also.dataset.as_ref())).collect::<Result<Vec<_>, _>>()?;
        let mut batcher = StoryBatcher::with_words_of(stories(dataset.as_ref())?, &others, marks)?;
        if let Some(last) = last {
            batcher = batcher.with_last(last);
        }
        let mut splits = dataset.splits().to_vec();
        for split in &mut splits {
            split.len = sizes.get(&split.name).copied().unwrap_or(split.len).min(split.len);
        }
        Ok(Self { dataset, batcher, splits, also })
    }

    fn vocabulary(&self) -> &Vocabulary {
        self.batcher.vocabulary()
    }

    /// The longest sentence or question, and the longest story, of the first questions of every split, also of the other
    /// recipes.
    fn room(&self) -> Result<Room, DataError> {
        let mut room = Room { words: 1, sentences: 1 };
        let own = (self.dataset.as_ref(), &self.splits[..]);
        let others = self.also.iter().map(|also| (also.dataset.as_ref(), also.dataset.splits()));
        let mut arrays = StoryBatch::default();
        for (dataset, splits) in std::iter::once(own).chain(others) {
            let stories = stories(dataset)?;
            let mut batcher = self.batcher.beside(stories);
            for (split, info) in splits.iter().enumerate() {
                let items: Vec<u64> = (0..info.len.min(LOOKED_AT)).collect();
                for items in items.chunks(AT_ONCE) {
                    batcher.fill(stories, split, items, None, &mut arrays)?;
                    room.words = room.words.max(arrays.widths.words).max(arrays.widths.question);
                    room.sentences = room.sentences.max(arrays.widths.sentences);
                }
            }
        }
        Ok(room)
    }

    fn feed(&self) -> Feed<'_> {
        Feed { source: self, batcher: self.batcher.clone(), arrays: StoryBatch::default() }
    }

    fn token(&self, number: u32) -> &str {
        self.vocabulary().token(number.into()).unwrap_or_default()
    }
}

fn stories(dataset: &dyn Dataset) -> Result<&Stories, BatchError> {
    let unfit = || BatchError::Family { family: dataset.family(), expected: "stories" };
    dataset.of::<Stories>().ok_or_else(unfit)
}

/// Lays out questions, again and again in the same memory.
struct Feed<'s> {
    source: &'s Source,
    batcher: StoryBatcher,
    arrays: StoryBatch,
}

impl Feed<'_> {
    fn fill(&mut self, split: usize, items: &[u64]) -> Result<&StoryBatch, DataError> {
        let stories = stories(self.source.dataset.as_ref())?;
        self.batcher.fill(stories, split, items, None, &mut self.arrays)?;
        Ok(&self.arrays)
    }
}

/// How a model reads stories sentence by sentence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// What becomes of punctuation marks.
    pub marks: Marks,
    /// Only so many sentences before the question are read.
    pub last: Option<usize>,
    /// All stories are filled up to as many sentences, or to as many as the longest story looked at has.
    pub filled: bool,
    /// So many questions are always answered together, because they depend on each other.
    pub together: Option<usize>,
}

/// Questions to which a model chooses among all answers.
#[derive(Debug)]
pub struct ChoiceTask {
    source: Source,
    room: Room,
    reading: Reading,
}

impl ChoiceTask {
    /// The task of this data. The first questions of every split are looked at, to see how long sentences are.
    ///
    /// # Errors
    /// If these are no stories of a recipe, or their answers cannot be listed.
    pub fn new(data: Data, reading: Reading) -> Result<Self, DataError> {
        let source = Source::new(data, reading.marks, reading.last)?;
        if !source.batcher.has_whole_answers() {
            let text = "the recipe has too many objects to list what somebody may carry, and this model chooses among answers";
            return Err(DataError::Unfit(text.into()));
        }
        let mut room = source.room()?;
        if !reading.filled {
            room.sentences = 0;
        }
        Ok(Self { source, room, reading })
    }

    /// Words and answers, the padding included.
    pub fn words(&self) -> usize {
        self.source.vocabulary().len()
    }

    /// The most words of a sentence or question.
    pub fn longest(&self) -> usize {
        self.room.words
    }
}

impl Task for ChoiceTask {
    type Batch = Questions;
    type Answer = u32;

    fn splits(&self) -> &[SplitInfo] {
        &self.source.splits
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.source.vocabulary()]
    }

    fn maker(&self, _: usize) -> Result<Box<dyn Maker<Questions> + '_>, DataError> {
        Ok(Box::new(ChoiceMaker { task: self, feed: self.source.feed() }))
    }

    fn is_right(&self, part: &Questions, row: usize, answer: &u32) -> bool {
        part.answers.get(row).copied().flatten() == Some(*answer)
    }

    fn said(&self, part: &Questions, row: usize, answer: &u32) -> Said {
        let word = |number: u32| Words::One(self.source.token(number).to_owned());
        let right = part.answers.get(row).copied().flatten().unwrap_or(0);
        Said { words: word(*answer), right: word(right), ..Said::default() }
    }
}

struct ChoiceMaker<'t> {
    task: &'t ChoiceTask,
    feed: Feed<'t>,
}

impl Maker<Questions> for ChoiceMaker<'_> {
    fn make(&mut self, split: usize, items: &[u64], parts: usize) -> Result<Vec<Part<Questions>>, DataError> {
        let room = self.task.room;
        let Some(together) = self.task.reading.together else {
            let dealt = deal_questions(self.feed.fill(split, items)?, room, parts)?;
            return Ok(dealt.into_iter().map(|(rows, batch)| Part { rows, batch }).collect());
        };
        let mut all = Vec::new();
        for (number, items) in items.chunks(together.max(1)).enumerate() {
            let first = number * together.max(1);
            for (rows, batch) in deal_questions(self.feed.fill(split, items)?, room, 1)? {
                all.push(Part { rows: rows.into_iter().map(|row| first + row).collect(), batch });
            }
        }
        Ok(all)
    }
}

/// Questions to which a model points at the answer in the story. Those whose answer is not named there do not count while
/// learning; they are answered all the same, and wrongly.
#[derive(Debug)]
pub struct PassageTask {
    source: Source,
}

impl PassageTask {
    /// The task of this data.
    ///
    /// # Errors
    /// If these are no stories of a recipe.
    pub fn new(data: Data) -> Result<Self, DataError> {
        Ok(Self { source: Source::new(data, Marks::Keep, None)? })
    }

    /// Words, the padding included.
    pub fn words(&self) -> usize {
        self.source.vocabulary().len()
    }

    fn text(&self, words: &[u32], between: &str) -> String {
        let words: Vec<&str> = words.iter().map(|&word| self.source.token(word)).collect();
        words.join(between)
    }
}

impl Task for PassageTask {
    type Batch = Passages;
    type Answer = Span;

    fn splits(&self) -> &[SplitInfo] {
        &self.source.splits
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.source.vocabulary()]
    }

    fn maker(&self, _: usize) -> Result<Box<dyn Maker<Passages> + '_>, DataError> {
        Ok(Box::new(PassageMaker { task: self, feed: self.source.feed() }))
    }

    fn is_right(&self, part: &Passages, row: usize, answer: &Span) -> bool {
        let said = self.said(part, row, answer);
        said.words == said.right
    }

    fn said(&self, part: &Passages, row: usize, answer: &Span) -> Said {
        let right = part.answers.get(row).map_or(&[][..], Vec::as_slice);
        Said {
            words: Words::One(self.text(&part.said(row, *answer), " ")),
            right: Words::One(self.text(right, ",")),
            ..Said::default()
        }
    }
}

struct PassageMaker<'t> {
    task: &'t PassageTask,
    feed: Feed<'t>,
}

impl Maker<Passages> for PassageMaker<'_> {
    fn make(&mut self, split: usize, items: &[u64], parts: usize) -> Result<Vec<Part<Passages>>, DataError> {
        let vocabulary = self.task.source.vocabulary();
        let dealt = deal_passages(self.feed.fill(split, items)?, vocabulary, parts)?;
        Ok(dealt.into_iter().map(|(rows, batch)| Part { rows, batch }).collect())
    }
}
