//! In balanced recipes, whoever looks at one event only is hardly better than whoever says the most frequent answer.
//!
//! The readers here look at formulas as files have them, and share nothing with what makes the stories. They understand
//! pronouns and may learn from the very questions they are tried on, so they are better than any model that reads no more.

use std::collections::BTreeMap;
use std::error::Error;

use wampimuk_babi::{Kind, Line};
use wampimuk_core::Family;
use wampimuk_dyna::{Recipe, Stories, StoryFamily, StoryItems, shipped};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How far a reader may be above the most frequent answer.
const BAR: f64 = 0.10;

/// The most questions of a part that are looked at.
const MOST: u64 = 400;

/// One of the things that a line says: its predicate and who and what it is about.
type Formula = (String, Vec<String>);

struct Item {
    part: String,
    kind: Kind,
    /// What each line says.
    told: Vec<Vec<Formula>>,
    asked: Vec<String>,
    answer: String,
}

fn formula(text: &str) -> Formula {
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    let words = rest.trim_end_matches(')').split(", ").map(str::to_owned);
    (name.to_owned(), words.collect())
}

/// The questions of a recipe that need two lines or more, from splits of one role with at most `MOST` of each part.
fn items(name: &str, balance: bool) -> Outcome<Vec<Item>> {
    let mut recipe = Recipe::parse(shipped(name).ok_or("no such recipe")?.toml)?;
    recipe.splits.retain(|split| split.name == if name.starts_with("mix") { "test" } else { "train" });
    recipe
        .splits
        .iter_mut()
        .flat_map(|split| split.parts.values_mut())
        .for_each(|size| *size = MOST.min(*size));
    recipe.generate.parts.iter_mut().for_each(|part| part.balance &= balance);
    let stories = Stories::new(recipe, 0)?;
    let mut worker = stories.worker();
    let mut items = Vec::new();
    assert_eq!(stories.splits().len(), 1, "{name}");
    for number in 0..stories.stories(0) {
        let (narrative, part) = worker.story(0, number)?;
        for solution in narrative.told.solutions.iter().filter(|solution| solution.supporting.len() > 1) {
            let lines = narrative.told.passage.lines[..solution.line].iter().zip(&narrative.symbols);
            let facts = lines.filter(|(line, _)| matches!(line, Line::Fact(_)));
            let told = facts.map(|(_, symbols)| symbols.split(" & ").map(formula).collect()).collect();
            let asked = narrative.symbols[solution.line - 1].trim_start_matches("count(");
            items.push(Item {
                part: part.to_owned(),
                kind: solution.kind,
                told,
                asked: formula(asked).1,
                answer: solution.answer.clone(),
            });
        }
    }
    Ok(items)
}

/// The place that a formula says somebody may be in; of two places, the second.
fn place((name, about): &Formula) -> Option<&String> {
    about.last().filter(|_| matches!(name.as_str(), "move" | "is_in" | "either_in"))
}

fn is_about_place((name, _): &Formula) -> bool {
    matches!(name.as_str(), "move" | "is_in" | "either_in" | "not_in")
}

/// A formula in short: what happens, and whether it names a word.
fn gist(formula: Option<&Formula>, word: &String) -> String {
    formula.map_or_else(String::new, |(name, about)| format!("{name} {}", about[1..].contains(word)))
}

impl Item {
    fn formulas(&self) -> impl DoubleEndedIterator<Item = &Formula> {
        self.told.iter().flatten()
    }

    /// The last time that something came into somebody's hands or left them: how, and what.
    fn last_deed(&self) -> Option<(&str, &str)> {
        let person = &self.asked[0];
        self.formulas().rev().find_map(|(name, about)| match name.as_str() {
            "grab" | "drop" | "give" if about[0] == *person => Some((name.as_str(), about[1].as_str())),
            "give" if about[2] == *person => Some(("receive", about[1].as_str())),
            _ => None,
        })
    }

    /// What was said last about where somebody is.
    fn last_about_place(&self, person: &str) -> Option<&Formula> {
        self.formulas().rev().find(|formula| is_about_place(formula) && formula.1[0] == person)
    }

