//! Printing results. `println!` panics when whoever reads has gone; `head` does that all the time.

use std::fmt::Display;
use std::io::{ErrorKind, Write};

use crate::failure::Failure;

/// Prints a line to standard output.
pub fn say(text: impl Display) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::System(format!("failed to write to standard output: {error}")),
    })
}
