//! Questions added to published stories, compared one by one with those that the original added. Skipped where the
//! records are not at hand.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Read;
use std::path::PathBuf;

use wampimuk_babi::text::{Asked, Line, Passage, Passages};
use wampimuk_babi::{Kind, Solver};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_dyna::Recipe;
use wampimuk_dyna::inject::{Found, Injected, Injector};
use wampimuk_dyna::released::{self, Cause, Defects, Engine, Kinds, Order};
use wampimuk_story::{Lexicon, Rules, Story};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn records() -> Option<PathBuf> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let records = shared.join("conformance/babi");
    if !records.is_dir() {
        eprintln!("skipped: no records at {}", records.display());
        return None;
    }
    Some(records)
}

fn unpacked(path: PathBuf) -> Outcome<String> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path)?).read_to_string(&mut text)?;
    Ok(text)
}

/// The published stories of a record with added questions: only a question of the published story has a space after it.
fn published(text: &str) -> Outcome<Vec<Passage>> {
    let own: Vec<bool> = text.lines().map(|line| !line.contains("?\t")).collect();
    let mut own = own.into_iter();
    let mut stories = Vec::new();
    for found in Passages::of(text) {
        let (mut story, mut numbers) = (Passage::default(), Vec::new());
        for line in found?.passage.lines {
            if own.next().unwrap_or(true) {
                story.lines.push(match line {
                    Line::Question(asked) => {
                        let support = asked.support.iter().map(|&line| numbers[line - 1]).collect();
                        Line::Question(Asked { support, ..asked })
                    }
                    fact => fact,
                });
            }
            numbers.push(story.lines.len());
        }
        stories.push(story);
    }
    Ok(stories)
}

/// An injector that adds kinds to the stories of a task.
fn injector(task: u8, kinds: &[Kind]) -> Outcome<Injector> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let text = format!(
        "family = \"stories\"\ntitle = \"x\"\nsplits = []\n[generate]\nsupports = \"history\"\n[[generate.parts]]\nname = \"p\"\ntask = {task}\ninject = {kinds:?}"
    );
    let recipe = Recipe::parse(&text)?;
    Ok(Injector::new(&recipe.generate.parts[0], &recipe.generate)?)
}

/// The task of a story by the kind of its first question, and what the original adds.
fn task(story: &Passage) -> Outcome<(u8, &'static [Kind])> {
    let solution = Solver::default().solve(story)?.into_iter().next().ok_or("no question")?;
    Ok(match solution.kind {
        Kind::WhereObject => (2, &[Kind::WherePerson]),
        Kind::WhereWasObject => (3, &[Kind::WhereObject, Kind::WherePerson]),
        Kind::Giving => (5, &[Kind::WhereObject, Kind::WherePerson]),
        _ => (1, &[]),
    })
}

/// A passage as groups: a question of the published story, and those added after it.
fn groups<'p>(passage: &'p Passage, published: &Passage) -> Vec<Vec<(usize, &'p Asked)>> {
    let mut own = published.lines.iter();
    let mut next = own.next();
    let mut groups: Vec<Vec<(usize, &Asked)>> = Vec::new();
    for (index, line) in passage.lines.iter().enumerate() {
        let is_own = match (line, next) {
            (Line::Fact(text), Some(Line::Fact(other))) => text == other,
            (Line::Question(asked), Some(Line::Question(other))) => asked.question == other.question,
            _ => false,
        };
        if is_own {
            next = own.next();
        }
        if let Line::Question(asked) = line {
            match groups.last_mut() {
                Some(group) if !is_own => group.push((index, asked)),
                _ => groups.push(vec![(index, asked)]),
            }
        }
    }
    groups
}

/// Printed numbers as numbers of facts, from 0 on.
fn facts(passage: &Passage, lines: &[usize]) -> Vec<usize> {
    let numbers: Vec<usize> = passage.facts().map(|(number, _)| number).collect();
    lines.iter().filter_map(|line| numbers.iter().position(|number| number == line)).collect()
}

/// Why the released engine has other supporting lines for the last question of some facts.
fn cause(facts: &[&str], question: &str, lexicon: &Lexicon) -> Outcome<String> {
    let cast = lexicon.cast()?;
    let mut story = Story::empty(cast);
    let order = Order::of_names(lexicon);
    let mut engine: Engine<16> = Engine::new(&cast, order.clone(), Defects::RELEASED);
    for fact in facts {
        let (sentence, _) = lexicon.read(fact, &story)?;
        story.push(sentence)?;
        engine.tell(&sentence)?;
    }
    let claim = engine.claim(lexicon.read_question(question)?).ok_or("no claim")?;
    Ok(match Cause::of(&story, &claim, &order, Rules::default())? {
        Some(Cause::Defect(defect)) => format!("{defect:?}"),
        other => format!("{other:?}"),
    })
}

