//! ReaSCAN: commands with relative clauses, in worlds where every clause counts.

mod check;
mod condition;
mod construct;
mod dataset;
mod language;
mod maker;
mod pattern;
mod placements;
mod plan;
mod pool;
mod population;
mod probe;
mod promises;
mod recipe;
mod released;
mod rules;
mod shipped;
mod sizes;
mod spelling;
mod tree;
mod worlds;

pub use condition::Condition;
pub use dataset::Reascan;
pub use maker::Maker;
pub use pattern::{MAX_PHRASES, Pattern};
pub use population::Population;
pub use probe::Impossible;
pub use recipe::*;
pub use rules::{RelationName, Rules};
pub use shipped::{SHIPPED, Shipped, shipped};
pub use worlds::WorldMaker;
