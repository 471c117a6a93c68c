//! Running `wampimuk`, and what it printed.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::Result;

/// The name of the program, and the first argument that makes this program be it.
pub const NAME: &str = "wampimuk";

/// What `wampimuk` prints for these arguments.
pub fn output(arguments: &[&str]) -> Result<String> {
    let this = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let line = || format!("{NAME} {}", arguments.join(" "));
    let output = Command::new(this)
        .arg(NAME)
        .args(arguments)
        .arg("--quiet")
        .env("NO_COLOR", "1")
        .env_remove("COLUMNS")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start `{}`: {error}", line()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` ended with {}\n{said}", line(), output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("`{}` printed something that is not UTF-8", line()))
}

/// The same, as JSON.
pub fn json(arguments: &[&str]) -> Result<Value> {
    let text = output(arguments)?;
    serde_json::from_str(&text).map_err(|error| format!("`{NAME} {}`: {error}", arguments.join(" ")))
}
