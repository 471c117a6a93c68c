//! ReaSCAN's own files, written again as the original wrote them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::path::PathBuf;

use common::{read_all, shared, text, write};
use serde_json::{Map, Value};
use wampimuk_command::{
    DistractorGroup, Lexicon, ObjectRole, ObjectRoles, Relation, Strategy, Surface, WordClass,
};
use wampimuk_dataset::{OriginalFile, OriginalHeader, OriginalLanguage, OriginalLines, Record};

/// What the lines of the material add to the original's.
const ADDED: [&str; 2] = ["split", "index"];

fn files() -> Vec<PathBuf> {
    let Some(path) = shared("reascan/generated-p1.jsonl.gz") else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        path.parent().unwrap().read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn members(line: &str) -> Map<String, Value> {
    let Value::Object(mut members) = serde_json::from_str(line).unwrap() else { panic!("an object") };
    members.retain(|key, _| !ADDED.contains(&key.as_str()));
    members
}

fn render(record: &Record, cast: &ObjectRoles, lexicon: &Lexicon) -> Map<String, Value> {
    let mut lines = OriginalLines::new(lexicon, Surface::Reascan, 4);
    lines.push("train", &record.clone().into_example().unwrap(), cast).unwrap();
    members(std::str::from_utf8(lines.bytes()).unwrap())
}

/// Everything that does not speak of distractors follows from the example.
#[test]
fn examples_are_written_as_the_original_did() {
    for path in files() {
        let (records, lexicon) = read_all(&path, None);
        for (record, line) in records.iter().zip(text(&path).lines()) {
            let (ours, theirs) = (render(record, &ObjectRoles::default(), &lexicon), members(line));
            assert_eq!(ours.len(), 14);
            for ((key, value), (their_key, their_value)) in ours.iter().zip(&theirs) {
                assert_eq!(key, their_key);
                // As texts: members of objects come in the same order, too.
                assert_eq!(value.to_string(), their_value.to_string(), "{}: {line}", path.display());
            }
        }
    }
}

fn number(label: &Value) -> Option<u8> {
    label.as_str()?.strip_prefix("$OBJ_")?.parse().ok()
}

/// A cast that says what an original example says. To which group an object belongs is known for random ones only; all
/// other distractors are put into the first group of distractors.
fn cast_of(record: &Record, theirs: &Map<String, Value>) -> ObjectRoles {
    let flag = |key: &str| theirs[key].as_bool().unwrap();
    let list = |key: &str| theirs[key].as_array().unwrap().iter().map(|entry| &entry["distractor_metadata"]);
    let mut groups = vec![DistractorGroup::plain(Strategy::Command)];
    for (place, entry) in list("relation_distractor_metadata").enumerate() {
        if entry.get("edge").is_some() {
            let left_out = number(&entry["edge"][1]).or(Some(1));
            let complete = flag("full_relation_distractor") || flag("has_relation_distractor") && place > 0;
            groups.push(DistractorGroup {
                phrase: left_out,
                complete,
                ..DistractorGroup::plain(Strategy::Relation)
            });
        }
    }
    for entry in list("attribute_distractor_metadata").map(|entry| &entry[0]) {
        let word = match entry["modified_attribute"].as_str() {
            Some("$SIZE") => WordClass::Size,
            Some("$COLOR") => WordClass::Colour,
            Some(_) => WordClass::Noun,
            None => continue,
        };
        let (phrase, complete) = (number(&entry["modified_obj"]), flag("has_attribute_distractor"));
        groups.push(DistractorGroup {
            phrase,
            word: Some(word),
            complete,
            ..DistractorGroup::plain(Strategy::Attribute)
        });
    }
    for entry in list("isomorphism_distractor_metadata").filter_map(|entry| entry.get(0)) {
        let by_colour = entry["color_shuffled"].as_bool().unwrap();
        groups.push(DistractorGroup {
            strategy: Strategy::Isomorphism,
            phrase: number(&entry["swapped_pair"][0]),
            word: Some(if by_colour { WordClass::Colour } else { WordClass::Noun }),
            other: number(&entry["swapped_pair"][1]),
            complete: flag("has_isomorphism_distractor"),
        });
    }
    if groups.len() == 1 {
        groups.push(DistractorGroup::plain(Strategy::Size));
    }
    groups.push(DistractorGroup::plain(Strategy::Random));
    let (phrases, objects) = (record.command.phrase.count(), record.world.objects().len());
    let random = objects - theirs["n_random_distractor"].as_u64().unwrap() as usize;
    let part = |object: usize| match object {
        own if own < phrases => ObjectRole { group: 0, phrase: Some(own as u8) },
        other if other < random => ObjectRole { group: 1, phrase: None },
        _ => ObjectRole { group: groups.len() as u8 - 1, phrase: None },
    };
    ObjectRoles { parts: (0..objects).map(part).collect(), groups }
}

/// Whether two values are the same, members in order.
fn same_text(one: &Value, other: &Value) -> bool {
    let [one, other] = [one, other].map(Value::to_string);
    one == other
}

/// What speaks of distractors follows from the cast.
#[test]
fn distractors_are_described_as_the_original_did() {
    let (mut examples, mut swaps) = (0, 0);
    for path in files() {
        let (records, lexicon) = read_all(&path, None);
        for (record, line) in records.iter().zip(text(&path).lines()) {
            let theirs = members(line);
            let ours = render(record, &cast_of(record, &theirs), &lexicon);
            assert!(ours.keys().eq(theirs.keys()));
            for (key, value) in &theirs {
                let same = match key.as_str() {
                    // Numbered by drafts, of which some were not placed.
                    "random_distractor_metadata" => {
                        let texts = |value: &Value| {
                            value[0].as_object().unwrap().values().cloned().collect::<Vec<_>>()
                        };
                        texts(&ours[key]) == texts(value)
                    }
                    // These lists also say which kinds were asked for, which no cast does.
                    "isomorphism_distractor_metadata" if value[0]["distractor_metadata"].is_object() => true,
                    "attribute_distractor_metadata" if value == &Value::Array(Vec::new()) => true,
                    _ => same_text(&ours[key], value),
                };
                assert!(same, "{key}: {} instead of {value}\n{line}", ours[key]);
            }
            examples += 1;
            swaps += usize::from(theirs["has_isomorphism_distractor"] == Value::Bool(true));
        }
    }
    assert!(examples == 0 || examples > 10_000 && swaps > 1000, "{examples} {swaps}");
}

/// A file with all splits holds the same examples, and is read back.
#[test]
fn whole_files_are_read_back() {
    let Some(path) = shared("reascan/generated-c2.jsonl.gz") else { return };
    let (records, lexicon) = read_all(&path, None);
    let header = OriginalHeader {
        grid_size: 6,
        language: OriginalLanguage::Reascan,
        min_object_size: 1,
        max_object_size: 4,
        percentage_train: 0.9,
    };
    let mut file = OriginalFile::new(Vec::new(), &lexicon, &header).unwrap();
    for (split, records) in ["train", "a1"].into_iter().zip(records[..20].chunks(10)) {
        file.begin_split(split).unwrap();
        for record in records {
            file.write(&record.clone().into_example().unwrap(), &ObjectRoles::default()).unwrap();
        }
    }
    assert!(file.begin_split("train").is_err());
    let bytes = file.finish().unwrap();
    let Value::Object(whole) = serde_json::from_slice(&bytes).unwrap() else { panic!("an object") };
    let keys: Vec<&str> = whole.keys().map(String::as_str).collect();
    assert_eq!(
        keys[..6],
        ["grid_size", "type_grammar", "min_object_size", "max_object_size", "percentage_train", "examples"]
    );
    let lists = [
        "intransitive_verbs",
        "transitive_verbs",
        "adverbs",
        "nouns",
        "color_adjectives",
        "size_adjectives",
        "relative_pronouns",
        "relation_clauses",
    ];
    assert_eq!(keys[6..], lists);
    assert_eq!(whole["relation_clauses"].as_array().unwrap().len(), Relation::ALL.len());
    let directory = tempfile::tempdir().unwrap();
    write(&directory.path().join("data-compositional-splits.txt"), &bytes);
    let (again, _) = read_all(directory.path(), None);
    assert_eq!(again.len(), 20);
    for (old, new) in records.into_iter().zip(again) {
        assert_eq!(old.into_example(), new.into_example());
    }
}
