//! Every command with every kind of file: each pair works, or is refused in words that say why.

#[expect(dead_code, reason = "here every command may fail")]
mod common;

use std::path::{Path, PathBuf};

use common::wampimuk;
use tempfile::tempdir;
use wampimuk_engine::Format;

/// The commands that read files; the path comes last.
const COMMANDS: [&str; 11] = [
    "verify",
    "stats",
    "audit --floors none",
    "show",
    "show --as svg",
    "solve",
    "solve --compare",
    "predict random --limit 1 --out - --data",
    "score predictions.jsonl --data",
    "train m-lstm --updates 0 --out run --data",
    "generate --out -",
];

/// A wrong answer to one item.
const PREDICTIONS: &str = concat!(
    "{\"wampimuk\":\"predictions\",\"format\":1,\"model\":\"m\"}\n",
    "{\"split\":\"SPLIT\",\"index\":0,\"prediction\":ANSWER}\n"
);

/// The first file of a folder whose path has this text.
fn file_of(folder: &Path, text: &str) -> Option<PathBuf> {
    let mut entries: Vec<PathBuf> =
        folder.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    entries.sort();
    entries.into_iter().find_map(|path| match path.is_dir() {
        true => file_of(&path, text),
        false => path.to_str()?.contains(text).then_some(path),
    })
}

/// What a run said, without what differs from file to file.
fn outcome(folder: &Path, command: &str, file: &str) -> String {
    let ran = wampimuk(folder, &format!("{command} {file}"));
    assert!(
        ran.code <= 2 && !ran.stderr.contains("panicked"),
        "{command} {file}: {} {}",
        ran.code,
        ran.stderr
    );
    if ran.code == 0 {
        assert!(ran.stdout.len() + ran.stderr.len() > 0, "{command} {file} says nothing");
        return "works".to_owned();
    }
    let said = ran.stderr.lines().find(|line| line.starts_with("error: ")).unwrap_or("nothing");
    assert!(ran.code == 1 || said.len() > 40, "{command} {file}: {}", ran.stderr);
    format!("{}: {}", ran.code, said.trim_start_matches("error: ").replace(file, "FILE"))
}

/// All formats of a family, as a folder with its manifest and as a file alone.
fn every_pair(recipe: &str, split: &str, answer: &str) -> String {
    let folder = tempdir().expect("a temporary folder");
    let at = folder.path();
    let predictions = PREDICTIONS.replace("SPLIT", split).replace("ANSWER", answer);
    std::fs::write(at.join("predictions.jsonl"), predictions).expect("a file");
    let mut table = String::new();
    for format in Format::ALL.map(Format::name) {
        let ran = wampimuk(at, &format!("generate {recipe} --limit 3 --format {format} --out {format}"));
        if ran.code != 0 {
            let is_said = ran.code == 2 && ran.stderr.contains(&format!("cannot be written as {format}"));
            assert!(is_said, "{recipe} as {format}: {}", ran.stderr);
            continue;
        }
        let data = Some(at.join(format).join("data")).filter(|data| data.is_dir());
        let data = data.unwrap_or_else(|| at.join(format));
        let alone = file_of(&data, split).or_else(|| file_of(&data, "")).expect("a file of items");
        let ending = alone.extension().and_then(|ending| ending.to_str()).expect("an ending");
        let single = format!("single-{format}.{ending}");
        std::fs::copy(&alone, at.join(&single)).expect("a copy");
        table.push_str(&format!("\n{format}\n"));
        for command in COMMANDS {
            let [whole, alone] = [format, &single].map(|file| outcome(at, command, file));
            match whole == alone {
                true => table.push_str(&format!("  {command}: {whole}\n")),
                false => table.push_str(&format!("  {command}: {whole}\n    alone: {alone}\n")),
            }
        }
    }
    table
}

#[test]
fn commands_of_gscan() {
    insta::assert_snapshot!(every_pair("gscan-demo", "test", r#"["walk"]"#));
}

#[test]
fn commands_of_reascan() {
    insta::assert_snapshot!(every_pair("reascan-1rc", "test", r#"["walk"]"#));
}

#[test]
fn riddles() {
    insta::assert_snapshot!(every_pair("riddle-colours", "test", "[[0]]"));
}

#[test]
fn stories() {
    insta::assert_snapshot!(every_pair("mix-t2", "test", r#""park""#));
}
