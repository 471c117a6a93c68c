//! The families of benchmarks that wampimuk knows, and their recipes.
//!
//! The shells (the binary, the Python module) and what they share (the engine, prompts, scores) hold any dataset as a
//! `dyn` [`Dataset`]. [`FAMILIES`] is the one list of families, and
//! [`Contents`] the one list of kinds of items: all code that differs by kind is a `match` on it.
//!
//! ```
//! use wampimuk_families::require;
//!
//! let dataset = require("gscan", &["splits.shots=5".to_string()])?.dataset(0)?;
//! assert_eq!(dataset.family(), "gscan");
//! assert!(dataset.splits().iter().any(|split| split.name == "train"));
//! # Ok::<(), wampimuk_families::FindError>(())
//! ```

mod completion;
mod contents;
mod recipes;
mod registry;
mod text;

pub use completion::{Completion, Completions, complete};
pub use contents::{AnyRecipe, Contents, Dataset, Made, Workers};
pub use recipes::{FindError, FoundRecipe, find, require};
pub use registry::{FAMILIES, FamilyEntry, RecipeSummary, build, card, named, shipped, stories_recipe};
pub use text::{MAX_TEXT_BYTES, read_bytes, read_text, text_of};
