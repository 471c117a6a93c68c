//! Riddles through the commands: every format, tampering, pictures, and what the other commands say of them.

mod common;

use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::Value;
use tempfile::tempdir;

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn read(path: &Path) -> Value {
    json(&std::fs::read_to_string(path).expect("a task"))
}

#[test]
fn every_format_is_verified() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "arrow", "arc", "arc-colours"] {
        let line = format!("generate riddle-colours --limit 2 --format {format} --out {format}");
        succeed(folder.path(), &line);
        let report = json(&succeed(folder.path(), &format!("verify {format} --json")));
        assert_eq!((&report["broken"], &report["recipe_known"]), (&0.into(), &true.into()), "{format}");
        assert!(report["items"].as_u64().unwrap() > 2, "{format}: {report}");
    }
    let task = read(&folder.path().join("arc/data/riddle-colours/train/1.json"));
    assert!(task["legend"]["codes"].is_object() && task["train"].as_array().unwrap().len() == 3);
    let plain = read(&folder.path().join("arc-colours/data/riddle-colours/train/1.json"));
    let keys: Vec<&String> = plain.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["train", "test"]);
    assert_eq!(plain["test"][0].as_object().unwrap().len(), 2);
    // A recipe needs no files, and a task no recipe.
    succeed(folder.path(), "verify riddle-colours --limit 2");
    succeed(folder.path(), "verify arc/data/riddle-colours/train/1.json");
    succeed(folder.path(), "verify arc-colours/data/riddle-colours/train/1.json --recipe riddle-colours");
    let other = wampimuk(
        folder.path(),
        "verify arc-colours/data/riddle-colours/train/1.json --recipe riddle-colours --seed 1",
    );
    assert!(other.code == 1 && other.stdout.contains("makes another task"), "{}", other.stdout);
}

#[test]
fn lines_are_tasks_too() {
    let folder = tempdir().unwrap();
    let lines = succeed(folder.path(), "generate riddle --limit 2 --format arc --out - --split dev,test");
    let lines: Vec<Value> = lines.lines().map(json).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[3]["split"], &lines[3]["index"]), (&"test".into(), &1.into()));
    succeed(folder.path(), "generate riddle --limit 2 --format arc --out tasks.jsonl --split dev,test");
    let report = json(&succeed(folder.path(), "verify tasks.jsonl --json"));
    assert_eq!(report["items"], 4);
    succeed(folder.path(), "verify tasks.jsonl --recipe riddle");
}

/// Tasks about shapes or sizes have no form in ten colours. They are left out, counted and mentioned.
#[test]
fn what_colours_cannot_say_is_left_out() {
    let folder = tempdir().unwrap();
    let ran = wampimuk(folder.path(), "generate riddle --limit 3 --format arc-colours --out d --split train");
    assert!(ran.code == 0 && ran.stderr.contains("of 3 tasks were left out"), "{}", ran.stderr);
    let ran = wampimuk(
        folder.path(),
        "generate riddle-colours --limit 3 --format arc-colours --out - --split train",
    );
    assert!(ran.stdout.lines().count() == 3 && !ran.stderr.contains("left out"), "{}", ran.stderr);
}

#[test]
fn smaller_datasets_leave_no_old_tasks_behind() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate riddle --limit 3 --format arc --out d --split test");
    let again = wampimuk(folder.path(), "generate riddle --limit 3 --format arc --out d --split test");
    assert_eq!((again.code, again.stderr.trim()), (0, "d is complete already"));
    assert_eq!(
        wampimuk(folder.path(), "generate riddle --limit 1 --format arc --out d --split test").code,
        2
    );
    std::fs::write(folder.path().join("d/mine.txt"), "notes").unwrap();
    succeed(folder.path(), "generate riddle --limit 1 --format arc --out d --split test --force");
    assert!(
        !folder.path().join("d/data/riddle/test/2.json").exists()
            && folder.path().join("d/mine.txt").exists()
    );
}

