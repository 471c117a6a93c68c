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
    let ran = verify_items(folder.path(), &items);
    breaks(&ran, "the actions are what the command asks for", "items.jsonl:4", "walk");
    // Command and world are the recipe's, and its item is another for all that.
    breaks(&ran, "every item is the one the recipe makes", "items.jsonl:4", "another item");
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
        (&0.into(), &2272.into(), &true.into())
    );
}

/// What came of a promise, by its name.
fn promise<'r>(report: &'r Value, name: &str) -> &'r Value {
    let promises = report["promises"].as_array().expect("promises");
    promises.iter().find(|promise| promise["promise"] == name).expect("a promise of this name")
}

/// A check that had nothing to compare with says so, and is not ticked.
#[test]
fn what_was_not_checked_is_not_ticked() {
    let (folder, items) = demo();
    let text: String = items[..100].iter().map(|item| format!("{item}\n")).collect();
    std::fs::write(folder.path().join("items.jsonl"), text).unwrap();
    let out = succeed(folder.path(), "verify items.jsonl");
    for name in [
        "files are complete and unchanged",
        "every item is in the split it belongs to",
        "every item is the one the recipe makes",
        "no item occurs in two splits",
    ] {
        assert!(out.contains(&format!("– {name}: not checked, because ")), "{out}");
    }
    assert!(out.contains("✓ the target is the only referent: 100 items"), "{out}");
    let strict = wampimuk(folder.path(), "verify items.jsonl --strict");
    assert_eq!(strict.code, 4, "{}", strict.stderr);
    assert!(strict.stderr.contains("not checked (--strict): files are complete"), "{}", strict.stderr);
    let report: Value = serde_json::from_str(&succeed(folder.path(), "verify items.jsonl --json")).unwrap();
    assert_eq!((&report["broken"], report["unchecked"].as_u64() > Some(3)), (&0.into(), true), "{report}");
    let own = promise(&report, "every item is the one the recipe makes");
    assert_eq!(
        (&own["outcome"], &own["tried"], &own["untried"]),
        (&"not_checked".into(), &0.into(), &100.into())
    );
    let readable = promise(&report, "every item can be read");
    assert_eq!((&readable["outcome"], &readable["tried"]), (&"holds".into(), &100.into()));
    // With the recipe nothing of it is left but the manifest.
    succeed(folder.path(), "generate gscan-demo --out d");
    succeed(folder.path(), "verify d --strict");
    succeed(folder.path(), "verify gscan-demo --limit 20 --strict");
}

/// Items of a recipe under another split's name.
fn renamed(folder: &Path, generate: &str, split: &str, name: &str) {
    let lines = succeed(folder, generate);
    let from = format!("\"split\":\"{split}\"");
    assert!(lines.contains(&from), "{lines}");
    std::fs::write(folder.join(name), lines.replace(&from, "\"split\":\"a1_test\""))
        .expect("a temporary file");
}

#[test]
fn published_names_of_splits_are_held_to_the_paper() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    renamed(at, "generate reascan-1rc --split train --limit 100 --out -", "train", "wrong.jsonl");
    let ran = wampimuk(at, "verify wrong.jsonl");
    breaks(&ran, "every item is in the split it belongs to", "wrong.jsonl:", "A1: yellow squares");
    // Ours keep what the paper says, without the recipe.
    for split in ["a1_test", "a2_dev", "a3_test", "b2_test", "c1_test", "c2_test"] {
        let lines = succeed(at, &format!("generate reascan --split {split} --limit 40 --out -"));
        std::fs::write(at.join("right.jsonl"), lines).unwrap();
        let out = succeed(at, "verify right.jsonl");
        assert!(out.contains("✓ every item is in the split it belongs to: 40 items"), "{split}: {out}");
    }
}

/// Train comes first in files; what is held out is known only later.
#[test]
fn train_without_recipe_must_not_have_what_is_held_out_beside_it() {
    let (folder, mut items) = demo();
    let visual = items.iter().position(|item| item["split"] == "visual_test").unwrap();
    let mut stray = items.remove(visual);
    stray["split"] = "train".into();
    items.insert(0, stray);
    let text: String = items.iter().map(|item| format!("{item}\n")).collect();
    std::fs::write(folder.path().join("items.jsonl"), text).unwrap();
    let ran = wampimuk(folder.path(), "verify items.jsonl");
    breaks(&ran, "every item is in the split it belongs to", "items.jsonl:1", "belongs to visual");
}

