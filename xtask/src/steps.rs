//! The steps of `cargo xtask test`, and the run through them.
//!
//! The cheap steps come first, so that a missing space is reported in a second. Output is not captured: what a test
//! prints is as much of interest as its verdict.

use std::fmt;
use std::time::{Duration, Instant};

use crate::process::cargo;
use crate::{Result, wasm};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Fmt,
    Clippy,
    Doc,
    Test,
    Wasm,
}

impl Step {
    /// All of them, in the order in which they run.
    pub(crate) const ALL: [Self; 5] = [Self::Fmt, Self::Clippy, Self::Doc, Self::Test, Self::Wasm];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Test => "test",
            Self::Wasm => "wasm",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    fn run(self) -> Outcome {
        let program = match self {
            Self::Fmt => cargo(["fmt", "--all", "--", "--check"]),
            Self::Clippy => cargo(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]),
            Self::Doc => cargo(["doc", "--workspace", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
            Self::Test => cargo(["test", "--workspace"]),
            Self::Wasm => return wasm::check(),
        };
        program.run().map_or_else(Outcome::Failed, |()| Outcome::Passed)
    }
}

/// How a step ended.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Passed,
    /// It could not be tried on this machine, for this reason. Not a failure, but never silent.
    Skipped(String),
    Failed(String),
}

/// In one line; the rest of a longer reason is part of the error that [`run`] returns.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("ok"),
            Self::Skipped(reason) => write!(f, "SKIPPED: {reason}"),
            Self::Failed(reason) => write!(f, "FAILED: {}", reason.lines().next().unwrap_or_default()),
        }
    }
}

/// Runs these steps up to the first that fails, and sums up.
pub(crate) fn run(steps: &[Step]) -> Result<()> {
    let mut results = Vec::new();
    for &step in steps {
        println!("==> {}", step.name());
        let start = Instant::now();
        let outcome = step.run();
        let duration = start.elapsed();
        println!("==> {}: {outcome} ({:.1} s)", step.name(), duration.as_secs_f64());
        let failed = matches!(outcome, Outcome::Failed(_));
        results.push((step, outcome, duration));
        if failed {
            break;
        }
    }
    println!("\n{}", table(steps, &results));
    match results.last() {
        Some((step, Outcome::Failed(reason), _)) => Err(format!(
            "step `{0}` failed: {reason}\nto repeat it alone: cargo xtask test --only {0}",
            step.name()
        )),
        _ => Ok(()),
    }
}

fn table(steps: &[Step], results: &[(Step, Outcome, Duration)]) -> String {
    let mut lines = vec![format!("{:<8}{:>9}  result", "step", "seconds")];
    for (step, outcome, duration) in results {
        lines.push(format!("{:<8}{:>9.1}  {outcome}", step.name(), duration.as_secs_f64()));
    }
    for step in &steps[results.len()..] {
        lines.push(format!("{:<8}{:>9}  not run", step.name(), "-"));
    }
    let total: Duration = results.iter().map(|(_, _, duration)| *duration).sum();
    lines.push(format!("{:<8}{:>9.1}", "total", total.as_secs_f64()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_tells_what_was_not_run() {
        let results = [
            (Step::Fmt, Outcome::Skipped("no rustfmt".into()), Duration::from_millis(40)),
            (Step::Clippy, Outcome::Failed("a lint\nand its details".into()), Duration::from_secs(12)),
        ];
        let expected = "\
step      seconds  result
fmt           0.0  SKIPPED: no rustfmt
clippy       12.0  FAILED: a lint
doc             -  not run
total        12.0";
        assert_eq!(table(&[Step::Fmt, Step::Clippy, Step::Doc], &results), expected);
    }
}
