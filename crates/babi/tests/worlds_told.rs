//! New stories about the toy worlds: solved again from their text, of the same shape as the published ones (skipped
//! where these are not at hand), and the worlds' manners towards text that is not meant for them.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::PathBuf;

use wampimuk_babi::worlds::{SolvedPassage, World, all};
use wampimuk_babi::{Asked, Line, Passage, Status};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_story::support::STEPS;

const TASKS: [u8; 8] = [4, 14, 15, 16, 17, 18, 19, 20];

/// New stories that are compared with the published ones.
const STORIES: u64 = 2000;

fn world(task: u8) -> Option<&'static dyn World> {
    all().iter().find(|world| world.tasks().contains(&task)).copied()
}

fn stream(task: u8, index: u64) -> Stream {
    StreamKey::new(&Digest::of(b"told"), "stories", u64::from(task)).stream(index)
}

fn tell(task: u8, index: u64) -> Option<SolvedPassage> {
    world(task)?.tell(task, None, &mut stream(task, index), &|_| true)
}

/// The published stories of a task, if they are there.
fn published(task: u8) -> Option<Vec<Passage>> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join(format!("conformance/babi/published/qa{task}_valid.txt.gz"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    let mut stories: Vec<Passage> = Vec::new();
    for line in text.lines() {
        let (number, rest) = line.split_once(' ')?;
        if number == "1" {
            stories.push(Passage::default());
        }
        let parts: Vec<&str> = rest.split('\t').map(str::trim).collect();
        stories.last_mut()?.lines.push(match parts[..] {
            [question, answer, support] => Line::Question(Asked {
                question: question.to_owned(),
                answer: answer.to_owned(),
                support: support.split(' ').filter_map(|number| number.parse().ok()).collect(),
            }),
            _ => Line::Fact(rest.to_owned()),
        });
    }
    Some(stories)
}

/// Words that say how something is put rather than what it is about.
const FORM: [&str; 54] = [
    "the",
    "is",
    "are",
    "of",
    "to",
    "a",
    "than",
    "bigger",
    "fits",
    "fit",
    "inside",
    "in",
    "north",
    "south",
    "east",
    "west",
    "above",
    "below",
    "left",
    "right",
    "afraid",
    "yesterday",
    "this",
    "morning",
    "afternoon",
    "evening",
    "went",
    "back",
    "moved",
    "journeyed",
    "travelled",
    "got",
    "took",
    "grabbed",
    "picked",
    "up",
    "there",
    "what",
    "where",
    "why",
    "how",
    "will",
    "did",
    "was",
    "before",
    "do",
    "does",
    "you",
    "go",
    "get",
    "from",
    "color",
    "gray",
    "white",
];

fn form(text: &str) -> String {
    let words = text.trim_end_matches(['.', '?']).split(' ');
    let marked = words.map(|word| if FORM.contains(&&*word.to_lowercase()) { word } else { "_" });
    marked.collect::<Vec<&str>>().join(" ")
}

/// What is compared, each as one value for a story so that values are independent: the layout, and the forms, answers and
/// names of one fact and one question.
fn shapes(task: u8, index: usize, story: &Passage) -> Vec<(&'static str, String)> {
    let letters = story.lines.iter().map(|line| if matches!(line, Line::Fact(_)) { 'f' } else { 'q' });
    // five of the 197 published stories of task 18 go on after some questions
    let layout =
        if task == 18 { letters.take_while(|letter| *letter == 'f').collect() } else { letters.collect() };
    let mut shapes = vec![("layout", layout)];
    let facts: Vec<&str> = story.facts().map(|(_, fact)| fact).collect();
    let asked: Vec<&Asked> = story.questions().map(|(_, asked)| asked).collect();
    let (fact, asked) = (facts[index % facts.len()], asked[index % asked.len()]);
    let symbol = world(task).and_then(|world| world.symbol(fact)).unwrap_or_default();
    shapes.push(("form of a fact", form(fact)));
    shapes.push(("first name of a fact", symbol.split(['(', ',']).nth(1).unwrap_or_default().to_owned()));
    shapes.push(("form of a question", form(&asked.question)));
    shapes.push(("answer", asked.answer.clone()));
    shapes.push(("size of the support", asked.support.len().to_string()));
    // the published maps of task 19 are told so that the last fact is needed too often, in 587 of 1,000 stories
    if [4, 16, 17].contains(&task) {
        shapes.push(("support", format!("{:?}", asked.support)));
    }
    let same = story.questions().filter(|(_, other)| other.question == asked.question).count();
    if task != 18 {
        shapes.push(("questions alike", same.to_string()));
    }
    shapes
}

/// How many stories have each value of each shape.
type Counts = BTreeMap<&'static str, BTreeMap<String, f64>>;

fn counts<'a>(task: u8, stories: impl Iterator<Item = &'a Passage>) -> Counts {
    let mut counts = Counts::new();
    for (index, story) in stories.enumerate() {
        for (shape, value) in shapes(task, index, story) {
            *counts.entry(shape).or_default().entry(value).or_default() += 1.0;
        }
    }
    counts
}

