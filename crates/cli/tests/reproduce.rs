//! Small reproductions, from data to tables.

use std::path::Path;
use std::process::{Command, Output};

fn wampimuk(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_wampimuk")).current_dir(folder).args(arguments).output()
}

fn json(output: &Output) -> serde_json::Result<serde_json::Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout)
}

const SMALL: [&str; 9] =
    ["--seeds", "2", "--limit", "12", "--set", "updates=2", "--set", "batch=4", "--json"];

#[test]
fn tables_are_filled_and_nothing_is_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [&["reproduce", "reascan", "--runs", "m-lstm,random", "--jobs", "2"][..], &SMALL].concat();
    let first = json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap();
    let row = &first["tables"][1]["rows"][0];
    assert_eq!(row["label"], "all (test)");
    assert_eq!(row["cells"]["m-lstm"]["ours"].as_array().unwrap().len(), 2, "{row}");
    assert_eq!(row["cells"]["m-lstm"]["published"][0], 79.04);
    let cell = &row["cells"]["m-lstm"];
    assert_eq!(cell["outcome"], "incomplete", "two updates teach nothing: {cell}");
    assert!(cell["incomplete"].as_str().unwrap().starts_with("2 of "), "{cell}");
    assert_eq!(row["cells"]["random"]["incomplete"], "at most 12 items of each split");
    assert_eq!(first["trainings"][0]["updates"], 2, "{first}");
    assert!(row["cells"]["gcn-lstm"]["ours"].as_array().unwrap().is_empty());
    let kept = folder.path().join("runs/reascan/m-lstm/seed-1/reascan-released.jsonl");
    let before = std::fs::metadata(&kept).unwrap().modified().unwrap();
    assert_eq!(json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap(), first);
    assert_eq!(std::fs::metadata(&kept).unwrap().modified().unwrap(), before);
}

#[test]
fn stories_are_learned_from_one_recipe_and_asked_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        &["reproduce", "dyna-babi", "--runs", "entnet-t2"][..],
        &SMALL,
        &["--set", "tries=1", "--set", "dev_items=8"],
    ]
    .concat();
    let tables = json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap();
    for row in [0, 1] {
        let cell = &tables["tables"][0]["rows"][row]["cells"]["entnet"];
        assert_eq!(cell["ours"].as_array().unwrap().len(), 2, "{cell}");
    }
}

#[test]
fn nonsense_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["reproduce", "reascann"][..], "did you mean `reascan`?"),
        (
            &["reproduce", "gscan", "--runs", "bassline"],
            "there is no training `bassline`: there are baseline",
        ),
        (&["reproduce", "dyna-babi", "--runs", "t5-t7"], "--checkpoint t5=DIR"),
        (&["reproduce", "gscan", "--budget", "soon"], "write 90s, 45m, 2h or 3d"),
    ] {
        let output = wampimuk(folder.path(), arguments).unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    assert!(folder.path().read_dir().unwrap().next().is_none(), "nothing is left behind");
}

/// A dry run answers at once, writes nothing and trains nothing.
#[test]
fn a_dry_run_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = wampimuk(folder.path(), &["reproduce", "gscan", "--dry-run"]).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("wampimuk train m-lstm") && text.contains("152.0"), "{text}");
    assert!(folder.path().read_dir().unwrap().next().is_none(), "nothing is left behind");
    let nearest = "--filter compose --linearise symbols --mode replace";
    assert!(
        text.contains(nearest),
        "GECA's set is the one that `augment` calls nearest to the paper's: {text}"
    );
}
