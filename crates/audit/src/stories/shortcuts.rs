//! How far one gets without reading: guesses from the question alone, from the story alone, and from single words.
//!
//! Guesses that have to be learnt are learnt from the split `train` if there is one: from the same task, or if it does
//! not have it, from all tasks. Otherwise they are learnt from the very questions they are tried on, which flatters them.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_babi::{Asked, Kind, Line, Solved, Solver};
use wampimuk_story::Lexicon;
use xxhash_rust::xxh3::xxh3_64;

use super::StoryItem;
use super::flaws::same_answer;
use super::named::by_task;
use super::stats_report::UNSOLVED;
use super::words::{Sort, mentions};
use crate::share::Share;
use crate::splits::{Splits, TRAIN};

/// How far back the story is searched for words that could be the answer.
const RANKS: usize = 8;

/// The most different answers to one question, and different questions, that are told apart.
const MOST_ANSWERS: usize = 1_000;
const MOST_QUESTIONS: usize = 50_000;

/// A way to guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Shortcut {
    /// The most frequent answer to questions of the kind.
    Majority,
    /// The most frequent answer to the very question, whatever the story.
    QuestionOnly,
    /// The word that so often is the answer, counted back from the end of the story, whatever the question. Or the most
    /// frequent answer, if that is better.
    PassageOnly,
    /// The place that is named last; "yes" if it is the one asked about.
    LastPlace,
    /// What is named in the last sentence that has the first name of the question and something of the sort that is
    /// asked for; "yes" if it is the place asked about. For objects, whose sentences name no places, that of the person
    /// who is named with them last.
    LastAbout,
}

impl Shortcut {
    /// All of them.
    pub const ALL: [Shortcut; 5] = [
        Shortcut::Majority,
        Shortcut::QuestionOnly,
        Shortcut::PassageOnly,
        Shortcut::LastPlace,
        Shortcut::LastAbout,
    ];

    /// A few words for it.
    pub fn name(self) -> &'static str {
        match self {
            Shortcut::Majority => "majority",
            Shortcut::QuestionOnly => "question only",
            Shortcut::PassageOnly => "passage only",
            Shortcut::LastPlace => "last place",
            Shortcut::LastAbout => "last sentence about",
        }
    }
}

/// How often shortcuts give the recorded answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShortcutScore {
    /// The split.
    pub split: String,
    /// The task; `None` for all tasks together.
    pub task: Option<String>,
    /// The kind of questions.
    pub kind: String,
    /// Where guesses are learnt from.
    pub learnt_from: String,
    /// How often each shortcut is right, in the order of [`Shortcut::ALL`].
    pub right: Vec<(Shortcut, Share)>,
}

impl ShortcutScore {
    /// How often a shortcut is right.
    pub fn of(&self, shortcut: Shortcut) -> Share {
        self.right
            .iter()
            .find(|(known, _)| *known == shortcut)
            .map_or_else(Share::default, |(_, share)| *share)
    }
}

/// By split, then by task and kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct ShortcutCounters(Splits<BTreeMap<(String, Option<Kind>), Counters>>);

#[derive(Clone, Debug, Default)]
struct Counters {
    questions: u64,
    answers: Answers,
    /// Answers to each question.
    asked: BTreeMap<u64, Answers>,
    /// How often the answer is the so-and-so-many-th last word of its sort.
    ranks: [[u64; RANKS]; 4],
    last_place: u64,
    last_about: u64,
}

#[derive(Clone, Debug, Default)]
struct Answers(BTreeMap<String, u64>);

impl Answers {
    fn add(&mut self, answer: &str, count: u64) {
        if let Some(known) = self.0.get_mut(answer) {
            *known += count;
        } else if self.0.len() < MOST_ANSWERS {
            self.0.insert(answer.to_owned(), count);
        }
    }

    fn count(&self, answer: &str) -> u64 {
        self.0.get(answer).copied().unwrap_or(0)
    }

    /// The most frequent; of several, the first by name.
    fn best(&self) -> Option<(&str, u64)> {
        let mut best: Option<(&str, u64)> = None;
        for (answer, &count) in &self.0 {
            if best.is_none_or(|(_, most)| count > most) {
                best = Some((answer, count));
            }
        }
        best
    }
}

