//! Makes the generated pages of the book under `docs`, or says which of them are out of date.
//!
//! What is generated cannot go stale: the reference of commands comes from clap, that of recipe keys from the JSON
//! Schemas, the gallery from what the program itself prints and draws, and the leaderboard from the stored counts. The pages are
//! stored in git, so that they can be read without building anything.
//!
//! The program runs `wampimuk` as a user would, as a process of its own. To need no second binary it starts itself, with
//! `wampimuk` as the first argument.

mod commands;
mod gallery;
mod keys;
mod leaderboard;
mod markdown;
mod pages;
mod program;
mod readers;
mod summary;

use std::path::PathBuf;
use std::process::ExitCode;

/// A failure, as the sentence that is shown. Nobody matches on it.
type Result<T> = std::result::Result<T, String>;

const USAGE: &str = "usage: wampimuk-book write|check [DOCS]

  write  writes the generated pages into the folder DOCS
  check  exits with 1 if a generated page there differs, is missing or is no longer generated

DOCS is the folder `docs` of the repository if it is not given.";

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    if arguments.peek().is_some_and(|first| first == program::NAME) {
        return ExitCode::from(wampimuk::run(arguments));
    }
    let task = arguments.next().unwrap_or_default();
    let docs = arguments
        .next()
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")), PathBuf::from);
    let done = match task.to_str() {
        Some("write") => pages::all().and_then(|pages| pages::write(&docs, &pages)),
        Some("check") => pages::all().and_then(|pages| pages::check(&docs, &pages)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("wampimuk-book: {message}");
            ExitCode::FAILURE
        }
    }
}
