//! Our own records, read back.
//!
//! JSON lines and Parquet hold the same columns (those of `wampimuk_command::Columns`); both are read into a [`Row`],
//! and from there on there is one way to a command and a world.

mod decode;
mod table;
mod trees;

use serde::Deserialize;

pub use decode::CompactClaims;
pub(crate) use table::TableReader;
pub use trees::{PhraseClaim, TreeClaims};
use trees::{RowGroup, RowPhrase};

use crate::original::Text;

/// An item as recorded.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Row<'a> {
    #[serde(borrow)]
    pub(crate) id: Text<'a>,
    #[serde(borrow)]
    pub(crate) split: Text<'a>,
    pub(crate) index: u64,
    #[serde(borrow)]
    command: Vec<Text<'a>>,
    #[serde(borrow)]
    verb: Text<'a>,
    #[serde(borrow)]
    size: Text<'a>,
    #[serde(borrow)]
    colour: Text<'a>,
    #[serde(borrow)]
    noun: Text<'a>,
    #[serde(borrow)]
    adverb: Text<'a>,
    grid_size: u8,
    agent_row: u8,
    agent_column: u8,
    #[serde(borrow)]
    agent_heading: Text<'a>,
    #[serde(borrow)]
    objects: Vec<RowObject<'a>>,
    target: u8,
    #[serde(borrow)]
    direction: Text<'a>,
    distance: u8,
    #[serde(borrow)]
    actions: Vec<Text<'a>>,
    #[serde(borrow)]
    readings: Vec<Text<'a>>,
    #[serde(borrow)]
    necessary: Vec<Text<'a>>,
    #[serde(borrow, default)]
    pattern: Option<Text<'a>>,
    #[serde(borrow, default)]
    phrases: Option<Vec<RowPhrase<'a>>>,
    #[serde(borrow, default)]
    groups: Option<Vec<RowGroup<'a>>>,
    #[serde(borrow, default)]
    variants: Option<Vec<Text<'a>>>,
}

/// An object as recorded.
#[derive(Clone, Debug, Deserialize)]
struct RowObject<'a> {
    #[serde(borrow)]
    shape: Text<'a>,
    #[serde(borrow)]
    colour: Text<'a>,
    size: u8,
    row: u8,
    column: u8,
    #[serde(default)]
    group: Option<u8>,
    #[serde(default)]
    phrase: Option<u8>,
}
