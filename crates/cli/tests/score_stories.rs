//! `wampimuk score` for questions about stories, and `wampimuk concur`.

mod common;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;

type Failure = Box<dyn std::error::Error>;

/// Items of a recipe, as lines of JSON.
fn items(folder: &Path, generate: &str) -> Result<Vec<Value>, Failure> {
    let lines = succeed(folder, &format!("generate {generate} --format jsonl --out - --quiet"));
    Ok(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Writes a file of predictions.
fn write(
    path: &Path,
    header: &Value,
    items: &[Value],
    answer: impl Fn(&Value, usize) -> Value,
) -> Result<(), Failure> {
    let mut text = format!("{header}\n");
    for (number, item) in items.iter().enumerate() {
        let prediction = answer(item, number);
        writeln!(
            text,
            "{}",
            json!({"split": item["split"], "index": item["index"], "prediction": prediction})
        )?;
    }
    Ok(std::fs::write(path, text)?)
}

fn header(recipe: &str, seed: u64) -> Value {
    json!({
        "wampimuk": "predictions", "format": 1, "model": "entnet", "recipe": recipe, "data_seed": 0, "seed": seed,
    })
}

/// Right but for every so many.
fn spoiled(item: &Value, number: usize, every: usize) -> Value {
    if number.is_multiple_of(every) { json!("nowhere") } else { item["answer"].clone() }
}

/// Numbers that went through a text may differ in their last digit.
fn assert_close(values: &Value, expected: [f64; 2]) {
    for (value, expected) in [&values[0], &values[1]].into_iter().zip(expected) {
        let value = value.as_f64().unwrap_or(f64::NAN);
        assert!((value - expected).abs() < 1e-12, "{value} {expected}");
    }
}

/// The parts of an answer, the last one first.
fn backwards(item: &Value) -> Vec<&str> {
    item["answer"].as_str().unwrap_or_default().split(',').rev().collect()
}

#[test]
fn right_answers_are_right_in_any_spelling() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    let items = items(path, "mix-t12 --split dev --limit 1500").expect("items");
    write(&path.join("run.jsonl"), &header("mix-t12", 1), &items, |item, number| match number % 3 {
        0 => json!(item["answer"].as_str().unwrap_or_default().to_uppercase()),
        1 if item["kind"] == "list" => json!(backwards(item)),
        _ => item["answer"].clone(),
    })
    .expect("a file");
    let report: Value = serde_json::from_str(&succeed(path, "score run.jsonl --json --quiet")).expect("JSON");
    assert_eq!(report["recipe"], "mix-t12");
    let all = &report["models"][0]["splits"][0]["all"];
    assert_eq!((&all["items"], &all["mean"], &all["sd"]), (&json!(1500), &json!(1.0), &Value::Null));
}

#[test]
fn scores_agree_with_a_count() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    let items = items(path, "mix-t7 --split dev").expect("items");
    for (seed, every) in [(1, 2), (2, 4)] {
        let file = path.join(format!("run-{seed}.jsonl"));
        write(&file, &header("mix-t7", seed), &items, |item, number| spoiled(item, number, every))
            .expect("a file");
    }
    let line =
        "score run-1.jsonl run-2.jsonl --train diverse-t7 --json --quiet --report r.html --scores c.jsonl";
    let report: Value = serde_json::from_str(&succeed(path, line)).expect("JSON");
    let split = &report["models"][0]["splits"][0];

    // by kind, band and composition, in the words of the paper
    let mut counts: BTreeMap<(String, &str, String), [f64; 3]> = BTreeMap::new();
    for (number, item) in items.iter().enumerate() {
        let band = match item["supporting"].as_array().map_or(0, Vec::len) {
            0..=2 => "≤2",
            3 => "3",
            _ => "≥4",
        };
        let names = item["composition"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let mut names: Vec<&str> = names
            .map(|name| match name {
                "GRAB" | "DROP" => "POSS",
                "IS" => "MOVE",
                other => other,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        let kind = item["kind"].as_str().unwrap_or_default().to_string();
        let cell = counts.entry((kind, band, names.join("+"))).or_default();
        cell[0] += 1.0;
        cell[1] += f64::from(!number.is_multiple_of(2));
        cell[2] += f64::from(!number.is_multiple_of(4));
    }
    let cells = split["cells"].as_array().expect("cells");
    assert_eq!(cells.len(), counts.len());
    for cell in cells {
        let mut names: Vec<&str> =
            cell["composition"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        names.sort_unstable();
        let text = |name: &str| cell[name].as_str().unwrap_or_default();
        let key = counts.keys().find(|(kind, band, composition)| {
            (kind.as_str(), *band, composition.as_str()) == (text("kind"), text("supports"), &names.join("+"))
        });
        let [all, one, two] = counts[key.expect("a cell that was counted")];
        assert_eq!(cell["items"], json!(all as u64));
        assert_close(&cell["runs"], [one / all, two / all]);
        assert!(cell["seen"].is_boolean());
    }
    assert_close(&split["all"]["runs"], [375.0 / 750.0, 562.0 / 750.0]);

    let page = std::fs::read_to_string(path.join("r.html")).expect("a page");
    assert!(page.contains("such questions are in training") && page.contains("where-was-O"));
    let proposed = succeed(path, "recipes propose --scores c.jsonl --recipe mix-t7 --worst 2 --size 20");
    assert!(proposed.contains("[[generate.parts]]"), "{proposed}");
}

#[test]
fn tables_of_a_small_run() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    let items = items(path, "mix-paired --split dev").expect("items");
    let wrong = |item: &Value| {
        item["story"].as_u64().unwrap_or(0).is_multiple_of(if item["kind"] == "yes_no" { 2 } else { 5 })
    };
    write(&path.join("run.jsonl"), &header("mix-paired", 1), &items, |item, _| {
        if wrong(item) { json!("maybe") } else { item["answer"].clone() }
    })
    .expect("a file");
    insta::assert_snapshot!(succeed(path, "score run.jsonl --report heat.svg"));
    assert!(std::fs::read_to_string(path.join("heat.svg")).expect("a picture").starts_with("<svg"));
    let coloured = succeed(path, "score run.jsonl --color always");
    assert!(coloured.contains("\x1b[48;2;"), "shades on a terminal");
}

#[test]
fn what_cannot_be_scored_is_said_with_its_place() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    let head = header("mix-t2", 1);
    let line = |split: &str, index: u64| json!({"split": split, "index": index, "prediction": "park"});
    let files = [
        ("split.jsonl", format!("{head}\n{}\n", line("train", 0))),
        ("index.jsonl", format!("{head}\n{}\n", line("dev", 250))),
        ("twice.jsonl", format!("{head}\n{}\n{}\n", line("dev", 3), line("dev", 3))),
        ("broken.jsonl", format!("{head}\n{}\n{{\"split\":\"dev\"}}\n", line("dev", 3))),
        ("empty.jsonl", format!("{head}\n")),
        ("fine.jsonl", format!("{head}\n{}\n", line("dev", 3))),
        ("list.json", r#"[{"input":["walk"],"prediction":["walk"],"target":["walk"]}]"#.to_string()),
    ];
    for (name, text) in &files {
        std::fs::write(path.join(name), text).expect("a file");
    }
    let cases = [
        ("score split.jsonl", "split.jsonl:2: there is no split `train` (there are dev, test)"),
        ("score index.jsonl", "index.jsonl:2: there is no item 250 of `dev` (it has 250 items)"),
        ("score twice.jsonl", "twice.jsonl:3: item 3 of `dev` has a prediction already"),
        ("score broken.jsonl", "broken.jsonl:3: missing field `index`"),
        ("score empty.jsonl", "empty.jsonl holds no predictions"),
        ("score fine.jsonl --split test", "fine.jsonl holds no predictions for these splits"),
        ("score fine.jsonl --split tset", "tset"),
        ("score fine.jsonl --cap 30", "--cap is about actions"),
        ("score fine.jsonl --train mix-t7", "mix-t7 has no stories to train on"),
        ("score fine.jsonl --train gscan-demo", "gscan-demo has no stories to train on"),
        ("score list.json --data mix-t2", "list.json is a list of commands and actions"),
    ];
    for (line, message) in cases {
        let ran = wampimuk(path, line);
        assert_eq!(ran.code, 2, "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(message), "{line}: {}", ran.stderr);
    }
}

#[test]
fn the_published_models_and_a_users() {
    let folder = tempdir().expect("a folder");
    let path = folder.path();
    insta::assert_snapshot!("concur", succeed(path, "concur"));

    let items = items(path, "mix-t2 --split test").expect("items");
    write(&path.join("run.jsonl"), &header("mix-t2", 1), &items, |item, number| spoiled(item, number, 4))
        .expect("a file");
    let scores = succeed(path, "score run.jsonl --json --quiet");
    std::fs::write(path.join("entnet.json"), scores).expect("a file");
    std::fs::write(path.join("squad.tsv"), "model\tSQuAD\nentnet\t40\n").expect("a file");
    let line = "concur entnet.json squad.tsv --json --report concur.svg";
    let all: Value = serde_json::from_str(&succeed(path, line)).expect("JSON");
    assert_eq!((&all["published"][0]["models"], &all["all"][0]["models"]), (&json!(20), &json!(21)));
    let entry = all["models"]["models"].as_array().and_then(|models| models.last()).expect("a model");
    assert_eq!(entry, &json!({"name": "entnet", "group": "yours", "scores": [40.0, 75.0, null, null]}));
    let picture = std::fs::read_to_string(path.join("concur.svg")).expect("a picture");
    assert!(picture.contains("entnet") && picture.contains("r = 0.92, τ = 0.78"));

    let refused = [
        ("concur squad.tsv --only --with mix-t7", 2, "no model has a score of `mix-t7` (there are SQuAD)"),
        ("concur squad.tsv --with squat", 2, "did you mean `SQuAD`?"),
        ("concur run.jsonl", 2, "failed to read run.jsonl"),
        ("concur missing.tsv", 3, "failed to open missing.tsv"),
    ];
    for (line, code, message) in refused {
        let ran = wampimuk(path, line);
        assert_eq!(ran.code, code, "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(message), "{line}: {}", ran.stderr);
    }
}
