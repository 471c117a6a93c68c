//! Items as lines of text, in any of the formats that have them.

use std::sync::atomic::{AtomicU64, Ordering};

use wampimuk_command::{GridFamily, GridItem};
use wampimuk_core::Sink;
use wampimuk_dataset::{JsonLines, OriginalLines, TensorLines};
use wampimuk_families::Dataset;
use wampimuk_riddle::{Riddle, Riddles};

use crate::error::Error;
use crate::format::Format;

/// How the items of a dataset become lines.
pub struct LineWriter<'d> {
    dataset: &'d dyn Dataset,
    form: Form<'d>,
    skipped: AtomicU64,
}

enum Form<'d> {
    Columns,
    Original(&'d dyn GridFamily),
    Tensor(&'d dyn GridFamily),
    Tasks(&'d Riddles, Format),
}

/// Makes the lines of these items of a split.
pub type LineWorker<'l> = Box<dyn FnMut(usize, &mut dyn Iterator<Item = u64>) -> Result<Vec<u8>, Error> + 'l>;

impl<'d> LineWriter<'d> {
    /// The lines of this format, which the dataset must have.
    pub fn new(format: Format, dataset: &'d dyn Dataset) -> Result<Self, Error> {
        let contents = dataset.contents();
        let form = match format {
            Format::Jsonl | Format::Parquet | Format::Arrow => Some(Form::Columns),
            Format::OriginalJsonl | Format::Original => contents.commands().map(Form::Original),
            Format::TensorJsonl => contents.commands().map(Form::Tensor),
            Format::Arc | Format::ArcColours => {
                contents.riddles().map(|riddles| Form::Tasks(riddles, format))
            }
            Format::Babi | Format::Symbolic | Format::Squad | Format::KitEvents | Format::KitText => None,
        };
        let form = form.ok_or_else(|| format.unsupported(dataset))?;
        Ok(Self { dataset, form, skipped: AtomicU64::new(0) })
    }

    /// How many items had no such form.
    pub fn skipped(&self) -> u64 {
        self.skipped.load(Ordering::Relaxed)
    }

    /// A worker that makes lines; each thread has one.
    pub fn worker(&self) -> LineWorker<'_> {
        match &self.form {
            Form::Columns => {
                let (mut items, mut lines) = (self.dataset.items(), JsonLines::new(self.dataset.schema()));
                Box::new(move |split, indices| {
                    lines.clear();
                    for index in indices {
                        items.write(split, index, &mut lines as &mut dyn Sink)?;
                    }
                    Ok(lines.bytes().to_vec())
                })
            }
            &Form::Original(dataset) => {
                let size = dataset.setting().max_object_size;
                let mut lines = OriginalLines::new(dataset.lexicon(), dataset.surface(), size);
                let mut items = dataset.grid_items();
                Box::new(move |split, indices| {
                    lines.clear();
                    for index in indices {
                        let GridItem { example, cast, .. } = items.make(split, index)?;
                        let name = &dataset.splits()[split].name;
                        lines.push(name, example, cast).map_err(|error| Error::Request(error.to_string()))?;
                    }
                    Ok(lines.bytes().to_vec())
                })
            }
            &Form::Tensor(dataset) => {
                let size = dataset.setting().max_object_size;
                let mut lines = TensorLines::new(dataset.lexicon(), dataset.surface(), size);
                let mut items = dataset.grid_items();
                Box::new(move |split, indices| {
                    lines.clear();
                    for index in indices {
                        let example = &items.make(split, index)?.example;
                        lines.push(example).map_err(|error| Error::Request(error.to_string()))?;
                    }
                    Ok(lines.bytes().to_vec())
                })
            }
            &Form::Tasks(riddles, format) => {
                let mut maker = riddles.maker();
                Box::new(move |split, indices| {
                    let mut bytes = Vec::new();
                    for index in indices {
                        let riddle = maker.make(split, index)?;
                        match line(riddle, format, &riddles.splits()[split].name)? {
                            Some(line) => bytes.extend_from_slice(format!("{line}\n").as_bytes()),
                            None => _ = self.skipped.fetch_add(1, Ordering::Relaxed),
                        }
                    }
                    Ok(bytes)
                })
            }
        }
    }
}

/// A task as JSON; `None` where it has no such form.
pub fn task(riddle: &Riddle, format: Format) -> Result<Option<serde_json::Value>, Error> {
    let json = match format {
        Format::ArcColours => riddle.arc_colours().map(serde_json::to_value),
        _ => Some(serde_json::to_value(riddle.arc_json())),
    };
    json.transpose().map_err(|error| Error::Request(error.to_string()))
}

/// A task among others says where it belongs, as files do by their names. Plain tasks say nothing: loaders of the corpus
/// know no other keys.
fn line(riddle: &Riddle, format: Format, split: &str) -> Result<Option<serde_json::Value>, Error> {
    let mut json = task(riddle, format)?;
    if let (Some(json), Format::Arc) = (&mut json, format) {
        json["split"] = split.into();
        json["index"] = riddle.index.into();
    }
    Ok(json)
}
