//! Stories through the commands: recipes, datasets, hand-written files with something wrong in them, published files.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Ran, succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(json).collect()
}

/// A wrong answer, a support that does not support, a contradiction, an unknown word, and an answer that does not follow.
const BAD: &str = "1 Mary took the apple.
2 Mary went to the park.
3 Where is the apple?\tkitchen\t1 2
4 John went to the office.
5 Where is John?\toffice\t2
1 Mary is in the park.
2 Mary dropped the milk.
3 Where is Mary?\tpark\t1
1 Mary jumped over the moon.
2 Where is Mary?\tpark\t1
1 Daniel went to the garden.
2 Where is Daniel?\tgarden\t1
3 Where is the football?\tgarden\t1
";

/// All is well here.
const GOOD: &str = "1 Mary took the apple.
2 Mary went to the park.
3 Where is the apple? \tpark\t1 2
4 Daniel and Sandra journeyed to the office.
5 Where is Sandra? \toffice\t4
";

fn written(files: &[(&str, &str)]) -> std::io::Result<TempDir> {
    let folder = tempdir()?;
    for (name, text) in files {
        let path = folder.path().join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(path, text)?;
    }
    Ok(folder)
}

fn piped(folder: &Path, words: &[&str], input: &str) -> std::io::Result<Ran> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_wampimuk"))
        .args(words)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let output = child.wait_with_output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok(Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    })
}

#[test]
fn every_question_gets_a_line() {
    let folder = written(&[("bad.txt", BAD), ("good.txt", GOOD)]).unwrap();
    let solved = lines(&succeed(folder.path(), "solve good.txt"));
    assert_eq!(
        solved[0],
        json!({
            "story": 0, "line": 3, "question": "Where is the apple?", "answer": "park", "supporting": [1, 2],
            "all_minimal": [[1, 2]], "complete": true, "composition": ["MOVE", "GRAB"], "status": "unique",
        })
    );
    assert_eq!((&solved[1]["answer"], &solved[1]["supporting"]), (&"office".into(), &json!([4])));
    let solved = lines(&succeed(folder.path(), "solve bad.txt"));
    let places: Vec<_> = solved.iter().map(|line| (line["story"].as_u64(), line["line"].as_u64())).collect();
    assert_eq!(places, [(0, 3), (0, 5), (1, 3), (2, 2), (3, 2), (3, 3)].map(|(a, b)| (Some(a), Some(b))));
    assert_eq!((&solved[0]["answer"], &solved[5]["answer"]), (&"park".into(), &Value::Null));
    assert_eq!(solved[5]["status"], "unknown");
    assert!(solved[2]["problem"].as_str().unwrap().contains("nobody holds the milk"), "{}", solved[2]);
    assert!(solved[3]["problem"].as_str().unwrap().contains("`jumped` is an unknown word"), "{}", solved[3]);
    // As the same text from a pipe says.
    let pipe = piped(folder.path(), &["solve", "-"], BAD).unwrap();
    assert_eq!((pipe.code, lines(&pipe.stdout)), (0, solved));
}

#[test]
fn answers_are_compared() {
    let files = [("en/qa2_test.txt", GOOD), ("en/qa10_test.txt", BAD), ("README.txt", "no stories")];
    let folder = written(&files).unwrap();
    let same = json(&succeed(folder.path(), "solve en/qa2_test.txt --compare --json"));
    assert_eq!((&same["same_answer"], &same["same_support"]), (&2.into(), &2.into()));
    let both = wampimuk(folder.path(), "solve . --compare --json");
    let report = json(&both.stdout);
    assert_eq!((both.code, &report["questions"], &report["same_answer"]), (1, &8.into(), &4.into()));
    assert_eq!((&report["other_answer"], &report["unsolved"]), (&2.into(), &2.into()));
    let tasks: Vec<&String> = report["tasks"].as_object().unwrap().keys().collect();
    assert_eq!(tasks, ["qa2", "qa10"]);
    let table = wampimuk(folder.path(), "solve en --compare");
    assert!(table.stdout.lines().all(|line| line.chars().count() <= 80), "{}", table.stdout);
    assert!(table.stdout.contains("\nqa10          6            2      4 "), "{}", table.stdout);
    assert!(table.stderr.contains("4 of 8 answers differ"), "{}", table.stderr);
}

