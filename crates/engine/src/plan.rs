//! What is wanted of a dataset, and where it goes.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use wampimuk_core::{STREAM_VERSION, suggest_or_list};
use wampimuk_dataset::{MANIFEST_FORMAT, Manifest, ManifestSplit};
use wampimuk_families::{Dataset, FoundRecipe};

use crate::error::Error;
use crate::format::Format;
use crate::predicate::predicate;
use crate::shards::{config_name, is_second, items_per_shard};

/// What is wanted of a dataset.
#[derive(Clone, Debug, Default)]
pub struct DatasetRequest {
    /// The format of the files. By default the destination decides.
    pub format: Option<Format>,
    /// Only these splits; none stands for all.
    pub splits: Vec<String>,
    /// At most this many items of each split.
    pub limit: Option<u64>,
    /// The most items of a file, where splits are divided into several.
    pub shard_items: Option<NonZeroU64>,
}

/// Where a dataset goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A folder or a place in an object store, by its address.
    Directory(String),
    /// One file; `-` is standard output.
    File(PathBuf),
}

impl Destination {
    /// Its name, for messages.
    pub fn place(&self) -> String {
        match self {
            Self::Directory(address) => address.clone(),
            Self::File(path) if path == Path::new("-") => "standard output".to_string(),
            Self::File(path) => path.display().to_string(),
        }
    }
}

/// What is to be written where.
#[derive(Clone, Debug)]
pub struct DatasetPlan {
    /// The format of the files.
    pub format: Format,
    /// Where they go.
    pub destination: Destination,
    /// What of each split, in the order of the dataset.
    pub portions: Vec<ItemRange>,
    /// The name of the dataset as it is in paths.
    pub config: String,
    shard_items: Option<NonZeroU64>,
    recipe: String,
    extras: Vec<String>,
}

/// Some items of a split, from `start` to before `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemRange {
    /// The split's number.
    pub split: usize,
    /// The split's name.
    pub name: String,
    /// The index of the first item.
    pub start: u64,
    /// The index after the last item.
    pub end: u64,
}

impl ItemRange {
    /// How many items these are.
    pub fn items(&self) -> u64 {
        self.end.saturating_sub(self.start)
    }
}

impl DatasetPlan {
    /// Decides on format, destination and splits. Without `out`, the dataset goes to a folder `data/<recipe>`. `extras`
    /// are the optional columns and views that the dataset has been given.
    ///
    /// # Errors
    /// If the dataset has no such format or split, or the format does not go with the destination.
    pub fn new(
        found: &FoundRecipe,
        dataset: &dyn Dataset,
        wanted: &DatasetRequest,
        out: Option<&Path>,
        extras: &[String],
    ) -> Result<Self, Error> {
        let config = config_name(&found.name);
        let out = out.map_or_else(|| Path::new("data").join(&config), Path::to_owned);
        let is_stdout = out == Path::new("-");
        let by_name = Format::of_name(&out, dataset);
        let format = match (wanted.format, by_name) {
            (Some(asked), Some(named)) if !asked.goes_with(named) => {
                return Err(Error::Request(format!(
                    "--format {} does not go with the name {}",
                    asked.name(),
                    out.display()
                )));
            }
            (Some(asked), _) => asked,
            (None, Some(named)) => named,
            (None, None) if is_stdout => Format::Jsonl,
            (None, None) => Format::Parquet,
        };
        if !Format::of(dataset).contains(&format) {
            return Err(format.unsupported(dataset));
        }
        if !extras.is_empty() && !format.is_columns() {
            return Err(Error::Request(format!(
                "{} has no room for {}: use parquet, jsonl or arrow",
                format.name(),
                extras.join(", ")
            )));
        }
        let is_file = by_name.is_some() || is_stdout;
        if is_file {
            check_file(format, &out, dataset, wanted)?;
            check_keys(format, dataset, &portions(wanted, dataset)?)?;
        }
        let destination = match out.to_str() {
            _ if is_file => Destination::File(out),
            Some(address) => Destination::Directory(address.to_string()),
            None => {
                return Err(Error::Request(format!(
                    "{} has a name that is no text: choose another folder",
                    out.display()
                )));
            }
        };
        let mut extras = extras.to_vec();
        extras.sort();
        Ok(Self {
            format,
            destination,
            portions: portions(wanted, dataset)?,
            config,
            shard_items: wanted.shard_items,
            recipe: found.toml.clone(),
            extras,
        })
    }

