//! The released Dyna-bAbI engine: what it asks after a story, what it answers, and which lines it lists as support.
//!
//! The engine of the original code is not a complete reader. It keeps, for each person and object, one belief with the
//! lines that it thinks are behind it, and updates them sentence by sentence; some of the updates are slips. Data made by it
//! have these slips in them, so whoever compares with such data needs the same engine, and whoever wants to know how far
//! they matter needs them by name. Hence:
//!
//! * [`Engine`] reads sentences and makes [`Claim`]s, exactly as the original (its records are reproduced one by one in the
//!   tests); each [`Defect`] can be switched off;
//! * [`Judgement`] compares a claim with what really follows, and names the defect behind a difference;
//! * [`Filters`] decides which questions of which stories are kept, as the original does;
//! * [`inject()`] adds questions to stories that have others.
//!
//! What is *right* is the business of [`wampimuk_story`]; nothing here should be used to decide that.

mod ask;
mod defect;
mod engine;
mod filter;
mod inject;
mod judge;
mod lines;
mod order;
mod procedure;

pub use ask::{Claim, Kind, Kinds};
pub use defect::{Defect, Defects};
pub use engine::{Belief, Engine, TooLong};
pub use filter::{Aspect, Aspects, Filter, Filters, Kept, composition, signature};
pub use inject::{InjectError, inject};
pub use judge::{Cause, Judgement, Verdict};
pub use lines::Lines;
pub use order::Order;
pub use procedure::{FillError, Filled, Retold, WORDS, fill};
