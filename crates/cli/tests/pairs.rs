//! Minimal pairs through the commands: written in every format with columns, verified, and refused where there are none.

mod common;

use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;
use wampimuk_engine::Format;

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn made(folder: &Path, recipe: &str, options: &str) -> Vec<Value> {
    lines(&succeed(folder, &format!("generate {recipe} --pairs --out - --quiet {options}")))
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
        let change = pair["change"].as_str().expect("a word");
        let name = format!("{change} {}, answer changes: {}", pair["which"], pair["answer_changes"]);
        text.push_str(&tell(&name, pair));
    }
    text
}

#[test]
fn pairs_differ_in_one_thing() {
    let folder = tempdir().unwrap();
    for (recipe, options) in [("gscan", "--split test,adverb_2_test"), ("reascan", "--split train,dev")] {
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
                let (is_word, which) = (pair["change"] == "word", pair["which"].as_u64().unwrap() as usize);
                assert_eq!((new, gone), if is_word { (1, 0) } else { (0, 1) }, "{}", told(item));
                match is_word {
                    true => assert_ne!(item["command"][which], pair["command"][which], "{}", told(item)),
                    false => assert!(!after.contains(&before[which]), "{}", told(item)),
                }
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

/// Every format of every family: pairs, processes and prompts are made and verified, or refused before anything is written.
#[test]
fn every_format_of_every_family_has_more_columns_or_refuses_them() {
    let folder = tempdir().unwrap();
    let (mut made, mut refused) = (0, 0);
    for recipe in ["gscan-demo", "reascan-1rc", "riddle", "mix-t2"] {
        for format in Format::ALL.map(Format::name) {
            for extra in ["pairs", "process", "prompts"] {
                let out = format!("{recipe}-{format}-{extra}");
                let line = format!("generate {recipe} --{extra} --limit 6 --format {format} --out {out}");
                let ran = wampimuk(folder.path(), &line);
                if ["parquet", "jsonl", "arrow"].contains(&format) {
                    assert_eq!(ran.code, 0, "{line}: {}", ran.stderr);
                    succeed(folder.path(), &format!("verify {out} --strict"));
                    made += 1;
                    continue;
                }
                let reasons = [&format!("has no room for {extra}: use parquet"), "cannot be written as"];
                let is_said = reasons.iter().any(|reason| ran.stderr.contains(*reason));
                assert!(ran.code == 2 && is_said, "{line}: {} {}", ran.code, ran.stderr);
                assert!(!folder.path().join(&out).exists(), "{line}");
                refused += 1;
            }
        }
    }
    assert_eq!((made, refused), (36, 120));
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// One line more, less or other, or another question; the answer changes or stays.
#[test]
fn pairs_of_stories_differ_in_one_sentence() {
    let folder = tempdir().unwrap();
    let items = made(folder.path(), "mix-t12", "--split test --limit 60");
    let mut changes = std::collections::BTreeSet::new();
    for item in &items {
        for pair in item["pairs"].as_array().unwrap() {
            let (own, other) = (texts(&item["facts"]), texts(&pair["facts"]));
            let expected = match pair["change"].as_str().unwrap() {
                "changed" => (1, 1, false),
                "added" => (0, 1, false),
                "removed" => (1, 0, false),
                _ => (0, 0, true),
            };
            let count = |list: &[&str], text: &str| list.iter().filter(|other| **other == text).count();
            let more = |one: &[&str], two: &[&str]| -> usize {
                let texts: std::collections::BTreeSet<&str> = one.iter().copied().collect();
                texts.iter().map(|text| count(one, text).saturating_sub(count(two, text))).sum()
            };
            let found = (more(&own, &other), more(&other, &own), item["question"] != pair["question"]);
            assert_eq!(found, expected, "{item:#}");
            assert_eq!(pair["answer"] != item["answer"], pair["answer_changes"] == true, "{item:#}");
            changes.insert(pair["change"].to_string());
        }
    }
    assert_eq!(changes.len(), 4);
}

#[test]
fn pairs_go_with_pictures_and_not_with_references() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate gscan-demo --limit 6 --pairs --with pairs,image --out made");
    let text = |name: &str| std::fs::read_to_string(folder.path().join("made").join(name)).unwrap();
    let manifest: Value = serde_json::from_str(&text("manifest.json")).unwrap();
    assert_eq!(manifest["extras"], json!(["image", "pairs"]));
    let card = text("README.md");
    assert!(card.contains("--with image --with pairs") && card.contains("`pairs[].objects[].row`"));
    assert!(card.contains("The column `pairs` holds minimal pairs"));
    succeed(folder.path(), "verify made --strict");

    for extra in ["pairs", "process"] {
        let line = format!("generate gscan-demo --{extra} --view reference --out refused");
        let ran = wampimuk(folder.path(), &line);
        let reason = format!("`{extra}` holds what the view `reference` leaves out");
        assert!(ran.code == 2 && ran.stderr.contains(&reason), "{}", ran.stderr);
        assert!(!folder.path().join("refused").exists());
    }
}

/// The items are as they were: `verify` finds the partner that is not the recipe's.
#[test]
fn a_false_claim_about_a_partner_is_found() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate reascan-2rc --limit 10 --pairs --format jsonl --out made --quiet");
    let path = folder.path().join("made/data/reascan-2rc/test-00000-of-00001.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let (honest, tampered) = ("\"answer_changes\":true", "\"answer_changes\":false");
    assert!(text.contains(honest));
    std::fs::write(&path, text.replacen(honest, tampered, 1)).unwrap();
    let ran = wampimuk(folder.path(), "verify made");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains("line 1 differs from the recipe's"), "{}", ran.stdout);
}

