//! Digests of recipes and identities of items.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

/// SHA-256 of a recipe's generative section in canonical form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// The raw bytes.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({self})")
    }
}

/// The identity of an item: a hash of everything that makes it that item and nothing else. Two items with one
/// identity are duplicates. Printed as 32 hexadecimal digits.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ItemId(pub u128);

impl ItemId {
    /// The identity of an item whose canonical form is these bytes (XXH3, 128 bits).
    #[inline]
    pub fn of(bytes: &[u8]) -> Self {
        Self(xxh3_128(bytes))
    }
}

impl fmt::Display for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for ItemId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ItemId({self})")
    }
}

impl FromStr for ItemId {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        u128::from_str_radix(text, 16).map(Self)
    }
}

/// A hash that stands for a name in an item's canonical form, so that identities do not depend on the order of a
/// lexicon's entries.
pub fn name_hash(name: &str) -> u64 {
    xxh3_64(name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values() {
        assert_eq!(
            Digest::of(b"").to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(ItemId::of(b"").to_string(), "99aa06d3014798d86001c324468d497f");
        assert_eq!(name_hash(""), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn ids_survive_text() {
        let id = ItemId::of(b"x");
        assert_eq!(id.to_string().parse::<ItemId>().unwrap(), id);
    }
}
