//! Batches of questions about stories, in the parts that threads work on.

mod passages;

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wampimuk_batch::{BatchError, StoryBatch};
use wampimuk_nn::{Graph, GraphMark, ParamId};

pub use passages::{PassageBatch, Span, partition_passages};

/// A part of a batch for models that read sentence by sentence and choose among whole answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionBatch {
    /// How many questions there are.
    pub rows: usize,
    /// Sentences of a story; shorter stories end with sentences of zeros.
    pub sentences: usize,
    /// Words of a sentence or question.
    pub words: usize,
    /// The numbers of the stories' words, `[words, sentences, rows]`, padded with 0.
    pub stories: Vec<u32>,
    /// The numbers of the questions' words, `[words, rows]`, padded with 0.
    pub questions: Vec<u32>,
    /// The numbers of the answers, each as a whole; `None` where it has no number as a whole.
    pub answers: Vec<Option<u32>>,
}

/// The longest texts that a model reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextLimits {
    /// The most words of a sentence or question. Models learn a weight for each position.
    pub words: usize,
    /// Stories are padded to at least this many sentences. STM reads the padding too, so its answers depend on it. EntNet
    /// does not, and has 0: as many as the part has.
    pub sentences: usize,
}

/// Divides a batch into parts: rows are sorted by length and distributed in turn, so all parts take about as long. Returns the
/// rows of each part too.
///
/// How many parts there are is part of the arithmetic (sums are rounded differently), so it must not depend on the
/// machine. There are more than asked for where one would have more than `most` sentences: memory grows with them.
///
/// # Errors
/// If a sentence or question has more words than there is room for.
pub fn partition_questions(
    batch: &StoryBatch,
    room: TextLimits,
    parts: usize,
    most: usize,
) -> Result<Vec<(Vec<usize>, QuestionBatch)>, BatchError> {
    let lengths = batch.sentence_lengths.chunks_exact(batch.widths.sentences.max(1));
    for (row, lengths) in lengths.enumerate() {
        fits("longest sentence", row, lengths.iter().copied().max().unwrap_or(0), room.words)?;
    }
    for (row, &length) in batch.question_lengths.iter().enumerate() {
        fits("question", row, length, room.words)?;
    }
    let sentences = |row: usize| number(batch.story_lengths[row]).max(1) as usize;
    let rows = partition_rows(batch, parts)
        .flat_map(|rows| cut(rows, |row| sentences(row).max(room.sentences), most));
    Ok(rows.map(|rows| (rows.clone(), pick(batch, room, &rows))).collect())
}

fn fits(what: &'static str, row: usize, length: i64, width: usize) -> Result<(), BatchError> {
    let (index, length) = (row as u64, usize::try_from(length).unwrap_or(0));
    if length > width { Err(BatchError::TooLong { what, index, length, width }) } else { Ok(()) }
}

/// The rows of each part.
fn partition_rows(batch: &StoryBatch, parts: usize) -> impl Iterator<Item = Vec<usize>> {
    let mut order: Vec<usize> = (0..batch.len).collect();
    order.sort_by_key(|&row| Reverse(batch.story_lengths[row]));
    let parts = parts.clamp(1, batch.len.max(1));
    (0..parts).map(move |part| order.iter().skip(part).step_by(parts).copied().collect())
}

/// Cuts the rows of a part so that in no piece all rows, each as long as the longest, have more than `most`; unless it is
/// a single row.
fn cut(mut rows: Vec<usize>, length: impl Fn(usize) -> usize, most: usize) -> Vec<Vec<usize>> {
    let mut pieces = Vec::new();
    loop {
        let longest = rows.iter().map(|&row| length(row)).max().unwrap_or(1);
        let rest = rows.split_off(rows.len().min((most / longest.max(1)).max(1)));
        pieces.push(std::mem::replace(&mut rows, rest));
        if rows.is_empty() {
            return pieces;
        }
    }
}

