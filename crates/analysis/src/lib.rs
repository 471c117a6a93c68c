//! Files of predictions, and what they show about a model.
//!
//! * [`predictions`]: the files, written by `wampimuk predict` or by anybody else.
//! * [`grid`]: commands in grid worlds: exact match, whether the command is fulfilled, the papers' breakdowns, and which
//!   object a wrong prediction went to.
//! * [`stories`]: questions about stories: by kind of question, number of supports and composition.
//! * [`score`](mod@score): files of predictions, with the items that they are about, to either of these.
//! * [`browse`](mod@browse): answers one by one, drawn and written beside what is right.
//! * [`paper`]: papers' tables, filled in.
//! * [`leaderboard`]: what models reach on shipped recipes, side by side.
//! * [`augmentation`]: what augmenting a train set did to it.
//! * [`interval`] and [`paired`]: how far shares may be off, and two models on the same items.
//! * [`concurrence`]: whether two benchmarks rank models alike.

#[cfg(feature = "files")]
pub mod augmentation;
#[cfg(feature = "files")]
pub mod browse;
#[cfg(feature = "files")]
pub mod concurrence;
#[cfg(feature = "files")]
mod error;
mod floors;
pub mod grid;
pub mod interval;
#[cfg(feature = "files")]
pub mod leaderboard;
pub mod paired;
#[cfg(feature = "files")]
pub mod paper;
pub mod predictions;
mod runs;
#[cfg(feature = "files")]
pub mod score;
#[cfg(feature = "files")]
pub mod stories;

#[cfg(feature = "files")]
pub use error::Error;
