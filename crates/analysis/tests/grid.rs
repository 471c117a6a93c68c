//! Scores of predictions in grid worlds: by hand, by a naive second opinion, and by the original's own error analysis.

use std::path::{Path, PathBuf};

use wampimuk_analysis::grid::{
    About, Case, Dimension, Ending, Extent, Fault, Lookup, Missed, Report, Role, Scorer, Scores, Settings,
    Spread, Value, answer, judge,
};
use wampimuk_analysis::predictions::original::OriginalReader;
use wampimuk_analysis::predictions::{Attention, Said};
use wampimuk_command::{
    Example, GridFamily, Lexicon, ObjectRoles, Reading, Strategy, Surface, WordClass, parse,
};
use wampimuk_core::StreamKey;
use wampimuk_dataset::Input;
use wampimuk_families::{Dataset, require};
use wampimuk_grid::{Action, Agent, Cell, Object, World, parse_actions, replay_as_released};
use wampimuk_prompt::{Answer, AnswerReader};
use wampimuk_score::{Credit, Judge};

type Failure = Box<dyn std::error::Error>;

fn dataset(name: &str) -> Result<Box<dyn Dataset>, Failure> {
    Ok(require(name, &[])?.dataset(0)?)
}

fn case<'a>(family: &'a dyn GridFamily, example: &'a Example, cast: &'a ObjectRoles) -> Case<'a> {
    Case { example, cast, lexicon: family.lexicon(), surface: family.surface(), reading: family.reading() }
}

fn gscan_case<'a>(example: &'a Example, cast: &'a ObjectRoles, lexicon: &'a Lexicon) -> Case<'a> {
    Case { example, cast, lexicon, surface: Surface::Gscan, reading: Reading::Superlative }
}

fn known(actions: &[Action]) -> Vec<Option<Action>> {
    actions.iter().copied().map(Some).collect()
}

/// An agent in the corner, a red circle two cells below and to the right, a green one in the first row, a red square
/// in the last.
fn example(command: &str) -> Result<Example, Failure> {
    let lexicon = Lexicon::gscan();
    let (circle, square) = (lexicon.noun("circle").ok_or("circle")?, lexicon.noun("square").ok_or("square")?);
    let (red, green) = (lexicon.colour("red").ok_or("red")?, lexicon.colour("green").ok_or("green")?);
    let mut world = World::new(4, Agent::default())?;
    let target = world.place(Object::solid(circle, red, 2, Cell::new(2, 2)))?;
    world.place(Object::solid(circle, green, 2, Cell::new(0, 3)))?;
    world.place(Object::solid(square, red, 2, Cell::new(3, 0)))?;
    let command = parse(command, &lexicon)?;
    let mut actions = Vec::new();
    command.execute(&world, target, &lexicon, &mut actions);
    Ok(Example { command, world, target, actions })
}

#[test]
fn answers_by_hand() {
    let lexicon = Lexicon::gscan();
    let example = example("push a red circle").unwrap();
    assert_eq!(example.actions, parse_actions("walk,walk,turn right,walk,walk,push").unwrap());
    let cast = ObjectRoles::default();
    let case = gscan_case(&example, &cast, &lexicon);
    let verdict = |text: &str, cap: usize| {
        judge(&case, &answer(&Said::Text(text.into()), &AnswerReader::default()), Some(cap))
    };

    let right = verdict("walk,walk,turn right,walk,walk,push", 30);
    assert!(right.judgement.exact && right.judgement.fulfils && right.judgement.reached);
    assert_eq!((right.ending, right.within_cap, right.row, right.column), (None, Some(true), true, true));

    // The other axis first: the circle is pushed to the east, where the agent ends up in another column.
    let other = verdict("turn right,walk,walk,turn left,walk,walk,push", 30);
    assert!(!other.judgement.exact && other.judgement.fulfils);
    assert_eq!(other.ending, Some(Ending::OtherWay));
    assert_eq!((other.matches, other.longer, other.row, other.column), (2, 7, false, false));

    for (text, ending, row, column) in [
        ("walk,walk,turn right,walk,walk", Ending::RightObject(Fault::Unfinished), false, true),
        ("walk,walk,turn right,walk,walk,pull", Ending::RightObject(Fault::Handling), false, true),
        ("walk,walk,turn right,walk,walk,push,stay", Ending::RightObject(Fault::TooMuch), true, true),
        ("walk,turn right,walk,walk,turn left,walk,push", Ending::RightObject(Fault::Way), false, false),
        ("walk,walk,walk", Ending::OtherObject(Role::Unknown, Missed::Word(WordClass::Colour)), false, false),
        (
            "turn right,walk,walk,walk",
            Ending::OtherObject(Role::Unknown, Missed::Word(WordClass::Noun)),
            true,
            false,
        ),
        ("walk,walk", Ending::Nowhere, false, true),
        ("", Ending::Nowhere, false, false),
        // What cannot be read is not carried out.
        ("<PAD>,walk,walk", Ending::Unreadable, false, false),
        ("walk,walk,turn right,walk,walk,push,<PAD>", Ending::Unreadable, false, false),
        ("I would rather not move at all.", Ending::Unreadable, false, false),
    ] {
        let verdict = verdict(text, 30);
        assert!(!verdict.judgement.exact && !verdict.judgement.fulfils, "{text}");
        assert_eq!((verdict.ending, verdict.row, verdict.column), (Some(ending), row, column), "{text}");
    }
    assert!(!verdict("<PAD>,walk", 30).judgement.parsed);

    // A capped evaluation sees neither what comes later nor that the answer should have ended.
    assert_eq!(verdict("walk,walk,turn right,walk,walk,push,push", 6).within_cap, Some(true));
    assert_eq!(verdict("walk,walk,turn right,walk,walk,push,push", 7).within_cap, Some(false));
    assert_eq!(verdict("walk,walk,turn right", 3).within_cap, Some(true));
    assert_eq!(verdict("walk,walk,turn right", 4).within_cap, Some(false));
}

