//! The toy worlds of tasks 4 and 14 to 20: what their sentences say, what follows from them, and new stories about
//! them.
//!
//! A [`World`] reads sentences in the published wording and with the published words only: that is how it is known to
//! which world a story belongs. What follows is said in possible worlds, see each module: something is *known* if it is
//! true in all worlds in which the facts are true. Lines that are not shown leave no trace here, so a set of facts
//! supports an answer if these facts alone make it known.
//!
//! All facts of a story count, whatever their order. Time is an order of its own in task 14 and does not matter
//! elsewhere.

pub mod colours;
pub mod directions;
pub mod fears;
pub mod motives;
pub mod plane;
pub mod positions;
mod shape;
pub mod sizes;
pub mod times;
mod words;

use std::collections::BTreeSet;
use std::fmt::Debug;

use thiserror::Error;
use wampimuk_core::Stream;
use wampimuk_story::support::{STEPS, SupportSearch};

use crate::solve::{Kind, Solution, Status};
use crate::text::{Asked, Line, Passage};

pub use shape::{Limits, Shape, ShapeError};

/// What can be said about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldAnswer {
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
pub struct SolvedPassage {
    /// The story.
    pub passage: Passage,
    /// One solution for each question.
    pub solutions: Vec<Solution>,
}

/// A line of a story as a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The formula, such as `north(office, kitchen)`.
    pub text: String,
    /// Whether it is asked rather than told.
    pub asked: bool,
}

/// A toy world.
pub trait World: Sync + Debug {
    /// A name for it.
    fn name(&self) -> &'static str;
    /// The tasks that are about it.
    fn tasks(&self) -> &'static [u8];
    /// Whether a sentence is a fact of this world.
    fn reads(&self, fact: &str) -> bool;
    /// Whether all facts are of this world, and can be true together.
    fn check(&self, facts: &[&str]) -> Result<(), WorldError>;
    /// What the facts say about a question. The search for supports ends after `steps` steps.
    fn solve(&self, facts: &[&str], question: &str, steps: usize) -> Result<WorldAnswer, WorldError>;
    /// A fact or question as a formula, such as `north(office, kitchen)`.
    fn symbol(&self, text: &str) -> Option<String>;
    /// How many questions the stories of a task have, if all have as many.
    fn questions(&self, task: u8) -> Option<usize>;
    /// Whether stories go on after a question.
    fn is_interrupted(&self) -> bool;
    /// What shapes stories of a task can have; `None` if the task is not about this world.
    fn limits(&self, task: u8) -> Option<Limits>;
    /// A new story in the rhythm of a published task, in the published shape or another one, the first whose formulas are
    /// wanted; none if the task is not about this world, or if no story of many is wanted.
    fn tell(
        &self,
        task: u8,
        shape: Option<Shape>,
        stream: &mut Stream,
        wanted: &dyn Fn(&[Formula]) -> bool,
    ) -> Option<SolvedPassage>;
}

/// All toy worlds, by their first task.
// Inlined elsewhere, it would bring all of their code along.
#[inline(never)]
pub fn all() -> &'static [&'static dyn World] {
    &[
        &directions::Directions,
        &times::Times,
        &fears::Fears,
        &colours::Colours,
        &positions::Positions,
        &sizes::Sizes,
        &motives::Motives,
    ]
}

/// What a world has to say for itself; the rest is the same for all, see [`World`].
pub trait ToyWorld: Sync + Debug {
    /// What a sentence tells, and how.
    type Fact;
    /// What is asked.
    type Question;
    /// A name for the world.
    const NAME: &'static str;
    /// The tasks that are about it.
    const TASKS: &'static [u8];
    /// Whether stories go on after a question.
    const INTERRUPTED: bool = false;

    /// The fact that a sentence tells.
    fn read(text: &str) -> Option<Self::Fact>;
    /// The sentence that tells a fact.
    fn write(fact: &Self::Fact) -> String;
    /// What a question asks.
    fn read_question(text: &str) -> Option<Self::Question>;
    /// The question in words.
    fn ask(question: &Self::Question) -> String;
    /// A fact as a formula.
    fn formula(fact: &Self::Fact) -> String;
    /// A question as a formula. What is asked for is a question mark.
    fn query(question: &Self::Question) -> String;
    /// What a fact is about, in capitals.
    fn concept(fact: &Self::Fact) -> &'static str;
    /// What kind of question it is.
    fn kind(question: &Self::Question) -> Kind;
    /// The first fact that cannot be true together with those before it, and why.
    fn contradiction(facts: &[Self::Fact]) -> Option<(usize, String)>;
    /// All answers that are right by some facts without contradiction, each once. The first is the one that the
    /// published data would have.
    fn answers(facts: &[&Self::Fact], question: &Self::Question) -> Vec<String>;
    /// *The* support of the first answer, in the published order. There is at least one minimal set.
    fn canonical(facts: &[Self::Fact], question: &Self::Question, minimal: &[Vec<usize>]) -> Vec<usize>;
    /// What shapes stories of a task can have.
    fn limits(task: u8) -> Limits;
    /// A story as it may have come to pass, in the published shape or another one. It need not be without flaws: those with
    /// flaws are not told.
    fn draft(task: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Self::Fact, Self::Question>>;
    /// How many questions a draft has, if all have as many.
    fn questions(_task: u8) -> Option<usize> {
        None
    }
}

/// A line of a story to come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step<F, Q> {
    /// Something is told.
    Tell(F),
    /// Something is asked.
    Ask(Q),
}

/// Drafts that are tried before a story is given up. Every world needs a few for a story without flaws.
const DRAFTS: usize = 100_000;

