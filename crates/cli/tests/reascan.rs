//! ReaSCAN through the commands: every format, tampering, pictures and graphs.

mod common;

use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::Value;
use tempfile::tempdir;

const RECIPE: &str = "reascan-2rc";

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn items(folder: &Path) -> Vec<Value> {
    let lines = succeed(folder, &format!("generate {RECIPE} --split test --limit 40 --out - --quiet"));
    lines.lines().map(json).collect()
}

#[test]
fn every_format_is_verified_and_solved() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "arrow", "original", "original-jsonl"] {
        succeed(folder.path(), &format!("generate {RECIPE} --limit 40 --format {format} --out {format}"));
        succeed(folder.path(), &format!("verify {format}"));
        let report = json(&succeed(folder.path(), &format!("solve {format} --compare --json")));
        assert_eq!((&report["items"], &report["same_actions"]), (&120.into(), &120.into()), "{format}");
    }
    let original = folder.path().join(format!("original/data/{RECIPE}/data-compositional-splits.txt"));
    let original = json(&std::fs::read_to_string(original).unwrap());
    assert_eq!(original["type_grammar"], "ReaSCAN-Grammer");
    let example = &original["examples"]["test"][0];
    assert_eq!(example["situation"]["placed_objects"]["0"], example["situation"]["target_object"]);
    assert_eq!(example["relation_distractor_metadata"].as_array().unwrap().len(), 2);
}

#[test]
fn every_recipe_keeps_its_promises() {
    let folder = tempdir().unwrap();
    for recipe in wampimuk_reascan::SHIPPED {
        succeed(folder.path(), &format!("generate {0} --limit 60 --out {0}", recipe.name));
        succeed(folder.path(), &format!("verify {}", recipe.name));
    }
}

#[test]
fn threads_and_limits_do_not_matter() {
    let folder = tempdir().unwrap();
    let generate = |options: &str| succeed(folder.path(), &format!("generate {RECIPE} --out - {options}"));
    let one = generate("--limit 33000 --split train --threads 1");
    assert!(generate("--limit 33000 --split train --threads 3") == one);
    assert!(one.starts_with(&generate("--limit 50 --split train")));
}

/// The grid as numbers: as many objects as there are, and one agent.
#[test]
fn tensors_hold_the_world() {
    let folder = tempdir().unwrap();
    let line = format!("generate {RECIPE} --split test --limit 5 --format tensor-jsonl --out -");
    let lines = succeed(folder.path(), &line);
    for (line, item) in lines.lines().map(json).zip(items(folder.path())) {
        assert_eq!((&line["input"], &line["target"]), (&item["command"], &item["actions"]));
        let mut sums = [0; 17];
        for cell in line["situation"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()) {
            for (sum, number) in sums.iter_mut().zip(cell.as_array().unwrap()) {
                *sum += number.as_u64().unwrap();
            }
        }
        let objects = item["objects"].as_array().unwrap().len() as u64;
        assert_eq!(sums[..4].iter().sum::<u64>(), objects);
        assert_eq!((sums[12], sums[13..].iter().sum::<u64>()), (1, 1));
    }
}

#[track_caller]
fn breaks(folder: &Path, items: &[Value], promise: &str, reason: &str) {
    let text: String = items.iter().map(|item| format!("{item}\n")).collect();
    std::fs::write(folder.join("items.jsonl"), text).expect("a temporary file");
    let ran = wampimuk(folder, &format!("verify items.jsonl --recipe {RECIPE}"));
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(&format!("✗ {promise}")), "{}", ran.stdout);
    assert!(ran.stdout.contains(reason), "{}", ran.stdout);
}

#[test]
fn false_claims_are_found() {
    let folder = tempdir().unwrap();
    let good = items(folder.path());
    let claims = "recorded fields agree with the item";
    let mut changed = good.clone();
    changed[3]["phrases"][1]["needs_clause"] =
        (!good[3]["phrases"][1]["needs_clause"].as_bool().unwrap()).into();
    breaks(folder.path(), &changed, claims, "`phrases`");
    let mut changed = good.clone();
    changed[4]["variants"] = Value::Array(Vec::new());
    breaks(folder.path(), &changed, claims, "`variants`");
    let mut changed = good.clone();
    changed[5]["pattern"] = "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2".into();
    breaks(folder.path(), &changed, claims, "`pattern`");
    let mut changed = good.clone();
    let target = good[6]["target"].as_u64().unwrap() as usize;
    let distractor =
        good[6]["objects"].as_array().unwrap().iter().position(|object| object["group"] != 0).unwrap();
    changed[6]["objects"][distractor]["group"] = 0.into();
    changed[6]["objects"][distractor]["phrase"] = changed[6]["objects"][target]["phrase"].clone();
    breaks(folder.path(), &changed, claims, "one object");
    let mut changed = good;
    changed[7]["groups"][1]["strategy"] = "command".into();
    breaks(folder.path(), &changed, claims, "`groups`");
}

/// Without its distractors an item does not need its clauses, as its split promises.
#[test]
fn broken_promises_are_found() {
    let folder = tempdir().unwrap();
    let mut items = items(folder.path());
    let item = &mut items[2];
    let target = item["target"].as_u64().unwrap() as usize;
    let objects = item["objects"].as_array().unwrap().clone();
    let own: Vec<Value> = objects.iter().filter(|object| object["group"] == 0).cloned().collect();
    item["target"] = own.iter().position(|object| *object == objects[target]).unwrap().into();
    item["objects"] = own.into();
    breaks(folder.path(), &items, "every split keeps its promise", "items.jsonl:3");
}

