//! ReaSCAN: commands with relative clauses, in worlds where every clause counts.

mod pattern;
mod population;
mod rules;

pub use pattern::{MAX_PHRASES, Pattern};
pub use population::Population;
pub use rules::{RelationName, Rules};
