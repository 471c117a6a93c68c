//! T5 and RoBERTa from a folder to scores and back to a folder, and clear words about folders that are not right.

#![cfg(feature = "pretrained")]

mod common;
mod library;

use std::fs;
use std::path::Path;

use common::{Ran, succeed, wampimuk};
use library::tensors;
use serde_json::Value;
use tempfile::tempdir;

/// Stories that are short and told in few words.
const DATA: &str = "concat-t2";
const HOW: &str = "--set batch=8 --set every=20 --set dev_items=16 --set rate=1e-2";

fn rows(folder: &Path) -> String {
    succeed(folder, &format!("generate {DATA} --split train --limit 400 --out - --quiet"))
}

fn refused(ran: &Ran, code: i32, parts: &[&str]) {
    assert_eq!(ran.code, code, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

/// The losses of a training, in order.
fn losses(run: &Path) -> Vec<f64> {
    let log = fs::read_to_string(run.join("log.jsonl")).expect("a file");
    let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    lines.filter_map(|line| line["loss"].as_f64()).collect()
}

/// Trains, predicts and scores; then exports, and finds the same numbers there. Returns the tensors of the export.
fn from_folder_to_folder(folder: &Path, model: &str, updates: u64) -> library::Tensors {
    let train = |run: &str, checkpoint: &str, updates: u64| {
        format!("train {model} --checkpoint {checkpoint} --data {DATA} {HOW} --updates {updates} --out {run}")
    };
    succeed(folder, &train("run", "given", updates));
    let losses = losses(&folder.join("run"));
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    let (first, last) = (mean(&losses[..3]), mean(&losses[losses.len() - 3..]));
    assert!(last < 0.8 * first, "{first} became {last}");

    // What `predict` says about itself is what `score` finds: two opinions on what is right.
    let said = succeed(folder, "predict run --split test --limit 40 --out said.jsonl");
    let scores: Value = serde_json::from_str(&succeed(folder, "score said.jsonl --json")).expect("JSON");
    let all = &scores["models"][0]["splits"][0]["all"];
    let percent = 100.0 * all["mean"].as_f64().expect("a number");
    assert_eq!(all["items"], 40);
    assert!(percent > 0.0 && said.contains(&format!("{percent:.2} % of 40")), "{percent}: {said}");

    succeed(folder, "export run --out back");
    for name in ["config.json", "tokenizer.json"] {
        assert_eq!(
            fs::read(folder.join("given").join(name)).expect("a file"),
            fs::read(folder.join("back").join(name)).expect("a file")
        );
    }
    assert_eq!(fs::read_dir(folder.join("back")).expect("a file").count(), 3);
    let (given, back) =
        (tensors(&folder.join("given/model.safetensors")), tensors(&folder.join("back/model.safetensors")));
    assert_eq!(back, tensors(&folder.join("run/best.safetensors")));
    for (name, (shape, numbers)) in &given {
        assert_eq!(&back[name].0, shape, "{name}");
        assert_ne!(&back[name].1, numbers, "{name} has learned nothing");
    }
    // What was exported says the same, also if it is begun with: one update of nearly nothing.
    let lines = |file: &str| {
        fs::read_to_string(folder.join(file))
            .expect("a file")
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    succeed(folder, "predict run --checkpoint back --split test --limit 40 --out again.jsonl");
    assert_eq!(lines("said.jsonl"), lines("again.jsonl"));
    succeed(folder, &format!("{} --set rate=1e-30", train("more", "back", 1)));
    assert_eq!(tensors(&folder.join("more/best.safetensors")), back);
    succeed(folder, "predict more --split test --limit 40 --out more.jsonl");
    assert_eq!(lines("said.jsonl"), lines("more.jsonl"));

    let again = wampimuk(folder, "export run --out back");
    refused(&again, 2, &["back", "there are files in it already"]);
    let summary: Value =
        serde_json::from_str(&succeed(folder, "export run/last.safetensors --out last --json"))
            .expect("JSON");
    assert_eq!((&summary["model"], &summary["tensors"]), (&model.into(), &back.len().into()));
    back
}

#[test]
fn t5_goes_from_folder_to_folder() {
    let folder = tempdir().unwrap();
    library::t5(&folder.path().join("given"), &rows(folder.path()));
    let back = from_folder_to_folder(folder.path(), "t5", 200);
    assert_eq!(back.len(), tensors(&folder.path().join("given/model.safetensors")).len());
}

#[test]
fn roberta_goes_from_folder_to_folder() {
    let folder = tempdir().unwrap();
    library::roberta(&folder.path().join("given"), &rows(folder.path()));
    let back = from_folder_to_folder(folder.path(), "roberta", 200);
    // It got a layer that points.
    assert_eq!(back["qa_outputs.weight"].0, [2, 16]);
}

/// What is done to a folder.
type Damage = fn(&Path);

#[test]
fn folders_that_are_not_right_are_told() {
    let folder = tempdir().unwrap();
    let rows = rows(folder.path());
    let damage: [(&str, Damage, &[&str]); 10] = [
        (
            "no-config",
            |at| fs::remove_file(at.join("config.json")).unwrap(),
            &["config.json", "a checkpoint has"],
        ),
        (
            "no-words",
            |at| fs::remove_file(at.join("tokenizer.json")).unwrap(),
            &["tokenizer.json", "a checkpoint has"],
        ),
        (
            "no-tensors",
            |at| fs::remove_file(at.join("model.safetensors")).unwrap(),
            &["model.safetensors", "a checkpoint has"],
        ),
        (
            "pickled",
            |at| fs::rename(at.join("model.safetensors"), at.join("pytorch_model.bin")).unwrap(),
            &["pytorch_model.bin", "`save_pretrained`"],
        ),
        ("half", |at| cut(&at.join("model.safetensors"), 2), &["model.safetensors", "damaged"]),
        (
            "beginning",
            |at| fs::write(at.join("model.safetensors"), "half").unwrap(),
            &["model.safetensors", "cut off after 4 bytes"],
        ),
        ("cut-words", |at| cut(&at.join("tokenizer.json"), 2), &["tokenizer.json"]),
        (
            "empty-words",
            |at| replace(&at.join("tokenizer.json"), "vocab", empty),
            &["tokenizer.json", "no vocabulary"],
        ),
        (
            "size",
            |at| replace(&at.join("config.json"), "d_ff", |_| 48.into()),
            &["DenseReluDense.wi.weight", "[48, 16]", "[32, 16]"],
        ),
        (
            "kind",
            |at| replace(&at.join("config.json"), "model_type", |_| "bert".into()),
            &["config.json", "`bert`", "t5"],
        ),
    ];
    let train = |checkpoint: &str| {
        wampimuk(
            folder.path(),
            &format!(
                "train t5 --checkpoint {checkpoint} --data {DATA} {HOW} --updates 1 --out run-{checkpoint}"
            ),
        )
    };
    for (name, damage, parts) in damage {
        let at = folder.path().join(name);
        library::t5(&at, &rows);
        damage(&at);
        refused(&train(name), 2, parts);
    }
    library::roberta(&folder.path().join("roberta"), &rows);
    refused(&train("roberta"), 2, &["`roberta`", "T5 has t5"]);
    refused(&train("nowhere"), 2, &["nowhere/config.json", "a checkpoint has"]);
    let unnamed = wampimuk(folder.path(), &format!("train t5 --data {DATA}"));
    refused(&unnamed, 2, &["--checkpoint DIR"]);
    let other =
        wampimuk(folder.path(), "train entnet --checkpoint roberta --data babi --set tries=1 --updates 1");
    refused(&other, 2, &["checkpoint"]);

    // A training whose folder changed afterwards.
    library::t5(&folder.path().join("given"), &rows);
    assert_eq!(train("given").code, 0);
    let predict = |checkpoint: &str| {
        wampimuk(folder.path(), &format!("predict run-given --checkpoint {checkpoint} --limit 2 --out -"))
    };
    assert_eq!(predict("given").code, 0);
    refused(&predict("size"), 2, &["DenseReluDense.wi.weight", "[48, 16]"]);
    library::t5(&folder.path().join("fewer"), rows.lines().next().unwrap());
    refused(&predict("fewer"), 2, &["tokenizer"]);
    let export = |checkpoint: &str| {
        wampimuk(folder.path(), &format!("export run-given --checkpoint {checkpoint} --out new"))
    };
    refused(&export("size"), 2, &["DenseReluDense.wi.weight"]);
    refused(&export("fewer"), 2, &["tokenizer"]);
    assert!(!folder.path().join("new").exists(), "nothing is written that cannot be used");
}

fn cut(path: &Path, by: usize) {
    let content = fs::read(path).expect("a file");
    fs::write(path, &content[..content.len() / by]).expect("a file");
}

fn empty(_: &Value) -> Value {
    Value::Object(serde_json::Map::new())
}

/// Replaces the value of a key, wherever it is in a file.
fn replace(path: &Path, key: &str, by: fn(&Value) -> Value) {
    fn walk(value: &mut Value, key: &str, by: fn(&Value) -> Value) {
        let Value::Object(map) = value else { return };
        for (name, inner) in map.iter_mut() {
            if name == key { *inner = by(inner) } else { walk(inner, key, by) }
        }
    }
    let mut value: Value = serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON");
    walk(&mut value, key, by);
    fs::write(path, value.to_string()).expect("a file");
}
