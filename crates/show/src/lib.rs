//! Pictures of items of any family: terminal, SVG, PNG, GIF, TikZ.
//!
//! `wampimuk_draw` knows worlds, graphs and timelines, but no items. What an item looks like is said here, once for the
//! command line, for Python and for whoever comes next:
//!
//! * [`picture`] draws items of a recipe by their addresses.
//! * [`command`], [`question`] and [`riddle()`] give one item's picture to those who put more beside it; [`replayed`] is what a
//!   model said about a command, step by step.
//! * [`derivation`] shows how an item comes about, from the pattern of its command on.
//! * [`show`] draws what was opened, recipe or files; [`items`], [`tasks`] and [`questions`] what was read.
//!
//! ```
//! use wampimuk_families::require;
//! use wampimuk_show::{Kind, Options, picture};
//!
//! let dataset = require("gscan-demo", &[])?.dataset(0)?;
//! let svg = picture(&*dataset, "train", 42..43, &Options::new(Kind::Svg))?;
//! assert!(svg.starts_with(b"<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counted;
mod derivation;
mod error;
mod graphs;
mod grid;
mod look;
mod opened;
mod options;
mod parts;
mod riddles;
mod stories;

use std::ops::Range;

use wampimuk_core::suggest_or_list;
use wampimuk_families::{Contents, Dataset};

pub use counted::{counted, counted_actions};
pub use derivation::{Derivation, derivation};
pub use error::ShowError;
pub use grid::{command, items, replayed, sentence, tokens as command_tokens};
pub use look::look;
pub use opened::show;
pub use options::{Kind, Options, Part};
pub use riddles::{riddle, tasks};
pub use stories::{Asked, made as made_questions, question, questions};

/// The most items on one sheet.
pub const MOST: u64 = 100;

/// The picture of items of a recipe, as the bytes of a file. The first index has to exist; of the others as many are
/// drawn as there are, and no more than [`MOST`].
pub fn picture(
    dataset: &dyn Dataset,
    split: &str,
    indices: Range<u64>,
    options: &Options,
) -> Result<Vec<u8>, ShowError> {
    let number = split_number(dataset, split)?;
    let len = dataset.splits().get(number).map_or(0, |split| split.len);
    let end = indices.end.min(len).min(indices.start.saturating_add(MOST));
    // At least the first one, so that an index beyond the end is an error.
    let indices = || std::iter::once(indices.start).chain(indices.start.saturating_add(1)..end);
    match dataset.contents() {
        Contents::Commands(family) => grid::made(family, number, indices(), options),
        Contents::Riddles(family) => riddles::made(family, number, indices(), options),
        Contents::Stories(family) => questions(&stories::made(family, number, indices())?, options),
    }
}

/// The number of the split of this name.
pub fn split_number(dataset: &dyn Dataset, name: &str) -> Result<usize, ShowError> {
    let names = || dataset.splits().iter().map(|split| split.name.as_str());
    names().position(|known| known == name).ok_or_else(|| ShowError::Split {
        split: name.to_string(),
        hint: suggest_or_list(name, "there are", names()),
    })
}
