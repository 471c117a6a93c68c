//! The little worlds of tasks 4 and 14 to 20: what their sentences say, what follows from them, and new stories about
//! them.
//!
//! A [`World`] reads sentences in the published wording and with the published words only: that is how it is known to
//! which world a story belongs. What follows is said in possible worlds, see each module: something is *known* if it is
//! true in all worlds in which the facts are true. Lines that are not shown leave no trace here, so a set of facts
//! supports an answer if these facts alone make it known.
//!
//! All facts of a story count, whatever their order. Time is an order of its own in task 14 and does not matter
//! elsewhere.

use thiserror::Error;
use wampimuk_core::Stream;

use crate::solve::{Kind, Solution, Status};
use crate::text::Passage;

/// What can be said about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of question it is.
    pub kind: Kind,
    /// Whether it has an answer.
    pub status: Status,
    /// The answer; empty if it is unknown.
    pub answer: String,
    /// All minimal sets of facts that support the answer, by size and then by facts. Facts are counted from 0.
    pub minimal: Vec<Vec<usize>>,
    /// *The* support, in the order of the published files: that of a proof.
    pub canonical: Vec<usize>,
    /// Whether `minimal` has them all.
    pub complete: bool,
    /// The concepts of the facts of the support, in capitals.
    pub composition: Vec<&'static str>,
}

/// Why a story or a question makes no sense in a world.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct WorldError {
    /// The fact that it is about, counted from 0; none if it is the question.
    pub fact: Option<usize>,
    /// What is wrong, and what was expected.
    pub message: String,
}

/// A story with its questions, and their solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The story.
    pub passage: Passage,
    /// One solution for each question.
    pub solutions: Vec<Solution>,
}

/// A little world.
pub trait World: Sync {
    /// A name for it.
    fn name(&self) -> &'static str;
    /// The tasks that are about it.
    fn tasks(&self) -> &'static [u8];
    /// Whether a sentence is a fact of this world.
    fn reads(&self, fact: &str) -> bool;
    /// Whether all facts are of this world, and can be true together.
    fn check(&self, facts: &[&str]) -> Result<(), WorldError>;
    /// What the facts say about a question. The search for supports ends after `steps` steps.
    fn solve(&self, facts: &[&str], question: &str, steps: usize) -> Result<Finding, WorldError>;
    /// A fact or question as a formula, such as `north(office, kitchen)`.
    fn symbol(&self, text: &str) -> Option<String>;
    /// A new story in the rhythm of a published task; none if the task is not about this world.
    fn tell(&self, task: u8, stream: &mut Stream) -> Option<Told>;
}

/// All little worlds, by their first task.
pub fn all() -> &'static [&'static dyn World] {
    &[]
}
