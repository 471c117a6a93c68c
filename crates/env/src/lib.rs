//! Commands in grid worlds as environments to act in, one or many at a time.
//!
//! * A [`Game`] is what all episodes of a dataset have in common: words, channels, rewards, limits. [`Game::begin`] gives
//!   an [`Episode`] of an item; [`Episode::step`] carries out one action with the physics of
//!   [`Simulation`](wampimuk_grid::Simulation).
//! * An episode **succeeds** when the actions so far fulfil the command, as [`fulfils`](wampimuk_grid::fulfils) says:
//!   by a direct way, either axis first, in the manner asked for, and with the target pushed or pulled until something is
//!   in the way. It then ends by itself: gSCAN has no action for "done". A [`Tracker`] knows this after every action
//!   without reading all of them again, and knows what an expert would do next.
//! * After a wrong action the command cannot be fulfilled any more. The episode nevertheless goes on until a step limit,
//!   or ends at once if [`GameSettings::strict`] says so.
//! * A [`VectorEnv`] runs many episodes side by side and begins the next one where one has ended. Items come in
//!   another order for each environment ([`ItemOrder`]): every item once, then all of them again in a new order.
//!
//! # Rewards
//!
//! Three [`RewardParts`] are added with weights. `success` is 1 when the command is fulfilled. The two others only guide: they
//! are differences of potentials, so that what is gained by going somewhere is lost by going back, and what is best to
//! do does not change (Ng, Harada and Russell 1999).
//!
//! * `reaching`: the share of the way to the target's cell that the agent has come nearer. 1 in all, once it is there.
//! * `manner`: the share of the actions that were right so far. It is 1 when the command is fulfilled, and everything is
//!   lost again at the first wrong action.
//!
//! By default `success` counts 1 and the others 0.1 each, so that a fulfilled command is worth 1.2 in all, and nothing
//! else is worth more than 0.1 in all.
//!
//! ```
//! use wampimuk_env::{Game, GameSettings};
//! use wampimuk_families::require;
//!
//! let dataset = require("gscan", &[])?.dataset(0)?;
//! let grid = dataset.contents().commands().ok_or("gscan has grids")?;
//! let game = Game::new(grid, GameSettings::default());
//! let mut items = grid.grid_items();
//! let mut episode = game.begin(&items.make(0, 1234)?.example)?;
//! let mut total = 0.0;
//! while let Some(action) = episode.expert_action() {
//!     let step = episode.step(&game, action)?;
//!     total += step.reward;
//!     if step.terminated {
//!         break;
//!     }
//! }
//! assert!((total - 1.2).abs() < 1e-4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod buffers;
mod episode;
mod error;
mod events;
mod game;
mod order;
mod tracker;
mod vector;

pub use buffers::{VectorBuffers, VectorSlices};
pub use episode::{Episode, StepChange, StepOutcome};
pub use error::EnvError;
pub use events::StepEvents;
pub use game::{Game, GameSettings, RewardParts};
pub use order::ItemOrder;
pub use tracker::Tracker;
pub use vector::{Autoreset, NO_ACTION, Reset, VectorEnv};
