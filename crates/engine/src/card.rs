//! What describes a dataset to people and machines: a dataset card, Croissant metadata, a datasheet.
//!
//! A dataset that nobody can find, load, cite or doubt is not published. Three files beside the manifest see to that:
//!
//! * `README.md`, a Hugging Face dataset card: its front matter makes `datasets.load_dataset(path)` work as is, its text
//!   says what each split tests, how it is defined and how to make it again;
//! * `croissant.json`, the same for programs that read Croissant (version 1.1), with a checksum for each file;
//! * `DATASHEET.md`, which answers the questions of "Datasheets for Datasets" as the papers' own datasheets do;
//! * `eval.yaml`, where the dataset has prompts: how language models are evaluated on it.
//!
//! All are functions of the [`Manifest`] and the [`Schema`]: no clock, no machine, so the same dataset has the
//! same bytes everywhere. What cannot be read off them, because it is about a family (what its items are, which papers
//! to cite, what is known to be wrong with it), is in one [`FamilyFacts`] table for each family. The texts between are in
//! `templates`.
//!
//! ```
//! use wampimuk_engine::card::{facts, files};
//! # use wampimuk_core::{Field, Schema, Type};
//! # use wampimuk_dataset::{MANIFEST_FORMAT, Manifest};
//! # let schema = Schema { fields: vec![Field::new("id", Type::Text, "a name")] };
//! # let manifest = Manifest {
//! #     format: MANIFEST_FORMAT, generator: "wampimuk 0.1.0".into(), stream: 1, family: "gscan".into(),
//! #     recipe_name: "gscan".into(), recipe: "title = \"gSCAN\"".into(), digest: "00".into(), seed: 0,
//! #     file_format: "parquet".into(), extras: vec![], shard_items: None, splits: vec![], files: vec![],
//! # };
//! let files = files(&manifest, &schema, facts(&manifest.family));
//! let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
//! assert_eq!(names, ["README.md", "croissant.json", "DATASHEET.md"]);
//! ```

mod about;
mod croissant;
mod datasheet;
mod facts;
mod features;
mod front_matter;
mod readme;
mod table;
mod tasks;
mod template;
mod yaml;

use wampimuk_core::Schema;
use wampimuk_dataset::Manifest;
use wampimuk_store::Store;

use crate::error::Error;
use about::About;
pub use facts::{FamilyCheck, FamilyFacts, PaperFacts, facts};
pub(crate) use tasks::TASKS;

/// The files that describe a dataset: name and contents. The columns are those of the dataset's files, extras included.
pub fn files(manifest: &Manifest, schema: &Schema, facts: &FamilyFacts) -> Vec<(String, Vec<u8>)> {
    let about = About::new(manifest, schema, facts);
    let always = [
        ("README.md", readme::text(&about)),
        ("croissant.json", croissant::text(&about)),
        ("DATASHEET.md", datasheet::text(&about)),
    ];
    let tasks = tasks::text(&about).map(|text| (TASKS, text));
    always.into_iter().chain(tasks).map(|(name, text)| (name.to_string(), text.into_bytes())).collect()
}

/// The files that describe a dataset, by name.
#[derive(Debug)]
pub(crate) struct Cards(Vec<(String, Vec<u8>)>);

impl Cards {
    pub fn new(files: Vec<(String, Vec<u8>)>) -> Self {
        Self(files)
    }

    /// The names of those that are not there as they should be.
    pub fn missing(&self, store: &Store) -> Result<Vec<String>, Error> {
        let mut missing = Vec::new();
        for (name, bytes) in &self.0 {
            if !is_there(store, name, bytes)? {
                missing.push(name.clone());
            }
        }
        Ok(missing)
    }

    /// Writes those that are not there as they should be.
    pub fn put(&self, store: &Store) -> Result<(), Error> {
        for (name, bytes) in &self.0 {
            if !is_there(store, name, bytes)? {
                store.put(name, bytes)?;
            }
        }
        Ok(())
    }
}

fn is_there(store: &Store, name: &str, bytes: &[u8]) -> Result<bool, Error> {
    let size = bytes.len() as u64;
    if store.info(name)?.is_none_or(|there| there.bytes != size) {
        return Ok(false);
    }
    Ok(store.read(name, size)?.is_some_and(|there| there == bytes))
}
