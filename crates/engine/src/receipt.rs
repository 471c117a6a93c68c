//! Receipts: what a shard has become, written once it is in its place. They are sealed: one that was damaged is none, and
//! its shard is made again.

use serde::{Deserialize, Serialize};
use wampimuk_dataset::ManifestFile;
use wampimuk_store::{Store, StoreError, WORKSHOP};

use crate::error::Error;
use crate::seal::{sealed, unsealed};
use crate::shards::Shard;

/// The longest receipt that is read: far more than the tasks of a shard need.
const MAX_BYTES: u64 = 4 << 20;

/// What a finished shard has become.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Receipt {
    /// The name of the shard.
    pub shard: String,
    /// Its files, in the order of their items.
    pub files: Vec<Kept>,
}

/// A file of a finished shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// What a manifest says of it.
    #[serde(flatten)]
    pub file: ManifestFile,
    /// The version that an object store gave it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub etag: Option<String>,
}

impl Kept {
    /// Whether the file is in the store as it was written. Object stores tell by the version; other files are read.
    pub fn is_intact(&self, store: &Store) -> Result<bool, StoreError> {
        let Some(info) = store.info(&self.file.path)? else { return Ok(false) };
        if info.bytes != self.file.bytes {
            return Ok(false);
        }
        if info.etag.is_some() && self.etag.is_some() {
            return Ok(info.etag == self.etag);
        }
        Ok(store.digest(&self.file.path)?.is_some_and(|(_, sha256)| sha256 == self.file.sha256))
    }
}

impl Receipt {
    /// How many items the shard has.
    pub fn items(&self) -> u64 {
        self.files.iter().map(|kept| kept.file.items).sum()
    }

    /// The receipt of a shard, if it is finished and its files are intact.
    pub fn find(store: &Store, shard: &Shard) -> Result<Option<Self>, Error> {
        let bytes = match store.read(&name(&shard.name), MAX_BYTES) {
            Ok(Some(bytes)) => bytes,
            Ok(None) | Err(StoreError::TooLong { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(receipt) = unsealed(&bytes).filter(|receipt: &Self| receipt.is_of(shard)) else {
            return Ok(None);
        };
        for kept in &receipt.files {
            if !kept.is_intact(store)? {
                return Ok(None);
            }
        }
        Ok(Some(receipt))
    }

    /// Whether it is the receipt of this shard, and lists nothing but its files.
    fn is_of(&self, shard: &Shard) -> bool {
        self.shard == shard.name && self.files.iter().all(|kept| shard.holds(&kept.file))
    }

    /// Puts the receipt where others find it.
    pub fn leave(&self, store: &Store) -> Result<(), Error> {
        let bytes = sealed(self).map_err(std::io::Error::from)?;
        // If it is lost, the shard is made again.
        store.note(&name(&self.shard), &bytes)?;
        Ok(())
    }
}

/// All receipts of a store, whatever their files are like.
pub(crate) fn all(store: &Store) -> Result<Vec<Receipt>, Error> {
    let mut receipts = Vec::new();
    for name in store.list(&format!("{WORKSHOP}/{FOLDER}"))? {
        match store.read(&name, MAX_BYTES) {
            Ok(bytes) => receipts.extend(unsealed::<Receipt>(&bytes.unwrap_or_default())),
            Err(StoreError::TooLong { .. }) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(receipts)
}

/// Where receipts are, below the workshop.
const FOLDER: &str = "done";

fn name(shard: &str) -> String {
    format!("{WORKSHOP}/{FOLDER}/{shard}.json")
}
