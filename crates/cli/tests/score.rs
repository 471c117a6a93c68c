//! `wampimuk score` for commands in grid worlds.

mod common;

use std::fmt::Write as _;
use std::path::Path;

use common::{succeed, wampimuk};
use serde_json::{Value, json};
use tempfile::tempdir;

type Failure = Box<dyn std::error::Error>;

/// Items of a recipe, as lines of JSON.
fn items(folder: &Path, generate: &str) -> Result<Vec<Value>, Failure> {
    let lines = succeed(folder, &format!("generate {generate} --format jsonl --out - --quiet"));
    Ok(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn actions(item: &Value) -> Vec<String> {
    let texts = item["actions"].as_array().into_iter().flatten();
    texts.filter_map(|text| text.as_str().map(str::to_owned)).collect()
}

/// Spoils the answer to every so many items.
fn spoiled(item: &Value, number: usize, every: usize) -> Vec<String> {
    let mut actions = actions(item);
    if number.is_multiple_of(every) {
        match number / every % 3 {
            0 => drop(actions.pop()),
            1 => actions.push("stay".to_string()),
            _ => actions.clear(),
        }
    }
    actions
}

/// Writes a file of predictions.
fn write(
    path: &Path,
    header: &Value,
    items: &[Value],
    answer: impl Fn(&Value, usize) -> Vec<String>,
) -> Result<(), Failure> {
    let mut text = format!("{header}\n");
    for (number, item) in items.iter().enumerate() {
        let prediction = answer(item, number);
        let line = json!({"split": item["split"], "index": item["index"], "prediction": prediction});
        writeln!(text, "{line}")?;
    }
    Ok(std::fs::write(path, text)?)
}

fn header(recipe: &str, seed: u64) -> Value {
    json!({
        "wampimuk": "predictions", "format": 1, "model": "m-lstm", "recipe": recipe, "data_seed": 0, "seed": seed,
        "selected_on": "dev",
    })
}

fn report(folder: &Path, line: &str) -> Result<Value, Failure> {
    Ok(serde_json::from_str(&succeed(folder, &format!("score {line} --json --quiet")))?)
}

fn mean(split: &Value, measure: &str) -> f64 {
    split[measure]["mean"].as_f64().unwrap_or(f64::NAN)
}

/// The originals' error analysis has three charts for each of nine dimensions.
#[test]
fn charts_and_tables_are_files() -> Result<(), Failure> {
    let folder = tempdir()?;
    let items = items(folder.path(), "gscan --split test --limit 60")?;
    write(&folder.path().join("run.jsonl"), &header("gscan", 1), &items, |item, number| {
        spoiled(item, number, 3)
    })?;
    succeed(folder.path(), "score run.jsonl --report figures/");
    let names: Vec<String> = std::fs::read_dir(folder.path().join("figures"))?
        .map(|file| Ok(file?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_, std::io::Error>>()?;
    for dimension in ["length", "verb", "adverb", "referred", "distance", "direction", "target"] {
        for start in ["right-tokens", "exact-match", "answers"] {
            let name = format!("{start}-by-{dimension}-m-lstm-test.svg");
            assert!(names.iter().any(|file| file.ends_with(&name)), "{name}: {names:?}");
        }
    }
    succeed(folder.path(), "score run.jsonl --report scores.csv");
    let csv = std::fs::read_to_string(folder.path().join("scores.csv"))?;
    assert!(csv.contains("\r\n") && csv.contains("test"), "{csv}");
    Ok(())
}

#[test]
fn the_right_answers_score_everything() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    for (recipe, splits, count) in [("gscan-demo", "test,visual_test", 2), ("reascan-1rc", "test", 1)] {
        let items = items(folder, &format!("{recipe} --split {splits} --limit 60")).unwrap();
        write(&folder.join("oracle.jsonl"), &header(recipe, 1), &items, |item, _| actions(item)).unwrap();
        let report = report(folder, "oracle.jsonl --cap 30 --credit partial").unwrap();
        let splits = report["models"][0]["splits"].as_array().unwrap();
        assert_eq!(splits.len(), count);
        for split in splits {
            assert_eq!(split["items"], 60);
            for measure in
                ["exact", "within_cap", "fulfils", "reached", "accuracy", "row_or_column", "cell", "score"]
            {
                assert_eq!(mean(split, measure), 1.0, "{recipe} {measure}");
            }
            assert_eq!(split["endings"], json!([]));
        }
    }
}

/// Two runs, scored by comparing texts in this test.
#[test]
fn runs_are_scored_as_by_hand() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let items = items(folder, "gscan-demo --split test,visual_test").unwrap();
    let every = [3, 7];
    for (number, every) in every.into_iter().enumerate() {
        let (path, header) = (folder.join(format!("{number}.jsonl")), header("gscan-demo", number as u64));
        write(&path, &header, &items, |item, number| spoiled(item, number, every)).unwrap();
    }
    let report = report(folder, "0.jsonl 1.jsonl --baselines").unwrap();
    assert_eq!(report["models"].as_array().unwrap().len(), 1);
    assert_eq!(report["remarks"], json!([]));
    for split in report["models"][0]["splits"].as_array().unwrap() {
        let own = || items.iter().enumerate().filter(|(_, item)| item["split"] == split["split"]);
        let count = own().count() as f64;
        let (mut exact, mut tokens) = (Vec::new(), Vec::new());
        for every in every {
            let answers = || own().map(|(number, item)| (spoiled(item, number, every), actions(item)));
            exact.push(answers().filter(|(said, right)| said == right).count() as f64 / count);
            let same = |(said, right): (Vec<String>, Vec<String>)| {
                let longer = said.len().max(right.len());
                (0..longer).filter(|&at| said.get(at) == right.get(at)).count() as f64 / longer as f64
            };
            tokens.push(answers().map(same).sum::<f64>() / count);
        }
        assert_eq!(split["exact"]["runs"], json!(exact));
        assert!((mean(split, "exact") - (exact[0] + exact[1]) / 2.0).abs() < 1e-12);
        // Of two runs, the standard deviation is their distance by the root of two.
        let sd = (exact[0] - exact[1]).abs() / 2f64.sqrt();
        assert!((split["exact"]["sd"].as_f64().unwrap() - sd).abs() < 1e-12);
        assert!((mean(split, "accuracy") - (tokens[0] + tokens[1]) / 2.0).abs() < 1e-9);
        let objects =
            |item: &Value| item["objects"].as_array().map_or(f64::NAN, |objects| objects.len() as f64);
        let chance = own().map(|(_, item)| 1.0 / objects(item)).sum::<f64>() / count;
        assert!((split["chance"].as_f64().unwrap() - chance).abs() < 1e-12);
        let random = own().map(|(_, item)| 6f64.powi(-(actions(item).len() as i32))).sum::<f64>() / count;
        assert!((split["random"].as_f64().unwrap() - random).abs() < 1e-12);
        for (dimension, values) in split["by"].as_object().unwrap() {
            let items: u64 =
                values.as_array().unwrap().iter().filter_map(|value| value["items"].as_u64()).sum();
            assert_eq!(items as f64, count, "{dimension}");
        }
    }
}

#[test]
fn tables_charts_and_pages() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let items = items(folder, "gscan-demo --split test,visual_test").unwrap();
    for (number, every) in [3, 7].into_iter().enumerate() {
        let (path, header) = (folder.join(format!("{number}.jsonl")), header("gscan-demo", number as u64));
        write(&path, &header, &items, |item, number| spoiled(item, number, every)).unwrap();
    }
    insta::assert_snapshot!("score", succeed(folder, "score 0.jsonl 1.jsonl --by referred --cap 4"));
    let one = "score 0.jsonl --split test --by length --baselines --credit partial";
    insta::assert_snapshot!("score_one", succeed(folder, one));
    // The same whoever counts.
    let json = |threads: u8| succeed(folder, &format!("score 0.jsonl 1.jsonl --json --threads {threads}"));
    assert_eq!(json(1), json(5));
    succeed(folder, "score 0.jsonl 1.jsonl --report scores.html");
    succeed(folder, "score 0.jsonl 1.jsonl --report scores.svg");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for text in
        ["Exact match by split", "m-lstm by distance to the target", "Where wrong answers of m-lstm lead"]
    {
        assert!(read("scores.html").contains(text), "{text}");
    }
    assert!(read("scores.svg").starts_with("<svg") && read("scores.svg").contains("number of actions, test"));
    for floor in ["floor: the best reader without understanding", "floor, of all together"] {
        assert!(read("scores.svg").contains(floor), "{floor}");
    }
}

/// The same predictions against a recipe, against a dataset, and against a file that nobody knows the recipe of.
#[test]
fn data_may_be_made_or_read() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let items = items(folder, "gscan-demo --split test").unwrap();
    write(&folder.join("run.jsonl"), &header("gscan-demo", 1), &items, |item, number| {
        spoiled(item, number, 4)
    })
    .unwrap();
    succeed(folder, "generate gscan-demo --out data");
    succeed(folder, "generate gscan-demo --split test --format jsonl --out test.jsonl.gz");
    let made = report(folder, "run.jsonl").unwrap();
    let written = report(folder, "run.jsonl --data data").unwrap();
    assert_eq!(made["models"], written["models"]);
    assert_ne!(made["data"], written["data"], "one is known by its recipe, the other by its bytes");
    let read = report(folder, "run.jsonl --data test.jsonl.gz").unwrap();
    assert_eq!(made["models"][0]["splits"][0]["by"], read["models"][0]["splits"][0]["by"]);
    assert_eq!(made["models"][0]["splits"][0]["endings"], read["models"][0]["splits"][0]["endings"]);
    // Standard input, compressed or not, is a file as well.
    let text = std::fs::read_to_string(folder.join("run.jsonl")).unwrap();
    std::fs::write(folder.join("other.jsonl"), text.replace("\"split\":\"test\"", "\"split\":\"other\""))
        .unwrap();
    let ran = wampimuk(folder, "score other.jsonl --data test.jsonl.gz");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("other.jsonl:2: the data has no item 0 of `other`"), "{}", ran.stderr);
}

