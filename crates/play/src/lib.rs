//! Commands carried out in conversation, turn by turn.
//!
//! An agent that reads and writes text is told the rules and shown the world. It answers with actions, which are carried
//! out, and is shown what it sees then. A [`Stand`] is what all conversations about a dataset have in common;
//! [`Stand::begin`] gives a [`Play`] of an item; [`Play::say`] takes what the agent said and gives what it is told next.
//!
//! There are two kinds of conversations:
//!
//! * The agent sees everything. The command is to be carried out as it says, manner and way included, by the rules of
//!   [`wampimuk_env`]. The conversation ends when that is done, or when it has become impossible.
//! * The agent sees a few cells around it ([`Settings::sight`]). It has to find the object first, so it may go as it likes.
//!   What counts is where things are when it says that it is done.
//!
//! A play is a function of the item and of what was said, so a conversation that was broken off is continued by saying
//! the same again.
//!
//! ```
//! use wampimuk_families::require;
//! use wampimuk_play::{End, Settings, Stand};
//!
//! let dataset = require("gscan-demo", &[])?.dataset(0)?;
//! let family = dataset.contents().commands().ok_or("commands")?;
//! let stand = Stand::new(family, Settings::default());
//! let mut items = family.grid_items();
//! let item = items.make(0, 7)?;
//! let mut play = stand.begin(item)?;
//! let right: Vec<&str> = item.example.actions.iter().map(|action| action.name()).collect();
//! assert_eq!(play.say(&format!("Answer: {}", right.join(", "))), None);
//! assert_eq!(play.end(), Some(End::Fulfilled));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod goal;
mod play;
mod protocol;
mod settings;

pub use play::{End, Play};
pub use settings::{Settings, Speech, Stand};
