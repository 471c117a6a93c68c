//! What simple readers score, for the gallery.
//!
//! Audits take minutes, so they are not run each time the pages are made: `wampimuk-book measure` runs them and stores the
//! figures in a file of the book, together with the command that gave them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Value, json};

use crate::markdown::{cell, code, number};
use crate::{Result, program};

/// Where the figures are stored, in the book's folder.
const FILE: &str = "gallery/readers.json";

/// How many items of each split are audited.
const LIMIT: &str = "300";

/// The figures of one recipe.
pub struct Readers {
    /// The command that measured them.
    command: String,
    /// Which reader, how often it is right, and of how many items.
    rows: Vec<(String, f64, u64)>,
}

/// The stored figures by recipe.
pub fn read(docs: &Path) -> Result<BTreeMap<String, Readers>> {
    let Ok(text) = std::fs::read_to_string(docs.join(FILE)) else { return Ok(BTreeMap::new()) };
    let stored: Value = serde_json::from_str(&text).map_err(|error| format!("{FILE}: {error}"))?;
    let readers = stored.as_object().into_iter().flatten().map(|(recipe, figures)| {
        let rows = figures["rows"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|row| Some((row[0].as_str()?.to_string(), row[1].as_f64()?, row[2].as_u64()?)));
        let command = figures["command"].as_str().unwrap_or_default().to_string();
        (recipe.clone(), Readers { command, rows: rows.collect() })
    });
    Ok(readers.collect())
}

impl Readers {
    /// As Markdown.
    pub fn table(&self) -> String {
        let mut table =
            format!("{}, seed 0:\n\n| reader | right | of |\n|---|---:|---:|\n", code(&self.command));
        for (reader, share, of) in &self.rows {
            let _ = writeln!(table, "| {} | {:.1} % | {} |", cell(reader), 100.0 * share, number(*of));
        }
        table
    }
}

/// Audits every recipe that can be audited, and stores what simple readers score.
pub fn run(docs: &Path) -> Result<()> {
    let shipped = program::json(&["recipes", "--json"])?;
    let mut stored = serde_json::Map::new();
    for recipe in shipped.as_array().into_iter().flatten().filter_map(|recipe| recipe["name"].as_str()) {
        let arguments = ["audit", recipe, "--limit", LIMIT];
        match program::json(&[&arguments[..], &["--json"]].concat()) {
            Ok(report) => {
                let rows: Vec<Value> =
                    rows(&report).into_iter().map(|(reader, share, of)| json!([reader, share, of])).collect();
                let command = format!("{} {}", program::NAME, arguments.join(" "));
                stored.insert(recipe.to_string(), json!({ "command": command, "rows": rows }));
            }
            // Riddles have no audit.
            Err(error) => println!("{recipe}: {}", error.lines().nth(1).unwrap_or_default()),
        }
    }
    std::fs::write(docs.join(FILE), format!("{:#}\n", Value::Object(stored)))
        .map_err(|error| format!("cannot write {FILE}: {error}"))
}

fn rows(report: &Value) -> Vec<(String, f64, u64)> {
    let list = |value: &'_ Value| value.as_array().cloned().unwrap_or_default();
    let mut sums: Vec<(String, f64, u64)> = Vec::new();
    let mut add = |reader: String, right: f64, of: u64| match sums.iter_mut().find(|sum| sum.0 == reader) {
        Some(sum) => (sum.1, sum.2) = (sum.1 + right, sum.2 + of),
        None => sums.push((reader, right, of)),
    };
    // Stories: every kind of question, as far as guesses are not learnt from the very questions.
    for score in list(&report["shortcuts"]) {
        for right in list(&score["right"]) {
            let share = &right[1];
            if let (Some(name), Some(count), Some(of)) =
                (right[0].as_str(), share["count"].as_f64(), share["of"].as_u64())
                && score["learnt_from"] != score["split"]
                && !score["task"].is_null()
            {
                add(name.to_string(), count, of);
            }
        }
    }
    // Commands: readers of some words, and readers of some clauses.
    for chance in list(&report["all"]["chance"]) {
        let of = chance["examples"].as_u64().unwrap_or_default();
        for guess in list(&chance["guesses"]) {
            if let (Some(uses), Some(accuracy)) = (guess["uses"].as_str(), guess["accuracy"].as_f64())
                && guess["uses"] != chance["description"]
            {
                add(format!("uses {uses}"), accuracy * of as f64, of);
            }
        }
    }
    for pattern in list(&report["all"]["patterns"]) {
        for figure in list(&pattern["shortcuts"]) {
            if let (Some(what), Some(value), Some(of)) =
                (figure["what"].as_str(), figure["value"].as_f64(), figure["of"].as_u64())
            {
                let name = format!("{}: {what}", code(pattern["pattern"].as_str().unwrap_or_default()));
                add(name, value * of as f64, of);
            }
        }
    }
    sums.retain(|sum| sum.2 > 0);
    sums.iter_mut().for_each(|sum| sum.1 /= sum.2 as f64);
    sums
}
