//! Generators of stories: the twenty bAbI tasks and Dyna-bAbI.

pub mod ask;
pub mod bounds;
pub mod choice;
pub mod maker;
pub mod narrative;
pub mod opening;
pub mod recipe;
pub mod released;
pub mod scheme;
pub mod tasks;
pub mod teller;
pub mod weave;

pub use recipe::Recipe;
