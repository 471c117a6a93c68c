//! What follows from items of any source, written as rows: recipes, datasets, and files of others.
//!
//! [`pairs`] derives the minimal pairs of every chosen item and writes a row for each, as JSON lines or as Parquet. A row
//! has both items as columns, or as prompts for a language model. Recorded labels are compared with what follows, never
//! trusted: an item whose own label is wrong has no pairs.
//!
//! ```
//! use wampimuk_annotate::{PairOptions, Rows, pairs};
//! use wampimuk_source::{Choice, Pass, open};
//!
//! let folder = tempfile::tempdir()?;
//! let choice = Choice { split: Some("test".into()), limit: Some(3), ..Choice::default() };
//! let pass = Pass { choice: &choice, threads: 1, watch: &() };
//! let out = folder.path().join("pairs.jsonl");
//! let made = pairs("gscan-demo", open("gscan-demo", &choice)?, PairOptions::default(), &pass, Rows::File(&out))?;
//! assert_eq!(made.items, 3);
//! assert_eq!(std::fs::read_to_string(&out)?.lines().count() as u64, made.pairs);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod pairs;
mod rows;

use wampimuk_dataset::{OutputError, ParquetWriteError};
use wampimuk_prompt::PromptError;
use wampimuk_source::Error as SourceError;

pub use pairs::{PairOptions, PairSummary, pairs};
pub use rows::{KeepRows, Rows};

/// Why rows cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The items cannot be had.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// There are no such prompts.
    #[error(transparent)]
    Prompt(#[from] PromptError),
    /// The file cannot be written.
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The rows cannot be encoded.
    #[error(transparent)]
    Parquet(#[from] ParquetWriteError),
}
