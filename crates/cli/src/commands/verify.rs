//! `wampimuk verify`: re-derive every label, check every promise.

use indicatif::HumanCount;
use wampimuk_audit::{Outcome, Promise, Verification, verify};

use crate::args::{Common, Verify};
use crate::failure::Failure;
use crate::plain::plain;
use crate::progress::{Bars, opening};
use crate::say::{json, say, say_painted};

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
    let reason = match (found.items, found.broken, found.unchecked) {
        (0, ..) => format!("there are no items in {}", options.path),
        (_, broken @ 1.., _) => {
            let promises = found.promises.iter().filter(|promise| promise.broken > 0).count();
            let (broken, promises) = (counted(broken, "breach"), counted(promises as u64, "promise"));
            format!("{broken} of {promises} in {}", options.path)
        }
        (_, 0, 1..) if options.strict => {
            let names: Vec<&str> = unchecked.map(|promise| promise.promise).collect();
            format!("not checked (--strict): {}", names.join("; "))
        }
        (_, 0, _) => return Ok(()),
    };
    Err(Failure::Check(reason))
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
