//! Predictions as the originals' models write them: one JSON list whose entries hold command, world, right answer and
//! prediction. They need no dataset beside them.

use std::borrow::Cow;
use std::io::{BufRead, Chain, Read as _};
use std::path::Path;

use serde::Deserialize;
use wampimuk_command::{Example, Lexicon};
#[cfg(feature = "files")]
use wampimuk_dataset::Input;
use wampimuk_dataset::{
    BorrowedText, DatasetTxtPiece, DatasetTxtReader, FieldError, FileLexicon, OriginalExample, Situation,
};

use super::{Attention, Prediction, ReadError, Said};

type Source<R> = Chain<Chain<&'static [u8], R>, &'static [u8]>;

/// Reads the entries of a list, one at a time.
#[derive(Debug)]
pub struct OriginalReader<R> {
    path: Box<Path>,
    /// The list is read as if it were the one split of a dataset.
    splitter: DatasetTxtReader<Source<R>>,
    split: String,
    vocabulary: FileLexicon,
    heavy_from: u8,
    index: u64,
    ended: bool,
}

/// An entry: what was asked and what was said.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The line it begins in.
    pub line: u64,
    /// Command, world, target and right answer.
    pub example: Example,
    /// What the model said. The split is the file's name, the index the place in the list.
    pub prediction: Prediction,
}

/// The fields of an entry. The scores that it also has are derived anew.
#[derive(Deserialize)]
struct Fields<'a> {
    #[serde(borrow)]
    input: Vec<BorrowedText<'a>>,
    prediction: Vec<String>,
    target: Vec<String>,
    #[serde(borrow)]
    situation: Vec<Situation<'a>>,
    #[serde(default)]
    attention_weights_input: Vec<Vec<Vec<f32>>>,
    #[serde(default)]
    attention_weights_situation: Vec<Vec<Vec<f32>>>,
}

const HINT: &str = "expected a list of objects with `input`, `prediction`, `target` and `situation`, as the originals' models \
                    write it";

#[cfg(feature = "files")]
impl OriginalReader<Input> {
    /// Whether an input holds a list rather than lines.
    ///
    /// # Errors
    /// If reading fails.
    pub fn fits(input: &mut Input) -> std::io::Result<bool> {
        Ok(input.peek(256)?.trim_ascii_start().first() == Some(&b'['))
    }
}

impl<R: BufRead> OriginalReader<R> {
    /// Reads from an input; the path is for messages and names the split. `lexicon` has the words.
    pub fn new(path: &Path, input: R, lexicon: Option<&Lexicon>, heavy_from: u8) -> Self {
        let source = (&b"{\"examples\":{\"predictions\":"[..]).chain(input).chain(&b"}}"[..]);
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let stem = name.split('.').next().unwrap_or_default();
        let split = stem
            .strip_suffix("_predict")
            .or_else(|| stem.strip_prefix("predict_"))
            .unwrap_or(stem)
            .to_string();
        let vocabulary = lexicon.cloned().map_or_else(FileLexicon::learning, FileLexicon::given);
        Self {
            path: path.into(),
            splitter: DatasetTxtReader::new(source),
            split,
            vocabulary,
            heavy_from,
            index: 0,
            ended: false,
        }
    }

    /// The words met so far.
    pub fn lexicon(&self) -> &Lexicon {
        self.vocabulary.lexicon()
    }

    /// The file, for messages.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name of the split.
    pub fn split(&self) -> &str {
        &self.split
    }

    fn read(&mut self) -> Result<Option<Entry>, ReadError> {
        let Self { path, splitter, split, vocabulary, heavy_from, index, .. } = self;
        let wrong = |line: u64, problem: String| ReadError::Line {
            path: path.to_path_buf(),
            line,
            problem,
            hint: HINT.to_string(),
        };
        loop {
            let piece =
                splitter.next_piece().map_err(|error| wrong(error.line, error.problem.to_string()))?;
            let (line, json) = match piece {
                None => return Ok(None),
                Some(DatasetTxtPiece::Header { .. }) => continue,
                Some(DatasetTxtPiece::Example { line, json, .. }) => (line, json),
            };
            let fields: Fields<'_> =
                serde_json::from_slice(json).map_err(|error| wrong(line, error.to_string()))?;
            let entry = fields.decode(vocabulary, *heavy_from).map_err(|problem| wrong(line, problem))?;
            let (example, said, attention) = entry;
            let prediction = Prediction { split: split.clone(), index: *index, said, attention };
            *index += 1;
            return Ok(Some(Entry { line, example, prediction }));
        }
    }
}

impl<R: BufRead> Iterator for OriginalReader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let entry = self.read().transpose();
        self.ended = !matches!(entry, Some(Ok(_)));
        entry
    }
}

impl<'a> Fields<'a> {
    fn decode(
        self,
        vocabulary: &mut FileLexicon,
        heavy_from: u8,
    ) -> Result<(Example, Said, Option<Attention>), String> {
        let command =
            BorrowedText(Cow::Owned(self.input.iter().map(|word| &**word).collect::<Vec<_>>().join(",")));
        let Some(situation) = self.situation.into_iter().next() else {
            return Err("`situation` is an empty list".to_string());
        };
        let example = OriginalExample {
            split: None,
            index: None,
            // Words are taken for the names of their meanings: the list has no `meaning`.
            meaning: command.clone(),
            command,
            derivation: None,
            situation,
            target_commands: BorrowedText(Cow::Owned(self.target.join(","))),
            verb_in_command: None,
            manner: None,
            adverb_in_command: None,
            referred_target: None,
            grammer_pattern: None,
            object_expression: None,
            full_relation_distractor: None,
            has_relation_distractor: None,
            has_attribute_distractor: None,
            has_isomorphism_distractor: None,
            has_random_distractor: None,
        };
        let decoded =
            example.decode(vocabulary, heavy_from).map_err(|error: FieldError| error.to_string())?;
        let Some(target) = decoded.target else {
            return Err("`situation` has no `target_object`".to_string());
        };
        let example =
            Example { command: decoded.command, world: decoded.world, target, actions: decoded.actions };
        let attention = Attention {
            command: rows(self.attention_weights_input),
            world: rows(self.attention_weights_situation),
        };
        let attention = (attention != Attention::default()).then_some(attention);
        Ok((example, Said::Tokens(self.prediction), attention))
    }
}

/// Each step has a list of one row.
fn rows(steps: Vec<Vec<Vec<f32>>>) -> Vec<Vec<f32>> {
    steps.into_iter().map(|step| step.into_iter().flatten().collect()).collect()
}
