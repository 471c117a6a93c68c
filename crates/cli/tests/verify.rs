//! `verify` passes on what was generated and names the item and the reason on what was tampered with.

mod common;

use std::path::Path;

use common::{Ran, succeed, wampimuk};
use serde_json::Value;
use tempfile::{TempDir, tempdir};

/// The demo dataset as one file of JSON lines, without a manifest.
fn demo() -> (TempDir, Vec<Value>) {
    let folder = tempdir().expect("a temporary folder");
    let lines = succeed(folder.path(), "generate gscan-demo --out -");
    let items = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    (folder, items)
}

fn verify_items(folder: &Path, items: &[Value]) -> Ran {
    let text: String = items.iter().map(|item| format!("{item}\n")).collect();
    verify_text(folder, &text)
}

fn verify_text(folder: &Path, text: &str) -> Ran {
    std::fs::write(folder.join("items.jsonl"), text).expect("a temporary file");
    wampimuk(folder, "verify items.jsonl --recipe gscan-demo")
}

#[track_caller]
fn breaks(ran: &Ran, promise: &str, place: &str, reason: &str) {
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    assert!(ran.stdout.contains(&format!("✗ {promise}")), "{}", ran.stdout);
    assert!(ran.stdout.lines().any(|line| line.contains(place) && line.contains(reason)), "{}", ran.stdout);
}

#[test]
fn everything_generated_passes() {
    let folder = tempdir().unwrap();
    for recipe in wampimuk_gscan::SHIPPED {
        // All formats once; then the others only need one.
        let formats: &[&str] = match recipe.name {
            "gscan" => &["parquet", "jsonl", "original", "original-jsonl"],
            _ => &["parquet"],
        };
        for format in formats {
            let out = format!("{}-{format}", recipe.name);
            succeed(
                folder.path(),
                &format!("generate {} --limit 300 --format {format} --out {out}", recipe.name),
            );
            succeed(folder.path(), &format!("verify {out}"));
        }
    }
}

/// The released procedure makes some items twice; that is counted, not condemned.
#[test]
fn duplicates_of_the_released_procedure_are_counted() {
    let folder = tempdir().unwrap();
    let set = "--set generate.grammar=simple_intrans --set generate.grid_size=4 --set generate.procedure.draw.shots=0";
    succeed(folder.path(), &format!("generate gscan-released {set} --out d"));
    let report: Value = serde_json::from_str(&succeed(folder.path(), "verify d --json")).unwrap();
    assert!(report["repeated"].as_u64().unwrap() > 0, "{report}");
}

/// What is heavy depends on the recipe's sizes, which files do not repeat.
#[test]
fn other_sizes_have_other_weights() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "original", "original-jsonl"] {
        let set = "--set generate.max_object_size=6 --set generate.grammar=normal --set splits.sizes={}";
        succeed(
            folder.path(),
            &format!("generate gscan-uniform {set} --limit 500 --format {format} --out {format}"),
        );
        succeed(folder.path(), &format!("verify {format}"));
    }
}

#[test]
fn untouched_items_pass() {
    let (folder, items) = demo();
    assert_eq!(verify_items(folder.path(), &items).code, 0);
}