impl ShortcutCounters {
    pub fn add(&mut self, item: &StoryItem<'_>, solved: &Solved, solver: &Solver) {
        let lexicon = &solver.lexicon;
        let mut told: Vec<Vec<(Sort, &str)>> = Vec::new();
        for (number, line) in (1..).zip(&item.passage.lines) {
            match line {
                Line::Fact(text) => told.push(mentions(text, lexicon)),
                Line::Question(asked) => {
                    let solution = solved.solution(number);
                    let answer = match (asked.answer.as_str(), solution) {
                        ("", Some(solution)) => &solution.answer,
                        (answer, _) => answer,
                    };
                    if !answer.is_empty() {
                        let kind = solution.map(|solution| solution.kind);
                        let cell = (item.task_name().to_owned(), kind);
                        let counters = self.0.of(item.split_name()).entry(cell).or_default();
                        counters.add(&told, asked, answer, kind, lexicon);
                    }
                }
            }
        }
    }

    pub fn merge(&mut self, other: Self) {
        self.0.merge(other.0, |mine, theirs| {
            for (cell, counters) in theirs {
                mine.entry(cell).or_default().merge(&counters);
            }
        });
    }

    pub fn finish(&self) -> Vec<ShortcutScore> {
        let train = self.0.get(TRAIN);
        let all_of_train = train.map(by_kind);
        let mut scores = Vec::new();
        for (split, cells) in self.0.iter() {
            let model = |task: Option<&String>, kind: Option<Kind>| {
                let same = task.and_then(|task| train?.get(&(task.clone(), kind)));
                same.or_else(|| all_of_train.as_ref()?.get(&kind)).filter(|_| split != TRAIN)
            };
            let mut score = |task: Option<&String>, kind: Option<Kind>, counters: &Counters| {
                let model = model(task, kind);
                scores.push(ShortcutScore {
                    split: split.to_owned(),
                    task: task.cloned(),
                    kind: kind.map_or(UNSOLVED, Kind::name).to_owned(),
                    learnt_from: if model.is_some() { TRAIN } else { "itself" }.to_owned(),
                    right: counters.scores(model.unwrap_or(counters)),
                });
            };
            let mut tasks: Vec<&(String, Option<Kind>)> = cells.keys().collect();
            tasks.sort_by(|one, other| by_task(&one.0, &other.0).then(one.1.cmp(&other.1)));
            for cell in tasks {
                if let Some(counters) = cells.get(cell) {
                    score(Some(&cell.0), cell.1, counters);
                }
            }
            for (kind, counters) in by_kind(cells) {
                score(None, kind, &counters);
            }
        }
        scores
    }
}

/// All tasks together.
fn by_kind(cells: &BTreeMap<(String, Option<Kind>), Counters>) -> BTreeMap<Option<Kind>, Counters> {
    let mut kinds: BTreeMap<Option<Kind>, Counters> = BTreeMap::new();
    for ((_, kind), counters) in cells {
        kinds.entry(*kind).or_default().merge(counters);
    }
    kinds
}

impl Counters {
    fn add(
        &mut self,
        told: &[Vec<(Sort, &str)>],
        asked: &Asked,
        answer: &str,
        kind: Option<Kind>,
        lexicon: &Lexicon,
    ) {
        self.questions += 1;
        self.answers.add(answer, 1);
        let key = xxh3_64(asked.question.trim().as_bytes());
        if self.asked.contains_key(&key) || self.asked.len() < MOST_QUESTIONS {
            self.asked.entry(key).or_default().add(answer, 1);
        }
        for (sort, ranks) in self.ranks.iter_mut().enumerate() {
            if let Some(rank) = rank(told, sort, answer) {
                ranks[rank] += 1;
            }
        }
        let about = mentions(&asked.question, lexicon);
        let hits =
            |guess: Option<String>| u64::from(guess.is_some_and(|guess| same_answer(kind, &guess, answer)));
        self.last_place += hits(last_place(told, &about, kind));
        self.last_about += hits(last_about(told, &about, &asked.question, kind));
    }

    fn merge(&mut self, other: &Self) {
        self.questions += other.questions;
        for (answer, &count) in &other.answers.0 {
            self.answers.add(answer, count);
        }
        for (&key, answers) in &other.asked {
            if self.asked.contains_key(&key) || self.asked.len() < MOST_QUESTIONS {
                let mine = self.asked.entry(key).or_default();
                answers.0.iter().for_each(|(answer, &count)| mine.add(answer, count));
            }
        }
        for (mine, theirs) in self.ranks.iter_mut().flatten().zip(other.ranks.iter().flatten()) {
            *mine += theirs;
        }
        self.last_place += other.last_place;
        self.last_about += other.last_about;
    }

