//! Logs as hosts write them: judged as if `eval` had asked, and never believed.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};
use wampimuk_eval::{Error, Evaluation, Log, Outcome, Scoring, score_logs};
use wampimuk_families::require;
use wampimuk_play::{Settings, Stand};
use wampimuk_prompt::Prompter;

type Outcomes<T> = Result<T, Box<dyn std::error::Error>>;

/// A recipe of each family.
const RECIPES: [&str; 4] = ["gscan-demo", "reascan-simple", "riddle", "mix-t2"];

/// A recipe that is opened in no time.
const QUICK: [&str; 1] = ["gscan-demo"];

/// What is said about an item, and what it comes to.
const WAYS: [(&str, Outcome); 6] = [
    ("right", Outcome::Right),
    ("wrong", Outcome::Wrong),
    ("unreadable", Outcome::Unreadable),
    ("empty", Outcome::Empty),
    ("cut", Outcome::Cut),
    ("refused", Outcome::Refused),
];

/// An item as a host logs it: what our package says about it, and the right answer.
fn item(recipe: &str, index: u64) -> Outcomes<(Value, String)> {
    let dataset = require(recipe, &[])?.dataset(0)?;
    let split = dataset.splits().iter().position(|split| split.name == "test").ok_or("a test split")?;
    let prompt = Prompter::usual(&*dataset)?.prompt(split, index)?;
    let about = json!({
        "source_dataset": format!("wampimuk_{}", dataset.family()),
        "recipe": recipe,
        "seed": 0,
        "split": "test",
        "index": index,
        "id": prompt.id.to_string(),
        "form": prompt.form.name(),
        "task": prompt.view.name(),
        "credit": "strict",
    });
    Ok((about, prompt.answer))
}

/// What a model says, and why it ends.
fn said(way: &str, answer: &str) -> (String, &'static str) {
    match way {
        "right" => (format!("<think>Answer: no</think>Answer:\n{answer}"), "stop"),
        "wrong" if answer.starts_with(|c: char| c.is_ascii_digit()) => (answer.replace(' ', " 1"), "stop"),
        "wrong" => (format!("Answer: {}", if answer == "stay" { "walk" } else { "stay" }), "stop"),
        "unreadable" => (format!("{answer} is what I would say."), "stop"),
        "empty" => ("<think>hm</think>".into(), "stop"),
        "cut" => (format!("Answer:\n{answer}"), "length"),
        _ => ("I must not.".into(), "content_filter"),
    }
}

/// All answers: way by way, recipe by recipe.
fn answers(recipes: &[&str]) -> Outcomes<Vec<(&'static str, Value, String, &'static str)>> {
    let mut all = Vec::new();
    for recipe in recipes {
        for (index, (way, _)) in (0..).zip(WAYS) {
            let (about, answer) = item(recipe, index)?;
            let (text, finish) = said(way, &answer);
            all.push((way, about, text, finish));
        }
    }
    Ok(all)
}

fn inspect_sample(number: usize, about: &Value, text: &str, finish: &str) -> Value {
    let finish = if finish == "length" { "max_tokens" } else { finish };
    // Inspect takes what it knows as thinking out of the text.
    let content = match text.split_once("</think>") {
        Some((thought, rest)) => json!([
            { "type": "reasoning", "reasoning": thought.trim_start_matches("<think>") },
            { "type": "text", "text": rest },
        ]),
        None => json!(text),
    };
    json!({
        "id": number, "epoch": 1, "input": "…", "target": "…", "metadata": about, "total_time": 0.5,
        "output": {
            "model": "m",
            "choices": [{ "message": { "role": "assistant", "content": content }, "stop_reason": finish }],
            "usage": { "input_tokens": 10, "output_tokens": 2, "total_tokens": 12 },
        },
        "scores": { "answer": { "value": { "exact": "C" } } },
    })
}

