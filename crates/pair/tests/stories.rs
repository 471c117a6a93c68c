//! Exactly one sentence or one word of the question differs, and the answer changes or stays as claimed: by readers that
//! list worlds.

#[expect(dead_code, reason = "shared with the tests of views")]
mod people;
#[path = "../../babi/tests/worlds_second/mod.rs"]
mod worlds_second;

use std::collections::{BTreeMap, BTreeSet};

use wampimuk_core::{Family, Role};
use wampimuk_dyna::recipe::StoryReading;
use wampimuk_dyna::{Recipe, Stories, StoryFamily, shipped};
use wampimuk_pair::Pair;
use wampimuk_pair::stories::{Change, Pairs, Partner, Proved};

fn stories(name: &str) -> Stories {
    let recipe = Recipe::parse(shipped(name).expect("it is shipped").toml).expect("a recipe");
    Stories::new(recipe, 7).expect("a dataset")
}

/// The right answers by some facts; none if the facts contradict each other, or cannot be read.
type Right = fn(&[&str], &str) -> Option<BTreeSet<String>>;

/// Who answers the questions of a bAbI task that is not about people.
fn right(task: u8) -> Right {
    match task {
        4 | 19 => worlds_second::directions,
        14 => worlds_second::times,
        15 => worlds_second::fears,
        16 => worlds_second::colours,
        17 => worlds_second::positions,
        18 => worlds_second::sizes,
        _ => worlds_second::motives,
    }
}

/// The parts of a list of objects in some order that means nothing.
fn parts(answer: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = answer.split(',').map(str::trim).collect();
    parts.sort_unstable();
    parts
}

/// A question with its story.
struct Asked<'a> {
    facts: Vec<&'a str>,
    question: &'a str,
    answer: &'a str,
}

/// In how many words two sentences of one length differ.
fn other_words(one: &str, two: &str) -> usize {
    let (one, two): (Vec<&str>, Vec<&str>) = (one.split(' ').collect(), two.split(' ').collect());
    let same_length = one.len() == two.len();
    if same_length { one.iter().zip(&two).filter(|(one, two)| one != two).count() } else { usize::MAX }
}

fn holds(fact: bool, otherwise: &str) -> Result<(), String> {
    if fact { Ok(()) } else { Err(otherwise.to_owned()) }
}

/// Whether exactly one thing differs, the one that is named, as text and as far as the second reader understands.
fn differ(
    own: &Asked<'_>,
    other: &Asked<'_>,
    change: Change,
    which: usize,
    is_people: bool,
) -> Result<(), String> {
    let without = |facts: &[&str], place: usize| -> Vec<String> {
        facts
            .iter()
            .enumerate()
            .filter(|(number, _)| *number != place)
            .map(|(_, fact)| fact.to_string())
            .collect()
    };
    let place = which.wrapping_sub(1);
    if change != Change::Question {
        holds(own.question == other.question, "another question")?;
    }
    match change {
        Change::Question => {
            holds(which == 0 && own.facts == other.facts, "other facts")?;
            holds(other_words(own.question, other.question) == 1, "not one word of the question")?;
        }
        Change::Changed => {
            holds(without(&own.facts, place) == without(&other.facts, place), "other facts")?;
            let fact = |asked: &Asked<'_>| asked.facts.get(place).map(ToString::to_string).ok_or("no fact");
            holds(other_words(&fact(own)?, &fact(other)?) == 1, "not one word of the fact")?;
        }
        Change::Added => {
            holds(other.facts.len() == own.facts.len() + 1, "not one more")?;
            holds(without(&other.facts, place) == without(&own.facts, own.facts.len()), "other facts")?;
        }
        Change::Removed => {
            holds(other.facts.len() + 1 == own.facts.len(), "not one less")?;
            holds(without(&own.facts, place) == without(&other.facts, other.facts.len()), "other facts")?;
        }
    }
    if is_people {
        let said = |asked: &Asked<'_>| people::read(&asked.facts).ok_or("it cannot be read");
        let (mut one, mut two) = (said(own)?, said(other)?);
        match change {
            Change::Question => {}
            Change::Changed => {
                holds(one[place] != two[place], "it says the same")?;
                drop((one.remove(place), two.remove(place)));
            }
            Change::Added => drop(two.remove(place)),
            Change::Removed => drop(one.remove(place)),
        }
        holds(one == two, "another sentence says something else")?;
    }
    Ok(())
}

