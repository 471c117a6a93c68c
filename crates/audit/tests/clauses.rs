//! Small worlds for commands with relative clauses, whose numbers can be counted by hand.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use wampimuk_audit::{Address, Audit, AuditReport, DistractorKinds, PatternAudit, Severity, Stats, Tally};
use wampimuk_command::{Example, Lexicon, Reading, Semantics, parse};
use wampimuk_grid::{Agent, Cell, Heading, Object, World};

/// An example; an object is `1 red square 0 2`, in row 0 and column 2. The target is the first.
fn example(command: &str, objects: &[&str]) -> Example {
    let lexicon = Lexicon::reascan();
    let agent = Agent { cell: Cell::new(0, 0), heading: Heading::East };
    let mut world = World::new(4, agent).unwrap();
    for text in objects {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |place: usize| words[place].parse().unwrap();
        let (shape, colour) = (lexicon.noun(words[2]).unwrap(), lexicon.colour(words[1]).unwrap());
        let solid = Object::solid(shape, colour, number(0), Cell::new(number(3), number(4)));
        world.place(Object { form: lexicon.nouns[usize::from(shape)].form, ..solid }).unwrap();
    }
    let command = parse(command, &lexicon).unwrap();
    let mut actions = Vec::new();
    command.execute(&world, 0, &lexicon, &mut actions);
    Example { command, world, target: 0, actions }
}

/// A circle in a box and in the row of a square; one other circle is in the row, one in the box, one nowhere.
fn two_clauses() -> Example {
    example(
        "push the circle that is in the same row as a red square and inside of the box",
        &[
            "1 red circle 2 2",
            "1 red square 2 0",
            "2 blue box 1 1",
            "1 green circle 3 3",
            "1 blue circle 2 3",
            "1 yellow circle 1 2",
        ],
    )
}

/// A square of the middle size, called small.
fn middle_size() -> Example {
    example(
        "pull the small object that is in the same column as the big circle",
        &["2 red square 1 1", "3 blue circle 3 1", "1 green circle 0 3", "1 red square 2 3"],
    )
}

fn audit(examples: &[Example]) -> Audit {
    audit_from(0, examples)
}

/// Of examples that stand in their split from this place on.
fn audit_from(first: u64, examples: &[Example]) -> Audit {
    let semantics = Semantics::from(Reading::Existential);
    let mut audit = Audit::new(&Lexicon::reascan()).with_semantics(semantics);
    for (index, example) in (first..).zip(examples) {
        audit.add_at(Address { split: "test", index, place: None }, example);
    }
    audit
}

/// The share with this name, and of how many.
fn figure(pattern: &PatternAudit, check: &str, what: &str) -> (f64, u64) {
    let figures = pattern.figures();
    let figure = figures.iter().find(|figure| figure.check == check && figure.what == what);
    let figure = figure.unwrap_or_else(|| panic!("{check}: {what}"));
    (figure.value.unwrap(), figure.of)
}

fn only(report: &AuditReport) -> &PatternAudit {
    let [pattern] = &report.all.patterns[..] else { panic!("{} patterns", report.all.patterns.len()) };
    pattern
}

#[test]
fn readers_with_handicaps() {
    let report = audit(&[two_clauses()]).finish();
    let pattern = only(&report);
    assert_eq!(pattern.pattern, "$OBJ_0 ^ $OBJ_1 & $OBJ_2");
    for (what, expected) in [
        ("any object", (1.0 / 6.0, 1)),
        ("head phrase only", (0.25, 1)),
        ("head phrase and one clause", (0.5, 2)),
        ("clauses without the head phrase", (1.0, 1)),
        ("blind to size words", (1.0, 1)),
        ("blind to nouns", (1.0, 1)),
        ("blind to colour words", (1.0, 1)),
        ("relations without any words", (1.0, 1)),
    ] {
        assert_eq!(figure(pattern, "shortcuts", what), expected, "{what}");
    }
    // "push the red square that is in the same row as a circle …" means another object.
    let order = report.all.word_order;
    assert_eq!((order.reordered.count, order.other_referents.count, order.undecided), (1, 1, 0));
    let severity =
        |check: &str| report.all.findings.iter().find(|finding| finding.check == check).unwrap().severity;
    assert_eq!(severity("shortcuts"), Severity::Warning);
    assert_eq!(severity("clauses"), Severity::Fine);
}

