//! The README's commands run, and its numbers that follow from recipes are right.

mod common;

use common::succeed;
use tempfile::tempdir;

const README: &str = include_str!("../../../README.md");

#[test]
fn commands_of_the_readme_run() {
    let folder = tempdir().unwrap();
    let blocks = README.split("```sh\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    let mut ran = 0;
    for line in blocks.flat_map(str::lines) {
        let line = line.split(" #").next().unwrap_or_default().trim();
        if let Some(arguments) = line.strip_prefix("wampimuk ") {
            succeed(folder.path(), arguments);
            ran += 1;
        }
    }
    assert!(ran >= 8, "{ran}");
}

#[test]
fn numbers_of_the_readme_are_right() {
    let folder = tempdir().unwrap();
    let plan = succeed(folder.path(), "generate gscan --dry-run --json");
    let plan: serde_json::Value = serde_json::from_str(&plan).unwrap();
    assert_eq!(plan["items"], 715_457);
    assert!(README.contains("715,457 items"));
    let shipped = succeed(folder.path(), "recipes --json");
    let shipped: serde_json::Value = serde_json::from_str(&shipped).unwrap();
    for recipe in shipped.as_array().unwrap() {
        let name = recipe["name"].as_str().unwrap();
        assert!(README.contains(&format!("`{name}`")), "{name} is not in the README");
    }
}
