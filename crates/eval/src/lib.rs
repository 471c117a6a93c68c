//! Language models asked over the network, and what their answers show.
//!
//! * A [`Study`] says which models are asked about which recipes, in which form, how often and at what cost. It is data: a
//!   TOML file, or the options of a command.
//! * A [`Plan`] turns it into questions: items are drawn from each split, written by [`wampimuk_prompt`], with examples
//!   that no hold-out is about ([`shots`]). [`Plan::estimate`] says what asking takes before anything is sent.
//! * [`ask`] sends what is not answered yet to any server that speaks the OpenAI-compatible chat protocol. Every answer is
//!   in the [`Journal`] before it counts, under a [`Key`] that depends on model, parameters, messages and sample alone. So a
//!   process may be killed at any time: the next one asks nothing twice.
//! * [`results`] judges every answer by the rules of [`wampimuk_score`], and writes rows, numbers and a page. Refused, cut,
//!   empty, unreadable and failed answers are outcomes of their own.
//!
//! The clock, the network and the folder of the study are read here; the environment is not. The key of a server is an
//! argument, is sent to that server, and is kept nowhere.

mod budget;
mod calendar;
mod chance;
mod client;
mod error;
mod files;
mod image;
mod journal;
mod judged;
mod page;
mod plan;
mod reply;
mod results;
mod run;
pub mod shots;
mod study;
mod summary;

pub use calendar::today;
pub use client::Sending;
pub use error::Error;
pub use journal::{Entry, Journal, Key, Spent};
pub use judged::{Outcome, Outcomes, Sample, Tally, judge};
pub use plan::{Asked, Asker, Block, CheckedShots, Estimate, Part, Plan, Question};
pub use reply::{Ending, Reply};
pub use results::{Report, results};
pub use run::{Asking, ask};
pub use study::{Budget, LIMIT, MAX_TOKENS, Model, Prices, ShotChoice, Study, Temperature, Writing};
pub use summary::{Floor, Gap, Pass, RunSummary, SplitSummary, Summary};
