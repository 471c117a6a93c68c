//! Recipes of stories made from other files: configurations of the kit, and scores.

mod common;

use common::{succeed, wampimuk};
use tempfile::tempdir;

const CONFIGURATION: &str = r#"{
  "name": "small",
  "only_dev": true,
  "tasks": [{
    "story_params": {
      "name": "wp",
      "samples": 6,
      "actions": ["move", "grab"],
      "actions_distribution": [1, 1],
      "questions": ["where_person"],
      "questions_distribution": [1],
      "sample": 6,
      "n_questions": 1,
      "actions_before_question": 6,
      "question_probability": 1
    },
    "game_variables": {
      "persons": ["Mary", "John"],
      "objects": ["apple"],
      "locations": ["park", "office", "garden"]
    },
    "filter_config": [{"max_pass": 6, "num_supp_fact_range": [1, 1]}]
  }]
}"#;

#[test]
fn configurations_become_recipes() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("small.json"), CONFIGURATION).unwrap();
    for (name, line) in [
        ("converted", "recipes convert small.json"),
        ("converted_released", "recipes convert small.json --released"),
    ] {
        let ran = wampimuk(folder.path(), line);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        insta::assert_snapshot!(name, format!("{}---\n{}", ran.stdout, ran.stderr));
    }
    let toml = succeed(folder.path(), "recipes convert small.json --quiet");
    std::fs::write(folder.path().join("small.toml"), toml).unwrap();
    let from_json = succeed(folder.path(), "generate small.json --out - --quiet");
    assert_eq!(from_json.lines().count(), 6);
    assert_eq!(from_json, succeed(folder.path(), "generate small.toml --out - --quiet"));
}

#[test]
fn wrong_configurations_are_named() {
    let folder = tempdir().unwrap();
    let refused = |text: &str| {
        std::fs::write(folder.path().join("x.json"), text).unwrap();
        let ran = wampimuk(folder.path(), "recipes convert x.json");
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        ran.stderr
    };
    assert!(refused("[]").contains("failed to use the configuration x.json: the file: has no object"));
    assert!(refused(&CONFIGURATION.replace("\"samples\": 6", "\"samples\": \"six\"")).contains("samples"));
    let missing = wampimuk(folder.path(), "generate nowhere.json");
    assert!(
        missing.code == 3 && missing.stderr.contains("failed to read nowhere.json"),
        "{}",
        missing.stderr
    );
}

const SCORES: &str = "kind,composition,support,correct,total
where_person,MOVE+GIVE,,31,120
where_object,MOVE+GRAB,2,60,100
yes_no,INDEF,1,0,2
yes_no,MOVE,,200,200
";

const BASE: &str = r#"
family = "stories"
title = "a base"
[generate]
[[generate.parts]]
name = "any"
before = 8
actions = { move = 1, grab = 1, drop = 1, give = 1 }
ask = { where_person = 1, where_object = 1, yes_no = 1 }
[[splits]]
name = "test"
role = "test"
parts = { any = 10 }
"#;

#[test]
fn scores_become_recipes_that_can_be_made() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("scores.csv"), SCORES).unwrap();
    std::fs::write(folder.path().join("base.toml"), BASE).unwrap();
    let ran = wampimuk(folder.path(), "recipes propose --scores scores.csv --recipe base.toml --size 30");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    insta::assert_snapshot!("proposed", format!("{}---\n{}", ran.stdout, ran.stderr));
    std::fs::write(folder.path().join("next.toml"), ran.stdout).unwrap();
    let made = succeed(folder.path(), "generate next.toml --split train --out - --quiet");
    let rows: Vec<serde_json::Value> = made.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 60);
    for row in rows {
        let expected = match row["task"].as_str() {
            Some("wp_move_give") => ("where_person", ["MOVE", "GIVE"]),
            _ => ("where_object", ["MOVE", "GRAB"]),
        };
        assert_eq!(row["kind"], expected.0);
        assert_eq!(row["composition"], serde_json::json!(expected.1));
    }
    // what the program writes about its own items can be scored
    let items =
        "{\"kind\":\"where_person\",\"composition\":[\"MOVE\",\"GIVE\"],\"correct\":false}\n".repeat(40);
    std::fs::write(folder.path().join("items.jsonl"), items).unwrap();
    let one = succeed(folder.path(), "recipes propose --scores items.jsonl --worst 1");
    assert!(one.contains("# where_person over MOVE+GIVE: 0.0 % of 40 right"), "{one}");
    assert!(one.contains("told as in Dyna-bAbI mix(T12)"), "{one}");
}

#[test]
fn wrong_scores_are_named() {
    let folder = tempdir().unwrap();
    let refused = |text: &str, more: &str| {
        std::fs::write(folder.path().join("s"), text).unwrap();
        let ran = wampimuk(folder.path(), &format!("recipes propose --scores s {more}"));
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        ran.stderr
    };
    let mut messages = refused("kind,composition,accuracy\nwhere_person,MOVE,71\n", "");
    messages.push_str(&refused("{\"kind\":\"where\",\"composition\":\"MOVE\",\"correct\":true}\n", ""));
    messages.push_str(&refused("kind,composition,correct\nlist,GRAB,true\n", ""));
    messages.push_str(&refused(SCORES, "--recipe gscan"));
    messages.push_str(&refused(SCORES, "--recipe mix-t21"));
    messages.push_str(&refused(SCORES, "--worst 0"));
    insta::assert_snapshot!("scores_refused", messages);
    let missing = wampimuk(folder.path(), "recipes propose --scores nowhere");
    assert!(missing.code == 3 && missing.stderr.contains("failed to read nowhere"), "{}", missing.stderr);
}

#[test]
fn help_says_what_scores_are() {
    let folder = tempdir().unwrap();
    let help = succeed(folder.path(), "recipes propose --help");
    assert!(help.contains("Wilson") && help.contains("Examples:"), "{help}");
    assert!(succeed(folder.path(), "recipes convert --help").contains("Examples:"));
}