/// Answers spoiled at random, judged by the judge of single answers, which a second implementation is compared with, and by
/// comparing place by place.
#[test]
fn two_opinions_agree() {
    for name in ["gscan-demo", "reascan"] {
        let dataset = dataset(name).unwrap();
        let family = dataset.contents().commands().unwrap();
        let (mut items, mut judges) = (family.grid_items(), Judge::new(dataset.as_ref()));
        let mut stream = StreamKey::new(&family.digest(), "spoil", 1).stream(0);
        let (mut scores, scorer) =
            (Scores::default(), Scorer { credit: Credit::PARTIAL, ..Scorer::default() });
        let (mut sums, mut exact, mut credit, mut random) = (0.0, 0, 0.0, 0.0);
        for index in 0..150 {
            let item = items.make(0, index).unwrap();
            let mut actions = item.example.actions.clone();
            for _ in 0..stream.below(3) {
                let at = stream.below(actions.len() as u32 + 1) as usize;
                match stream.below(3) {
                    0 => actions.insert(at, Action::ALL[stream.below(6) as usize]),
                    1 if at < actions.len() => drop(actions.remove(at)),
                    _ if at < actions.len() => actions[at] = Action::ALL[stream.below(6) as usize],
                    _ => {}
                }
            }
            let case = case(family, &item.example, &item.cast);
            let own = judge(&case, &known(&actions), None);
            let other = judges.judge(0, index, &Answer::Actions(actions.clone())).unwrap();
            assert_eq!(own.judgement, other, "{name} {index}");
            scorer.add(&mut scores, "train", &case, &known(&actions), None).unwrap();

            let right = &item.example.actions;
            let longer = right.len().max(actions.len());
            let same = (0..longer).filter(|&at| right.get(at) == actions.get(at)).count();
            sums += same as f64 / longer as f64;
            exact += u64::from(actions == *right);
            credit += Credit::PARTIAL.score(&other);
            random += 6f64.powi(-(right.len() as i32));
        }
        let total = &scores.splits["train"].total;
        assert_eq!((total.items, total.exact), (150, exact));
        assert!(exact > 20 && exact < 130, "{exact}");
        assert!((total.accuracy() - sums / 150.0).abs() < 1e-9);
        assert!((total.credit() - credit / 150.0).abs() < 1e-9);
        assert!((total.random() - random / 150.0).abs() < 1e-15);
        let wrong: u64 = scores.splits["train"].endings.values().sum();
        assert_eq!(wrong, 150 - exact);
        for dimension in Dimension::ALL {
            let values = &scores.splits["train"].by[&dimension];
            assert_eq!(values.values().map(|tally| tally.items).sum::<u64>(), 150, "{dimension:?}");
            assert_eq!(values.values().map(|tally| tally.exact).sum::<u64>(), exact, "{dimension:?}");
        }
    }
}

