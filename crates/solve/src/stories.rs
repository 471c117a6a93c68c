//! Answers to the questions of stories, and the lines that they rest on.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use serde::Serialize;
use wampimuk_babi::{Asked, Line, Passage, Passages, Solution as Proved, Solved, Solver, Status};
use wampimuk_families::Dataset;
use wampimuk_source::{Back, Error, Form, Pass, StorySource, Tale};

use crate::{Options, Solution};

/// What follows about a question; or a fault of a story that no question comes after.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionSolution {
    /// The file, if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The split, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<String>,
    /// The number of the story.
    pub story: u64,
    /// The index of the question in its split, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The printed number of the line.
    pub line: usize,
    /// The question, unless the line is a fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What follows.
    #[serde(flatten)]
    pub solved: Option<Answered>,
    /// That nothing does, and why.
    #[serde(flatten)]
    pub unsolved: Option<Unsolved>,
}

/// An answer, and what it rests on.
#[derive(Clone, Debug, Serialize)]
pub struct Answered {
    /// The answer, if there is one.
    pub answer: Option<String>,
    /// The printed numbers of the supporting lines.
    pub supporting: Vec<usize>,
    /// All minimal sets of them.
    pub all_minimal: Vec<Vec<usize>>,
    /// Whether these are all.
    pub complete: bool,
    /// The concepts of the supporting lines.
    pub composition: Vec<&'static str>,
    /// Whether the answer is the only one.
    pub status: &'static str,
}

/// Why there is no answer.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Unsolved {
    /// A question has none.
    Question {
        /// Nothing.
        answer: Option<String>,
        /// Why not, if that is known.
        problem: Option<String>,
    },
    /// A line makes no sense.
    Fault {
        /// Why not.
        problem: String,
    },
}

/// Solves every chosen story.
pub(crate) fn solve<E: From<Error>>(
    mut source: StorySource,
    options: &Options,
    pass: &Pass<'_>,
    mut give: impl FnMut(Solution) -> Result<(), E>,
) -> Result<u64, E> {
    if options.graph {
        let text = "stories have no relation graphs to add: leave out --graph";
        return Err(Error::Request(text.into()).into());
    }
    source.read_by(&options.readings)?;
    let (several, stories) = (source.has_files(), source.stories());
    let mut parts = 0;
    source.each(
        pass,
        "solve",
        |tale| solutions(tale, &tale.back(stories), several),
        |found| {
            match found {
                Ok((_, solutions)) => {
                    solutions.into_iter().map(Solution::Question).try_for_each(&mut give)?;
                }
                Err(error) => {
                    parts += 1;
                    give(Solution::Unread { problem: error.to_string() })?;
                }
            }
            Ok::<_, E>(Continue(()))
        },
    )?;
    Ok(parts)
}

/// Solves a text in the format of bAbI, story by story.
pub fn text(text: &str) -> Vec<Solution> {
    let solver = Arc::new(Solver::default());
    let mut all = Vec::new();
    for (number, found) in (0..).zip(Passages::of(text)) {
        match found {
            Ok(found) => {
                let tale = Tale::told(found.passage, number, solver.clone());
                all.extend(solutions(&tale, &Back::default(), false).into_iter().map(Solution::Question));
            }
            Err(error) => all.push(Solution::Unread { problem: error.to_string() }),
        }
    }
    all
}

/// Solves a question after these facts, in the words of a part of a recipe of stories.
///
/// # Errors
/// If the recipe has no stories.
pub fn question(
    dataset: &dyn Dataset,
    part: &str,
    facts: Vec<String>,
    question: String,
) -> Result<QuestionSolution, Error> {
    let Some(stories) = dataset.contents().stories() else {
        return Err(Error::Request(format!("{} has no questions about stories", dataset.family())));
    };
    let mut lines: Vec<Line> = facts.into_iter().map(Line::Fact).collect();
    lines.push(Line::Question(Asked { question: question.clone(), ..Asked::default() }));
    let passage = Passage { lines };
    let solver = Arc::new(stories.solver(part).unwrap_or_default());
    let tale = Tale::told(passage, 0, solver).in_words_of(stories);
    let solved = solutions(&tale, &tale.back(Some(stories)), false);
    let asked = solved.into_iter().find(|solution| solution.question.is_some());
    asked.ok_or_else(|| Error::Request(format!("`{question}` is no question")))
}

/// What follows about each question, and about a fault that no question comes after.
fn solutions(tale: &Tale, back: &Back, several: bool) -> Vec<QuestionSolution> {
    let solved = Solved::of(&tale.solver, tale.plain());
    let problem = |line: usize| {
        let fault = solved.faults.iter().rev().find(|fault| fault.line <= line).or(solved.faults.first());
        fault.map(|fault| format!("line {}: {}", fault.line, fault.message))
    };
    let mut all = Vec::new();
    for (number, (line, asked)) in tale.passage.questions().enumerate() {
        let index = tale.claims.get(number).and_then(|claims| claims.index);
        let question = Some(asked.question.clone());
        let head = QuestionSolution { index, question, ..head(tale, several, line) };
        all.push(match solved.solution(line) {
            Some(solution) => QuestionSolution { solved: Some(answered(solution, back)), ..head },
            None => {
                let unsolved = Unsolved::Question { answer: None, problem: problem(line) };
                QuestionSolution { unsolved: Some(unsolved), ..head }
            }
        });
    }
    let is_told = all.iter().any(|one| one.unsolved.is_some());
    if let (Some(fault), false) = (solved.faults.first(), is_told) {
        let unsolved = problem(fault.line).map(|problem| Unsolved::Fault { problem });
        all.push(QuestionSolution { unsolved, ..head(tale, several, fault.line) });
    }
    all
}

/// Which line of which story it is.
fn head(tale: &Tale, several: bool, line: usize) -> QuestionSolution {
    let file = tale.file.as_ref().filter(|_| several).map(|file| file.display().to_string());
    let split = tale.split.clone().filter(|_| matches!(tale.form, Form::Made | Form::Row));
    let story = tale.number;
    QuestionSolution { file, split, story, index: None, line, question: None, solved: None, unsolved: None }
}

fn answered(solution: &Proved, back: &Back) -> Answered {
    Answered {
        answer: match solution.status {
            Status::Unknown => None,
            Status::Unique | Status::Ambiguous => Some(back.apply(&solution.answer)),
        },
        supporting: solution.supporting.clone(),
        all_minimal: solution.all_minimal.clone(),
        complete: solution.complete,
        composition: solution.composition.clone(),
        status: solution.status.name(),
    }
}