/// Pairs of one kind, and how many claims about them that are false were found out.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    items: usize,
    kinds: BTreeMap<(&'static str, bool), usize>,
    tasks: BTreeMap<String, usize>,
    refuted: BTreeMap<&'static str, usize>,
}

impl Tally {
    /// Checks the pairs of the first items of every split.
    fn check(&mut self, dataset: &Stories, most: u64) {
        let knowing = dataset.recipe().generate.reading == StoryReading::Generator;
        let (mut items, mut maker) = (dataset.story_items(), Pairs::of(dataset));
        for (split, info) in dataset.splits().iter().enumerate() {
            for index in 0..most.min(info.len) {
                let question = items.make(split, index).expect("an item");
                let part = dataset.recipe().generate.parts.iter().find(|part| part.name == question.at.task);
                let task = part.and_then(|part| part.task);
                let is_people = task.is_none_or(|task| matches!(task, 1..=3 | 5..=13));
                let own = Asked {
                    facts: question.facts().collect(),
                    question: question.text,
                    answer: &question.solution.answer,
                };
                let right = |asked: &Asked<'_>| match is_people {
                    true => people::answers(&asked.facts, asked.question, knowing),
                    false => right(task.unwrap_or(20))(&asked.facts, asked.question),
                };
                let says = |asked: &Asked<'_>| match right(asked) {
                    Some(answers) if answers.len() == 1 => {
                        let is_path = asked.question.starts_with("How do");
                        let answer = answers.first().cloned().unwrap_or_default();
                        if is_path { answer } else { parts(&answer).join(",") }
                    }
                    other => panic!("{:#?} {} {}: {other:?}", asked.facts, asked.question, asked.answer),
                };
                let told = |asked: &Asked<'_>| match asked.question.starts_with("How do") {
                    true => asked.answer.to_owned(),
                    false => parts(asked.answer).join(","),
                };
                assert_eq!(says(&own), told(&own), "{:#?} {}", own.facts, own.question);
                self.items += 1;
                let pairs = maker.pairs(&question);
                assert!(
                    pairs.len() <= 2
                        && (pairs.len() < 2 || pairs[0].answer_changes != pairs[1].answer_changes)
                );
                for Pair { partner, answer_changes } in &pairs {
                    let Partner { change, which, ref proved } = *partner;
                    let other = Asked {
                        facts: proved.facts().collect(),
                        question: proved.asked(),
                        answer: &proved.solution.answer,
                    };
                    let both = || {
                        format!("{:#?} {} / {:#?} {}", own.facts, own.question, other.facts, other.question)
                    };
                    let claimed = differ(&own, &other, change, which, is_people);
                    assert_eq!(claimed, Ok(()), "{}", both());
                    assert_eq!(says(&other), told(&other), "{}", both());
                    assert_eq!(says(&own) != says(&other), *answer_changes, "{}", both());
                    supported(&other, proved, &right);
                    let facts = &proved.symbols[..proved.symbols.len() - 1];
                    let role = dataset.role_of(question.at.task, proved.story.as_ref(), facts);
                    assert_eq!(role, Some(info.role), "{}", both());
                    *self.kinds.entry((change.name(), *answer_changes)).or_default() += 1;
                    *self.tasks.entry(question.at.task.to_owned()).or_default() += 1;
                    self.pairs += 1;
                    let mut refute = |claim, found: Result<(), String>| {
                        assert!(found.is_err(), "{claim}: {}", both());
                        *self.refuted.entry(claim).or_default() += 1;
                    };
                    refute("another fact", differ(&own, &other, change, which + 1, is_people));
                    for kind in Change::ALL.into_iter().filter(|&kind| kind != change) {
                        refute("another kind of change", differ(&own, &other, kind, which, is_people));
                    }
                }
            }
        }
    }
}

