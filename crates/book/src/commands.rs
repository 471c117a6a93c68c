//! The reference of commands, from clap.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command};

use crate::markdown::{cell, code, line, text};
use crate::pages::{MARK, Pages};
use crate::summary::Entry;

/// Adds a page for each command and one that lists them; returns what the table of contents needs.
pub fn pages(pages: &mut Pages) -> Vec<Entry> {
    let mut program = wampimuk::command();
    program.build();
    let commands: Vec<&Command> = shown(&program).collect();
    pages.insert("reference/README.md".into(), index(&program, &commands));
    for command in &commands {
        pages.insert(path(command).into(), page(command));
    }
    commands.iter().map(|command| (code(command.get_name()), path(command))).collect()
}

fn path(command: &Command) -> String {
    format!("reference/{}.md", command.get_name())
}

/// The commands that help shows, without `help` itself.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

fn about(command: &Command) -> String {
    let about = command.get_long_about().or(command.get_about());
    sentence(&about.map(ToString::to_string).unwrap_or_default())
}

fn index(program: &Command, commands: &[&Command]) -> String {
    let mut page = format!("{MARK}# Commands\n\n{}\n\n", text(&about(program)));
    page.push_str("| command | what it does |\n|---|---|\n");
    for command in commands {
        let name = command.get_name();
        let _ = writeln!(page, "| [`{name}`]({name}.md) | {} |", cell(&line(&about(command))));
    }
    page.push_str("\n## Options of every command\n\n");
    let global = |argument: &&Arg| argument.is_global_set() && !argument.is_hide_set();
    program.get_arguments().filter(global).for_each(|argument| describe(&mut page, argument));
    page.push_str("- `-h`, `--help`: Print help.\n");
    examples(&mut page, program);
    page
}

fn page(command: &Command) -> String {
    let mut page = format!("{MARK}# wampimuk {}\n\n", command.get_name());
    body(&mut page, command);
    for inner in shown(command) {
        let _ = write!(page, "\n## wampimuk {} {}\n\n", command.get_name(), inner.get_name());
        body(&mut page, inner);
    }
    page
}

fn body(page: &mut String, command: &Command) {
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let _ = write!(page, "{}\n\n```text\n{usage}\n```\n", text(&about(command)));
    let own = |argument: &&Arg| {
        !argument.is_global_set()
            && !argument.is_hide_set()
            && !matches!(argument.get_id().as_str(), "help" | "version")
    };
    let (positional, options): (Vec<&Arg>, Vec<&Arg>) =
        command.get_arguments().filter(own).partition(|argument| argument.is_positional());
    for (title, arguments) in [("Arguments", positional), ("Options", options)] {
        if !arguments.is_empty() {
            let _ = write!(page, "\n**{title}**\n\n");
            arguments.into_iter().for_each(|argument| describe(page, argument));
        }
    }
    examples(page, command);
}

/// An argument as an entry of a list.
fn describe(page: &mut String, argument: &Arg) {
    let value = argument
        .get_value_names()
        .map(|names| names.iter().map(|name| format!("<{name}>")).collect::<Vec<_>>().join(" "))
        .filter(|_| !matches!(argument.get_action(), ArgAction::SetTrue | ArgAction::Count));
    let mut names = Vec::new();
    names.extend(argument.get_short().map(|short| format!("`-{short}`")));
    names.extend(argument.get_long().map(|long| match &value {
        Some(value) => format!("`--{long} {value}`"),
        None => format!("`--{long}`"),
    }));
    if names.is_empty() {
        names.push(code(&value.unwrap_or_else(|| argument.get_id().to_string())));
    }
    let help = argument.get_long_help().or(argument.get_help());
    let help = help.map(|help| line(&help.to_string())).unwrap_or_default();
    let _ = write!(page, "- {}: {}", names.join(", "), sentence(&help));
    let defaults: Vec<String> =
        argument.get_default_values().iter().map(|value| code(&value.to_string_lossy())).collect();
    let takes_value = argument.get_action().takes_values();
    if takes_value && !defaults.is_empty() {
        let _ = write!(page, " Default: {}.", defaults.join(", "));
    }
    if argument.is_required_set() && !argument.is_positional() {
        page.push_str(" Required.");
    }
    page.push('\n');
    let values = argument.get_possible_values();
    if !takes_value || values.is_empty() || values.iter().any(|value| value.get_name() == "true") {
        return;
    }
    for value in values.iter().filter(|value| !value.is_hide_set()) {
        let help = value.get_help().map(|help| format!(": {}", line(&help.to_string()))).unwrap_or_default();
        let _ = writeln!(page, "  - {}{help}", code(value.get_name()));
    }
}

/// A help text as a sentence: clap leaves out the full stop at the end.
fn sentence(help: &str) -> String {
    if help.is_empty() || help.ends_with(['.', '…', ':', '?']) { help.into() } else { format!("{help}.") }
}

fn examples(page: &mut String, command: &Command) {
    let Some(after) = command.get_after_long_help().or(command.get_after_help()) else { return };
    let after = after.to_string();
    let (examples, rest) = match after.strip_prefix("Examples:\n") {
        Some(after) => after.split_once("\n\n").map_or((after, ""), |(examples, rest)| (examples, rest)),
        None => ("", after.as_str()),
    };
    if !examples.is_empty() {
        let lines: Vec<&str> = examples.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        let _ = write!(page, "\n**Examples**\n\n```text\n{}\n```\n", lines.join("\n"));
    }
    for paragraph in rest.split("\n\n").filter(|paragraph| !paragraph.trim().is_empty()) {
        let _ = write!(page, "\n{}\n", text(paragraph.trim_end()));
    }
}
