//! The grid world that gSCAN and ReaSCAN share: cells, objects, an agent, six actions and what they do.
//!
//! * A [`World`] is a square grid with an agent and at most 64 objects, so that a set of objects is one machine word.
//! * [`execute`] is the oracle: the one action sequence that carries out a deed (walk, push, pull) on a target in a
//!   [`Manner`]. A manner is data (actions before the turn, before the step, after the step, and a route), so a recipe
//!   can add an adverb without code.
//! * A [`Simulation`] carries out *any* action list with correct physics; [`fulfils`] says whether a list does what was asked,
//!   whichever axis it takes first.
//!
//! ```
//! use wampimuk_grid::{Agent, Cell, Deed, FirstAxis, Heading, Manner, Object, World, execute, print_actions};
//!
//! let mut world = World::new(6, Agent { cell: Cell::new(1, 1), heading: Heading::East }).unwrap();
//! let target = world.place(Object::solid(0, 0, 2, Cell::new(3, 3))).unwrap();
//! let mut actions = Vec::new();
//! execute(&world, target, Deed::Push, &Manner::default(), FirstAxis::Columns, &mut actions);
//! assert_eq!(print_actions(&actions), "walk,walk,turn right,walk,walk,push,push");
//! ```

mod action;
mod cell;
mod fulfil;
mod manner;
mod object;
mod oracle;
mod replay;
mod simulation;
mod symmetry;
mod tensor;
mod world;

pub use action::{Action, UnknownAction, parse_actions, print_actions};
pub use cell::{Cell, Direction, Heading, MAX_SIDE};
pub use fulfil::{Shortfall, fulfils, turns};
pub use manner::{Manner, Route};
pub use object::{Form, MAX_SIZE, Object};
pub use oracle::{Deed, FirstAxis, Reach, execute, reach};
pub use replay::{Replay, replay_as_released};
pub use simulation::{ActionOutcome, Simulation};
pub use symmetry::Symmetry;
pub use tensor::{Channels, observe};
pub use world::{Agent, MAX_OBJECTS, World, WorldError};
