//! `wampimuk verify`: re-derive every label, check every promise.

use indicatif::HumanCount;
use wampimuk_audit::{Verification, verify};

use crate::args::{Common, Verify};
use crate::failure::Failure;
use crate::progress::{Bars, opening};
use crate::say::{json, say};

/// Checks a dataset.
pub fn run(options: &Verify, common: &Common) -> Result<(), Failure> {
    let opened = opening(&options.path, &options.choice, common)?;
    let (choice, bars) = (options.choice.plain(), Bars::new(common));
    let found = verify(&options.path, &opened, options.show, &common.pass(&choice, &bars))?;
    drop(bars);
    if options.json {
        json(&found)?;
    } else {
        print(&found, common.colour_stdout())?;
    }
    match (found.items, found.broken) {
        (0, _) => Err(Failure::Check("there are no items".into())),
        (_, 0) => Ok(()),
        (_, broken) => {
            let broken = HumanCount(broken);
            Err(Failure::Check(format!("{broken} promises are broken by {}", options.path)))
        }
    }
}

fn print(found: &Verification, colour: bool) -> Result<(), Failure> {
    for promise in &found.promises {
        let mark = match (promise.broken, colour) {
            (0, true) => "\x1b[32m✓\x1b[0m",
            (0, false) => "✓",
            (_, true) => "\x1b[31m✗\x1b[0m",
            (_, false) => "✗",
        };
        let number = match promise.broken {
            0 => String::new(),
            broken => format!(": {} broken", HumanCount(broken)),
        };
        say(format!("{mark} {}{number}", promise.promise))?;
        for line in &promise.first {
            say(format!("    {}", line.trim_start_matches(": ")))?;
        }
    }
    say(format!("{} items{}", HumanCount(found.items), found.remark))?;
    if found.repeated > 0 {
        let repeated = HumanCount(found.repeated);
        say(format!("{repeated} of them occur more than once, which {}", found.allowed))?;
    }
    Ok(())
}
