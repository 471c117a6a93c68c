//! `wampimuk completions`: what a shell needs to complete commands, options and their values.

use clap::Args;
use clap_complete::{Shell, generate};

use crate::failure::Failure;
use crate::say::say;

const INSTALL: &str = "To install:
  wampimuk completions bash > ~/.local/share/bash-completion/completions/wampimuk
  wampimuk completions zsh > ~/.zfunc/_wampimuk     with `fpath+=~/.zfunc` before `compinit` in ~/.zshrc
  wampimuk completions fish > ~/.config/fish/completions/wampimuk.fish";

/// Options of `completions`.
#[derive(Debug, Args)]
#[command(after_help = INSTALL)]
pub struct Completions {
    /// The shell.
    shell: Shell,
}

/// Prints the script.
pub fn run(options: &Completions) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(options.shell, &mut crate::command(), "wampimuk", &mut script);
    say(String::from_utf8_lossy(&script).trim_end())
}
