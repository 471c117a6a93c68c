//! What RoBERTa is taught: to point at the answer in the story.
//!
//! An answer can be pointed at if it is one thing, no list, number or judgement, and a supporting sentence names it; then
//! it is its last mention in the last such sentence. Other questions teach nothing and are answered wrongly;
//! [`SpanExtractionTask::pointable`] counts how many are not such.

use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wampimuk_batch::Vocabulary;
use wampimuk_core::{SplitInfo, Stream};
use wampimuk_nn::Params;

use super::questions::{Question, Questions, Reader};
use super::roberta::SpanBatch;
use super::text_to_text::plain;
use super::tokenizer::{Pair, TextTokenizer, least_left_out};
use super::{CheckpointFolder, Roberta, RobertaConfig};
use super::{dealt, publish};
use crate::architecture::Architecture;
use crate::checkpoint::Checkpoint;
use crate::data::{Data, DataError};
use crate::task::{AnswerText, BatchMaker, BatchPart, Task, TextOrList};
use crate::train::TrainError;

/// The options of RoBERTa.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RobertaOptions {
    /// The folder of the checkpoint: `config.json`, `tokenizer.json` and tensors.
    pub checkpoint: PathBuf,
    /// The most tokens of a text, if fewer than the model has places for; of longer stories, the first sentences are left
    /// out.
    pub most_tokens: usize,
}

impl Default for RobertaOptions {
    fn default() -> Self {
        Self { checkpoint: PathBuf::new(), most_tokens: most_tokens() }
    }
}

fn most_tokens() -> usize {
    512
}

/// Answers that are not things of a story, even if a word of it looks like them.
const JUDGEMENTS: [&str; 12] =
    ["yes", "no", "maybe", "none", "nothing", "zero", "one", "two", "three", "four", "five", "unknown"];

/// Stories as text to point at.
#[derive(Debug)]
pub struct SpanExtractionTask {
    questions: Questions,
    cutter: TextTokenizer,
    most_tokens: usize,
}

/// A question, cut, with where its answer is.
struct Row {
    pair: Pair,
    story: String,
    span: Option<(u32, u32)>,
    answer: String,
}

impl SpanExtractionTask {
    /// The task of this data.
    ///
    /// # Errors
    /// If these are no stories, or the checkpoint cannot be used.
    pub fn new(data: Data, options: &RobertaOptions) -> Result<Self, DataError> {
        let config = RobertaConfig::read(&options.checkpoint)?;
        Ok(Self {
            questions: Questions::new(data)?,
            cutter: TextTokenizer::open(&options.checkpoint, config.vocab_size)?,
            most_tokens: options.most_tokens.min(config.longest()),
        })
    }

    /// How many of some questions of a split have an answer that can be pointed at.
    ///
    /// # Errors
    /// If a question cannot be made.
    pub fn pointable(&self, split: usize, items: Range<u64>) -> Result<u64, DataError> {
        let mut reader = self.questions.reader()?;
        let mut count = 0;
        for index in items {
            count += u64::from(self.row(reader.read(split, index)?)?.span.is_some());
        }
        Ok(count)
    }

    fn row(&self, asked: Question) -> Result<Row, DataError> {
        let pair = |skipped: usize| self.cutter.pair(&asked.question, &asked.facts[skipped..].join(" "));
        let most = self.most_tokens;
        let skipped = least_left_out(asked.facts.len(), |skipped| Ok(pair(skipped)?.tokens.len() <= most))?;
        let pair = pair(skipped)?;
        if pair.tokens.len() > most {
            let message = format!("the question `{}` alone has more than {most} tokens", asked.question);
            return Err(DataError::Unfit(message));
        }
        let span = mention(&asked, skipped).and_then(|bytes| {
            let place = |place: usize| u32::try_from(pair.story.start + place).ok();
            let first = pair.pieces.iter().position(|piece| piece.end > bytes.start)?;
            let last = pair.pieces.iter().rposition(|piece| piece.start < bytes.end)?;
            Some((place(first)?, place(last)?)).filter(|_| first <= last)
        });
        Ok(Row { pair, span, story: asked.facts[skipped..].join(" "), answer: asked.answer })
    }

    /// What tokens of a row's story say.
    fn words(part: &SpanBatch, row: usize, (first, last): (u32, u32)) -> Option<&str> {
        let start = part.stories.get(row)?.start;
        let piece = |token: u32| part.pieces.get(row)?.get((token as usize).checked_sub(start)?);
        part.written.get(row)?.get(piece(first)?.start..piece(last)?.end).map(str::trim)
    }
}

/// Which bytes of the sentences after the first few name the answer.
fn mention(asked: &Question, skipped: usize) -> Option<Range<usize>> {
    let answer = asked.answer.as_str();
    if answer.is_empty() || answer.contains(',') || JUDGEMENTS.contains(&answer) {
        return None;
    }
    let mut supporting = asked.supporting.clone();
    supporting.sort_unstable();
    supporting.into_iter().rev().filter(|&fact| fact >= skipped).find_map(|fact| {
        let at = last_word(asked.facts.get(fact)?, answer)?;
        let before: usize = asked.facts[skipped..fact].iter().map(|fact| fact.len() + 1).sum();
        Some(before + at..before + at + answer.len())
    })
}

/// Where a text has these words last, as words.
fn last_word(text: &str, words: &str) -> Option<usize> {
    let is_part = |c: char| c.is_alphanumeric() || c == '\'';
    text.rmatch_indices(words).map(|(at, _)| at).find(|&at| {
        !text[..at].chars().next_back().is_some_and(is_part)
            && !text[at + words.len()..].chars().next().is_some_and(is_part)
    })
}

