//! Datasets made by several machines, each a part.

mod common;
mod tree;

use std::path::Path;

use common::{Ran, succeed, wampimuk};
use serde_json::Value;
use tempfile::{TempDir, tempdir};
use tree::files;

const GENERATE: &str = "generate gscan-demo --shard-items 200";

/// A folder with parts `p0`, `p1` and `p2`.
fn parts(generate: &str) -> TempDir {
    let folder = tempdir().expect("a folder");
    for part in 0..3 {
        succeed(folder.path(), &format!("{generate} --shard {part}/3 --out p{part}"));
    }
    folder
}

fn assert_refused(ran: &Ran, parts: &[&str]) {
    assert_eq!(ran.code, 2, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

fn is_empty(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none())
}

#[test]
fn parts_are_the_whole() {
    for generate in [
        GENERATE,
        "generate mix-t7 --limit 90 --shard-items 40 --format jsonl",
        "generate riddle --split test,dev --limit 9 --format arc-colours",
        "generate gscan-demo --format original",
        "generate mix-t7 --limit 20 --format squad",
    ] {
        let folder = parts(generate);
        succeed(folder.path(), &format!("{generate} --out whole"));
        let whole = files(&folder.path().join("whole"));
        succeed(folder.path(), "merge p0 p1 p2 --out joined");
        assert!(files(&folder.path().join("joined")) == whole, "{generate}");
        let again = wampimuk(folder.path(), "merge p2 p1 p0 --out joined");
        assert_eq!((again.code, again.stderr.trim()), (0, "joined is complete already"), "{generate}");
        let again = wampimuk(folder.path(), &format!("{generate} --out joined"));
        assert_eq!((again.code, again.stderr.trim()), (0, "joined is complete already"), "{generate}");
        // All parts in one place.
        for part in 0..3 {
            succeed(folder.path(), &format!("{generate} --shard {part}/3 --out shared"));
        }
        assert!(!folder.path().join("shared/manifest.json").exists());
        let merged: Value =
            serde_json::from_str(&succeed(folder.path(), "merge shared --json")).expect("a summary");
        assert_eq!((&merged["parts"], &merged["out"]), (&3.into(), &"shared".into()), "{merged}");
        assert!(files(&folder.path().join("shared")) == whole, "{generate}");
        let again = wampimuk(folder.path(), "merge shared");
        assert_eq!((again.code, again.stderr.trim()), (0, "shared is complete already"), "{generate}");
    }
}

#[test]
fn parts_are_moved_if_wanted() {
    let folder = parts(GENERATE);
    succeed(folder.path(), &format!("{GENERATE} --out whole"));
    succeed(folder.path(), "merge p0 p1 p2 --out joined --move");
    assert!(files(&folder.path().join("joined")) == files(&folder.path().join("whole")));
    assert!((0..3).all(|part| is_empty(&folder.path().join(format!("p{part}")))));
    let again = wampimuk(folder.path(), "merge p0 p1 p2 --out joined --move");
    assert_eq!((again.code, again.stderr.trim()), (0, "joined is complete already"));
    succeed(folder.path(), "verify joined");
}

/// A part is continued like a whole, and one that is there is left alone.
#[test]
fn parts_are_continued() {
    let folder = parts(GENERATE);
    let again = wampimuk(folder.path(), &format!("{GENERATE} --shard 1/3 --out p1"));
    let complete = "part 1/3 of gscan-demo in p1 is complete already";
    assert_eq!((again.code, again.stderr.trim()), (0, complete));
    let before = files(&folder.path().join("p1"));
    let data = |name: &&String| name.starts_with("data/");
    let lost: Vec<&String> = before.keys().filter(data).take(2).collect();
    std::fs::remove_file(folder.path().join("p1").join(lost[0])).unwrap();
    std::fs::write(folder.path().join("p1").join(lost[1]), "half").unwrap();
    // Merging notices, and names part and file.
    let ran = wampimuk(folder.path(), "merge p0 p1 p2 --out joined");
    assert_refused(&ran, &[lost[0], "is damaged or missing", "--shard 1/3"]);
    assert!(!folder.path().join("joined/manifest.json").exists());
    succeed(folder.path(), &format!("{GENERATE} --shard 1/3 --out p1"));
    assert!(files(&folder.path().join("p1")) == before);
    succeed(folder.path(), "merge p0 p1 p2 --out joined");
    succeed(folder.path(), &format!("{GENERATE} --out whole"));
    let whole = files(&folder.path().join("whole"));
    assert!(files(&folder.path().join("joined")) == whole);
    // Without --shard, the rest is made as well.
    succeed(folder.path(), &format!("{GENERATE} --out p1"));
    assert!(files(&folder.path().join("p1")) == whole);
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let folder = parts(GENERATE);
    succeed(folder.path(), &format!("{GENERATE} --seed 1 --shard 1/3 --out other"));
    succeed(folder.path(), &format!("{GENERATE} --limit 9 --shard 1/3 --out few"));
    succeed(folder.path(), &format!("{GENERATE} --shard 1/4 --out quarter"));
    succeed(folder.path(), "generate gscan-demo --limit 3 --out small");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    let merge = |line: &str| wampimuk(folder.path(), &format!("merge {line}"));
    assert_refused(&merge("p0 p2 --out x"), &["gscan-demo with seed 0, part 1/3 is missing"]);
    assert_refused(&merge("p0 --out x"), &["parts 1/3, 2/3 are missing"]);
    assert_refused(&merge("p0"), &["parts 1/3, 2/3 are missing"]);
    assert_refused(&merge("p0 p1 p1 p2 --out x"), &["part 1/3 is there twice"]);
    assert_refused(&merge("p0 other p2 --out x"), &["seed 1", "are of different datasets"]);
    assert_refused(&merge("p0 few p2 --out x"), &["differ in what was asked for"]);
    assert_refused(&merge("p0 quarter p2 --out x"), &["part 0/3", "part 1/4", "do not fit together"]);
    assert_refused(&merge("p0 empty --out x"), &["empty holds no part of a dataset"]);
    assert_refused(&merge("p0 p1 p2"), &["--out"]);
    assert_refused(&merge("p0 p1 p2 --out small"), &["small holds another dataset", "--force"]);
    assert!(!folder.path().join("x").exists(), "nothing was written");
    succeed(folder.path(), "merge p0 p1 p2 --out small --force");
    succeed(folder.path(), "verify small");
    for shard in ["3/3", "0/0", "x", "1"] {
        let ran = wampimuk(folder.path(), &format!("{GENERATE} --shard {shard} --out y"));
        assert_refused(&ran, &["such as 0/4"]);
    }
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --shard 0/2 --out y.jsonl"));
    assert_refused(&ran, &["--shard needs a directory"]);
}