#[test]
fn tampering_is_found_with_its_file_and_reason() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate riddle --limit 4 --format arc --out d --split test");
    std::fs::remove_file(folder.path().join("d/manifest.json")).unwrap();
    succeed(folder.path(), "verify d");
    type Damage = fn(&mut Value);
    let damages: [(&str, Damage); 8] = [
        ("the output is not what", |task| {
            let output = task["test"][0]["output"].clone();
            task["test"][0]["output"] = task["train"][0]["output"].clone();
            task["train"][0]["output"] = output;
        }),
        ("it is no task", |task| task["train"] = "gone".into()),
        ("train pair 1: the input is no world", |task| task["train"][1]["input"][0][0] = u64::MAX.into()),
        ("the command cannot be read", |task| task["command"] = "jump over the moon".into()),
        ("the logic should read", |task| task["logic"] = "do nothing".into()),
        ("it needs pairs", |task| task["test"] = Value::Array(Vec::new())),
        ("train pair 0: the input is no world", |task| task["train"][0]["input"] = Value::Array(Vec::new())),
        ("it is no task", |task| *task = Value::Null),
    ];
    let path = folder.path().join("d/data/riddle/test/2.json");
    let good = read(&path);
    for (reason, damage) in damages {
        let mut task = good.clone();
        damage(&mut task);
        std::fs::write(&path, task.to_string()).unwrap();
        let ran = wampimuk(folder.path(), "verify d");
        assert_eq!(ran.code, 1, "{reason}: {}{}", ran.stdout, ran.stderr);
        let line = |line: &str| line.contains("d/data/riddle/test/2.json") && line.contains(reason);
        assert!(ran.stdout.lines().any(line), "{reason}: {}", ran.stdout);
    }
    // Another task of the same recipe, in the wrong place.
    std::fs::copy(folder.path().join("d/data/riddle/test/1.json"), &path).unwrap();
    let ran = wampimuk(folder.path(), "verify d --recipe riddle");
    assert!(ran.code == 1 && ran.stdout.contains("makes another task"), "{}", ran.stdout);
    assert!(ran.stdout.contains("✗ no task occurs twice"), "{}", ran.stdout);
}

#[test]
fn files_that_are_no_tasks_do_no_harm() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate riddle --limit 2 --format arc --out d --split test");
    let path = folder.path().join("d/data/riddle/test/1.json");
    let good = std::fs::read(&path).unwrap();
    let deep = [b"{\"train\":".to_vec(), vec![b'['; 200_000]].concat();
    let long = [b"{\"train\":[".to_vec(), vec![b' '; 5 << 20]].concat();
    for bytes in
        [&good[..good.len() / 2], b"", b"\xff\xfe\x00", b"[]", b"{\"train\":[],\"test\":[]}", &deep, &long]
    {
        std::fs::write(&path, bytes).unwrap();
        let ran = wampimuk(folder.path(), "verify d");
        assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
        assert!(ran.stdout.contains("d/data/riddle/test/1.json"), "{}", ran.stdout);
        let alone = wampimuk(folder.path(), "verify d/data/riddle/test/1.json").code;
        assert!((1..=3).contains(&alone), "{alone}");
        let shown = wampimuk(folder.path(), "show d/data/riddle/test/1.json --as svg --index 1").code;
        assert!((1..=3).contains(&shown), "{shown}");
    }
    std::fs::remove_file(&path).unwrap();
    let ran = wampimuk(folder.path(), "verify d");
    assert!(ran.code == 1 && ran.stdout.contains("✗ files are complete and unchanged"), "{}", ran.stdout);
}

#[test]
fn sheets() {
    let folder = tempdir().unwrap();
    insta::assert_snapshot!("riddle", succeed(folder.path(), "show riddle --split test --index 1"));
    let posed = succeed(folder.path(), "show riddle --index 3 --no-logic");
    let solved = succeed(folder.path(), "show riddle --index 3 --answer");
    assert!(posed.contains("→ ?") && !solved.contains("→ ?"));
    assert_eq!(posed.lines().count() + 1, solved.lines().count());
    for (kind, magic) in [("png", &b"\x89PNG"[..]), ("svg", b"<svg")] {
        succeed(folder.path(), &format!("show riddle --index 3 --count 2 --as {kind} --out sheet.{kind}"));
        let bytes = std::fs::read(folder.path().join(format!("sheet.{kind}"))).unwrap();
        assert!(bytes.starts_with(magic), "{kind}");
    }
    succeed(folder.path(), "generate riddle-colours --limit 2 --format arc-colours --out d --split test");
    let svg = succeed(folder.path(), "show d --index 1 --as svg");
    assert!(svg.starts_with("<svg") && svg.contains("?"));
    assert!(!succeed(folder.path(), "show d --index 1 --as svg --answer").contains(">?<"));
}

