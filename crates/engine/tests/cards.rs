//! Cards of every family: they are complete, they agree with the manifest, and they are read by others' parsers.

use saphyr::{LoadableYamlNode, Yaml};
use serde_json::{Value, json};
use wampimuk_core::{Field, Schema, Type};
use wampimuk_dataset::{MANIFEST_FORMAT, Manifest, ManifestFile, ManifestSplit};
use wampimuk_engine::card::{facts, files};
use wampimuk_families::{Dataset, FAMILIES, require};
use wampimuk_view::{ExtraColumn, apply};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// A small recipe of each family.
const RECIPES: [&str; 4] = ["gscan-demo", "reascan-1rc", "riddle", "mix-t2"];

fn dataset(recipe: &str) -> Outcome<Box<dyn Dataset>> {
    Ok(require(recipe, &[])?.dataset(0)?)
}

/// What `generate --limit 20` would write down, with made-up checksums.
fn manifest(recipe: &str, dataset: &dyn Dataset) -> Outcome<Manifest> {
    let mut splits = Vec::new();
    let mut shards = Vec::new();
    for split in dataset.splits() {
        let items = split.len.min(20);
        splits.push(ManifestSplit {
            name: split.name.clone(),
            role: split.role.name().into(),
            holdout: split.holdout.clone(),
            title: split.title.clone(),
            predicate: split.holdout.as_ref().map(|name| json!({ "when": { "verb": name } })),
            items,
        });
        for shard in 0..2 {
            shards.push(ManifestFile {
                path: format!("data/{recipe}/{}-0000{shard}-of-00002.parquet", split.name),
                split: split.name.clone(),
                items: items / 2,
                bytes: 1234,
                sha256: format!("{:064x}", shards.len()),
            });
        }
    }
    Ok(Manifest {
        format: MANIFEST_FORMAT,
        generator: "wampimuk 0.1.0".into(),
        stream: 1,
        family: dataset.family().into(),
        recipe_name: recipe.into(),
        recipe: require(recipe, &[])?.toml,
        digest: dataset.digest().to_string(),
        seed: 0,
        file_format: "parquet".into(),
        extras: Vec::new(),
        shard_items: Some(10),
        splits,
        files: shards,
    })
}

fn describe(manifest: &Manifest, schema: &Schema) -> Outcome<[String; 3]> {
    let texts = files(manifest, schema, facts(&manifest.family)).into_iter().take(3);
    let texts: Result<Vec<String>, _> = texts.map(|(_, bytes)| String::from_utf8(bytes)).collect();
    texts?.try_into().map_err(|_| "there should be three files".into())
}

fn front_matter(card: &str) -> Outcome<Yaml<'_>> {
    let text =
        card.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")).ok_or("no front matter")?.0;
    Yaml::load_from_str(text)?.pop().ok_or_else(|| "no document".into())
}

#[test]
fn a_card() -> Outcome<()> {
    let dataset = dataset("gscan-demo")?;
    let [card, croissant, datasheet] = describe(&manifest("gscan-demo", &*dataset)?, dataset.schema())?;
    insta::assert_snapshot!("card", card);
    insta::assert_snapshot!("croissant", croissant);
    insta::assert_snapshot!("datasheet", datasheet);
    Ok(())
}

#[test]
fn every_family_has_facts() -> Outcome<()> {
    for family in FAMILIES {
        let facts = facts(family.name);
        assert_eq!(facts.family, family.name, "add a table to `facts`");
        assert!(!facts.papers.is_empty() && !facts.limitations.is_empty() && !facts.checks.is_empty());
        let recipe = RECIPES.iter().find(|name| matches!(require(name, &[]), Ok(found) if found.toml.contains(&format!("family = \"{}\"", family.name))));
        assert!(recipe.is_some(), "add a recipe of {} to the tests", family.name);
    }
    Ok(())
}

