//! Running the binary.

use std::path::Path;
use std::process::{Command, Output};

/// What a run printed and how it ended.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `wampimuk` in a folder, with the words of a command line; quotes group words.
pub fn wampimuk(folder: &Path, line: &str) -> Ran {
    let Output { status, stdout, stderr } = Command::new(env!("CARGO_BIN_EXE_wampimuk"))
        .args(words(line))
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .output()
        .expect("the binary runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) }
}

/// Runs it and expects success.
pub fn succeed(folder: &Path, line: &str) -> String {
    let ran = wampimuk(folder, line);
    assert_eq!(ran.code, 0, "wampimuk {line}\n{}{}", ran.stdout, ran.stderr);
    ran.stdout
}

/// Splits a command line as a shell would, as far as our examples need it.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("never empty").push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