#[test]
fn refusals_say_what_to_do_instead() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate riddle --limit 1 --format arc --out d");
    succeed(folder.path(), "generate riddle-colours --limit 1 --format arc-colours --out plain --split test");
    std::fs::create_dir_all(folder.path().join("lone/test")).unwrap();
    let task = "data/riddle-colours/test/0.json";
    std::fs::copy(folder.path().join("plain").join(task), folder.path().join("lone/test/0.json")).unwrap();
    succeed(folder.path(), &format!("verify plain/{task}"));
    let mut said = String::new();
    for line in [
        "generate riddle --format original",
        "generate riddle --out tasks.json",
        "generate gscan --format arc",
        "generate riddle --format arc --out tasks.parquet",
        "generate riddle --json",
        "generate riddle --split tset",
        "generate riddle --set family=ridle",
        "generate riddle --set generate.pairs=0",
        "generate riddle --set generate.grid_size=99",
        "generate riddle --set generate.patterns=[]",
        "generate riddle --set generate.operations.draw.colours=['mauve']",
        "generate riddle --set splits.sizes.tset=3",
        "show riddle --index 999999999",
        "show riddle --index 18446744073709551615",
        "show riddle --as gif",
        "show riddle --graph",
        "show d --as svg",
        "show plain --index 5 --as svg",
        "stats riddle",
        "audit d",
        "solve d/data/riddle/test/0.json",
        "verify lone/test/0.json",
        "verify riddle --split tset",
        "verify d --split tset",
    ] {
        let ran = wampimuk(folder.path(), line);
        assert!(ran.stdout.is_empty(), "{line}: {}", ran.stdout);
        said.push_str(&format!("$ wampimuk {line}\n{}[exit {}]\n\n", ran.stderr, ran.code));
    }
    insta::assert_snapshot!("refusals", said);
}

/// What the playground's studies of people offer, for one: rows of numbers.
#[test]
fn answers_are_scored_cell_by_cell() {
    let folder = tempdir().unwrap();
    let lines = succeed(folder.path(), "generate riddle --limit 3 --format arc --out - --split dev");
    let outputs: Vec<Value> = lines.lines().map(|line| json(line)["test"][0]["output"].clone()).collect();
    let rows = |output: &Value| -> String {
        let row = |row: &Value| {
            let codes: Vec<String> = row.as_array().unwrap().iter().map(Value::to_string).collect();
            codes.join(" ")
        };
        output.as_array().unwrap().iter().map(row).collect::<Vec<_>>().join("\n")
    };
    let header = r#"{"wampimuk":"predictions","format":1,"model":"person","recipe":"riddle","data_seed":0}"#;
    let said = |index: usize, said: &str| {
        serde_json::json!({"split": "dev", "index": index, "prediction": said, "seconds": 3.5}).to_string()
    };
    let wrong = rows(&outputs[1]).replacen(|digit: char| digit.is_ascii_digit(), "99", 1);
    let file =
        [header.to_owned(), said(0, &rows(&outputs[0])), said(1, &wrong), said(2, "no idea")].join("\n");
    std::fs::write(folder.path().join("answers.jsonl"), file).unwrap();
    let report = json(&succeed(folder.path(), "score answers.jsonl --json"));
    let split = &report["runs"][0]["splits"][0];
    assert_eq!((&split["split"], &split["answers"]), (&"dev".into(), &3.into()), "{report}");
    assert_eq!((&split["exact"], &split["unread"]), (&1.into(), &1.into()), "{report}");
    let remarks: Vec<&str> = report["remarks"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let items = split["items"].as_u64().unwrap();
    let missing = format!("{} of {items} items of `dev` have no prediction", items - 3);
    assert!(remarks.len() == 2 && remarks[0].contains(&missing), "{remarks:?}");
    assert!(remarks[1].contains("1 answers of `dev` cannot be read as a grid"), "{remarks:?}");
    let cells = split["cells"].as_f64().unwrap();
    assert!(0.6 < cells && cells < 2.0 / 3.0, "{report}");
    let table = succeed(folder.path(), "score answers.jsonl --report scores.html --quiet");
    assert!(table.contains("person") && table.contains("33.3"), "{table}");
    assert!(
        std::fs::read_to_string(folder.path().join("scores.html")).unwrap().contains("Answers to riddles")
    );
    let refused = wampimuk(folder.path(), "score answers.jsonl --by length");
    assert!(refused.code == 2 && refused.stderr.contains("answers to riddles"), "{}", refused.stderr);
    let none = wampimuk(folder.path(), "score answers.jsonl --split test");
    assert!(none.code == 2 && none.stderr.contains("no predictions for these splits"), "{}", none.stderr);
}
