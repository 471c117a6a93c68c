//! gSCAN: commands in a grid world, with splits that test what was not shown.
//!
//! A [`Recipe`] says which words, which worlds and which hold-outs; [`Gscan`] is a recipe with a seed and gives random
//! access to every item. Two procedures make splits:
//!
//! * **Partition** (the default). The class of an item is its command, its agent cell and its target cell. Every class
//!   belongs to exactly one part of its split group (train, dev and test of the pool; dev and test of each hold-out), so
//!   train, dev and test share no class, by construction. Items that the original regards as equivalent (same command,
//!   actions and target cell) are always of one class, because actions and target cell determine where the agent stood
//!   (as long as all agents start with the same heading). Hold-outs are judged on command, target and placement, so no
//!   hold-out item shares all three with a training item; where a hold-out is defined by the *kind* of its target,
//!   training items with another target may still ask for the same actions (`wampimuk stats` counts them).
//!   `(split, index)` is turned into an item by arithmetic, without looking at any other item.
//! * **Draw**: the released procedure with its artifacts, for comparing with published numbers.
//!
//! ```
//! use wampimuk_gscan::{Gscan, Recipe, shipped};
//!
//! let recipe = Recipe::parse(shipped("gscan").unwrap().toml).unwrap();
//! let dataset = Gscan::new(recipe, 0).unwrap();
//! let mut maker = dataset.maker();
//! let item = maker.make(0, 1234).unwrap();
//! assert!(item.example.command.fulfilled_by(
//!     &item.example.actions, &item.example.world, item.example.target, dataset.lexicon()).is_ok());
//! ```

mod bins;
mod board;
mod check;
mod commands;
mod condition;
mod dataset;
mod distractors;
pub mod geca;
mod item_space;
mod layout;
mod lengths;
mod maker;
mod partition;
mod recipe;
mod released;
mod shipped;
mod sorting;
mod splits;
mod target_cells;
mod world_sampler;

pub use commands::{CommandEntry, TargetKind};
pub use condition::{Condition, Features, Names, Numbers, OneOrMany, Predicate, Test};
pub use dataset::Gscan;
pub use maker::GscanMaker;
pub use recipe::*;
pub use shipped::{SHIPPED, shipped};