/// A list as the originals' models write it: by itself, and with the data, which knows why each object is there.
#[test]
fn lists_of_the_originals() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    succeed(folder, "generate reascan-1rc --split test --limit 30 --format original --out original.txt");
    let text = std::fs::read_to_string(folder.join("original.txt")).unwrap();
    let original: Value = serde_json::from_str(&text).unwrap();
    let words = |text: &Value| -> Vec<String> {
        text.as_str().unwrap_or_default().split(',').map(str::to_owned).collect()
    };
    let list: Vec<Value> = original["examples"]["test"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .map(|(number, example)| {
            let right = words(&example["target_commands"]);
            // Most walk ahead as far as they can: to the wall, or to whatever is there.
            let said = if number % 5 == 0 { right.clone() } else { vec!["walk".to_string(); number % 6] };
            json!({
                "input": words(&example["command"]),
                "prediction": said,
                "target": right,
                "situation": [example["situation"]],
                "derivation": [""],
                "attention_weights_input": [],
                "attention_weights_situation": [],
            })
        })
        .collect();
    assert_eq!(list.len(), 30);
    std::fs::write(folder.join("test_predict.json"), serde_json::to_vec_pretty(&list).unwrap()).unwrap();
    let alone = report(folder, "test_predict.json").unwrap();
    let with_data = report(folder, "test_predict.json --data reascan-1rc --split test").unwrap();
    let [alone, with_data] = [&alone, &with_data].map(|report| &report["models"][0]["splits"][0]);
    assert_eq!((&alone["split"], &alone["items"]), (&json!("test"), &json!(30)));
    for measure in ["exact", "fulfils", "reached", "accuracy", "by"] {
        assert_eq!(alone[measure], with_data[measure], "{measure}");
    }
    assert!((mean(alone, "exact") - 0.2).abs() < 0.05);
    let roles = |split: &Value| split["endings"].to_string();
    assert!(roles(alone).contains("not known") && !roles(alone).contains("distractor"), "{}", roles(alone));
    assert!(roles(with_data).contains("distractor") && !roles(with_data).contains("not known"));
    let ran = wampimuk(folder, "score test_predict.json --data gscan-demo");
    assert_eq!(ran.code, 2, "{}", ran.stderr);
}

