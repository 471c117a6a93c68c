//! What follows from a story, even if parts of it make no sense.
//!
//! The solver refuses a passage with a line that it cannot read. Here such a line costs no more than it must: a question
//! that cannot be read is left out, and of a story with a sentence that cannot be read, or that cannot be true, the lines
//! before it are solved.

use super::{Kind, ReadStory, Solution, Solver};
use crate::text::{Line, Passage};
use crate::worlds::{self, World};

/// After so many questions that cannot be read, the rest of a story is left alone. Every one of them costs an attempt.
const MOST_FAULTS: usize = 16;

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FaultKind {
    /// It cannot be read.
    Unreadable,
    /// It cannot be true together with the lines before it.
    Contradiction,
}

/// A line that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The printed number of the line.
    pub line: usize,
    /// What is wrong with it.
    pub kind: FaultKind,
    /// The same in words.
    pub message: String,
}

/// What follows from a story. All numbers of lines are printed ones.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The solutions of the questions that could be solved, by line.
    pub solutions: Vec<Solution>,
    /// The lines that make no sense. Whatever comes after the first of them that is no question was not solved.
    pub faults: Vec<Fault>,
    /// The part that was solved as a story about people, if it is one.
    pub story: Option<ReadStory>,
    world: Option<usize>,
}

impl Solved {
    /// Solves a story.
    pub fn of(solver: &Solver, passage: &Passage) -> Solved {
        let mut numbers: Vec<usize> = (1..=passage.lines.len()).collect();
        let mut rest = passage.clone();
        let mut faults = Vec::new();
        let mut solved = loop {
            let error = match solver.solve(&rest) {
                Ok(solutions) => break Solved { solutions, ..Solved::understood(solver, &rest) },
                Err(error) => error,
            };
            let at = error.line.saturating_sub(1).min(rest.lines.len().saturating_sub(1));
            let line = numbers.get(at).copied().unwrap_or(1);
            let asked = matches!(rest.lines.get(at), Some(Line::Question(_)));
            let kind = if !asked && readable(solver, &rest.lines[..rest.lines.len().min(at + 1)]) {
                FaultKind::Contradiction
            } else {
                FaultKind::Unreadable
            };
            faults.push(Fault { line, kind, message: error.message });
            if rest.lines.is_empty() || faults.len() >= MOST_FAULTS {
                break Solved::default();
            }
            if asked {
                rest.lines.remove(at);
                numbers.remove(at);
            } else {
                rest.lines.truncate(at);
                numbers.truncate(at);
            }
        };
        solved.renumber(&numbers);
        faults.sort_by_key(|fault| fault.line);
        solved.faults = faults;
        solved
    }

    fn understood(solver: &Solver, passage: &Passage) -> Solved {
        let story = solver.read_story(passage).ok();
        let world = match story {
            Some(_) => None,
            None => worlds::all().iter().position(|world| passage.facts().all(|(_, fact)| world.reads(fact))),
        };
        Solved { story, world, ..Solved::default() }
    }

    /// From numbers of the lines that were kept to those of all lines.
    fn renumber(&mut self, numbers: &[usize]) {
        let renumbered = |line: &mut usize| {
            if let Some(&number) = numbers.get(line.saturating_sub(1)) {
                *line = number;
            }
        };
        for solution in &mut self.solutions {
            renumbered(&mut solution.line);
            solution.supporting.iter_mut().for_each(renumbered);
            solution.all_minimal.iter_mut().flatten().for_each(renumbered);
        }
        if let Some(story) = &mut self.story {
            story.numbers.iter_mut().for_each(renumbered);
            story.questions.iter_mut().for_each(|(line, _)| renumbered(line));
            story.about_last = std::mem::take(&mut story.about_last)
                .into_iter()
                .map(|mut line| {
                    renumbered(&mut line);
                    line
                })
                .collect();
        }
    }

    /// The solution of the question with this number.
    pub fn solution(&self, line: usize) -> Option<&Solution> {
        self.solutions.iter().find(|solution| solution.line == line)
    }

    /// The kind of the question with this number.
    pub fn kind(&self, line: usize) -> Option<Kind> {
        self.solution(line).map(|solution| solution.kind)
    }

    /// The toy world it is about, if it is about another.
    pub fn world(&self) -> Option<&'static dyn World> {
        self.world.and_then(|world| worlds::all().get(world)).copied()
    }
}

/// Whether sentences can be read as being about one world.
fn readable(solver: &Solver, lines: &[Line]) -> bool {
    let facts =
        Passage { lines: lines.iter().filter(|line| matches!(line, Line::Fact(_))).cloned().collect() };
    solver.read_story(&facts).is_ok()
        || worlds::all().iter().any(|world| facts.facts().all(|(_, fact)| world.reads(fact)))
}
