//! Where the outside world enters: reading and writing datasets.
//!
//! Every other crate takes values and returns values; files, compression and their failures live here.
//!
//! * **Writing** is done by [`Sink`](wampimuk_core::Sink)s that know a schema and nothing of what the items are:
//!   [`JsonLines`] renders text, [`Table`] collects Arrow columns for a [`ParquetWriter`]. Only [`OriginalFile`] and
//!   [`OriginalLines`], which reproduce the original's files byte by byte, know what an example is. [`Output`] makes
//!   files appear complete or not at all.
//! * **Reading** takes any of these formats, told apart by their contents: [`open`] gives a [`Reader`], an iterator over
//!   [`Record`]s in bounded memory. Files are not trusted: whatever they hold, the result is an item or an error that
//!   says where, which field, and what was expected. Claims a file makes beyond the example itself are handed on as
//!   claims ([`RecordedClaims`]).
//! * [`stories`] reads and writes stories with questions: bAbI text, the Dyna-bAbI kit's lines, SQuAD and our own rows.
//! * A [`FileLexicon`] learns the lexicon of a dataset that comes without one.
//! * A [`Manifest`] says how the files of a directory were made.
//!
//! ```
//! use wampimuk_command::{Example, Lexicon, ObjectRoles, Surface, parse};
//! use wampimuk_dataset::{Output, OriginalLines, open};
//! use wampimuk_grid::{Agent, Cell, Object, World};
//!
//! let lexicon = Lexicon::gscan();
//! let command = parse("push a red circle", &lexicon)?;
//! let mut world = World::new(6, Agent::default())?;
//! let target = world.place(Object::solid(2, 0, 1, Cell::new(0, 2)))?;
//! let mut actions = Vec::new();
//! command.execute(&world, target, &lexicon, &mut actions);
//! let example = Example { command, world, target, actions };
//!
//! let directory = tempfile::tempdir()?;
//! let path = directory.path().join("examples.jsonl.gz");
//! let mut lines = OriginalLines::new(&lexicon, Surface::Gscan, 4);
//! lines.push("train", &example, &ObjectRoles::default())?;
//! let mut output = Output::create(&path)?;
//! output.append(lines.bytes())?;
//! output.finish()?;
//!
//! let record = open(&path, None)?.next().expect("one item")?;
//! assert_eq!(&*record.split, "train");
//! assert_eq!(record.into_example(), Some(example));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(feature = "files"), expect(dead_code, reason = "what reads and writes files uses it"))]

pub mod base64;
#[cfg(feature = "files")]
mod batches;
mod claims;
#[cfg(feature = "files")]
mod columns;
mod compact;
mod dataset_txt;
#[cfg(feature = "files")]
mod draft;
mod error;
mod escape;
mod file_lexicon;
#[cfg(feature = "files")]
mod folder;
#[cfg(feature = "files")]
mod format;
#[cfg(feature = "files")]
mod input;
mod json_walker;
#[cfg(feature = "files")]
mod jsonl;
mod lines;
#[cfg(feature = "files")]
mod manifest;
mod original;
#[cfg(feature = "files")]
mod output;
#[cfg(feature = "files")]
mod parquet_file;
#[cfg(feature = "files")]
mod reader;
mod record;
#[cfg(feature = "files")]
pub mod stories;
#[cfg(feature = "files")]
mod table;
mod view;

#[cfg(feature = "files")]
pub use arrow_array::RecordBatch;
#[cfg(feature = "files")]
pub use batches::row_groups;
pub use claims::{Difference, check_claims};
pub use compact::{CompactClaims, PhraseClaim, TreeClaims};
pub use dataset_txt::{DatasetTxtError, DatasetTxtPiece, DatasetTxtReader};
pub use error::{FieldError, FilePlace, FilePosition, OtherItems, Problem, ReadError};
pub use file_lexicon::FileLexicon;
#[cfg(feature = "files")]
pub use folder::FolderFiles;
#[cfg(feature = "files")]
pub use format::InputFormat;
#[cfg(feature = "files")]
pub use input::{Input, LOOK_AHEAD};
pub use json_walker::JsonProblem;
#[cfg(feature = "files")]
pub use jsonl::JsonLines;
pub use lines::{LineError, Lines, MAX_ITEM_BYTES};
#[cfg(feature = "files")]
pub use manifest::{
    MANIFEST, MANIFEST_FORMAT, MAX_MANIFEST_BYTES, Manifest, ManifestError, ManifestFile, ManifestSplit,
    file_digest,
};
pub use original::{
    BorrowedText, DecodedExample, Description, OriginalAnswer, OriginalAnswers, OriginalExample,
    OriginalFile, OriginalHeader, OriginalLanguage, OriginalLines, OriginalWriteError, PlacedObject,
    PlacedObjects, Position, SPLITS, Situation, TensorLines, WholeNumber, original_split_order,
    parse_example,
};
#[cfg(feature = "files")]
pub use output::{Output, OutputError};
#[cfg(feature = "files")]
pub use parquet_file::{
    OpenRowGroup, ParquetWriteError, ParquetWriter, ROWS_PER_BATCH, ROWS_PER_GROUP, RowGroup, RowGroupEncoder,
};
#[cfg(feature = "files")]
pub use reader::{Reader, open, open_files};
pub use record::{DistractorClaims, OriginalClaims, Record, RecordedClaims};
#[cfg(feature = "files")]
pub use table::{Table, arrow_schema};
pub use view::{ItemView, NoTarget};