#[test]
fn graphs_are_data_and_pictures() {
    let folder = tempdir().unwrap();
    let shown = json(&succeed(folder.path(), &format!("show {RECIPE} --split test --index 2 --graph")));
    let line = succeed(folder.path(), &format!("solve {RECIPE} --split test --limit 3 --graph"));
    let solved = json(line.lines().nth(2).unwrap());
    assert_eq!(shown["graph"]["command"], solved["graph"]["command"]);
    assert_eq!(shown["graph"]["world"], solved["graph"]["world"]);
    let item = &items(folder.path())[2];
    let graph = &shown["graph"];
    assert_eq!(graph["command"]["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(graph["world"]["nodes"].as_array().unwrap().len(), item["objects"].as_array().unwrap().len());
    assert_eq!(graph["players"][0], item["target"]);
    // The relations of the command hold between those who play its phrases.
    for edge in graph["command"]["edges"].as_array().unwrap() {
        let player = |end: &str| &graph["players"][edge[end].as_u64().unwrap() as usize];
        let found = graph["world"]["edges"]
            .as_array()
            .unwrap()
            .iter()
            .find(|other| &other["from"] == player("from") && &other["to"] == player("to"));
        let relations = found.unwrap()["relations"].as_array().unwrap();
        assert!(relations.contains(&edge["relations"][0]), "{graph}");
    }
    for (kind, magic) in [("png", &b"\x89PNG"[..]), ("svg", b"<svg")] {
        for count in [1, 2] {
            let line =
                format!("show {RECIPE} --count {count} --graph --as {kind} --out graph-{count}.{kind}");
            succeed(folder.path(), &line);
            let bytes = std::fs::read(folder.path().join(format!("graph-{count}.{kind}"))).unwrap();
            assert!(bytes.starts_with(magic), "{kind}");
        }
    }
    assert_eq!(wampimuk(folder.path(), &format!("show {RECIPE} --graph --as gif --out graph.gif")).code, 2);
}

/// Parts and relations are shown as the item says; where a file does not say, as they can be.
#[test]
fn parts_and_relations_are_shown() {
    let folder = tempdir().unwrap();
    let shown = succeed(folder.path(), &format!("show {RECIPE} --split test --index 2"));
    assert!(shown.contains("* target  m mentioned  r relation distractor"), "{shown}");
    succeed(folder.path(), &format!("generate {RECIPE} --split test --limit 3 --format original --out d"));
    let derived = succeed(folder.path(), "show d --split test --index 2");
    assert!(derived.contains("* target  m mentioned\n"), "{derived}");
    let relations = |text: &str| text.lines().filter(|line| line.contains(" – ")).count();
    assert_eq!((relations(&shown), relations(&derived)), (2, 2), "{shown}{derived}");
}

/// A dry run says what a recipe has commands for, and what it would take.
#[test]
fn dry_runs() {
    let folder = tempdir().unwrap();
    let plan = json(&succeed(folder.path(), "generate reascan --limit 500 --dry-run --json"));
    let splits = plan["splits"].as_array().unwrap();
    let items: u64 = splits.iter().map(|split| split["items"].as_u64().unwrap()).sum();
    assert_eq!((&plan["items"], &plan["family"]), (&items.into(), &"reascan".into()));
    assert!(plan["commands"].as_array().unwrap().iter().any(|row| row["holdout"].is_string()));
    for row in plan["acceptance"].as_array().unwrap() {
        assert!(row["attempts"].as_u64().unwrap() >= row["worlds"].as_u64().unwrap(), "{row}");
    }
    assert!(plan["impossible"].is_array());
    let text = succeed(folder.path(), "generate reascan --limit 500 --dry-run");
    for part in ["total", "Estimate from", "Commands that splits draw from", "Attempts to make a world"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none(), "a dry run writes nothing");
}

/// The estimate is not far off: it is made of the same bytes.
#[test]
fn estimates_of_bytes() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "original-jsonl", "original", "tensor-jsonl"] {
        let options = format!("generate {RECIPE} --split test --format {format}");
        let plan = json(&succeed(folder.path(), &format!("{options} --dry-run --json")));
        succeed(folder.path(), &format!("{options} --out {format}"));
        let data = folder.path().join(format!("{format}/data/{RECIPE}"));
        let files = std::fs::read_dir(data).unwrap().map(Result::unwrap);
        let bytes: u64 = files.map(|file| file.metadata().unwrap().len()).sum();
        let ratio = plan["estimate"]["bytes"].as_f64().unwrap() / bytes as f64;
        assert!((0.5..2.0).contains(&ratio), "{format}: {ratio}");
    }
}

/// Commands without worlds are listed, all of them in JSON.
#[test]
fn impossible_commands_are_named() {
    let folder = tempdir().unwrap();
    // Too few objects to make every clause necessary.
    let few = "generate.worlds.constructed={objects=3,max_objects=6}";
    let generate = format!("generate {RECIPE} --set {few} --set splits.sizes={{}} --limit 9 --dry-run");
    let text = succeed(folder.path(), &generate);
    let impossible = json(&succeed(folder.path(), &format!("{generate} --json")))["impossible"].clone();
    let impossible = impossible.as_array().unwrap();
    assert!(impossible.len() > 10 && impossible.iter().all(|row| row["reason"] != ""));
    assert!(text.contains(" commands have no world"), "{text}");
    assert!(text.contains(&format!("and {} more", impossible.len() - 10)), "{text}");
}
