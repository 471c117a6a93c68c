//! The `wampimuk` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(wampimuk::run(std::env::args_os()))
}
