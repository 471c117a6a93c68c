//! What is to be written where.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use wampimuk_command::{GridFamily, Surface};
use wampimuk_core::{Family, closest};
use wampimuk_dataset::ManifestSplit;
use wampimuk_engine::predicate;
use wampimuk_riddle::Riddles;

use super::tales::Tales;
use crate::args::{Format, Generate};
use crate::failure::Failure;
use wampimuk_families::Dataset;

/// What is to be written where.
#[derive(Debug)]
pub struct Plan {
    pub format: Format,
    /// The name of the original's file with all splits.
    pub whole: &'static str,
    pub shape: Shape,
    pub tasks: Vec<Task>,
}

/// One directory or one file.
#[derive(Debug)]
pub enum Shape {
    Directory(PathBuf),
    File(PathBuf),
}

impl Shape {
    pub fn path(&self) -> &Path {
        match self {
            Self::Directory(path) | Self::File(path) => path,
        }
    }
}

/// The first items of a split.
#[derive(Clone, Debug)]
pub struct Task {
    /// The split's number.
    pub split: usize,
    /// The split's name.
    pub name: String,
    /// How many items of it.
    pub items: u64,
}

impl Plan {
    /// Decides on format, shape and splits.
    pub fn new(options: &Generate, recipe: &str, dataset: &dyn Dataset) -> Result<Self, Failure> {
        let out = options.out.clone().unwrap_or_else(|| Path::new("data").join(recipe));
        let by_name = format_of(&out, dataset);
        let format = match (options.format, by_name) {
            (Some(asked), Some(named)) if !compatible(asked, named) => {
                return Err(Failure::Input(format!(
                    "--format {} does not go with the name {}",
                    name_of(asked),
                    out.display()
                )));
            }
            (Some(asked), _) => asked,
            (None, Some(named)) => named,
            (None, None) if out == Path::new("-") => Format::Jsonl,
            (None, None) => Format::Parquet,
        };
        if !formats(dataset).contains(&format) {
            return Err(unsupported(format, dataset));
        }
        let is_file = by_name.is_some() || out == Path::new("-");
        if format == Format::Parquet && out == Path::new("-") {
            return Err(Failure::Input(
                "Parquet cannot be written to standard output: use --format jsonl".into(),
            ));
        }
        if is_file && format == Format::Parquet && dataset.splits().len() > 1 && options.splits.len() != 1 {
            return Err(Failure::Input(
                "a single Parquet file holds one split: name it with --split, or give a directory".into(),
            ));
        }
        let shape = if is_file { Shape::File(out) } else { Shape::Directory(out) };
        let whole = match dataset.grid().map(GridFamily::surface) {
            Some(Surface::Reascan) => "data-compositional-splits.txt",
            _ => "dataset.txt",
        };
        Ok(Self { format, whole, shape, tasks: tasks(options, dataset)? })
    }

    /// How many items there are in all.
    pub fn items(&self) -> u64 {
        self.tasks.iter().map(|task| task.items).sum()
    }

    /// What a manifest says of the splits.
    pub fn splits(&self, recipe: &str, dataset: &dyn Dataset) -> Vec<ManifestSplit> {
        let split = |task: &Task| {
            let info = &dataset.splits()[task.split];
            ManifestSplit {
                name: info.name.clone(),
                role: info.role.name().to_string(),
                holdout: info.holdout.clone(),
                title: info.title.clone(),
                predicate: info.holdout.as_deref().and_then(|holdout| predicate(recipe, holdout)),
                items: task.items,
            }
        };
        self.tasks.iter().map(split).collect()
    }
}

fn tasks(options: &Generate, dataset: &dyn Family) -> Result<Vec<Task>, Failure> {
    let splits = dataset.splits();
    for name in &options.splits {
        if !splits.iter().any(|split| split.name == *name) {
            return Err(no_such_split(name, splits.iter().map(|split| split.name.as_str())));
        }
    }
    let chosen = splits
        .iter()
        .enumerate()
        .filter(|(_, split)| options.splits.is_empty() || options.splits.contains(&split.name))
        .map(|(number, split)| Task {
            split: number,
            name: split.name.clone(),
            items: options.limit.map_or(split.len, |limit| limit.min(split.len)),
        });
    Ok(chosen.collect())
}

/// The error for a split that is not there.
pub fn no_such_split<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Failure {
    let hint = match closest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
    };
    Failure::Input(format!("there is no split `{name}` ({hint})"))
}

/// The format that a file's name asks for; `None` for directories and standard output.
fn format_of(path: &Path, dataset: &dyn Dataset) -> Option<Format> {
    let name = path.file_name()?.to_str()?;
    let name = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(name);
    match Path::new(name).extension()?.to_str()? {
        "parquet" => Some(Format::Parquet),
        "jsonl" => Some(Format::Jsonl),
        "txt" if Tales::of(dataset).is_some() => Some(Format::Babi),
        "json" if Tales::of(dataset).is_some() => Some(Format::Squad),
        "txt" | "json" => Some(Format::Original),
        _ => None,
    }
}

fn compatible(asked: Format, named: Format) -> bool {
    let other_lines = match asked {
        Format::OriginalJsonl | Format::TensorJsonl | Format::Arc | Format::ArcColours => Format::Jsonl,
        Format::KitEvents | Format::KitText => Format::Jsonl,
        Format::Symbolic => Format::Babi,
        _ => asked,
    };
    asked == named || other_lines == named
}

/// The name of a format on command lines.
pub fn name_of(format: Format) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_string())
}

/// The formats that a dataset can be written in.
fn formats(dataset: &dyn Dataset) -> &'static [Format] {
    if dataset.grid().is_some() {
        &[Format::Parquet, Format::Jsonl, Format::Original, Format::OriginalJsonl, Format::TensorJsonl]
    } else if dataset.of::<Riddles>().is_some() {
        &[Format::Parquet, Format::Jsonl, Format::Arc, Format::ArcColours]
    } else if Tales::of(dataset).is_some() {
        &[
            Format::Parquet,
            Format::Jsonl,
            Format::Babi,
            Format::Symbolic,
            Format::Squad,
            Format::KitEvents,
            Format::KitText,
        ]
    } else {
        &[Format::Parquet, Format::Jsonl]
    }
}

/// The error for a format that a dataset does not have.
pub fn unsupported(format: Format, dataset: &dyn Dataset) -> Failure {
    let names: Vec<String> = formats(dataset).iter().map(|&format| name_of(format)).collect();
    Failure::Input(format!(
        "items of the family {} cannot be written as {}: there are {}",
        dataset.family(),
        name_of(format),
        names.join(", ")
    ))
}