    /// How often guesses are right that were learnt from `model`.
    fn scores(&self, model: &Counters) -> Vec<(Shortcut, Share)> {
        let best = model.answers.best();
        let majority = best.map_or(0, |(answer, _)| self.answers.count(answer));
        let question_only = self
            .asked
            .iter()
            .map(|(key, answers)| {
                let guess = model.asked.get(key).and_then(Answers::best).or(best);
                guess.map_or(0, |(answer, _)| answers.count(answer))
            })
            .sum();
        let mut passage_only = (best.map_or(0, |(_, count)| count), majority);
        for (learnt, tried) in model.ranks.iter().flatten().zip(self.ranks.iter().flatten()) {
            if *learnt > passage_only.0 {
                passage_only = (*learnt, *tried);
            }
        }
        Shortcut::ALL
            .into_iter()
            .map(|shortcut| {
                let count = match shortcut {
                    Shortcut::Majority => majority,
                    Shortcut::QuestionOnly => question_only,
                    Shortcut::PassageOnly => passage_only.1,
                    Shortcut::LastPlace => self.last_place,
                    Shortcut::LastAbout => self.last_about,
                };
                (shortcut, Share { count, of: self.questions })
            })
            .collect()
    }
}

/// How many different words of a sort, counted back from the end, come before the answer does.
fn rank(told: &[Vec<(Sort, &str)>], sort: usize, answer: &str) -> Option<usize> {
    let sort = [Sort::Person, Sort::Object, Sort::Place, Sort::Other].into_iter().nth(sort)?;
    let mut seen: Vec<&str> = Vec::new();
    for (_, word) in told.iter().rev().flat_map(|line| line.iter().rev()).filter(|(other, _)| *other == sort)
    {
        if *word == answer {
            return Some(seen.len());
        }
        if !seen.contains(word) {
            seen.push(word);
            if seen.len() == RANKS {
                return None;
            }
        }
    }
    None
}

fn is_yes_no(kind: Option<Kind>) -> bool {
    kind == Some(Kind::YesNo)
}

fn yes(holds: bool) -> String {
    if holds { "yes" } else { "no" }.to_owned()
}

fn last_place(told: &[Vec<(Sort, &str)>], about: &[(Sort, &str)], kind: Option<Kind>) -> Option<String> {
    let place =
        told.iter().rev().flat_map(|line| line.iter().rev()).find(|(sort, _)| *sort == Sort::Place)?;
    Some(if is_yes_no(kind) { yes(about.contains(place)) } else { place.1.to_owned() })
}

/// What is named of a sort in sentences that name something, the last sentence first.
fn named_with<'t>(
    told: &'t [Vec<(Sort, &'t str)>],
    subject: &str,
    wanted: Sort,
) -> impl Iterator<Item = Vec<&'t (Sort, &'t str)>> {
    let about_it = told.iter().rev().filter(move |line| line.iter().any(|(_, word)| *word == subject));
    let named = about_it.map(move |line| line.iter().rev().filter(|(sort, _)| *sort == wanted).collect());
    named.filter(|named: &Vec<_>| !named.is_empty())
}

fn last_about(
    told: &[Vec<(Sort, &str)>],
    about: &[(Sort, &str)],
    question: &str,
    kind: Option<Kind>,
) -> Option<String> {
    let wanted = match kind {
        Some(
            Kind::WherePerson
            | Kind::WhereObject
            | Kind::WhereWasObject
            | Kind::WhereWasPerson
            | Kind::Direction
            | Kind::YesNo,
        ) => Sort::Place,
        Some(Kind::Giving) if !question.starts_with("What") => Sort::Person,
        Some(Kind::Giving | Kind::List) => Sort::Object,
        _ => Sort::Other,
    };
    let (_, subject) = about.iter().find(|(sort, _)| *sort != Sort::Other).or_else(|| about.last())?;
    if is_yes_no(kind) {
        let places = named_with(told, subject, wanted).next()?;
        return Some(yes(places.into_iter().any(|place| about.contains(place))));
    }
    let other = |subject: &str, wanted: Sort| {
        let mut named = named_with(told, subject, wanted).flatten();
        named.find(|mention| !about.contains(mention)).map(|(_, word)| *word)
    };
    let guess = other(subject, wanted).or_else(|| match wanted {
        Sort::Place => other(other(subject, Sort::Person)?, wanted),
        _ => None,
    });
    guess.map(str::to_owned)
}
