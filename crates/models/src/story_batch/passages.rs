//! Stories as one sequence of words, for models that point at their answer.
//!
//! Which questions have an answer to point at: those whose answer is one thing (no list) that a supporting sentence
//! names. Yes, no and maybe are never pointed at, even where a "no longer" would offer a "no"; and numbers are not
//! named. If the answer is named more than once, the latest supporting sentence that names it is the one to point at, and
//! in it the last occurrence: earlier ones may be right by chance only.

use wampimuk_batch::{BatchError, Punctuation, StoryBatch, Vocabulary, story_tokens};

use super::{cut, number, partition_rows};

/// A part of a batch for models that point at the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PassageBatch {
    /// The numbers of the stories' words step by step, `[steps, rows]`, padded with 0.
    pub words: Vec<u32>,
    /// How many words each story has.
    pub lengths: Vec<u32>,
    /// The numbers of the questions' words step by step, `[steps, rows]`, padded with 0.
    pub questions: Vec<u32>,
    /// How many words each question has.
    pub question_lengths: Vec<u32>,
    /// The words that answer each question, if there are such. Other questions do not count in training.
    pub spans: Vec<Option<Span>>,
    /// The numbers of the parts of each answer, a part of several words being one.
    pub answers: Vec<Vec<u32>>,
}

/// Some words of a story, the last one included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first word.
    pub start: u32,
    /// The last word.
    pub end: u32,
}

impl PassageBatch {
    /// The numbers of some words of a story; none where the story has no such words.
    pub fn said(&self, row: usize, span: Span) -> Vec<u32> {
        let rows = self.lengths.len();
        let length = self.lengths.get(row).copied().unwrap_or(0);
        let steps = if span.end < length { span.start..span.end + 1 } else { 0..0 };
        steps.filter_map(|step| self.words.get(step as usize * rows + row).copied()).collect()
    }

    /// How many questions have an answer to point at.
    pub fn labels(&self) -> usize {
        self.spans.iter().flatten().count()
    }
}

/// Answers that are not things.
const JUDGEMENTS: [&str; 3] = ["yes", "no", "maybe"];

/// Divides a batch into parts, as [`partition_questions`](super::partition_questions) does. The vocabulary is the one that the
/// batch was laid out with; its marks are to be kept, as they tell sentences apart. No part has more than `most` words,
/// each story being as long as the longest, but for one of a single story.
///
/// # Errors
/// If a word of an answer has no number.
pub fn partition_passages(
    batch: &StoryBatch,
    vocabulary: &Vocabulary,
    parts: usize,
    most: usize,
) -> Result<Vec<(Vec<usize>, PassageBatch)>, BatchError> {
    let read = |row: usize| Passage::new(batch, vocabulary, row);
    let passages: Vec<Passage> = (0..batch.len).map(read).collect::<Result<_, _>>()?;
    let rows = partition_rows(batch, parts).flat_map(|rows| cut(rows, |row| passages[row].words.len(), most));
    Ok(rows.map(|rows| (rows.clone(), side_by_side(&passages, &rows))).collect())
}

/// One story, its question and where the answer is.
struct Passage {
    words: Vec<u32>,
    question: Vec<u32>,
    span: Option<Span>,
    answer: Vec<u32>,
}

impl Passage {
    fn new(batch: &StoryBatch, vocabulary: &Vocabulary, row: usize) -> Result<Self, BatchError> {
        let widths = batch.widths;
        let answer = answer(batch, vocabulary, row)?;
        let parts = parts(batch, row).iter().map(|&part| number(part)).collect();
        let mut passage = Self { words: Vec::new(), question: Vec::new(), span: None, answer: parts };
        for sentence in row * widths.sentences..(row + 1) * widths.sentences {
            let length = number(batch.sentence_lengths[sentence]) as usize;
            let words = batch.story[sentence * widths.words..][..length].iter().map(|&word| number(word));
            let start = passage.words.len();
            passage.words.extend(words);
            if batch.supporting[sentence] && !answer.is_empty() {
                let last = passage.words[start..].windows(answer.len()).rposition(|words| words == answer);
                let span = last.map(|at| Span {
                    start: (start + at) as u32,
                    end: (start + at + answer.len() - 1) as u32,
                });
                passage.span = span.or(passage.span);
            }
        }
        let length = number(batch.question_lengths[row]) as usize;
        let question = &batch.question[row * widths.question..][..length];
        passage.question.extend(question.iter().map(|&word| number(word)));
        Ok(passage)
    }
}

/// The parts of a row's answer.
fn parts(batch: &StoryBatch, row: usize) -> &[i64] {
    &batch.answer_parts[row * batch.widths.answer..][..number(batch.answer_lengths[row]) as usize]
}

