//! What the commands print, and how they fail.

mod common;

use common::{succeed, wampimuk};
use tempfile::tempdir;

#[test]
fn help_has_examples_and_exit_codes() {
    let folder = tempdir().unwrap();
    insta::assert_snapshot!("help", succeed(folder.path(), "--help"));
    insta::assert_snapshot!("help_generate", succeed(folder.path(), "generate --help"));
}

#[test]
fn commands_of_the_python_package_are_said_to_be_there() {
    let folder = tempdir().unwrap();
    for (line, extra) in [("openenv --recipe gscan", "[openenv]"), ("lm-eval-path", "[lm-eval]")] {
        let ran = wampimuk(folder.path(), line);
        assert_eq!(ran.code, 2, "{line}");
        assert!(ran.stderr.contains(extra) && ran.stderr.contains("pip install"), "{}", ran.stderr);
    }
    let ran = wampimuk(folder.path(), "openenw");
    assert!(ran.code == 2 && ran.stderr.contains("unrecognized subcommand"), "{}", ran.stderr);
}

#[test]
fn recipes_are_listed_shown_and_described() {
    let folder = tempdir().unwrap();
    insta::assert_snapshot!("recipes", succeed(folder.path(), "recipes"));
    let toml = succeed(folder.path(), "recipes show gscan-demo");
    std::fs::write(folder.path().join("mine.toml"), toml).unwrap();
    assert_eq!(
        succeed(folder.path(), "generate mine.toml --limit 3 --out - --quiet"),
        succeed(folder.path(), "generate gscan-demo --limit 3 --out - --quiet")
    );
    let schemas: serde_json::Value = serde_json::from_str(&succeed(folder.path(), "recipes schema")).unwrap();
    assert!(schemas["gscan"]["properties"]["generate"].is_object());
    let schema: serde_json::Value =
        serde_json::from_str(&succeed(folder.path(), "recipes schema gscan")).unwrap();
    assert_eq!(schemas["gscan"], schema);
    let unknown = wampimuk(folder.path(), "recipes schema gscna");
    assert!(unknown.code == 2 && unknown.stderr.contains("did you mean `gscan`?"), "{}", unknown.stderr);
}

#[test]
fn an_item_in_the_terminal() {
    let folder = tempdir().unwrap();
    insta::assert_snapshot!("show", succeed(folder.path(), "show gscan-demo --split test --index 4"));
}

/// An item of a dataset is found in its shard, and is the recipe's.
#[test]
fn an_item_of_a_dataset_is_found_in_its_shard() {
    let folder = tempdir().unwrap();
    let holding = "data/gscan-demo/train-00004-of-00005";
    for format in ["parquet", "jsonl", "arrow"] {
        succeed(
            folder.path(),
            &format!("generate gscan-demo --shard-items 300 --format {format} --out {format}"),
        );
        // Nothing else is looked at.
        for entry in std::fs::read_dir(folder.path().join(format).join("data/gscan-demo")).unwrap() {
            let path = entry.unwrap().path();
            if !path.to_string_lossy().contains(holding) {
                std::fs::remove_file(path).unwrap();
            }
        }
        for index in [1200, 1234, 1399] {
            let shown =
                |of: &str| succeed(folder.path(), &format!("show {of} --split train --index {index}"));
            assert_eq!(shown(format), shown("gscan-demo"), "{format} {index}");
        }
        assert_eq!(wampimuk(folder.path(), &format!("show {format} --split train --index 99999")).code, 2);
    }
    succeed(folder.path(), "generate mix-t7 --split test --limit 200 --shard-items 60 --out d");
    std::fs::remove_file(folder.path().join("d/data/mix-t7/test-00000-of-00004.parquet")).unwrap();
    let shown = |of: &str| succeed(folder.path(), &format!("show {of} --split test --index 70"));
    assert_eq!(shown("d"), shown("mix-t7"));
    let beyond = wampimuk(folder.path(), "show d --split test --index 300");
    assert!(beyond.code != 0, "the recipe has it, the dataset has not");
}

#[test]
fn plain_pictures_have_the_world_and_nothing_else() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "show gscan-demo --index 3 --out new/usual.svg");
    succeed(folder.path(), "show gscan-demo --index 3 --plain --out new/plain.svg");
    let read = |name: &str| std::fs::read_to_string(folder.path().join("new").join(name)).unwrap();
    assert!(read("usual.svg").contains("<text") && !read("plain.svg").contains("<text"));
    let text = succeed(folder.path(), "show gscan-demo --index 3 --plain");
    assert!(text.starts_with('┌') && text.trim_end().ends_with('┘'), "{text}");
}

