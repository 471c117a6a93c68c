//! What predictions for commands in grid worlds show.
//!
//! A [`Case`] is an item as it was asked. [`judge`] compares an answer with it and says where the agent ends up, which
//! object it goes to, and what that object has to do with the command ([`Ending`]). A [`Scores`] adds this up by split
//! and by the originals' [`Dimension`]s; everything in it is counted in whole numbers, so threads may fill several and
//! merge them in any order. A [`Report`] puts several runs beside each other.
//!
//! Chance is that of choosing one of the objects of the world, each as likely as the other, and doing everything else
//! right: the starred column of gSCAN's Table 2.

mod attention;
mod case;
mod dimension;
mod ending;
mod lookup;
mod measures;
mod pictures;
mod report;
mod scores;
mod tables;
mod tally;
mod verdict;

pub use attention::{ActionReport, AttentionCounts, AttentionReport, WordReport};
pub use case::{Case, answer};
pub use dimension::{Dimension, Value};
pub use ending::{Ending, Fault, Missed, Role};
pub use lookup::Lookup;
pub use measures::{Attended, Measures};
pub use report::{EndingReport, Extent, ModelReport, Report, Settings, SplitReport, ValueReport};
pub use scores::{Scorer, Scores, ShapeError, SplitScores};
pub use tally::{AccuracyRange, Tally};
pub use verdict::{Verdict, judge};

pub use crate::runs::{About, Spread};
