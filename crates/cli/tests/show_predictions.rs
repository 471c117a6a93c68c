//! `wampimuk show --predictions`: what models answer, one by one.

mod common;

use std::fmt::Write as _;
use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;

type Failure = Box<dyn std::error::Error>;

const EVIL: &str = "</pre><script>alert(1)</script>";

fn items(folder: &Path, generate: &str) -> Result<Vec<Value>, Failure> {
    let lines = succeed(folder, &format!("generate {generate} --format jsonl --out - --quiet"));
    Ok(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

/// Predictions for four items of gSCAN's test: right, cut, with something that is no action, and a text.
fn predictions(folder: &Path) -> Result<Vec<Value>, Failure> {
    let items = items(folder, "gscan --split test --limit 4")?;
    let mut text = format!(
        "{}\n",
        json!({"wampimuk": "predictions", "format": 1, "model": EVIL, "recipe": "gscan", "data_seed": 0})
    );
    for (number, item) in items.iter().enumerate() {
        let mut actions: Vec<Value> = item["actions"].as_array().cloned().unwrap_or_default();
        match number {
            1 => drop(actions.pop()),
            2 => actions.push(EVIL.into()),
            _ => {}
        }
        let tokens = item["command"].as_array().map_or(0, Vec::len);
        let attention = json!({
            "command": vec![vec![0.5; tokens + 2]; actions.len()],
            "world": vec![vec![0.5; 36]; actions.len()],
        });
        let said = if number == 3 { json!(format!("{EVIL} nothing")) } else { Value::Array(actions) };
        let mut line = json!({"split": "test", "index": number, "prediction": said});
        if number < 2 {
            line["attention"] = attention;
        }
        writeln!(text, "{line}")?;
    }
    std::fs::write(folder.join("run.jsonl"), text)?;
    Ok(items)
}

#[test]
fn wrong_answers_are_printed_beside_right_ones() -> Result<(), Failure> {
    let folder = tempdir()?;
    predictions(folder.path())?;
    let ran = wampimuk(folder.path(), "show --predictions run.jsonl --errors");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stderr.contains("3 of 3 wrong answers are shown; 1 of 4 answers are exactly right."));
    assert!(ran.stdout.starts_with("test[1]: wrong\n"), "{}", ran.stdout);
    assert!(!ran.stdout.contains("test[0]") && ran.stdout.contains("test[2]: not read"));
    assert!(ran.stdout.contains("\ngold  ") && ran.stdout.contains("\npredicted  "));
    assert!(ran.stdout.contains("predicted the end"));
    // The first of those that fit are passed over.
    let later = succeed(folder.path(), "show --predictions run.jsonl --errors --index 1 --count 1");
    assert!(later.starts_with("test[2]") && !later.contains("test[3]"), "{later}");
    Ok(())
}

#[test]
fn nothing_gives_the_answer_away_without_it() -> Result<(), Failure> {
    let folder = tempdir()?;
    let items = predictions(folder.path())?;
    let hidden = succeed(folder.path(), "show --predictions run.jsonl --errors --count 1 --no-answer");
    for word in ["gold", "what is wrong", "first difference", "unique under"] {
        assert!(!hidden.contains(word), "{word}: {hidden}");
    }
    // The verdict is as good as the answer.
    for (line, out) in [
        ("show --predictions run.jsonl --no-answer", None),
        ("show --predictions run.jsonl --no-answer", Some("a.html")),
    ] {
        let ran = wampimuk(folder.path(), &out.map_or(line.to_owned(), |out| format!("{line} --out {out}")));
        let page = out.map_or(Ok(ran.stdout), |out| std::fs::read_to_string(folder.path().join(out)))?;
        for word in ["exactly right", ": wrong", ": right", "not read", "gold", "<th>right"] {
            assert!(!page.contains(word) && !ran.stderr.contains(word), "{word}: {page} {}", ran.stderr);
        }
        assert!(page.contains("test[1]"), "{page}");
    }
    // Nor is the target marked, by a star or by a way that leads to it.
    assert!(!hidden.contains('*') && !hidden.contains('·'), "{hidden}");
    assert!(hidden.contains("predicted"));
    let item = succeed(folder.path(), "show gscan --split test --index 1 --no-answer");
    assert!(!item.contains('*') && !item.contains('·') && !item.contains("walk, "), "{item}");
    assert!(item.contains(items[1]["command"].as_array().and_then(|words| words[0].as_str()).unwrap_or("?")));
    let graph = wampimuk(folder.path(), "show gscan --no-answer --graph");
    assert_eq!(graph.code, 2);
    Ok(())
}

#[test]
fn pages_hold_pictures_and_animations_and_no_one_elses_html() -> Result<(), Failure> {
    let folder = tempdir()?;
    predictions(folder.path())?;
    succeed(folder.path(), "show --predictions run.jsonl --out new/answers.html");
    let page = std::fs::read_to_string(folder.path().join("new/answers.html"))?;
    assert_eq!(page.matches("<article>").count(), 4);
    assert_eq!(page.matches("data:image/gif;base64,R0lGOD").count(), 4);
    assert!(!page.contains("<script") && page.contains("&lt;script&gt;"));
    assert!(page.contains("wampimuk show --predictions run.jsonl"));
    assert!(
        page.contains("not read</th>") && page.contains("wrong</th>"),
        "every answer is counted somewhere"
    );
    // Of the same file, the page is the same.
    succeed(folder.path(), "show --predictions run.jsonl --out new/answers.html --force");
    assert!(std::fs::read_to_string(folder.path().join("new/answers.html"))?.len() > 10_000);
    assert_eq!(wampimuk(folder.path(), "show --predictions run.jsonl --out run.jsonl --as html").code, 2);
    assert_eq!(wampimuk(folder.path(), "show gscan --as html").code, 2);
    Ok(())
}

#[test]
fn animations_of_several_answers_go_into_a_folder() -> Result<(), Failure> {
    let folder = tempdir()?;
    predictions(folder.path())?;
    succeed(folder.path(), "show --predictions run.jsonl --count 2 --as gif --out gifs");
    let mut names: Vec<String> = std::fs::read_dir(folder.path().join("gifs"))?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    names.sort();
    assert_eq!(names, ["test-0.gif", "test-1.gif"]);
    let with = std::fs::read(folder.path().join("gifs/test-1.gif"))?;
    assert!(with.starts_with(b"GIF89a"));
    assert_eq!(wampimuk(folder.path(), "show --predictions run.jsonl --as gif").code, 2);
    // Attention changes what is drawn.
    let plain = std::fs::read_to_string(folder.path().join("run.jsonl"))?
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line)?;
            line.as_object_mut().map(|line| line.remove("attention"));
            Ok(format!("{line}\n"))
        })
        .collect::<Result<String, Failure>>()?;
    std::fs::write(folder.path().join("plain.jsonl"), plain)?;
    succeed(folder.path(), "show --predictions plain.jsonl --index 1 --count 1 --out without.gif");
    assert_ne!(std::fs::read(folder.path().join("without.gif"))?, with);
    Ok(())
}