/// The chi-square of two samples in standard deviations from its mean. Rare values are counted together.
fn distance(one: &BTreeMap<String, f64>, other: &BTreeMap<String, f64>) -> f64 {
    let (ones, others): (f64, f64) = (one.values().sum(), other.values().sum());
    let mut cells: Vec<(f64, f64)> = vec![(0.0, 0.0)];
    let mut values: Vec<&String> = one.keys().chain(other.keys()).collect();
    values.sort_unstable();
    values.dedup();
    for value in values {
        let pair = (one.get(value).copied().unwrap_or(0.0), other.get(value).copied().unwrap_or(0.0));
        if (pair.0 + pair.1) * ones.min(others) / (ones + others) < 5.0 {
            cells[0] = (cells[0].0 + pair.0, cells[0].1 + pair.1);
        } else {
            cells.push(pair);
        }
    }
    cells.retain(|(a, b)| a + b > 0.0);
    let ratio = (ones / others).sqrt();
    let square: f64 = cells.iter().map(|(a, b)| (a / ratio - b * ratio).powi(2) / (a + b)).sum();
    let free = cells.len() as f64 - 1.0;
    (square - free) / (2.0 * free).sqrt().max(1.0)
}

#[test]
fn new_stories_have_the_published_shape() {
    for task in TASKS {
        let Some(theirs) = published(task) else {
            eprintln!("skipped: no published file of task {task}");
            continue;
        };
        let ours: Vec<SolvedPassage> = (0..STORIES).map(|index| tell(task, index).unwrap()).collect();
        let theirs = counts(task, theirs.iter());
        let ours = counts(task, ours.iter().map(|told| &told.passage));
        for (shape, theirs) in &theirs {
            let far = distance(theirs, &ours[shape]);
            eprintln!("task {task}, {shape}: {far:.1}");
            assert!(far < 5.0, "task {task}, {shape}: {far}\n{theirs:?}\n{:?}", ours[shape]);
        }
    }
}

#[test]
fn shapes_can_differ() {
    let count = |pairs: [(&str, f64); 2]| pairs.map(|(value, count)| (value.to_owned(), count)).into();
    let (even, skew) = (count([("a", 500.0), ("b", 500.0)]), count([("a", 600.0), ("b", 400.0)]));
    assert!(distance(&even, &even) < 0.0);
    assert!(distance(&even, &skew) > 5.0);
    assert!(distance(&even, &count([("a", 500.0), ("c", 500.0)])) > 5.0);
}

/// The solver that reads a new story's text comes to what the story says of itself.
#[test]
fn new_stories_are_solved_from_their_text() {
    for task in TASKS {
        for index in 0..200 {
            let told = tell(task, index).unwrap();
            assert_eq!(Some(&told), tell(task, index).as_ref());
            let world = world(task).unwrap();
            let (numbers, facts): (Vec<usize>, Vec<&str>) = told.passage.facts().unzip();
            assert_eq!(world.check(&facts), Ok(()));
            let questions: Vec<(usize, &Asked)> = told.passage.questions().collect();
            assert_eq!(questions.len(), told.solutions.len());
            for ((line, asked), solution) in questions.into_iter().zip(&told.solutions) {
                let before = numbers.iter().filter(|&&number| number < line).count();
                let found = world.solve(&facts[..before], &asked.question, STEPS).unwrap();
                let printed =
                    |set: &Vec<usize>| set.iter().map(|&fact| numbers[fact]).collect::<Vec<usize>>();
                assert_eq!((solution.line, found.status, found.complete), (line, Status::Unique, true));
                assert_eq!(
                    (&found.answer, printed(&found.canonical)),
                    (&asked.answer, asked.support.clone())
                );
                assert_eq!((&solution.answer, &solution.supporting), (&asked.answer, &asked.support));
                assert_eq!(found.minimal.iter().map(printed).collect::<Vec<_>>(), solution.all_minimal);
                assert_eq!((found.kind, &found.composition), (solution.kind, &solution.composition));
                assert!(!found.composition.is_empty() && world.symbol(&asked.question).is_some());
            }
        }
    }
}

