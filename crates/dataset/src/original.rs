//! The original's own files: `dataset.txt`, and its examples as JSON lines.
//!
//! Writing reproduces the original byte by byte; reading takes gSCAN's and ReaSCAN's variants. Both work on one example
//! at a time.

mod decode;
mod json;
mod parse;
mod render;
mod reascan;
mod write;

pub use decode::Decoded;
pub(crate) use parse::parse_json;
pub use parse::{
    Description, OriginalExample, Placed, PlacedObjects, Position, Situation, Text, Whole, parse_example,
};
pub(crate) use reascan::expression;
pub use write::{
    OriginalFile, OriginalHeader, OriginalLines, OriginalWriteError, SPLITS, original_split_order,
};