#[test]
fn the_right_answers_score_everything_and_parts_can_be_merged_in_any_order() {
    let dataset = dataset("gscan-demo").unwrap();
    let family = dataset.contents().commands().unwrap();
    let mut items = family.grid_items();
    let lookup = {
        let mut lookup = Lookup::default();
        (0..200).for_each(|index| lookup.learn(&items.make(0, index).unwrap().example));
        lookup
    };
    let scorer = Scorer { cap: Some(3), lookup: Some(&lookup), ..Scorer::default() };
    let mut parts = [Scores::default(), Scores::default(), Scores::default()];
    for index in 0..120 {
        let item = items.make(0, index).unwrap();
        let case = case(family, &item.example, &item.cast);
        scorer
            .add(&mut parts[index as usize % 3], "train", &case, &known(&item.example.actions), None)
            .unwrap();
    }
    let [one, two, three] = parts;
    let mut forwards = one.clone();
    forwards.merge(two.clone());
    forwards.merge(three.clone());
    let mut backwards = three;
    backwards.merge(two);
    backwards.merge(one);
    assert_eq!(forwards, backwards);

    let about = About { file: "oracle".into(), ..About::default() };
    let extents = [Extent { name: "train".into(), title: String::new(), items: Some(121) }];
    let settings = Settings { cap: Some(3), baselines: true, ..Settings::default() };
    let report = Report::new(&extents, &[(about, forwards)], &settings);
    let measures = &report.models[0].splits[0].measures;
    for spread in [&measures.exact, &measures.fulfils, &measures.reached, &measures.accuracy, &measures.cell]
    {
        assert_eq!((spread.mean, spread.sd), (1.0, None));
    }
    assert_eq!(measures.within_cap.as_ref().map(|spread| spread.mean), Some(1.0));
    assert_eq!(report.models[0].splits[0].endings, []);
    assert!(measures.lookup.is_some_and(|share| share > 0.3 && share <= 1.0));
    assert_eq!(
        report.remarks,
        ["oracle: 1 of 121 items of `train` have no prediction; scores are of the others"]
    );
}

#[test]
fn a_memory_answers_with_what_it_has_seen_most() {
    let with = |text: &str| {
        let mut example = example("push a red circle").unwrap();
        example.actions = parse_actions(text).unwrap();
        example
    };
    let mut lookup = Lookup::default();
    assert_eq!(lookup.answer(&with("walk")), None);
    for text in ["pull", "push", "walk", "push", "walk"] {
        lookup.learn(&with(text));
    }
    // Walking comes before pushing in the order of actions.
    assert_eq!(lookup.answer(&with("stay")), Some(&[Action::Walk][..]));
    assert_eq!(lookup.answer(&example("pull a red circle").unwrap()), None);
}

#[test]
fn spreads_are_those_of_a_sample() {
    let spread = Spread::of(vec![0.2, 0.4, 0.9]);
    assert!((spread.mean - 0.5).abs() < 1e-12);
    // (0.09 + 0.01 + 0.16) / 2
    assert!((spread.sd.unwrap() - 0.13f64.sqrt()).abs() < 1e-12);
    assert_eq!(Spread::of(vec![0.25]).sd, None);
}

#[test]
fn chance_is_one_object_of_all() {
    let dataset = dataset("gscan-demo").unwrap();
    let family = dataset.contents().commands().unwrap();
    let mut items = family.grid_items();
    let (mut scores, mut sum, mut some) = (Scores::default(), 0.0, Vec::new());
    for index in 0..100 {
        let item = items.make(0, index).unwrap();
        let case = case(family, &item.example, &item.cast);
        Scorer::default().add(&mut scores, "train", &case, &[], None).unwrap();
        let chance = 1.0 / item.example.world.objects().len() as f64;
        sum += chance;
        if item.example.command.phrase.size.is_none() {
            some.push(chance);
        }
    }
    let split = &scores.splits["train"];
    assert!((split.total.chance() - sum / 100.0).abs() < 1e-12);
    let unsized_chance = split.by[&Dimension::Size][&Value::Text("none".into())].chance();
    assert!((unsized_chance - some.iter().sum::<f64>() / some.len() as f64).abs() < 1e-12);
}

#[test]
fn attention_on_the_target() {
    let lexicon = Lexicon::gscan();
    let (example, cast) = (example("push a red circle").unwrap(), ObjectRoles::default());
    let case = gscan_case(&example, &cast, &lexicon);
    let look = |cell: usize, weight: f32| {
        let mut row = vec![0.0; 16];
        row[cell] = weight;
        row
    };
    // Row 2, column 2 is cell 10.
    let attention = |world| Attention { command: Vec::new(), world };
    let mut scores = Scores::default();
    let mut add = |world: Vec<Vec<f32>>, actions: &[Option<Action>]| {
        Scorer::default().add(&mut scores, "test", &case, actions, Some(&attention(world)))
    };
    add(vec![look(10, 0.9), look(3, 0.5), look(3, 0.2)], &[]).unwrap();
    add(vec![look(10, 0.9), look(3, 1.0)], &known(&example.actions)).unwrap();
    let error = add(vec![look(10, 0.9), vec![0.5; 36]], &[]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "row 1 of the attention on the world has 36 weights, and the world has 16 cells"
    );
    let total = &scores.splits["test"].total;
    assert_eq!((total.attended, total.attended_right), (2, 1));
    assert_eq!((total.wrong_attended, total.wrong_attended_right), (1, 1));
    assert_eq!((total.steps, total.steps_right), (5, 2));
}

