//! The arrays of a batch of questions.

use wampimuk_core::ItemId;

use crate::BatchError;

/// How wide the arrays are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StoryWidths {
    /// Sentences of a story: S.
    pub sentences: usize,
    /// Words of a sentence: W.
    pub words: usize,
    /// Words of a question: Q.
    pub question: usize,
    /// Parts of an answer: A.
    pub answer: usize,
}

/// Questions about stories as flat arrays, row by row. Keep one and fill it again and again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoryBatch {
    /// How many questions there are: B.
    pub len: usize,
    /// How wide the arrays are.
    pub widths: StoryWidths,
    /// The sentences before the question, `[B, S, W]`.
    pub story: Vec<i64>,
    /// How many words each sentence has, `[B, S]`.
    pub sentence_lengths: Vec<i64>,
    /// How many sentences each story has, `[B]`.
    pub story_lengths: Vec<i64>,
    /// The questions, `[B, Q]`.
    pub question: Vec<i64>,
    /// How many words each question has, `[B]`.
    pub question_lengths: Vec<i64>,
    /// The answers as wholes, `[B]`; empty where answers have too many forms.
    pub answer: Vec<i64>,
    /// The parts of the answers, which commas separate, `[B, A]`.
    pub answer_parts: Vec<i64>,
    /// How many parts each answer has, `[B]`.
    pub answer_lengths: Vec<i64>,
    /// Which sentences support the answer, `[B, S]`.
    pub supporting: Vec<bool>,
    /// The identities of the questions, `[B]`.
    pub ids: Vec<ItemId>,
}

/// A question in numbers.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) id: ItemId,
    pub(super) sentences: Vec<Vec<i64>>,
    pub(super) supporting: Vec<bool>,
    pub(super) question: Vec<i64>,
    pub(super) answer: Option<i64>,
    pub(super) answer_parts: Vec<i64>,
}

impl StoryBatch {
    pub(super) fn lay_out(
        &mut self,
        indices: &[u64],
        rows: &[Row],
        widths: Option<StoryWidths>,
        whole_answers: bool,
    ) -> Result<(), BatchError> {
        let widths = match widths {
            Some(widths) => {
                for (row, &index) in rows.iter().zip(indices) {
                    row.check(index, widths)?;
                }
                widths
            }
            None => rows.iter().fold(StoryWidths::default(), |widths, row| row.widen(widths)),
        };
        self.make_room(rows.len(), widths, whole_answers);
        let StoryWidths { sentences, words, question, answer } = widths;
        for (number, row) in rows.iter().enumerate() {
            for (place, sentence) in row.sentences.iter().enumerate() {
                let place = number * sentences + place;
                self.story[place * words..][..sentence.len()].copy_from_slice(sentence);
                self.sentence_lengths[place] = sentence.len() as i64;
            }
            self.supporting[number * sentences..][..row.supporting.len()].copy_from_slice(&row.supporting);
            self.story_lengths[number] = row.sentences.len() as i64;
            self.question[number * question..][..row.question.len()].copy_from_slice(&row.question);
            self.question_lengths[number] = row.question.len() as i64;
            self.answer_parts[number * answer..][..row.answer_parts.len()].copy_from_slice(&row.answer_parts);
            self.answer_lengths[number] = row.answer_parts.len() as i64;
            self.ids[number] = row.id;
            if let (Some(whole), Some(slot)) = (row.answer, self.answer.get_mut(number)) {
                *slot = whole;
            }
        }
        Ok(())
    }

    /// Empty arrays of the right lengths.
    fn make_room(&mut self, len: usize, widths: StoryWidths, whole_answers: bool) {
        (self.len, self.widths) = (len, widths);
        let StoryWidths { sentences, words, question, answer } = widths;
        for (array, len) in [
            (&mut self.story, len * sentences * words),
            (&mut self.sentence_lengths, len * sentences),
            (&mut self.story_lengths, len),
            (&mut self.question, len * question),
            (&mut self.question_lengths, len),
            (&mut self.answer, if whole_answers { len } else { 0 }),
            (&mut self.answer_parts, len * answer),
            (&mut self.answer_lengths, len),
        ] {
            array.clear();
            array.resize(len, 0);
        }
        self.supporting.clear();
        self.supporting.resize(len * sentences, false);
        self.ids.clear();
        self.ids.resize(len, ItemId::default());
    }
}

impl Row {
    /// The widths that this question needs, too.
    fn widen(&self, widths: StoryWidths) -> StoryWidths {
        StoryWidths {
            sentences: widths.sentences.max(self.sentences.len()),
            words: widths.words.max(self.longest_sentence()),
            question: widths.question.max(self.question.len()),
            answer: widths.answer.max(self.answer_parts.len()),
        }
    }

    fn check(&self, index: u64, widths: StoryWidths) -> Result<(), BatchError> {
        for (what, length, width) in [
            ("story", self.sentences.len(), widths.sentences),
            ("longest sentence", self.longest_sentence(), widths.words),
            ("question", self.question.len(), widths.question),
            ("answer", self.answer_parts.len(), widths.answer),
        ] {
            if length > width {
                return Err(BatchError::TooLong { what, index, length, width });
            }
        }
        Ok(())
    }

    fn longest_sentence(&self) -> usize {
        self.sentences.iter().map(Vec::len).max().unwrap_or(0)
    }
}
