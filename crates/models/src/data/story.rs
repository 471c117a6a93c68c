//! Questions about stories, of recipes or of files.

mod numbered;
mod remembered;
mod source;

use wampimuk_batch::{Punctuation, Vocabulary};
use wampimuk_core::SplitInfo;

use super::{Data, DataError};
use crate::story_batch::{
    PassageBatch, QuestionBatch, Span, TextLimits, partition_passages, partition_questions,
};
use crate::task::{AnswerText, BatchMaker, BatchPart, Task, TextOrList};
use numbered::Manner;
use source::{Feed, Source};

/// How a model that reads sentence by sentence gets its stories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceReading {
    /// What becomes of punctuation marks.
    pub marks: Punctuation,
    /// How many sentences before the question are read.
    pub last: Option<usize>,
    /// Pads all stories to this many sentences, or to the longest story in the sample.
    pub filled: bool,
    /// Answers this many questions together, because their answers depend on each other.
    pub together: Option<usize>,
    /// The most sentences of a part of a batch, but for a single story and for questions that stay together: what an update
    /// or an answer takes of memory grows with them.
    pub most: usize,
}

/// Questions to which a model chooses among all answers.
#[derive(Debug)]
pub struct ChoiceTask {
    source: Source,
    room: TextLimits,
    reading: SentenceReading,
}

impl ChoiceTask {
    /// The task of this data. The first questions of every split are looked at, to see how long sentences are.
    ///
    /// # Errors
    /// If these are no stories, or their answers cannot be listed.
    pub fn new(data: Data, reading: SentenceReading) -> Result<Self, DataError> {
        let manner = Manner { marks: reading.marks, last: reading.last, whole_answers: true };
        let source = Source::new(data, manner)?;
        if !source.has_whole_answers() {
            let text = "the recipe has too many objects to list what a person may carry, and this model chooses among answers";
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
    type Batch = QuestionBatch;
    type Answer = u32;

    fn splits(&self) -> &[SplitInfo] {
        self.source.splits()
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.source.vocabulary()]
    }

    fn room(&self) -> Option<TextLimits> {
        Some(self.room)
    }

    fn maker(&self, _: usize) -> Result<Box<dyn BatchMaker<QuestionBatch> + '_>, DataError> {
        Ok(Box::new(ChoiceMaker { task: self, feed: self.source.feed() }))
    }

    fn is_right(&self, part: &QuestionBatch, row: usize, answer: &u32) -> bool {
        part.answers.get(row).copied().flatten() == Some(*answer)
    }

    fn answer_text(&self, part: &QuestionBatch, row: usize, answer: &u32) -> AnswerText {
        let word = |number: u32| TextOrList::One(self.source.token(number).to_owned());
        let right = part.answers.get(row).copied().flatten().unwrap_or(0);
        AnswerText { words: word(*answer), right: word(right), ..AnswerText::default() }
    }
}

struct ChoiceMaker<'t> {
    task: &'t ChoiceTask,
    feed: Feed<'t>,
}

impl BatchMaker<QuestionBatch> for ChoiceMaker<'_> {
    fn make(
        &mut self,
        split: usize,
        items: &[u64],
        parts: usize,
    ) -> Result<Vec<BatchPart<QuestionBatch>>, DataError> {
        let room = self.task.room;
        let Some(together) = self.task.reading.together else {
            let dealt =
                partition_questions(self.feed.fill(split, items)?, room, parts, self.task.reading.most)?;
            return Ok(dealt.into_iter().map(|(rows, batch)| BatchPart { rows, batch }).collect());
        };
        let mut all = Vec::new();
        for (number, items) in items.chunks(together.max(1)).enumerate() {
            let first = number * together.max(1);
            for (rows, batch) in partition_questions(self.feed.fill(split, items)?, room, 1, usize::MAX)? {
                all.push(BatchPart { rows: rows.into_iter().map(|row| first + row).collect(), batch });
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
    most: usize,
}

impl PassageTask {
    /// The task of this data. No part of a batch has more than `most` words of stories, but for a single story.
    ///
    /// # Errors
    /// If these are no stories.
    pub fn new(data: Data, most: usize) -> Result<Self, DataError> {
        let manner = Manner { marks: Punctuation::Keep, last: None, whole_answers: false };
        Ok(Self { source: Source::new(data, manner)?, most })
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
    type Batch = PassageBatch;
    type Answer = Span;

    fn splits(&self) -> &[SplitInfo] {
        self.source.splits()
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.source.vocabulary()]
    }

    fn maker(&self, _: usize) -> Result<Box<dyn BatchMaker<PassageBatch> + '_>, DataError> {
        Ok(Box::new(PassageMaker { task: self, feed: self.source.feed() }))
    }

    fn is_right(&self, part: &PassageBatch, row: usize, answer: &Span) -> bool {
        let said = self.answer_text(part, row, answer);
        said.words == said.right
    }

    fn answer_text(&self, part: &PassageBatch, row: usize, answer: &Span) -> AnswerText {
        let right = part.answers.get(row).map_or(&[][..], Vec::as_slice);
        AnswerText {
            words: TextOrList::One(self.text(&part.said(row, *answer), " ")),
            right: TextOrList::One(self.text(right, ",")),
            ..AnswerText::default()
        }
    }
}

struct PassageMaker<'t> {
    task: &'t PassageTask,
    feed: Feed<'t>,
}

impl BatchMaker<PassageBatch> for PassageMaker<'_> {
    fn make(
        &mut self,
        split: usize,
        items: &[u64],
        parts: usize,
    ) -> Result<Vec<BatchPart<PassageBatch>>, DataError> {
        let vocabulary = self.task.source.vocabulary();
        let dealt = partition_passages(self.feed.fill(split, items)?, vocabulary, parts, self.task.most)?;
        Ok(dealt.into_iter().map(|(rows, batch)| BatchPart { rows, batch }).collect())
    }
}