/// "No longer in the park" is said of people who were there, to whom the generator is known; and that an object does not
/// move when it changes hands is another proof, to whom that much is known of hidden lines.
#[test]
fn readings_can_be_chosen() {
    let story = "1 Mary took the milk.\n2 Mary took the apple.\n3 Mary dropped the apple.\n4 What is Mary carrying?\n\
                 5 Mary is no longer in the park.\n6 Where is the apple?\n\
                 1 Mary went to the park.\n2 Mary took the apple.\n3 Mary dropped the apple.\n4 Where is the apple?\n";
    let folder = written(&[("a.txt", story)]).unwrap();
    let solve = |options: &str| lines(&succeed(folder.path(), &format!("solve a.txt {options}")));
    let [carrying, where_is, proofs] = &solve("")[..] else { panic!("three questions") };
    assert_eq!(carrying["supporting"], json!([1, 3]));
    assert_eq!((&where_is["answer"], &where_is["status"]), (&Value::Null, &"unknown".into()));
    assert_eq!(proofs["all_minimal"], json!([[1, 3]]));
    assert_eq!(solve("--supports history")[0]["supporting"], json!([1, 2, 3]));
    assert_eq!(solve("--reading generator")[1]["answer"], "park");
    assert_eq!(solve("--masking fine")[2]["all_minimal"], json!([[1, 2], [1, 3]]));
    let ran = wampimuk(folder.path(), "solve a.txt --reading superlative");
    assert!(ran.code == 2 && ran.stderr.contains("linguistic or generator"), "{}", ran.stderr);
    let ran = wampimuk(folder.path(), "solve gscan --limit 1 --split test --supports history");
    assert!(ran.code == 2 && ran.stderr.contains("--supports is about stories"), "{}", ran.stderr);
    let ran = wampimuk(folder.path(), "solve a.txt --graph");
    assert!(ran.code == 2 && ran.stderr.contains("no relation graphs"), "{}", ran.stderr);
}

#[test]
fn files_that_make_no_sense_are_refused_with_their_place() {
    let broken = "1 Mary went to the park.\n2 Where is Mary?\tpark\t1\n4 John went to the park.\n";
    let folder = written(&[("broken.txt", broken), ("empty.txt", ""), ("none/notes.md", "x")]).unwrap();
    let solved = wampimuk(folder.path(), "solve broken.txt");
    let problem = lines(&solved.stdout)[0]["problem"].as_str().unwrap().to_owned();
    assert_eq!(
        problem,
        "broken.txt:3: expected number 3, or 1 for a new story, found `4 John went to the park.`"
    );
    assert_eq!(solved.code, 2);
    for command in ["stats", "audit", "solve --compare"] {
        let ran = wampimuk(folder.path(), &format!("{command} broken.txt"));
        assert!(
            ran.code == 2 && ran.stderr.contains("broken.txt:3: expected number 3"),
            "{command}: {}",
            ran.stderr
        );
    }
    let verified = wampimuk(folder.path(), "verify broken.txt");
    assert!(
        verified.code == 1 && verified.stdout.contains("✗ every item can be read: 1 of 1 questions"),
        "{}",
        verified.stdout
    );
    for path in ["empty.txt", "none"] {
        assert_eq!(wampimuk(folder.path(), &format!("solve {path}")).code, 2, "{path}");
    }
    let ran = wampimuk(folder.path(), "stats broken.txt --evidence");
    assert!(ran.code == 2 && ran.stderr.contains("--evidence is about parts of commands"), "{}", ran.stderr);
}