impl Task for SpanExtractionTask {
    type Batch = SpanBatch;
    type Answer = (u32, u32);

    fn splits(&self) -> &[SplitInfo] {
        self.questions.splits()
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.cutter.vocabulary()]
    }

    fn maker(&self, _: usize) -> Result<Box<dyn BatchMaker<SpanBatch> + '_>, DataError> {
        Ok(Box::new(SpanBatchMaker { task: self, reader: self.questions.reader()? }))
    }

    fn is_right(&self, part: &SpanBatch, row: usize, answer: &(u32, u32)) -> bool {
        let said = Self::words(part, row, *answer);
        said.zip(part.right.get(row)).is_some_and(|(said, right)| plain(said) == plain(right))
    }

    fn answer_text(&self, part: &SpanBatch, row: usize, answer: &(u32, u32)) -> AnswerText {
        AnswerText {
            words: TextOrList::One(Self::words(part, row, *answer).unwrap_or_default().to_owned()),
            right: TextOrList::One(part.right.get(row).cloned().unwrap_or_default()),
            ..AnswerText::default()
        }
    }
}

struct SpanBatchMaker<'t> {
    task: &'t SpanExtractionTask,
    reader: Reader<'t>,
}

impl BatchMaker<SpanBatch> for SpanBatchMaker<'_> {
    fn make(
        &mut self,
        split: usize,
        items: &[u64],
        parts: usize,
    ) -> Result<Vec<BatchPart<SpanBatch>>, DataError> {
        let mut rows = Vec::with_capacity(items.len());
        for &index in items {
            rows.push(self.task.row(self.reader.read(split, index)?)?);
        }
        let lengths: Vec<usize> = rows.iter().map(|row| row.pair.tokens.len()).collect();
        Ok(dealt(&lengths, parts, |own| {
            let mut batch = SpanBatch::default();
            for Row { pair, story, span, answer } in own.iter().map(|&row| &rows[row]) {
                batch.texts.push(pair.tokens.clone());
                batch.stories.push(pair.story.clone());
                batch.pieces.push(pair.pieces.clone());
                batch.spans.push(*span);
                batch.written.push(story.clone());
                batch.right.push(answer.clone());
            }
            batch
        }))
    }
}

/// RoBERTa, fine-tuned.
#[derive(Clone, Copy, Debug)]
pub struct RobertaArchitecture;

impl Architecture for RobertaArchitecture {
    const NAME: &'static str = "roberta";
    const ABOUT: &'static str =
        "RoBERTa from a checkpoint (--checkpoint DIR), fine-tuned to point at answers";
    const PRESET: &'static str = "roberta";
    /// Each part has its own gradients, as large as the model.
    const PARTS: usize = 2;
    type Model = Roberta;
    type Task = SpanExtractionTask;
    type Options = RobertaOptions;

    fn task(data: Data, options: &RobertaOptions) -> Result<SpanExtractionTask, DataError> {
        SpanExtractionTask::new(data, options)
    }

    fn create(_: &SpanExtractionTask, options: &RobertaOptions, stream: Stream) -> Result<Params, DataError> {
        let folder = &options.checkpoint;
        Ok(Roberta::read(&CheckpointFolder::open(folder)?, &RobertaConfig::read(folder)?, stream)?)
    }

    fn find(params: &Params, options: &RobertaOptions) -> Result<Roberta, String> {
        let config = RobertaConfig::read(&options.checkpoint).map_err(|error| error.to_string())?;
        Roberta::find(params, &config)
    }

    fn publish(
        (path, checkpoint): (&Path, &Checkpoint),
        options: &RobertaOptions,
        to: &Path,
    ) -> Result<Option<&'static str>, TrainError> {
        let from = &options.checkpoint;
        let config = RobertaConfig::read(from).map_err(DataError::from)?;
        Roberta::find(&checkpoint.params, &config).map_err(TrainError::Tensor)?;
        let cutter = TextTokenizer::open(from, config.vocab_size).map_err(DataError::from)?;
        publish((Self::NAME, cutter.vocabulary()), (path, checkpoint), from, to)?;
        Ok(Some("RobertaForQuestionAnswering"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(answer: &str, supporting: &[usize]) -> Question {
        let facts =
            ["Mary went to the office.", "John is no longer in the officeroom.", "Mary left the office."];
        Question {
            facts: facts.map(str::to_owned).to_vec(),
            question: "Where is Mary?".to_owned(),
            answer: answer.to_owned(),
            supporting: supporting.to_vec(),
        }
    }

    #[test]
    fn the_last_mention_in_the_last_support_is_pointed_at() {
        let text = |asked: &Question, skipped: usize| {
            let story = asked.facts[skipped..].join(" ");
            mention(asked, skipped).map(|bytes| (bytes.start, story[bytes].to_owned()))
        };
        assert_eq!(text(&asked("office", &[2, 0]), 0), Some((76, "office".to_owned())));
        assert_eq!(
            text(&asked("office", &[0, 1]), 0),
            Some((17, "office".to_owned())),
            "a part of a word is none"
        );
        assert_eq!(text(&asked("Mary", &[2]), 2), Some((0, "Mary".to_owned())));
        for (answer, skipped) in [("no", 0), ("office,kitchen", 0), ("kitchen", 0), ("John", 2), ("", 0)] {
            assert_eq!(text(&asked(answer, &[1]), skipped), None, "{answer}");
        }
    }
}