/// The words of an answer that can be pointed at; none if it cannot.
fn answer(batch: &StoryBatch, vocabulary: &Vocabulary, row: usize) -> Result<Vec<u32>, BatchError> {
    let &[part] = parts(batch, row) else { return Ok(Vec::new()) };
    let text = vocabulary.token(part)?;
    if JUDGEMENTS.contains(&text) {
        return Ok(Vec::new());
    }
    let words = story_tokens(text, Punctuation::Keep);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Ok(vocabulary.encode(&words)?.into_iter().map(number).collect())
}

fn side_by_side(passages: &[Passage], rows: &[usize]) -> PassageBatch {
    let sequences = |of: fn(&Passage) -> &[u32]| {
        let sequences: Vec<&[u32]> = rows.iter().map(|&row| of(&passages[row])).collect();
        let steps = sequences.iter().map(|words| words.len()).max().unwrap_or(0).max(1);
        let word = |step: usize| sequences.iter().map(move |words| words.get(step).copied().unwrap_or(0));
        let lengths: Vec<u32> = sequences.iter().map(|words| words.len() as u32).collect();
        ((0..steps).flat_map(word).collect(), lengths)
    };
    let (words, lengths) = sequences(|passage| &passage.words);
    let (questions, question_lengths) = sequences(|passage| &passage.question);
    let spans = rows.iter().map(|&row| passages[row].span).collect();
    let answers = rows.iter().map(|&row| passages[row].answer.clone()).collect();
    PassageBatch { words, lengths, questions, question_lengths, spans, answers }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use wampimuk_batch::{Specials, StoryWidths};

    use super::*;

    /// The words that are pointed at in a little story, and the first one's place.
    fn span(answer: &str, supporting: [bool; 3]) -> Result<Option<(String, u32)>, BatchError> {
        let facts =
            ["mary went to the living room .", "john is no longer there .", "mary left the living room ."];
        let words = facts.iter().flat_map(|fact| fact.split(' ')).chain(["where"]).chain(answer.split(','));
        let words: BTreeSet<&str> = words.collect();
        let vocabulary = Vocabulary::new("stories", Specials::Padding, words)?;
        let encode = |text: &str| vocabulary.encode(&text.split(' ').collect::<Vec<_>>());
        let (mut story, mut lengths) = (Vec::new(), Vec::new());
        for fact in facts {
            let words = encode(fact)?;
            lengths.push(words.len() as i64);
            story.extend(words.into_iter().chain(std::iter::repeat(0)).take(7));
        }
        let parts = vocabulary.encode(&answer.split(',').collect::<Vec<_>>())?;
        let batch = StoryBatch {
            len: 1,
            widths: StoryWidths { sentences: 3, words: 7, question: 1, answer: parts.len() },
            story,
            sentence_lengths: lengths,
            story_lengths: vec![3],
            question: encode("where")?,
            question_lengths: vec![1],
            answer: Vec::new(),
            answer_lengths: vec![parts.len() as i64],
            answer_parts: parts,
            supporting: supporting.to_vec(),
            ids: Vec::new(),
        };
        let parts = partition_passages(&batch, &vocabulary, 1, 100)?;
        let Some(span) = parts[0].1.spans[0] else { return Ok(None) };
        let said: Vec<i64> = parts[0].1.said(0, span).into_iter().map(i64::from).collect();
        Ok(Some((vocabulary.decode(&said)?.join(" "), span.start)))
    }

    #[test]
    fn the_latest_supporting_sentence_is_pointed_at() {
        let found = |words: &str, at: u32| Ok(Some((words.to_owned(), at)));
        assert_eq!(span("living room", [true, false, true]), found("living room", 16));
        assert_eq!(span("living room", [true, true, false]), found("living room", 4));
        assert_eq!(span("mary", [true, false, false]), found("mary", 0));
    }

    #[test]
    fn lists_judgements_and_what_is_not_named_are_not_pointed_at() {
        assert_eq!(span("mary,john", [true; 3]), Ok(None));
        assert_eq!(span("no", [true; 3]), Ok(None));
        assert_eq!(span("two", [true; 3]), Ok(None));
        assert_eq!(span("john", [true, false, true]), Ok(None), "it is named, but by no support");
    }

    #[test]
    fn nothing_is_said_beyond_the_end() {
        let passages =
            PassageBatch { words: vec![1, 2, 3, 0], lengths: vec![2, 1], ..PassageBatch::default() };
        assert_eq!(passages.said(0, Span { start: 0, end: 1 }), [1, 3]);
        assert!(passages.said(1, Span { start: 0, end: 1 }).is_empty());
        assert!(passages.said(7, Span::default()).is_empty());
    }
}