#[test]
fn what_is_wrong_is_found() {
    let folder = written(&[("qa1_test.txt", BAD), ("good.txt", GOOD)]).unwrap();
    let verified = wampimuk(folder.path(), "verify qa1_test.txt --json");
    let report = json(&verified.stdout);
    assert_eq!((verified.code, &report["items"], &report["recipe_known"]), (1, &6.into(), &false.into()));
    let broken = |promise: &str| {
        let promises = report["promises"].as_array().unwrap();
        promises.iter().find(|row| row["promise"] == promise).unwrap()["broken"].as_u64().unwrap()
    };
    assert_eq!(broken("every answer follows"), 2);
    assert_eq!(broken("every story can be true"), 1);
    // Nobody has promised that the solver reads the lines of others: what it cannot read or solve was not checked.
    let promise = |name: &str| {
        let promises = report["promises"].as_array().unwrap();
        promises.iter().find(|row| row["promise"] == name).unwrap().clone()
    };
    let read = promise("every line can be read");
    assert_eq!(
        (&read["outcome"], &read["broken"], &read["untried"]),
        (&"holds".into(), &0.into(), &1.into())
    );
    let because = read["because"].as_str().unwrap();
    assert!(because.starts_with("the solver cannot read every line: qa1_test.txt:"), "{because}");
    let answers = promise("every answer follows");
    assert_eq!(answers["tried"].as_u64().unwrap() + answers["untried"].as_u64().unwrap(), 6, "{answers}");
    assert_eq!(broken("every support is the one that follows"), 2);
    succeed(folder.path(), "verify good.txt");
    let audit = json(&succeed(folder.path(), "audit qa1_test.txt --json"));
    let flaws = &audit["all"]["flaws"];
    for flaw in ["unreadable", "contradiction", "wrong_answer", "does_not_follow", "insufficient"] {
        assert_eq!(flaws[flaw], 1, "{flaw}: {flaws}");
    }
    let text = succeed(folder.path(), "audit qa1_test.txt --all --report audit.html");
    assert!(text.contains("kitchen (1 2)") && text.contains("Shortcuts"), "{text}");
    let page = std::fs::read_to_string(folder.path().join("audit.html")).unwrap();
    assert!(page.contains("Audit of qa1_test.txt") && page.contains("wrong answer"));
    let clean = json(&succeed(folder.path(), "audit good.txt --json"));
    assert_eq!(clean["all"]["flaws"], json!({}));
}

/// The path of a single file stood twice before the places of examples: `qa1.txt/qa1.txt:1`.
#[test]
fn findings_name_a_line_of_a_single_file() {
    let many = "1 Mary went to the park.\n2 Where is Mary?\tkitchen\t1\n".repeat(30);
    let folder = written(&[("qa1.txt", &many)]).unwrap();
    let text = succeed(folder.path(), "audit qa1.txt");
    assert!(text.contains("for example qa1.txt:1, line 2\n"), "{text}");
    let text = succeed(folder.path(), "audit mix-t7-released --limit 600");
    assert!(text.contains("for example mix-t7-released/"), "{text}");
}

