//! A directory in which a dataset is being made, by one process or by several.
//!
//! While it is unfinished, its workshop holds the job (what is being made) and a receipt for every shard that is done.
//! The manifest comes last: a directory that has one is finished.

use std::error::Error as _;
use std::path::{Path, PathBuf};

use wampimuk_dataset::{MANIFEST, MAX_MANIFEST_BYTES, Manifest};
use wampimuk_store::{Store, WORKSHOP};

use crate::card::TASKS;
use crate::error::Error;
use crate::format::Format;
use crate::listing::{misfits, strays};
use crate::parts::{self, PARTS};
use crate::receipt;
use crate::shards::{Shard, shards};

/// What is being made, below the workshop.
const JOB: &str = "job.json";

/// Files that describe a dataset, beside its manifest.
const CARDS: [&str; 3] = ["README.md", "DATASHEET.md", "croissant.json"];

/// The file that only datasets with prompts have.
fn tasks(job: &Manifest) -> Option<&'static str> {
    job.extras.iter().any(|extra| extra == "prompts").then_some(TASKS)
}

/// A directory and what is to be made in it.
#[derive(Debug)]
pub(crate) struct Site {
    pub store: Store,
    /// The manifest without its files.
    pub job: Manifest,
    pub shards: Vec<Shard>,
}

/// How a directory was found.
#[derive(Debug)]
pub(crate) enum State {
    /// There is work to do.
    Unfinished,
    /// The dataset is there, by its manifest.
    Finished(Box<Manifest>),
}

impl Site {
    pub fn new(store: Store, job: Manifest) -> Result<Self, Error> {
        if store
            .local_path("")
            .and_then(|path| path.canonicalize().ok())
            .is_some_and(|path| path.parent().is_none())
        {
            return Err(Error::Request(format!(
                "{} is the root of a file system, and a dataset has a folder of its own: name one with --out",
                store.place("")
            )));
        }
        let shards = shards(&job)?;
        Ok(Self { store, job, shards })
    }

    /// Finds out what is there, and begins if there is nothing. `force` takes away what is there.
    ///
    /// # Errors
    /// If another dataset is there and is not to be replaced.
    pub fn enter(&self, force: bool) -> Result<State, Error> {
        if force {
            self.clear()?;
        }
        let job = format!("{WORKSHOP}/{JOB}");
        loop {
            if let Some(there) = self.read(MANIFEST)? {
                return match self.is_same(&there) {
                    true => self.without_hole(&there).map(|()| State::Finished(Box::new(there))),
                    false => Err(self.occupied("holds another dataset", &there)),
                };
            }
            if let Some(there) = self.read(&job)? {
                return match there == self.job {
                    true => Ok(State::Unfinished),
                    false => Err(self.occupied("holds another dataset, which is not finished", &there)),
                };
            }
            if let Some(card) = self.card(force)? {
                if self.store.info(MANIFEST)?.is_some() {
                    // It is the card of a dataset that was finished just now.
                    continue;
                }
                let what = "is there already, and a dataset writes its own".to_string();
                return Err(Error::Occupied { place: self.store.place(card), what });
            }
            // Another process was first: look again.
            if self.store.put_new(&job, &json(&self.job)?)? {
                return Ok(State::Unfinished);
            }
        }
    }

