//! `wampimuk augment`.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::Value;
use tempfile::tempdir;

/// The items of a file of JSON lines.
fn lines(path: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

#[test]
fn train_is_augmented_and_marked() {
    let folder = tempdir().unwrap();
    let out = succeed(folder.path(), "augment gscan-demo --count 300 --format jsonl --all-splits --out a");
    assert!(out.contains("377,933") && out.contains("cannot be made again"), "{out}");
    succeed(folder.path(), "generate gscan-demo --format jsonl --out b");
    let file = |root: &str, name: &str, split: &str| {
        lines(&folder.path().join(format!("{root}/data/{name}/{split}-00000-of-00001.jsonl")))
    };
    let (train, own) = (file("a", "gscan-demo-geca", "train"), file("b", "gscan-demo", "train"));
    assert_eq!((train.len(), own.len()), (1700, 1400));
    for (index, item) in train.iter().enumerate() {
        let source = &own[item["source"].as_u64().unwrap() as usize];
        assert_eq!(item["augmented"], index >= 1400);
        assert_eq!(item["actions"], source["actions"]);
        assert_eq!(item["index"], index);
        let same = ["command", "id", "objects"].iter().all(|key| item[key] == source[key]);
        assert_eq!(same, index < 1400);
        let template = item["template"].as_str().unwrap();
        assert_eq!(template.contains("WUG0") && template.contains(" ## "), index >= 1400, "{template}");
    }
    let ours = |item: &Value| {
        let mut item = item.clone();
        for key in ["augmented", "source", "template"] {
            item.as_object_mut().and_then(|item| item.shift_remove(key));
        }
        item
    };
    let test = file("a", "gscan-demo-geca", "visual_test");
    assert!(test.iter().all(|item| item["augmented"] == false));
    let test: Vec<Value> = test.iter().map(ours).collect();
    assert_eq!(test, file("b", "gscan-demo", "visual_test"), "other splits are as they were");
}

#[test]
fn whatever_reads_datasets_reads_it() {
    let folder = tempdir().unwrap();
    succeed(
        folder.path(),
        "augment gscan-demo --mode replace --count 100 --filter pair --linearise symbols --out a",
    );
    assert!(succeed(folder.path(), "show a --index 1450").contains("train[1450]"));
    let stats: Value = serde_json::from_str(&succeed(folder.path(), "stats a --json")).unwrap();
    assert_eq!(stats["stats"]["splits"][0]["examples"], 1500);
    assert_eq!(succeed(folder.path(), "solve a").lines().count(), 1500);
    // Nothing promises that labels are right: what is said of items is true, but not what a dataset of ours promises.
    let ran = wampimuk(folder.path(), "verify a");
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    for kept in
        ["files are complete and unchanged", "every item can be read", "recorded fields agree with the item"]
    {
        assert!(ran.stdout.contains(&format!("✓ {kept}")), "{}", ran.stdout);
    }
    assert!(ran.stdout.contains("✗ the target is the only referent"), "{}", ran.stdout);
    let card = std::fs::read_to_string(folder.path().join("a/README.md")).unwrap();
    assert!(card.contains("Labels of train may be wrong") && card.contains("- `augmented`: "), "{card}");
    let manifest = std::fs::read_to_string(folder.path().join("a/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert!(
        manifest["recipe"]
            .as_str()
            .unwrap()
            .starts_with("# Augmented by GECA (filter=pair linearise=symbols")
    );
    assert_eq!(manifest["splits"].as_array().unwrap().len(), 1, "the others were not asked for");
}

#[test]
fn the_same_arguments_give_the_same_bytes() {
    let folder = tempdir().unwrap();
    for (out, rest) in [("a", "--threads 1"), ("b", "--threads 3"), ("c", "--seed 1"), ("d", "--unique")] {
        succeed(folder.path(), &format!("augment gscan-demo --count 200 --out {out} {rest}"));
    }
    let bytes = |out: &str, name: &str| std::fs::read(folder.path().join(out).join(name)).unwrap();
    let train = "data/gscan-demo-geca/train-00000-of-00001.parquet";
    for name in [train, "manifest.json", "README.md"] {
        assert_eq!(bytes("a", name), bytes("b", name), "{name}");
    }
    let different: BTreeSet<Vec<u8>> = ["a", "c", "d"].map(|out| bytes(out, train)).into();
    assert_eq!(different.len(), 3);

    let whole = bytes("a", train);
    std::fs::write(folder.path().join("a").join(train), "what a mishap").unwrap();
    for said in ["a is complete again", "a is complete already"] {
        let again = wampimuk(folder.path(), "augment gscan-demo --count 200 --out a");
        assert!(again.code == 0 && again.stderr.contains(said), "{}", again.stderr);
        assert_eq!(bytes("a", train), whole);
    }

    let again = wampimuk(folder.path(), "augment gscan-demo --count 10 --out a");
    assert_eq!((again.code, again.stdout.as_str()), (2, ""), "{}", again.stderr);
    assert!(
        again.stderr.contains("a holds another dataset: gscan-demo-geca with seed 0, of another recipe"),
        "{}",
        again.stderr
    );
    succeed(folder.path(), "augment gscan-demo --count 10 --out a --force --format arrow");
    assert!(!folder.path().join("a").join(train).exists());
    assert!(succeed(folder.path(), "show a --index 1409").contains("train[1409]"));
}

#[test]
fn figures_can_be_had_without_files() {
    let folder = tempdir().unwrap();
    insta::assert_snapshot!(
        "figures",
        succeed(folder.path(), "augment gscan-demo --count 500 --mode replace --dry-run")
    );
    let json = succeed(folder.path(), "augment gscan-demo --count 500 --dry-run --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["augmented"]["here"]["examples"], 1900);
    assert_eq!(json["augmented"]["published"]["targets"]["red square"]["placed"], 83_887);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

#[test]
fn what_cannot_be_is_refused() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let mut said = String::new();
    for line in [
        "augment reascan-simple",
        "augment gscna",
        "augment gscan-demo --method mixup",
        "augment gscan-demo --filter all",
        "augment gscan-demo --format original",
        "augment gscan-demo --count 99999999999",
        "augment gscan-demo --count -1",
        "augment gscan-demo --variants 0",
        "augment gscan-demo --samples 0",
        "augment gscan-demo --set generate.holdouts=[]",
        "augment gscan-demo --out train.parquet",
        "augment gscan-demo --out -",
        "augment gscan-demo --out file",
        "augment gscan-demo --set splits.sizes.train=0",
    ] {
        let ran = wampimuk(folder.path(), line);
        assert!(ran.code > 1 && ran.stdout.is_empty(), "{line}: {} {}", ran.code, ran.stdout);
        said.push_str(&format!("$ wampimuk {line}\n{} {}\n", ran.code, ran.stderr.trim_end()));
    }
    insta::assert_snapshot!("refusals", said);
}
