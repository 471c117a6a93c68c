//! The file of predictions, in either format.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wampimuk_analysis::predictions::{Attention, Header, Prediction, Said, Writer};
use wampimuk_command::{GridFamily, ObjectRoles};
use wampimuk_dataset::{OriginalLines, Output};
use wampimuk_families::{Dataset, build};
use wampimuk_models::{Data, ModelAnswer, TextOrList};

use super::Form;
use crate::failure::Failure;
use crate::say::make_folder_of;

/// A file of predictions in the making; it appears whole or not at all.
pub struct File {
    path: PathBuf,
    form: Writing,
}

enum Writing {
    Lines(Writer<Output>),
    Original { output: Output, dataset: Box<dyn Dataset>, count: u64 },
}

impl File {
    /// Starts a file.
    pub fn create(path: PathBuf, form: Form, data: &Data, header: &Header) -> Result<Self, Failure> {
        make_folder_of(&path)?;
        let mut output = Output::create(&path)?;
        let form = match form {
            Form::Jsonl => {
                let failed = |error| Failure::io("write", &path, &error);
                Writing::Lines(Writer::new(output, header).map_err(failed)?)
            }
            Form::Original => {
                if data.files.is_some() || data.recipe.is_empty() {
                    return Err(Failure::Input(
                        "the originals' format repeats commands and worlds, so it takes a recipe as --data"
                            .into(),
                    ));
                }
                let wrong = |error| Failure::recipe(&data.name, &error);
                output.append(b"[")?;
                Writing::Original {
                    output,
                    dataset: build(&data.recipe, data.seed).map_err(wrong)?,
                    count: 0,
                }
            }
        };
        Ok(Self { path, form })
    }

    /// Whether it goes to standard output.
    pub fn is_stdout(&self) -> bool {
        self.path == Path::new("-")
    }

    /// Writes an answer down.
    pub fn write(&mut self, split: usize, name: &str, answered: ModelAnswer) -> Result<(), Failure> {
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
                match writer.write(&prediction) {
                    Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(Failure::BrokenPipe),
                    result => result.map_err(|error| Failure::io("write", &self.path, &error)),
                }
            }
            Writing::Original { output, dataset, count } => {
                let grid = dataset.contents().commands().ok_or_else(|| {
                    Failure::Input("the originals' format is for commands in grid worlds".into())
                })?;
                let entry = original(grid, split, answered)?;
                output.append(if *count == 0 { b"\n" } else { b",\n" })?;
                output.append(entry.to_string().as_bytes())?;
                *count += 1;
                Ok(())
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Failure> {
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
fn original(grid: &dyn GridFamily, split: usize, answered: ModelAnswer) -> Result<Value, Failure> {
    let mut items = grid.grid_items();
    let item = items.make(split, answered.index)?;
    let mut lines = OriginalLines::new(grid.lexicon(), grid.surface(), grid.setting().max_object_size);
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("failed to write an item: {error}"));
    lines.push("", &item.example, &ObjectRoles::default()).map_err(|error| wrong(&error))?;
    let example: Value = serde_json::from_slice(lines.bytes()).map_err(|error| wrong(&error))?;
    let list = |words: &TextOrList| match words {
        TextOrList::Sequence(words) => words.clone(),
        TextOrList::One(word) => vec![word.clone()],
    };
    let (said, right) = (list(&answered.said.words), list(&answered.said.right));
    let same = said.iter().zip(&right).filter(|(said, right)| said == right).count();
    // Of two empty sequences all is the same.
    let longer = said.len().max(right.len());
    let accuracy = if longer == 0 { 100.0 } else { 100.0 * same as f64 / longer as f64 };
    // Each step's weights are a list with one row.
    let wrapped = |rows: &[Vec<f32>]| rows.iter().map(|row| vec![row.clone()]).collect::<Vec<_>>();
    let command = example["command"].as_str().unwrap_or_default();
    Ok(json!({
        "input": command.split(',').collect::<Vec<_>>(),
        "prediction": said,
        "target": right,
        "derivation": [example["derivation"]],
        "situation": [example["situation"]],
        "attention_weights_input": wrapped(&answered.said.command),
        "attention_weights_situation": wrapped(&answered.said.world),
        "accuracy": accuracy,
        "exact_match": answered.is_right,
    }))
}