fn pick(batch: &StoryBatch, room: TextLimits, rows: &[usize]) -> QuestionBatch {
    let widths = batch.widths;
    let longest = rows.iter().map(|&row| number(batch.story_lengths[row]) as usize).max().unwrap_or(0);
    let sentences = longest.max(room.sentences).max(1);
    let words = widths.words.max(widths.question);
    let story_word = |word: usize, sentence: usize, row: usize| {
        let is_there = word < widths.words && sentence < widths.sentences;
        if is_there {
            number(batch.story[(row * widths.sentences + sentence) * widths.words + word])
        } else {
            0
        }
    };
    let question_word = |word: usize, row: usize| {
        if word < widths.question { number(batch.question[row * widths.question + word]) } else { 0 }
    };
    let places = (0..words).flat_map(|word| (0..sentences).map(move |sentence| (word, sentence)));
    QuestionBatch {
        rows: rows.len(),
        sentences,
        words,
        stories: places
            .flat_map(|(word, sentence)| rows.iter().map(move |&row| story_word(word, sentence, row)))
            .collect(),
        questions: (0..words)
            .flat_map(|word| rows.iter().map(move |&row| question_word(word, row)))
            .collect(),
        answers: rows.iter().map(|&row| batch.answer.get(row).map(|&answer| number(answer))).collect(),
    }
}

fn number(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(0)
}

impl QuestionBatch {
    /// Whether a sentence is only padding.
    pub fn is_filler(&self, sentence: usize, row: usize) -> bool {
        let of_word = |word: usize| (word * self.sentences + sentence) * self.rows + row;
        (0..self.words).all(|word| self.stories.get(of_word(word)).is_none_or(|&word| word == 0))
    }

    /// How many answers are in the vocabulary.
    pub fn labels(&self) -> usize {
        self.answers.iter().flatten().count()
    }
}

/// Encodes a sentence as one vector: the sum of its words' embeddings, each multiplied by learned weights of its position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SentenceReader {
    /// The embeddings of words.
    pub(crate) table: ParamId,
    /// The weights of positions, `[positions, width]`.
    pub(crate) places: ParamId,
    /// How many positions there are.
    pub(crate) len: usize,
    /// The width of all vectors.
    pub(crate) width: usize,
    /// The word whose embedding gets no gradient.
    pub(crate) padding: Option<u32>,
}

impl SentenceReader {
    /// The vectors `[count, width]` of sentences whose words are `[words, count]`. Sentences are padded.
    pub(crate) fn read<G: Graph>(&self, graph: &mut G, words: &[u32], count: usize) -> G::Var {
        let mut words = words.to_vec();
        words.resize(self.len * count, 0);
        let words = graph.embedding(words, self.table, self.padding);
        let places: Arc<[u32]> =
            (0..self.len).flat_map(|place| std::iter::repeat_n(place as u32, count)).collect();
        let weights = graph.param(self.places);
        let weights = graph.index_select(weights, self.width, places);
        let weighted = graph.mul(words, weights);
        graph.sum_rows(weighted, count * self.width)
    }
}

/// Whether the backward pass will follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// It will: everything is kept.
    Training,
    /// It will not: intermediate values can be freed.
    Inference,
}

impl Pass {
    /// While predicting, frees what was computed since, except `keep`.
    pub(crate) fn free_since<G: Graph, const N: usize>(
        self,
        graph: &mut G,
        since: GraphMark,
        keep: [G::Var; N],
    ) -> [G::Var; N] {
        match self {
            Self::Training => keep,
            Self::Inference => graph.free_since(since, &keep).try_into().unwrap_or(keep),
        }
    }
}

/// The index of the largest logit of each row, the first of equals.
pub(crate) fn argmax(logits: &[f32], rows: usize) -> Vec<u32> {
    let width = logits.len() / rows.max(1);
    let best = |row: &[f32]| {
        let larger = |one: usize, other: usize| if row[other] > row[one] { other } else { one };
        (0..row.len()).reduce(larger).unwrap_or(0) as u32
    };
    logits.chunks_exact(width.max(1)).map(best).collect()
}

