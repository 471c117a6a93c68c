//! Minimal pairs through the commands: written in every format with columns, verified, and refused where there are none.

mod common;

use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn made(folder: &Path, recipe: &str, options: &str) -> Vec<Value> {
    lines(&succeed(folder, &format!("generate {recipe} --with pairs --out - --quiet {options}")))
}

fn words(value: &Value) -> String {
    let words = value.as_array().expect("a list").iter().map(|word| word.as_str().expect("a word"));
    words.collect::<Vec<_>>().join(" ")
}

fn objects(value: &Value) -> Vec<String> {
    let object = |object: &Value| {
        let text = |key: &str| object[key].as_str().unwrap_or_default().to_string();
        let (size, row, column) = (&object["size"], &object["row"], &object["column"]);
        format!("{} {} of size {size} at ({row}, {column})", text("colour"), text("shape"))
    };
    value.as_array().expect("a list").iter().map(object).collect()
}

/// One line for the item and one for each partner.
fn told(item: &Value) -> String {
    let tell = |name: &str, example: &Value| {
        let objects = objects(&example["objects"]);
        let target = &objects[example["target"].as_u64().expect("a number") as usize];
        let (command, actions) = (words(&example["command"]), words(&example["actions"]));
        format!("{name}: {command}\n  {}\n  -> {target}: {actions}\n", objects.join("\n  "))
    };
    let mut text = format!("agent at ({}, {})\n", item["agent_row"], item["agent_column"]);
    text.push_str(&tell("item", item));
    for pair in item["pairs"].as_array().expect("a list") {
        let name =
            format!("{}, answer changes: {}", pair["change"].as_str().unwrap(), pair["answer_changes"]);
        text.push_str(&tell(&name, pair));
    }
    text
}

#[test]
fn pairs_differ_in_one_thing() {
    let folder = tempdir().unwrap();
    for (recipe, options) in [("gscan", "--split test,adverb_1"), ("reascan", "--split train,dev")] {
        let items = made(folder.path(), recipe, &format!("{options} --limit 60"));
        let mut partners = 0;
        for item in &items {
            let pairs = item["pairs"].as_array().unwrap();
            partners += pairs.len();
            let answers: Vec<bool> = pairs.iter().map(|pair| pair["answer_changes"] == true).collect();
            assert!([&[][..], &[true], &[false], &[true, false]].contains(&answers.as_slice()));
            for pair in pairs {
                let (own, other) = (words(&item["command"]), words(&pair["command"]));
                let new = own.split(' ').zip(other.split(' ')).filter(|(one, two)| one != two).count();
                let (before, after) = (objects(&item["objects"]), objects(&pair["objects"]));
                let gone = before.iter().filter(|object| !after.contains(object)).count();
                let is_word = pair["change"] == "word";
                assert_eq!((new, gone), if is_word { (1, 0) } else { (0, 1) }, "{}", told(item));
                assert_eq!(own.split(' ').count(), other.split(' ').count());
                assert_eq!(after.len() + usize::from(pair["change"] == "removed"), before.len());
                assert_eq!(pair["actions"] != item["actions"], pair["answer_changes"] == true);
            }
        }
        assert!(partners * 2 > items.len() * 3, "{recipe}: {partners} partners of {} items", items.len());
    }
    let shown = ["gscan", "reascan"].map(|recipe| {
        let items = made(folder.path(), recipe, "--split test --limit 1");
        format!("{recipe}\n{}", told(&items[0]))
    });
    insta::assert_snapshot!("pairs", shown.join("\n"));
}

#[test]
fn every_format_with_columns_is_verified() {
    let folder = tempdir().unwrap();
    for (recipe, format) in [("gscan-demo", "parquet"), ("gscan-demo", "arrow"), ("reascan-2rc", "jsonl")] {
        let out = format!("{recipe}-{format}");
        let with = "--with pairs,image";
        succeed(folder.path(), &format!("generate {recipe} --limit 30 {with} --format {format} --out {out}"));
        let manifest = std::fs::read_to_string(folder.path().join(&out).join("manifest.json")).unwrap();
        let manifest: Value = serde_json::from_str(&manifest).unwrap();
        assert_eq!(manifest["extras"], json!(["image", "pairs"]));
        succeed(folder.path(), &format!("verify {out} --strict"));
        let card = std::fs::read_to_string(folder.path().join(&out).join("README.md")).unwrap();
        assert!(card.contains("--with image --with pairs") && card.contains("`pairs[].objects[].row`"));
    }
    // A partner that was tampered with is found, though the items are as they were.
    let name = "reascan-2rc-jsonl/data/reascan-2rc/test-00000-of-00001.jsonl";
    let path = folder.path().join(name);
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("\"answer_changes\":true"));
    std::fs::write(&path, text.replacen("\"answer_changes\":true", "\"answer_changes\":null", 1)).unwrap();
    assert_eq!(wampimuk(folder.path(), "verify reascan-2rc-jsonl").code, 1);
}

#[test]
fn items_do_not_depend_on_pairs() {
    let folder = tempdir().unwrap();
    let plain = lines(&succeed(folder.path(), "generate gscan-demo --limit 20 --out - --quiet"));
    let mut paired = made(folder.path(), "gscan-demo", "--limit 20 --threads 2");
    for item in &mut paired {
        assert!(item.as_object_mut().unwrap().remove("pairs").is_some());
    }
    assert!(plain == paired);
}

#[test]
fn what_has_no_pairs_is_refused() {
    let folder = tempdir().unwrap();
    for (line, reason) in [
        (
            "mix-t2 --with pairs",
            "the extra `pairs` needs commands in grid worlds, and items of the family stories",
        ),
        (
            "riddle --with pairs",
            "the extra `pairs` needs commands in grid worlds, and items of the family riddle",
        ),
        ("gscan-demo --with pairs --view reference", "`pairs` holds targets and actions"),
        ("gscan-demo --with pairs --format original", "pairs"),
    ] {
        let ran = wampimuk(folder.path(), &format!("generate {line} --limit 2 --out made"));
        assert!(ran.code == 2 && ran.stderr.contains(reason), "{line}: {} {}", ran.code, ran.stderr);
        assert!(!folder.path().join("made").exists(), "{line}");
    }
}
