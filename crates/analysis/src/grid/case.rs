//! Items as they were asked, and answers to them.

use wampimuk_command::{Cast, Example, Lexicon, Reading, Surface};
use wampimuk_grid::{Action, Cell};
use wampimuk_score::grid::goal;

use crate::predictions::Said;

/// An item as it was asked, with what is known about it.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Command, world, target and right answer.
    pub example: &'a Example,
    /// Why each object is there; empty where nobody says.
    pub cast: &'a Cast,
    /// The words.
    pub lexicon: &'a Lexicon,
    /// Whose wording it is.
    pub surface: Surface,
    /// How "small" and "big" are read.
    pub reading: Reading,
}

impl Case<'_> {
    /// Where the target is.
    pub fn goal(&self) -> Option<Cell> {
        goal(self.example)
    }
}

/// The actions of an answer. Tokens that are no actions, such as a padding symbol, are `None`: models may say them, and
/// they are never right.
pub fn answer(said: &Said) -> Vec<Option<Action>> {
    said.parts().into_iter().map(Action::from_name).collect()
}
