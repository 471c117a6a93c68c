//! Joining the parts of a dataset that several machines have made.

use std::collections::BTreeMap;
use std::path::Path;

use wampimuk_core::Watch;
use wampimuk_dataset::{MANIFEST, MAX_MANIFEST_BYTES, Manifest};
use wampimuk_store::{Stamp, Store, WORKSHOP};

use crate::card;
use crate::error::Error;
use crate::generate::{GenerateOptions, GenerateOutcome, fill};
use crate::parts::{PARTS, Part, Share};
use crate::rebuild::rebuild;
use crate::receipt::{Kept, Receipt};
use crate::shards::Shard;
use crate::site::{Site, tidy};
use crate::work::Make;
use crate::worker_limit::WorkerLimit;

/// How parts are joined.
#[derive(Clone, Copy, Debug)]
pub struct MergeOptions {
    /// Worker threads.
    pub threads: usize,
    /// Whether what is there already is replaced.
    pub force: bool,
    /// Whether the parts are removed when the whole is there.
    pub move_files: bool,
}

/// What came of joining parts.
#[derive(Clone, Debug)]
pub struct Merged {
    /// The name of the dataset.
    pub recipe_name: String,
    /// How many parts it had; `None` if they are gone.
    pub parts: Option<u32>,
    /// What was made.
    pub made: GenerateOutcome,
    /// The manifest of the whole.
    pub manifest: Manifest,
}

/// A part and where it is.
struct PartSource {
    store: Store,
    part: Part,
}

/// Joins the parts in these places to one dataset at `out`, which may be one of the places. The result has the bytes of
/// a dataset that was made by one machine.
///
/// # Errors
/// If parts are missing, damaged, of different datasets or there twice; or if they cannot be read or written.
pub fn merge(
    places: &[String],
    out: &str,
    options: &MergeOptions,
    watch: &dyn Watch,
) -> Result<Merged, Error> {
    if !options.force
        && let Some(merged) = merged_before(places, out, options)?
    {
        return Ok(merged);
    }
    let sources = sources(places)?;
    let Some(first) = sources.first() else {
        let places = places.join(", ");
        return Err(Error::Request(format!(
            "{places}: there are no parts (`generate --shard 0/4` makes one)"
        )));
    };
    let job = first.part.job.clone();
    check(&sources)?;
    let site = Site::new(Store::open(out)?, job.clone())?;
    let taker = Taker { shards: taken(&sources, &site)?, watch };
    let dataset = rebuild(&job)?;
    let in_place = |source: &&PartSource| source.store.place("") == site.store.place("");
    if options.force && sources.iter().any(|source| in_place(&source)) {
        return Err(Error::Request(format!(
            "{} holds parts, which --force would remove",
            site.store.place("")
        )));
    }
    let filling = GenerateOptions { threads: options.threads, force: options.force, share: None };
    let describe =
        |manifest: &Manifest| card::files(manifest, dataset.schema(), card::facts(&manifest.family));
    let made = fill(&site, &taker, &describe, &filling, watch)?;
    if options.move_files {
        for source in sources.iter().filter(|source| !in_place(source)) {
            remove(source)?;
        }
    }
    let manifest = site.finished()?.unwrap_or(job);
    Ok(Merged {
        recipe_name: manifest.recipe_name.clone(),
        parts: Some(first.part.share.of()),
        made,
        manifest,
    })
}

/// What an earlier call has made at `out`, if it was of the same parts. One that was killed may have left some of them,
/// or some of what only an unfinished dataset needs.
fn merged_before(places: &[String], out: &str, options: &MergeOptions) -> Result<Option<Merged>, Error> {
    let store = Store::open(out)?;
    let Some(manifest) = store.read(MANIFEST, MAX_MANIFEST_BYTES)? else { return Ok(None) };
    let Ok(manifest) = Manifest::parse(&manifest, Path::new(&store.place(MANIFEST))) else { return Ok(None) };
    let mut left = Vec::new();
    for place in places {
        let place = Store::open(place)?;
        let parts = Part::all(&place)?;
        let may_be_gone = options.move_files || place.place("") == store.place("");
        if parts.is_empty() && !may_be_gone {
            return Ok(None);
        }
        left.extend(parts.into_iter().map(|part| PartSource { store: place.clone(), part }));
    }
    let is_of_it = |source: &PartSource| {
        Site::new(store.clone(), source.part.job.clone()).is_ok_and(|site| site.is_same(&manifest))
    };
    if !left.iter().all(is_of_it) {
        return Ok(None);
    }
    for file in &manifest.files {
        if !(Kept { file: file.clone(), etag: None }).is_intact(&store)? {
            return Err(Error::Request(format!(
                "{} is damaged or missing: run `generate` for the whole dataset, which makes only what is damaged",
                store.place(&file.path)
            )));
        }
    }
    for source in left.iter().filter(|source| options.move_files && source.store.place("") != store.place(""))
    {
        remove(source)?;
    }
    tidy(&store)?;
    let items: u64 = manifest.files.iter().map(|file| file.items).sum();
    let made = GenerateOutcome { items, kept: items, was_complete: true, ..GenerateOutcome::default() };
    let parts = left.first().map(|source| source.part.share.of());
    Ok(Some(Merged { recipe_name: manifest.recipe_name.clone(), parts, made, manifest }))
}

