//! Trainings from files of stories without a manifest: words are learned from them, splits are in their names.

#![cfg(feature = "models")]

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, succeed, wampimuk};
use serde_json::Value;
use tempfile::tempdir;

const HOW: &str = "--set batch=10 --set every=3 --set dev_items=20 --set tries=1 --updates 6 --set model.width=8 \
                   --set model.memories=4";

fn refused(ran: &Ran, code: i32, parts: &[&str]) {
    assert_eq!(ran.code, code, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

/// Text of the first bAbI task, as published: no manifest, splits by name, `valid` for dev.
fn write(folder: &Path, name: &str, valid: &str) {
    let at = folder.join(name);
    fs::create_dir(&at).expect("a folder");
    for (split, file) in [("train", "qa1_train.txt"), ("dev", valid), ("test", "qa1_test.txt")] {
        let line = format!(
            "generate concat-t2 --split {split} --limit 60 --format babi --out {name}/{file} --quiet"
        );
        succeed(folder, &line);
    }
}

fn predictions(folder: &Path, line: &str) -> Vec<Value> {
    let text = succeed(folder, &format!("predict {line} --out - --quiet"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn models_learn_from_files_and_answer_others() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    write(at, "tasks", "qa1_valid.txt");
    let train = format!("train entnet --data tasks {HOW} --out run");
    let said = succeed(at, &train);
    assert!(said.contains("items of dev right"), "{said}");
    let again = wampimuk(at, &train);
    assert!(again.code == 0 && again.stderr.contains("is finished already"), "{}", again.stderr);

    let all = predictions(at, "run --data tasks");
    let splits = |lines: &[Value]| {
        let mut splits: Vec<_> =
            lines[1..].iter().map(|line| line["split"].as_str().unwrap().to_owned()).collect();
        splits.dedup();
        splits
    };
    assert_eq!(splits(&all), ["test", "dev"]);
    let about = ["model", "recipe", "trained_on"].map(|key| &all[0][key]);
    assert_eq!(about, [&"entnet".into(), &Value::Null, &Value::Null], "files are no recipe");
    // One of the files by itself has fewer words; the model's count.
    let one = predictions(at, "run --data tasks/qa1_test.txt --split test");
    let test: Vec<&Value> = all[1..].iter().filter(|line| line["split"] == "test").collect();
    assert!(!test.is_empty() && one[1..].iter().collect::<Vec<_>>() == test);
    // A name that says no split.
    fs::copy(at.join("tasks/qa1_test.txt"), at.join("tale.txt")).unwrap();
    let tale = predictions(at, "run --data tale.txt");
    assert_eq!((splits(&tale), tale.len()), (vec!["unsorted".to_owned()], one.len()));
    assert!(tale[1..].iter().zip(&one[1..]).all(|(tale, one)| tale["prediction"] == one["prediction"]));

    refused(&wampimuk(at, "predict run"), 2, &["learned from files", "--data"]);
    fs::write(at.join("strange.txt"), "1 Mary teleported to the kitchen.\n2 Where is Mary?\tkitchen\t1\n")
        .unwrap();
    refused(&wampimuk(at, "predict run --data strange.txt --out -"), 2, &["`teleported`", "vocabulary"]);
    let long = "1 Mary Mary Mary Mary Mary Mary Mary went to the kitchen.\n2 Where is Mary?\tkitchen\t1\n";
    fs::write(at.join("long.txt"), long).unwrap();
    refused(&wampimuk(at, "predict run --data long.txt --out -"), 2, &["longest sentence", "room for"]);

    succeed(at, "predict run --data tasks --out said.jsonl");
    refused(&wampimuk(at, "score said.jsonl"), 2, &["said.jsonl", "--data"]);
    refused(&wampimuk(at, "score said.jsonl --data tasks"), 2, &["tasks", "`predict` says"]);
    let parts = ["came from no library", "run/best.safetensors", "already"];
    refused(&wampimuk(at, "export run --out elsewhere"), 2, &parts);
    assert!(!at.join("elsewhere").exists());

    // The weights are of use for other files, in the same words.
    write(at, "others", "qa1_dev.txt");
    succeed(at, &format!("train entnet --data others {HOW} --out more --from run"));
    // Files of rows say their splits themselves.
    succeed(at, "generate concat-t2 --limit 40 --out rows.jsonl --quiet");
    fs::create_dir(at.join("rows")).unwrap();
    fs::rename(at.join("rows.jsonl"), at.join("rows/some.jsonl")).unwrap();
    succeed(at, &format!("train entnet --data rows/some.jsonl {HOW} --out rows-run"));
    succeed(
        at,
        "train bidaf --data rows/some.jsonl --updates 2 --set every=2 --set batch=4 --set dev_items=4 --out bidaf",
    );
}

#[test]
fn files_without_the_splits_are_refused_with_a_hint() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    write(at, "tasks", "tale.txt");
    let train =
        |data: &str, more: &str| wampimuk(at, &format!("train entnet --data {data} {HOW} --out run {more}"));
    refused(
        &train("tasks", ""),
        2,
        &["choose weights on", "test, train, unsorted", "qa1_valid.txt", "--dev"],
    );
    assert_eq!(train("tasks", "--dev test").code, 0);
    refused(&train("tasks/tale.txt", ""), 2, &["learn from", "unsorted", "qa1_train.txt"]);
    fs::create_dir(at.join("empty")).unwrap();
    refused(&train("empty", ""), 2, &["no files of stories", ".jsonl"]);
    fs::write(at.join("empty/qa1_train.txt"), "1 Mary went.\n3 Where is Mary?\tpark\t1\n").unwrap();
    refused(&train("empty", ""), 2, &["qa1_train.txt"]);
    succeed(at, "generate gscan-demo --limit 5 --out grid.jsonl --quiet");
    fs::create_dir(at.join("grids")).unwrap();
    fs::rename(at.join("grid.jsonl"), at.join("grids/items.jsonl")).unwrap();
    refused(&train("grids/items.jsonl", ""), 2, &["items.jsonl", "expected stories"]);
}
