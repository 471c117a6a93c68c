//! How far readers get who do not understand.
//!
//! A floor is the score of such a reader. Some are exact: any object, the first of the list, a vote over all orders of
//! the command's words. Others learn from *train*, or from another dataset, and are tried on each other split: from
//! the world alone, the command alone, a bag of words. A benchmark's own scores mean something above these.
//!
//! Learnt floors are lower bounds: another reader with the same view may find more. Exact ones are what they are.

mod bars;
mod clues;
mod commands;
mod features;
mod grammar;
mod known;
mod learn;
mod nameable;
mod one_event;
mod orders;
mod probe;
mod sample;
mod show;
#[cfg(feature = "files")]
mod source;
mod stories;

pub use bars::{Bar, bars};
pub(crate) use commands::{CommandSample, measure_commands};
pub use known::{Comparison, KnownMiss, KnownMisses};
pub use probe::{PROBED, Probe, probes};
pub use sample::Extent;
pub use show::{charts, learnt, tables};
#[cfg(feature = "files")]
pub use source::{Teacher, measure};
#[cfg(feature = "files")]
pub(crate) use source::{of_commands, of_stories, semantics_of};
pub(crate) use stories::{StorySample, measure_stories};
pub(crate) use wampimuk_floors::{ALL, EXACT};
pub use wampimuk_floors::{FloorExample, FloorRow, Floors, ReaderScore, reads_a_phrase};
