//! Files of strangers: whatever they hold or name, the result is an error that says what to do, in bounded memory.

mod common;

use std::path::Path;

use common::{Ran, succeed, wampimuk};
use tempfile::tempdir;

#[track_caller]
fn refused(ran: &Ran, code: i32, parts: &[&str]) {
    assert_eq!(ran.code, code, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    assert!(ran.stderr.len() < 2000 && !ran.stderr.contains("panicked"), "{}", ran.stderr);
}

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    std::fs::write(folder.join(name), bytes).expect("a temporary file");
}

fn header(more: &str) -> String {
    format!(
        "{{\"wampimuk\":\"predictions\",\"format\":1,\"model\":\"m\",{more}}}\n\
         {{\"split\":\"test\",\"index\":0,\"prediction\":[\"walk\"]}}\n"
    )
}

/// `score` opened whatever path a file named: its text was quoted, and a pipe without a writer never ended.
#[test]
fn predictions_name_no_files() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    write(at, "own.toml", "title = \"secret\"\n");
    for named in ["/etc/passwd", "own.toml", "./own.toml", "/dev/stdin", "-"] {
        write(at, "p.jsonl", header(&format!("\"recipe\":\"{named}\"")));
        let ran = wampimuk(at, "score p.jsonl");
        refused(&ran, 2, &["none of the recipes", "--data"]);
        assert!(!ran.stderr.contains("secret") && !ran.stderr.contains("root:"), "{}", ran.stderr);
    }
    write(at, "p.jsonl", header("\"recipe\":\"gscan-demo\""));
    succeed(at, "score p.jsonl");
    let stories = "{\"wampimuk\":\"predictions\",\"format\":1,\"model\":\"m\",\"recipe\":\"mix-t7\",\"trained_on\":\"/etc/passwd\"}\n\
                   {\"split\":\"test\",\"index\":0,\"prediction\":\"park\"}\n";
    write(at, "s.jsonl", stories);
    refused(&wampimuk(at, "score s.jsonl"), 2, &["none of the recipes", "--train"]);
}

/// A dry run told a story of 100 million words in 5.6 GB, and so did the header of a file of predictions.
#[test]
fn recipes_without_end_are_refused() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let change = "generate.parts.0.long.words=100000000";
    let said = &["a length of 100000000", "from 1 to 4194304"];
    refused(&wampimuk(at, &format!("generate long-4k --dry-run --set {change}")), 2, said);
    write(at, "p.jsonl", header(&format!("\"recipe\":\"long-4k\",\"changes\":[\"{change}\"]")));
    refused(&wampimuk(at, "score p.jsonl"), 2, said);
}

#[test]
fn keys_without_end_are_refused() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let deep = vec!["a"; 16_000].join(".");
    refused(&wampimuk(at, &format!("generate gscan-demo --out - --set {deep}=1")), 2, &["at most 32 parts"]);
    write(at, "p.jsonl", header(&format!("\"recipe\":\"gscan-demo\",\"changes\":[\"{deep}=1\"]")));
    refused(&wampimuk(at, "score p.jsonl"), 2, &["at most 32 parts"]);
    refused(
        &wampimuk(at, &format!("train m-lstm --data gscan-demo --set {deep}=1")),
        2,
        &["at most 32 parts"],
    );
}

/// Recipes, configurations, scores and texts are read whole, so they are not long.
#[test]
fn texts_of_hundreds_of_megabytes_are_refused() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for name in ["long.toml", "long.json", "long.jsonl"] {
        let file = std::fs::File::create(at.join(name)).unwrap();
        file.set_len(300 << 20).unwrap();
    }
    for line in [
        "generate long.toml --out -",
        "verify long.toml",
        "recipes convert long.json",
        "generate long.json --out -",
        "recipes propose --scores long.jsonl",
        "train m-lstm --data gscan-demo --preset long.toml",
        "show gscan-demo --attention long.json",
        "generate long-4k --set generate.parts.0.long.asides.text=@long.jsonl --out -",
        "eval --study long.toml --out asked",
        "eval --data gscan --model m --endpoint http://127.0.0.1:9 --ca long.json --out asked",
    ] {
        refused(&wampimuk(at, line), 2, &["longer than 16777216 bytes", "long."]);
    }
}

#[test]
fn what_is_no_text_is_named_with_its_line() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    write(at, "r.toml", b"title = \"a\"\nfamily = \"\xff\"\n");
    refused(&wampimuk(at, "generate r.toml --out -"), 2, &["r.toml", "line 2 is not text in UTF-8"]);
    write(at, "c.json", b"{\n\n\xff}");
    refused(&wampimuk(at, "recipes convert c.json"), 2, &["c.json", "line 3 is not text in UTF-8"]);
}

