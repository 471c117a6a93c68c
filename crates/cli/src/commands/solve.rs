//! `wampimuk solve`: target and actions from command and objects alone, or answers from a story.

use std::path::Path;

use wampimuk_audit::Table;
use wampimuk_dataset::Output;
use wampimuk_solve::{
    CommandAgreement, QuestionAgreement, SolutionAgreement, SolveOptions, StoryAgreement, compare,
    solve_lines,
};
use wampimuk_source::Error;

use crate::args::{Common, Solve};
use crate::failure::Failure;
use crate::progress::{Bars, opening};
use crate::say::{json, say};

/// Solves every item.
pub fn run(options: &Solve, common: &Common) -> Result<(), Failure> {
    let (choice, bars) = (options.choice.trusting(options.believe.trust), Bars::new(common));
    let opened = opening(&options.path, &choice, common)?;
    let pass = common.pass(&choice, &bars);
    let how = SolveOptions { readings: options.readings.plain(), graph: options.graph };
    if options.compare {
        let agreement = compare(&options.path, opened, &how, &pass)?;
        drop(bars);
        return report(&agreement, options.json);
    }
    let mut output = Output::create(Path::new("-"))?;
    let mut written = Ok(());
    let unread = solve_lines(&options.path, opened, &how, &pass, &mut |line| {
        written = output.append(line);
        written.is_ok()
    })?;
    written?;
    output.finish()?;
    match unread {
        0 => Ok(()),
        parts => Err(Error::Unread { name: options.path.clone(), parts }.into()),
    }
}

fn report(agreement: &SolutionAgreement, as_json: bool) -> Result<(), Failure> {
    let table = match agreement {
        SolutionAgreement::Commands(found) => of_commands(found),
        SolutionAgreement::Stories(found) => of_stories(found),
    };
    let printed = if as_json { json(agreement) } else { say(table.to_text().trim_end()) };
    let reason = match agreement {
        SolutionAgreement::Commands(found) => match (found.differing(), found.items) {
            (0, _) => None,
            (differ, items) => Some(format!("{differ} of {items} items differ from what is recorded")),
        },
        SolutionAgreement::Stories(found) => match (found.all.questions, found.all.differing()) {
            (0, _) => Some("there are no questions".to_owned()),
            (_, 0) => None,
            (questions, differ) => Some(format!(
                "{differ} of {questions} answers differ from what follows, or nothing follows; `wampimuk audit` says why"
            )),
        },
    };
    Failure::verdict(printed, reason.map_or(Ok(()), |reason| Err(Failure::Check(reason))))
}

fn of_commands(found: &CommandAgreement) -> Table {
    let columns =
        ["items", "same target", "other", "same actions", "other", "several referents", "no referent"];
    let mut table = Table::new("Recorded targets and actions beside those that follow", &columns);
    let CommandAgreement { items, same_target, same_actions, ambiguous, empty } = *found;
    let counts =
        [items, same_target, items - same_target, same_actions, items - same_actions, ambiguous, empty];
    table.row(counts.map(|count| count.to_string()));
    table
}

fn of_stories(found: &StoryAgreement) -> Table {
    let columns = ["task", "questions", "same answer", "other", "same support", "other proof", "other"];
    let mut table = Table::new("Recorded answers and supports beside those that follow", &columns);
    let mut row = |task: &str, counts: &QuestionAgreement| {
        let counts = [
            counts.questions,
            counts.same_answer,
            counts.other_answer + counts.no_answer + counts.unsolved,
            counts.same_support,
            counts.other_proof,
            counts.other_support + counts.no_support,
        ];
        table.row([task.to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    };
    found.tasks.iter().for_each(|(task, counts)| row(task, counts));
    if found.tasks.len() != 1 {
        row("all", &found.all);
    }
    table
}
