//! What goes into which file.
//!
//! Where a split is divided depends on the format, on the number of its items and on the wanted size, and on nothing
//! else: machines that never meet agree on it.

use wampimuk_core::{Field, Type};
use wampimuk_dataset::{Manifest, ManifestFile, SPLITS};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{Contents, Dataset};

use crate::error::Error;
use crate::format::Format;
use crate::plan::ItemRange;

/// Items made by one worker at a time. Row groups have this size, so it is part of the bytes.
const CHUNK: u64 = 32_768;
/// The same for families that search for their items: a chunk should not take minutes.
const SLOW_CHUNK: u64 = 512;
/// The same for items with pictures: a chunk has to fit in memory, many times.
const HEAVY_CHUNK: u64 = 4096;
/// The same at most for text, which is bulky and whose bytes do not depend on it.
const TEXT_CHUNK: u64 = 1024;
/// The most bytes of stories that one worker tells at a time, if they are more than one.
const STORY_BYTES: u64 = 8 << 20;

/// Items of a shard, if nothing else is wanted: some tens of megabytes.
const SHARD: u64 = 8 * CHUNK;
/// The same for families that search for their items: some minutes of work at most.
const SLOW_SHARD: u64 = 64 * SLOW_CHUNK;
/// Tasks that share a receipt, each in a file of its own.
const TASKS: u64 = 512;

/// The most shards of a dataset. All are kept in mind, and object stores list a thousand at a time.
const MOST_SHARDS: u64 = 100_000;

/// A piece of work: what one process makes, and finishes or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Its name. It is the path of its file, but for tasks, which have a file each.
    pub name: String,
    /// What it holds.
    pub pieces: Vec<ShardRange>,
}

/// Some items of a split, from `start` to before `end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardRange {
    /// The split's name.
    pub split: String,
    /// The index of the first item.
    pub start: u64,
    /// The index after the last item.
    pub end: u64,
}

impl Shard {
    /// The split whose items it holds; empty if it holds several.
    pub fn split(&self) -> String {
        if let [piece] = &*self.pieces { piece.split.clone() } else { String::new() }
    }

    /// How many items it holds, or would hold if all had such a form.
    pub fn items(&self) -> u64 {
        self.pieces.iter().map(|piece| piece.end - piece.start).sum()
    }

    /// Whether a file of the dataset is one of this shard's.
    pub(crate) fn holds(&self, file: &ManifestFile) -> bool {
        if file.path == self.name {
            return true;
        }
        let index = || file.path.strip_suffix(".json")?.rsplit_once('/')?.1.parse().ok();
        let [piece] = &*self.pieces else { return false };
        piece.split == file.split && index().is_some_and(|index| (piece.start..piece.end).contains(&index))
    }

    /// The same with the numbers that the splits have in a dataset.
    ///
    /// # Errors
    /// If the dataset has no such split.
    pub fn portions(&self, dataset: &dyn Dataset) -> Result<Vec<ItemRange>, Error> {
        let portion = |piece: &ShardRange| {
            let ShardRange { split: name, start, end } = piece.clone();
            let split = dataset.splits().iter().position(|split| split.name == name);
            let split = split.ok_or_else(|| Error::Request(format!("the recipe has no split `{name}`")))?;
            Ok(ItemRange { split, name, start, end })
        };
        self.pieces.iter().map(portion).collect()
    }
}

/// The most items that a file of a split has; `None` where a split is never divided.
pub(crate) fn items_per_shard(format: Format, dataset: &dyn Dataset, wanted: Option<u64>) -> Option<u64> {
    if format.is_tales() || format.is_tasks() || format == Format::Original {
        return None;
    }
    let usual = match dataset.contents() {
        Contents::Commands(_) => SHARD,
        Contents::Riddles(_) | Contents::Stories(_) => SLOW_SHARD,
    };
    Some(wanted.unwrap_or(usual))
}

/// The shards of a dataset, in the order of their items. `job` is its manifest; the files in it do not matter.
///
/// # Errors
/// If there are too many, or the manifest's format of files is not known.
pub fn shards(job: &Manifest) -> Result<Vec<Shard>, Error> {
    let unknown = || Error::Request(format!("there is no format of files `{}`", job.file_format));
    let format = Format::named(&job.file_format).ok_or_else(unknown)?;
    let folder = format!("data/{}", job.recipe_name);
    let pieces = || {
        job.splits.iter().map(|split| ShardRange { split: split.name.clone(), start: 0, end: split.items })
    };
    if format == Format::Original && job.family == "reascan" {
        let name = format!("{folder}/data-compositional-splits.txt");
        return Ok(vec![Shard { name, pieces: pieces().collect() }]);
    }
    if format == Format::Original {
        // The original has one key for a hold-out: its dev part goes into a second file, under the same key.
        let is_second = |piece: &ShardRange| {
            job.splits.iter().any(|split| split.name == piece.split && is_second(&split.holdout, &split.role))
        };
        let (second, first): (Vec<ShardRange>, Vec<ShardRange>) = pieces().partition(is_second);
        let shard = |name: &str, pieces| Shard { name: format!("{folder}/{name}"), pieces };
        let shards = [shard("dataset.txt", first), shard("dataset-dev.txt", second)];
        return Ok(shards.into_iter().filter(|shard| !shard.pieces.is_empty()).collect());
    }
    let ending = format.ending();
    if format.is_tales() {
        // As published: one file for each split, under its name.
        let shard = |piece: ShardRange| Shard {
            name: format!("{folder}/{}.{ending}", piece.split),
            pieces: vec![piece],
        };
        return Ok(pieces().map(shard).collect());
    }
    let size = job.shard_items.unwrap_or(TASKS).max(1);
    // Even a split without items has a file.
    let count = |piece: &ShardRange| piece.end.div_ceil(size).max(1);
    let all = pieces().fold(0u64, |all, piece| all.saturating_add(count(&piece)));
    if all > MOST_SHARDS {
        return Err(Error::Request(format!(
            "{size} items a shard would be {all} shards: there can be {MOST_SHARDS}, so raise --shard-items"
        )));
    }
    let ending = if format.is_tasks() { String::new() } else { format!(".{ending}") };
    let mut shards = Vec::new();
    for piece in pieces() {
        let count = count(&piece);
        for number in 0..count {
            let start = number * size;
            let name = format!("{folder}/{}-{number:05}-of-{count:05}{ending}", piece.split);
            let end = piece.end.min(start.saturating_add(size));
            shards.push(Shard { name, pieces: vec![ShardRange { start, end, ..piece.clone() }] });
        }
    }
    Ok(shards)
}

