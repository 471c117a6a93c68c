//! Files of stories: every format, limits, and published stories read instead of told.

mod common;

use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::Value;
use tempfile::tempdir;
use wampimuk_babi::Passage;
use wampimuk_dataset::Output;
use wampimuk_dataset::stories::{StoryFormat, StoryRecord, open};

/// A part of its own, two tasks in one split, one task in each split, and a task of another world.
const RECIPE: &str = r#"
family = "stories"
title = "small"
[generate]
[[generate.parts]]
name = "qa2"
task = 2
[[generate.parts]]
name = "qa6"
task = 6
[[generate.parts]]
name = "qa15"
task = 15
[[splits]]
name = "train"
role = "train"
parts = { qa2 = 12, qa6 = 10 }
[[splits]]
name = "test"
role = "test"
each = true
parts = { qa2 = 7, qa15 = 5 }
"#;

const FORMATS: [(&str, &str, StoryFormat); 4] = [
    ("babi", "txt", StoryFormat::Text),
    ("squad", "json", StoryFormat::Squad),
    ("kit-events", "jsonl", StoryFormat::Events),
    ("kit-text", "jsonl", StoryFormat::Prompts),
];

fn records(path: &Path, format: StoryFormat) -> Vec<StoryRecord> {
    let reader = open(path).expect("a readable file");
    assert_eq!(reader.format(), format, "{}", path.display());
    reader.map(|record| record.expect("a story")).collect()
}

fn passages(path: &Path, format: StoryFormat) -> Vec<Passage> {
    records(path, format).into_iter().map(|record| record.passage).collect()
}

fn questions(passages: &[Passage]) -> usize {
    passages.iter().map(|passage| passage.questions().count()).sum()
}

/// The same with supporting lines in ascending order: that of a proof is not kept everywhere.
fn sorted(passage: &Passage) -> Passage {
    let mut passage = passage.clone();
    for line in &mut passage.lines {
        if let wampimuk_babi::Line::Question(asked) = line {
            asked.support.sort_unstable();
        }
    }
    passage
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).expect("a file")).expect("JSON")
}

#[test]
fn all_formats_hold_the_same_stories() {
    let folder = tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    std::fs::write(at("r.toml"), RECIPE).unwrap();
    let line = "generate r.toml --split train,qa2_test --out";
    succeed(folder.path(), &format!("{line} rows --format jsonl"));
    let rows = std::fs::read_to_string(at("rows/data/r/train-00000-of-00001.jsonl")).unwrap();
    let told = {
        succeed(folder.path(), &format!("{line} babi --format babi"));
        passages(&at("babi/data/r/train.txt"), StoryFormat::Text)
    };
    assert_eq!((rows.lines().count(), questions(&told)), (22, 22));
    for (format, ending, kind) in FORMATS {
        for threads in [1, 3] {
            succeed(folder.path(), &format!("{line} {format} --format {format} --threads {threads} --force"));
            assert_eq!(passages(&at(&format!("{format}/data/r/train.{ending}")), kind), told, "{format}");
        }
        let manifest = json(&at(&format!("{format}/manifest.json")));
        let files: Vec<(&str, u64)> = manifest["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| (file["path"].as_str().unwrap(), file["items"].as_u64().unwrap()))
            .collect();
        let [train, test] = ["train", "qa2_test"].map(|split| format!("data/r/{split}.{ending}"));
        assert_eq!(files, [(train.as_str(), 22), (test.as_str(), 7)], "{format}");
        let again = wampimuk(folder.path(), &format!("{line} {format} --format {format}"));
        assert!(again.code == 0 && again.stderr.contains("complete already"), "{}", again.stderr);
    }
    // rows say the same of every question
    for (row, (passage, number)) in rows
        .lines()
        .zip(told.iter().flat_map(|passage| passage.questions().map(move |(number, _)| (passage, number))))
    {
        let row: Value = serde_json::from_str(row).unwrap();
        let (_, asked) = passage.questions().find(|(line, _)| *line == number).unwrap();
        assert_eq!(
            (row["question"].as_str(), row["answer"].as_str()),
            (Some(&*asked.question), Some(&*asked.answer))
        );
    }
}

#[test]
fn text_has_the_published_spacing_where_a_split_is_one_task() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    succeed(folder.path(), "generate r.toml --format babi --out text");
    let text = |split: &str| {
        std::fs::read_to_string(folder.path().join(format!("text/data/r/{split}.txt"))).unwrap()
    };
    assert!(text("qa2_test").contains("? \t") && !text("qa2_test").contains("?\t"));
    assert!(text("qa15_test").contains("?\t") && !text("qa15_test").contains("? \t"));
    assert!(text("train").contains("?\t") && !text("train").contains("? \t"));
    insta::assert_snapshot!("babi", text("qa15_test"));
    insta::assert_snapshot!(
        "symbolic",
        succeed(folder.path(), "generate r.toml --format symbolic --split qa2_test --limit 2 --out - -q")
    );
}

