//! What `stats` and `audit` say of commands with relative clauses.
//!
//! The fixture was made by hand: four commands in grids of four by four, with the fields of ReaSCAN's files.

mod common;

use common::{succeed, wampimuk};
use tempfile::tempdir;

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/clauses.jsonl");

/// A folder with the fixture, so that no path of this machine is printed.
fn folder() -> tempfile::TempDir {
    let folder = tempdir().expect("a folder with the fixture");
    std::fs::copy(FIXTURE, folder.path().join("clauses.jsonl")).expect("a folder with the fixture");
    folder
}

#[test]
fn audit_of_commands_with_clauses() {
    let folder = folder();
    insta::assert_snapshot!(
        "audit_clauses",
        succeed(folder.path(), "audit clauses.jsonl --all --floors none")
    );
    let short = succeed(folder.path(), "audit clauses.jsonl");
    assert!(
        short.starts_with("clauses.jsonl · wampimuk") && short.contains("comparisons with chance"),
        "{short}"
    );
    assert!(short.contains("Floors") && !short.contains("Commands of the form"), "{short}");
    let json = succeed(folder.path(), "audit clauses.jsonl --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let patterns = json["all"]["patterns"].as_array().unwrap();
    assert_eq!(patterns.len(), 2);
    assert_eq!(patterns[1]["pattern"], "$OBJ_0 ^ $OBJ_1 & $OBJ_2");
    assert_eq!(patterns[1]["shortcuts"][0]["what"], "any object");
}

#[test]
fn few_items_give_no_verdict() {
    let folder = folder();
    for name in ["gscan-demo", "babi-1"] {
        let ran = wampimuk(folder.path(), &format!("audit {name} --limit 0"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("`--limit 0` leaves no item"), "{}", ran.stderr);
    }
    let one = succeed(folder.path(), "audit gscan-demo --limit 1");
    assert!(one.contains("Nothing found (0 comparisons") && one.contains("fewer than 20 items"), "{one}");
}

#[test]
fn statistics_of_commands_with_clauses() {
    let folder = folder();
    insta::assert_snapshot!("stats_clauses", succeed(folder.path(), "stats clauses.jsonl"));
    insta::assert_snapshot!("evidence_clauses", succeed(folder.path(), "stats clauses.jsonl --evidence"));
    let all = succeed(folder.path(), "stats clauses.jsonl --all");
    for title in [
        "Actions, in ReaSCAN's bins",
        "Colour words in phrases",
        "Shapes of objects",
        "Headings of the agent",
    ] {
        assert!(all.contains(title), "{title}");
    }
    let json = succeed(folder.path(), "stats clauses.jsonl --json");
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let train = &json["stats"]["splits"][0];
    assert_eq!(train["patterns"]["$OBJ_0 ^ $OBJ_1"], 1);
    assert_eq!(train["relations"]["inside of"], 1);
    assert_eq!(train["action_bins"]["11–20"], 1);
    // Files that do not say what was placed have no such table, and that is no failure.
    let text = std::fs::read_to_string(FIXTURE).unwrap().replace("_distractor\"", "_something\"");
    std::fs::write(folder.path().join("silent.jsonl"), text).unwrap();
    let silent = succeed(folder.path(), "stats silent.jsonl");
    assert!(silent.contains("Relations") && !silent.contains("as recorded"), "{silent}");
}

#[test]
fn pages_show_clauses() {
    let folder = folder();
    let ran = wampimuk(folder.path(), "audit clauses.jsonl --report audit.html");
    assert!(ran.stderr.ends_with("Wrote audit.html.\n"), "{}", ran.stderr);
    succeed(folder.path(), "stats clauses.jsonl --report stats.html");
    let page = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let audit = page("audit.html");
    for text in ["target found by a reader with a handicap", "All findings", "Order bound: ", "file: xxh3 "] {
        assert!(audit.contains(text), "{text}");
    }
    assert!(page("stats.html").contains("distractors placed"));
}

/// What the original's text files and spreadsheets have beside its plots.
#[test]
fn tables_count_two_by_two() {
    let folder = folder();
    succeed(folder.path(), "stats clauses.jsonl --report out/");
    let files = std::fs::read_dir(folder.path().join("out")).unwrap();
    let names: Vec<String> =
        files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned()).collect();
    let table = |what: &str| {
        let name = names.iter().find(|name| name.ends_with(&format!("{what}.csv"))).expect(what);
        std::fs::read_to_string(folder.path().join("out").join(name)).unwrap()
    };
    // Four items: each is counted once in every table.
    for what in [
        "targets-of-each-verb",
        "verbs-with-each-adverb",
        "targets-of-each-referring-phrase",
        "cells-where-the-agent-starts",
        "cells-of-targets",
        "commands-by-verb-referred-target-and-adverb",
        "targets-with-their-cells-column-row",
    ] {
        let table = table(what);
        let mut lines = table.lines();
        let splits = lines.next().unwrap().split(',').filter(|head| !HEADS.contains(head)).count();
        let counts = lines.flat_map(|line| line.rsplit(',').take(splits));
        let sum: u64 = counts.map(|count| count.parse::<u64>().unwrap()).sum();
        assert_eq!(sum, 4, "{what}: {table}");
    }
    assert!(table("cells-of-targets").lines().count() == 17, "four rows of four cells");
}

const HEADS: [&str; 8] =
    ["verb", "target", "adverb", "referred target", "row", "column", "command", "target and cell"];

#[test]
fn flags_that_are_no_flags_are_refused() {
    let folder = folder();
    let text = std::fs::read_to_string(FIXTURE).unwrap();
    let broken = text.replacen("\"has_random_distractor\":true", "\"has_random_distractor\":\"yes\"", 1);
    assert_ne!(text, broken);
    std::fs::write(folder.path().join("broken.jsonl"), broken).unwrap();
    let ran = wampimuk(folder.path(), "stats broken.jsonl");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("has_random_distractor"), "{}", ran.stderr);
}