/// Whether a split goes into the second of gSCAN's original files: the dev part of a hold-out that has a published key.
pub(crate) fn is_second(holdout: &Option<String>, role: &str) -> bool {
    role == "dev" && published_key(holdout).is_some()
}

/// The key of a hold-out in gSCAN's original file, if it is one of the paper's.
pub(crate) fn published_key(holdout: &Option<String>) -> Option<&str> {
    holdout.as_deref().filter(|holdout| SPLITS.contains(holdout))
}

/// The name of a task's file.
pub(crate) fn task_path(config: &str, split: &str, index: u64) -> String {
    format!("data/{config}/{split}/{index}.json")
}

/// A run of items of one split that one worker makes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chunk {
    pub split: usize,
    pub start: u64,
    pub end: u64,
}

pub(crate) fn chunks(portions: &[ItemRange], format: Format, dataset: &dyn Dataset) -> Vec<Chunk> {
    let mut size = match dataset.contents() {
        Contents::Commands(_) if has_pictures(&dataset.schema().fields) => HEAVY_CHUNK,
        Contents::Commands(_) => CHUNK,
        Contents::Riddles(_) => SLOW_CHUNK,
        Contents::Stories(stories) => stories_at_once(stories).min(SLOW_CHUNK),
    };
    if !format.is_binary() {
        size = size.min(TEXT_CHUNK);
    }
    let of = |portion: &ItemRange| {
        let ItemRange { split, start, end, .. } = *portion;
        let chunk = move |start: u64| Chunk { split, start, end: end.min(start.saturating_add(size)) };
        (start..end).step_by(size as usize).map(chunk)
    };
    portions.iter().flat_map(of).collect()
}

/// How many stories one worker may tell at a time: long ones fill the memory.
pub(crate) fn stories_at_once(stories: &dyn StoryFamily) -> u64 {
    (STORY_BYTES / stories.recipe().generate.story_bytes()).max(1)
}

fn has_pictures(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.ty == Type::Bytes)
}

/// A recipe's name as part of a path, and as the name of a configuration: letters, digits and `-`, `_`, `.`.
pub(crate) fn config_name(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = name.chars().map(plain).take(128).collect();
    match name.trim_start_matches('.') {
        "" => "dataset".to_string(),
        name => name.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use wampimuk_families::require;

    use super::*;
    use crate::plan::{DatasetPlan, DatasetRequest};

    fn divided(recipe: &str, wanted: &DatasetRequest) -> Result<Vec<Shard>, Box<dyn std::error::Error>> {
        let found = require(recipe, &[])?;
        let dataset = found.dataset(0)?;
        Ok(shards(&DatasetPlan::new(&found, &*dataset, wanted, None, &[])?.description(&*dataset))?)
    }

    #[test]
    fn shards_follow_each_other_without_gap() {
        let mut wanted = DatasetRequest { shard_items: NonZeroU64::new(300), ..DatasetRequest::default() };
        let all = divided("gscan-demo", &wanted).unwrap();
        let train: Vec<_> = all.iter().filter(|shard| shard.split() == "train").collect();
        assert!(train.len() > 2);
        let of = train.len();
        let mut next = 0;
        for (number, shard) in train.iter().enumerate() {
            assert_eq!(shard.name, format!("data/gscan-demo/train-{number:05}-of-{of:05}.parquet"));
            assert_eq!(shard.pieces[0].start, next);
            next = shard.pieces[0].end;
            assert!(shard.items() == 300 || number + 1 == of);
        }
        wanted.format = Some(Format::Original);
        let names: Vec<String> =
            divided("gscan-demo", &wanted).unwrap().into_iter().map(|shard| shard.name).collect();
        assert_eq!(names, ["data/gscan-demo/dataset.txt", "data/gscan-demo/dataset-dev.txt"]);
        wanted = DatasetRequest { shard_items: NonZeroU64::new(1), ..DatasetRequest::default() };
        assert!(divided("gscan", &wanted).unwrap_err().to_string().contains("raise --shard-items"));
    }

    #[test]
    fn tasks_belong_to_the_shard_of_their_index() {
        let piece = |start, end| ShardRange { split: "test".into(), start, end };
        let shard = |start, end| Shard { name: "data/r/test-0".into(), pieces: vec![piece(start, end)] };
        let file = ManifestFile {
            path: "data/r/test/512.json".into(),
            split: "test".into(),
            items: 1,
            bytes: 0,
            sha256: String::new(),
        };
        assert!(!shard(0, 512).holds(&file) && shard(512, 600).holds(&file));
    }

    #[test]
    fn names_of_recipes_become_names_of_folders() {
        for (name, config) in
            [("gscan", "gscan"), ("my recipe", "my-recipe"), ("..", "dataset"), ("a/../b", "a-..-b")]
        {
            assert_eq!(config_name(name), config);
        }
    }
}