/// For [`Graph::index_select`]: each of these rows, `times` times in a row.
pub(crate) fn each_repeated(rows: std::ops::Range<usize>, times: usize) -> Arc<[u32]> {
    rows.flat_map(|row| std::iter::repeat_n(row as u32, times)).collect()
}

#[cfg(test)]
mod tests {
    use wampimuk_batch::StoryWidths;

    use super::*;

    fn batch() -> StoryBatch {
        StoryBatch {
            len: 2,
            widths: StoryWidths { sentences: 2, words: 3, question: 2, answer: 1 },
            story: vec![1, 2, 0, 0, 0, 0, 3, 4, 5, 6, 7, 0],
            sentence_lengths: vec![2, 0, 3, 2],
            story_lengths: vec![1, 2],
            question: vec![8, 9, 8, 0],
            question_lengths: vec![2, 1],
            answer: vec![5, 6],
            answer_parts: vec![5, 6],
            answer_lengths: vec![1, 1],
            supporting: vec![true, false, false, true],
            ids: Vec::new(),
        }
    }

    #[test]
    fn longer_stories_come_first_and_all_are_filled_up() {
        let parts = partition_questions(&batch(), TextLimits { words: 3, sentences: 3 }, 1, 6).unwrap();
        let [(rows, part)] = &parts[..] else { panic!("one part was asked for") };
        assert_eq!(rows, &[1, 0]);
        assert_eq!((part.rows, part.sentences, part.words), (2, 3, 3));
        assert_eq!(part.stories, [3, 1, 6, 0, 0, 0, 4, 2, 7, 0, 0, 0, 5, 0, 0, 0, 0, 0]);
        assert_eq!(part.questions, [8, 8, 0, 9, 0, 0]);
        assert_eq!(part.answers, [Some(6), Some(5)]);
        let fillers = |row| (0..3).map(|sentence| part.is_filler(sentence, row)).collect::<Vec<_>>();
        assert_eq!(fillers(0), [false, false, true]);
        assert_eq!(fillers(1), [false, true, true]);
    }

    #[test]
    fn too_many_words_are_an_error() {
        let error = partition_questions(&batch(), TextLimits { words: 2, sentences: 0 }, 2, 9).unwrap_err();
        assert!(error.to_string().contains("longest sentence of item 1 has 3 tokens"), "{error}");
    }

    #[test]
    fn every_row_goes_to_one_part() {
        let parts = partition_questions(&batch(), TextLimits { words: 3, sentences: 0 }, 8, 9).unwrap();
        assert_eq!(parts.iter().map(|(rows, _)| rows.clone()).collect::<Vec<_>>(), [[1], [0]]);
        assert_eq!(parts[1].1.sentences, 1);
        assert_eq!(
            partition_questions(&StoryBatch::default(), TextLimits { words: 3, sentences: 0 }, 8, 9)
                .unwrap()
                .len(),
            1
        );
    }

    #[test]
    fn parts_are_cut_where_they_would_need_too_much() {
        let lengths = [9, 7, 5, 3, 1];
        let cut = |most| cut((0..lengths.len()).collect(), |row| lengths[row], most);
        assert_eq!(cut(45), [vec![0, 1, 2, 3, 4]]);
        assert_eq!(cut(44), [vec![0, 1, 2, 3], vec![4]]);
        assert_eq!(cut(18), [vec![0, 1], vec![2, 3, 4]]);
        assert_eq!(cut(2), [vec![0], vec![1], vec![2], vec![3], vec![4]], "a row is never cut");
        let parts = partition_questions(&batch(), TextLimits { words: 3, sentences: 3 }, 1, 5).unwrap();
        assert_eq!(parts.iter().map(|(rows, _)| rows.clone()).collect::<Vec<_>>(), [[1], [0]]);
    }

    #[test]
    fn the_first_of_equals_is_likeliest() {
        assert_eq!(argmax(&[1.0, 3.0, 3.0, -1.0, -2.0, -1.0], 2), [1, 0]);
        assert!(argmax(&[], 0).is_empty());
    }
}