/// Whoever carries out the command on a distractor has missed what the distractor was placed for.
#[test]
fn wrong_objects_are_there_for_a_reason() {
    let dataset = dataset("reascan").unwrap();
    let family = dataset.contents().commands().unwrap();
    let lexicon = family.lexicon();
    let mut items = family.grid_items();
    let mut met = std::collections::BTreeMap::<String, u64>::new();
    for index in 0..120 {
        let item = items.make(0, index).unwrap();
        let Example { command, world, target, .. } = &item.example;
        let case = case(family, &item.example, &item.cast);
        for (number, object) in world.objects().iter().enumerate().filter(|(number, _)| number != target) {
            let alone = world.objects().iter().filter(|other| other.cell == object.cell).count() == 1;
            let mut actions = Vec::new();
            command.execute(world, number, lexicon, &mut actions);
            let Some(Ending::OtherObject(role, missed)) = judge(&case, &known(&actions), None).ending else {
                assert!(!alone, "item {index}, object {number}");
                continue;
            };
            let Some(group) = item.cast.group_of(number).filter(|_| alone) else { continue };
            *met.entry(role.to_string()).or_default() += 1;
            let is_head = item.cast.parts[number].phrase == Some(0);
            match group.strategy {
                Strategy::Command => assert_eq!(role, Role::Mentioned),
                strategy => assert_eq!(role, Role::Distractor(strategy)),
            }
            // An object that fits the command without a clause, or with a word changed, is the right one for those who
            // have missed that clause or word.
            if is_head && group.strategy == Strategy::Relation && group.phrase.is_some() {
                assert!(matches!(missed, Missed::Clause(_)), "item {index}: {missed:?} {group:?}");
            }
            if is_head && group.strategy == Strategy::Attribute && group.phrase == Some(0) {
                assert_eq!(Some(missed), group.word.map(Missed::Word), "item {index}: {group:?}");
            }
        }
    }
    assert!(met.len() >= 4, "{met:?}");
}

fn shared(path: &str) -> Option<PathBuf> {
    let root = std::env::var_os("WAMPIMUK_SHARED")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let file = root.join("conformance/gscan").join(path);
    if !file.exists() {
        eprintln!("skipped: {} is not there", file.display());
        return None;
    }
    Some(file)
}

fn entries(path: &Path) -> Result<OriginalReader<Input>, Failure> {
    let mut input = Input::open(path)?;
    assert!(OriginalReader::fits(&mut input)?);
    Ok(OriginalReader::new(path, input, None, 3))
}

