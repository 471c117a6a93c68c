//! What commands write: nothing is replaced without a word, nothing that is read is replaced at all, nothing is left behind.

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{succeed, wampimuk, words};
use tempfile::tempdir;

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

const PREDICTIONS: &str = "{\"wampimuk\":\"predictions\",\"format\":1,\"model\":\"m\",\"recipe\":\"gscan-demo\"}\n\
                           {\"split\":\"test\",\"index\":0,\"prediction\":[\"walk\"]}\n";

#[test]
fn nothing_is_replaced_without_force() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("p.jsonl"), PREDICTIONS).unwrap();
    for line in [
        "generate gscan-demo --split test --limit 2 --out out.html --format jsonl",
        "stats gscan-demo --limit 5 --report out.html",
        "audit gscan-demo --limit 5 --floors none --report out.html",
        "score p.jsonl --report out.html",
        "show gscan-demo --as text --out out.html",
        "concur --report out.html",
        "predict random --data gscan-demo --split test --limit 2 --out out.html",
    ] {
        if line.starts_with("generate") {
            // The ending decides where a single file is meant.
            continue;
        }
        std::fs::write(at.join("out.html"), "mine").unwrap();
        let ran = wampimuk(at, line);
        assert_eq!(ran.code, 2, "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stderr.contains("out.html is there already (--force replaces it)"),
            "{line}: {}",
            ran.stderr
        );
        assert_eq!(std::fs::read(at.join("out.html")).unwrap(), b"mine", "{line}");
        succeed(at, &format!("{line} --force"));
        assert_ne!(std::fs::read(at.join("out.html")).unwrap(), b"mine", "{line}");
        std::fs::remove_file(at.join("out.html")).unwrap();
        succeed(at, line);
    }
    // Pipes and devices hold nothing that could be lost.
    succeed(at, "stats gscan-demo --limit 5 --report /dev/null");
}

/// Reports and weights were written over whatever had their names in a folder that was no study's and no training's.
#[test]
fn folders_of_others_are_left_alone() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir(at.join("mine")).unwrap();
    std::fs::write(at.join("mine/report.html"), "mine").unwrap();
    let ask = "eval --endpoint http://127.0.0.1:9/v1 --model m --data gscan-demo --limit 1 --retries 0 --floors 0 --out mine";
    let ran = wampimuk(at, ask);
    assert!(ran.code == 2 && ran.stderr.contains("is a folder with files in it (--force"), "{}", ran.stderr);
    assert_eq!(names(&at.join("mine")), ["report.html"]);
    succeed(at, &format!("{ask} --dry-run"));
    for (number, (name, said)) in [
        ("loss.svg", "there is no log.jsonl that it could show"),
        ("log.jsonl", "is no log of a training"),
        ("best-adverb_1_dev.safetensors", "these weights are of another training"),
    ]
    .into_iter()
    .enumerate()
    {
        let run = at.join(format!("run{number}"));
        std::fs::create_dir(&run).unwrap();
        std::fs::write(run.join(name), "mine").unwrap();
        let ran = wampimuk(at, &format!("train m-lstm --data gscan-demo --updates 1 --out run{number}"));
        assert!(ran.code == 2 && ran.stderr.contains(said), "{name}: {}", ran.stderr);
        assert_eq!(std::fs::read(run.join(name)).unwrap(), b"mine", "{name}");
    }
}

/// `score p.jsonl --report p.jsonl` replaced the predictions by a page.
#[test]
fn what_is_read_is_not_replaced() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("p.jsonl"), PREDICTIONS).unwrap();
    succeed(at, "generate gscan-demo --limit 5 --out i.jsonl");
    let recipe = succeed(at, "recipes show gscan-demo");
    std::fs::write(at.join("r.toml"), recipe).unwrap();
    std::fs::hard_link(at.join("i.jsonl"), at.join("same.jsonl")).unwrap();
    let before: Vec<Vec<u8>> = names(at).iter().map(|name| std::fs::read(at.join(name)).unwrap()).collect();
    for line in [
        "score p.jsonl --report p.jsonl --force",
        "score p.jsonl --report ./p.jsonl --force",
        "stats i.jsonl --report i.jsonl --force",
        "stats i.jsonl --report same.jsonl --force",
        "audit i.jsonl --floors none --report i.jsonl --force",
        "show i.jsonl --out i.jsonl --force",
        "show r.toml --out r.toml --force",
    ] {
        let ran = wampimuk(at, line);
        assert_eq!(ran.code, 2, "{line}: {}{}", ran.stdout, ran.stderr);
        assert!(ran.stderr.contains("is read by this command"), "{line}: {}", ran.stderr);
    }
    let after: Vec<Vec<u8>> = names(at).iter().map(|name| std::fs::read(at.join(name)).unwrap()).collect();
    assert!(before == after);
}

#[test]
fn the_root_is_no_place_for_a_dataset() {
    let folder = tempdir().unwrap();
    for line in ["generate gscan-demo --out /", "generate gscan-demo --out /../ --force"] {
        let ran = wampimuk(folder.path(), line);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        assert!(ran.stderr.contains("root of a file system"), "{}", ran.stderr);
    }
    assert!(!Path::new("/manifest.json").exists() && !Path::new("/.wampimuk").exists());
}

/// Hundreds of megabytes were left under a new name each time.
#[cfg(unix)]
#[test]
fn an_interrupted_file_leaves_nothing() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    for signal in ["-TERM", "-KILL"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wampimuk"))
            .args(words("generate gscan --quiet --out items.jsonl.gz"))
            .current_dir(at)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        assert!(child.try_wait().unwrap().is_none(), "it takes longer than that");
        let id = child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        child.wait().unwrap();
        let left = names(at);
        // Where files without a name are not to be had, one is left, and it is always the same.
        assert!(left.is_empty() || left == [".items.jsonl.gz.part"], "{signal}: {left:?}");
    }
    succeed(at, "generate gscan-demo --out items.jsonl.gz");
    assert_eq!(names(at), ["items.jsonl.gz"]);
}

/// Titles of recipes are text, also where Markdown or a page would make something else of them.
#[test]
fn titles_are_text() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    let title = "<img src=x onerror=alert(1)> [a](javascript:b) `c` # *d*";
    succeed(at, &format!("generate gscan-demo --limit 3 --out d --set \"title={title}\""));
    for name in ["README.md", "DATASHEET.md"] {
        let text = std::fs::read_to_string(at.join("d").join(name)).unwrap();
        let body = text.split("\n---\n").last().unwrap();
        assert!(
            body.contains("\\<img src=x onerror=alert(1)\\> \\[a\\](javascript:b) \\`c\\` \\# \\*d\\*"),
            "{name}: {body}"
        );
        assert!(!body.contains("<img") || body.contains("\\<img"), "{name}");
    }
}

#[test]
fn folders_are_made_for_files() {
    let folder = tempdir().unwrap();
    let at = folder.path();
    succeed(at, "generate gscan-demo --split test --limit 2 --out a/b/items.jsonl");
    succeed(at, "predict random --data gscan-demo --split test --limit 2 --out c/run.jsonl");
    succeed(at, "score c/run.jsonl --report d/e/scores.html");
    succeed(at, "show gscan-demo --out f/item.png");
    for name in ["a/b/items.jsonl", "c/run.jsonl", "d/e/scores.html", "f/item.png"] {
        assert!(at.join(name).is_file(), "{name}");
    }
}
