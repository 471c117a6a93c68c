//! Generators of stories: the twenty bAbI tasks and Dyna-bAbI.

pub mod choice;
pub mod recipe;
pub mod released;
pub mod teller;

pub use recipe::Recipe;
