//! `wampimuk verify`: re-derive every label, check every promise.

use clap::Args as ClapArgs;
use indicatif::HumanCount;
use wampimuk_audit::{Outcome, Promise, Verification, verify};

use crate::args::{Choice, Common};
use crate::failure::Failure;
use crate::plain::plain;
use crate::progress::{Bars, opening};
use crate::say::{json, say, say_painted};

/// Options of `verify`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk verify data/gscan
  wampimuk verify dataset.txt.gz --json
  wampimuk verify data/riddle                  a folder of tasks: every output is derived anew
  wampimuk verify task.json                    a single task needs nothing but itself
  wampimuk verify data/mix-t7                  stories: every answer and support is proved anew
  wampimuk verify mix-t7 --limit 1000          a recipe keeps its promises without any file
  wampimuk verify a1_test.jsonl --strict       what could not be checked fails, too

Every promise holds (✓, with how many items it was tried on), is broken (✗, with how many break it and the first places),
or was not checked (–, with the reason); it may also hold for some and not have been checked for others. Splits of files
without recipe are judged where they bear a name of the papers: visual, …, adverb_2, target_lengths (gSCAN's B to I), a1,
…, c2 (ReaSCAN), with or without _dev and _test, and train, dev and test beside them.

Exit codes: 0 nothing is broken, 1 something is broken or there are no items, 4 nothing is broken and (with --strict)
something was not checked.")]
pub struct Verify {
    /// A dataset, a file of any supported format, a folder of tasks, or a recipe.
    pub path: String,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// How many broken items of each kind to print.
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub show: usize,
    /// Fail (exit code 4) if no promise is broken but one could not be checked, on all items or on some.
    #[arg(long)]
    pub strict: bool,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
}

/// Checks a dataset.
pub fn run(options: &Verify, common: &Common) -> Result<(), Failure> {
    // Checksums are one of the promises: a broken one is told like the others.
    let (choice, bars) = (options.choice.trusting(true), Bars::new(common));
    let opened = opening(&options.path, &choice, common)?;
    let found = verify(&options.path, &opened, options.show, &common.pass(&choice, &bars))?;
    drop(bars);
    let printed = match options.json {
        true => json(&found),
        false => print(&found, common.colour_stdout()),
    };
    Failure::verdict(printed, verdict(&found, options))
}

fn verdict(found: &Verification, options: &Verify) -> Result<(), Failure> {
    let unchecked = found.promises.iter().filter(|promise| !promise.is_checked());
    let failed = match (found.items, found.broken, found.unchecked) {
        (0, ..) => Failure::Check(format!("there are no items in {}", options.path)),
        (_, broken @ 1.., _) => {
            let promises = found.promises.iter().filter(|promise| promise.broken > 0).count();
            let (broken, promises) = (counted(broken, "breach"), counted(promises as u64, "promise"));
            Failure::Check(format!("{broken} of {promises} in {}", options.path))
        }
        (_, 0, 1..) if options.strict => {
            let names: Vec<&str> = unchecked.map(|promise| promise.promise).collect();
            Failure::Unchecked(format!("not checked (--strict): {}", names.join("; ")))
        }
        (_, 0, _) => return Ok(()),
    };
    Err(failed)
}

fn print(found: &Verification, colour: bool) -> Result<(), Failure> {
    for promise in &found.promises {
        let (mark, code) = match promise.outcome {
            Outcome::Holds => ("✓", 32),
            Outcome::Broken => ("✗", 31),
            Outcome::NotChecked => ("–", 33),
        };
        let mark = if colour { format!("\x1b[{code}m{mark}\x1b[0m") } else { mark.to_owned() };
        say_painted(format!("{mark} {}: {}", promise.promise, plain(&summary(promise))))?;
        for line in &promise.first {
            say(format!("    {line}"))?;
        }
    }
    say(format!("{} items{}", HumanCount(found.items), found.remark))?;
    if found.repeated > 0 {
        let repeated = HumanCount(found.repeated);
        say(format!("{repeated} of them occur more than once, which {}", found.allowed))?;
    }
    Ok(())
}

/// What came of a check, with the numbers behind it.
fn summary(promise: &Promise) -> String {
    let Promise { outcome, of, tried, broken, untried, because, .. } = promise;
    let made = match outcome {
        Outcome::Holds => format!("{} {of}", HumanCount(*tried)),
        // A file can have several faults.
        Outcome::Broken if broken > tried => {
            format!("{} faults in {} {of}", HumanCount(*broken), HumanCount(*tried))
        }
        Outcome::Broken => format!("{} of {} {of} break it", HumanCount(*broken), HumanCount(*tried)),
        Outcome::NotChecked => "not checked".to_owned(),
    };
    match (because, outcome, untried) {
        (None, ..) => made,
        (Some(because), Outcome::NotChecked, _) => format!("{made}, because {because}"),
        (Some(because), _, 0) => format!("{made}; not checked as a whole, because {because}"),
        (Some(because), ..) => format!("{made}; {} not checked, because {because}", HumanCount(*untried)),
    }
}

/// A number of things.
fn counted(count: u64, what: &str) -> String {
    let ending = match (count, what.ends_with("ch")) {
        (1, _) => "",
        (_, true) => "es",
        (_, false) => "s",
    };
    format!("{} {what}{ending}", HumanCount(count))
}
