//! The `wampimuk` binary: arguments in, calls out, progress and messages.

#![warn(clippy::print_stdout)]

mod args;
mod commands;
mod failure;
mod families;
mod graphs;
mod progress;
mod recipes;
mod report;
mod say;
mod source;
mod stories;
mod tasks;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Args, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let args = Args::parse();
    let result = match &args.command {
        Command::Generate(options) => commands::generate::run(options, &args.common),
        Command::Recipes(options) => commands::recipes::run(options, &args.common),
        Command::Solve(options) => commands::solve::run(options, &args.common),
        Command::Verify(options) => commands::verify::run(options, &args.common),
        Command::Stats(options) => commands::stats::run(options, &args.common),
        Command::Audit(options) => commands::audit::run(options, &args.common),
        Command::Show(options) => commands::show::run(options, &args.common),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::BrokenPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{}", failure.message(args.common.colour_stderr()));
            failure.code()
        }
    }
}