/// The lines of a dataset with pairs are those without, and one more column; on any number of threads.
#[test]
fn items_do_not_depend_on_pairs_nor_pairs_on_threads() {
    let folder = tempdir().unwrap();
    let read = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    for recipe in ["gscan-demo", "reascan-1rc", "mix-t7", "riddle"] {
        let make = |options: &str| {
            let limit = if recipe == "riddle" { 15 } else { 200 };
            succeed(folder.path(), &format!("generate {recipe} --limit {limit} --quiet {options}"))
        };
        let (plain, paired) = (make("--out -"), make("--pairs --out - --threads 1"));
        assert_eq!(paired, make("--with pairs --out - --threads 3"));
        assert_eq!(plain.lines().count(), paired.lines().count());
        for (plain, paired) in plain.lines().zip(paired.lines()) {
            let rest = paired.strip_prefix(plain.trim_end_matches('}')).expect("the item's own bytes");
            let name = if recipe == "riddle" { "minimal_pairs" } else { "pairs" };
            assert!(rest.starts_with(&format!(",\"{name}\":[")), "{rest}");
        }
        let names = ["1", "3"].map(|threads| {
            let name = format!("{recipe}-{threads}.parquet");
            make(&format!("--split test --pairs --threads {threads} --out {name}"));
            name
        });
        assert!(read(&names[0]) == read(&names[1]), "{recipe}");
    }
}

/// Whoever reads items does not see the column.
#[test]
fn commands_that_read_items_pass_over_pairs() {
    let folder = tempdir().unwrap();
    for (recipe, format) in [
        ("gscan-demo", "parquet"),
        ("reascan-1rc", "jsonl"),
        ("reascan-1rc", "arrow"),
        ("mix-t2", "jsonl"),
        ("mix-t2", "parquet"),
        ("mix-t2", "arrow"),
    ] {
        let outputs = ["", "--pairs"].map(|pairs| {
            let name = format!("items.{format}");
            let line =
                format!("generate {recipe} --split test --limit 20 --force --quiet --out {name} {pairs}");
            succeed(folder.path(), &line);
            ["solve", "stats --json", "show --index 3"].map(|command| {
                let (command, options) = command.split_once(' ').unwrap_or((command, ""));
                succeed(folder.path(), &format!("{command} {name} {options}"))
            })
        });
        assert_eq!(outputs[0], outputs[1], "{recipe} {format}");
        succeed(folder.path(), &format!("verify items.{format}"));
    }
}

