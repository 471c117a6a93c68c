//! Parts: what one of several machines has made of a dataset.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use wampimuk_dataset::{MAX_MANIFEST_BYTES, Manifest};
use wampimuk_store::Store;

use crate::error::Error;
use crate::receipt::Receipt;
use crate::seal::{sealed, unsealed};

/// The folder of the manifests of parts.
pub(crate) const PARTS: &str = "parts";

/// The most machines that can share a dataset.
const MOST: u32 = 99_999;

/// One of several equal parts of the work, written `0/4` to `3/4`: every fourth shard, from the first, second, third or
/// fourth on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share {
    /// Its number, from 0.
    index: u32,
    /// How many parts there are.
    of: u32,
}

impl Share {
    /// Part `index` of `of`; `None` if there is no such part.
    pub fn new(index: u32, of: u32) -> Option<Self> {
        (index < of && of <= MOST).then_some(Self { index, of })
    }

    /// How many parts there are.
    pub fn of(self) -> u32 {
        self.of
    }

    /// Its number, from 0.
    pub fn index(self) -> u32 {
        self.index
    }

    /// Whether the shard of this number belongs to it.
    pub fn has(self, shard: usize) -> bool {
        shard % self.of as usize == self.index as usize
    }

    /// The name of its manifest.
    pub(crate) fn name(self) -> String {
        format!("{PARTS}/manifest-{:05}-of-{:05}.json", self.index, self.of)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let share =
            text.split_once('/').and_then(|(index, of)| Self::new(index.parse().ok()?, of.parse().ok()?));
        share.ok_or_else(|| "expected a part such as 0/4, 1/4, 2/4 or 3/4".to_string())
    }
}

/// What one of several machines has made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    /// Which part it is.
    pub share: Share,
    /// The manifest of the whole, without files.
    pub job: Manifest,
    /// Its shards.
    pub shards: Vec<Receipt>,
}

impl Part {
    /// Puts the part's manifest in its place; says whether it was not there.
    pub fn leave(&self, store: &Store) -> Result<bool, Error> {
        let name = self.share.name();
        let bytes = sealed(self).map_err(std::io::Error::from)?;
        if store.read(&name, MAX_MANIFEST_BYTES)?.is_some_and(|there| there == bytes) {
            return Ok(false);
        }
        store.put(&name, &bytes)?;
        Ok(true)
    }

    /// The parts in a store, in the order of their names.
    ///
    /// # Errors
    /// If one cannot be read, or is none.
    pub fn all(store: &Store) -> Result<Vec<Self>, Error> {
        let mut parts = Vec::new();
        for name in store.list(PARTS)? {
            let bytes = store.read(&name, MAX_MANIFEST_BYTES)?.unwrap_or_default();
            parts.push(unsealed(&bytes).ok_or_else(|| {
                Error::Request(format!(
                    "{} is not the manifest of a part, or was damaged: run `generate` with --shard again where it was \
                     made, which makes only what is missing",
                    store.place(&name)
                ))
            })?);
        }
        Ok(parts)
    }
}

/// What the parts in a store list; those that cannot be read list nothing.
pub(crate) fn receipts(store: &Store) -> Result<Vec<Receipt>, Error> {
    let mut receipts = Vec::new();
    for name in store.list(PARTS)? {
        let bytes = store.read(&name, MAX_MANIFEST_BYTES)?.unwrap_or_default();
        receipts.extend(unsealed::<Part>(&bytes).map(|part| part.shards).unwrap_or_default());
    }
    Ok(receipts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_written() {
        for text in ["0/1", "3/4", "7/99999"] {
            assert_eq!(text.parse::<Share>().unwrap().to_string(), text);
        }
        for text in ["", "1", "4/4", "0/0", "-1/4", "1/4/2", "a/b", "0/100000"] {
            assert!(text.parse::<Share>().unwrap_err().contains("0/4"), "{text}");
        }
    }

    #[test]
    fn every_shard_belongs_to_one_share() {
        let shares: Vec<Share> = (0..3).filter_map(|index| Share::new(index, 3)).collect();
        for shard in 0..10 {
            assert_eq!(shares.iter().filter(|share| share.has(shard)).count(), 1);
        }
    }
}
