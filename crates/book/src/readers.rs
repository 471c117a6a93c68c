//! What simple readers score on a recipe's items: its stored floors, or else what `wampimuk audit` says in short.

use std::fmt::Write as _;

use serde_json::Value;

use wampimuk_floors::{MEANING, StoredFloors};

use crate::markdown::{cell, code, number};
use crate::{Result, program};

/// How many items of each split are audited where the first ones are like the others.
const LIMIT: &str = "300";

/// The most items of a recipe that is audited as a whole.
const WHOLE: u64 = 10_000;

/// The most words of stories that are audited on each run of the tests.
pub const MOST_WORDS: i64 = 5_000;

/// What is said of a recipe whose floors are stored.
pub fn floors(stored: &StoredFloors) -> String {
    format!("{MEANING}\n\n{}\n{}\n", stored.to_markdown(|_| true), stored.about())
}

/// What is said of recipes with longer stories.
pub fn too_long() -> String {
    "Not measured: the stories are too long for an audit on each run of the tests. Those of \
     [`long-4k`](long-4k.md) are told in the same way.\n"
        .into()
}

/// What is said of a recipe. In splits of several parts, the first items are of one part.
pub fn section(name: &str, family: &str, items: u64, has_parts: bool) -> Result<String> {
    if family == "riddle" {
        return Ok("Not measured: `audit` does not read riddles.\n".into());
    }
    let arguments = match has_parts {
        false => vec!["audit", name, "--limit", LIMIT, "--floors", "none"],
        true if items <= WHOLE => vec!["audit", name, "--floors", "none"],
        true => {
            return Ok(
                "Not measured: the parts of a split stand one after another, so a few items say little, and \
                       there are too many for an audit of all of them on each run of the tests.\n"
                    .into(),
            );
        }
    };
    let report = program::json(&[&arguments[..], &["--json"]].concat())?;
    let command = code(&format!("{} {}", program::NAME, arguments.join(" ")));
    let (about, table) = match report["shortcuts"].is_array() {
        true => ("How often a simple guess gives the right answer", guesses(&report)),
        false => (
            "How often a reader who leaves words or clauses aside finds the target, in expectation",
            targets(&report),
        ),
    };
    Ok(format!("{about} ({command}, seed 0).\n\n{table}"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Stories: all kinds of questions together, but for those of train.
fn guesses(report: &Value) -> String {
    let mut sums: Vec<(&str, u64, u64)> = Vec::new();
    let is_told = |score: &&Value| !score["task"].is_null() && score["split"] != "train";
    let scores: Vec<&Value> = list(&report["shortcuts"]).filter(is_told).collect();
    for right in scores.iter().flat_map(|score| list(&score["right"])) {
        let count = |key: &str| right[1][key].as_u64().unwrap_or_default();
        let name = right[0].as_str().unwrap_or_default();
        match sums.iter_mut().find(|sum| sum.0 == name) {
            Some(sum) => (sum.1, sum.2) = (sum.1 + count("count"), sum.2 + count("of")),
            None => sums.push((name, count("count"), count("of"))),
        }
    }
    let mut table = "| guess | right | of |\n|---|---:|---:|\n".to_string();
    for (name, count, of) in sums.into_iter().filter(|sum| sum.2 > 0) {
        let share = percent(count as f64 / of as f64);
        let _ = writeln!(table, "| {} | {share} | {} |", name.replace('_', " "), number(of));
    }
    table.push_str(match scores.iter().all(|score| score["learnt_from"] == "train") {
        true => "\nGuesses that have to be learnt are learnt from `train`.\n",
        false => {
            "\nGuesses that have to be learnt are learnt from the very questions, which flatters them.\n"
        }
    });
    table
}

/// Commands: by pattern where they have clauses, else by the words that are read.
fn targets(report: &Value) -> String {
    let patterns: Vec<&Value> = list(&report["all"]["patterns"]).collect();
    if patterns.is_empty() {
        return words(report);
    }
    let mut table = "| reader |".to_string();
    for pattern in &patterns {
        let shape = code(pattern["pattern"].as_str().unwrap_or_default());
        let _ = write!(
            table,
            " {}, {} items |",
            cell(&shape),
            number(pattern["examples"].as_u64().unwrap_or_default())
        );
    }
    let _ = writeln!(table, "\n|---|{}", "---:|".repeat(patterns.len()));
    let mut readers: Vec<&Value> = Vec::new();
    for figure in patterns.iter().flat_map(|pattern| list(&pattern["shortcuts"])) {
        if !readers.contains(&&figure["what"]) {
            readers.push(&figure["what"]);
        }
    }
    for reader in readers {
        let _ = write!(table, "| {} |", reader.as_str().unwrap_or_default());
        for pattern in &patterns {
            let figure = list(&pattern["shortcuts"]).find(|figure| figure["what"] == *reader);
            let _ = write!(
                table,
                " {} |",
                figure.and_then(|figure| figure["value"].as_f64()).map(percent).unwrap_or_default()
            );
        }
        table.push('\n');
    }
    table
}

/// Readers of some of the words of commands without clauses; of commands that have more words than these.
fn words(report: &Value) -> String {
    let mut sums: Vec<(&str, f64, u64)> = Vec::new();
    for chance in list(&report["all"]["chance"]) {
        let of = chance["examples"].as_u64().unwrap_or_default();
        for guess in list(&chance["guesses"]).filter(|guess| guess["uses"] != chance["description"]) {
            let uses = guess["uses"].as_str().unwrap_or_default();
            let right = guess["accuracy"].as_f64().unwrap_or_default() * of as f64;
            match sums.iter_mut().find(|sum| sum.0 == uses) {
                Some(sum) => (sum.1, sum.2) = (sum.1 + right, sum.2 + of),
                None => sums.push((uses, right, of)),
            }
        }
    }
    let mut table =
        "| words that are read | right | of commands with more words |\n|---|---:|---:|\n".to_string();
    for (uses, right, of) in sums.into_iter().filter(|sum| sum.2 > 0) {
        let uses = if uses == "any object" { "none" } else { uses };
        let _ = writeln!(table, "| {uses} | {} | {} |", percent(right / of as f64), number(of));
    }
    table
}
