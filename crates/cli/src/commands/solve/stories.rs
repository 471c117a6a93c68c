//! Stories: an answer to every question, and the lines it rests on.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};
use wampimuk_audit::Table;
use wampimuk_audit::stories::Solved;
use wampimuk_babi::{Asked, Solution, Status};
use wampimuk_dataset::Output;

use crate::args::{Common, Solve};
use crate::failure::Failure;
use crate::say::say;
use crate::stories::{Back, Form, StorySource, Tale};

/// Solves every story.
pub fn run(options: &Solve, common: &Common, mut source: StorySource) -> Result<(), Failure> {
    if options.graph {
        return Err(Failure::Input("stories have no relation graphs to add: leave out --graph".into()));
    }
    source.read_by(&options.readings)?;
    if options.compare {
        return compare(options, common, &source);
    }
    let mut output = Output::create(Path::new("-"))?;
    let (several, stories) = (source.has_files(), source.stories());
    let mut unread = 0u64;
    source.each(
        &options.choice,
        common,
        "solve",
        |tale| lines(tale, &tale.back(stories), several),
        |found| {
            let text = match found {
                Ok((_, text)) => text,
                Err(error) => {
                    unread += 1;
                    format!("{}\n", json!({ "problem": error.to_string() }))
                }
            };
            Ok(output.append(text.as_bytes())?)
        },
    )?;
    output.finish()?;
    match unread {
        0 => Ok(()),
        1 => Err(Failure::Input(format!("a part of {} cannot be read: see `problem`", options.path))),
        parts => {
            Err(Failure::Input(format!("{parts} parts of {} cannot be read: see `problem`", options.path)))
        }
    }
}

/// A line for each question, and one for a fault that no question comes after.
fn lines(tale: &Tale, back: &Back, several: bool) -> String {
    let solved = Solved::of(&tale.solver, tale.plain());
    let problem = |line: usize| {
        let fault = solved.faults.iter().rev().find(|fault| fault.line <= line).or(solved.faults.first());
        fault.map(|fault| format!("line {}: {}", fault.line, fault.message))
    };
    let mut text = String::new();
    let mut told = false;
    for (number, (line, asked)) in tale.passage.questions().enumerate() {
        let mut record = head(tale, several);
        if let Some(index) = tale.claims.get(number).and_then(|claims| claims.index) {
            record["index"] = index.into();
        }
        record["line"] = line.into();
        record["question"] = asked.question.as_str().into();
        match solved.solution(line) {
            Some(solution) => answer(&mut record, solution, back),
            None => {
                told = true;
                record["answer"] = Value::Null;
                record["problem"] = problem(line).into();
            }
        }
        text.push_str(&format!("{record}\n"));
    }
    if let (Some(fault), false) = (solved.faults.first(), told) {
        let mut record = head(tale, several);
        record["line"] = fault.line.into();
        record["problem"] = problem(fault.line).into();
        text.push_str(&format!("{record}\n"));
    }
    text
}

/// Which story it is.
fn head(tale: &Tale, several: bool) -> Value {
    let mut record = json!({});
    if let (Some(file), true) = (&tale.file, several) {
        record["file"] = file.display().to_string().into();
    }
    if let (Some(split), Form::Made | Form::Row) = (&tale.split, tale.form) {
        record["split"] = split.as_str().into();
    }
    record["story"] = tale.number.into();
    record
}

fn answer(record: &mut Value, solution: &Solution, back: &Back) {
    record["answer"] = match solution.status {
        Status::Unknown => Value::Null,
        Status::Unique | Status::Ambiguous => back.apply(&solution.answer).into(),
    };
    record["supporting"] = json!(solution.supporting);
    record["all_minimal"] = json!(solution.all_minimal);
    record["complete"] = solution.complete.into();
    record["composition"] = json!(solution.composition);
    record["status"] = solution.status.name().into();
}

/// How often what follows agrees with what is recorded.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    questions: u64,
    same_answer: u64,
    other_answer: u64,
    no_answer: u64,
    unsolved: u64,
    same_support: u64,
    other_proof: u64,
    other_support: u64,
    no_support: u64,
}

impl Agreement {
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

    fn row(&self, task: &str) -> Vec<String> {
        let counts = [
            self.questions,
            self.same_answer,
            self.other_answer + self.no_answer + self.unsolved,
            self.same_support,
            self.other_proof,
            self.other_support + self.no_support,
        ];
        [task.to_owned()].into_iter().chain(counts.map(|count| count.to_string())).collect()
    }

    fn json(&self) -> Value {
        json!({
            "questions": self.questions,
            "same_answer": self.same_answer,
            "other_answer": self.other_answer,
            "no_answer_recorded": self.no_answer,
            "unsolved": self.unsolved,
            "same_support": self.same_support,
            "other_proof": self.other_proof,
            "other_support": self.other_support,
            "no_support_recorded": self.no_support,
        })
    }
}

fn compare(options: &Solve, common: &Common, source: &StorySource) -> Result<(), Failure> {
    let mut tasks = Vec::<(String, Agreement)>::new();
    let mut numbers = BTreeMap::<String, usize>::new();
    source.each(
        &options.choice,
        common,
        "compare",
        |tale| {
            let solved = Solved::of(&tale.solver, tale.plain());
            let mut agreement = Agreement::default();
            for (line, asked) in tale.plain().questions() {
                agreement.add(asked, solved.solution(line));
            }
            agreement
        },
        |found| {
            let (tale, agreement) = found?;
            let task = tale.task.unwrap_or_else(|| "–".to_owned());
            let number = *numbers.entry(task.clone()).or_insert_with(|| {
                tasks.push((task, Agreement::default()));
                tasks.len() - 1
            });
            tasks[number].1.merge(&agreement);
            Ok(())
        },
    )?;
    let mut all = Agreement::default();
    tasks.iter().for_each(|(_, agreement)| all.merge(agreement));
    if options.json {
        let by_task: serde_json::Map<String, Value> =
            tasks.iter().map(|(task, agreement)| (task.clone(), agreement.json())).collect();
        let mut report = all.json();
        report["tasks"] = by_task.into();
        say(format!("{report:#}"))?;
    } else {
        let columns = ["task", "questions", "same answer", "other", "same support", "other proof", "other"];
        let mut table = Table::new("Recorded answers and supports beside those that follow", &columns);
        tasks.iter().for_each(|(task, agreement)| table.row(agreement.row(task)));
        if tasks.len() != 1 {
            table.row(all.row("all"));
        }
        say(table.to_text().trim_end())?;
    }
    let differ = all.other_answer + all.unsolved;
    match (all.questions, differ) {
        (0, _) => Err(Failure::Check("there are no questions".into())),
        (_, 0) => Ok(()),
        (questions, differ) => Err(Failure::Check(format!(
            "{differ} of {questions} answers differ from what follows, or nothing follows; `wampimuk audit` says why"
        ))),
    }
}