    /// How many items there are in all.
    pub fn items(&self) -> u64 {
        self.portions.iter().map(ItemRange::items).sum()
    }

    /// The manifest, as far as it is known before anything is made: all but the files.
    pub fn description(&self, dataset: &dyn Dataset) -> Manifest {
        Manifest {
            format: MANIFEST_FORMAT,
            generator: concat!("wampimuk ", env!("CARGO_PKG_VERSION")).to_string(),
            stream: STREAM_VERSION,
            family: dataset.family().to_string(),
            recipe_name: self.config.clone(),
            recipe: self.recipe.clone(),
            digest: dataset.digest().to_string(),
            seed: dataset.seed(),
            file_format: self.format.name().to_string(),
            extras: self.extras.clone(),
            shard_items: items_per_shard(self.format, dataset, self.shard_items.map(NonZeroU64::get)),
            splits: self.splits(dataset),
            files: Vec::new(),
        }
    }

    fn splits(&self, dataset: &dyn Dataset) -> Vec<ManifestSplit> {
        let split = |portion: &ItemRange| {
            let info = &dataset.splits()[portion.split];
            ManifestSplit {
                name: info.name.clone(),
                role: info.role.name().to_string(),
                holdout: info.holdout.clone(),
                title: info.title.clone(),
                predicate: info.holdout.as_deref().and_then(|holdout| predicate(&self.recipe, holdout)),
                items: portion.items(),
            }
        };
        self.portions.iter().map(split).collect()
    }
}

/// Refuses formats that one file cannot hold.
fn check_file(
    format: Format,
    out: &Path,
    dataset: &dyn Dataset,
    wanted: &DatasetRequest,
) -> Result<(), Error> {
    let is_stdout = out == Path::new("-");
    let name = match format {
        Format::Parquet => "Parquet",
        Format::Arrow => "Arrow",
        _ => "",
    };
    let refused = if out.to_str().is_some_and(|out| out.contains("://")) {
        "a single file cannot be written to an object store: give a prefix without an ending".to_string()
    } else if is_stdout && format.is_binary() {
        format!("{name} cannot be written to standard output: use --format jsonl")
    } else if format.is_binary() && dataset.splits().len() > 1 && wanted.splits.len() != 1 {
        format!("a single {name} file holds one split: name it with --split, or give a directory")
    } else {
        return Ok(());
    };
    Err(Error::Request(refused))
}

/// Refuses both parts of a hold-out in one of gSCAN's original files, which has one key for it.
fn check_keys(format: Format, dataset: &dyn Dataset, portions: &[ItemRange]) -> Result<(), Error> {
    let info = |portion: &ItemRange| &dataset.splits()[portion.split];
    let is_dev = |portion: &&ItemRange| {
        is_second(&info(portion).holdout, info(portion).role.name()) && dataset.family() != "reascan"
    };
    let dev: Vec<&str> = portions.iter().filter(is_dev).map(|portion| portion.name.as_str()).collect();
    if format != Format::Original || dev.is_empty() || dev.len() == portions.len() {
        return Ok(());
    }
    Err(Error::Request(format!(
        "a file as the original's has one key for a hold-out, so {} would go into a second one: give a directory, or choose \
         splits with --split",
        dev.join(", ")
    )))
}

fn portions(wanted: &DatasetRequest, dataset: &dyn Dataset) -> Result<Vec<ItemRange>, Error> {
    let splits = dataset.splits();
    for name in &wanted.splits {
        if !splits.iter().any(|split| split.name == *name) {
            return Err(no_such_split(name, splits.iter().map(|split| split.name.as_str())));
        }
    }
    let chosen = splits
        .iter()
        .enumerate()
        .filter(|(_, split)| wanted.splits.is_empty() || wanted.splits.contains(&split.name))
        .map(|(number, split)| ItemRange {
            split: number,
            name: split.name.clone(),
            start: 0,
            end: wanted.limit.map_or(split.len, |limit| limit.min(split.len)),
        });
    Ok(chosen.collect())
}

/// The error for a split that is not there.
pub fn no_such_split<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Error {
    let hint = suggest_or_list(name, "there are", known);
    Error::Request(format!("there is no split `{name}` ({hint})"))
}