/// Damaged compression is no fault of the system's.
#[test]
fn damaged_compression_is_named_with_file_and_line() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for ending in ["gz", "zst"] {
        let name = format!("items.jsonl.{ending}");
        succeed(at, &format!("generate gscan-demo --out {name}"));
        let bytes = std::fs::read(at.join(&name)).unwrap();
        let mut damaged = bytes.clone();
        let middle = damaged.len() / 2;
        damaged[middle..middle + 64].fill(0x55);
        for (bytes, is_cut) in [(&bytes[..bytes.len() / 2], true), (&damaged, false)] {
            write(at, &name, bytes);
            for command in ["stats", "solve"] {
                let ran = wampimuk(at, &format!("{command} {name}"));
                assert_eq!(ran.code, 2, "{command} {name}: {}", ran.stderr);
                assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
            }
            // What is not cut off may be noticed as a line that makes no sense.
            let said: &[&str] = if is_cut { &["damaged or cut off"] } else { &[] };
            let file = format!("{name}:");
            let parts = [&[file.as_str()], said].concat();
            refused(&wampimuk(at, &format!("stats {name}")), 2, &parts);
        }
        std::fs::remove_file(at.join(&name)).unwrap();
    }
}

/// 87 of 300 damaged datasets were counted as if nothing was.
#[test]
fn readers_compare_files_with_their_manifest() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate gscan-demo --format jsonl --out d");
    let shard = at.join("d/data/gscan-demo/train-00000-of-00001.jsonl");
    let text = std::fs::read_to_string(&shard).unwrap();
    // Another item in the place of the second, so that all can be read.
    let mut lines: Vec<&str> = text.lines().collect();
    lines[1] = lines[2];
    let changed = lines.join("\n") + "\n";
    std::fs::write(&shard, &changed).unwrap();
    write(at, "p.jsonl", header("\"recipe\":\"gscan-demo\""));
    let place = "train-00000-of-00001.jsonl` is not what its manifest says";
    for line in [
        "stats d",
        "audit d --floors none",
        "solve d",
        "solve d --compare",
        "score p.jsonl --data d",
        "train m-lstm --data d --as-files --updates 1 --out run",
    ] {
        refused(&wampimuk(at, line), 2, &[place, "--trust"]);
    }
    // Other splits are not looked at.
    succeed(at, "stats d --split test");
    succeed(at, "stats d --trust");
    succeed(at, "audit d --floors none --trust");
    // Pictures are of single items, and `verify` says so in its own way.
    succeed(at, "show d --split test");
    let ran = wampimuk(at, "verify d");
    assert!(ran.code == 1 && ran.stdout.contains("✗ files are complete"), "{}", ran.stdout);
}

/// A pipe among the files of a dataset was waited for by everything that read it; a link out of its folder led to files whose
/// text messages quoted.
#[cfg(unix)]
#[test]
fn a_dataset_has_files_of_its_own() {
    use std::os::unix::fs::symlink;
    let folder = tempdir().unwrap();
    let at = folder.path();
    write(at, "secret.txt", "root:x:0:0\n");
    write(at, "p.jsonl", header("\"recipe\":\"gscan-demo\""));
    succeed(at, "generate gscan-demo --format jsonl --out d");
    let shard = at.join("d/data/gscan-demo/train-00000-of-00001.jsonl");
    std::fs::create_dir(at.join("loose")).unwrap();
    let loose = at.join("loose/train.jsonl");
    let pipe = |path: &Path| {
        let made = std::process::Command::new("mkfifo").arg(path).status().unwrap();
        assert!(made.success());
    };
    let link = |path: &Path| symlink(at.join("secret.txt"), path).unwrap();
    let check = |replace: &dyn Fn(&Path), said: &str| {
        for path in [&shard, &loose] {
            let _ = std::fs::remove_file(path);
            replace(path);
        }
        for line in [
            "stats d",
            "stats d --trust",
            "verify d",
            "audit d --floors none",
            "solve d",
            "score p.jsonl --data d",
            "train m-lstm --data d --as-files --updates 1 --out run",
            "stats loose",
            "verify loose",
        ] {
            let ran = wampimuk(at, line);
            refused(&ran, 2, &[said, ".jsonl"]);
            assert!(!ran.stderr.contains("root:"), "{line}: {}", ran.stderr);
        }
    };
    check(&pipe, "no file but a folder, a pipe");
    check(&link, "a link that leads out");
    // Its shard is made again, without a look through the link.
    let ran = wampimuk(at, "generate gscan-demo --format jsonl --out d");
    assert!(ran.code == 0 && ran.stderr.contains("is made again"), "{}", ran.stderr);
    assert_eq!(std::fs::read_to_string(at.join("secret.txt")).unwrap(), "root:x:0:0\n");
}