#[test]
fn shapes_and_colours_may_be_ones_own() {
    let folder = tempdir().unwrap();
    let recipe = |corners: &str| {
        format!(
            "family = \"gscan\"\ntitle = \"wugs\"\n[generate]\ngrammar = \"simple_intrans\"\ngrid_size = 4\nresampling = 1\n\
             [generate.lexicon]\nnouns = [\"wug\"]\ncolours = [\"#ff00aa\"]\n[generate.lexicon.outlines]\nwug = {corners}\n\
             [generate.procedure.partition]\ndev = 0.1\ntest = 0.2\nholdout_dev = 0.3\n"
        )
    };
    std::fs::write(folder.path().join("wugs.toml"), recipe("[[0, 1], [0.5, 0], [1, 1], [0.5, 0.5]]"))
        .unwrap();
    let svg = succeed(folder.path(), "show wugs.toml --plain --as svg");
    assert!(svg.contains("#ff00aa"), "{svg}");
    // Four corners, the last on the line between the first and the third.
    let paths: Vec<&str> = svg.split("d=\"M").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let is_wug = |path: &&&str| path.matches('L').count() == 3 && path.ends_with('Z');
    assert!(paths.iter().any(|path| is_wug(&path)), "{paths:?}");
    for kind in ["png", "gif", "tikz", "text"] {
        succeed(folder.path(), &format!("show wugs.toml --as {kind} --out wug.{kind}"));
    }
    std::fs::write(folder.path().join("wrong.toml"), recipe("[[0, 1], [0.5, nan], [1, 1]]")).unwrap();
    let wrong = wampimuk(folder.path(), "show wrong.toml");
    assert_eq!(wrong.code, 2);
    assert!(wrong.stderr.contains("lexicon.outlines.wug: corner 2 is [0.5, NaN]"), "{}", wrong.stderr);
}

#[test]
fn pictures_are_files_of_their_kind() {
    let folder = tempdir().unwrap();
    for (kind, magic) in [("png", &b"\x89PNG"[..]), ("gif", b"GIF89a"), ("svg", b"<svg")] {
        succeed(folder.path(), &format!("show gscan --index 5 --as {kind} --out item.{kind}"));
        let bytes = std::fs::read(folder.path().join(format!("item.{kind}"))).unwrap();
        assert!(bytes.starts_with(magic), "{kind}");
    }
    succeed(folder.path(), "show gscan --count 4 --as svg --out sheet.svg --predicted \"walk,turn left\"");
    let weights = format!("[{}]", vec!["0.1"; 36].join(","));
    succeed(folder.path(), &format!("show gscan --as svg --out attention.svg --attention {weights}"));
}

#[test]
fn solving_agrees_with_what_was_generated() {
    let folder = tempdir().unwrap();
    for format in ["parquet", "jsonl", "original", "original-jsonl"] {
        succeed(folder.path(), &format!("generate gscan-demo --format {format} --out {format}"));
        let report = succeed(folder.path(), &format!("solve {format} --compare --json"));
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        assert_eq!(report["items"], report["same_actions"], "{format}");
        assert_eq!(report["items"], 2272, "{format}");
    }
    let line = succeed(folder.path(), "solve gscan-demo --split test --limit 1");
    let line: serde_json::Value = serde_json::from_str(line.trim()).unwrap();
    assert!(line["target"]["row"].is_number() && line["actions"].is_array() && line["index"] == 0);
}

#[test]
fn ambiguity_is_said_and_not_hidden() {
    let folder = tempdir().unwrap();
    // "small" as an existential picks several objects in some worlds.
    let lines = succeed(folder.path(), "solve gscan --split test --limit 300 --reading existential");
    let ambiguous: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|line: &serde_json::Value| line["problem"].is_string())
        .collect();
    assert!(!ambiguous.is_empty());
    assert!(
        ambiguous
            .iter()
            .all(|line| line["target"].is_null() && line["referents"].as_array().unwrap().len() != 1)
    );
}

