//! Scripts for shells and the manual, both made from the command line itself.

mod common;

use std::process::Command;

use common::{succeed, wampimuk};
use tempfile::tempdir;

const COMMANDS: [&str; 6] = ["generate", "recipes", "verify", "show", "score", "completions"];

#[test]
fn shells_complete_commands_options_and_values() {
    let folder = tempdir().unwrap();
    for shell in ["bash", "zsh", "fish"] {
        let script = succeed(folder.path(), &format!("completions {shell}"));
        for word in COMMANDS.into_iter().chain(["shard-items", "parquet"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let unknown = wampimuk(folder.path(), "completions tcsh");
    assert!(unknown.code == 2 && unknown.stderr.contains("fish"), "{}", unknown.stderr);
}

/// The script is loaded by a real shell, and asked what comes after `wampimuk ver`.
#[cfg(unix)]
#[test]
fn bash_completes_a_command() {
    let folder = tempdir().unwrap();
    let script = folder.path().join("wampimuk.bash");
    std::fs::write(&script, succeed(folder.path(), "completions bash")).unwrap();
    let ask = "source \"$1\"; COMP_WORDS=(wampimuk ver); COMP_CWORD=1; _wampimuk wampimuk ver wampimuk; \
               echo \"${COMPREPLY[@]}\"";
    let Ok(output) = Command::new("bash").args(["--norc", "-c", ask, "bash"]).arg(&script).output() else {
        eprintln!("skipped: there is no bash");
        return;
    };
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "verify", "{output:?}");
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempdir().unwrap();
    clap_mangen::generate_to(wampimuk::command(), folder.path()).unwrap();
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(page("wampimuk.1").contains("Exit codes: 0 fine, 1 a check failed"));
    for command in COMMANDS {
        assert!(page(&format!("wampimuk-{command}.1")).contains("SYNOPSIS"), "{command}");
    }
}
