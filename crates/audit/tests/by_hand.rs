//! Small datasets whose numbers can be counted by hand.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use wampimuk_audit::{Audit, Evidence, Overlap, Question, Severity, Stats, TRAIN, questions_of};
use wampimuk_command::{Example, Lexicon, parse};
use wampimuk_grid::{Agent, Cell, Heading, Object, World, parse_actions};
use wampimuk_gscan::{Condition, Holdout};

/// An object: `1 red square 0 2` stands in row 0, column 2.
fn object(text: &str, lexicon: &Lexicon) -> Object {
    let words: Vec<&str> = text.split(' ').collect();
    let number = |place: usize| words[place].parse().unwrap();
    let (shape, colour) = (lexicon.noun(words[2]).unwrap(), lexicon.colour(words[1]).unwrap());
    Object::solid(shape, colour, number(0), Cell::new(number(3), number(4)))
}

/// An example with its canonical actions; the target is the object with this number; the agent is in the corner.
fn example(command: &str, target: usize, objects: &[&str]) -> Example {
    let lexicon = Lexicon::gscan();
    let agent = Agent { cell: Cell::new(0, 0), heading: Heading::East };
    let mut world = World::new(4, agent).unwrap();
    for text in objects {
        world.place(object(text, &lexicon)).unwrap();
    }
    let command = parse(command, &lexicon).unwrap();
    let mut actions = Vec::new();
    command.execute(&world, target, &lexicon, &mut actions);
    Example { command, world, target, actions }
}

fn stats(examples: &[(&str, Example)]) -> Stats {
    let mut stats = Stats::new(&Lexicon::gscan());
    examples.iter().for_each(|(split, example)| stats.add(split, example));
    stats
}

fn five() -> Vec<(&'static str, Example)> {
    let walk = "walk to a square";
    vec![
        (TRAIN, example(walk, 0, &["1 red square 0 2", "2 blue circle 3 3"])),
        // The same item, listed the other way round.
        (TRAIN, example(walk, 1, &["2 blue circle 3 3", "1 red square 0 2"])),
        // The same answer for another target.
        (TRAIN, example(walk, 0, &["1 green square 0 2", "2 blue circle 3 3"])),
        ("test", example(walk, 0, &["1 red square 0 2", "2 blue circle 3 3"])),
        // The same placement with another distractor.
        ("test", example(walk, 0, &["1 red square 0 2", "2 blue circle 2 3"])),
        ("test", example("push a small square while spinning", 0, &["1 red square 2 1", "3 red square 0 3"])),
    ]
}

#[test]
fn statistics() {
    let report = stats(&five()).finish();
    let train = report.split(TRAIN).unwrap();
    assert_eq!((train.examples, train.distinct_commands, train.duplicates), (3, 1, 1));
    assert_eq!((train.unique_answers.total, train.unique_targets.total), (1, 2));
    assert_eq!(train.overlap, None);
    assert_eq!(train.target_positions[0], [0, 0, 3, 0]);
    assert_eq!(train.placed_targets.0.len(), 2 * 4 * 3, "sizes 1 and 2 of every colour and shape");
    assert_eq!(train.placed_targets.get("1 red square"), 2);
    assert_eq!(train.world_states.get("1 red square (2, 0)"), 2);

    let test = report.split("test").unwrap();
    assert_eq!(test.overlap, Some(Overlap { identical: 1, equivalent: 2, same_placement: 2 }));
    assert!((test.mean_distance - 7.0 / 3.0).abs() < 1e-12);
    assert_eq!(test.unique_targets.total, 2);
    assert_eq!(test.unique_targets.per_command, 1.0);
    assert_eq!(test.commands.get("push small square while spinning"), 1);
    assert_eq!(test.adverb_verbs.get("while spinning").unwrap().get("push"), 1);
    assert_eq!(test.referred_targets.get("small square").unwrap().get("1 red square"), 1);
    // "while spinning" is one token.
    assert_eq!(test.input_lengths.0, [("4".to_string(), 2), ("5".to_string(), 1)]);
    assert_eq!((test.directions.get("e"), test.directions.get("se")), (2, 1));
    let all = test.descriptions.last().unwrap();
    assert_eq!((all.object_numbers.get("2"), all.objects.get("3 red square")), (3, 1));
    assert!(report.tables()[1].to_text().contains("test"));
    assert!(!report.charts("test").is_empty());
}

