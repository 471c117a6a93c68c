//! `wampimuk eval`, the binary: a server of the tests, and kills.

mod common;
#[path = "../../eval/tests/server/mod.rs"]
mod server;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{succeed, wampimuk, words};
use server::{Deed, Server};

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn start(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wampimuk"));
    command.args(words(line)).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// After 20 kills nothing has been asked twice but what was on its way.
#[cfg(unix)]
#[test]
fn twenty_kills_and_nothing_is_asked_twice() -> Outcome {
    const KILLS: usize = 20;
    const CONCURRENCY: usize = 8;
    let server = Server::start(|_| Deed::Late(Duration::from_millis(15), "Answer: walk".into()));
    let folder = tempfile::tempdir()?;
    let line = format!(
        "eval --endpoint {} --model m --data gscan --split test,visual_test --limit 300 --concurrency {CONCURRENCY} \
         --out study -q",
        server.endpoint
    );
    let (mut kills, mut lost) = (0, 0);
    while kills < KILLS {
        let before = server.requests();
        let mut child = start(folder.path(), &line).spawn()?;
        // Not before it has begun to ask, and each time a little later.
        while server.requests() < before + 12 + kills / 2 {
            assert!(child.try_wait()?.is_none(), "it ended after {kills} kills");
            std::thread::sleep(Duration::from_millis(3));
        }
        child.kill()?;
        child.wait()?;
        kills += 1;
        let journal = std::fs::read(folder.path().join("study/journal.jsonl"))?;
        lost = server.requests() - journal.iter().filter(|&&byte| byte == b'\n').count();
        assert!(lost <= kills * CONCURRENCY, "{lost} lost in {kills} kills");
    }
    succeed(folder.path(), &line);
    let (asked, different) = (server.requests(), server.log.lock().expect("a log").asked.len());
    assert!(different <= 600 && different > 590, "the same text may occur twice: {different}");
    assert!(
        asked <= different + KILLS * CONCURRENCY,
        "{asked} requests for {different} questions, {lost} lost"
    );
    let summary: serde_json::Value =
        serde_json::from_str(&succeed(folder.path(), &format!("{line} --json")))?;
    assert_eq!(server.requests(), asked, "all was known");
    for split in summary["runs"][0]["splits"].as_array().ok_or("splits")? {
        assert_eq!(split["items"], 300);
    }
    Ok(())
}

#[test]
fn a_plan_sends_nothing_and_a_study_says_how_to_go_on() -> Outcome {
    let server = Server::start(|_| Deed::Say("Answer: walk".into(), "stop"));
    let folder = tempfile::tempdir()?;
    let base =
        format!("eval --endpoint {} --model m --data gscan-demo --limit 10 --out study", server.endpoint);
    let ran = wampimuk(folder.path(), &format!("{base} --dry-run --price-in 1 --price-out 2"));
    assert_eq!((ran.code, server.requests()), (0, 0), "{}", ran.stderr);
    for part in ["40 requests", "at a cost of at most 0.3", "at most 163840 tokens", "visual_test", "52.7"] {
        assert!(ran.stdout.contains(part), "{part}: {}", ran.stdout);
    }
    assert!(!folder.path().join("study").exists(), "a plan writes nothing");
    let ran = wampimuk(folder.path(), &format!("{base} --budget-requests 15"));
    assert_eq!((ran.code, server.requests()), (0, 15), "{}", ran.stderr);
    assert!(ran.stderr.contains("The same command with a bigger budget goes on"), "{}", ran.stderr);
    let ran = wampimuk(folder.path(), &format!("{base} --dry-run"));
    assert!(ran.stdout.contains("15 of them answered already; 25 to send"), "{}", ran.stdout);
    let ran = wampimuk(folder.path(), &base);
    assert_eq!((ran.code, server.requests()), (0, 40), "{}", ran.stderr);
    for file in
        ["answers.parquet", "summary.json", "report.html", ".eval_results/m-gscan-demo-coordinates.yaml"]
    {
        assert!(folder.path().join("study").join(file).exists(), "{file}");
    }
    let scored = wampimuk(folder.path(), "score study/predictions/m-gscan-demo-coordinates.jsonl --json");
    let scored: serde_json::Value = serde_json::from_str(&scored.stdout)?;
    let summary: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path().join("study/summary.json"))?)?;
    for (one, two) in summary["runs"][0]["splits"]
        .as_array()
        .ok_or("splits")?
        .iter()
        .zip(scored["models"][0]["splits"].as_array().ok_or("splits")?)
    {
        assert_eq!(one["split"], two["split"]);
        assert_eq!(one["accuracy"], two["exact"]["mean"], "{one}");
        assert_eq!(one["interval"], two["exact"]["interval"], "{one}");
        // Added up in another order.
        let [one, two] = [one, two].map(|split| split["chance"].as_f64().expect("a number"));
        assert!((one - two).abs() < 1e-12, "{one}, {two}");
    }
    Ok(())
}