/// Whether one thing differs in a row of `wampimuk pairs`, as far as a glance can tell, and the answer as is said.
fn check_row(row: &Value) {
    let (item, partner) = (&row["item"], &row["partner"]);
    assert_ne!(item, partner, "{row:#}");
    let answer = |side: &Value| match side {
        side if side["facts"].is_array() => side["answer"].clone(),
        side if side["train"].is_array() => side["test"]["output"].clone(),
        side => side["actions"].clone(),
    };
    // The output of a riddle shows what was changed in its input, too.
    if !item["train"].is_array() || row["answer_changes"] == true {
        assert_eq!(answer(item) != answer(partner), row["answer_changes"] == true, "{row:#}");
    }
}

/// Files of every format that has items, of every family: pairs are found in them, or it is said why not.
#[test]
fn every_file_has_pairs_or_refuses_them() {
    let folder = tempdir().unwrap();
    let (mut found, mut refused) = (Vec::new(), Vec::new());
    for recipe in ["gscan-demo", "reascan-1rc", "riddle", "mix-t2", "babi-nonce"] {
        for format in Format::ALL.map(Format::name) {
            let out = format!("{recipe}-{format}");
            let line = format!("generate {recipe} --limit 6 --format {format} --out {out} --quiet");
            if wampimuk(folder.path(), &line).code != 0 {
                continue;
            }
            let ran = wampimuk(folder.path(), &format!("pairs {out} --quiet"));
            match ran.code {
                0 => {
                    let rows = lines(&ran.stdout);
                    rows.iter().for_each(check_row);
                    assert!(rows.len() > 6, "{out}: {} pairs", rows.len());
                    found.push(out);
                }
                code => {
                    assert_eq!(code, 2, "{out}: {}", ran.stderr);
                    refused.push(format!("{out}: {}", ran.stderr.trim()));
                }
            }
        }
    }
    insta::assert_snapshot!("files", format!("{}\n\n{}", found.join("\n"), refused.join("\n")));
}

/// The authors' kinds of files without a recipe beside them, to several kinds of files, and as prompts.
#[test]
fn pairs_of_single_files() {
    let folder = tempdir().unwrap();
    for (recipe, format, file) in [
        ("gscan-demo", "original", "dataset.txt"),
        ("reascan-1rc", "original-jsonl", "items.jsonl"),
        ("mix-t2", "babi", "stories.txt"),
        ("mix-t2", "squad", "stories.json"),
        ("mix-t2", "kit-events", "events.jsonl"),
    ] {
        let options = format!("--split test --limit 10 --format {format} --quiet --out {file} --force");
        succeed(folder.path(), &format!("generate {recipe} {options}"));
        let rows = lines(&succeed(folder.path(), &format!("pairs {file}")));
        rows.iter().for_each(check_row);
        assert!(rows.len() > 12, "{file}: {}", rows.len());
        let ran = wampimuk(folder.path(), &format!("pairs {file} --out pairs.parquet --json --force"));
        let summary: Value = serde_json::from_str(&ran.stdout).expect("JSON");
        assert_eq!((ran.code, &summary["pairs"]), (0, &json!(rows.len())), "{}", ran.stderr);
        let form = if recipe == "mix-t2" { "numbered" } else { "grid" };
        let asked = lines(&succeed(folder.path(), &format!("pairs {file} --prompts {form}")));
        assert_eq!(asked.len(), rows.len());
        for row in &asked {
            assert_ne!(row["prompt"], row["partner_prompt"]);
            assert_eq!(row["answer"] != row["partner_answer"], row["answer_changes"] == true, "{row:#}");
        }
        let again = wampimuk(folder.path(), &format!("pairs {file} --out pairs.parquet"));
        assert!(again.code == 2 && again.stderr.contains("--force"), "{}", again.stderr);
        let wrong = wampimuk(folder.path(), &format!("pairs {file} --prompts sonnet"));
        assert!(wrong.code == 2 && wrong.stderr.contains("there are coordinates"), "{}", wrong.stderr);
    }
    let wrong = wampimuk(folder.path(), "pairs stories.txt --prompts coordinates");
    assert!(wrong.code == 2 && wrong.stderr.contains("no form `coordinates` of stories"), "{}", wrong.stderr);
    std::fs::write(folder.path().join("nonsense.txt"), "1 What is this?\n7 x\n").unwrap();
    assert_eq!(wampimuk(folder.path(), "pairs nonsense.txt").code, 2);
}