/// An archive with files that are stored, deflated or packed by Zstandard.
fn archive(files: &[(String, Vec<u8>)], method: u16) -> Outcomes<Vec<u8>> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, contents) in files {
        let packed = match method {
            8 => {
                let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
                encoder.write_all(contents)?;
                encoder.finish()?
            }
            93 => zstd::encode_all(&contents[..], 3)?,
            _ => contents.clone(),
        };
        let start = bytes.len() as u32;
        let mut common = Vec::new();
        for number in [20u16, 0, method, 0, 0] {
            common.extend(number.to_le_bytes());
        }
        for number in [0u32, packed.len() as u32, contents.len() as u32] {
            common.extend(number.to_le_bytes());
        }
        for number in [name.len() as u16, 0] {
            common.extend(number.to_le_bytes());
        }
        bytes.extend([b"PK\x03\x04", &common[..], name.as_bytes(), &packed].concat());
        directory.extend([b"PK\x01\x02", &20u16.to_le_bytes()[..], &common].concat());
        directory.extend([0u8; 10]);
        directory.extend([&start.to_le_bytes()[..], name.as_bytes()].concat());
    }
    let (start, count) = (bytes.len() as u32, files.len() as u16);
    bytes.extend(&directory);
    bytes.extend([b"PK\x05\x06", &[0; 4][..], &count.to_le_bytes(), &count.to_le_bytes()].concat());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    Ok(bytes)
}

