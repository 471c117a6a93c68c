//! Looking at datasets of commands in grid worlds: what is in them, what train says about each hold-out, and what a
//! model could get right for the wrong reason.
//!
//! Accumulators take a stream of examples from any source, one at a time, and can be filled in parallel and
//! merged:
//!
//! * [`Stats`] counts what the original's statistics show, and who shares what with train.
//! * [`Evidence`] counts how often the parts of a held-out combination occur in train: its single features, and each
//!   pair of them.
//! * [`Audit`] checks labels and asks which words, which word order and which objects the answer depends on.
//! * [`Verifier`] checks the promises of a dataset item by item.
//!
//! [`floors`] says how far readers get who do not understand, by learning and by exact rules; a [`Summary`] has the
//! findings of an audit, worst first.
//!
//! What [`stories`] has does the same for stories with questions.
//!
//! Each gives a plain report that serialises, with tables for the terminal and data for charts. [`verify()`], [`stats()`] and
//! [`audit()`] fill them with the items of a recipe or of files, of any kind. Nothing here writes files or prints.
//!
//! ```
//! use wampimuk_audit::{Audit, Stats};
//! use wampimuk_gscan::{Gscan, Recipe, shipped};
//!
//! let dataset = Gscan::new(Recipe::parse(shipped("gscan-demo").unwrap().toml).unwrap(), 0).unwrap();
//! let mut maker = dataset.maker();
//! let (mut stats, mut audit) = (Stats::new(dataset.lexicon()), Audit::new(dataset.lexicon()));
//! for (number, split) in dataset.splits().iter().enumerate() {
//!     for index in 0..split.len.min(50) {
//!         let example = &maker.make(number, index).unwrap().example;
//!         stats.add(&split.name, example);
//!         audit.add(&split.name, example);
//!     }
//! }
//! assert_eq!(stats.finish().split("test").unwrap().overlap.unwrap().equivalent, 0);
//! assert_eq!(audit.finish().split("test").unwrap().labels.wrong, 0);
//! ```

mod about;
mod audit;
mod chart;
mod counts;
mod evidence;
pub mod floors;
mod key_list;
mod leaks;
mod naming;
mod page;
mod report;
#[cfg(feature = "files")]
mod seen;
mod share;
mod shown;
mod splits;
mod stats;
pub mod stories;
mod summary;
mod table;
#[cfg(feature = "files")]
mod verify;

pub use about::About;
pub use audit::*;
pub use chart::{Chart, ChartData};
pub use counts::{CrossTally, Tally};
pub use evidence::{
    Answer, Counted, Evidence, EvidenceReport, Question, Sight, paper_questions, questions_of,
};
pub use leaks::Leaks;
pub use page::{Example, Page, draw as draw_chart};
pub use report::{Report, ReportError, ReportForm, slug};
pub use share::Share;
pub use shown::Address;
pub use splits::TRAIN;
pub use stats::{
    Beside, DescriptionStats, DistractorKinds, NamedStats, Overlap, PatternDistractors, PublishedSplit,
    SceneStats, Source, SplitStats, Stats, StatsReport, UniqueCount, published,
};
#[cfg(feature = "files")]
pub use stats::{CommandStats, DatasetStats, Detail, stats};
pub use summary::{Concern, LEAST, Summary, Topic};
pub use table::{Table, tables_to_csv, thousands};
#[cfg(feature = "files")]
pub use verify::{Breach, Judgement, Outcome, Promise, Verification, Verifier, verify};