#[test]
fn merging_parts_gives_the_whole() {
    let examples = five();
    let (one, two) = examples.split_at(2);
    assert_eq!(stats(one).merge(stats(two)).finish(), stats(&examples).finish());
    let audit = |examples: &[(&str, Example)]| {
        let mut audit = Audit::new(&Lexicon::gscan());
        examples.iter().for_each(|(split, example)| audit.add(split, example));
        audit
    };
    assert_eq!(audit(one).merge(audit(two)).finish(), audit(&examples).finish());
    // The order of arrival is no matter where the splits are named beforehand.
    let named = || Stats::new(&Lexicon::gscan()).with_splits([TRAIN, "test"]);
    assert_eq!(named().merge(stats(two)).merge(stats(one)).finish(), stats(&examples).finish());
}

#[test]
fn evidence() {
    let when: Condition =
        serde_json::from_str(r#"{"target_colour": "red", "target_shape": "square"}"#).unwrap();
    let holdout = Holdout {
        name: "visual".into(),
        title: String::new(),
        when,
        few_shot: false,
        no_longer_than_train: false,
    };
    let lexicon = Lexicon::gscan();
    let mut evidence = Evidence::new(&lexicon, questions_of(&[holdout])).unwrap();
    five().iter().for_each(|(split, example)| evidence.add(split, example));
    let report = evidence.clone().merge(evidence).finish();
    assert_eq!(report.examples, 6, "test does not count");
    let counts: Vec<(&str, u64)> =
        report.answers.iter().map(|answer| (answer.question.label.as_str(), answer.count)).collect();
    let both = "target shape square, target colour red";
    assert_eq!(counts, [("target shape square", 6), ("target colour red", 4), (both, 4)]);

    let condition =
        Condition { verb: Some(wampimuk_gscan::Names::One("jump".into())), ..Condition::default() };
    let question =
        Question { about: String::new(), label: String::new(), condition: condition.into(), published: None };
    assert!(Evidence::new(&lexicon, vec![question]).is_err());
}

#[test]
fn colour_and_noun() {
    let command = "walk to a red square";
    let mut audit = Audit::new(&Lexicon::gscan());
    let target = "1 red square 1 1";
    let (circle, square, other) = ("1 red circle 2 2", "1 green square 3 3", "1 blue circle 3 0");
    audit.add("both", &example(command, 0, &[target, circle, square]));
    audit.add("colour", &example(command, 0, &[target, square]));
    audit.add("noun", &example(command, 0, &[target, circle]));
    audit.add("either", &example(command, 0, &[target, other]));
    audit.add("neither", &example("walk to a square", 0, &[target, circle]));
    // With sizes: of the red things the square is the smallest all the same.
    let sized = [
        "1 red square 1 1",
        "3 red square 2 2",
        "4 red circle 3 3",
        "2 green square 0 3",
        "1 green square 3 0",
    ];
    audit.add("sized", &example("walk to a red small square", 0, &sized));
    let report = audit.finish();
    let shares = |split: &str| {
        let split = report.split(split).unwrap();
        [&split.colour_and_noun, &split.colour_and_noun_by_class].map(|counts| {
            assert_eq!(counts.both_needed.of, u64::from(split.split != "neither"));
            [counts.both_needed, counts.colour_suffices, counts.noun_suffices, counts.either_suffices]
                .map(|share| share.count)
        })
    };
    assert_eq!(shares("both"), [[1, 0, 0, 0]; 2]);
    assert_eq!(shares("colour"), [[0, 1, 0, 0]; 2]);
    assert_eq!(shares("noun"), [[0, 0, 1, 0]; 2]);
    assert_eq!(shares("either"), [[0, 0, 0, 1]; 2]);
    assert_eq!(shares("neither"), [[0; 4]; 2]);
    assert_eq!(shares("sized"), [[0, 1, 0, 0], [1, 0, 0, 0]]);
    let idle = |split: &str| {
        let idle = report.split(split).unwrap().idle_words;
        [idle.size, idle.colour, idle.noun, idle.all, idle.none_idle].map(|share| (share.count, share.of))
    };
    assert_eq!(idle("both"), [(0, 0), (0, 1), (0, 1), (0, 2), (1, 1)]);
    assert_eq!(idle("either"), [(0, 0), (1, 1), (1, 1), (2, 2), (0, 1)]);
    assert_eq!(idle("sized"), [(0, 1), (0, 1), (1, 1), (1, 3), (0, 1)]);
}

#[test]
fn distractors() {
    let mut audit = Audit::new(&Lexicon::gscan());
    // A red circle could be meant by "red object"; a blue circle could not be meant by anything one word shorter.
    let objects = ["1 red square 0 2", "1 red circle 2 2", "1 blue circle 3 0", "1 blue circle 0 3"];
    audit.add("walk", &example("walk to a red square", 0, &objects));
    // The blue circle in row 0 stands in the way of a push to the east, the one in column 2 does not.
    audit.add("push", &example("push a red square", 0, &objects));
    // Pulled west: nothing there.
    audit.add("pull", &example("pull a red square", 0, &objects));
    let report = audit.finish();
    let numbers = |split: &str| {
        let objects = &report.split(split).unwrap().distractors;
        (objects.mean, objects.for_reference, objects.in_the_way, objects.relevant)
    };
    assert_eq!(numbers("walk"), (3.0, 1.0, 0.0, 1.0));
    assert_eq!(numbers("push"), (3.0, 1.0, 1.0, 2.0));
    assert_eq!(numbers("pull"), (3.0, 1.0, 0.0, 1.0));
    let irrelevant = report.all.distractors.irrelevant().unwrap();
    assert!((irrelevant - 5.0 / 9.0).abs() < 1e-12);
}

#[test]
fn chance_and_list_order() {
    let mut audit = Audit::new(&Lexicon::gscan());
    let objects = ["1 red square 0 2", "2 red square 1 1", "2 red circle 2 2", "1 blue circle 3 0"];
    audit.add("x", &example("walk to a red small square", 0, &objects));
    audit.add("x", &example("walk to a red big square", 1, &objects));
    audit.add("x", &example("walk to a red big square", 1, &objects));
    let report = audit.finish();
    let split = report.split("x").unwrap();
    let guesses: Vec<(&str, f64)> =
        split.chance[0].guesses.iter().map(|guess| (guess.uses.as_str(), guess.accuracy)).collect();
    let expected = [
        ("any object", 0.25),
        ("shape", 0.5),
        ("colour", 1.0 / 3.0),
        // The smallest are two, and so are the biggest.
        ("size", 0.5),
        ("colour, shape", 0.5),
        ("size, shape", 1.0),
        // The smallest red object is one, the biggest are two.
        ("size, colour", 2.0 / 3.0),
    ];
    assert_eq!(guesses.len(), expected.len());
    for ((uses, accuracy), (name, value)) in guesses.into_iter().zip(expected) {
        assert_eq!(uses, name);
        assert!((accuracy - value).abs() < 1e-12, "{name}: {accuracy}");
    }
    let order = split.list_order;
    assert_eq!((order.target_first.count, order.best_place, order.best.count), (1, 1, 2));
    assert!((order.chance - 0.25).abs() < 1e-12);
    assert_eq!(split.headings.0, [("east".to_string(), 3)]);
}

#[test]
fn labels_and_readings() {
    let mut audit = Audit::new(&Lexicon::gscan());
    let mut wrong = example("walk to a square", 0, &["1 red square 1 1"]);
    wrong.actions.pop();
    audit.add("wrong", &wrong);
    let mut other = example("walk to a square", 0, &["1 red square 1 1"]);
    other.actions = parse_actions("turn right,walk,turn left,walk").unwrap();
    audit.add("other", &other);
    // Three sizes: two are bigger than some other, one is the biggest of all.
    let objects = ["3 red square 1 1", "2 red square 2 2", "1 red square 3 3"];
    audit.add("ambiguous", &example("walk to a big square", 0, &objects));
    // Of the red squares it is the biggest, of all squares it is not.
    let objects = ["2 red square 1 1", "1 red square 2 2", "3 blue square 3 3"];
    audit.add("colour", &example("walk to a red big square", 0, &objects));
    let report = audit.finish();
    let labels = |split: &str| {
        let labels = report.split(split).unwrap().labels;
        (labels.wrong, labels.not_canonical)
    };
    assert_eq!(["wrong", "other", "ambiguous"].map(labels), [(1, 0), (0, 1), (0, 0)]);
    let severity = |split: &str, check: &str| {
        let findings = &report.split(split).unwrap().findings;
        findings.iter().find(|finding| finding.check == check).unwrap().severity
    };
    assert_eq!(
        ["wrong", "other", "colour"].map(|split| severity(split, "labels")),
        [Severity::Warning, Severity::Note, Severity::Fine]
    );
    assert_eq!(severity("colour", "referents"), Severity::Fine);
    assert_eq!(severity("colour", "readings"), Severity::Note);
    let readings = report.split("ambiguous").unwrap().readings;
    assert_eq!((readings.existential.ambiguous.count, readings.superlative.target.count), (1, 1));
    let readings = report.split("colour").unwrap().readings;
    assert_eq!((readings.existential.target.count, readings.colour_blind.empty.count), (1, 1));
    assert_eq!(readings.agree.count, 0);
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["splits"][0]["findings"][0]["severity"], "warning");
    assert_eq!(json["splits"][3]["readings"]["agree"]["share"], 0.0);
    assert!(report.tables().iter().all(|table| !table.to_text().is_empty()));
}