#[test]
fn recipes_and_datasets_keep_their_promises() {
    let folder = tempdir().unwrap();
    succeed(folder.path(), "verify mix-t7 --limit 20");
    for format in ["parquet", "jsonl", "arrow", "babi", "symbolic", "squad", "kit-events", "kit-text"] {
        succeed(folder.path(), &format!("generate mix-t7 --limit 12 --format {format} --out {format}"));
        let report = json(&succeed(folder.path(), &format!("verify {format} --json")));
        let found = (&report["items"], &report["broken"], &report["recipe_known"]);
        assert_eq!(found, (&24.into(), &0.into(), &true.into()), "{format}: {report}");
        let agreement = json(&succeed(folder.path(), &format!("solve {format} --compare --json")));
        let found = (&agreement["same_answer"], &agreement["same_support"]);
        assert_eq!(found, (&24.into(), &24.into()), "{format}");
        let chosen = lines(&succeed(folder.path(), &format!("solve {format} --split test --limit 3")));
        assert_eq!(chosen.len(), 3, "{format}");
    }
    // Another story at the same place is no breach but of the recipe: everything else follows from it.
    let path = folder.path().join("babi/data/mix-t7/dev.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let (first, rest) = text.split_at(text.match_indices("\n1 ").next().unwrap().0 + 1);
    std::fs::write(&path, format!("{rest}{first}")).unwrap();
    let swapped = wampimuk(folder.path(), "verify babi");
    assert!(swapped.code == 1 && swapped.stdout.contains("the checksum differs"), "{}", swapped.stdout);
    assert!(
        swapped.stdout.contains("✗ every story is the one its recipe makes: 12 of 24 questions break it"),
        "{}",
        swapped.stdout
    );
    assert!(swapped.stdout.contains("✓ every answer follows"), "{}", swapped.stdout);
    // So is a row that claims to be another.
    let path = folder.path().join("jsonl/data/mix-t7/test-00000-of-00001.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut rows = lines(&text);
    rows[3]["answer"] = "attic".into();
    rows[4]["composition"] = json!(["MOVE"]);
    let text: String = rows.iter().map(|row| format!("{row}\n")).collect();
    std::fs::write(&path, text).unwrap();
    let tampered = wampimuk(folder.path(), "verify jsonl/data/mix-t7/test-00000-of-00001.jsonl");
    for message in [
        "the answer is `attic`, should be",
        "`composition` is `MOVE`, should be",
        "the recipe makes another one: answer differ",
        "test-00000-of-00001.jsonl:5, line 21, test[4]",
    ] {
        assert!(tampered.code == 1 && tampered.stdout.contains(message), "{message}: {}", tampered.stdout);
    }
}

/// Hold-outs, and stories whose words were exchanged for others.
#[test]
fn holdouts_and_other_words_are_looked_into() {
    let recipe = r#"family = "stories"
title = "pronouns held out"

[generate]

[[generate.parts]]
name = "people"
actions = { move = 1, coref = 1 }
ask = { where_person = 1 }

[[generate.holdouts]]
name = "pronouns"
title = "answers that rest on a pronoun"
when = { all = ["COREF"] }

[[splits]]
name = "train"
role = "train"
title = "without pronouns in proofs"
parts = { people = 20 }

[[splits]]
name = "pronouns"
role = "test"
holdout = "pronouns"
title = "with pronouns in proofs"
parts = { people = 10 }
"#;
    let folder = written(&[("held.toml", recipe)]).unwrap();
    succeed(folder.path(), "generate held.toml --format babi --out held");
    let verified = succeed(folder.path(), "verify held");
    assert!(verified.contains("✓ held-out questions are in their split and no other"), "{verified}");
    let path = folder.path().join("held/data/held");
    std::fs::rename(path.join("train.txt"), path.join("x.txt")).unwrap();
    std::fs::rename(path.join("pronouns.txt"), path.join("train.txt")).unwrap();
    std::fs::rename(path.join("x.txt"), path.join("pronouns.txt")).unwrap();
    let exchanged = wampimuk(folder.path(), "verify held");
    let message = "✗ held-out questions are in their split and no other: 30 of 30 questions break it";
    assert!(exchanged.code == 1 && exchanged.stdout.contains(message), "{}", exchanged.stdout);

    let words = "--set generate.words.relexicon.nonce=3";
    for format in ["babi", "jsonl"] {
        succeed(
            folder.path(),
            &format!("generate mix-t12 {words} --limit 8 --format {format} --out nonce-{format}"),
        );
        succeed(folder.path(), &format!("verify nonce-{format}"));
    }
    let text = std::fs::read_to_string(folder.path().join("nonce-babi/data/mix-t12/test.txt")).unwrap();
    let recorded: Vec<&str> = text.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    let solved = lines(&succeed(folder.path(), "solve nonce-babi --split test"));
    let answers: Vec<&str> = solved.iter().filter_map(|line| line["answer"].as_str()).collect();
    assert_eq!(answers, recorded);
    let shown = succeed(folder.path(), "show nonce-babi --split test --index 0");
    assert!(
        !["kitchen", "garden", "park", "Mary", "John"].iter().any(|word| shown.contains(word)),
        "{shown}"
    );
}

#[test]
fn statistics_are_those_of_the_paper() {
    let files = [("qa2_train.txt", GOOD), ("qa2_test.txt", GOOD)];
    let folder = written(&files).unwrap();
    let stats = succeed(folder.path(), "stats . --report stats.html");
    for part in ["Tasks\n", "Splits\n", "Concept sets", "qa2", "train", "test"] {
        assert!(stats.contains(part), "{part}: {stats}");
    }
    assert!(!stats.contains("Tokens"));
    assert!(succeed(folder.path(), "stats . --all").contains("Tokens (words and punctuation)"));
    let report = json(&succeed(folder.path(), "stats . --json"));
    assert_eq!(report["splits"].as_array().unwrap().len(), 2);
    // Both files are the same.
    let shared = report["shared"].as_array().unwrap();
    let both = shared.iter().find(|row| row["split"] != row["other"]).unwrap();
    assert_eq!((&both["questions"], &both["texts"]), (&2.into(), &2.into()));
    let page = std::fs::read_to_string(folder.path().join("stats.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Questions of train"));
    // Limits are those of each file.
    let one = json(&succeed(folder.path(), "stats . --limit 1 --json"));
    let counts: Vec<&Value> =
        one["splits"].as_array().unwrap().iter().map(|split| &split["questions"]).collect();
    assert_eq!(counts, [1, 1]);
    let few = json(&succeed(folder.path(), "stats . --split test --limit 1 --json"));
    assert_eq!((&few["splits"].as_array().unwrap().len(), &few["splits"][0]["questions"]), (&1, &1.into()));
    assert_eq!(wampimuk(folder.path(), "stats . --split dev").code, 2);
    assert_eq!(wampimuk(folder.path(), "stats mix-t7 --split nowhere").code, 2);
}

#[test]
fn threads_change_nothing() {
    let folder = tempdir().unwrap();
    for command in
        ["solve mix-t12 --limit 40", "audit mix-t7 --limit 30", "stats mix-t7 --limit 30 --all --json"]
    {
        let one = succeed(folder.path(), &format!("{command} --threads 1"));
        assert_eq!(one, succeed(folder.path(), &format!("{command} --threads 3")), "{command}");
    }
}

#[test]
fn stories_are_drawn() {
    let hindsight = "1 Mary took the apple there.\n2 Mary and John went to the park.\n3 Mary dropped the apple.\n\
                     4 Where is John?\tpark\t2\n5 Bill is either in the school or the office.\n\
                     6 Bill took the milk.\n7 Where is the apple?\tpark\t2 3\n";
    let folder = written(&[("story.txt", hindsight), ("qa17_test.txt", POSITIONS)]).unwrap();
    insta::assert_snapshot!("timeline", succeed(folder.path(), "show story.txt --index 1"));
    insta::assert_snapshot!("positions", succeed(folder.path(), "show qa17_test.txt --index 1"));
    let hidden = succeed(folder.path(), "show story.txt --index 1 --no-answer");
    assert!(
        !hidden.contains("→") && !hidden.contains('*') && hidden.contains("? 7  Where is the apple?"),
        "{hidden}"
    );
    let svg = succeed(folder.path(), "show story.txt --index 0 --as svg");
    assert!(svg.starts_with("<svg") && svg.contains("Where is John?"));
    succeed(folder.path(), "show story.txt --count 2 --as png --out story.png");
    assert!(std::fs::read(folder.path().join("story.png")).unwrap().starts_with(b"\x89PNG"));
    let made = succeed(folder.path(), "show mix-t7 --split test --index 2");
    succeed(folder.path(), "generate mix-t7 --split test --limit 3 --format jsonl --out d");
    assert_eq!(succeed(folder.path(), "show d --index 2"), made);
    for (line, message) in [
        ("show story.txt --index 2", "story.txt has no question 2"),
        ("show mix-t7 --split test --index 99999999", "99999999"),
        ("show story.txt --as gif", "stories do not move"),
        ("show story.txt --graph", "no graphs, actions or attention"),
    ] {
        let ran = wampimuk(folder.path(), line);
        assert!(ran.code == 2 && ran.stderr.contains(message), "{line}: {}", ran.stderr);
    }
}

const POSITIONS: &str = "1 The red square is below the blue square.
2 The red square is to the left of the pink rectangle.
3 Is the red square below the blue square?\tyes\t1
4 Is the blue square to the left of the pink rectangle?\tyes\t2 1
";

/// The published validation files: a thousand questions or so of each task. Only in tasks 5 and 10 answers differ from
/// what follows, and these are known.
#[test]
fn published_files_are_solved() {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let published = shared.join("conformance/babi/published");
    if !published.is_dir() {
        eprintln!("skipped: there are no published files");
        return;
    }
    let ran = wampimuk(&published, "solve . --compare --json --supports history");
    let report = json(&ran.stdout);
    assert_eq!((ran.code, report["questions"].as_u64()), (1, Some(20_002)), "{}", ran.stderr);
    for (task, agreement) in report["tasks"].as_object().unwrap() {
        let other = match task.as_str() {
            "qa5" => 2,
            "qa10" => 21,
            _ => 0,
        };
        assert_eq!(
            (&agreement["other_answer"], &agreement["unsolved"]),
            (&other.into(), &0.into()),
            "{task}"
        );
    }
    let stats = succeed(&published, "stats . --split valid");
    assert!(stats.contains("qa20") && stats.contains("20,002"), "{stats}");
    let drawn = succeed(&published, "show qa3_valid.txt.gz --index 4 --as svg");
    assert!(drawn.starts_with("<svg"));
}

/// Arguments may name a file whose text becomes part of the recipe.
#[test]
fn text_of_a_file_is_told_between_lines() {
    let folder = written(&[("novel.txt", "The \"sea\" was calm.\n")]).unwrap();
    let long = "generate long-4k --split test --limit 1 --format babi --out long";
    let key = "generate.parts.0.long.asides.text";
    succeed(folder.path(), &format!("{long} --set {key}=@novel.txt"));
    let told = std::fs::read_to_string(folder.path().join("long/data/long-4k/test.txt")).unwrap();
    assert!(told.contains("The \"sea\" was calm."), "{}", &told[..500]);
    let missing = wampimuk(folder.path(), &format!("{long} --set {key}=@nothing.txt"));
    assert!(missing.code == 2 && missing.stderr.contains("nothing.txt"), "{}", missing.stderr);
}