#[test]
fn a_manifest_is_held_to_its_recipe_and_its_folder() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    type Change = fn(&mut Value);
    let changes: [(&str, Change, &str); 9] = [
        (
            "a missing entry",
            |json| {
                json["files"].as_array_mut().expect("files").remove(1);
            },
            "it is not listed",
        ),
        ("a path that leads out", |json| json["files"][0]["path"] = "../x".into(), "leads out of the folder"),
        ("digest", |json| json["digest"] = "00".into(), "`digest`"),
        ("family", |json| json["family"] = "reascan".into(), "`family`"),
        ("stream", |json| json["stream"] = 9.into(), "`stream`"),
        ("format", |json| json["file_format"] = "arc".into(), "`file_format`"),
        ("role", |json| json["splits"][0]["role"] = "test".into(), "`role`"),
        ("items", |json| json["splits"][0]["items"] = 1_000_000_000_000_000_000u64.into(), "`items`"),
        ("an unknown split", |json| json["splits"][0]["name"] = "trial".into(), "no such split"),
    ];
    for (name, change, reason) in changes {
        succeed(at, "generate gscan-demo --out d --force");
        let path = at.join("d/manifest.json");
        let mut json: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        change(&mut json);
        std::fs::write(&path, json.to_string()).unwrap();
        if name == "a missing entry" {
            std::fs::remove_file(at.join("d").join(shard("dev", "parquet"))).unwrap();
        }
        let ran = wampimuk(at, "verify d");
        assert_eq!(ran.code, 1, "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stdout.contains("✗ the manifest fits its recipe and its folder"),
            "{name}: {}",
            ran.stdout
        );
        assert!(ran.stdout.contains(reason), "{name}: {}", ran.stdout);
    }
    succeed(at, "generate gscan-demo --out d --force");
    let shard = at.join("d/data/gscan-demo");
    std::fs::copy(shard.join("train-00000-of-00001.parquet"), shard.join("train-00001-of-00002.parquet"))
        .unwrap();
    let ran = wampimuk(at, "verify d");
    breaks(&ran, "the manifest fits its recipe and its folder", "train-00001-of-00002", "not listed");
    std::fs::remove_file(shard.join("train-00001-of-00002.parquet")).unwrap();
    for (name, text) in [("README.md", "---\n"), ("croissant.json", "{}")] {
        let path = at.join("d").join(name);
        let whole = std::fs::read(&path).unwrap();
        std::fs::write(&path, text).unwrap();
        let ran = wampimuk(at, "verify d");
        breaks(&ran, "the manifest fits its recipe and its folder", name, "not the one that follows");
        std::fs::remove_file(&path).unwrap();
        let ran = wampimuk(at, "verify d");
        breaks(&ran, "the manifest fits its recipe and its folder", name, "it is missing");
        std::fs::write(&path, whole).unwrap();
    }
    succeed(at, "verify d");
}

/// With the prompts come tasks, and they go with them.
#[test]
fn tasks_beside_prompts_are_checked() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let tasks = at.join("d/eval.yaml");
    succeed(at, "generate mix-t2 --limit 20 --prompts --out d");
    let text = std::fs::read_to_string(&tasks).unwrap();
    assert!(text.contains("- id: dev\n") && text.contains("- id: test\n") && !text.contains("id: train"));
    succeed(at, "verify d");
    std::fs::write(&tasks, text.replace("completion", "answer")).unwrap();
    let ran = wampimuk(at, "verify d");
    breaks(&ran, "the manifest fits its recipe and its folder", "eval.yaml", "not the one that follows");
    succeed(at, "generate mix-t2 --limit 20 --prompts --out d");
    assert_eq!(std::fs::read_to_string(&tasks).unwrap(), text);
    succeed(at, "generate mix-t2 --limit 20 --out d --force");
    assert!(!tasks.exists());
    // Somebody's own file is none of ours.
    std::fs::write(&tasks, "mine").unwrap();
    succeed(at, "generate mix-t2 --limit 10 --out d --force");
    assert_eq!(std::fs::read_to_string(&tasks).unwrap(), "mine");
}

/// The outcome decides the exit code, not whether anybody reads it.
#[test]
fn a_closed_pipe_does_not_hide_a_failed_check() {
    let (folder, mut items) = demo();
    items[3]["actions"].as_array_mut().unwrap().push("walk".into());
    let text: String = items.iter().map(|item| format!("{item}\n")).collect();
    std::fs::write(folder.path().join("items.jsonl"), text).unwrap();
    for arguments in [
        &["verify", "items.jsonl"][..],
        &["verify", "items.jsonl", "--json"],
        &["solve", "items.jsonl", "--compare"],
    ] {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_wampimuk"))
            .args(arguments)
            .current_dir(folder.path())
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        assert_eq!(child.wait().unwrap().code(), Some(1), "{arguments:?}");
    }
}

/// Where JSON is wrong is said by file and line of the file.
#[test]
fn broken_json_has_a_place_in_its_file() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate riddle --limit 2 --split test --format arc --out tasks");
    let path = at.join("tasks/data/riddle/test/0.json");
    let path = if path.exists() { path } else { at.join("tasks/test/0.json") };
    let task = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display()));
    let cut = task.replacen("\"train\":", "\"train\":\n", 1).replacen("\"legend\"", "\n\"legnd\"", 1);
    std::fs::write(at.join("task.json"), &cut).unwrap();
    std::fs::write(at.join("tasks.jsonl"), format!("{0}\n{1}\n", task.trim(), "{\"train\": 3}")).unwrap();
    for (file, place) in [("task.json", "task.json:"), ("tasks.jsonl", "tasks.jsonl:2: it is no task: ")] {
        let ran = wampimuk(at, &format!("verify {file} --recipe riddle"));
        breaks(&ran, "every item can be read", place, ", column ");
        assert!(!ran.stdout.contains("at line"), "{}", ran.stdout);
    }
}