fn sources(places: &[String]) -> Result<Vec<PartSource>, Error> {
    let mut sources = Vec::new();
    for place in places {
        let store = Store::open(place)?;
        let parts = Part::all(&store)?;
        if parts.is_empty() {
            return Err(Error::Request(format!(
                "{place} holds no part of a dataset (`generate --shard 0/4` makes one)"
            )));
        }
        sources.extend(parts.into_iter().map(|part| PartSource { store: store.clone(), part }));
    }
    sources.sort_by_key(|source| source.part.share);
    Ok(sources)
}

/// Whether these are all parts of one dataset, each once.
fn check(sources: &[PartSource]) -> Result<(), Error> {
    let Some(first) = sources.first() else { return Ok(()) };
    let place = |source: &PartSource| source.store.place(&source.part.share.name());
    for source in sources {
        let (a, b) = (place(first), place(source));
        if source.part.job != first.part.job {
            let what = |source: &PartSource| {
                format!("{} with seed {}", source.part.job.recipe_name, source.part.job.seed)
            };
            let (this, that) = (what(first), what(source));
            let differ =
                if this == that { "differ in what was asked for" } else { "are of different datasets" };
            return Err(Error::Request(format!("{a} ({this}) and {b} ({that}) {differ}")));
        }
        if source.part.share.of() != first.part.share.of() {
            let (this, that) = (first.part.share, source.part.share);
            return Err(Error::Request(format!(
                "{a} is part {this} and {b} part {that}: they do not fit together"
            )));
        }
    }
    for pair in sources.windows(2) {
        if pair[0].part.share == pair[1].part.share {
            let (a, b) = (place(&pair[0]), place(&pair[1]));
            return Err(Error::Request(format!("part {} is there twice: {a} and {b}", pair[0].part.share)));
        }
    }
    let is_there = |index: &u32| sources.iter().any(|source| source.part.share.index() == *index);
    let of = first.part.share.of();
    let missing: Vec<String> =
        (0..of).filter(|index| !is_there(index)).map(|index| format!("{index}/{of}")).collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(Error::Request(format!(
        "of {} with seed {}, {}: make what is missing with --shard, or name the folders it is in",
        first.part.job.recipe_name,
        first.part.job.seed,
        match &*missing {
            [one] => format!("part {one} is missing"),
            several => format!("parts {} are missing", several.join(", ")),
        }
    )))
}

/// Which receipt each shard has, and where its files are. No shard is missing, and none is there twice.
fn taken<'s>(sources: &'s [PartSource], site: &Site) -> Result<BTreeMap<&'s str, Taken<'s>>, Error> {
    let mut taken = BTreeMap::new();
    for source in sources {
        for receipt in &source.part.shards {
            let from = Taken { store: &source.store, share: source.part.share, receipt };
            if taken.insert(&*receipt.shard, from).is_some() {
                return Err(Error::Request(format!("two parts have the shard {}", receipt.shard)));
            }
        }
    }
    for (number, shard) in site.shards.iter().enumerate() {
        if !taken.contains_key(&*shard.name) {
            let part = sources.iter().find(|source| source.part.share.has(number));
            let part = part.map(|source| source.part.share.to_string()).unwrap_or_default();
            return Err(Error::Request(format!("the shard {} is missing in part {part}", shard.name)));
        }
    }
    if taken.len() > site.shards.len() {
        return Err(Error::Request("the parts have shards that are not of this dataset".into()));
    }
    Ok(taken)
}

/// A shard of a part.
struct Taken<'s> {
    store: &'s Store,
    share: Share,
    receipt: &'s Receipt,
}

/// Takes shards over from parts.
struct Taker<'s> {
    shards: BTreeMap<&'s str, Taken<'s>>,
    watch: &'s dyn Watch,
}

impl Make for Taker<'_> {
    fn make(&self, site: &Site, shard: &Shard, _hands: &WorkerLimit) -> Result<Receipt, Error> {
        let missing = || Error::Request(format!("the shard {} is missing", shard.name));
        let Taken { store, share, receipt } = self.shards.get(&*shard.name).ok_or_else(missing)?;
        let in_place = store.place("") == site.store.place("");
        let mut files = Vec::new();
        for kept in &receipt.files {
            let path = &kept.file.path;
            if !kept.is_intact(store)? {
                return Err(Error::Request(format!(
                    "{} is damaged or missing: run `generate` with --shard {share} again where it was made, which makes \
                     only what is damaged, and then merge",
                    store.place(path)
                )));
            }
            let etag = if in_place || site.store.link_from(store, path)? {
                site.store.info(path)?.and_then(|info| info.etag)
            } else {
                let Stamp { sha256, etag, .. } = site.store.copy_from(store, path)?;
                if sha256 != kept.file.sha256 {
                    return Err(Error::Differs { place: site.store.place(path) });
                }
                etag
            };
            files.push(Kept { file: kept.file.clone(), etag });
        }
        self.watch.done(shard.items())?;
        Ok(Receipt { shard: shard.name.clone(), files })
    }
}

/// Takes a part away, its manifest last: what is left of it can still be removed by the same command.
fn remove(source: &PartSource) -> Result<(), Error> {
    for kept in source.part.shards.iter().flat_map(|receipt| &receipt.files) {
        source.store.remove(&kept.file.path)?;
    }
    source.store.remove(&source.part.share.name())?;
    if source.store.list(PARTS)?.is_empty() {
        source.store.clear(WORKSHOP)?;
    }
    Ok(())
}
