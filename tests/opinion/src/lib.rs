//! A second opinion on every label of the toolkit.
//!
//! The crates under `crates/` answer three questions fast: what does this command refer to, which actions carry it out,
//! and does this action list do what was asked? This package answers the same questions slowly, from the written rules,
//! and shares no function with the fast path. It has its own worlds ([`Place`]: a list of [`Thing`]s with words for
//! features), its own parser ([`Words::read`], a scan over the text with a pointer to the head of the open clause), its
//! own meaning ([`referents`]: try every assignment of things to phrases), its own executor ([`perform`]: one cell at a
//! time, as the rules are told), its own simulator ([`Sim`]), and its own check of answers ([`accepted`]: write down
//! all right answers and look whether the given one is among them).
//!
//! The module [`graph`] adds a third opinion on what ReaSCAN's commands refer to, by matching graphs as its paper tells.
//!
//! The tests next to it compare the two on random worlds, on generated datasets and on data made by the original
//! systems, and check that the comparison itself would notice a damaged fast path.
//!
//! ```
//! use wampimuk_opinion::{Choices, Habit, Place, Thing, Words, perform, referents};
//!
//! let place = Place {
//!     side: 6, row: 1, column: 1, facing: (0, 1), heavy_from: 3,
//!     things: vec![Thing::new("red", "circle", 2, 3, 3), Thing::new("red", "circle", 4, 0, 5)],
//! };
//! let order = Words::plain().read("push a red small circle").unwrap();
//! assert_eq!(referents(&order.phrases, &place, Choices::default()), [0]);
//! assert_eq!(
//!     perform(&place, 0, &order.verb, &Habit::Plain, Default::default()).join(","),
//!     "walk,walk,turn right,walk,walk,push,push"
//! );
//! ```

mod accepted;
mod act;
mod articles;
mod certificate;
pub mod graph;
mod meaning;
mod parse;
mod perform;
mod players;
mod shorten;
mod simulate;
mod words;
mod world;

pub use accepted::accepted;
pub use act::{Act, PULL, PUSH, STAY, TURN_LEFT, TURN_RIGHT, WALK};
pub use articles::{articles, fair_articles};
pub use certificate::necessary;
pub use meaning::{Choices, Sizing, referents};
pub use parse::{Order, Phrase};
pub use perform::{Habit, Taste, perform};
pub use players::{assignments, fitting, players};
pub use shorten::{CLASSES, needed_clauses, needed_words, without_clause, without_word};
pub use simulate::{Effect, Sim};
pub use words::Words;
pub use world::{Place, Thing, left, right};
