//! What predictions for questions about stories show.
//!
//! A [`Marker`] derives a question again, with the lines its answer rests on, and says whether a prediction is right. A
//! [`Tally`] adds this up for one run of a model: by kind of question, number of supporting lines and support composition,
//! the three sides of Figure 3 of the Dyna-bAbI paper. Everything in it is counted, so runs of any length need little
//! memory. A [`Report`] puts runs beside each other, with chance, the paper's tables 4, 9 and 10, and curves of
//! inoculation; [`Seen`] knows which combinations a model met in training.
//!
//! ```
//! use wampimuk_analysis::grid::About;
//! use wampimuk_analysis::stories::{Marker, Report, Run, Tally};
//! use wampimuk_families::require;
//!
//! let dataset = require("mix-t7", &[])?.dataset(0)?;
//! let test = dataset.splits().iter().position(|split| split.name == "test").unwrap_or(0);
//! let mut marker = Marker::new(dataset.contents().stories().ok_or("there are no stories")?);
//! let mut tally = Tally::default();
//! for index in 0..20 {
//!     tally.add("test", &marker.mark(test, index, "kitchen")?);
//! }
//! let run = Run { about: About::default(), inoculation: None, tally };
//! let report = Report::new(dataset.splits(), &[run], None);
//! assert_eq!(report.models[0].splits[0].all.items, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Chance is that of somebody who knows the kind of a question and how often each answer is right to that kind, and
//! guesses accordingly: the sum of the squared shares of the answers.

mod composition;
mod facts;
mod heat;
mod inoculation;
mod mark;
mod report;
mod seen;
mod split_report;
mod tables;
mod tally;

pub use composition::{Band, Composition};
pub use facts::{Facts, Questions};
pub use inoculation::{Dose, Inoculation};
pub use mark::{Marked, Marker, mark_all};
pub use report::{
    CellReport, Chance, GiveReport, KindReport, Measure, ModelReport, Phrasing, Report, Run, SplitReport,
    SupportReport,
};
pub use seen::Seen;
pub use tally::{Cell, Count, SplitTally, Tally};