#[test]
fn lists_of_the_originals_bring_their_items_along() -> Result<(), Failure> {
    let folder = tempdir()?;
    succeed(folder.path(), "generate gscan --split test --limit 2 --format original --out data --quiet");
    let data: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("data/data/gscan/dataset.txt"))?)?;
    let examples =
        data["examples"].as_object().and_then(|splits| splits.values().find(|list| list[0].is_object()));
    let entries: Vec<Value> = examples
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .map(|example| {
            let list = |key: &str| example[key].as_str().unwrap_or_default().split(',').collect::<Vec<_>>();
            json!({
                "input": list("command"), "prediction": ["walk"], "target": list("target_commands"),
                "situation": [example["situation"]],
                "attention_weights_input": [[vec![0.1; list("command").len() + 2]]],
                "attention_weights_situation": [[vec![0.1; 36]]],
            })
        })
        .collect();
    assert_eq!(entries.len(), 2);
    std::fs::write(folder.path().join("test_predict.json"), serde_json::to_string(&entries)?)?;
    let shown = succeed(folder.path(), "show --predictions test_predict.json");
    assert!(shown.contains("test[0]: wrong") && shown.contains("predicted         walk\n"), "{shown}");
    succeed(folder.path(), "show --predictions test_predict.json --out page.html");
    let page = std::fs::read_to_string(folder.path().join("page.html"))?;
    assert_eq!(page.matches("data:image/gif").count(), 2);
    assert!(!page.contains("is not drawn"), "the attention fits");
    Ok(())
}

#[test]
fn stories_and_riddles_are_shown_too() -> Result<(), Failure> {
    let folder = tempdir()?;
    let story =
        json!({"wampimuk": "predictions", "format": 1, "model": "m", "recipe": "mix-t2", "data_seed": 0});
    let said = json!({"split": "test", "index": 0, "prediction": "<b>nowhere</b>"});
    std::fs::write(folder.path().join("story.jsonl"), format!("{story}\n{said}\n"))?;
    let shown = succeed(folder.path(), "show --predictions story.jsonl --errors");
    assert!(shown.contains("predicted      <b>nowhere</b>") && shown.contains("\ngold"), "{shown}");
    let hidden = succeed(folder.path(), "show --predictions story.jsonl --no-answer");
    assert!(!hidden.contains("gold") && !hidden.contains("what is wrong"), "{hidden}");
    succeed(folder.path(), "show --predictions story.jsonl --out story.html");
    let page = std::fs::read_to_string(folder.path().join("story.html"))?;
    assert!(page.contains("<svg") && !page.contains("<b>nowhere"));
    let riddle = json!({"wampimuk": "predictions", "format": 1, "recipe": "riddle", "data_seed": 0});
    let said = json!({"split": "train", "index": 0, "prediction": "0 0\n0 1"});
    std::fs::write(folder.path().join("riddle.jsonl"), format!("{riddle}\n{said}\n"))?;
    let shown = succeed(folder.path(), "show --predictions riddle.jsonl");
    assert!(
        shown.contains("train[0]: wrong") && shown.contains("what is wrong  the grid has 2 rows"),
        "{shown}"
    );
    assert_eq!(wampimuk(folder.path(), "show --predictions riddle.jsonl --as gif --count 1").code, 2);
    succeed(folder.path(), "show --predictions riddle.jsonl --out riddle.svg");
    Ok(())
}
