//! Tells the program which commit it is of. Only released builds ask, so that a commit builds nothing anew in between;
//! without git, the version is all there is.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = if is_release { commit() } else { None };
    let behind = commit.map_or_else(String::new, |commit| format!(" ({commit})"));
    println!("cargo:rustc-env=WAMPIMUK_COMMIT={behind}");
}

/// The commit, with `-dirty` if files are others.
fn commit() -> Option<String> {
    // A packaged crate that lies in somebody else's repository is not of that one's commit.
    if !Path::new("../../crates/cli/build.rs").exists() {
        return None;
    }
    let commit = git(&["describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"])?;
    let head = git(&["symbolic-ref", "--quiet", "HEAD"]);
    for name in ["HEAD".to_owned()].into_iter().chain(head) {
        let path = git(&["rev-parse", "--git-path", &name])?;
        println!("cargo:rerun-if-changed={path}");
    }
    println!("cargo:rerun-if-changed=..");
    Some(commit)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}
