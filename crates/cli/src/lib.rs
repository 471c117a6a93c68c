//! The `wampimuk` command: arguments in, calls out, progress and messages.
//!
//! It is a library, so that the Python package can carry the same command as the binary, and manuals can be made of it.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod commands;
mod failure;
mod overwrite;
mod plain;
mod progress;
mod say;
mod version;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser};

use crate::args::{Args, Command};
use crate::failure::Failure;

/// Runs the command with these arguments, the first of which is the program's name, and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let args = match Args::try_parse_from(arguments) {
        Ok(args) => args,
        Err(error) => {
            if let Some(hint) = elsewhere(&error) {
                say::tell!("error: {hint}");
                return 2;
            }
            // Nobody is left to tell if this fails.
            let _ = error.print();
            return u8::try_from(error.exit_code()).unwrap_or(2);
        }
    };
    match dispatch(&args) {
        Ok(()) | Err(Failure::BrokenPipe) => 0,
        Err(failure) => {
            say::tell_painted(&failure.message(args.common.colour_stderr()));
            failure.code()
        }
    }
}

/// Commands that only the Python package has, with the extra that they need.
const OF_PYTHON: [(&str, &str); 2] = [("openenv", "openenv"), ("lm-eval-path", "lm-eval")];

/// Where a command is that this program does not have.
fn elsewhere(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let (name, extra) = OF_PYTHON.into_iter().find(|(known, _)| name == known)?;
    Some(format!(
        "`wampimuk {name}` is a command of the Python package, and this is the program without it: pip install \
         \"./crates/python[{extra}]\", and run the `wampimuk` that this installs"
    ))
}

/// The command line as data: every command, option and help text.
pub fn command() -> clap::Command {
    Args::command()
}

/// Does what another command consists of.
#[cfg(feature = "models")]
fn carry_out(line: &[String]) -> Result<(), Failure> {
    let words = std::iter::once("wampimuk").chain(line.iter().map(String::as_str));
    let args = Args::try_parse_from(words).map_err(|error| Failure::Input(error.to_string()))?;
    dispatch(&args)
}

fn dispatch(args: &Args) -> Result<(), Failure> {
    match &args.command {
        Command::Generate(options) => commands::generate::run(options, &args.common),
        Command::Augment(options) => commands::augment::run(options, &args.common),
        Command::Merge(options) => commands::merge::run(options, &args.common),
        Command::Recipes(options) => commands::recipes::run(options, &args.common),
        Command::Pairs(options) => commands::pairs::run(options, &args.common),
        Command::Solve(options) => commands::solve::run(options, &args.common),
        Command::Verify(options) => commands::verify::run(options, &args.common),
        Command::Stats(options) => commands::stats::run(options, &args.common),
        Command::Audit(options) => commands::audit::run(options, &args.common),
        Command::Show(options) => commands::show::run(options, &args.common),
        Command::Open(options) => commands::open::run(options, &args.common),
        #[cfg(feature = "models")]
        Command::Train(options) => commands::train::run(options, &args.common),
        #[cfg(feature = "models")]
        Command::Predict(options) => commands::predict::run(options, &args.common),
        #[cfg(feature = "models")]
        Command::Export(options) => commands::export::run(options, &args.common),
        #[cfg(feature = "models")]
        Command::Reproduce(options) => commands::reproduce::run(options, &args.common),
        Command::Score(options) => commands::score::run(options, &args.common),
        Command::Eval(options) => commands::eval::run(options, &args.common),
        Command::Leaderboard(options) => commands::leaderboard::run(options, &args.common),
        Command::Concur(options) => commands::concur::run(options, &args.common),
        Command::Completions(options) => commands::completions::run(options),
    }
}