#[test]
fn needs_of_words_and_clauses() {
    let report = audit(&[two_clauses()]).finish();
    let pattern = only(&report);
    for (what, expected) in [
        ("all words", (1.0, 4)),
        ("noun, head", (1.0, 1)),
        ("colour, phrase 1", (1.0, 1)),
        ("noun, phrase 1", (1.0, 1)),
        ("box noun, phrase 2", (1.0, 1)),
        ("examples that need every word", (0.0, 1)),
    ] {
        assert_eq!(figure(pattern, "idle words", what), expected, "{what}");
    }
    assert_eq!(figure(pattern, "idle clauses", "same row"), (0.0, 1));
    assert_eq!(figure(pattern, "idle clauses", "inside"), (0.0, 1));
    assert_eq!(figure(pattern, "idle clauses", "examples that need every clause"), (1.0, 1));
    assert_eq!(figure(pattern, "word order", "exchanged phrases keep the referent"), (0.0, 1));

    // Without the circle in the box, the row alone does not suffice but the box does; with a third square in the box's
    // place of the words, every word but "box" is needed.
    let idle = example(
        "push the circle that is in the same row as a red square and inside of the box",
        &["1 red circle 2 2", "1 red square 2 0", "2 blue box 1 1", "1 blue circle 2 3"],
    );
    let report = audit(&[idle]).finish();
    assert_eq!(figure(only(&report), "idle clauses", "same row"), (1.0, 1));
    assert_eq!(figure(only(&report), "idle clauses", "inside"), (0.0, 1));
    let needed = example(
        "push the circle that is inside of the blue box",
        &["1 red circle 2 2", "2 blue box 1 1", "1 red square 1 2", "1 red circle 0 3", "1 green box 0 3"],
    );
    let report = audit(&[needed]).finish();
    assert_eq!(figure(only(&report), "idle words", "box noun, phrase 1"), (1.0, 1));
    assert_eq!(figure(only(&report), "idle words", "examples that need every word"), (0.0, 1));
    assert_eq!(figure(only(&report), "idle words", "… box nouns left aside"), (1.0, 1));
}

#[test]
fn pivots_articles_and_variants() {
    let report = audit(&[two_clauses()]).finish();
    let pattern = only(&report);
    assert_eq!(pattern.pivots.columns.get("0"), 1);
    assert_eq!((pattern.pivots.columns.total(), pattern.pivots.rows.total()), (1, 0));
    // There is but one red square, so it should be "the red square".
    assert_eq!(figure(pattern, "articles", "against the rule"), (1.0 / 3.0, 3));
    assert_eq!(figure(pattern, "articles", "the, in clauses"), (0.5, 2));
    assert!(pattern.variants.iter().all(|variant| variant.referents.target.count == 1));
    let cells = &report.all.target_cells;
    assert_eq!((cells.cells[2][2], cells.spread.degrees), (1, 15));

    // The pivot may be either of two squares: it is left out.
    let two = example(
        "push the circle that is in the same row as a square",
        &["1 red circle 2 2", "1 red square 2 0", "1 blue square 2 3", "1 red circle 0 1"],
    );
    let report = audit(&[two]).finish();
    let pivots = &only(&report).pivots;
    assert_eq!((pivots.several.count, pivots.columns.total()), (1, 0));
}

#[test]
fn sizes_in_between() {
    let report = audit(&[middle_size()]).finish();
    let pattern = only(&report);
    assert_eq!(pattern.pattern, "$OBJ_0 ^ $OBJ_1");
    for (what, expected) in [
        ("examples with a size word", (1.0, 1)),
        ("… more than two sizes of that colour and noun", (1.0, 1)),
        ("sized phrases whose object is not the extreme", (0.5, 2)),
        ("… head, object", (1.0, 1)),
        ("… clause, noun", (0.0, 1)),
    ] {
        assert_eq!(figure(pattern, "sizes", what), expected, "{what}");
    }
    assert_eq!(pattern.pivots.rows.get("3"), 1);
    assert_eq!(figure(pattern, "articles", "against the rule"), (0.0, 2));
    let meaning =
        |name: &str| pattern.variants.iter().find(|variant| variant.name == name).unwrap().referents;
    assert_eq!((meaning("existential").target.count, meaning("superlative").empty.count), (1, 1));
    // A single clause leaves nothing to choose.
    let figures = pattern.figures();
    assert!(figures.iter().all(|figure| figure.what != "head phrase and one clause"));
    assert!(figures.iter().all(|figure| figure.check != "word order"));
}

