//! Stories of files in numbers.

use std::collections::BTreeSet;

use wampimuk_batch::{PAD, Punctuation, Specials, StoryBatch, StoryWidths, Vocabulary, story_tokens};
use wampimuk_core::ItemId;

use crate::data::story_files::{Asked, StoryFiles};
use crate::data::{DataError, STORIES};
use crate::story_batch::TextLimits;

/// Questions of files, and the numbers of their words.
#[derive(Debug)]
pub(super) struct Numbered {
    files: StoryFiles,
    vocabulary: Vocabulary,
    /// The words of each sentence or question.
    sentences: Vec<Box<[i64]>>,
    answers: Vec<Answer>,
    last: Option<usize>,
}

/// An answer in numbers.
#[derive(Debug)]
struct Answer {
    /// As a whole, if answers are wanted so.
    whole: Option<i64>,
    /// What commas separate.
    parts: Box<[i64]>,
}

/// How files are read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// What becomes of punctuation marks.
    pub marks: Punctuation,
    /// How many sentences before the question are read.
    pub last: Option<usize>,
    /// Whether every answer has to be a word as a whole.
    pub whole_answers: bool,
}

/// The words and answers of files, and others, in the order in which recipes have them.
pub(super) fn words_of(
    files: &StoryFiles,
    marks: Punctuation,
    others: &[String],
) -> Result<Vocabulary, DataError> {
    let mut tokens: BTreeSet<String> = others.iter().cloned().collect();
    for text in files.sentences().iter().chain(files.answers().iter()) {
        tokens.extend(story_tokens(text, marks));
    }
    for answer in files.answers().iter() {
        tokens.extend(parts(answer));
        tokens.insert(answer.to_lowercase());
    }
    // Not every question is answered.
    tokens.remove("");
    Ok(Vocabulary::new(STORIES, Specials::Padding, tokens)?)
}

/// The parts of an answer, which commas separate.
fn parts(answer: &str) -> impl Iterator<Item = String> {
    answer.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_lowercase)
}

impl Numbered {
    /// Numbers the words of files.
    ///
    /// # Errors
    /// If a word has no number, or a question no answer.
    pub fn new(files: StoryFiles, vocabulary: Vocabulary, manner: Manner) -> Result<Self, DataError> {
        let Manner { marks, last, whole_answers } = manner;
        let numbers = |text: &str, words: &mut dyn Iterator<Item = String>| {
            let unknown = |error| DataError::Unfit(format!("`{text}`: {error}"));
            words.map(|word| vocabulary.number(&word)).collect::<Result<Box<[i64]>, _>>().map_err(unknown)
        };
        let sentence = |text: &str| numbers(text, &mut story_tokens(text, marks).into_iter());
        let answer = |text: &str| {
            let whole = whole_answers.then(|| numbers(text, &mut std::iter::once(text.to_lowercase())));
            let whole = whole.transpose()?.and_then(|whole| whole.first().copied());
            Ok(Answer { whole, parts: numbers(text, &mut parts(text))? })
        };
        if let Some(asked) = files.questions().find(|asked| files.answers().get(asked.answer).is_empty()) {
            let question = files.sentences().get(asked.question);
            return Err(DataError::Unfit(format!("the question `{question}` of the files has no answer")));
        }
        let sentences = files.sentences().iter().map(sentence).collect::<Result<_, _>>()?;
        let answers = files.answers().iter().map(answer).collect::<Result<_, DataError>>()?;
        Ok(Self { files, vocabulary, sentences, answers, last })
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The longest sentence or question, and the longest story.
    pub fn room(&self) -> TextLimits {
        let words = self.sentences.iter().map(|sentence| sentence.len()).max();
        let sentences = self.files.questions().map(|asked| self.facts(asked).len()).max();
        let at_least_one = |most: Option<usize>| most.unwrap_or(0).max(1);
        TextLimits { words: at_least_one(words), sentences: at_least_one(sentences) }
    }

    /// The sentences of a story that are read.
    fn facts<'a>(&self, asked: &'a Asked) -> &'a [u32] {
        let facts = asked.facts();
        &facts[facts.len().saturating_sub(self.last.unwrap_or(usize::MAX))..]
    }

    fn sentence(&self, number: u32) -> &[i64] {
        self.sentences.get(number as usize).map_or(&[], |sentence| sentence)
    }

    /// Lays out some questions of a split.
    ///
    /// # Errors
    /// If there is no such question.
    pub fn fill(&self, split: usize, items: &[u64], batch: &mut StoryBatch) -> Result<(), DataError> {
        let found = items.iter().map(|&index| self.files.question(split, index));
        let found = found.collect::<Result<Vec<&Asked>, _>>()?;
        let answer = |asked: &Asked| self.answers.get(asked.answer as usize);
        let mut widths = StoryWidths::default();
        for asked in &found {
            let facts = self.facts(asked);
            let longest = facts.iter().map(|&fact| self.sentence(fact).len()).max().unwrap_or(0);
            widths.sentences = widths.sentences.max(facts.len());
            widths.words = widths.words.max(longest);
            widths.question = widths.question.max(self.sentence(asked.question).len());
            widths.answer = widths.answer.max(answer(asked).map_or(0, |answer| answer.parts.len()));
        }
        let len = found.len();
        *batch = StoryBatch { len, widths, ids: vec![ItemId::default(); len], ..StoryBatch::default() };
        for (row, asked) in found.into_iter().enumerate() {
            let facts = self.facts(asked);
            let skipped = asked.facts().len() - facts.len();
            for (place, &fact) in (skipped..).zip(facts) {
                let sentence = self.sentence(fact);
                append(&mut batch.story, sentence, widths.words);
                batch.sentence_lengths.push(sentence.len() as i64);
                batch.supporting.push(asked.supporting.iter().any(|&support| support as usize == place));
            }
            let sentences = (row + 1) * widths.sentences;
            batch.story.resize(sentences * widths.words, PAD);
            batch.sentence_lengths.resize(sentences, 0);
            batch.supporting.resize(sentences, false);
            batch.story_lengths.push(facts.len() as i64);
            let question = self.sentence(asked.question);
            append(&mut batch.question, question, widths.question);
            batch.question_lengths.push(question.len() as i64);
            if let Some(Answer { whole, parts }) = answer(asked) {
                append(&mut batch.answer_parts, parts, widths.answer);
                batch.answer_lengths.push(parts.len() as i64);
                batch.answer.extend(whole);
            }
        }
        Ok(())
    }
}

/// Appends numbers, padded to a width.
fn append(to: &mut Vec<i64>, numbers: &[i64], width: usize) {
    let end = to.len() + width;
    to.extend_from_slice(numbers);
    to.resize(end, PAD);
}
