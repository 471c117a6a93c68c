//! ReaSCAN: commands with relative clauses, in worlds where every clause counts.

mod condition;
mod construct;
mod pattern;
mod placements;
mod pool;
mod population;
mod recipe;
mod released;
mod rules;
mod tree;

pub use condition::Condition;
pub use pattern::{MAX_PHRASES, Pattern};
pub use population::Population;
pub use recipe::*;
pub use rules::{RelationName, Rules};