    /// The last place where somebody is said to be among these lines, but for one.
    fn last_place<'i>(&'i self, person: &str, lines: usize, but: Option<&String>) -> Option<&'i String> {
        let own = self.told[..lines].iter().flatten().rev().filter(|(_, about)| about[0] == person);
        own.filter_map(place).find(|place| Some(*place) != but)
    }

    /// Who handled an object last, and in which line.
    fn last_handler(&self, object: &str) -> Option<(usize, &str)> {
        self.told.iter().enumerate().rev().find_map(|(line, said)| {
            let handles = |(name, about): &&Formula| {
                matches!(name.as_str(), "grab" | "drop" | "give") && about[1] == object
            };
            let (name, about) = said.iter().find(handles)?;
            Some((line, about[if name == "give" { 2 } else { 0 }].as_str()))
        })
    }

    /// Who was named with somebody last, and in which line: as giver or receiver, or as one who went along.
    fn last_companion(&self, person: &str) -> Option<(usize, &str)> {
        self.told.iter().enumerate().rev().find_map(|(line, said)| {
            let mut people: Vec<&str> = said.iter().map(|(_, about)| about[0].as_str()).collect();
            people.extend(said.iter().filter(|(name, _)| name == "give").map(|(_, about)| about[2].as_str()));
            let other = people.iter().find(|other| **other != person)?;
            people.contains(&person).then_some((line, *other))
        })
    }

    /// The last line that names whom or what is asked about.
    fn last_line(&self) -> Option<&Vec<Formula>> {
        let names = |said: &&Vec<Formula>| said.iter().any(|(_, about)| about.contains(&self.asked[0]));
        self.told.iter().rev().find(names)
    }

    fn last_named(&self, but: Option<&String>) -> Option<&String> {
        let named = self.formulas().rev().filter(|formula| is_about_place(formula));
        named.filter_map(|(_, about)| about.last()).find(|place| Some(*place) != but)
    }

    /// Who leads to a place, and in which line they were found: for people who was named with them last, for objects who
    /// handled them last.
    fn lead(&self) -> Option<(usize, &str)> {
        match self.kind {
            Kind::WherePerson | Kind::YesNo => self.last_companion(&self.asked[0]),
            _ => self.last_handler(&self.asked[0]),
        }
    }

    /// What readers say who learn nothing, each with its name.
    fn guesses(&self) -> Vec<(&'static str, Option<&str>)> {
        let end = self.told.len();
        let places = match self.kind {
            Kind::List => {
                let holds =
                    |(deed, object)| if matches!(deed, "grab" | "receive") { object } else { "nothing" };
                return vec![("last own event", self.last_deed().map(holds))];
            }
            Kind::WherePerson | Kind::WhereObject | Kind::WhereWasObject => {
                let but = self.asked.get(1).filter(|_| self.kind == Kind::WhereWasObject);
                let lead = self.lead();
                let mut readers = vec![
                    ("last own event", self.last_place(&self.asked[0], end, but)),
                    ("last line", self.last_line().and_then(|said| said.iter().find_map(place))),
                    ("last place of the holder", lead.and_then(|(_, who)| self.last_place(who, end, but))),
                    ("last named", self.last_named(but)),
                ];
                // of people, that and the line that leads to somebody are all that a proof of two lines has
                if self.kind != Kind::WherePerson {
                    let then = lead.and_then(|(line, who)| self.last_place(who, line, but));
                    readers.push(("last place of the holder then", then));
                }
                readers
            }
            _ => Vec::new(),
        };
        places.into_iter().map(|(reader, guess)| (reader, guess.map(String::as_str))).collect()
    }

    /// What readers look at who learn the answer that mostly goes with it.
    fn clues(&self) -> Vec<(&'static str, String)> {
        match self.kind {
            Kind::Counting => {
                vec![(
                    "last own event",
                    self.last_deed().map_or_else(String::new, |(deed, _)| deed.to_owned()),
                )]
            }
            Kind::YesNo => {
                let at = &self.asked[1];
                let companion = self.lead().and_then(|(_, who)| self.last_about_place(who));
                vec![
                    ("last own event", gist(self.last_about_place(&self.asked[0]), at)),
                    ("last line", gist(self.last_line().and_then(|said| said.first()), at)),
                    ("last place of the holder", gist(companion, at)),
                ]
            }
            _ => Vec::new(),
        }
    }
}

fn most<'i>(answers: impl Iterator<Item = &'i str>) -> usize {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    answers.for_each(|answer| *counts.entry(answer).or_default() += 1);
    counts.into_values().max().unwrap_or(0)
}

