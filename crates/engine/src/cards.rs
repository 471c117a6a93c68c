//! The files that describe a dataset to people and to other programs.

use wampimuk_card::{facts, files};
use wampimuk_dataset::Manifest;
use wampimuk_dataset::store::Store;
use wampimuk_families::Dataset;

use crate::error::Error;

/// The files that describe a dataset, by name. They are a function of its manifest and its columns.
#[derive(Debug)]
pub(crate) struct Cards(Vec<(String, Vec<u8>)>);

impl Cards {
    pub fn of(manifest: &Manifest, dataset: &dyn Dataset) -> Self {
        Self(files(manifest, dataset.schema(), facts(&manifest.family)))
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
    if store.glance(name)?.is_none_or(|there| there.bytes != size) {
        return Ok(false);
    }
    Ok(store.read(name, size)?.is_some_and(|there| there == bytes))
}
