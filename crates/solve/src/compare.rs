//! Compares solutions with what is recorded, and counts how often they agree.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use serde::{Serialize, Serializer};
use wampimuk_babi::{Asked, Solution, Solved, Status};
use wampimuk_source::{Error, Opened, Pass, Source, StorySource};

use crate::{SolveOptions, command, riddles};

/// How often solutions agree with what is recorded.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum SolutionAgreement {
    /// Targets and actions of commands.
    Commands(CommandAgreement),
    /// Answers and supports of questions.
    Stories(StoryAgreement),
}

/// How often targets and actions agree.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CommandAgreement {
    /// All items.
    pub items: u64,
    /// Those with the recorded target.
    pub same_target: u64,
    /// Those with the recorded actions.
    pub same_actions: u64,
    /// Those whose command may refer to several objects.
    pub ambiguous: u64,
    /// Those whose command refers to nothing.
    pub empty: u64,
}

/// How often answers and supports agree: in all, and by task.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StoryAgreement {
    /// All questions.
    #[serde(flatten)]
    pub all: QuestionAgreement,
    /// Those of each task, in the order in which tasks were met.
    #[serde(serialize_with = "as_map")]
    pub tasks: Vec<(String, QuestionAgreement)>,
}

/// How often answers and supports of some questions agree.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct QuestionAgreement {
    /// All questions.
    pub questions: u64,
    /// Those with the recorded answer.
    pub same_answer: u64,
    /// Those with another.
    pub other_answer: u64,
    /// Those without a recorded answer.
    #[serde(rename = "no_answer_recorded")]
    pub no_answer: u64,
    /// Those that could not be solved.
    pub unsolved: u64,
    /// Those with the recorded support.
    pub same_support: u64,
    /// Those whose recorded support is another minimal one.
    pub other_proof: u64,
    /// Those whose recorded support is none of the minimal ones.
    pub other_support: u64,
    /// Those without a recorded support.
    #[serde(rename = "no_support_recorded")]
    pub no_support: u64,
}

fn as_map<S: Serializer>(tasks: &[(String, QuestionAgreement)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(tasks.iter().map(|(task, agreement)| (task, agreement)))
}

impl CommandAgreement {
    /// How many items differ from what is recorded.
    pub fn differing(&self) -> u64 {
        self.items - self.same_target.min(self.same_actions)
    }
}

impl QuestionAgreement {
    /// How many answers differ from what is recorded, or cannot be derived.
    pub fn differing(&self) -> u64 {
        self.other_answer + self.unsolved
    }

    fn add(&mut self, asked: &Asked, solution: Option<&Solution>) {
        self.questions += 1;
        let Some(solution) = solution else {
            self.unsolved += 1;
            return;
        };
        let unknown = solution.status == Status::Unknown;
        if asked.answer.is_empty() {
            self.no_answer += 1;
        } else if unknown && asked.answer.eq_ignore_ascii_case(Status::Unknown.name())
            || !unknown && solution.kind.same_answer(&asked.answer, &solution.answer)
        {
            self.same_answer += 1;
        } else {
            self.other_answer += 1;
        }
        let set = |lines: &[usize]| {
            let mut lines = lines.to_vec();
            lines.sort_unstable();
            lines.dedup();
            lines
        };
        let recorded = set(&asked.support);
        if recorded == set(&solution.supporting) {
            self.same_support += 1;
        } else if recorded.is_empty() {
            self.no_support += 1;
        } else if solution.all_minimal.contains(&recorded) {
            self.other_proof += 1;
        } else {
            self.other_support += 1;
        }
    }

    fn merge(&mut self, other: &Self) {
        self.questions += other.questions;
        self.same_answer += other.same_answer;
        self.other_answer += other.other_answer;
        self.no_answer += other.no_answer;
        self.unsolved += other.unsolved;
        self.same_support += other.same_support;
        self.other_proof += other.other_proof;
        self.other_support += other.other_support;
        self.no_support += other.no_support;
    }
}

/// Compares what follows from every chosen item with what is recorded.
///
/// # Errors
/// If an item cannot be made or read.
pub fn compare(
    name: &str,
    opened: Opened,
    options: &SolveOptions,
    pass: &Pass<'_>,
) -> Result<SolutionAgreement, Error> {
    match opened {
        Opened::Commands(source) => commands(&source, options, pass).map(SolutionAgreement::Commands),
        Opened::Stories(source) => stories(source, options, pass).map(SolutionAgreement::Stories),
        Opened::Riddles(_) => Err(riddles(name)),
    }
}

fn commands(source: &Source, options: &SolveOptions, pass: &Pass<'_>) -> Result<CommandAgreement, Error> {
    let reading = options.readings.of_commands()?;
    let mut agreement = CommandAgreement::default();
    source.each(pass, "compare", |item| {
        let item = item?;
        let meaning = command(item.command, item.world, item.lexicon, reading);
        let same_target = matches!(meaning.referents[..], [derived] if item.target == Some(derived));
        agreement.items += 1;
        agreement.same_target += u64::from(same_target);
        agreement.same_actions += u64::from(meaning.actions.as_deref() == Some(item.actions));
        agreement.empty += u64::from(meaning.referents.is_empty());
        agreement.ambiguous += u64::from(meaning.referents.len() > 1);
        Ok::<_, Error>(Continue(()))
    })?;
    Ok(agreement)
}

fn stories(
    mut source: StorySource,
    options: &SolveOptions,
    pass: &Pass<'_>,
) -> Result<StoryAgreement, Error> {
    source.read_by(&options.readings)?;
    let mut found = StoryAgreement::default();
    let mut numbers = BTreeMap::<String, usize>::new();
    source.each(
        pass,
        "compare",
        |tale, _| {
            let solved = Solved::of(&tale.solver, tale.plain());
            let mut agreement = QuestionAgreement::default();
            for (line, asked) in tale.plain().questions() {
                agreement.add(asked, solved.solution(line));
            }
            agreement
        },
        |story| {
            let (tale, agreement) = story?;
            let task = tale.task.unwrap_or_else(|| "–".to_owned());
            let number = *numbers.entry(task.clone()).or_insert_with(|| {
                found.tasks.push((task, QuestionAgreement::default()));
                found.tasks.len() - 1
            });
            found.tasks[number].1.merge(&agreement);
            found.all.merge(&agreement);
            Ok::<_, Error>(Continue(()))
        },
    )?;
    Ok(found)
}