#[test]
fn added_questions_are_as_recorded_but_for_named_defects() {
    let Some(records) = records() else { return };
    let text = unpacked(records.join("inject_T7/test_filtered.txt.gz")).unwrap();
    let lexicon = Lexicon::published();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut all = Found::default();
    for story in published(&text).unwrap() {
        let (task, kinds) = task(&story).unwrap();
        let released_kinds: Kinds = kinds
            .iter()
            .map(|kind| released::Kind::ALL.into_iter().find(|other| other.name() == kind.name()).unwrap())
            .collect();
        let theirs = released::inject(&story, released_kinds, &lexicon).unwrap();
        let mut stream = StreamKey::new(&Digest::of(b"x"), "inject", 0).stream(0);
        let Injected { narrative, found } =
            injector(task, kinds).unwrap().inject(&story, u64::MAX, &mut stream).unwrap();
        all += found;
        let ours = &narrative.told.passage;
        let texts: Vec<&str> = ours.facts().map(|(_, text)| text).collect();
        let (our_groups, their_groups) = (groups(ours, &story), groups(&theirs, &story));
        assert_eq!((our_groups.len(), their_groups.len()), (5, 5));
        for (one, other) in our_groups.iter().zip(&their_groups) {
            let mut count = |what: &str| *counts.entry(what.to_owned()).or_default() += 1;
            let own = one[0].1;
            assert_eq!((&own.question, &own.answer), (&other[0].1.question, &other[0].1.answer));
            for (_, theirs_asked) in &other[1..] {
                if theirs_asked.question == own.question {
                    count("asked already");
                } else if !one.iter().any(|(_, asked)| asked.question == theirs_asked.question) {
                    count("only theirs");
                }
            }
            for (index, asked) in &one[1..] {
                let Some((_, theirs_asked)) =
                    other.iter().find(|(_, other)| other.question == asked.question)
                else {
                    count("only ours");
                    continue;
                };
                assert_eq!(asked.answer, theirs_asked.answer);
                let solution =
                    narrative.told.solutions.iter().find(|solution| solution.line == index + 1).unwrap();
                let listed = facts(&theirs, &theirs_asked.support);
                if facts(ours, &asked.support) == listed {
                    count("the same");
                } else if solution.all_minimal.iter().any(|minimal| facts(ours, minimal) == listed) {
                    count("another minimal set");
                } else {
                    let told = ours.facts().filter(|(number, _)| *number <= *index).count();
                    count(&cause(&texts[..told], &asked.question, &lexicon).unwrap());
                }
            }
        }
    }
    // all 3,041 that the original added are added, with the same answers; the nine others take a reader who puts together
    // where two people were when they met
    let expected =
        [("the same", 2974), ("another minimal set", 54), ("Detour", 11), ("LostGrab", 2), ("only ours", 9)];
    assert_eq!(counts, expected.map(|(what, count)| (what.to_owned(), count)).into());
    assert_eq!(all, Found { own: 1400, ambiguous: 104, ..Found::default() });
}

/// Every published validation file of the tasks about people and of the others is read, and almost all is right.
#[test]
fn published_files_are_read_whole() {
    let Some(records) = records() else { return };
    let mut rows = Vec::new();
    for task in 1..=20 {
        let text = unpacked(records.join(format!("published/qa{task}_valid.txt.gz"))).unwrap();
        let mut injector = injector(task, &[]).unwrap();
        let mut all = Found::default();
        let (mut refused, mut changed) = (0, 0);
        for found in Passages::of(&text) {
            let passage = found.unwrap().passage;
            let mut stream = StreamKey::new(&Digest::of(b"x"), "inject", 0).stream(0);
            match injector.inject(&passage, u64::MAX, &mut stream) {
                Ok(Injected { narrative, found }) => {
                    all += found;
                    changed += usize::from(
                        found == Found { own: found.own, ..Found::default() }
                            && narrative.told.passage.facts().ne(passage.facts()),
                    );
                }
                Err(_) => refused += 1,
            }
        }
        assert_eq!(changed, 0, "facts stay as they are");
        rows.push((task, refused, [all.own, all.answers, all.supports, all.ambiguous, all.unanswerable]));
    }
    // how many questions there are; of these, how many were wrong, have other supports, are ambiguous, have no answer
    let usual = |task| (task, 0, [1000, 0, 0, 0, 0]);
    let mut expected: Vec<_> = (1..=20).map(usual).collect();
    expected[2].2[3] = 250;
    expected[4].2 = [1000, 2, 0, 223, 0];
    expected[9].2[1] = 21;
    expected[13].2[3] = 39;
    expected[15].2[3] = 70;
    expected[17].2[0] = 1004;
    expected[19].2[0] = 998;
    assert_eq!(rows, expected);
}
