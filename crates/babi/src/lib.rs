//! The twenty bAbI tasks: their text format, the toy worlds they are about, and a solver that proves its answers.
//!
//! Twelve tasks (1–3 and 5–13) are about people who go from place to place and carry things: [`wampimuk_story`] says
//! what can be known of these. The other eight have toy worlds of their own, see [`worlds`]. A [`Passage`] is a story
//! as text, with questions among its lines; [`Solver::solve`] answers every question of one and names the lines that
//! the answer rests on. A [`Question`] is one of them as an item of a dataset.

pub mod question;
pub mod relexicon;
pub mod solve;
pub mod text;
mod whereabouts;
pub mod worlds;

pub use question::{Question, QuestionColumns};
pub use relexicon::Relexicon;
pub use solve::{
    Fault, FaultKind, Kind, Known, ListOrder, Process, ReadStory, Solution, SolveError, Solved, Solver,
    Status,
};
pub use text::{Asked, Line, Located, Passage, Passages, Spacing, TextError};
pub use whereabouts::{KnownStay, Whereabouts, whereabouts};
