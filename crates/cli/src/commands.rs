//! One module for each command.

pub mod audit;
pub mod augment;
pub mod completions;
pub mod concur;
pub mod eval;
#[cfg(feature = "models")]
pub mod export;
pub mod generate;
pub mod leaderboard;
#[cfg(feature = "models")]
pub mod learning;
pub mod merge;
pub mod open;
pub mod pairs;
#[cfg(feature = "models")]
pub mod predict;
pub mod recipes;
#[cfg(feature = "models")]
pub mod reproduce;
pub mod score;
pub mod show;
pub mod solve;
pub mod stats;
#[cfg(feature = "models")]
pub mod train;
pub mod verify;