#[test]
fn a_moved_object() {
    let (folder, mut items) = demo();
    // Moved onto a free cell: the label may still hold, but the item is not the recipe's.
    let taken: Vec<(u64, u64)> = items[7]["objects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|object| (object["row"].as_u64().unwrap(), object["column"].as_u64().unwrap()))
        .collect();
    let free = (0..16).map(|cell| (cell / 4, cell % 4)).find(|cell| !taken.contains(cell)).unwrap();
    items[7]["objects"][0]["row"] = free.0.into();
    items[7]["objects"][0]["column"] = free.1.into();
    let ran = verify_items(folder.path(), &items);
    breaks(&ran, "recorded fields agree with the item", "items.jsonl:8", "`id`");
}

#[test]
fn a_changed_action() {
    let (folder, mut items) = demo();
    items[3]["actions"].as_array_mut().unwrap().push("walk".into());
    breaks(
        &verify_items(folder.path(), &items),
        "the actions are what the command asks for",
        "items.jsonl:4",
        "walk",
    );
}

#[test]
fn a_wrong_target() {
    let (folder, mut items) = demo();
    let item = items.iter().position(|item| item["objects"].as_array().unwrap().len() > 1).unwrap();
    let target = items[item]["target"].as_u64().unwrap();
    items[item]["target"] = u64::from(target == 0).into();
    let place = format!("items.jsonl:{}", item + 1);
    breaks(&verify_items(folder.path(), &items), "the target is the only referent", &place, "refers to");
}

#[test]
fn an_item_in_the_wrong_split() {
    let (folder, mut items) = demo();
    let visual = items.iter().position(|item| item["split"] == "visual_test").unwrap();
    items[visual]["split"] = "train".into();
    let place = format!("items.jsonl:{}", visual + 1);
    let ran = verify_items(folder.path(), &items);
    breaks(&ran, "every item is in the split it belongs to", &place, "belongs to visual_test");
}

#[test]
fn a_duplicated_item() {
    let (folder, mut items) = demo();
    items.insert(9, items[2].clone());
    breaks(
        &verify_items(folder.path(), &items),
        "no item occurs twice in a split",
        "items.jsonl:10",
        "item 2",
    );
}

#[test]
fn an_item_of_train_in_test() {
    let (folder, mut items) = demo();
    let mut copy = items[0].clone();
    copy["split"] = "test".into();
    items.push(copy);
    breaks(
        &verify_items(folder.path(), &items),
        "no item occurs in two splits",
        "test[0]",
        "item 0 of `train`",
    );
}

#[test]
fn wrong_types_missing_fields_and_numbers_that_are_none() {
    for (from, to, reason) in [
        ("\"distance\":", "\"distance\":\"far\",\"was\":", "distance"),
        ("\"grid_size\":4", "\"grid_size\":NaN", "expected"),
        ("\"grid_size\":4", "\"grid_size\":400", "grid_size"),
        ("\"target\":", "\"goal\":", "target"),
        ("\"agent_row\":", "\"agent_row\":9,\"was\":", "row"),
        ("\"shape\":\"circle\"", "\"shape\":\"sphere\"", "sphere"),
        ("\"size\":1,\"row\"", "\"size\":0,\"row\"", "size"),
    ] {
        let (folder, items) = demo();
        let mut lines: Vec<String> = items.iter().map(ToString::to_string).collect();
        let line = lines.iter().position(|line| line.contains(from)).unwrap();
        lines[line] = lines[line].replacen(from, to, 1);
        let ran = verify_text(folder.path(), &(lines.join("\n") + "\n"));
        breaks(&ran, "every item can be read", &format!("items.jsonl:{}", line + 1), reason);
    }
}

#[test]
fn a_line_of_100_megabytes() {
    let (folder, items) = demo();
    let mut text = format!("{}\n", items[0]);
    text.push_str("{\"id\":\"");
    text.push_str(&"x".repeat(100 << 20));
    text.push_str(&format!("\"}}\n{}\n", items[1]));
    breaks(&verify_text(folder.path(), &text), "every item can be read", "items.jsonl:2", "longer than");
}

/// The one file of a split of the demo.
fn shard(split: &str, format: &str) -> String {
    format!("data/gscan-demo/{split}-00000-of-00001.{format}")
}

#[test]
fn damaged_files_of_a_dataset() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "arrow"] {
        type Damage = fn(&mut Vec<u8>);
        let damage: [(&str, Damage); 3] = [
            ("truncated", |bytes| bytes.truncate(bytes.len() / 2)),
            ("one byte", |bytes| {
                let middle = bytes.len() / 3;
                bytes[middle] ^= 0x55;
            }),
            ("emptied", Vec::clear),
        ];
        for (name, damage) in damage {
            let out = format!("{format}-{}", name.replace(' ', "-"));
            succeed(folder.path(), &format!("generate gscan-demo --format {format} --out {out}"));
            let path = folder.path().join(&out).join(shard("test", format));
            let mut bytes = std::fs::read(&path).unwrap();
            damage(&mut bytes);
            std::fs::write(&path, bytes).unwrap();
            let ran = wampimuk(folder.path(), &format!("verify {out}"));
            assert_eq!(ran.code, 1, "{format} {name}: {}{}", ran.stdout, ran.stderr);
            assert!(ran.stdout.contains("✗ files are complete and unchanged"), "{}", ran.stdout);
            assert!(ran.stdout.contains(&shard("test", format)), "{}", ran.stdout);
        }
        let out = format!("{format}-missing");
        succeed(folder.path(), &format!("generate gscan-demo --format {format} --out {out}"));
        std::fs::remove_file(folder.path().join(&out).join(shard("dev", format))).unwrap();
        assert_eq!(wampimuk(folder.path(), &format!("verify {out}")).code, 1);
        // A single file finds the manifest that lists it.
        succeed(folder.path(), &format!("verify {out}/{}", shard("test", format)));
        let path = folder.path().join(&out).join(shard("test", format));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.push(b'\n');
        std::fs::write(&path, bytes).unwrap();
        let ran = wampimuk(folder.path(), &format!("verify {out}/{}", shard("test", format)));
        assert!(ran.code == 1 && ran.stdout.contains("bytes instead of"), "{}", ran.stdout);
    }
}

#[test]
fn machines_can_read_the_verdict() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate gscan-demo --out d");
    let report: Value = serde_json::from_str(&succeed(folder.path(), "verify d --json")).unwrap();
    assert_eq!(
        (&report["broken"], &report["items"], &report["recipe_known"]),
        (&0.into(), &2290.into(), &true.into())
    );
}