/// A 95 % Wilson interval.
fn interval(right: usize, of: usize) -> (f64, f64) {
    let (n, z) = (of as f64, 1.96);
    let share = right as f64 / n;
    let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
    (middle - half, middle + half)
}

/// How far the best reader of each kind is above the most frequent answer, with what was measured in words.
fn excess(items: &[Item]) -> BTreeMap<&'static str, (f64, String)> {
    let mut kinds: BTreeMap<&'static str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        kinds.entry(item.kind.name()).or_default().push(item);
    }
    let mut found = BTreeMap::new();
    for (kind, items) in kinds {
        let of = items.len();
        let majority = most(items.iter().map(|item| item.answer.as_str()));
        let mut right: BTreeMap<&'static str, usize> = BTreeMap::new();
        let mut clues: BTreeMap<(&'static str, String), Vec<&str>> = BTreeMap::new();
        for item in &items {
            for (reader, guess) in item.guesses() {
                *right.entry(reader).or_default() += usize::from(guess == Some(item.answer.as_str()));
            }
            for clue in item.clues() {
                clues.entry(clue).or_default().push(&item.answer);
            }
        }
        for ((reader, _), answers) in &clues {
            *right.entry(reader).or_default() += most(answers.iter().copied());
        }
        let Some((reader, best)) = right.iter().max_by_key(|(_, right)| **right) else { continue };
        let percent = |right: usize| 100.0 * right as f64 / of as f64;
        let (low, high) = interval(*best, of);
        let mut words = format!(
            "{kind}: {reader} {:.1} % ({:.1} to {:.1}), most frequent answer {:.1} %, n = {of}; all:",
            percent(*best),
            100.0 * low,
            100.0 * high,
            percent(majority)
        );
        right.iter().for_each(|(reader, right)| words += &format!(" {reader} {:.1}", percent(*right)));
        println!("{words}");
        found.insert(kind, ((*best as f64 - majority as f64) / of as f64, words));
    }
    found
}

fn check(name: &str, kinds: &[&str]) -> Outcome<()> {
    let mut items = items(name, true)?;
    // where only moves are told, two lines are a pronoun and whom it means: who understands it has read both
    items.retain(|item| !matches!(item.part.as_str(), "coref" | "compound" | "conj"));
    println!("{name}");
    let found = excess(&items);
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), kinds, "{name}");
    for (excess, words) in found.values() {
        assert!(*excess <= BAR, "{name}: {words}");
    }
    Ok(())
}

#[test]
fn one_event_is_no_help_in_mix() -> Outcome<()> {
    let where_all = ["where_object", "where_person", "where_was_object"];
    for name in ["mix-t12", "mix-t12-paraphrased"] {
        check(name, &["counting", "list", "where_object", "where_person", "where_was_object", "yes_no"])?;
    }
    check("mix-t2", &where_all[..2])?;
    check("mix-t7", &where_all)?;
    check("mix-paired", &["where_person", "yes_no"])
}

#[test]
fn one_event_is_no_help_in_diverse() -> Outcome<()> {
    let where_all = ["where_object", "where_person", "where_was_object"];
    check("diverse-t2", &where_all[..2])?;
    check("diverse-t7", &where_all)?;
    check("diverse-t12", &["counting", "list", "where_object", "where_person", "where_was_object"])
}

/// The readers can read: without `balance`, each of them is far above the bar.
#[test]
fn one_event_is_enough_without_balance() -> Outcome<()> {
    let found = excess(&items("mix-t12", false)?);
    assert_eq!(found.len(), 6);
    for (excess, words) in found.values() {
        assert!(*excess > 0.15, "{words}");
    }
    Ok(())
}

/// "Is Mary in the park?" has as many answers for no as for yes.
#[test]
fn babi_paired_questions_always_yes() -> Outcome<()> {
    let recipe = Recipe::parse(shipped("mix-paired").ok_or("no such recipe")?.toml)?;
    let stories = Stories::new(recipe, 0)?;
    let mut worker = stories.worker();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for story in 0..stories.stories(0) {
        let (narrative, _) = worker.story(0, story)?;
        let asked = narrative.told.solutions.into_iter().filter(|solution| solution.kind == Kind::YesNo);
        asked.for_each(|solution| *counts.entry(solution.answer).or_default() += 1);
    }
    assert_eq!(counts, [("no".to_owned(), 200), ("yes".to_owned(), 200)].into());
    Ok(())
}