#[test]
fn worlds_tell_no_stories_of_other_tasks() {
    for world in all() {
        for task in 0..=u8::MAX {
            let told = world.tell(task, None, &mut stream(task, 0), &|_| true);
            assert_eq!(told.is_some(), world.tasks().contains(&task), "{} {task}", world.name());
        }
    }
}

#[test]
fn formulas() {
    let formula = |text: &str| all().iter().find_map(|world| world.symbol(text));
    for (text, expected) in [
        ("The office is north of the kitchen.", "north(office, kitchen)"),
        ("What is the office south of?", "south(office, ?)"),
        ("How do you go from the garden to the office?", "path(garden, office, ?)"),
        ("Yesterday Mary went back to the park.", "at(mary, yesterday, park)"),
        ("Where was Mary before the park?", "before(mary, park, ?)"),
        ("Mice are afraid of wolves.", "afraid(mouse, wolf)"),
        ("What is winona afraid of?", "afraid(winona, ?)"),
        ("Greg is a swan.", "is(greg, swan)"),
        ("Greg is green.", "colour(greg, green)"),
        ("The red sphere is to the left of the triangle.", "left(red_sphere, triangle)"),
        ("Is the triangle above the red sphere?", "above(triangle, red_sphere)?"),
        ("The box fits inside the chest.", "fits(box, chest)"),
        ("Is the chest bigger than the box of chocolates?", "bigger(chest, box_of_chocolates)?"),
        ("Yann is thirsty.", "feels(yann, thirsty)"),
        ("Why did yann get the milk?", "why(gets(yann, milk), ?)"),
    ] {
        assert_eq!(formula(text).as_deref(), Some(expected));
    }
    assert_eq!(formula("Mary went to the kitchen."), None);
}

/// Of several answers, the one that the published data would have: the last visit, the last fellow, the first passage.
#[test]
fn ambiguous_questions() {
    let visits = ["Mary went to the park yesterday.", "Mary moved to the office this morning."];
    let again = ["Mary went to the school this afternoon.", "Mary went back to the office this evening."];
    let kinds =
        ["Greg is a frog.", "Lily is a frog.", "Brian is a frog.", "Brian is gray.", "Lily is green."];
    let rooms = ["The office is north of the kitchen.", "The kitchen is south of the garden."];
    for (facts, question, answer, canonical) in [
        ([visits, again].concat(), "Where was Mary before the office?", "school", vec![3, 2]),
        (kinds.to_vec(), "What color is Greg?", "gray", vec![0, 2, 3]),
        (rooms.to_vec(), "What is north of the kitchen?", "office", vec![0]),
    ] {
        let world = all().iter().find(|world| world.reads(facts[0])).unwrap();
        let found = world.solve(&facts, question, STEPS).unwrap();
        assert_eq!((found.status, found.answer.as_str()), (Status::Ambiguous, answer));
        assert_eq!(found.canonical, canonical);
    }
}

/// Pieces of sentences in any order, cut anywhere: nothing panics, and what is read is made of the right words.
#[test]
fn hostile_text() {
    let mut pieces: Vec<String> =
        ["", " ", ".", "?", "\t", "The", "the ", "This", "ß", "\u{0}", "日本", "🐭", "a"]
            .map(str::to_owned)
            .into();
    for task in TASKS {
        for line in tell(task, 1).unwrap().passage.lines {
            let text = match line {
                Line::Fact(text) => text,
                Line::Question(asked) => asked.question,
            };
            pieces.extend(text.split_inclusive(' ').map(str::to_owned));
            pieces.push(text);
        }
    }
    let mut stream = stream(0, 0);
    for _ in 0..20_000 {
        let mut texts = Vec::new();
        for _ in 0..3 {
            let mut text = String::new();
            for _ in 0..1 + stream.index(4) {
                let piece: Vec<char> = stream.choose(&pieces).chars().collect();
                let from = if stream.below(4) == 0 { stream.index(piece.len() + 1) } else { 0 };
                text.extend(&piece[from..]);
            }
            texts.push(text);
        }
        for world in all() {
            let facts = [texts[0].as_str(), texts[1].as_str()];
            let read = facts.iter().all(|fact| world.reads(fact));
            assert!(read || world.check(&facts).is_err());
            let found = world.solve(&facts, &texts[2], 8);
            assert!(read || found.is_err());
            assert!(!world.reads(&texts[0]) || world.symbol(&texts[0]).is_some());
        }
    }
    for world in all() {
        assert_eq!(world.check(&[]), Ok(()));
        assert!(world.solve(&[], "", 0).is_err());
    }
}

