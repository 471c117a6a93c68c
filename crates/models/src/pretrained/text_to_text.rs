//! What T5 is taught: a story and a question in, the answer out, all of it text.
//!
//! Inputs are as the Dyna-bAbI kit writes them: `answer:`, the sentences, `$question$`, the question.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wampimuk_batch::Vocabulary;
use wampimuk_core::{SplitInfo, Stream};
use wampimuk_nn::Params;

use super::questions::{Question, Questions, Reader};
use super::t5::TextPairs;
use super::tokenizer::{TextTokenizer, least_left_out};
use super::{CheckpointFolder, T5, T5Config};
use super::{dealt, publish};
use crate::architecture::Architecture;
use crate::checkpoint::Checkpoint;
use crate::data::{Data, DataError};
use crate::task::{AnswerText, BatchMaker, BatchPart, Task, TextOrList};
use crate::train::TrainError;

/// The options of T5.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct T5Options {
    /// The folder of the checkpoint: `config.json`, `tokenizer.json` and tensors.
    pub checkpoint: PathBuf,
    /// The most tokens of an input; of longer stories, the first sentences are left out.
    pub most_tokens: usize,
    /// What inputs begin with.
    pub prefix: String,
}

impl Default for T5Options {
    fn default() -> Self {
        Self { checkpoint: PathBuf::new(), most_tokens: most_tokens(), prefix: prefix() }
    }
}

fn most_tokens() -> usize {
    512
}

fn prefix() -> String {
    "answer:".to_owned()
}

/// Stories as text.
#[derive(Debug)]
pub struct TextToTextTask {
    questions: Questions,
    cutter: TextTokenizer,
    end: u32,
    options: T5Options,
}

impl TextToTextTask {
    /// The task of this data.
    ///
    /// # Errors
    /// If these are no stories, or the checkpoint cannot be used.
    pub fn new(data: Data, options: &T5Options) -> Result<Self, DataError> {
        let config = T5Config::read(&options.checkpoint)?;
        let cutter = TextTokenizer::open(&options.checkpoint, config.vocab_size)?;
        Ok(Self {
            questions: Questions::new(data)?,
            cutter,
            end: config.eos_token_id,
            options: options.clone(),
        })
    }

    /// The tokens of a question, with as many of the last sentences as there is room for.
    fn input(&self, asked: &Question) -> Result<Vec<u32>, DataError> {
        let input = |skipped: usize| {
            let facts = asked.facts[skipped..].join(" ");
            let parts = [self.options.prefix.as_str(), facts.as_str(), "$question$", asked.question.as_str()];
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            self.cutter.tokens(&parts.join(" "), self.end)
        };
        let most = self.options.most_tokens;
        let skipped = least_left_out(asked.facts.len(), |skipped| Ok(input(skipped)?.len() <= most))?;
        let tokens = input(skipped)?;
        match tokens.len() <= most {
            true => Ok(tokens),
            false => Err(DataError::Unfit(format!(
                "the question `{}` alone has more than {most} tokens (`most_tokens`)",
                asked.question
            ))),
        }
    }
}

impl Task for TextToTextTask {
    type Batch = TextPairs;
    type Answer = Vec<u32>;

    fn splits(&self) -> &[SplitInfo] {
        self.questions.splits()
    }

    fn vocabularies(&self) -> Vec<&Vocabulary> {
        vec![self.cutter.vocabulary()]
    }

    fn maker(&self, _: usize) -> Result<Box<dyn BatchMaker<TextPairs> + '_>, DataError> {
        Ok(Box::new(TextPairMaker { task: self, reader: self.questions.reader()? }))
    }

    fn is_right(&self, part: &TextPairs, row: usize, answer: &Vec<u32>) -> bool {
        part.right.get(row).is_some_and(|right| plain(right) == plain(&self.cutter.text(answer)))
    }

    fn answer_text(&self, part: &TextPairs, row: usize, answer: &Vec<u32>) -> AnswerText {
        AnswerText {
            words: TextOrList::One(self.cutter.text(answer)),
            right: TextOrList::One(part.right.get(row).cloned().unwrap_or_default()),
            ..AnswerText::default()
        }
    }
}

/// An answer without what writers differ in: capitals, and spaces around the commas of a list.
pub(super) fn plain(answer: &str) -> String {
    answer.split(',').map(|part| part.trim().to_lowercase()).collect::<Vec<_>>().join(",")
}

struct TextPairMaker<'t> {
    task: &'t TextToTextTask,
    reader: Reader<'t>,
}

impl BatchMaker<TextPairs> for TextPairMaker<'_> {
    fn make(
        &mut self,
        split: usize,
        items: &[u64],
        parts: usize,
    ) -> Result<Vec<BatchPart<TextPairs>>, DataError> {
        let mut rows = Vec::with_capacity(items.len());
        for &index in items {
            let asked = self.reader.read(split, index)?;
            let text = self.task.input(&asked)?;
            rows.push((text, self.task.cutter.tokens(&asked.answer, self.task.end)?, asked.answer));
        }
        let lengths: Vec<usize> = rows.iter().map(|(text, ..)| text.len()).collect();
        Ok(dealt(&lengths, parts, |own| {
            let mut batch = TextPairs::default();
            for (text, answer, right) in own.iter().map(|&row| &rows[row]) {
                batch.texts.push(text.clone());
                batch.answers.push(answer.clone());
                batch.right.push(right.clone());
            }
            batch
        }))
    }
}

/// T5, fine-tuned.
#[derive(Clone, Copy, Debug)]
pub struct T5Architecture;

impl Architecture for T5Architecture {
    const NAME: &'static str = "t5";
    const ABOUT: &'static str =
        "T5 from a checkpoint (--checkpoint DIR), fine-tuned to write answers to stories";
    const PRESET: &'static str = "t5";
    /// Each part has its own gradients, as large as the model.
    const PARTS: usize = 2;
    type Model = T5;
    type Task = TextToTextTask;
    type Options = T5Options;

    fn task(data: Data, options: &T5Options) -> Result<TextToTextTask, DataError> {
        TextToTextTask::new(data, options)
    }

    fn create(_: &TextToTextTask, options: &T5Options, _: Stream) -> Result<Params, DataError> {
        let folder = &options.checkpoint;
        Ok(T5::read(&CheckpointFolder::open(folder)?, &T5Config::read(folder)?)?)
    }

    fn find(params: &Params, options: &T5Options) -> Result<T5, String> {
        let config = T5Config::read(&options.checkpoint).map_err(|error| error.to_string())?;
        T5::find(params, &config)
    }

    fn publish(
        (path, checkpoint): (&Path, &Checkpoint),
        options: &T5Options,
        to: &Path,
    ) -> Result<Option<&'static str>, TrainError> {
        let from = &options.checkpoint;
        let config = T5Config::read(from).map_err(DataError::from)?;
        T5::find(&checkpoint.params, &config).map_err(TrainError::Tensor)?;
        let cutter = TextTokenizer::open(from, config.vocab_size).map_err(DataError::from)?;
        publish((Self::NAME, cutter.vocabulary()), (path, checkpoint), from, to)?;
        Ok(Some("T5ForConditionalGeneration"))
    }
}
