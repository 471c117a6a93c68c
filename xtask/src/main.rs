//! The project's chores, as a program instead of a folder of shell scripts: `cargo xtask help`.
//!
//! `cargo xtask test` is the definition of "the project is in order". CI runs exactly this command, so a green run
//! here is a green run there. The crate has no dependencies: it is compiled before anything else is tested, in every
//! fresh clone.

mod arguments;
mod debian;
mod docs;
mod faults;
mod fuzz;
mod gpu;
mod http;
mod pack;
mod package;
mod playground;
mod probes;
mod process;
mod python;
mod s3;
mod site;
mod steps;
mod test_programs;
mod wasm;

use std::process::ExitCode;

use arguments::Task;

/// A failure, as the sentence that is shown to the user. Nobody matches on it, so there is no enum.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let task = match arguments::parse(std::env::args().skip(1)) {
        Ok(task) => task,
        Err(message) => {
            eprintln!("xtask: {message}\n\n{}", arguments::HELP);
            return ExitCode::from(2);
        }
    };
    let done = match task {
        Task::Help => {
            println!("{}", arguments::HELP);
            Ok(())
        }
        Task::Test { steps, extent } => steps::run(&steps, extent),
        Task::Docs => docs::build(),
        Task::Pack => pack::run(),
        Task::Gpu(out) => gpu::build(out),
        Task::Playground(out) => playground::build(out),
        Task::Site(options) => site::build(&options),
        Task::Faults(options) => faults::run(&options),
        Task::Probes(options) => probes::run(&options),
        Task::Fuzz(options) => fuzz::run(&options),
        Task::Bench(arguments) => {
            process::cargo(["bench", "--package", "wampimuk-bench", "--"]).args(arguments).run()
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}
