//! Our own records, read back.
//!
//! JSON lines and Parquet hold the same columns (those of `wampimuk_command::GridColumns`); both are read into a [`Row`],
//! and from there on there is one way to a command and a world.

mod decode;
#[cfg(feature = "files")]
mod table;
mod trees;

use serde::Deserialize;

pub use decode::CompactClaims;
#[cfg(feature = "files")]
pub(crate) use table::TableReader;
pub use trees::{PhraseClaim, TreeClaims};
use trees::{RowGroup, RowPhrase};

use crate::original::BorrowedText;

/// An item as recorded.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Row<'a> {
    #[serde(borrow)]
    pub(crate) id: BorrowedText<'a>,
    #[serde(borrow)]
    pub(crate) split: BorrowedText<'a>,
    pub(crate) index: u64,
    #[serde(borrow)]
    command: Vec<BorrowedText<'a>>,
    #[serde(borrow)]
    verb: BorrowedText<'a>,
    #[serde(borrow)]
    size: BorrowedText<'a>,
    #[serde(borrow)]
    colour: BorrowedText<'a>,
    #[serde(borrow)]
    noun: BorrowedText<'a>,
    #[serde(borrow)]
    adverb: BorrowedText<'a>,
    grid_size: u8,
    agent_row: u8,
    agent_column: u8,
    #[serde(borrow)]
    agent_heading: BorrowedText<'a>,
    #[serde(borrow)]
    objects: Vec<RowObject<'a>>,
    target: u8,
    #[serde(borrow)]
    direction: BorrowedText<'a>,
    distance: u8,
    #[serde(borrow)]
    actions: Vec<BorrowedText<'a>>,
    #[serde(borrow)]
    readings: Vec<BorrowedText<'a>>,
    #[serde(borrow)]
    necessary: Vec<BorrowedText<'a>>,
    #[serde(borrow, default)]
    pattern: Option<BorrowedText<'a>>,
    #[serde(borrow, default)]
    phrases: Option<Vec<RowPhrase<'a>>>,
    #[serde(borrow, default)]
    groups: Option<Vec<RowGroup<'a>>>,
    #[serde(borrow, default)]
    variants: Option<Vec<BorrowedText<'a>>>,
}

/// An object as recorded.
#[derive(Clone, Debug, Deserialize)]
struct RowObject<'a> {
    #[serde(borrow)]
    shape: BorrowedText<'a>,
    #[serde(borrow)]
    colour: BorrowedText<'a>,
    size: u8,
    row: u8,
    column: u8,
    #[serde(default)]
    group: Option<u8>,
    #[serde(default)]
    phrase: Option<u8>,
}