#[test]
fn refusals() {
    let folder = tempdir().unwrap();
    let folder = folder.path();
    let first = header("gscan-demo", 1).to_string();
    let line = |split: &str, index: u64, more: &str| {
        format!(r#"{{"split":"{split}","index":{index},"prediction":["walk"]{more}}}"#)
    };
    let good = line("test", 0, "");
    let mut other = header("gscan-demo", 1);
    other["digest"] = json!("0123");
    let mut seed = header("gscan-demo", 1);
    seed["data_seed"] = json!(5);
    let files = [
        ("twice", format!("{first}\n{good}\n{good}")),
        ("split", format!("{first}\n{good}\n{}", line("tset", 1, ""))),
        ("index", format!("{first}\n{good}\n{}", line("test", 1_000_000, ""))),
        ("weights", format!("{first}\n{good}\n{}", line("test", 1, r#","attention":{"world":[[0.5,0.5]]}"#))),
        ("broken", format!("{first}\n{good}\n{{\"split\":\"te")),
        ("digest", format!("{other}\n{good}")),
        ("seed", format!("{seed}\n{good}")),
        ("headless", good.clone()),
        ("empty", first.clone()),
        ("version", first.replace("\"format\":1", "\"format\":9")),
    ];
    let mut refusals = String::new();
    let mut refuse = |line: &str| {
        let ran = wampimuk(folder, line);
        let _ = writeln!(refusals, "$ wampimuk {line}\n{}[{}]\n", ran.stderr, ran.code);
        assert!(ran.stdout.is_empty(), "{}", ran.stdout);
    };
    for (name, text) in files {
        std::fs::write(folder.join(format!("{name}.jsonl")), text).unwrap();
        let more = if name == "seed" { " --data gscan-demo --seed 0" } else { "" };
        refuse(&format!("score {name}.jsonl{more}"));
    }
    std::fs::write(folder.join("good.jsonl"), format!("{first}\n{good}")).unwrap();
    refuse("score nothing.jsonl");
    refuse("score good.jsonl --by lenght");
    refuse("score good.jsonl --split tset");
    refuse("score good.jsonl --split dev");
    refuse("score good.jsonl --data riddle");
    insta::assert_snapshot!("score_refusals", refusals);
    // Words that are no actions are wrong, and said to be; so is what is missing.
    std::fs::write(folder.join("words.jsonl"), format!("{first}\n{}", good.replace("walk", "<SOS>")))
        .unwrap();
    let ran = wampimuk(folder, "score words.jsonl");
    assert_eq!(ran.code, 0);
    assert!(
        ran.stderr.contains("1 predictions for `test` hold tokens that are no actions"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("of 280 items of `test` have no prediction"), "{}", ran.stderr);
}

/// A recipe that nobody else has comes along in the header, as in the files of the playground's studies.
#[test]
fn a_recipe_comes_along_in_the_header() -> Result<(), Failure> {
    let folder = tempdir()?;
    let folder = folder.path();
    let toml = "family = \"gscan\"\ntitle = \"Mine\"\n[generate]\n[splits.sizes]\ntrain = 10\n";
    std::fs::write(folder.join("mine.toml"), toml)?;
    let item = items(folder, "mine.toml --split train --limit 1")?.remove(0);
    let line = json!({"split": "train", "index": 0, "prediction": actions(&item), "seconds": 2.5});
    let file = |name: &str, toml: &str| {
        let header = json!({"wampimuk": "predictions", "format": 1, "model": "person", "toml": toml});
        std::fs::write(folder.join(name), format!("{header}\n{line}\n"))
    };
    file("answers.jsonl", toml)?;
    let report: Value = serde_json::from_str(&succeed(folder, "score answers.jsonl --json --quiet"))?;
    assert_eq!(report["models"][0]["splits"][0]["exact"]["mean"], 1.0, "{report}");
    file("broken.jsonl", "family = 3")?;
    let broken = wampimuk(folder, "score broken.jsonl");
    assert!(broken.code == 2 && broken.stderr.contains("the recipe in broken.jsonl"), "{}", broken.stderr);
    Ok(())
}
