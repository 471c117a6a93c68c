//! Questions that were made before: a training asks for the same ones in every epoch, and making one takes longer than
//! learning from it on a GPU.

use std::collections::HashMap;

use wampimuk_batch::{PAD, StoryBatch, StoryWidths};
use wampimuk_core::ItemId;

/// How many numbers are kept of all questions: 256 MiB. Questions beyond that are made anew each time.
const MOST_NUMBERS: usize = 1 << 27;

/// Questions by split and index, in numbers.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    questions: HashMap<(usize, u64), Packed>,
    numbers: usize,
}

/// A question in as few bytes as its numbers need.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Packed {
    id: ItemId,
    /// The answer as a whole, if it has a number.
    whole: Option<u16>,
    /// The words of all sentences, then the question, then the parts of the answer.
    words: Box<[u16]>,
    /// How many words each sentence has, the question and the answer.
    lengths: Box<[u16]>,
    /// Which sentences support the answer.
    supporting: Box<[bool]>,
}

impl Remembered {
    /// Lays out questions of a split if all of them are known; otherwise the ones that are not.
    pub(super) fn fill(&self, split: usize, items: &[u64], batch: &mut StoryBatch) -> Result<(), Vec<u64>> {
        let found: Vec<&Packed> =
            items.iter().filter_map(|&item| self.questions.get(&(split, item))).collect();
        if found.len() < items.len() {
            let is_new = |item: &u64| !self.questions.contains_key(&(split, *item));
            return Err(items.iter().copied().filter(is_new).collect());
        }
        lay_out(&found, batch);
        Ok(())
    }

    /// Remembers questions that were made, as far as there is room.
    pub(super) fn add(&mut self, split: usize, items: &[u64], made: &StoryBatch) {
        for (row, &item) in items.iter().enumerate() {
            let Some(packed) = Packed::of(made, row) else { continue };
            let numbers = packed.words.len() + packed.lengths.len() + packed.supporting.len();
            if self.numbers + numbers > MOST_NUMBERS {
                return;
            }
            if self.questions.insert((split, item), packed).is_none() {
                self.numbers += numbers;
            }
        }
    }
}

impl Packed {
    /// A row of a batch; nothing if a number is too large.
    fn of(batch: &StoryBatch, row: usize) -> Option<Self> {
        let StoryWidths { sentences, words, question, answer } = batch.widths;
        let length = |lengths: &[i64], at: usize| usize::try_from(*lengths.get(at)?).ok();
        let count = length(&batch.story_lengths, row)?;
        let (mut all, mut lengths) = (Vec::new(), Vec::with_capacity(count + 2));
        let mut append = |numbers: &[i64]| {
            lengths.push(u16::try_from(numbers.len()).ok()?);
            numbers.iter().try_for_each(|&number| u16::try_from(number).ok().map(|number| all.push(number)))
        };
        for place in row * sentences..row * sentences + count {
            append(&batch.story[place * words..][..length(&batch.sentence_lengths, place)?])?;
        }
        append(&batch.question[row * question..][..length(&batch.question_lengths, row)?])?;
        append(&batch.answer_parts[row * answer..][..length(&batch.answer_lengths, row)?])?;
        let whole = batch.answer.get(row).map(|&whole| u16::try_from(whole));
        Some(Self {
            id: *batch.ids.get(row)?,
            whole: whole.transpose().ok()?,
            words: all.into(),
            lengths: lengths.into(),
            supporting: batch.supporting[row * sentences..][..count].into(),
        })
    }

    /// The words of each sentence, of the question and of the answer.
    fn texts(&self) -> impl Iterator<Item = &[u16]> {
        let mut rest = &*self.words;
        self.lengths.iter().map(move |&length| {
            let (text, after) = rest.split_at(length.into());
            rest = after;
            text
        })
    }

    /// How wide the arrays have to be for it.
    fn widen(&self, widths: StoryWidths) -> StoryWidths {
        let sentences = self.supporting.len();
        let (of_sentences, others) = self.lengths.split_at(sentences);
        let longest = of_sentences.iter().copied().max().unwrap_or(0);
        let other = |at: usize| others.get(at).copied().unwrap_or(0).into();
        StoryWidths {
            sentences: widths.sentences.max(sentences),
            words: widths.words.max(longest.into()),
            question: widths.question.max(other(0)),
            answer: widths.answer.max(other(1)),
        }
    }
}

/// The same arrays that making the questions gives.
fn lay_out(rows: &[&Packed], batch: &mut StoryBatch) {
    let widths = rows.iter().fold(StoryWidths::default(), |widths, row| row.widen(widths));
    *batch = StoryBatch { len: rows.len(), widths, ..StoryBatch::default() };
    for (number, row) in rows.iter().enumerate() {
        let count = row.supporting.len();
        let ends = (number + 1) * widths.sentences;
        let mut texts = row.texts();
        for sentence in texts.by_ref().take(count) {
            append(&mut batch.story, sentence, widths.words);
            batch.sentence_lengths.push(sentence.len() as i64);
        }
        batch.story.resize(ends * widths.words, PAD);
        batch.sentence_lengths.resize(ends, 0);
        batch.supporting.extend_from_slice(&row.supporting);
        batch.supporting.resize(ends, false);
        batch.story_lengths.push(count as i64);
        let (question, answer) = (texts.next().unwrap_or(&[]), texts.next().unwrap_or(&[]));
        append(&mut batch.question, question, widths.question);
        batch.question_lengths.push(question.len() as i64);
        append(&mut batch.answer_parts, answer, widths.answer);
        batch.answer_lengths.push(answer.len() as i64);
        batch.answer.extend(row.whole.map(i64::from));
        batch.ids.push(row.id);
    }
}

/// Appends numbers, padded to a width.
fn append(to: &mut Vec<i64>, numbers: &[u16], width: usize) {
    let end = to.len() + width;
    to.extend(numbers.iter().map(|&number| i64::from(number)));
    to.resize(end, PAD);
}

#[cfg(test)]
mod tests {
    use wampimuk_batch::{Punctuation, StoryBatcher, stories_of};

    use super::*;

    #[test]
    fn remembered_questions_are_the_ones_that_were_made() {
        let dataset = wampimuk_families::require("mix-t12", &[]).unwrap().dataset(3).unwrap();
        let stories = stories_of(dataset.as_ref()).unwrap();
        let batcher = StoryBatcher::new(stories, Punctuation::Keep).unwrap().with_last(9);
        let fill = |items: &[u64]| {
            let mut batch = StoryBatch::default();
            batcher.fill(stories, 0, items, None, &mut batch).unwrap();
            batch
        };
        let mut remembered = Remembered::default();
        let (first, later) = ([5, 900, 2, 40], [900, 7, 2, 7]);
        let mut batch = StoryBatch::default();
        assert_eq!(remembered.fill(0, &first, &mut batch), Err(first.to_vec()));
        remembered.add(0, &first, &fill(&first));
        assert_eq!(remembered.fill(0, &later, &mut batch), Err(vec![7, 7]), "what is missing");
        assert!(remembered.fill(1, &first, &mut batch).is_err(), "another split");
        remembered.add(0, &[7, 7], &fill(&[7, 7]));
        for items in [&first[..], &later, &[2], &[]] {
            assert_eq!(remembered.fill(0, items, &mut batch), Ok(()));
            assert_eq!(batch, fill(items), "{items:?}");
        }
    }
}
