//! Answers to the questions of stories, and the lines that they rest on.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use serde::Serialize;
use wampimuk_babi::{Asked, Line, Passage, Passages, Solution as Proved, Solved, Solver, Status};
use wampimuk_core::Watch;
use wampimuk_dyna::{StoryFamily, WordMap};
use wampimuk_source::{Error, Pass, SourceStory, StoryOrigin, StorySource};

use crate::{Solution, SolveOptions};

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
    pub solved: Option<ProvenAnswer>,
    /// That nothing does, and why.
    #[serde(flatten)]
    pub unsolved: Option<Unsolved>,
}

/// An answer with its supporting lines.
#[derive(Clone, Debug, Serialize)]
pub struct ProvenAnswer {
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
        /// Always `None`: written as `null`.
        answer: Option<String>,
        /// Why not, if that is known.
        problem: Option<String>,
    },
    /// A line makes no sense.
    Fault {
        /// What is wrong with the line.
        problem: String,
    },
}

/// Solves every chosen story.
pub(crate) fn solve<E: From<Error> + Send>(
    mut source: StorySource,
    options: &SolveOptions,
    pass: &Pass<'_>,
    mut give: impl FnMut(Solution) -> Result<(), E>,
) -> Result<u64, E> {
    if options.graph {
        let text = "stories have no relation graphs to add: leave out --graph";
        return Err(Error::Request(text.into()).into());
    }
    source.read_by(&options.readings)?;
    let (several, stories) = (source.files() > 1, source.stories());
    let mut parts = 0;
    source.each(
        pass,
        "solve",
        |tale, _| solutions(tale, &tale.back(stories), several),
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
                let tale = SourceStory::told(found.passage, number, solver.clone());
                all.extend(solutions(&tale, &WordMap::default(), false).into_iter().map(Solution::Question));
            }
            Err(error) => all.push(Solution::Unread { problem: error.to_string() }),
        }
    }
    all
}

/// Solves questions of a recipe, by their addresses. Each is asked by itself, after the facts before it.
pub(crate) fn made(
    family: &dyn StoryFamily,
    split: usize,
    indices: &[u64],
    watch: &dyn Watch,
) -> Result<Vec<Solution>, Error> {
    let mut items = family.story_items();
    let name = family.splits().get(split).map(|split| split.name.clone());
    let mut solvers = BTreeMap::<String, Arc<Solver>>::new();
    let mut all = Vec::with_capacity(indices.len());
    for &index in indices {
        watch.done(1)?;
        let made = items.make(split, index)?;
        let mut lines: Vec<Line> = made.facts().map(|fact| Line::Fact(fact.to_owned())).collect();
        lines.push(Line::Question(Asked { question: made.text.to_owned(), ..Asked::default() }));
        let solver = || Arc::new(family.solver(made.at.task).unwrap_or_default());
        let solver = solvers.entry(made.at.task.to_owned()).or_insert_with(solver).clone();
        let tale = SourceStory::told(Passage { lines }, made.at.story, solver).in_words_of(family);
        let solved = solutions(&tale, &tale.back(Some(family)), false);
        let asked = solved.into_iter().filter(|solution| solution.question.is_some());
        let (split, index) = (name.clone(), Some(index));
        all.extend(
            asked.map(|asked| Solution::Question(QuestionSolution { split: split.clone(), index, ..asked })),
        );
    }
    Ok(all)
}

/// What follows about each question, and about a fault that no question comes after.
fn solutions(tale: &SourceStory, back: &WordMap, several: bool) -> Vec<QuestionSolution> {
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
fn head(tale: &SourceStory, several: bool, line: usize) -> QuestionSolution {
    let file = tale.file.as_ref().filter(|_| several).map(|file| file.display().to_string());
    let split = tale.split.clone().filter(|_| matches!(tale.form, StoryOrigin::Made | StoryOrigin::Row));
    let story = tale.number;
    QuestionSolution { file, split, story, index: None, line, question: None, solved: None, unsolved: None }
}

fn answered(solution: &Proved, back: &WordMap) -> ProvenAnswer {
    ProvenAnswer {
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