    /// A file that is in the place of a dataset's own description, unless it may be replaced.
    fn card(&self, force: bool) -> Result<Option<&'static str>, Error> {
        for card in CARDS.into_iter().chain(tasks(&self.job)).filter(|_| !force) {
            if self.store.info(card)?.is_some() {
                return Ok(Some(card));
            }
        }
        Ok(None)
    }

    /// The dataset's manifest, if another process has finished it meanwhile.
    pub fn finished(&self) -> Result<Option<Manifest>, Error> {
        Ok(self.read(MANIFEST)?.filter(|there| self.is_same(there)))
    }

    /// Puts the manifest in its place, and takes the workshop away.
    pub fn finish(&self, manifest: &Manifest) -> Result<(), Error> {
        if !self.store.put_new(MANIFEST, &json(manifest)?)? {
            match self.read(MANIFEST)? {
                Some(there) if there == *manifest => {}
                Some(there) => return Err(self.occupied("holds another dataset", &there)),
                None => return Err(self.gone()),
            }
        }
        self.tidy()
    }

    /// A manifest that does not list what its splits have is no proof that anything is complete.
    fn without_hole(&self, there: &Manifest) -> Result<(), Error> {
        let Some((place, reason)) = misfits(there).into_iter().next() else { return Ok(()) };
        let what = format!("holds a manifest that was changed: {place}: {reason}");
        Err(Error::Occupied { place: self.store.place(""), what })
    }

    /// Files beside those of a finished dataset; in object stores nobody looks.
    pub fn strays(&self, manifest: &Manifest) -> Vec<PathBuf> {
        self.store.local_path("").map_or_else(Vec::new, |root| strays(manifest, &root))
    }

    /// Takes away what only an unfinished dataset needs.
    pub fn tidy(&self) -> Result<(), Error> {
        tidy(&self.store)
    }

    /// Takes away whatever dataset is there, its manifest first: what is left of it must not be taken for whole.
    fn clear(&self) -> Result<(), Error> {
        let mut files = Vec::new();
        if let Some(bytes) = self.store.read(MANIFEST, MAX_MANIFEST_BYTES)? {
            // One that cannot be read lists nothing.
            if let Ok(there) = Manifest::parse(&bytes, Path::new(MANIFEST)) {
                files.extend(tasks(&there).map(str::to_string));
                files.extend(there.files.into_iter().map(|file| file.path));
            }
            files.extend(CARDS.map(str::to_string));
            self.store.remove(MANIFEST)?;
        }
        // What was put in its place may have no receipt yet.
        if let Ok(Some(job)) = self.read(&format!("{WORKSHOP}/{JOB}")) {
            files.extend(shards(&job).unwrap_or_default().into_iter().map(|shard| shard.name));
        }
        let receipts = receipt::all(&self.store)?.into_iter().chain(parts::receipts(&self.store)?);
        files.extend(receipts.flat_map(|receipt| receipt.files).map(|kept| kept.file.path));
        for file in files {
            // A name that points elsewhere is none of ours.
            if Path::new(&file).is_relative() && !file.split('/').any(|part| part == "..") {
                self.store.remove(&file)?;
            }
        }
        self.tidy()
    }

    fn read(&self, name: &str) -> Result<Option<Manifest>, Error> {
        let Some(bytes) = self.store.read(name, MAX_MANIFEST_BYTES)? else { return Ok(None) };
        let place = self.store.place(name);
        let manifest = Manifest::parse(&bytes, Path::new(&place)).map_err(|error| {
            let what = match name == MANIFEST {
                true => format!("holds a dataset whose manifest cannot be read: {error}"),
                false => format!(
                    "holds the beginning of a dataset, and what was being made is not known, for {place} is damaged or cut \
                     off: {}",
                    error.source().map(ToString::to_string).unwrap_or_else(|| error.to_string())
                ),
            };
            Error::Occupied { place: self.store.place(""), what }
        })?;
        Ok(Some(manifest))
    }

    /// Whether a manifest is that of the dataset to be made.
    pub fn is_same(&self, there: &Manifest) -> bool {
        let mut job = Manifest { files: Vec::new(), ..there.clone() };
        if self.job.file_format == Format::ArcColours.name() {
            // How many tasks have such a form is known when they are made.
            job.splits
                .iter_mut()
                .zip(&self.job.splits)
                .for_each(|(there, wanted)| there.items = wanted.items);
        }
        job == self.job
    }

    fn occupied(&self, what: &str, there: &Manifest) -> Error {
        let Manifest { recipe_name, seed, .. } = there;
        let what = format!("{what}: {recipe_name} with seed {seed}{}", self.difference(there));
        Error::Occupied { place: self.store.place(""), what }
    }

    /// What tells a dataset from the wanted one, if name and seed do not.
    fn difference(&self, there: &Manifest) -> String {
        let wanted = &self.job;
        if there.recipe_name != wanted.recipe_name || there.seed != wanted.seed {
            return String::new();
        }
        let reasons = [
            (there.generator != wanted.generator, format!("made by {}", there.generator)),
            (there.recipe != wanted.recipe || there.digest != wanted.digest, "of another recipe".to_string()),
            (there.file_format != wanted.file_format, format!("as {}", there.file_format)),
            (there.extras != wanted.extras, "with other columns".to_string()),
            (there.splits != wanted.splits, "of other splits or sizes".to_string()),
            (there.shard_items != wanted.shard_items, "in shards of another size".to_string()),
        ];
        let reasons: Vec<String> =
            reasons.into_iter().filter_map(|(is, reason)| is.then_some(reason)).collect();
        if reasons.is_empty() { String::new() } else { format!(", {}", reasons.join(", ")) }
    }

    fn gone(&self) -> Error {
        Error::Request(format!("{} was changed by another process meanwhile", self.store.place("")))
    }
}

/// Takes away what only an unfinished dataset needs.
pub(crate) fn tidy(store: &Store) -> Result<(), Error> {
    store.clear(PARTS)?;
    Ok(store.clear(WORKSHOP)?)
}

/// A manifest as it stands in its file.
pub(crate) fn json(manifest: &Manifest) -> Result<Vec<u8>, Error> {
    Ok(manifest.to_json().map_err(std::io::Error::from)?)
}
