//! Printing and writing results. `println!` panics when whoever reads has gone; `head` does that all the time.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::Path;

use serde::Serialize;
use wampimuk_audit::{Report, ReportForm};
use wampimuk_dataset::Output;
use wampimuk_eval::today;

use crate::args::Common;
use crate::failure::Failure;
use crate::plain::{painted, plain, readable};
use crate::version::PROGRAM;

/// Says something on standard error, as `eprintln!` does; that one panics where nobody is left to read.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::say::tell_line(&format!($($text)*))
    };
}
pub(crate) use tell;

/// Prints a line to standard error, if anybody reads it.
pub fn tell_line(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", plain(&readable(text)));
}

/// The same of a message with colours of our own; what it quotes is plain already.
pub fn tell_painted(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", painted(&readable(text)));
}

/// Prints a line to standard output.
pub fn say(text: impl Display) -> Result<(), Failure> {
    print(&plain(&text.to_string()))
}

/// The same of a text with colours of our own; what it quotes is plain already.
pub fn say_painted(text: impl Display) -> Result<(), Failure> {
    print(&painted(&text.to_string()))
}

fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = std::io::stdout().lock();
    writeln!(stdout, "{text}").and_then(|()| stdout.flush()).map_err(|error| match error.kind() {
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

/// Makes the folder of a file, if it is not there.
pub fn make_folder_of(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.map_or(Ok(()), |folder| {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io("create", folder, &error))
    })
}

/// Writes a file, which appears whole or not at all; `-` is standard output. Its folder is made if it is not there.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    make_folder_of(path)?;
    let mut output = Output::create(path)?;
    output.append(bytes)?;
    Ok(output.finish()?)
}

/// Makes sure that a report can be written as its name asks for it, before the work.
pub fn check_report(path: Option<&Path>) -> Result<(), Failure> {
    path.map_or(Ok(()), |path| match ReportForm::of(path) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::Input(error.to_string())),
    })
}

/// Writes a report as its name asks for it, and says where it is; into a folder, if the name ends in `/`.
pub fn write_report(path: &Path, mut report: Report, common: &Common) -> Result<(), Failure> {
    report.page.made_on(&today(), PROGRAM, &command_line());
    let files = report.files(path).map_err(|error| Failure::Input(error.to_string()))?;
    for (path, bytes) in &files {
        write(path, bytes)?;
    }
    if !common.quiet && path != Path::new("-") {
        let count = if files.len() > 1 { format!(" ({} files)", files.len()) } else { String::new() };
        tell!("Wrote {}{count}.", path.display());
    }
    Ok(())
}

/// The command line, without what makes no difference to the result.
pub fn command_line() -> String {
    let mut text = "wampimuk".to_owned();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--threads" | "--color" => drop(words.next()),
            "-q" | "--quiet" => {}
            _ if word.starts_with("--threads=") || word.starts_with("--color=") => {}
            _ if word.contains(' ') => text += &format!(" '{word}'"),
            _ => text += &format!(" {word}"),
        }
    }
    text
}
