//! Files of predictions, and what they show about a model.
//!
//! * [`predictions`]: the files, written by `wampimuk predict` or by anybody else.
//! * [`grid`]: commands in grid worlds: exact match, whether the command is fulfilled, the papers' breakdowns, and which
//!   object a wrong prediction went to.
//! * [`stories`]: questions about stories: by kind of question, number of supports and composition.
//! * [`concurrence`]: whether two benchmarks rank models alike.

pub mod concurrence;
pub mod grid;
pub mod predictions;
mod runs;
pub mod stories;