#[test]
fn cards_say_what_manifests_say() -> Outcome<()> {
    for recipe in RECIPES {
        let dataset = dataset(recipe)?;
        let manifest = manifest(recipe, &*dataset)?;
        let [card, croissant, datasheet] = describe(&manifest, dataset.schema())?;
        for text in [&card, &croissant, &datasheet] {
            let place =
                text.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(name, _)| name);
            let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
            assert_eq!(
                place.into_iter().find(|name| is_name(name)),
                None,
                "{recipe}: a place was not filled"
            );
        }
        let yaml = front_matter(&card)?;
        let config = &yaml["configs"][0];
        let info = &yaml["dataset_info"];
        assert_eq!(config["config_name"].as_str(), Some(recipe));
        assert_eq!(info["config_name"].as_str(), Some(recipe));
        for (number, split) in manifest.splits.iter().enumerate() {
            let source = &config["data_files"][number];
            assert_eq!(source["split"].as_str(), Some(split.name.as_str()));
            assert_eq!(
                source["path"].as_str(),
                Some(format!("data/{recipe}/{}-*.parquet", split.name).as_str())
            );
            let counted = &info["splits"][number];
            assert_eq!(counted["name"].as_str(), Some(split.name.as_str()));
            assert_eq!(counted["num_examples"].as_integer(), Some(split.items as i64));
            assert!(card.contains(&format!("| `{}` | {} |", split.name, split.role)));
        }
        // What names the target is said to be an answer.
        assert_eq!(card.contains("| `objects[].group` |"), recipe == "reascan-1rc");
        assert_eq!(card.contains("never a model's input"), recipe == "reascan-1rc", "{recipe}");
        for (number, field) in dataset.schema().fields.iter().enumerate() {
            assert_eq!(info["features"][number]["name"].as_str(), Some(field.name));
            assert!(card.contains(&format!("| `{}` |", field.name)), "{recipe}: {}", field.name);
        }
        let croissant: Value = serde_json::from_str(&croissant)?;
        let objects = croissant["distribution"].as_array().ok_or("no distribution")?;
        for file in &manifest.files {
            let object = objects.iter().find(|object| object["contentUrl"] == file.path).ok_or("no file")?;
            assert_eq!(object["sha256"], file.sha256);
        }
        assert_eq!(objects.len(), manifest.files.len() + 1);
        let fields = croissant["recordSet"][1]["field"].as_array().ok_or("no fields")?;
        assert_eq!(fields.len(), dataset.schema().fields.len());
    }
    Ok(())
}

#[test]
fn every_question_is_answered() -> Outcome<()> {
    for recipe in RECIPES {
        let dataset = dataset(recipe)?;
        let [_, _, datasheet] = describe(&manifest(recipe, &*dataset)?, dataset.schema())?;
        let lines: Vec<&str> = datasheet.lines().collect();
        let questions = lines.iter().enumerate().filter(|(_, line)| line.starts_with("**"));
        let mut count = 0;
        for (number, question) in questions {
            assert!(question.ends_with("?**") || question.ends_with(".**"), "{question}");
            assert!(lines.get(number + 1).is_some_and(|answer| answer.len() > 2), "{recipe}: {question}");
            count += 1;
        }
        assert_eq!(count, 45, "every question of the papers' datasheets");
    }
    Ok(())
}

#[test]
fn canaries_belong_to_digests() -> Outcome<()> {
    let canary = |recipe: &str, seed: u64| -> Outcome<String> {
        let dataset = dataset(recipe)?;
        let manifest = Manifest { seed, ..manifest(recipe, &*dataset)? };
        let [card, ..] = describe(&manifest, dataset.schema())?;
        let line = card
            .lines()
            .find(|line| line.len() == 38 && line.matches('-').count() == 4)
            .ok_or("no canary")?;
        Ok(line.to_string())
    };
    assert_eq!(canary("gscan-demo", 0)?, canary("gscan-demo", 1)?);
    assert_ne!(canary("gscan-demo", 0)?, canary("mix-t2", 0)?);
    Ok(())
}

