//! A model that learned from one recipe is given a little of another, and asked about the rest.

use std::path::Path;
use std::process::Command;

fn wampimuk(folder: &Path, line: &str) -> Result<String, String> {
    let output =
        Command::new(env!("CARGO_BIN_EXE_wampimuk")).current_dir(folder).args(line.split(' ')).output();
    let output = output.map_err(|error| error.to_string())?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

#[test]
fn doses_come_from_dev_and_are_said_in_predictions() {
    let folder = tempfile::tempdir().unwrap();
    let run = |line: &str| wampimuk(folder.path(), line);
    let small = "--set updates=3 --set tries=1 --set dev_items=8 --set batch=4";
    run(&format!("train entnet --data concat-t2 --also mix-t2 {small} --out base")).unwrap();
    for count in [1, 4] {
        let from = format!("--data mix-t2 --from base --inoculate {count}");
        run(&format!("train entnet {from} {small} --out dose-{count}")).unwrap();
        run(&format!("predict dose-{count} --split test --limit 30 --out {count}.jsonl")).unwrap();
    }
    let first = std::fs::read_to_string(folder.path().join("4.jsonl")).unwrap();
    let header: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    assert_eq!((&header["inoculation"], header.get("trained_on")), (&4.into(), None));
    let curves = run("score 1.jsonl 4.jsonl --json").unwrap();
    let curves: serde_json::Value = serde_json::from_str(&curves).unwrap();
    assert_eq!(curves["inoculations"][0]["doses"].as_array().unwrap().len(), 2, "{curves:#}");
    let other = run(&format!("train entnet --data mix-t2 --from base --inoculate 4 {small} --out dose-1"));
    assert!(other.unwrap_err().contains("dose-1"), "another dose is another training");
    let all = run(&format!("train entnet --data mix-t2 --from base --inoculate 100000 {small} --out all"));
    assert!(all.unwrap_err().contains("both to learn from and to choose weights on"));
    let grid = run("train m-lstm --data gscan-demo --from base --inoculate 3 --out grid");
    assert!(grid.unwrap_err().contains("no stories"));
    assert!(run("train entnet --data mix-t2 --inoculate 3").unwrap_err().contains("--from"));
}