impl<W: ToyWorld> World for W {
    fn name(&self) -> &'static str {
        W::NAME
    }

    fn tasks(&self) -> &'static [u8] {
        W::TASKS
    }

    fn reads(&self, fact: &str) -> bool {
        W::read(fact.trim()).is_some()
    }

    fn check(&self, facts: &[&str]) -> Result<(), WorldError> {
        consistent::<W>(&read_all::<W>(facts)?)
    }

    fn solve(&self, facts: &[&str], question: &str, steps: usize) -> Result<WorldAnswer, WorldError> {
        let facts = read_all::<W>(facts)?;
        let question = W::read_question(question.trim()).ok_or_else(|| WorldError {
            fact: None,
            message: format!("{question:?} is no question about {}", W::NAME),
        })?;
        consistent::<W>(&facts)?;
        Ok(find::<W>(&facts, &question, steps))
    }

    fn symbol(&self, text: &str) -> Option<String> {
        let text = text.trim();
        W::read(text)
            .map(|fact| W::formula(&fact))
            .or_else(|| W::read_question(text).map(|question| W::query(&question)))
    }

    fn questions(&self, task: u8) -> Option<usize> {
        W::questions(task)
    }

    fn is_interrupted(&self) -> bool {
        W::INTERRUPTED
    }

    fn limits(&self, task: u8) -> Option<Limits> {
        W::TASKS.contains(&task).then(|| W::limits(task))
    }

    fn tell(
        &self,
        task: u8,
        shape: Option<Shape>,
        stream: &mut Stream,
        wanted: &dyn Fn(&[Formula]) -> bool,
    ) -> Option<SolvedPassage> {
        if !W::TASKS.contains(&task) {
            return None;
        }
        let formula = |step: &Step<W::Fact, W::Question>| match step {
            Step::Tell(fact) => Formula { text: W::formula(fact), asked: false },
            Step::Ask(question) => Formula { text: W::query(question), asked: true },
        };
        (0..DRAFTS).find_map(|_| {
            let draft = W::draft(task, shape, stream);
            let formulas: Vec<Formula> = draft.iter().map(formula).collect();
            if wanted(&formulas) { told::<W>(draft) } else { None }
        })
    }
}

fn read_all<W: ToyWorld>(facts: &[&str]) -> Result<Vec<W::Fact>, WorldError> {
    let read = |(index, text): (usize, &&str)| {
        W::read(text.trim()).ok_or_else(|| WorldError {
            fact: Some(index),
            message: format!("{text:?} is no sentence about {}", W::NAME),
        })
    };
    facts.iter().enumerate().map(read).collect()
}

fn consistent<W: ToyWorld>(facts: &[W::Fact]) -> Result<(), WorldError> {
    match W::contradiction(facts) {
        Some((index, message)) => Err(WorldError { fact: Some(index), message }),
        None => Ok(()),
    }
}

/// What facts without contradiction say about a question.
fn find<W: ToyWorld>(facts: &[W::Fact], question: &W::Question, steps: usize) -> WorldAnswer {
    let kind = W::kind(question);
    let all: Vec<&W::Fact> = facts.iter().collect();
    let answers = W::answers(&all, question);
    let Some(answer) = answers.first() else {
        return WorldAnswer {
            kind,
            status: Status::Unknown,
            answer: String::new(),
            minimal: Vec::new(),
            canonical: Vec::new(),
            complete: true,
            composition: Vec::new(),
        };
    };
    let found = SupportSearch::new(facts.len(), steps).run(|shown| {
        let some: Vec<&W::Fact> =
            facts.iter().zip(shown).filter(|(_, shown)| **shown).map(|(fact, _)| fact).collect();
        W::answers(&some, question).contains(answer)
    });
    let (minimal, complete) = found.unwrap_or_default();
    let canonical = if minimal.is_empty() { Vec::new() } else { W::canonical(facts, question, &minimal) };
    let concepts: BTreeSet<&'static str> =
        canonical.iter().filter_map(|&index| facts.get(index)).map(W::concept).collect();
    let status = if answers.len() == 1 { Status::Unique } else { Status::Ambiguous };
    WorldAnswer {
        kind,
        status,
        answer: answer.clone(),
        minimal,
        canonical,
        complete,
        composition: concepts.into_iter().collect(),
    }
}

/// A draft with the solutions of its questions; none if there is a contradiction or a question without exactly one
/// answer.
fn told<W: ToyWorld>(draft: Vec<Step<W::Fact, W::Question>>) -> Option<SolvedPassage> {
    let mut told = SolvedPassage { passage: Passage::default(), solutions: Vec::new() };
    let mut facts = Vec::new();
    let mut numbers = Vec::new();
    for (index, step) in draft.into_iter().enumerate() {
        let number = index + 1;
        match step {
            Step::Tell(fact) => {
                told.passage.lines.push(Line::Fact(W::write(&fact)));
                facts.push(fact);
                numbers.push(number);
            }
            Step::Ask(question) => {
                let found = find::<W>(&facts, &question, STEPS);
                if found.status != Status::Unique {
                    return None;
                }
                let printed = |set: &[usize]| set.iter().map(|&fact| numbers[fact]).collect::<Vec<usize>>();
                let support = printed(&found.canonical);
                told.passage.lines.push(Line::Question(Asked {
                    question: W::ask(&question),
                    answer: found.answer.clone(),
                    support: support.clone(),
                }));
                told.solutions.push(Solution {
                    line: number,
                    kind: found.kind,
                    status: found.status,
                    answer: found.answer,
                    supporting: support,
                    all_minimal: found.minimal.iter().map(|set| printed(set)).collect(),
                    complete: found.complete,
                    composition: found.composition,
                });
            }
        }
    }
    (W::contradiction(&facts).is_none() && !told.solutions.is_empty()).then_some(told)
}