#[test]
fn patterns_are_kept_apart_and_merged() {
    let both = [two_clauses(), middle_size(), two_clauses()];
    let whole = audit(&both).finish();
    assert_eq!(audit_from(0, &both[..1]).merge(audit_from(1, &both[1..])).finish(), whole);
    assert_eq!(audit_from(1, &both[1..]).merge(audit_from(0, &both[..1])).finish(), whole);
    let patterns: Vec<(&str, u64)> =
        whole.all.patterns.iter().map(|pattern| (pattern.pattern.as_str(), pattern.examples)).collect();
    assert_eq!(patterns, [("$OBJ_0 ^ $OBJ_1", 1), ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 2)]);
    let titles: Vec<String> = whole.tables().into_iter().map(|table| table.title).collect();
    assert!(titles.iter().any(|title| title.starts_with("Commands of the form $OBJ_0 ^ $OBJ_1: 1 examples")));
    assert!(whole.charts().iter().any(|chart| chart.title.contains("handicap")));
}

#[test]
fn statistics_of_scenes() {
    let lexicon = Lexicon::reascan();
    let mut stats = Stats::new(&lexicon);
    let mut other = Stats::new(&lexicon);
    let kinds = DistractorKinds { relation: true, full_relation: true, ..DistractorKinds::default() };
    for (stats, example) in [(&mut stats, two_clauses()), (&mut other, middle_size())] {
        stats.add("test", &example);
        stats.add_distractors("test", &example.command, kinds);
    }
    let simple = example("walk to the red circle", &["1 red circle 2 2", "1 blue circle 2 3"]);
    other.add("test", &simple);
    other.add_distractors("test", &simple.command, kinds);
    let report = stats.merge(other).finish();
    let scenes = &report.split("test").unwrap().scenes;
    let counts = |tally: &Tally| -> Vec<(String, u64)> { tally.0.clone() };
    let expected = |entries: &[(&str, u64)]| -> Vec<(String, u64)> {
        entries.iter().map(|(name, count)| (name.to_string(), *count)).collect()
    };
    assert_eq!(
        counts(&scenes.patterns),
        expected(&[("$OBJ_0", 1), ("$OBJ_0 ^ $OBJ_1", 1), ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 1)])
    );
    assert_eq!(
        counts(&scenes.relations),
        expected(&[("in the same row as", 1), ("in the same column as", 1), ("inside of", 1)])
    );
    assert_eq!(counts(&scenes.phrase_sizes), expected(&[("(none)", 4), ("big", 1), ("small", 1)]));
    assert_eq!(counts(&scenes.phrase_colours), expected(&[("(none)", 4), ("red", 2)]));
    assert_eq!(
        counts(&scenes.phrase_shapes),
        expected(&[("object", 1), ("circle", 3), ("square", 1), ("box", 1)])
    );
    assert_eq!(counts(&scenes.world_sizes), expected(&[("1", 9), ("2", 2), ("3", 1)]));
    assert_eq!((scenes.world_shapes.get("box"), scenes.world_colours.get("red")), (1, 5));
    assert_eq!((scenes.action_bins.get("1–10"), scenes.action_bins.total()), (3, 3));
    // "All relation distractors" is said of commands with clauses only.
    let full: Vec<u64> = scenes.distractors.iter().map(|(_, counts)| counts.full_relation.count).collect();
    assert_eq!(full, [0, 1, 1]);
    assert!(report.has_clauses());
    let published = report.beside_published("reascan", false);
    assert_eq!(published.rows[0][2], "539,722");
    assert!(published.title.starts_with("Beside the published numbers"));
    let other = report.beside_published("reascan", true).title;
    assert!(other.contains("those of another recipe"), "{other}");
}