#[test]
fn what_does_not_apply_is_left_out() -> Outcome<()> {
    let dataset = dataset("gscan-demo")?;
    let made = manifest("gscan-demo", &*dataset)?;
    let other = Manifest { file_format: "original".into(), ..made.clone() };
    let [card, croissant, _] = describe(&other, dataset.schema())?;
    let yaml = front_matter(&card)?;
    assert!(yaml.as_mapping_get("configs").is_none() && yaml.as_mapping_get("dataset_info").is_none());
    assert_eq!(yaml["license"].as_str(), Some("cc-by-4.0"));
    assert!(serde_json::from_str::<Value>(&croissant)?["recordSet"].is_null());

    let mut schema = dataset.schema().clone();
    schema.fields.push(Field::new("image", Type::Bytes, "a picture"));
    let pictured = Manifest { extras: vec!["image".into(), "reference".into()], ..made };
    let [card, ..] = describe(&pictured, &schema)?;
    let features = schema.fields.len() - 1;
    let mode = |card: &str| -> Outcome<Option<String>> {
        let yaml = front_matter(card)?;
        let dtype = &yaml["dataset_info"]["features"][features]["dtype"];
        Ok(dtype.as_mapping_get("image").and_then(|image| image["mode"].as_str().map(String::from)))
    };
    assert_eq!(mode(&card)?.as_deref(), Some("RGB"));
    assert!(card.contains("--with image --view reference") && card.contains("find the target's cell"));
    let lines = Manifest { file_format: "jsonl".into(), ..pictured };
    let [card, ..] = describe(&lines, &schema)?;
    assert_eq!(mode(&card)?, None, "in JSON lines a picture is text");
    Ok(())
}

/// A task for each split that is not for training, and no file where there is nothing to ask or to read.
#[test]
fn datasets_with_prompts_have_tasks() -> Outcome<()> {
    for recipe in RECIPES {
        let dataset = apply(dataset(recipe)?, &[ExtraColumn::Prompts])?;
        let made = Manifest { extras: vec!["prompts".into()], ..manifest(recipe, &*dataset)? };
        let tasks = |manifest: &Manifest| {
            let files = files(manifest, dataset.schema(), facts(&manifest.family));
            let file = files.into_iter().find(|(name, _)| name == "eval.yaml");
            file.map(|(_, bytes)| String::from_utf8(bytes)).transpose()
        };
        let text = tasks(&made)?.ok_or("no tasks")?;
        let yaml = Yaml::load_from_str(&text)?.pop().ok_or("no document")?;
        assert_eq!(yaml["evaluation_framework"].as_str(), Some("inspect-ai"));
        let asked: Vec<&ManifestSplit> = made.splits.iter().filter(|split| split.role != "train").collect();
        assert_eq!(yaml["tasks"].as_vec().map(Vec::len), Some(asked.len()));
        for (number, split) in asked.into_iter().enumerate() {
            let task = &yaml["tasks"][number];
            let names = ["id", "split", "config"].map(|key| task[key].as_str());
            assert_eq!(names, [&split.name[..], &split.name, recipe].map(Some));
            for column in ["input", "target"] {
                let name = task["field_spec"][column].as_str().ok_or("no column")?;
                assert!(dataset.schema().fields.iter().any(|field| field.name == name), "{name}");
            }
            assert_eq!(task["solvers"][0]["name"].as_str(), Some("generate"));
            assert_eq!(task["scorers"][0]["name"].as_str(), Some("pattern"));
        }
        let [card, ..] = describe(&made, dataset.schema())?;
        assert!(card.contains("hf/OWNER/NAME/SPLIT") && card.contains("--with prompts"));
        let training = made.splits.iter().filter(|split| split.role == "train").cloned().collect();
        for without in [
            Manifest { extras: Vec::new(), ..made.clone() },
            Manifest { file_format: "arrow".into(), ..made.clone() },
            Manifest { splits: training, ..made.clone() },
        ] {
            assert_eq!(tasks(&without)?, None);
        }
    }
    Ok(())
}

#[test]
fn strange_recipes_stay_in_their_place() -> Outcome<()> {
    let dataset = dataset("gscan-demo")?;
    let mut made = manifest("gscan-demo", &*dataset)?;
    made.recipe = "title = \"a: {{canary}} | \\\"b\\\"\\n---\\n#\"".into();
    made.splits[0].title = "x | y\nz".into();
    let [card, croissant, _] = describe(&made, dataset.schema())?;
    let yaml = front_matter(&card)?;
    assert_eq!(yaml["pretty_name"].as_str(), Some("a: {{canary}} | \"b\" --- #"));
    assert!(card.contains("| x \\| y z |"));
    assert!(card.contains("gscan-demo.toml"), "a changed recipe is no shipped one");
    serde_json::from_str::<Value>(&croissant)?;
    Ok(())
}