/// Every set of facts that is said to show the answer shows it, in a toy world. (What people's stories leave of hidden lines is
/// more than nothing: the tests of `story` are about these.)
fn supported(asked: &Asked<'_>, proved: &Proved, right: &dyn Fn(&Asked<'_>) -> Option<BTreeSet<String>>) {
    assert!(proved.solution.complete && !proved.solution.all_minimal.is_empty());
    if proved.story.is_some() {
        return;
    }
    for set in &proved.solution.all_minimal {
        let facts = set.iter().map(|fact| asked.facts[fact - 1]).collect();
        let answers = right(&Asked { facts, ..*asked });
        assert!(answers.is_some_and(|answers| answers.contains(asked.answer)), "{:#?}", asked.facts);
    }
}

/// All kinds of changes occur, and false claims about them are found out.
fn varied(tally: &Tally, pairs: usize) {
    println!("{tally:?}");
    assert!(tally.pairs >= pairs, "{tally:?}");
    for change in Change::ALL {
        for answer_changes in [true, false] {
            assert!(
                tally.kinds.contains_key(&(change.name(), answer_changes)),
                "{change:?} {answer_changes}"
            );
        }
    }
    assert!(tally.refuted.len() == 2 && tally.refuted.values().all(|&count| count >= pairs), "{tally:?}");
    assert!(tally.pairs * 4 > tally.items * 7, "few partners: {tally:?}");
}

fn check(recipes: &[(&str, u64)], pairs: usize) {
    let mut tally = Tally::default();
    for &(recipe, most) in recipes {
        tally.check(&stories(recipe), most);
    }
    varied(&tally, pairs);
}

#[test]
fn pairs_of_stories_are_what_they_claim() {
    check(
        &[("mix-t2", 60), ("mix-t7", 60), ("mix-t12", 100), ("mix-paired", 60), ("story-holdouts", 30)],
        1_000,
    );
}

#[test]
fn pairs_of_the_twenty_tasks_are_what_they_claim() {
    let mut tally = Tally::default();
    tally.check(&stories("babi"), 14);
    varied(&tally, 1_000);
    assert_eq!(tally.tasks.len(), 20, "{:?}", tally.tasks);
}

#[test]
#[ignore = "takes minutes: ten thousand pairs of stories about people, and of the twenty tasks"]
fn many_pairs_of_stories_are_what_they_claim() {
    check(&[("mix-t2", 600), ("mix-t7", 600), ("mix-t12", 1_500), ("story-holdouts", 200)], 10_000);
    check(&[("babi", 150)], 10_000);
}

/// Training items have no partners in hold-outs.
#[test]
fn partners_of_training_items_are_not_held_out() {
    let dataset = stories("story-holdouts");
    let (mut items, mut maker, mut seen) = (dataset.story_items(), Pairs::of(&dataset), 0);
    let train = dataset.splits().iter().position(|split| split.role == Role::Train).expect("train");
    for index in 0..100 {
        let question = items.make(train, index).expect("an item");
        for Pair { partner, .. } in maker.pairs(&question) {
            let partner = partner.proved.question(question.at).expect("a question");
            assert!(!dataset.is_held_out(&partner));
            seen += 1;
        }
    }
    assert!(seen > 150, "{seen}");
}

/// Other words: the recipe's, also in what is changed.
#[test]
fn partners_speak_the_words_of_their_recipe() {
    let dataset = stories("babi-nonce");
    let words = dataset.relexicon().expect("other words");
    let back = words.inverse().expect("each has its own");
    let (mut items, mut maker) = (dataset.story_items(), Pairs::of(&dataset));
    for split in 0..dataset.splits().len() {
        let question = items.make(split, 3).expect("an item");
        let pairs = maker.pairs(&question);
        assert!(!pairs.is_empty(), "{split}");
        for Pair { partner, .. } in pairs {
            let facts: Vec<&str> = partner.proved.facts().collect();
            assert!(
                facts.iter().all(|fact| words.apply(&back.apply(fact)) == *fact && back.apply(fact) != *fact)
            );
            assert_eq!(
                words.apply(&back.apply(&partner.proved.solution.answer)),
                partner.proved.solution.answer
            );
        }
    }
}
