//! The file of predictions, in either format.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use wampimuk_analysis::predictions::{Attention, Header, Prediction, Said, Writer};
use wampimuk_command::GridFamily;
use wampimuk_dataset::{OriginalAnswer, OriginalAnswers, Output, OutputError};
use wampimuk_families::{Dataset, FindError, build};
use wampimuk_models::{Data, ModelAnswer, TextOrList};

use super::Form;
use crate::Error;

/// A file of predictions in the making; it appears whole or not at all.
pub(super) struct File {
    path: PathBuf,
    form: Writing,
}

enum Writing {
    Lines(Writer<Output>),
    Original { output: Output, dataset: Box<dyn Dataset>, count: u64 },
}

impl File {
    /// Starts a file. Its folder is made if it is not there.
    pub fn create(path: &Path, form: Form, data: &Data, header: &Header) -> Result<Self, Error> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder).map_err(|error| Error::io("create", folder, error))?;
        }
        let mut output = Output::create(path)?;
        let form = match form {
            Form::Jsonl => {
                let failed = |error| Error::io("write", path, error);
                Writing::Lines(Writer::new(output, header).map_err(failed)?)
            }
            Form::Original => {
                if data.files.is_some() || data.recipe.is_empty() {
                    return Err(Error::Request(
                        "the originals' format repeats commands and worlds, so it takes a recipe as --data"
                            .into(),
                    ));
                }
                output.append(b"[")?;
                let dataset = build(&data.recipe, data.seed)
                    .map_err(|error| FindError::Recipe { name: data.name.clone(), error })?;
                Writing::Original { output, dataset, count: 0 }
            }
        };
        Ok(Self { path: path.to_owned(), form })
    }

    /// Writes an answer down.
    pub fn write(&mut self, split: usize, name: &str, answered: ModelAnswer) -> Result<(), Error> {
        match &mut self.form {
            Writing::Lines(writer) => {
                let ModelAnswer { index, said, .. } = answered;
                let has_attention = !said.command.is_empty() || !said.world.is_empty();
                let prediction = Prediction {
                    split: name.to_owned(),
                    index,
                    said: match said.words {
                        TextOrList::Sequence(words) => Said::Tokens(words),
                        TextOrList::One(text) => Said::Text(text),
                    },
                    attention: has_attention
                        .then_some(Attention { command: said.command, world: said.world }),
                };
                writer.write(&prediction).map_err(|error| match error.kind() {
                    ErrorKind::BrokenPipe => OutputError::BrokenPipe.into(),
                    _ => Error::io("write", &self.path, error),
                })
            }
            Writing::Original { output, dataset, count } => {
                let grid = dataset.contents().commands().ok_or_else(|| {
                    Error::Request("the originals' format is for commands in grid worlds".into())
                })?;
                let entry = original(grid, split, answered)?;
                output.append(if *count == 0 { b"\n" } else { b",\n" })?;
                output.append(&entry)?;
                *count += 1;
                Ok(())
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Error> {
        match self.form {
            Writing::Lines(writer) => Ok(writer.finish().finish()?),
            Writing::Original { mut output, .. } => {
                output.append(b"\n]\n")?;
                Ok(output.finish()?)
            }
        }
    }
}

/// An entry of the originals' list.
fn original(grid: &dyn GridFamily, split: usize, answered: ModelAnswer) -> Result<Vec<u8>, Error> {
    let mut items = grid.grid_items();
    let item = items.make(split, answered.index)?;
    let answers = OriginalAnswers::new(grid.lexicon(), grid.surface(), grid.setting().max_object_size);
    let list = |words: &TextOrList| match words {
        TextOrList::Sequence(words) => words.clone(),
        TextOrList::One(word) => vec![word.clone()],
    };
    let answer = OriginalAnswer {
        said: &list(&answered.said.words),
        right: &list(&answered.said.right),
        command_attention: &answered.said.command,
        world_attention: &answered.said.world,
        is_right: answered.is_right,
    };
    answers
        .entry(&item.example, &answer)
        .map_err(|error| Error::Request(format!("failed to write an item: {error}")))
}