fn inspect_archive(recipes: &[&str], method: u16) -> Outcomes<Vec<u8>> {
    let mut files =
        vec![("header.json".to_owned(), br#"{"version":2,"eval":{"model":"openai/m"}}"#.to_vec())];
    for (number, (_, about, text, finish)) in answers(recipes)?.into_iter().enumerate() {
        let sample = inspect_sample(number, &about, &text, finish);
        files.push((format!("samples/test/{number}_epoch_1.json"), serde_json::to_vec(&sample)?));
    }
    files.push(("summaries.json".to_owned(), b"[]".to_vec()));
    archive(&files, method)
}

fn inspect_document(recipes: &[&str]) -> Outcomes<Vec<u8>> {
    let samples: Vec<Value> = answers(recipes)?
        .into_iter()
        .enumerate()
        .map(|(number, (_, about, text, finish))| inspect_sample(number, &about, &text, finish))
        .collect();
    let log = json!({
        "version": 2, "status": "success", "eval": { "task": "wampimuk/gscan", "model": "openai/m" }, "plan": {},
        "results": { "scores": [] }, "samples": samples, "reductions": [],
    });
    Ok(serde_json::to_vec_pretty(&log)?)
}

fn lm_eval_lines(recipes: &[&str]) -> Outcomes<Vec<u8>> {
    let lines = answers(recipes)?.into_iter().enumerate().map(|(number, (_, about, text, _))| {
        let doc = json!({ "question": "…", "answer": "…", "metadata": about.to_string() });
        json!({ "doc_id": number, "doc": doc, "target": "…", "resps": [[text]], "exact": 1.0 }).to_string()
            + "\n"
    });
    Ok(lines.collect::<String>().into_bytes())
}

fn verifiers_line(data: &Value, texts: &[(String, &str)]) -> String {
    let mut nodes = vec![json!({ "message": { "role": "user", "content": "…" } })];
    let mut calls = Vec::new();
    for (text, finish) in texts {
        calls.push(json!({
            "node": nodes.len(), "model": "m", "finish_reason": finish,
            "usage": { "prompt_tokens": 10, "completion_tokens": 2 }, "time": { "start": 1.0, "end": 1.25 },
        }));
        nodes.push(json!({ "message": { "role": "assistant", "content": text } }));
        nodes.push(json!({ "message": { "role": "user", "content": "…" } }));
    }
    let trace =
        json!({ "task": { "type": "T", "data": data }, "nodes": nodes, "calls": calls, "errors": [] });
    json!({ "id": "x", "task": {}, "traces": [trace] }).to_string() + "\n"
}

fn verifiers_lines(recipes: &[&str]) -> Outcomes<Vec<u8>> {
    let mut lines = String::new();
    for (_, about, text, finish) in answers(recipes)? {
        let data = json!({ "id": about["id"], "metadata": about.to_string() });
        lines.push_str(&verifiers_line(&data, &[(text, finish)]));
    }
    Ok(lines.into_bytes())
}

fn written(folder: &Path, name: &str, bytes: &[u8]) -> Outcomes<PathBuf> {
    let path = folder.join(name);
    std::fs::write(&path, bytes)?;
    Ok(path)
}

fn scored(path: &Path) -> Outcomes<Evaluation> {
    let log = Log::recognise(path)?.ok_or("a log")?;
    Ok(score_logs(&[log], &Scoring::default(), &())?)
}

#[test]
fn every_host_comes_to_the_same() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let logs = [
        ("stored.eval", inspect_archive(&RECIPES, 0)?, "Inspect"),
        ("deflated.eval", inspect_archive(&RECIPES, 8)?, "Inspect"),
        ("packed.eval", inspect_archive(&RECIPES, 93)?, "Inspect"),
        ("log.json", inspect_document(&RECIPES)?, "Inspect"),
        ("samples_wampimuk_gscan.jsonl", lm_eval_lines(&RECIPES)?, "lm-evaluation-harness"),
        ("traces.jsonl", verifiers_lines(&RECIPES)?, "verifiers"),
    ];
    for (name, bytes, host) in logs {
        let path = written(folder.path(), name, &bytes)?;
        assert_eq!(Log::recognise(&path)?.ok_or("a log")?.host(), host);
        let evaluation = scored(&path)?;
        assert_eq!(evaluation.summary.runs.len(), RECIPES.len(), "{name}");
        for run in &evaluation.summary.runs {
            let mut expected: BTreeMap<Outcome, u64> = WAYS.map(|(_, outcome)| (outcome, 1)).into();
            if host == "lm-evaluation-harness" {
                // It does not say why an answer ended: one that was cut counts as it stands, and a refusal cannot be told
                // from an answer.
                expected.remove(&Outcome::Cut);
                expected.remove(&Outcome::Refused);
                *expected.entry(Outcome::Right).or_default() += 1;
                *expected.entry(Outcome::Unreadable).or_default() += 1;
            }
            assert_eq!(run.splits[0].outcomes, expected, "{name} {}", run.data);
        }
        let page = evaluation.html();
        assert!(page.contains(name) && page.contains("<svg"), "{name}");
    }
    Ok(())
}

#[test]
fn commands_that_were_carried_out_turn_by_turn_are_carried_out_again() -> Outcomes<()> {
    let dataset = require("gscan-demo", &[])?.dataset(0)?;
    let family = dataset.contents().commands().ok_or("commands")?;
    let stand = Stand::new(family, Settings { moves: Some(1), ..Settings::default() });
    let split = dataset.splits().iter().position(|split| split.name == "test").ok_or("a split")?;
    let mut lines = String::new();
    for index in 0..4u64 {
        let mut items = family.grid_items();
        let item = items.make(split, index)?;
        let about = json!({ "recipe": "gscan-demo", "split": "test", "index": index, "seed": 0, "form": null, "moves": 1 });
        let data = json!({ "id": item.id.to_string(), "about": about.to_string() });
        // The second one forgets to turn, the third one is cut, and the fourth one hesitates.
        let mut turns: Vec<(String, &str)> = Vec::new();
        for action in &item.example.actions {
            turns.push((format!("Answer: {}", action.name()), "stop"));
        }
        match index {
            1 => turns = vec![("Answer: stay".into(), "stop")],
            2 => turns.iter_mut().for_each(|turn| turn.1 = "length"),
            3 => turns.insert(0, ("Let me see.".into(), "stop")),
            _ => {}
        }
        lines.push_str(&verifiers_line(&data, &turns));
        let mut play = stand.begin(item)?;
        turns.iter().for_each(|(text, _)| drop(play.say(text)));
        assert_eq!(play.is_fulfilled(), index != 1);
    }
    let folder = tempfile::tempdir()?;
    let path = written(folder.path(), "traces.jsonl", lines.as_bytes())?;
    let evaluation = scored(&path)?;
    let run = &evaluation.summary.runs[0];
    assert!(run.play.is_some_and(|play| play.moves == Some(1)));
    let expected = [(Outcome::Right, 2), (Outcome::Wrong, 1), (Outcome::Cut, 1)];
    assert_eq!(run.splits[0].outcomes, expected.into_iter().collect());
    Ok(())
}

#[test]
fn the_same_item_again_is_another_answer() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let (about, answer) = item("gscan-demo", 3)?;
    let line = |text: &str| {
        json!({ "doc": { "metadata": about.to_string() }, "resps": [[text], ["Answer: stay"]] }).to_string()
            + "\n"
    };
    let lines = line(&format!("Answer: {answer}")) + &line("Answer: stay");
    let evaluation = scored(&written(folder.path(), "samples_x.jsonl", lines.as_bytes())?)?;
    let split = &evaluation.summary.runs[0].splits[0];
    assert_eq!((split.items, split.accuracy), (1, 0.25));
    let shares: Vec<(u32, f64)> = split.pass.iter().map(|pass| (pass.answers, pass.share)).collect();
    assert_eq!(shares, [(1, 0.25), (2, 0.5), (4, 1.0)]);
    Ok(())
}

