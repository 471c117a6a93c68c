//! The same command gives the same bytes, whatever the threads; a prefix is a prefix.

mod common;
mod tree;

use common::succeed;
use tempfile::tempdir;
use tree::files;
use wampimuk_core::Digest;

#[test]
fn threads_do_not_matter() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "arrow"] {
        for threads in [1, 2, 5] {
            // More items than one chunk has.
            let line = format!(
                "generate gscan --split train,test --limit 70000 --format {format} --out {format}{threads} --threads {threads}"
            );
            succeed(folder.path(), &line);
        }
        let one = files(&folder.path().join(format!("{format}1")));
        assert!(one.keys().any(|name| name.ends_with("manifest.json")) && one.len() >= 3);
        for threads in [2, 5] {
            assert!(
                files(&folder.path().join(format!("{format}{threads}"))) == one,
                "{format}, {threads} threads"
            );
        }
    }
}

/// Counting is parallel too, and must not show it.
#[test]
fn reports_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate gscan-demo --out d");
    for command in
        ["stats gscan-demo --all", "stats gscan-demo --json", "audit gscan-demo", "stats d", "audit d --json"]
    {
        let one = succeed(folder.path(), &format!("{command} --threads 1"));
        for threads in [2, 5] {
            assert!(succeed(folder.path(), &format!("{command} --threads {threads}")) == one, "{command}");
        }
    }
    let stats = succeed(folder.path(), "stats gscan-demo");
    let place = |split: &str| stats.rfind(&format!("\n{split} ")).expect("a row");
    assert!(
        place("train") < place("dev") && place("dev") < place("test") && place("test") < place("visual_dev")
    );
}

#[test]
fn limits_are_prefixes() {
    let folder = tempdir().unwrap();
    let long = succeed(folder.path(), "generate gscan --split test --limit 500 --out -");
    let short = succeed(folder.path(), "generate gscan --split test --limit 120 --out -");
    assert_eq!(short.lines().count(), 120);
    assert!(long.starts_with(&short));
}

#[test]
fn compression_is_transparent() {
    let folder = tempdir().unwrap();
    let plain = succeed(folder.path(), "generate gscan-demo --out -");
    for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
        succeed(folder.path(), &format!("generate gscan-demo --out {name}"));
        succeed(folder.path(), &format!("verify {name} --recipe gscan-demo"));
        assert_eq!(succeed(folder.path(), &format!("solve {name}")).lines().count(), plain.lines().count());
    }
}

/// Golden hashes of every shipped recipe: published bytes never change silently. If a change is meant, raise
/// `STREAM_VERSION` and say so in the changelog.
#[test]
fn golden_hashes() {
    let folder = tempdir().unwrap();
    let mut golden = String::new();
    for shipped in wampimuk_gscan::SHIPPED {
        for seed in [0, 1] {
            let line = format!("generate {} --limit 400 --seed {seed} --out - --quiet", shipped.name);
            let bytes = succeed(folder.path(), &line);
            golden.push_str(&format!("{} seed {seed}: {}\n", shipped.name, Digest::of(bytes.as_bytes())));
        }
    }
    insta::assert_snapshot!("golden", golden);
}

/// The same for the other families: their recipes beside gSCAN's, a few items of every split.
#[test]
fn golden_hashes_of_other_families() {
    let folder = tempdir().unwrap();
    let mut golden = String::new();
    for (recipe, limit, split) in OTHERS {
        let generate = |limit: u64, options: &str| {
            succeed(folder.path(), &format!("generate {recipe} --limit {limit} --out - --quiet {options}"))
        };
        let bytes = generate(limit, "--threads 1");
        assert!(generate(limit, "--threads 3") == bytes, "{recipe}");
        // A prefix is a prefix of each split.
        let split = format!("--split {split}");
        let whole = generate(limit, &split);
        assert!(bytes.contains(&whole) && whole.starts_with(&generate(limit / 2, &split)), "{recipe}");
        assert!(generate(limit, "--seed 1") != bytes, "{recipe}");
        golden.push_str(&format!("{recipe}: {}\n", Digest::of(bytes.as_bytes())));
    }
    insta::assert_snapshot!("golden_others", golden);
}

/// The recipes, how many items of a split, and a split of which less is a prefix.
const OTHERS: [(&str, u64, &str); 12] = [
    ("reascan", 60, "test"),
    ("reascan-words", 60, "test"),
    ("reascan-paraphrased", 60, "test"),
    ("reascan-released-2rc", 60, "test"),
    ("riddle", 6, "test"),
    ("riddle-colours", 6, "test"),
    ("babi", 20, "qa3_test"),
    ("babi-nonce", 10, "qa16_test"),
    ("mix-t12", 60, "test"),
    ("inject-t2", 60, "test"),
    ("story-holdouts", 20, "pronoun_possession_test"),
    ("mix-t7-released", 60, "test"),
];

/// Tasks are made by many, file by file, and lines by chunks of their own.
#[test]
fn riddles_do_not_depend_on_threads() {
    let folder = tempdir().unwrap();
    for format in ["arc", "parquet", "jsonl"] {
        for threads in [1, 3] {
            succeed(
                folder.path(),
                &format!(
                    "generate riddle-colours --split test --limit 130 --format {format} --out {format}{threads} \
                     --threads {threads}"
                ),
            );
        }
        let made = |threads: u8| files(&folder.path().join(format!("{format}{threads}")));
        let one = made(1);
        let data = one.keys().filter(|name| name.starts_with("data/riddle-colours/")).count();
        assert_eq!(data, if format == "arc" { 130 } else { 1 }, "{format}");
        assert!(made(3) == one, "{format}");
    }
}
