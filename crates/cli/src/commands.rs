//! One module for each command.

pub mod audit;
pub mod generate;
pub mod merge;
pub mod recipes;
pub mod score;
pub mod show;
pub mod solve;
pub mod stats;
pub mod verify;