#[test]
fn what_is_no_log_is_left_to_others() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    for (name, text) in [
        ("a.jsonl", r#"{"wampimuk":"predictions","format":1,"model":"m"}"#),
        ("b.jsonl", r#"{"split":"test","index":17,"prediction":["walk"]}"#),
        ("c.json", "[1, 2]"),
        ("d.txt", "hello"),
        ("e.json", ""),
        ("f.json", "{"),
    ] {
        assert_eq!(Log::recognise(&written(folder.path(), name, text.as_bytes())?)?, None, "{name}");
    }
    Ok(())
}

#[test]
fn what_a_log_claims_is_checked() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let (about, _) = item("gscan-demo", 3)?;
    let problem = |name: &str, value: Value| -> Outcomes<String> {
        let mut about = about.clone();
        about[name] = value;
        let line =
            json!({ "doc": { "metadata": about.to_string() }, "resps": [["Answer: walk"]] }).to_string();
        let path = written(folder.path(), "samples_x.jsonl", line.as_bytes())?;
        Ok(scored(&path).err().ok_or("an error")?.to_string())
    };
    for (name, value, hint) in [
        ("recipe", json!("/etc/passwd"), "files that logs name are not opened"),
        ("recipe", json!("gscan-dmo"), "--data"),
        ("recipe_text", json!("family = \"gscan\""), "--data"),
        ("split", json!("tst"), "test"),
        ("index", json!(1u64 << 60), "there is no item"),
        ("id", json!("00000000000000000000000000000000"), "is not the one that was asked about"),
        ("seed", json!(1), "is not the one that was asked about"),
        ("form", json!("gird"), "grid"),
        ("task", json!("answer"), "nothing of these items"),
        ("set", json!("[]"), "no object of JSON"),
        ("set", json!("{\"generate.nonsense\": 1}"), "nonsense"),
    ] {
        let text = problem(name, value.clone())?;
        assert!(text.contains(hint), "{name} {value}: {text}");
    }
    Ok(())
}

#[test]
fn damaged_logs_are_errors_and_come_to_an_end() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let whole = [
        ("x.eval", inspect_archive(&QUICK, 93)?),
        ("x.json", inspect_document(&QUICK)?),
        ("samples_x.jsonl", lm_eval_lines(&QUICK)?),
        ("traces.jsonl", verifiers_lines(&QUICK)?),
    ];
    let mut errors = 0;
    for (name, bytes) in whole {
        let step = bytes.len() / 40;
        for at in (0..bytes.len()).step_by(step.max(1)) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            for text in [&bytes[..at], &damaged[..]] {
                let path = written(folder.path(), name, text)?;
                // It is no log any more, a log with an error, or one in which nothing that matters was hit.
                match Log::recognise(&path)? {
                    None => {}
                    Some(log) => errors += u32::from(score_logs(&[log], &Scoring::default(), &()).is_err()),
                }
            }
        }
    }
    assert!(errors > 60, "{errors}");
    Ok(())
}

#[test]
fn archives_promise_no_more_than_they_have() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let header = ("header.json".to_owned(), br#"{"eval":{"model":"m"}}"#.to_vec());
    // A bomb: 100 MB of blanks in a few kilobytes.
    let bomb = archive(&[header.clone(), ("samples/1.json".to_owned(), vec![b' '; 100 << 20])], 93)?;
    assert!(bomb.len() < 100_000);
    let error = scored(&written(folder.path(), "bomb.eval", &bomb)?).err().ok_or("an error")?.to_string();
    assert!(error.contains("more than"), "{error}");
    // An end that claims a directory of gigabytes, and a file beyond the end.
    let fine = archive(&[header], 0)?;
    for (place, value) in [(fine.len() - 10, u32::MAX), (fine.len() - 6, u32::MAX)] {
        let mut wrong = fine.clone();
        wrong[place..place + 4].copy_from_slice(&value.to_le_bytes());
        let error = scored(&written(folder.path(), "wrong.eval", &wrong)?).err().ok_or("an error")?;
        assert!(matches!(error.downcast_ref::<Error>(), Some(Error::Log { .. })), "{error}");
    }
    Ok(())
}
