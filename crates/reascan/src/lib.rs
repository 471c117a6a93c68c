//! ReaSCAN: commands with relative clauses, in worlds where every clause counts.
//!
//! A [`Recipe`] says which commands, which worlds and which hold-outs; [`Reascan`] is a recipe with a seed and gives
//! random access to every item.
//!
//! * **Commands** are numbered ([`Population`]): command *i* of a pattern is computed from *i*, whatever the millions
//!   of others are. What a command may say is data ([`Rules`]).
//! * **Worlds** are built around a command, not drawn until they fit: every distractor is a copy of the command with one
//!   thing changed, so it competes with the target in just that respect. After each group of objects the target must
//!   still be the only thing that could be meant under any reading of "small" and "big", whether two phrases may mean
//!   one thing or not, and whether boxes count by corner or extent ([`Constructed`]). The generator that made the
//!   published data is there too, with each of its artifacts a key ([`Released`]).
//! * **Splits.** The class of an item is its command, its agent's cell and its target's cell. The pairs of cells of a
//!   command are shuffled into a circle, whose arcs belong to train, dev, test and the parts of hold-outs. So no two
//!   splits share a class, no class has two items, and `(split, index)` is turned into an item by arithmetic.
//!
//! ```
//! use wampimuk_reascan::{Reascan, Recipe, shipped};
//!
//! let recipe = Recipe::parse(shipped("reascan-1rc").unwrap().toml).unwrap();
//! let dataset = Reascan::new(recipe, 0).unwrap();
//! let mut maker = dataset.maker();
//! let item = maker.make(0, 1234).unwrap();
//! assert!(item.certificate.necessity.clause(1), "its clause is needed");
//! ```

mod acceptance;
mod assembler;
mod check;
mod condition;
mod construct;
mod dataset;
mod language;
mod maker;
mod orders;
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
mod uses;
mod worlds;

pub use condition::Condition;
pub use dataset::Reascan;
pub use maker::ReascanMaker;
pub use pattern::{MAX_PHRASES, Pattern};
pub use population::Population;
pub use recipe::*;
pub use rules::Rules;
pub use shipped::{SHIPPED, shipped};
pub use worlds::WorldMaker;
