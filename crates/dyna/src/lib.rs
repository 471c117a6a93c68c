//! Generators of stories: the twenty bAbI tasks and Dyna-bAbI.
//!
//! A [`Recipe`] has parts: each is one way to tell stories and to ask about them, or one of the published tasks. A
//! [`Teller`](teller::Teller) tells what happens in a true world; a [`StoryMaker`](maker::StoryMaker) tells stories until one has a
//! question that its part wants, with all proofs of the answer; a [`Narrative`] is such a story in words. [`Stories`] is a
//! whole dataset, with random access to every question. What the released code did is here too: its engine and its way of
//! filling a split ([`released`]), and its configurations ([`kit`]).
//!
//! ```
//! use wampimuk_dyna::{Recipe, Stories, StoryItems};
//!
//! let recipe = r#"
//! family = "stories"
//! title = "who is where, known through gifts"
//! splits = [{ name = "test", role = "test", parts = { gifts = 10 } }]
//!
//! [[generate.parts]]
//! name = "gifts"
//! actions = { move = 1, grab = 1, drop = 1, give = 2 }
//! ask = { where_person = 1 }
//! filters = [{ all = ["GIVE"] }]
//! "#;
//! let stories = Stories::new(Recipe::parse(recipe)?, 0)?;
//! let (narrative, _) = stories.worker().story(0, 7)?;
//! let solution = &narrative.told.solutions[0];
//! assert!(solution.composition.contains(&"GIVE"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ask;
pub mod balance;
pub mod choice;
pub mod dataset;
mod family;
pub mod inject;
pub mod kit;
pub mod long;
pub mod maker;
pub mod narrative;
pub mod opening;
pub mod plan;
pub mod propose;
pub mod recipe;
pub mod released;
pub mod scheme;
mod shipped;
pub mod tasks;
pub mod teller;
pub mod toy;
pub mod truth;
mod word_map;

pub use dataset::{Stories, Worker};
pub use family::{StoryFamily, StoryItems};
pub use narrative::Narrative;
pub use recipe::Recipe;
pub use shipped::{SHIPPED, shipped};
pub use word_map::WordMap;