#[test]
fn limits_cut_the_last_story() {
    let folder = tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    std::fs::write(at("r.toml"), RECIPE).unwrap();
    let whole = {
        succeed(folder.path(), "generate r.toml --split train --out whole.txt");
        passages(&at("whole.txt"), StoryFormat::Text)
    };
    for (limit, threads) in [(1, 1), (3, 2), (5, 1), (13, 3), (22, 2), (99, 2)] {
        let line = format!(
            "generate r.toml --split train --limit {limit} --threads {threads} --out some.txt --force"
        );
        succeed(folder.path(), &line);
        let some = passages(&at("some.txt"), StoryFormat::Text);
        assert_eq!(questions(&some), limit.min(22));
        let (last, before) = some.split_last().unwrap();
        assert_eq!(before, &whole[..before.len()]);
        assert_eq!(last.lines, whole[before.len()].lines[..last.lines.len()]);
        assert!(matches!(last.lines.last(), Some(wampimuk_babi::Line::Question(_))));
    }
    let squad = succeed(folder.path(), "generate r.toml --format squad --limit 1 --out - -q");
    let squad: Value = serde_json::from_str(&squad).unwrap();
    assert_eq!(squad["data"].as_array().unwrap().len(), 3, "a story of each split");
}

#[test]
fn a_dry_run_says_what_would_be_made() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    let made = succeed(folder.path(), "generate r.toml --format squad --dry-run --json");
    let made: Value = serde_json::from_str(&made).unwrap();
    assert_eq!((&made["items"], &made["format"]), (&34.into(), &"squad".into()));
    assert!(made["estimate"]["bytes"].as_u64().unwrap() > 1000);
}

#[test]
fn what_has_no_such_form_is_refused() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("r.toml"), RECIPE).unwrap();
    let refused = |line: &str| {
        let ran = wampimuk(folder.path(), line);
        assert_eq!(ran.code, 2, "{line}: {}", ran.stderr);
        ran.stderr
    };
    let mut messages = String::new();
    for line in [
        "generate r.toml --format arc",
        "generate gscan-demo --format squad",
        "generate r.toml --format kit-events",
        "generate r.toml --format babi --out x.jsonl",
        "generate gscan-demo --babi .",
        "generate r.toml --babi nowhere",
        "generate r.toml --babi .",
        "generate mix-t7 --babi .",
    ] {
        messages.push_str(&format!("$ wampimuk {line}\n{}", refused(line)));
    }
    insta::assert_snapshot!("refusals", messages);
}

const PUBLISHED: &str = "1 Mary moved to the park.
2 Mary got the milk there.
3 Where is the milk? \toffice\t1 2
4 John went to the office.
5 Where is the milk? \tpark\t1 2
1 Mary got the milk.
2 John got the milk.
3 Where is the milk? \tpark\t1
1 Sandra grabbed the apple.
2 Sandra went to the garden.
3 Where is the apple? \tgarden\t1 2
4 Where is the milk? \tgarden\t2
5 Where is the apple? \tgarden\t1 2
";

const INJECT: &str = r#"
family = "stories"
title = "added"
[generate]
[[generate.parts]]
name = "qa2"
task = 2
inject = ["where_person"]
[[generate.parts]]
name = "qa15"
task = 15
[[splits]]
name = "train"
role = "train"
parts = { qa2 = 4, qa15 = 1 }
[[splits]]
name = "dev"
role = "dev"
parts = { qa2 = 100 }
"#;

const FEARS: &str =
    "1 Sheep are afraid of wolves.\n2 Gertrude is a sheep.\n3 What is gertrude afraid of?\twolf\t2 1\n";

