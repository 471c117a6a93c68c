//! Solves items from commands and worlds, or from stories, without looking at the recorded answers.
//!
//! [`solve`] gives a [`Solution`] for each item: target and actions of a command, answer and proofs of a question.
//! [`compare`] counts how often these agree with what is recorded. [`made`] solves items of a recipe by their addresses,
//! [`command`] and [`text`] solve what is in memory.
//!
//! ```
//! use wampimuk_solve::{Solution, text};
//!
//! let solutions = text("1 Mary took the apple.\n2 Mary went to the park.\n3 Where is the apple?\n");
//! let [Solution::Question(question)] = &solutions[..] else { panic!("there is one question") };
//! let solved = question.solved.as_ref().unwrap();
//! assert_eq!((solved.answer.as_deref(), &solved.supporting[..]), (Some("park"), &[1, 2][..]));
//! ```

mod commands;
mod compare;
mod stories;

use serde::Serialize;
use wampimuk_core::Watch;
use wampimuk_families::{Contents, Dataset};
use wampimuk_source::{Error, Opened, Pass, ReadingOptions};

pub use commands::{CommandMeaning, CommandSolution, SolvedCell, command};
pub use compare::{CommandAgreement, QuestionAgreement, SolutionAgreement, StoryAgreement, compare};
pub use stories::{ProvenAnswer, QuestionSolution, Unsolved, text};

/// How to solve.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions {
    /// How texts are read.
    pub readings: ReadingOptions,
    /// Whether relation graphs of commands and worlds are wanted.
    pub graph: bool,
}

/// What follows from an item. It serialises as `wampimuk solve` prints it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Solution {
    /// Of a command in a world.
    Command(CommandSolution),
    /// Of a question about a story.
    Question(QuestionSolution),
    /// Of what cannot be read.
    Unread {
        /// Why it cannot be solved.
        problem: String,
    },
}

/// Solves every chosen item, and hands the solutions on in order. Returns how many parts of files of stories could not be
/// read; in other files, the first ends it.
///
/// # Errors
/// If an item cannot be made or read, or if `give` fails.
pub fn solve<E: From<Error> + Send>(
    name: &str,
    opened: Opened,
    options: &SolveOptions,
    pass: &Pass<'_>,
    give: impl FnMut(Solution) -> Result<(), E>,
) -> Result<u64, E> {
    match opened {
        Opened::Commands(source) => commands::solve(&source, options, pass, give).map(|()| 0),
        Opened::Stories(source) => stories::solve(source, options, pass, give),
        Opened::Riddles(_) => Err(riddles(name).into()),
    }
}

/// Solves every chosen item as [`solve`] does, and hands each solution on as a line of JSON, until `give` returns false.
///
/// Unlike `solve` it is no generic function, so it is compiled and optimised here, whatever the settings of the caller are.
///
/// # Errors
/// If the items cannot be had.
pub fn solve_lines(
    name: &str,
    opened: Opened,
    options: &SolveOptions,
    pass: &Pass<'_>,
    give: &mut dyn FnMut(&[u8]) -> bool,
) -> Result<u64, Error> {
    let mut line = Vec::new();
    let solved = solve(name, opened, options, pass, |solution| {
        line.clear();
        serde_json::to_writer(&mut line, &solution).map_err(|error| Error::Request(error.to_string()))?;
        line.push(b'\n');
        if give(&line) { Ok(()) } else { Err(End::Enough) }
    });
    match solved {
        Ok(unread) => Ok(unread),
        Err(End::Enough) => Ok(0),
        Err(End::Failed(error)) => Err(error),
    }
}

/// Why solving ended before the last item.
enum End {
    Enough,
    Failed(Error),
}

impl From<Error> for End {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// Solves items of a recipe, by their addresses.
///
/// # Errors
/// If they cannot be made, or there is nothing to solve.
pub fn made(
    dataset: &dyn Dataset,
    split: usize,
    indices: &[u64],
    watch: &dyn Watch,
) -> Result<Vec<Solution>, Error> {
    match dataset.contents() {
        Contents::Commands(family) => commands::made(family, split, indices, watch),
        Contents::Stories(family) => stories::made(family, split, indices, watch),
        Contents::Riddles(_) => Err(riddles("the recipe")),
    }
}

fn riddles(name: &str) -> Error {
    Error::Riddles { name: name.to_owned(), purpose: "`solve` derives targets and actions" }
}