#[test]
fn pages_and_tables() {
    let folder = tempdir().unwrap();
    let stats = succeed(folder.path(), "stats gscan-demo --report stats.html");
    assert!(stats.contains("overlap with train"), "{stats}");
    let audit = wampimuk(folder.path(), "audit gscan-demo --report audit.html");
    assert!(
        audit.stdout.contains("Floors") && audit.stderr.contains("Wrote audit.html."),
        "{}",
        audit.stderr
    );
    assert!(succeed(folder.path(), "audit gscan-demo --all --floors none").contains("Findings"));
    for page in ["stats.html", "audit.html"] {
        let html = std::fs::read_to_string(folder.path().join(page)).unwrap();
        assert!(html.contains("<table>") && html.contains("<svg") && html.ends_with("</html>\n"), "{page}");
    }
    let html = std::fs::read_to_string(folder.path().join("stats.html")).unwrap();
    assert!(html.contains("<nav") && html.contains("more charts") && html.contains("What the words mean"));
    assert!(html.contains("wampimuk stats gscan-demo --report stats.html") && html.contains("recipe: "));
    // Tables and charts as files; a folder has all of them.
    succeed(folder.path(), "stats gscan-demo --report stats.csv");
    let csv = std::fs::read_to_string(folder.path().join("stats.csv")).unwrap();
    assert!(csv.contains("\r\nsplit,") && csv.contains("\r\ntrain,"), "{csv}");
    let ran = wampimuk(folder.path(), "stats gscan-demo --report deep/figures/");
    assert!(ran.stderr.contains("Wrote deep/figures/ ("), "{}", ran.stderr);
    let count = |ending: &str| {
        let files = std::fs::read_dir(folder.path().join("deep/figures")).unwrap();
        files
            .filter(|file| file.as_ref().is_ok_and(|file| file.path().extension() == Some(ending.as_ref())))
            .count()
    };
    assert!(count("html") == 1 && count("csv") > 10 && count("svg") > 50 && count("svg") == count("png"));
    let again = wampimuk(folder.path(), "stats gscan-demo --report deep/figures/");
    assert!(again.code == 2 && again.stderr.contains("--force"), "{}", again.stderr);
    let wrong = wampimuk(folder.path(), "stats gscan-demo --report stats.xlsx");
    assert!(wrong.code == 2 && wrong.stderr.contains(".csv"), "{}", wrong.stderr);
    for line in ["stats gscan-demo --json", "audit gscan-demo --json", "stats gscan-demo --evidence --json"] {
        serde_json::from_str::<serde_json::Value>(&succeed(folder.path(), line)).expect(line);
    }
}

/// Bad usage and bad input exit with 2, the system's refusals with 3; each says what to do.
#[test]
fn failures_say_what_to_do() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("noise.bin"), b"\x00\x01\x02 noise").unwrap();
    std::fs::write(folder.path().join("bad.toml"), "family = \"gscan\"\ntitle = 3\n").unwrap();
    std::fs::write(folder.path().join("empty.jsonl"), "").unwrap();
    let mut said = String::new();
    for line in [
        "generate gscan-relased",
        "generate missing.toml",
        "generate bad.toml",
        "generate gscan --set generate.grid_sise=3",
        "generate gscan --set generate.grid_size=99",
        "generate gscan --set splits.sizes.tets=3",
        "generate gscan --set splits.sizes.test=99999999",
        "generate gscan --set splits.shots=99999999",
        "generate gscan --set nonsense",
        "generate gscan --split tset",
        "generate gscan --out all.parquet",
        "generate gscan --format parquet --out -",
        "generate gscan --limit 1 --out noise.bin/x",
        "show gscan --index 99999999",
        "show gscan --index 18446744073709551615",
        "show gscan --predicted \"walk,fly\"",
        "show gscan --attention [1,2]",
        "show nowhere",
        "solve noise.bin",
        "verify empty.jsonl",
        "verify nowhere",
    ] {
        let ran = wampimuk(folder.path(), line);
        assert!(ran.stdout.is_empty(), "{line}: {}", ran.stdout);
        said.push_str(&format!("$ wampimuk {line}\n{}[exit {}]\n\n", ran.stderr, ran.code));
    }
    insta::assert_snapshot!("failures", said);
}

/// A finished dataset is left alone; another one is not overwritten.
#[test]
fn datasets_are_not_overwritten() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "generate gscan-demo --out d");
    let again = wampimuk(folder.path(), "generate gscan-demo --out d");
    assert_eq!((again.code, again.stderr.trim()), (0, "d is complete already"));
    let other = wampimuk(folder.path(), "generate gscan-demo --out d --seed 1");
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("--force"), "{}", other.stderr);
    succeed(folder.path(), "generate gscan-demo --out d --seed 1 --force");
    succeed(folder.path(), "verify d");
}

/// `wampimuk … | head` must not end in a panic.
#[test]
fn readers_may_go_away() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    for arguments in [
        &["recipes", "schema"][..],
        &["generate", "gscan", "--out", "-", "--quiet"],
        &["stats", "gscan-demo", "--json"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_wampimuk"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success() && said.is_empty(), "{arguments:?}: {said}");
    }
}