#[test]
fn published_stories_are_read_and_added_to() {
    let folder = tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    std::fs::write(at("r.toml"), INJECT).unwrap();
    std::fs::create_dir_all(at("release/en-valid-10k")).unwrap();
    std::fs::write(at("release/en-valid-10k/qa2_two-supporting-facts_train.txt"), PUBLISHED).unwrap();
    std::fs::write(at("release/en-valid-10k/qa15_train.txt"), FEARS).unwrap();
    let ran =
        wampimuk(folder.path(), "generate r.toml --babi release --split train --out text --format babi");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!("injected", std::fs::read_to_string(at("text/data/r/train.txt")).unwrap());
    let remarks: Vec<&str> = ran.stderr.lines().filter(|line| !line.contains(" s → ")).collect();
    insta::assert_snapshot!("injected_remarks", remarks.join("\n"));
    // its digest is of the recipe and of the published files, and no other will do
    let listed = "the manifest fits its recipe and its folder";
    let ran = wampimuk(folder.path(), "verify text");
    assert!(ran.stdout.contains(&format!("✓ {listed}")), "{}{}", ran.stdout, ran.stderr);
    succeed(folder.path(), "stats text");
    let manifest = std::fs::read_to_string(at("text/manifest.json")).unwrap();
    let mut json: Value = serde_json::from_str(&manifest).unwrap();
    json["digest"] = "00".into();
    std::fs::write(at("text/manifest.json"), json.to_string()).unwrap();
    let ran = wampimuk(folder.path(), "verify text");
    assert!(ran.code == 1 && ran.stdout.contains(&format!("✗ {listed}")), "{}{}", ran.stdout, ran.stderr);
    assert_eq!(wampimuk(folder.path(), "stats text").code, 2);
    // other formats and threads say the same
    let told = passages(&at("text/data/r/train.txt"), StoryFormat::Text);
    for (format, ending, kind) in [FORMATS[1], FORMATS[3]] {
        let line = format!(
            "generate r.toml --babi release --split train --out s.{ending} --format {format} --threads 3"
        );
        succeed(folder.path(), &line);
        let read = passages(&at(&format!("s.{ending}")), kind);
        assert_eq!(read.iter().map(sorted).collect::<Vec<_>>(), told.iter().map(sorted).collect::<Vec<_>>());
    }
    let rows = succeed(folder.path(), "generate r.toml --babi release --split train --out - -q");
    assert_eq!(rows.lines().count(), questions(&told));
    let last: Value = serde_json::from_str(rows.lines().last().unwrap()).unwrap();
    assert_eq!((&last["task"], &last["answer"], &last["story"]), (&"qa15".into(), &"wolf".into(), &3.into()));
    succeed(folder.path(), "generate r.toml --babi release --split train --out p.parquet");
    let missing = wampimuk(folder.path(), "generate r.toml --babi release");
    assert!(
        missing.code == 2 && missing.stderr.contains("there is no qa2_valid.txt in release"),
        "{}",
        missing.stderr
    );
    // packed files hold the same
    std::fs::rename(at("release/en-valid-10k/qa15_train.txt"), at("release/qa15_train.txt")).unwrap();
    let mut packed = Output::create(&at("release/qa2_train.txt.gz")).unwrap();
    packed.append(PUBLISHED.as_bytes()).unwrap();
    packed.finish().unwrap();
    assert_eq!(succeed(folder.path(), "generate r.toml --babi release --split train --out - -q"), rows);
    // what is no story is named by its line
    std::fs::write(at("release/qa2_train.txt"), "1 Mary went to the park.\n3 Where is Mary?\tpark\t1\n")
        .unwrap();
    let broken = wampimuk(folder.path(), "generate r.toml --babi release --split train --out x");
    assert!(
        broken.code == 2 && broken.stderr.contains("qa2_train.txt:2: expected number 2"),
        "{}",
        broken.stderr
    );
    assert!(!at("x").exists());
}

/// The published validation files as shipped: sizes are the paper's, and every question has a proof.
#[test]
fn shipped_recipes_read_published_files() {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        std::path::PathBuf::from,
    );
    let published = shared.join("conformance/babi/published");
    if !published.is_dir() {
        eprintln!("skipped: no published files at {}", published.display());
        return;
    }
    let folder = tempdir().unwrap();
    let babi = published.display();
    for (recipe, expected) in [("concat-t7", 7_000), ("inject-t7", 22_512)] {
        let line = format!("generate {recipe} --babi {babi} --split dev --format babi --out {recipe}");
        let ran = wampimuk(folder.path(), &line);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let told =
            passages(&folder.path().join(format!("{recipe}/data/{recipe}/dev.txt")), StoryFormat::Text);
        assert_eq!((told.len(), questions(&told)), (1_400, expected), "{recipe}");
    }
}