#[test]
fn values_are_cut_when_they_are_printed() {
    let (folder, mut items) = demo();
    items[3]["command"] = "x ".repeat(2_000_000).into();
    let ran = verify_items(folder.path(), &items);
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.len() < 4000, "{} bytes", ran.stdout.len());
}

#[test]
fn lines_of_stories_are_lines_of_files() {
    let folder = tempdir().unwrap();
    let text = "1 Mary went to the park.\n2 Where is Mary?\tpark\t1\n1 Mary went to the park.\n2x\n3 y\n\
                1 Mary went to the park.\n2 John took the milk.\n3 John went to the park.\n4 Where is the milk?\tpark\t3 2\n\
                5 Where is Mary?\tkitchen\t1\n";
    std::fs::write(folder.path().join("qa2_test.txt"), text).unwrap();
    let ran = wampimuk(folder.path(), "verify qa2_test.txt");
    breaks(&ran, "every item can be read", "qa2_test.txt:4", "the number of a line");
    breaks(&ran, "every answer follows: 1 of 3", "qa2_test.txt:10", "`kitchen`");
    assert!(
        ran.stdout.contains("✓ every support is the one that follows: 3 questions"),
        "a set: {}",
        ran.stdout
    );
}

/// The authors' loader knows these keys and no others.
#[test]
fn original_files_have_the_published_keys() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate gscan-demo --format original --out d");
    for name in ["dataset.txt", "dataset-dev.txt"] {
        let bytes = std::fs::read(at.join("d/data/gscan-demo").join(name)).unwrap();
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        let examples = json["examples"].as_object().unwrap();
        let keys: Vec<&str> = examples.keys().map(String::as_str).collect();
        assert_eq!(keys, wampimuk_dataset::SPLITS, "{name}");
        assert!(!examples["visual"].as_array().unwrap().is_empty(), "{name}");
        assert_eq!(examples["train"].as_array().unwrap().is_empty(), name != "dataset.txt");
    }
    let out = succeed(at, "verify d --strict");
    assert!(out.contains("✓ every item is in the split it belongs to: 2,272 items"), "{out}");
    // One file has no room for both parts of a hold-out.
    let ran = wampimuk(at, "generate gscan-demo --out all.txt --format original");
    assert!(ran.code == 2 && ran.stderr.contains("visual_dev"), "{}", ran.stderr);
    succeed(at, "generate gscan-demo --split train,test,visual_test --out some.txt --format original");
}

#[test]
fn a_key_without_effect_is_an_error() {
    let folder = tempdir().unwrap();
    let ran = wampimuk(folder.path(), "generate gscan-released --set splits.shots=5 --limit 1 --out -");
    assert!(ran.code == 2 && ran.stderr.contains("generate.procedure.draw.shots"), "{}", ran.stderr);
}

/// What is written can be verified, also as one file without a manifest.
#[test]
fn single_files_of_every_format_are_verified() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate gscan-demo --limit 5 --format original-jsonl --out o.jsonl");
    let out = succeed(at, "verify o.jsonl");
    assert!(out.contains("✓ recorded fields agree with the item: 45 items"), "{out}");
    for (recipe, format, name) in [
        ("gscan-demo", "tensor-jsonl", "t.jsonl"),
        ("gscan-demo", "tensor-jsonl", "t.jsonl.gz"),
        ("mix-t7", "symbolic", "s.txt"),
        ("riddle", "jsonl", "r.jsonl"),
    ] {
        succeed(at, &format!("generate {recipe} --limit 5 --format {format} --out {name}"));
        let out = succeed(at, &format!("verify {name} --recipe {recipe} --limit 5"));
        assert!(out.contains("✓ every file is the one its recipe makes: 1 files"), "{out}");
        let ran = wampimuk(at, &format!("verify {name}"));
        assert!(ran.code == 2 && ran.stderr.contains("--recipe"), "{name}: {}{}", ran.stdout, ran.stderr);
        let ran = wampimuk(at, &format!("verify {name} --recipe {recipe} --limit 4"));
        assert!(ran.code == 1 && ran.stdout.contains("differs from the recipe's"), "{name}: {}", ran.stdout);
    }
    succeed(at, "generate gscan-demo --format tensor-jsonl --out t");
    succeed(at, "verify t");
    let shard = at.join("t/data/gscan-demo/test-00000-of-00001.jsonl");
    let text = std::fs::read_to_string(&shard).unwrap();
    std::fs::write(&shard, text.replacen("\"walk\"", "\"push\"", 1)).unwrap();
    let ran = wampimuk(at, "verify t");
    breaks(&ran, "every file is the one its recipe makes", "test-00000-of-00001", "line ");
}
