//! The step `wasm`: the core crates compile for `wasm32-unknown-unknown` and generate the same values there.
//!
//! What is compared is in the crate `tests/wasm`. Its native program prints one line per case, a Node script prints
//! the same lines from the WebAssembly module, and the two texts must be equal.

pub(crate) mod toolchain;

use std::path::PathBuf;

use crate::Result;
use crate::process::{Program, cargo, root, target_dir};
use crate::steps::{Outcome, TESTED};
use toolchain::{TARGET, Toolchain};

pub(crate) fn check() -> Outcome {
    if Program::new("node").args(["--version"]).answer().is_none() {
        return Outcome::Skipped("Node is not installed".into());
    }
    let compared = Toolchain::find().and_then(|found| match found {
        Ok(toolchain) => compare_machines(toolchain).map(|()| Outcome::Passed),
        Err(reason) => Ok(Outcome::Skipped(reason)),
    });
    compared.unwrap_or_else(Outcome::Failed)
}

fn compare_machines(toolchain: Toolchain) -> Result<()> {
    let here = native_hashes()?;
    let module = build_modules(toolchain)?.join("wampimuk_wasm_check.wasm");
    let there = Program::new("node")
        .args([root().join("tests/wasm/check.mjs"), module])
        .args(cases(&here)?)
        .output()?;
    let count = compare(&here, &there)?;
    println!("{count} hashes are the same here and under WebAssembly ({toolchain})");
    Ok(())
}

/// Built with the settings of the step `test`, whose artefacts it shares.
fn native_hashes() -> Result<String> {
    const PROGRAM: &str = "wampimuk-wasm-native";
    cargo(["build", "--workspace", "--profile", "test", "--features", TESTED, "--bin", PROGRAM]).run()?;
    Program::new(target_dir()?.join("debug").join(PROGRAM)).output()
}

/// Builds the modules of this step and of the playground, and returns their folder. Both are built in one go and with one
/// profile, so that what they share is built once.
pub(crate) fn build_modules(toolchain: Toolchain) -> Result<PathBuf> {
    let target_dir = toolchain.target_dir()?;
    toolchain
        .cargo_build()
        // The second compiler must not rewrite the lock file.
        .args(["--locked", "--profile", "web", "--lib"])
        .args(["--package", "wampimuk-wasm-check", "--package", "wampimuk-web"])
        .env("CARGO_TARGET_DIR", &target_dir)
        .run()?;
    Ok(target_dir.join(TARGET).join("web"))
}

/// The cases behind lines `which seed count hash`, as the script wants them.
fn cases(lines: &str) -> Result<Vec<String>> {
    lines
        .lines()
        .map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [which, seed, count, _] => Ok(format!("{which}:{seed}:{count}")),
            _ => Err(format!("`{line}` is not of the form `which seed count hash`")),
        })
        .collect()
}

/// The number of equal lines, if there are any and all are.
fn compare(here: &str, there: &str) -> Result<usize> {
    let (mine, its): (Vec<_>, Vec<_>) = (here.lines().collect(), there.lines().collect());
    if mine.is_empty() || mine.len() != its.len() {
        return Err(format!("{} hashes here, {} under WebAssembly", mine.len(), its.len()));
    }
    let different: Vec<_> = mine.iter().zip(its).filter(|(mine, its)| *mine != its).collect();
    if different.is_empty() {
        return Ok(mine.len());
    }
    let list: String = different.iter().map(|(mine, its)| format!("\n  {mine}  {its}")).collect();
    let (wrong, all) = (different.len(), mine.len());
    Err(format!(
        "{wrong} of {all} hashes are others under WebAssembly\n(which seed count hash: here, there){list}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_found() {
        assert_eq!(compare("0 0 1 a\n0 0 2 b\n", "0 0 1 a\n0 0 2 b\n"), Ok(2));
        let message = compare("0 0 1 a\n0 0 2 b\n", "0 0 1 a\n0 0 2 c\n").unwrap_err();
        assert!(message.contains("0 0 2 b  0 0 2 c") && !message.contains("0 0 1"), "{message}");
    }

    /// Two empty texts are equal, too.
    #[test]
    fn nothing_is_not_the_same() {
        assert!(compare("", "").is_err());
        assert!(compare("0 0 1 a\n", "").is_err());
    }

    #[test]
    fn cases_are_read_back() {
        assert_eq!(cases("0 7 10 00ff\n"), Ok(vec!["0:7:10".to_owned()]));
        assert!(cases("warning\n").is_err());
    }
}
