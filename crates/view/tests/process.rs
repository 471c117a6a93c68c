//! The way to an answer, by readers that share no code with the one who wrote it down.

#[path = "../../../tests/opinion/tests/bridge.rs"]
#[expect(dead_code, reason = "shared with the tests of the second opinion")]
mod bridge;
#[path = "../../pair/tests/people/mod.rs"]
mod people;
#[path = "../../babi/tests/worlds_second/mod.rs"]
mod worlds_second;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use wampimuk_command::{Register, Scene, WordClass, narrow};
use wampimuk_core::bits;
use wampimuk_dataset::JsonLines;
use wampimuk_dyna::recipe::StoryReading;
use wampimuk_families::{Dataset, require};
use wampimuk_opinion::referents;
use wampimuk_view::{ExtraColumn, apply};

fn view(recipe: &str) -> Box<dyn Dataset> {
    let dataset = require(recipe, &[]).expect("it is there").dataset(7).expect("it is there");
    apply(dataset, &[ExtraColumn::Process]).expect("it is there")
}

/// The first items of every split, as they stand in JSON lines.
fn rows(dataset: &dyn Dataset, most: u64) -> Vec<Value> {
    let mut lines = JsonLines::new(dataset.schema());
    let mut items = dataset.items();
    for (number, split) in dataset.splits().iter().enumerate() {
        (0..most.min(split.len))
            .for_each(|index| items.write(number, index, &mut lines).expect("it is there"));
    }
    std::str::from_utf8(lines.bytes())
        .expect("it is there")
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is there"))
        .collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

/// Every step is what the second opinion finds for the words so far, each content word has one, and the last one's set is
/// the target.
fn check_commands(recipe: &str, most: u64) -> usize {
    let seen = view(recipe);
    let family = seen.contents().commands().expect("commands");
    let (lexicon, semantics) = (family.lexicon(), family.reading().into());
    let (mut items, mut rows, mut steps) = (family.grid_items(), rows(&*seen, most).into_iter(), 0);
    for (split, info) in seen.splits().iter().enumerate() {
        for index in 0..most.min(info.len) {
            let item = items.make(split, index).expect("it is there");
            let (command, world) = (&item.example.command, &item.example.world);
            let place = bridge::place(world, lexicon);
            let tokens = command.tokens(lexicon, family.surface(), Register::Words);
            let way = narrow(command, &Scene::new(world), lexicon, family.surface(), semantics);
            let row = rows.next().expect("it is there");
            assert_eq!(list(&row["process"]).len(), way.len());
            let mut taken = BTreeSet::new();
            let mut before: BTreeMap<usize, u64> = BTreeMap::new();
            for (step, told) in way.iter().zip(list(&row["process"])) {
                let found =
                    referents(&bridge::phrases(&step.so_far, lexicon), &place, bridge::choices(semantics));
                let objects: Vec<usize> = list(&told["objects"]).iter().map(number).collect();
                assert_eq!(objects, found, "{recipe} {tokens:?} {:?}", step.so_far);
                assert_eq!(objects, bits(step.objects).collect::<Vec<_>>());
                let range = number(&told["word"])..number(&told["word"]) + number(&told["words"]);
                assert_eq!((range.clone(), number(&told["phrase"])), (step.tokens.clone(), step.phrase));
                let own = before.insert(step.phrase, step.objects).unwrap_or(u64::MAX);
                assert_eq!(own & step.objects, step.objects, "an object comes back");
                assert!(range.clone().all(|token| taken.insert(token)), "a word is taken twice");
                let words = tokens[range].join(" ");
                let names = |phrase: &wampimuk_command::Phrase| {
                    let noun =
                        phrase.noun.map_or("object", |noun| &lexicon.nouns[usize::from(noun)].word.word);
                    let colour =
                        phrase.colour.map(|colour| lexicon.colours[usize::from(colour)].word.clone());
                    let size = phrase.size.map(|size| lexicon.sizes[usize::from(size)].word.clone());
                    let clause = phrase.clauses.last().map(|clause| clause.relation.words().to_string());
                    clause.or(size).or(colour).unwrap_or(noun.to_string())
                };
                assert_eq!(words, names(&step.so_far), "{tokens:?}");
                steps += 1;
            }
            let nodes = command.phrase.nodes();
            let classes = |phrase: &wampimuk_command::Phrase| {
                1 + WordClass::ALL
                    .iter()
                    .filter(|&&class| class != WordClass::Noun && class.is_in(phrase))
                    .count()
            };
            let expected: usize =
                nodes.iter().map(|node| classes(node.phrase)).sum::<usize>() + nodes.len() - 1;
            assert_eq!(way.len(), expected, "{tokens:?}");
            assert_eq!(way.last().expect("it is there").objects, 1 << item.example.target);
        }
    }
    steps
}

#[test]
fn words_leave_what_the_second_opinion_says() {
    for (recipe, most) in [("gscan", 100), ("gscan-example", 30), ("reascan", 100), ("reascan-words", 40)] {
        let steps = check_commands(recipe, most);
        println!("{recipe}: {steps} steps");
        assert!(steps > 500, "{recipe}: {steps}");
    }
}

#[test]
fn words_of_riddles_leave_the_target_of_each_input() {
    let seen = view("riddle");
    for row in rows(&*seen, 12) {
        let inputs = list(&row["process"]);
        let pairs: Vec<&Value> = list(&row["pairs"]).iter().chain([&row["test"]]).collect();
        assert_eq!(inputs.len(), pairs.len());
        for (steps, pair) in inputs.iter().zip(pairs) {
            let last = &list(steps).last().expect("it is there")["objects"];
            assert_eq!(list(last), std::slice::from_ref(&pair["target"]), "{row}");
        }
    }
}

/// The right answers by some facts; none if the facts contradict each other, or cannot be read.
fn right(task: u8, facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let reader = match task {
        4 | 19 => worlds_second::directions,
        14 => worlds_second::times,
        15 => worlds_second::fears,
        16 => worlds_second::colours,
        17 => worlds_second::positions,
        18 => worlds_second::sizes,
        _ => worlds_second::motives,
    };
    reader(facts, question)
}

fn parts(answer: &str) -> BTreeSet<String> {
    answer.split(',').map(|part| part.trim().to_owned()).collect()
}

/// After every fact, answer and knowledge are those of the worlds that are left. Returns how many facts were looked at.
fn check_stories(recipe: &str, most: u64) -> usize {
    let seen = view(recipe);
    let family = seen.contents().stories().expect("stories");
    let knowing = family.recipe().generate.reading == StoryReading::Generator;
    let mut looked = 0;
    for row in rows(&*seen, most) {
        let part = family.recipe().generate.parts.iter().find(|part| part.name == text(&row["task"]));
        let task = part.and_then(|part| part.task);
        let is_people = task.is_none_or(|task| matches!(task, 1..=3 | 5..=13));
        // The second reader knows all places, and a part may have some.
        let vocabulary = family.solver(text(&row["task"])).expect("it is there").lexicon.places;
        let facts: Vec<&str> = list(&row["facts"]).iter().map(text).collect();
        let (question, process) = (text(&row["question"]), &row["process"]);
        let answers: Vec<&str> = list(&process["answers"]).iter().map(text).collect();
        assert_eq!(answers.len(), facts.len());
        assert_eq!(answers.last(), Some(&text(&row["answer"])), "{row:#}");
        let mut states: BTreeMap<String, (BTreeSet<String>, String)> = BTreeMap::new();
        for told in 1..=facts.len() {
            let before = &facts[..told];
            let found = if is_people {
                people::answers(before, question, knowing)
            } else {
                right(task.expect("it is there"), before, question)
            };
            let found = found.unwrap_or_default();
            let answer = answers[told - 1];
            let is_gift = question.contains(" g") && is_people;
            let agrees = match found.len() {
                1 if is_people => parts(answer) == parts(found.first().expect("it is there")),
                1 => answer == found.first().expect("it is there"),
                0 => answer.is_empty(),
                // Of several gifts that fit, the last is meant.
                _ if is_gift || !is_people => found.contains(answer),
                _ => answer.is_empty(),
            };
            assert!(agrees, "{before:#?} {question} {answer} {found:?}");
            for known in list(&process["known"]).iter().filter(|known| number(&known["fact"]) == told) {
                let places = list(&known["places"]).iter().map(|place| text(place).to_owned()).collect();
                let state = (places, text(&known["holder"]).to_owned());
                let old = states.insert(text(&known["name"]).to_owned(), state.clone());
                assert_ne!(old, Some(state), "nothing changes");
            }
            if is_people {
                for (name, mut places, holder) in people::beliefs(before, knowing).expect("it is there") {
                    places.retain(|place| vocabulary.contains(place));
                    let (mut known, by) = states.get(&name).cloned().unwrap_or_default();
                    if known.is_empty() {
                        known = places.clone();
                        assert_eq!(places.len(), vocabulary.len(), "{before:#?} {name}");
                    }
                    assert_eq!((known, by), (places, holder), "{before:#?} {name}");
                }
            }
            looked += 1;
        }
    }
    looked
}

#[test]
fn lines_leave_what_worlds_have_in_common() {
    for (recipe, most) in [("mix-t2", 40), ("mix-t12", 80), ("mix-paired", 40), ("babi", 6)] {
        let looked = check_stories(recipe, most);
        println!("{recipe}: {looked} facts");
        assert!(looked > 500, "{recipe}: {looked}");
    }
}

/// Other words: the same process in the words of the recipe.
#[test]
fn processes_speak_the_words_of_their_recipe() {
    let seen = view("babi-nonce");
    let family = seen.contents().stories().expect("it is there");
    let words = family.relexicon().expect("it is there");
    let back = words.inverse().expect("it is there");
    for row in rows(&*seen, 2) {
        let known = list(&row["process"]["known"]).iter().map(|known| text(&known["name"]));
        let answers = list(&row["process"]["answers"]).iter().map(text).filter(|answer| !answer.is_empty());
        for word in known.chain(answers) {
            assert_eq!(words.apply(&back.apply(word)), word);
        }
        assert_eq!(list(&row["process"]["answers"]).last(), Some(&row["answer"]));
    }
}

/// Stories of the released procedure may contradict themselves; long ones have thousands of lines.
#[test]
fn every_way_of_making_items_has_a_process() {
    for recipe in [
        "gscan-released",
        "reascan-released-1rc",
        "reascan-situated",
        "riddle-colours",
        "babi-released",
        "mix-t7-released",
        "long-4k",
        "long-16k",
    ] {
        for row in rows(&*view(recipe), 2) {
            let process = &row["process"];
            assert!(process.is_array() || process["answers"].is_array(), "{recipe}");
            if recipe.starts_with("long") {
                let answers = list(&process["answers"]);
                assert_eq!(
                    (answers.len(), answers.last()),
                    (list(&row["facts"]).len(), Some(&row["answer"]))
                );
            }
        }
    }
}
