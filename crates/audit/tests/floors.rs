//! Floors of every family, from recipes and from files.

use wampimuk_audit::floors::{Extent, Floors, Teacher, bars, measure};
use wampimuk_audit::{AuditOptions, DatasetAudit, Severity, Topic, audit};
use wampimuk_source::{Choice, Pass, open};

const SMALL: Extent = Extent { learn: 600, test: 250 };

fn audited(name: &str, limit: Option<u64>, threads: usize, learn_from: Option<&str>) -> DatasetAudit {
    let choice = Choice { limit, ..Choice::default() };
    let mut opened = open(name, &choice).expect("it is there");
    let options = AuditOptions {
        extent: Some(SMALL),
        learn_from: learn_from.map(str::to_owned),
        ..AuditOptions::default()
    };
    let pass = Pass { choice: &choice, threads, watch: &() };
    audit(name, &mut opened, &options, &pass).expect("it can be audited")
}

/// Every reader is measured on every split but the one it learns from.
fn check(floors: &Floors, readers: &[&str]) {
    assert!(!floors.rows.is_empty());
    for row in &floors.rows {
        assert!(row.items > 0 && (0.0..=1.0).contains(&row.chance), "{row:?}");
        for reader in readers {
            let score = row.best(reader).unwrap_or_else(|| panic!("{reader} in {} {}", row.split, row.group));
            assert!(score.low <= score.share() && score.share() <= score.high, "{score:?}");
        }
    }
}

const COMMANDS: [&str; 6] = [
    "first object",
    "nearest object",
    "head phrase only",
    "command and each object",
    "world only",
    "bag and world",
];
const STORIES: [&str; 6] =
    ["majority", "question only", "bag of words", "last mention", "last own event", "position"];

#[test]
fn recipes_of_every_family() {
    let gscan = audited("gscan-demo", Some(400), 2, None);
    check(gscan.floors(), &COMMANDS);
    assert_eq!(gscan.floors().learnt_from, "train");
    assert!(gscan.floors().rows.iter().all(|row| row.split != "train" && row.bound.is_none()));
    let reascan = audited("reascan-1rc", Some(300), 2, None);
    check(reascan.floors(), &COMMANDS);
    check(reascan.floors(), &["orders: vote", "orders: unique", "orders: promised", "bag, world and votes"]);
    assert!(reascan.floors().rows.iter().all(|row| row.bound.is_some_and(|bound| bound < 1.0)));
    assert!(reascan.floors().promises.contains(&"every clause needed"), "{:?}", reascan.floors().promises);
    let stories = audited("diverse-t2", Some(200), 2, None);
    check(stories.floors(), &STORIES);
}

#[test]
fn riddles_are_refused_with_a_reason() {
    let choice = Choice { limit: Some(3), ..Choice::default() };
    let mut opened = open("riddle", &choice).unwrap();
    let pass = Pass { choice: &choice, threads: 1, watch: &() };
    let error = audit("riddle", &mut opened, &AuditOptions::default(), &pass).unwrap_err().to_string();
    assert!(error.contains("riddle"), "{error}");
}

#[test]
fn threads_make_no_difference() {
    for (name, limit) in [("gscan-demo", 300), ("reascan-1rc", 150), ("diverse-t2", 100)] {
        let reports: Vec<String> = [1, 4]
            .into_iter()
            .map(|threads| serde_json::to_string(&audited(name, Some(limit), threads, None)).unwrap())
            .collect();
        assert!(reports[0] == reports[1], "{name}");
    }
}

/// A file without a split to learn from: readers learn from the rest of it.
#[test]
fn files_teach_themselves_or_are_taught() {
    let text: String = (0..60)
        .map(|number| {
            let (place, other) = if number % 2 == 0 { ("park", "school") } else { ("kitchen", "office") };
            format!(
                "1 Mary went to the {other}.\n2 John went to the {other}.\n3 Mary went to the {place}.\n4 Where is \
                 Mary?\t{place}\t3\n"
            )
        })
        .collect();
    let folder = std::env::temp_dir().join(format!("wampimuk-floors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("qa1_test.txt");
    std::fs::write(&file, text).unwrap();
    let name = file.to_str().unwrap();
    let alone = audited(name, None, 2, None);
    check(alone.floors(), &STORIES);
    assert!(alone.floors().learnt_from.starts_with("the rest"));
    let row = &alone.floors().rows[0];
    // The last mention is the answer.
    assert_eq!(row.best("last mention").unwrap().share(), 1.0);
    assert_eq!(row.chance, 0.5);
    let found = alone.summary().concerns.iter().any(|concern| {
        concern.topic == Topic::Floors && concern.severity == Severity::Warning && concern.p.is_some()
    });
    assert!(found, "{:?}", alone.summary());
    let taught = audited(name, None, 2, Some("babi-1"));
    assert_eq!(taught.floors().learnt_from, "babi-1");
    check(taught.floors(), &STORIES);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn commands_do_not_teach_stories() {
    let choice = Choice { limit: Some(5), ..Choice::default() };
    let pass = Pass { choice: &choice, threads: 1, watch: &() };
    let opened = open("babi-1", &choice).unwrap();
    let teacher = Teacher { learn_from: Some("gscan-demo"), extent: SMALL };
    let error = measure("babi-1", &opened, &[], &teacher, &pass).unwrap_err().to_string();
    assert!(error.contains("holds no stories"), "{error}");
}

/// What an audit measures and what is measured without one are held to the same bars.
#[test]
fn a_recipe_can_be_measured_without_an_audit() {
    let choice = Choice::default();
    let pass = Pass { choice: &choice, threads: 2, watch: &() };
    let opened = open("reascan-1rc", &choice).unwrap();
    let teacher = Teacher { learn_from: None, extent: SMALL };
    let floors = measure("reascan-1rc", &opened, &["test"], &teacher, &pass).unwrap();
    assert_eq!((floors.learnt_items, floors.rows.len(), floors.rows[0].items), (600, 1, 250));
    assert_eq!(bars(&floors).len(), 9);
    assert_eq!(floors.learnt_from, "train");
}
