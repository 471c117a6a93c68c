//! Making a dataset in a directory, or in one file.

use std::path::{Path, PathBuf};

use wampimuk_core::Watch;
use wampimuk_dataset::{Manifest, ManifestFile};
use wampimuk_families::Dataset;
use wampimuk_store::{Stamp, Store, StoreError};

use crate::card::{self, Cards};
use crate::error::Error;
use crate::format::Format;
use crate::parts::{Part, Share};
use crate::plan::{DatasetPlan, Destination};
use crate::receipt::{Kept, Receipt};
use crate::shards::Shard;
use crate::site::{Site, State};
use crate::work::{Ledger, Make, Worked, work};
use crate::worker_limit::WorkerLimit;
use crate::write::tasks::write_tasks;
use crate::write::{write_by, write_file};

/// How a dataset is made.
#[derive(Clone, Copy, Debug)]
pub struct GenerateOptions {
    /// Worker threads.
    pub threads: usize,
    /// Whether what is there already is replaced.
    pub force: bool,
    /// Which part of the work is done; by default all.
    pub share: Option<Share>,
}

/// What was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenerateOutcome {
    /// How many items the dataset has, or the share of it.
    pub items: u64,
    /// How many of them were there already.
    pub kept: u64,
    /// How many items have no form in the format, and were left out.
    pub without_form: u64,
    /// Files of a finished dataset that were damaged or missing and are whole again.
    pub repaired: Vec<String>,
    /// Whether nothing had to be done.
    pub was_complete: bool,
    /// Files beside those of the dataset, which loaders take for some of its own.
    pub strays: Vec<PathBuf>,
}

/// Writes the files that describe a dataset, name and contents, from its manifest.
pub type Describe<'a> = &'a dyn Fn(&Manifest) -> Vec<(String, Vec<u8>)>;

/// How often a process begins again that was disturbed by another one which finished the dataset.
const TRIES: usize = 5;

