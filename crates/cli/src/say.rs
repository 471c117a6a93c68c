//! Printing and writing results. `println!` panics when whoever reads has gone; `head` does that all the time.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use wampimuk_audit::Page;
use wampimuk_dataset::Output;
use wampimuk_draw::Picture;

use crate::failure::Failure;

/// Prints a line to standard output.
pub fn say(text: impl Display) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::System(format!("failed to write to standard output: {error}")),
    })
}

/// Prints a result as JSON.
pub fn json(result: &impl Serialize) -> Result<(), Failure> {
    say(serde_json::to_string_pretty(result).map_err(|error| Failure::Input(error.to_string()))?)
}

/// Writes a file, which appears whole or not at all; `-` is standard output.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.append(bytes)?;
    Ok(output.finish()?)
}

/// Writes a page; or a picture, if the file is an SVG.
pub fn write_report(
    path: &Path,
    page: impl FnOnce() -> Page,
    picture: impl FnOnce() -> Picture,
) -> Result<(), Failure> {
    match path.extension() {
        Some(ending) if ending == "svg" => write(path, picture().to_svg().as_bytes()),
        _ => write(path, page().html().as_bytes()),
    }
}
