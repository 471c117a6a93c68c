//! Views of datasets: the same items with more or other columns.
//!
//! A view wraps a dataset and is one itself: same family, seed, splits and addresses, other columns. All code that writes
//! datasets writes views too:
//!
//! * [`ExtraColumn::Pairs`] adds the item's minimal pairs: exactly one thing changed, and the answer changes or stays;
//! * [`ExtraColumn::Process`] adds the way to the answer: which objects each word of a command leaves, what is known after each
//!   line of a story;
//! * [`ExtraColumn::Image`] adds a picture of a command's world, as an agent with eyes would see it;
//! * [`ExtraColumn::Prompts`] adds the item as a question for a language model, and what is to be answered;
//! * [`ExtraColumn::Reference`] asks another question about a command: not what to do, but which cell is meant.
//!
//! ```
//! use wampimuk_families::require;
//! use wampimuk_view::{ExtraColumn, apply};
//!
//! let dataset = require("gscan-demo", &[])?.dataset(0)?;
//! let view = apply(dataset, &[ExtraColumn::Reference, ExtraColumn::Image])?;
//! let names: Vec<&str> = view.schema().fields.iter().map(|field| field.name).collect();
//! assert!(names.ends_with(&["target_row", "target_column", "target_cell", "image"]));
//! assert!(!names.contains(&"actions"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod extra_column;
mod frame;
mod objects;
mod pair_view;
mod picture_view;
mod process_view;
mod prompt_view;
mod reference_view;

pub use extra_column::{ExtraColumn, ViewError, apply};