/// 300 predictions with the error analysis that the original's own code makes of them: every count, mean accuracy and
/// share of every value of every dimension, and the totals of its analysis of positions.
#[test]
fn the_original_analyses_errors_alike() {
    let (Some(list), Some(sheets)) =
        (shared("error_analysis/predict_test.json.gz"), shared("error_analysis/xls_as_json.json"))
    else {
        return;
    };
    let sheets: serde_json::Value = serde_json::from_slice(&std::fs::read(sheets).unwrap()).unwrap();
    let mut reader = entries(&list).unwrap();
    let (mut scores, cast) = (Scores::default(), ObjectRoles::default());
    let (mut columns, mut rows, mut both, mut neither) = (0, 0, 0, 0);
    while let Some(entry) = reader.next() {
        let entry = entry.unwrap();
        let case = gscan_case(&entry.example, &cast, reader.lexicon());
        let said = answer(&entry.prediction.said, &AnswerReader::default());
        Scorer::default()
            .add(&mut scores, "test", &case, &said, entry.prediction.attention.as_ref())
            .unwrap();
        let said: Vec<Action> = said.into_iter().flatten().collect();
        let end = |actions: &[Action]| replay_as_released(&entry.example.world, actions).agent.cell;
        let (given, right) = (end(&said), end(&entry.example.actions));
        columns += u64::from(given.column == right.column);
        rows += u64::from(given.row == right.row);
        both += u64::from(given == right);
        neither += u64::from(given.column != right.column && given.row != right.row);
    }
    let split = &scores.splits["test"];
    assert_eq!((split.total.items, split.total.exact), (300, 166));
    assert!((split.total.accuracy() - 0.813_918_583_892_417_3).abs() < 1e-9);
    let mut ranges: Vec<(String, [f64; 2])> = Vec::new();
    for (sheet, dimension) in [
        ("target_length", Dimension::Length),
        ("input_length", Dimension::Input),
        ("verb_in_command", Dimension::Verb),
        ("manner", Dimension::Adverb),
        ("referred_target", Dimension::Referred),
        ("referred_size", Dimension::Size),
        ("distance_to_target", Dimension::Distance),
        ("direction_to_target", Dimension::Direction),
        ("actual_target", Dimension::Target),
    ] {
        let values = &split.by[&dimension];
        let lines = sheets["error_analysis"][sheet].as_array().unwrap();
        assert_eq!(lines.len() - 1, values.len(), "{sheet}");
        for line in &lines[1..] {
            let name = match &line[0] {
                serde_json::Value::Number(number) => Value::Number(number.as_f64().unwrap() as u64),
                text => {
                    Value::Text(match text.as_str().unwrap().split_whitespace().collect::<Vec<_>>()[..] {
                        [] | ["None"] => "none".to_string(),
                        ref words => words.join(" "),
                    })
                }
            };
            let tally = values.get(&name).unwrap_or_else(|| panic!("{sheet}: {name}"));
            let number = |column: usize| line[column].as_f64().unwrap();
            assert_eq!((tally.items as f64, tally.exact as f64), (number(1), number(4)), "{sheet}: {name}");
            assert!((tally.accuracy() * 100.0 - number(2)).abs() < 1e-6, "{sheet}: {name}");
            let items = tally.accuracy_range();
            assert!((items.sd * 100.0 - number(3)).abs() < 1e-4, "{sheet}: {name} {items:?}");
            ranges.push((format!("{sheet}:{}", line[0]), [items.min, items.max]));
        }
    }
    // The least and the greatest accuracy of each value stand in the text only.
    let text = std::fs::read_to_string(shared("error_analysis/error_analysis.txt").unwrap()).unwrap();
    for (name, found) in ranges {
        let name = name.replace('"', "").trim_end_matches(".0").to_owned();
        let own =
            text.split("\n\n").skip_while(|part| part.trim_end() != format!("  {name}").trim_end()).nth(1);
        let own = own.unwrap_or_else(|| panic!("{name} is missing"));
        for (word, found) in ["Min. accuracy: ", "Max. accuracy: "].into_iter().zip(found) {
            let line = own.lines().find_map(|line| line.trim().strip_prefix(word)).unwrap();
            assert!((line.parse::<f64>().unwrap() - found * 100.0).abs() < 1e-6, "{name}: {word}{line}");
        }
    }
    let totals: Vec<f64> =
        (0..4).map(|column| sheets["position_analysis"]["test"][1][column].as_f64().unwrap()).collect();
    assert_eq!(totals, [columns as f64, rows as f64, both as f64, neither as f64]);
}

#[test]
fn the_published_prediction_is_read() {
    let Some(path) = shared("predict_example_from_repo.json") else { return };
    let mut reader = entries(&path).unwrap();
    let entry = reader.next().unwrap().unwrap();
    let attention = entry.prediction.attention.as_ref().unwrap();
    assert_eq!((attention.command.len(), attention.world.len()), (16, 16));
    assert!(
        attention.world.iter().all(|row| row.len() == 36)
            && attention.command.iter().all(|row| row.len() == 8)
    );
    let cast = ObjectRoles::default();
    let case = gscan_case(&entry.example, &cast, reader.lexicon());
    let verdict = judge(&case, &answer(&entry.prediction.said, &AnswerReader::default()), None);
    assert_eq!((verdict.matches, verdict.longer), (11, 16));
    assert!(reader.next().is_none());
}

#[test]
fn lists_that_are_none_are_refused() {
    for (text, expected) in [
        ("[1]", "p.json:1: invalid type"),
        ("[{}]", "p.json:1: missing field `input`"),
        ("[{\"input\":[],\"prediction\":[],\"target\":[],\"situation\":[]}]", "`situation` is an empty list"),
        ("[", "p.json:1: "),
        ("[] x", "p.json:1: "),
    ] {
        let input = Input::new(Box::new(std::io::Cursor::new(text))).unwrap();
        let mut reader = OriginalReader::new(Path::new("p.json"), input, None, 3);
        let message = reader.next().unwrap().unwrap_err().to_string();
        assert!(message.contains(expected), "{text}: {message}");
        assert!(reader.next().is_none());
    }
}
