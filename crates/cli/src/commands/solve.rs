//! `wampimuk solve`: target and actions from command and objects alone, or answers from a story.

use std::path::Path;

use clap::Args as ClapArgs;
use wampimuk_audit::Table;
use wampimuk_dataset::Output;
use wampimuk_solve::{
    CommandAgreement, QuestionAgreement, SolutionAgreement, SolveOptions, StoryAgreement, compare,
    solve_lines,
};
use wampimuk_source::Error;

use crate::args::{Choice, Common, Readings, Trust};
use crate::failure::Failure;
use crate::progress::{Bars, opening};
use crate::say::{json, say};

/// Options of `solve`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk solve dataset.txt.gz > answers.jsonl
  wampimuk solve dataset.txt --compare
  wampimuk solve gscan --split test --limit 5
  wampimuk solve qa2_test.txt                  the questions of a bAbI file, with proofs
  wampimuk solve tasks_1-20_v1-2/en-valid-10k --compare --supports history
  wampimuk solve mix-t7 --split test --limit 5

Each line: {\"index\":0,\"split\":\"test\",\"target\":{\"row\":4,\"column\":1},\"referents\":[…],\"actions\":[\"turn left\",…]}.
`target` is null and `problem` says why where the command has no referent or several.
Of stories: {\"story\":0,\"line\":3,\"question\":\"Where is the apple?\",\"answer\":\"park\",\"supporting\":[1,2],\"all_minimal\":[[1,2]],
\"complete\":true,\"composition\":[\"GRAB\",\"MOVE\"],\"status\":\"unique\"}, with lines counted as they are printed.")]
pub struct Solve {
    /// A dataset, a file of any supported format, - for standard input, or a recipe.
    pub path: String,
    /// Compare with what is recorded (targets and actions, or answers and supports) and print the agreement; exit code 1
    /// if any target, action or answer differs.
    #[arg(long)]
    pub compare: bool,
    /// Print the agreement as JSON.
    #[arg(long, requires = "compare")]
    pub json: bool,
    /// How to read.
    #[command(flatten)]
    pub readings: Readings,
    /// Add the relation graphs of command and world to each line, and which object plays which phrase.
    #[arg(long, conflicts_with = "compare")]
    pub graph: bool,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

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
