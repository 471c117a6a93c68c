//! Printing and writing results. `println!` panics when whoever reads has gone; `head` does that all the time.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use wampimuk_audit::Page;
use wampimuk_dataset::Output;
use wampimuk_draw::Picture;

use crate::failure::Failure;
use crate::plain::plain;

/// Says something on standard error, as `eprintln!` does; that one panics where nobody is left to read.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::say::tell_line(&format!($($text)*))
    };
}
pub(crate) use tell;

/// Prints a line to standard error, if anybody reads it.
pub fn tell_line(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", plain(text));
}

/// Prints a line to standard output.
pub fn say(text: impl Display) -> Result<(), Failure> {
    let text = text.to_string();
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{}", plain(&text)).and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::BrokenPipe,
        _ => Failure::System(format!("failed to write to standard output: {error}")),
    })
}

/// Prints a result as JSON.
pub fn json(result: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(result).map_err(|error| Failure::Input(error.to_string()))?;
    // Control characters above ASCII may stand in JSON as they are, but not in a terminal.
    let is_raw = |c: char| c.is_control() && c != '\n';
    if !text.contains(is_raw) {
        return say(text);
    }
    let spelled = text.chars().fold(String::new(), |mut spelled, c| {
        if is_raw(c) {
            spelled.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            spelled.push(c);
        }
        spelled
    });
    say(spelled)
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
