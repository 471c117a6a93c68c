//! `wampimuk leaderboard`: models side by side, made of files of predictions.

mod common;

use std::fs;
use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;

type Failure = Box<dyn std::error::Error>;

/// Right answers to all items of a split but every `wrong`th, as a file of predictions; returns how many are right of how many.
fn predictions(folder: &Path, name: &str, header: &Value, wrong: usize) -> Result<(u64, u64), Failure> {
    let recipe = header["recipe"].as_str().unwrap_or_default();
    let lines = succeed(folder, &format!("generate {recipe} --split test --format jsonl --out - --quiet"));
    let (mut text, mut right, mut all) = (format!("{header}\n"), 0, 0);
    for (number, line) in lines.lines().enumerate() {
        let item: Value = serde_json::from_str(line)?;
        let is_right = !number.is_multiple_of(wrong);
        let answer = if item["actions"].is_array() { &item["actions"] } else { &item["answer"] };
        let answer = if is_right { answer.clone() } else { json!("nothing of the kind") };
        let line = json!({"split": "test", "index": item["index"], "prediction": answer});
        text += &format!("{line}\n");
        all += 1;
        right += u64::from(is_right);
    }
    fs::write(folder.join(name), text)?;
    Ok((right, all))
}

fn header(recipe: &str, seed: u64) -> Value {
    json!({
        "wampimuk": "predictions", "format": 1, "model": "mine", "recipe": recipe, "data_seed": 0, "seed": seed,
        "updates": 100, "selected_on": "dev",
    })
}

#[test]
fn predictions_stand_on_the_board() -> Result<(), Failure> {
    let folder = tempdir()?;
    for recipe in ["gscan-demo", "mix-t2"] {
        let counts = [
            predictions(folder.path(), "0.jsonl", &header(recipe, 0), 4)?,
            predictions(folder.path(), "1.jsonl", &header(recipe, 1), 10)?,
        ];
        let line = format!("leaderboard {recipe} --add 0.jsonl --add 1.jsonl --about \"by hand\" --quiet");
        let board: Value = serde_json::from_str(&succeed(folder.path(), &format!("{line} --json")))?;
        let entries = board.as_array().ok_or("entries")?;
        let mine: Vec<&Value> = entries.iter().filter(|entry| entry["model"] == "mine").collect();
        for (entry, (right, all)) in mine.iter().zip(counts) {
            assert_eq!(entry["splits"]["test"], json!({"right": right, "all": all}), "{recipe}");
            assert_eq!(entry["about"], "by hand");
        }
        assert_eq!(mine.len(), 2);
        let table = succeed(folder.path(), &line);
        let mean: f64 = counts.iter().map(|&(right, all)| 50.0 * right as f64 / all as f64).sum();
        assert!(table.contains(&format!("{mean:.2} ±")), "{recipe}, {mean}: {table}");

        // What is saved is a board, and the same training takes its own place.
        succeed(folder.path(), &format!("{line} --save board.jsonl --force"));
        let again = succeed(folder.path(), &format!("{line} --board board.jsonl --json"));
        assert_eq!(serde_json::from_str::<Value>(&again)?, board);

        succeed(folder.path(), &format!("{line} --report {recipe}/"));
        let page = fs::read_to_string(folder.path().join(recipe).join("index.html"))
            .or_else(|_| fs::read_to_string(folder.path().join(recipe).join("report.html")))?;
        assert!(page.contains("mine") && page.contains("by hand"));
    }
    Ok(())
}

#[test]
fn what_cannot_be_compared_is_refused() -> Result<(), Failure> {
    let folder = tempdir()?;
    predictions(folder.path(), "all.jsonl", &header("gscan-demo", 0), 4)?;
    let all = fs::read_to_string(folder.path().join("all.jsonl"))?;
    let lines: Vec<&str> = all.lines().collect();
    fs::write(folder.path().join("some.jsonl"), lines[..lines.len() - 1].join("\n"))?;
    let nameless = all.replacen(",\"selected_on\":\"dev\"", "", 1);
    assert_ne!(nameless, all);
    fs::write(folder.path().join("nameless.jsonl"), nameless)?;
    fs::write(folder.path().join("board.jsonl"), "{\"model\": 3}\n")?;
    for (line, text) in [
        ("--add some.jsonl", "and scores are comparable on all of them only"),
        ("--add nameless.jsonl", "--selected-on"),
        ("--add nameless.jsonl --selected-on test", "chosen on `test`, which is for testing"),
        ("--board board.jsonl", "board.jsonl: line 1: "),
        ("gscam", "the board has nothing of `gscam`"),
        ("--model mine", "--add"),
        ("--add all.jsonl --save all.jsonl", "all.jsonl"),
    ] {
        let ran = wampimuk(folder.path(), &format!("leaderboard {line} --quiet"));
        assert_eq!(ran.code, 2, "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains(text), "{line}: {}", ran.stderr);
    }
    assert_eq!(wampimuk(folder.path(), "leaderboard --add nowhere.jsonl").code, 3);
    for split in ["dev", "nothing"] {
        succeed(folder.path(), &format!("leaderboard --add nameless.jsonl --selected-on {split} --quiet"));
    }
    assert_eq!(fs::read_to_string(folder.path().join("all.jsonl"))?, all, "inputs stay");
    Ok(())
}
