//! Generators of stories: the twenty bAbI tasks and Dyna-bAbI.

pub mod ask;
pub mod choice;
pub mod columns;
pub mod dataset;
pub mod inject;
pub mod kit;
pub mod maker;
pub mod narrative;
pub mod opening;
pub mod plan;
pub mod propose;
pub mod recipe;
pub mod released;
pub mod scheme;
mod shipped;
pub mod tasks;
pub mod teller;
pub mod weave;

pub use dataset::{Stories, Worker};
pub use narrative::Narrative;
pub use recipe::Recipe;
pub use shipped::{SHIPPED, shipped};
