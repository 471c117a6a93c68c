//! The originals' own files: gSCAN's `dataset.txt`, ReaSCAN's `data-….txt`, and their examples as JSON lines.
//!
//! Writing reproduces the originals byte by byte; reading takes both variants. Both work on one example at a time.

mod answers;
mod decode;
mod distractors;
mod file;
mod json;
mod parse;
mod reascan;
mod render;
mod tensor;
mod write;

pub use answers::{OriginalAnswer, OriginalAnswers};
pub use decode::DecodedExample;
pub use file::OriginalFile;
#[cfg(feature = "files")]
pub(crate) use parse::parse_json;
pub use parse::{
    BorrowedText, Description, OriginalExample, PlacedObject, PlacedObjects, Position, Situation,
    WholeNumber, parse_example,
};
pub(crate) use reascan::expression;
pub use tensor::TensorLines;
pub use write::{
    OriginalHeader, OriginalLanguage, OriginalLines, OriginalWriteError, SPLITS, original_split_order,
};