/// Makes a dataset where its plan says: all of it, or as much as is not there yet.
///
/// A directory is filled shard by shard. Killed at any moment and called again, it continues, and the directory has the
/// same bytes in the end. Several processes may work on one directory at the same time.
///
/// # Errors
/// If an item cannot be made or written, or if something else is where the dataset should go.
pub fn generate(
    plan: &DatasetPlan,
    dataset: &dyn Dataset,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<GenerateOutcome, Error> {
    let describe =
        |manifest: &Manifest| card::files(manifest, dataset.schema(), card::facts(&manifest.family));
    generate_described(plan, dataset, &describe, options, watch)
}

/// The same, with other files beside the manifest: a dataset may promise less than those of its family do.
///
/// # Errors
/// As [`generate`].
pub fn generate_described(
    plan: &DatasetPlan,
    dataset: &dyn Dataset,
    describe: Describe<'_>,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<GenerateOutcome, Error> {
    let address = match &plan.destination {
        Destination::File(path) => return single_file(path, plan, dataset, options, watch),
        Destination::Directory(address) => address,
    };
    let site = Site::new(Store::open(address)?, plan.description(dataset))?;
    let maker = RecipeShards { dataset, format: plan.format, watch };
    fill(&site, &maker, describe, options, watch)
}

fn single_file(
    path: &Path,
    plan: &DatasetPlan,
    dataset: &dyn Dataset,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<GenerateOutcome, Error> {
    if options.share.is_some() {
        return Err(Error::Request("a single file has no parts: --shard needs a directory".into()));
    }
    if path != Path::new("-") && path.is_file() && !options.force {
        let place = path.display().to_string();
        return Err(Error::Occupied { place, what: "is there already".into() });
    }
    let without_form = write_file(path, plan.format, &plan.portions, dataset, options.threads, watch)?;
    Ok(GenerateOutcome { items: plan.items() - without_form, without_form, ..GenerateOutcome::default() })
}

/// Fills a directory with what a maker makes.
pub(crate) fn fill(
    site: &Site,
    maker: &dyn Make,
    describe: Describe<'_>,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<GenerateOutcome, Error> {
    let mut force = options.force;
    let mut disturbed = 0;
    loop {
        let result = match site.enter(std::mem::take(&mut force)) {
            Ok(State::Finished(manifest)) => {
                repair(site, &manifest, maker, describe, options, watch).map(Some)
            }
            Ok(State::Unfinished) => build(site, maker, describe, options, watch),
            Err(error) => Err(error),
        };
        match result {
            Ok(Some(made)) => return Ok(made),
            Ok(None) => {}
            Err(Error::Store(StoreError::Cleared { .. })) if disturbed < TRIES => {}
            Err(error) => return Err(error),
        }
        disturbed += 1;
    }
}

/// Makes what is missing; `None` if another process has finished the dataset meanwhile.
fn build(
    site: &Site,
    maker: &dyn Make,
    describe: Describe<'_>,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<Option<GenerateOutcome>, Error> {
    let is_mine = |number: &usize| options.share.is_none_or(|share| share.has(*number));
    let mine: Vec<usize> = (0..site.shards.len()).filter(is_mine).collect();
    let worked = work(site, &mine, Ledger::Receipts, maker, options.threads, watch)?;
    let Worked::Done { receipts, made } = worked else { return Ok(None) };
    let wanted: u64 = mine.iter().map(|&number| site.shards[number].items()).sum();
    let fresh: u64 = made.iter().map(|&number| site.shards[number].items()).sum();
    let items: u64 = receipts.iter().map(Receipt::items).sum();
    let mut summary = GenerateOutcome {
        items,
        kept: wanted - fresh,
        without_form: wanted - items,
        ..GenerateOutcome::default()
    };
    match options.share {
        Some(share) => {
            let is_new = Part { share, job: site.job.clone(), shards: receipts }.leave(&site.store)?;
            summary.was_complete = made.is_empty() && !is_new;
        }
        None => {
            let manifest = complete(&site.job, &receipts);
            Cards::new(describe(&manifest)).put(&site.store)?;
            site.finish(&manifest)?;
            summary.strays = site.strays(&manifest);
        }
    }
    Ok(Some(summary))
}

/// Checks a finished dataset and makes again what is damaged or missing.
fn repair(
    site: &Site,
    manifest: &Manifest,
    maker: &dyn Make,
    describe: Describe<'_>,
    options: &GenerateOptions,
    watch: &dyn Watch,
) -> Result<GenerateOutcome, Error> {
    let all: Vec<usize> = (0..site.shards.len()).collect();
    let worked = work(site, &all, Ledger::Manifest(manifest), maker, options.threads, watch)?;
    let Worked::Done { receipts, made } = worked else { return Ok(GenerateOutcome::default()) };
    let mut repaired: Vec<String> = made.iter().map(|&number| site.shards[number].name.clone()).collect();
    let cards = Cards::new(describe(manifest));
    repaired.extend(cards.missing(&site.store)?);
    cards.put(&site.store)?;
    site.tidy()?;
    let items: u64 = receipts.iter().map(Receipt::items).sum();
    let wanted: u64 = site.shards.iter().map(Shard::items).sum();
    let fresh: u64 = made.iter().map(|&number| site.shards[number].items()).sum();
    let (was_complete, strays) = (repaired.is_empty(), site.strays(manifest));
    let (kept, without_form) = (wanted - fresh, wanted - items);
    Ok(GenerateOutcome { items, kept, without_form, repaired, was_complete, strays })
}

/// The manifest of a dataset whose shards are all done.
fn complete(job: &Manifest, receipts: &[Receipt]) -> Manifest {
    let mut manifest = job.clone();
    manifest.files =
        receipts.iter().flat_map(|receipt| &receipt.files).map(|kept| kept.file.clone()).collect();
    if job.file_format == Format::ArcColours.name() {
        // Some tasks have no such form.
        for split in &mut manifest.splits {
            let files = manifest.files.iter().filter(|file| file.split == split.name);
            split.items = files.map(|file| file.items).sum();
        }
    }
    manifest
}

/// Makes shards from a recipe.
struct RecipeShards<'a> {
    dataset: &'a dyn Dataset,
    format: Format,
    watch: &'a dyn Watch,
}

impl Make for RecipeShards<'_> {
    fn make(&self, site: &Site, shard: &Shard, worker_limit: &WorkerLimit) -> Result<Receipt, Error> {
        let &Self { dataset, format, watch } = self;
        let portions = shard.portions(dataset)?;
        let name = &shard.name;
        if format.is_tasks() {
            let config = &site.job.recipe_name;
            let files =
                write_tasks(&site.store, config, format, &portions, dataset, worker_limit.workers, watch)?;
            return Ok(Receipt { shard: name.clone(), files });
        }
        let mut upload = site.store.create(name)?;
        write_by(worker_limit, &mut upload, format, &portions, dataset, watch).map_err(
            |error| match error {
                Error::Write(source) => StoreError::io("written", site.store.place(name), source).into(),
                other => other,
            },
        )?;
        let Stamp { bytes, sha256, etag } = upload.finish()?;
        let file =
            ManifestFile { path: name.clone(), split: shard.split(), items: shard.items(), bytes, sha256 };
        Ok(Receipt { shard: name.clone(), files: vec![Kept { file, etag }] })
    }
}