#[test]
fn mistakes_are_told_before_anything_is_sent() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, code, hint) in [
        ("eval --model m --data gscan-demo", 2, "--endpoint"),
        ("eval --endpoint 127.0.0.1:8000 --model m --data gscan-demo", 2, "http://127.0.0.1:8000/v1"),
        ("eval --endpoint http://x --model m --data gscan-dmo", 2, "gscan-dmo"),
        ("eval --endpoint http://x --model m --data gscan-demo --split tst", 2, "test"),
        ("eval --endpoint http://x --model m --data gscan-demo --form gird", 2, "grid"),
        ("eval --endpoint http://x --model m --data gscan-demo --budget-money 3", 2, "--price-in"),
        ("eval --endpoint http://x --model m --data gscan-demo --param n=3", 2, "leave it out"),
        (
            "eval --endpoint http://x --model m --data gscan-demo --budget-tokens 9 --max-tokens 0",
            2,
            "--max-tokens",
        ),
        ("eval --endpoint http://x --model m --model m --data gscan-demo", 2, "named twice"),
        ("eval --endpoint http://x --study a.toml", 2, "cannot be used with"),
        ("eval --study a.toml", 3, "a.toml"),
        (
            "eval --endpoint http://127.0.0.1:9 --model m --data gscan-demo --limit 30 --retries 0",
            3,
            "goes on",
        ),
    ] {
        let ran = wampimuk(folder.path(), line);
        assert_eq!(ran.code, code, "{line}: {}", ran.stderr);
        assert!(ran.stderr.contains(hint), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_model_that_is_not_there_is_told_and_the_others_have_a_page() -> Outcome {
    let server = Server::start(|asked| match asked.body["model"].as_str() {
        Some("gone") => Deed::Status(404, "", r#"{"error":{"message":"there is no such model"}}"#),
        _ => Deed::Say("Answer: walk".into(), "stop"),
    });
    let folder = tempfile::tempdir()?;
    let line = format!(
        "eval --endpoint {} --model gone --model m --data gscan-demo --split test --limit 5 --floors 0 --out study",
        server.endpoint
    );
    let ran = wampimuk(folder.path(), &line);
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("gone was given up") && ran.stderr.contains("there is no such model"),
        "{}",
        ran.stderr
    );
    let page = std::fs::read_to_string(folder.path().join("study/report.html"))?;
    assert!(page.contains("gone was given up") && page.contains("there is no such model"));
    Ok(())
}

#[test]
fn options_beside_a_study_change_it_or_are_refused() -> Outcome {
    let server = Server::start(|_| Deed::Say("Answer: walk".into(), "stop"));
    let folder = tempfile::tempdir()?;
    let study = format!(
        "endpoint = \"{}\"\ndata = [\"gscan-demo\"]\nsplits = [\"test\"]\nlimit = 3\nseed = 4\n[[models]]\nname = \"m\"\n",
        server.endpoint
    );
    std::fs::write(folder.path().join("study.toml"), study)?;
    let seed = |more: &str| -> Result<(serde_json::Value, serde_json::Value), Box<dyn std::error::Error>> {
        let line = format!("eval --study study.toml --floors 0 --json -q --out s{} {more}", more.len());
        let summary: serde_json::Value = serde_json::from_str(&succeed(folder.path(), &line))?;
        Ok((summary["runs"][0]["seed"].clone(), summary["study"]["set"].clone()))
    };
    assert_eq!(seed("")?, (4.into(), serde_json::json!([])));
    assert_eq!(seed("--seed 0")?, (0.into(), serde_json::json!([])));
    assert_eq!(seed("--seed 9 --fresh 7")?, (9.into(), serde_json::json!(["language.fresh=7"])));
    let asked = server.log.lock().expect("a log").asked.keys().filter(|body| body.contains(" walk")).count();
    assert!(asked < server.requests(), "the fresh questions have other words");
    for option in
        ["--limit 4", "--max-tokens 5", "--pairs", "--temperature 1", "--sight 2", "--budget-tokens 9"]
    {
        let ran = wampimuk(folder.path(), &format!("eval --study study.toml {option}"));
        let name = option.split(' ').next().unwrap_or_default();
        let names = ran.stderr.contains(name) || ran.stderr.contains("--play");
        assert!(ran.code == 2 && names, "{option}: {}", ran.stderr);
    }
    Ok(())
}

/// The commands of the guide, as they are written there, with another address.
#[test]
fn the_commands_of_the_guide_run() -> Outcome {
    let server = Server::start(|_| Deed::Say("Answer: walk, walk".into(), "stop"));
    let folder = tempfile::tempdir()?;
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/guide/evaluate.md");
    let guide = std::fs::read_to_string(guide)?.replace("http://127.0.0.1:8000/v1", &server.endpoint);
    let commands: Vec<&str> = guide.lines().filter_map(|line| line.strip_prefix("wampimuk ")).collect();
    assert_eq!(commands.len(), 8, "{commands:?}");
    for command in commands {
        // Readers without understanding are tried in the first ones.
        let quick =
            if command.starts_with("eval") && command.contains("gscan-demo") { " --floors 0" } else { "" };
        let said = succeed(folder.path(), &format!("{command}{quick}"));
        assert!(!command.starts_with("score") || said.contains("what knowing the words was worth"), "{said}");
    }
    assert!(folder.path().join("eval/stub/report.html").is_file());
    Ok(())
}