/// What stories of a task name, by their sentences alone.
fn named(told: &SolvedPassage, names: &[&str]) -> usize {
    let facts: Vec<String> = told.passage.facts().map(|(_, fact)| fact.to_lowercase()).collect();
    // "box" is also a part of "box of chocolates"
    let spoken = |name: &&&str| {
        let without = |fact: &String| match **name {
            "box" => fact.replace("box of chocolates", ""),
            "chocolate" => fact.replace("chocolates", ""),
            _ => fact.clone(),
        };
        facts.iter().any(|fact| without(fact).contains(&name.to_lowercase()))
    };
    names.iter().filter(spoken).count()
}

/// Every shape that a task can have is told, answers take as many facts as it says, and as many are told of.
#[test]
fn stories_have_the_shape_that_is_wanted() {
    use wampimuk_babi::worlds::{
        Shape, colours, directions::ROOMS, fears, motives, positions::SHAPES, sizes::THINGS, times,
    };
    for task in TASKS {
        let world = world(task).unwrap();
        let limits = world.limits(task).unwrap();
        for steps in limits.steps.clone() {
            for decoys in limits.decoys.clone() {
                let Ok(shape) = limits.shape(Some(steps), Some(decoys)) else {
                    assert!(steps + decoys > limits.together);
                    continue;
                };
                assert_eq!(shape, Shape { steps, decoys });
                for index in 0..20 {
                    let told = world.tell(task, Some(shape), &mut stream(task, index), &|_| true).unwrap();
                    let facts: Vec<&str> = told.passage.facts().map(|(_, fact)| fact).collect();
                    if !world.is_interrupted() {
                        for (_, asked) in told.passage.questions() {
                            let again = world.solve(&facts, &asked.question, STEPS).unwrap();
                            assert_eq!(
                                (again.status, &again.answer),
                                (Status::Unique, &asked.answer),
                                "{task} {shape:?} {told:?}"
                            );
                        }
                    }
                    let takes =
                        |solution: &wampimuk_babi::Solution| solution.supporting.len() == usize::from(steps);
                    assert!(told.solutions.iter().all(takes), "{task} {shape:?} {told:?}");
                    let decoys = usize::from(decoys);
                    let (names, count) = match task {
                        4 | 19 => (&ROOMS[..], usize::from(steps) + 1 + decoys),
                        17 => (&SHAPES[..], usize::from(steps) + 1 + decoys),
                        18 => (&THINGS[..], usize::from(steps) + 1 + decoys),
                        16 => (&colours::NAMES[..], decoys + 2),
                        15 => (&fears::NAMES[..], decoys + 1),
                        14 => (&times::PEOPLE[..], decoys + 1),
                        _ => (&motives::PEOPLE[..], decoys + 1),
                    };
                    assert_eq!(named(&told, names), count, "{task} {shape:?} {told:?}");
                    if let (4 | 17 | 18 | 19, number) = (task, facts.len()) {
                        assert_eq!(number, count - 1);
                    }
                }
            }
        }
        assert!(limits.shape(Some(9), None).is_err() && limits.shape(None, Some(9)).is_err());
        assert_eq!(limits.shape(None, None), Ok(limits.published));
    }
    let directions = world(19).unwrap().limits(19).unwrap();
    assert_eq!(directions.shape(Some(4), None), Ok(Shape { steps: 4, decoys: 1 }));
    let error = directions.shape(Some(4), Some(2)).unwrap_err();
    assert_eq!(error.to_string(), "4 steps leave room for 1 decoys, and `decoys` is 2");
}