/// Only `verify` looked at a manifest: others read what was damaged as if nothing was.
#[test]
fn readers_hold_a_manifest_to_its_recipe() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate gscan-demo --format jsonl --out d");
    let path = at.join("d/manifest.json");
    let whole = std::fs::read_to_string(&path).unwrap();
    let wrong_split: serde_json::Value = {
        let mut json: serde_json::Value = serde_json::from_str(&whole).unwrap();
        json["files"][0]["split"] = "dev".into();
        json
    };
    for (text, said) in [
        (wrong_split.to_string(), "it is listed for the split `dev` instead of `train`"),
        (whole.replacen("\"role\": \"train\"", "\"role\": \"test\"", 1), "`role`"),
        (whole.replacen("\"seed\"", "\"sead\": 1,\n  \"seed\"", 1), "unknown field `sead`"),
    ] {
        write(at, "d/manifest.json", &text);
        for line in
            ["stats d", "audit d --floors none", "solve d", "train m-lstm --data d --updates 1 --out run"]
        {
            refused(&wampimuk(at, line), 2, &["manifest.json", said]);
        }
        // It was called complete, and its card was fitted to it.
        refused(&wampimuk(at, "generate gscan-demo --format jsonl --out d"), 2, &["holds"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        let ran = wampimuk(at, "verify d");
        assert!(ran.code == 1 || said.contains("unknown") && ran.code == 2, "{}{}", ran.stdout, ran.stderr);
    }
    write(at, "d/manifest.json", wrong_split.to_string());
    succeed(at, "stats d --trust");
}

/// A bell, a title, a cleared screen: terminals do what data say, unless it is spelled out.
#[test]
fn control_characters_reach_no_terminal() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}31m\u{1b}[1;32mgreen";
    let line = succeed(at, "generate gscan-demo --split test --limit 1 --out -");
    let mut item: serde_json::Value = serde_json::from_str(line.trim()).unwrap();
    item["command"] = format!("walk to {evil}").into();
    write(at, "i.jsonl", format!("{item}\n"));
    write(at, "q.txt", format!("1 Mary went to the {evil}park.\n2 Where is Mary?\t{evil}\t1\n"));
    for line in [
        "verify i.jsonl",
        "stats i.jsonl",
        "verify q.txt",
        "stats q.txt",
        "show q.txt",
        "audit q.txt --all",
        "audit q.txt --json",
    ] {
        let ran = wampimuk(at, line);
        for (name, text) in [("stdout", &ran.stdout), ("stderr", &ran.stderr)] {
            let harmful = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
            assert!(!text.contains(harmful), "{line}, {name}: {text:?}");
        }
    }
    write(at, "p.jsonl", header(&format!("\"recipe\":{}", serde_json::json!(evil))));
    let ran = wampimuk(at, "score p.jsonl");
    assert!(ran.code == 2 && ran.stderr.contains("\\u{1b}]0;owned"), "{:?}", ran.stderr);
}

#[test]
fn answers_are_not_asked_to_be_endless() {
    let folder = tempdir().unwrap();
    let ran = wampimuk(folder.path(), "predict random --data gscan-demo --most 1000000000000 --out -");
    refused(&ran, 2, &["--most", "10000"]);
}

/// Backtraces of a library whose panic was caught stood above the message: 53 of 1,000 damaged Arrow files did that.
#[test]
fn damaged_tables_print_one_message() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for ending in ["arrow", "parquet"] {
        let name = format!("items.{ending}");
        succeed(at, &format!("generate gscan-demo --split test --limit 3 --out {name}"));
        let bytes = std::fs::read(at.join(&name)).unwrap();
        let mut failed = 0;
        for trial in 0..60 {
            let mut damaged = bytes.clone();
            for change in 0..4 {
                let at = (trial * 7919 + change * 104_729) % damaged.len();
                damaged[at] = [0, 0xff, 0x7f, 0x80][change];
            }
            write(at, &name, &damaged);
            let ran = wampimuk(at, &format!("stats {name}"));
            assert!(ran.code == 0 || ran.code == 2, "{trial}: {}", ran.stderr);
            assert!(
                !ran.stderr.contains("panicked") && !ran.stderr.contains("backtrace"),
                "{trial}: {}",
                ran.stderr
            );
            assert!(ran.stderr.lines().count() <= 1, "{trial}: {}", ran.stderr);
            failed += usize::from(ran.code == 2);
        }
        assert!(failed > 5, "{failed}");
    }
}
