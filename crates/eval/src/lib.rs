//! Language models asked over the network, and what their answers show.
//!
//! * A [`Study`] says which models are asked about which recipes, in which form, how often and at what cost. It is data: a
//!   TOML file, or the options of a command.
//! * A [`Plan`] says which items are asked about: they are drawn from each split. An [`Asker`] begins a [`Conversation`] about
//!   each, written by [`wampimuk_prompt`], with examples that no hold-out is about ([`shots`]). It has one question and one
//!   answer, or many turns, in which a command is carried out ([`wampimuk_play`]). [`Plan::estimate`] says what asking takes
//!   before anything is sent.
//! * [`ask`] sends what is not answered yet to any server that speaks the OpenAI-compatible chat protocol. Every answer is
//!   in the [`Journal`] before it counts, under a [`Key`] that depends on model, parameters, messages and sample alone. So a
//!   process may be killed at any time: the next one asks nothing twice. The parameters and messages of a later turn contain
//!   the turns before it, so conversations need no other memory than the journal.
//! * [`results`] judges every answer by the rules of [`wampimuk_score`], and writes rows, numbers and a page. Refused, cut,
//!   empty, unreadable and failed answers are outcomes of their own.
//!
//! The clock, the network and the folder of the study are read here; the environment is not. The key of a server is an
//! argument, is sent to that server, and is kept nowhere.

mod asker;
mod asking;
mod budget;
mod calendar;
mod chance;
mod charts;
mod client;
mod consistency;
mod conversation;
mod desk;
mod error;
mod estimate;
mod examine;
mod facets;
mod files;
mod findings;
mod floors;
mod host;
mod image;
mod item;
mod journal;
mod limits;
mod logs;
mod marks;
mod page;
mod plan;
mod reply;
mod report;
mod request;
mod results;
mod run;
pub mod shots;
mod shown;
mod study;
mod summary;
mod tables;
mod tally;
mod temperature;
mod tokens;
mod variant;
mod writing;

pub use asker::Asker;
pub use asking::Asking;
pub use calendar::today;
pub use client::Sending;
pub use consistency::{Consistency, FormConsistency};
pub use conversation::Conversation;
pub use error::Error;
pub use estimate::{Estimate, Part};
pub use examine::Outcome;
pub use facets::{Breakdown, Share};
pub use floors::{DatasetFloors, Floor};
pub use host::GivenUp;
pub use journal::{Entry, Journal, Key, Spent};
pub use logs::{Log, Scoring, score_logs};
pub use plan::{Asked, Block, CheckedShots, Plan};
pub use reply::{Ending, Reply};
pub use report::Evaluation;
pub use results::{FLOORS, Report, carry_out, results};
pub use run::ask;
pub use study::{Ask, Budget, LIMIT, MAX_TOKENS, Model, Playing, Prices, ShotChoice, Study};
pub use summary::{Compared, Gap, Pass, RunSummary, SplitSummary, Summary};
pub use tally::Outcomes;
pub use temperature::Temperature;
pub use tokens::TokenCounter;
pub use variant::Variant;
pub use writing::Writing;
