//! What is in the stories: the tables of the Dyna-bAbI paper, and who shares what with whom.
//!
//! Memory: 16 bytes for each question, 8 for each story, and counters. Answers that are too many to count are counted
//! together.

use std::collections::{BTreeMap, BTreeSet};

use wampimuk_babi::{Kind, Line, Solved, Solver, Status};
use wampimuk_story::{Concept, composition};

use super::StoryItem;
use super::keys;
use super::stats_report::{GroupStats, SharedItems, StoryStatsReport};
use super::words::tokens;
use crate::key_list::KeyList;
use crate::splits::Splits;

/// How many sentences the beginning of a story has, where beginnings are compared.
const OPENING: usize = 3;

/// The most different answers that are counted one by one.
const MOST_ANSWERS: usize = 2_000;

/// Stands for all answers beyond those.
const OTHER_ANSWERS: &str = "…";

/// Counts stories with questions, by task and split.
#[derive(Clone, Debug, Default)]
pub struct StoryStats {
    /// By split, then by task.
    cells: Splits<Splits<Counters>>,
    keys: Splits<SplitKeys>,
    dataset: String,
}

#[derive(Clone, Debug, Default)]
struct SplitKeys {
    texts: KeyList,
    meanings: KeyList,
    openings: KeyList,
}

/// What is counted of the stories of one task in one split.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counters {
    pub stories: u64,
    /// Stories with a line that makes no sense.
    pub faulty: u64,
    pub questions: u64,
    /// Sentences before questions, summed over questions.
    pub sentences_before: u64,
    /// Questions with a recorded support, and the sizes of these, summed.
    pub recorded: (u64, u64),
    /// Questions with a support that was found, and the sizes of the smallest, summed.
    pub found: (u64, u64),
    /// Sentences by concept; a sentence may have several.
    pub concepts: BTreeMap<Concept, u64>,
    /// Questions by concept of their smallest support, in worlds other than that of people and places.
    pub other_concepts: BTreeMap<&'static str, u64>,
    /// `None` is a question that was not solved.
    pub kinds: BTreeMap<Option<Kind>, KindCounters>,
    pub tokens: BTreeMap<u64, u64>,
}

/// What is counted of questions of one kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct KindCounters {
    pub questions: u64,
    pub ambiguous: u64,
    pub unknown: u64,
    pub answers: BTreeMap<String, u64>,
    pub recorded_sizes: BTreeMap<usize, u64>,
    pub found_sizes: BTreeMap<usize, u64>,
    pub proofs: BTreeMap<usize, u64>,
    /// Questions of which not all proofs were found.
    pub more_proofs: u64,
    pub compositions: BTreeMap<Vec<&'static str>, u64>,
    pub paper_compositions: BTreeMap<Vec<&'static str>, u64>,
}

impl StoryStats {
    /// Fixes the order of the splits in results; others follow in the order in which they are met.
    #[must_use]
    pub fn with_splits<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        for name in names {
            self.cells.of(name);
            self.keys.of(name);
        }
        self
    }

    /// Says which dataset it is, such as `mix-t12`: the paper's figures are then beside those of its main split.
    #[must_use]
    pub fn with_dataset(mut self, name: &str) -> Self {
        name.clone_into(&mut self.dataset);
        self
    }

    /// Counts a story.
    pub fn add(&mut self, item: &StoryItem<'_>, solved: &Solved, solver: &Solver) {
        let counters = self.cells.of(item.split_name()).of(item.task_name());
        counters.add(item, solved);
        let keys = self.keys.of(item.split_name());
        for key in keys::item_keys(item.passage, solved, solver) {
            keys.texts.add(key.text as u64);
            keys.meanings.add(key.meaning as u64);
        }
        if let Some(opening) = keys::opening(item.passage, solved, solver, OPENING) {
            keys.openings.add(opening as u64);
        }
    }

    /// Adds what another has counted.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.cells.merge(other.cells, |mine, theirs| mine.merge(theirs, |mine, theirs| mine.merge(&theirs)));
        self.keys.merge(other.keys, |mine, theirs| {
            mine.texts.merge(theirs.texts);
            mine.meanings.merge(theirs.meanings);
            mine.openings.merge(theirs.openings);
        });
        self
    }

    /// The results.
    pub fn finish(self) -> StoryStatsReport {
        let mut tasks: BTreeMap<&str, Counters> = BTreeMap::new();
        let mut splits = Vec::new();
        let mut cells = Vec::new();
        for (split, by_task) in self.cells.iter() {
            let mut whole = Counters::default();
            for (task, counters) in by_task.iter() {
                whole.merge(counters);
                tasks.entry(task).or_default().merge(counters);
                cells.push(GroupStats::new(task, split, counters));
            }
            if whole.stories > 0 {
                splits.push(GroupStats::new("", split, &whole));
            }
        }
        let by_task = |one: &GroupStats, other: &GroupStats| super::named::by_task(&one.task, &other.task);
        let mut tasks: Vec<GroupStats> =
            tasks.iter().map(|(task, counters)| GroupStats::new(task, "", counters)).collect();
        tasks.sort_by(by_task);
        cells.sort_by(by_task);
        StoryStatsReport { dataset: self.dataset, tasks, splits, cells, shared: shared(self.keys) }
    }
}

/// What splits have in common with each other and with themselves.
fn shared(keys: Splits<SplitKeys>) -> Vec<SharedItems> {
    let sorted = |(split, keys): (String, SplitKeys)| {
        (split, [keys.texts, keys.meanings, keys.openings].map(KeyList::sorted))
    };
    let sorted: Vec<_> = keys.into_iter().map(sorted).collect();
    let mut shared = Vec::new();
    for (split, mine) in &sorted {
        for (other, theirs) in &sorted {
            let [texts, meanings, openings] = if split == other {
                [mine[0].repeats(), mine[1].repeats(), mine[2].repeats()]
            } else {
                [0, 1, 2].map(|way| mine[way].found_in(&theirs[way]))
            };
            shared.push(SharedItems {
                split: split.clone(),
                other: other.clone(),
                questions: mine[0].len(),
                texts,
                meanings,
                stories: mine[2].len(),
                openings,
            });
        }
    }
    shared
}

impl Counters {
    fn add(&mut self, item: &StoryItem<'_>, solved: &Solved) {
        self.stories += 1;
        self.faulty += u64::from(!solved.faults.is_empty());
        if let Some(read) = &solved.story {
            for line in 0..read.story.len() {
                for concept in composition(&read.story, &[line]) {
                    *self.concepts.entry(concept).or_default() += 1;
                }
            }
        }
        let (mut sentences, mut length) = (0, 0);
        for (number, line) in (1..).zip(&item.passage.lines) {
            match line {
                Line::Fact(text) => {
                    sentences += 1;
                    length += tokens(text);
                }
                Line::Question(asked) => {
                    self.questions += 1;
                    self.sentences_before += sentences;
                    *self.tokens.entry(length + tokens(&asked.question)).or_default() += 1;
                    self.ask(asked, solved, number);
                }
            }
        }
    }

    fn ask(&mut self, asked: &wampimuk_babi::Asked, solved: &Solved, number: usize) {
        let solution = solved.solution(number);
        let kind = self.kinds.entry(solution.map(|solution| solution.kind)).or_default();
        kind.questions += 1;
        let lines: BTreeSet<usize> = asked.support.iter().copied().collect();
        if !lines.is_empty() {
            self.recorded.0 += 1;
            self.recorded.1 += lines.len() as u64;
            *kind.recorded_sizes.entry(lines.len()).or_default() += 1;
        }
        let answer = match (asked.answer.as_str(), solution) {
            ("", Some(solution)) => &solution.answer,
            (answer, _) => answer,
        };
        let known = kind.answers.contains_key(answer) || kind.answers.len() < MOST_ANSWERS;
        *kind.answers.entry(if known { answer } else { OTHER_ANSWERS }.to_owned()).or_default() += 1;
        let Some(solution) = solution else { return };
        match solution.status {
            Status::Unique => {}
            Status::Ambiguous => kind.ambiguous += 1,
            Status::Unknown => {
                kind.unknown += 1;
                return;
            }
        }
        let size = solution.all_minimal.first().unwrap_or(&solution.supporting).len();
        self.found.0 += 1;
        self.found.1 += size as u64;
        *kind.found_sizes.entry(size).or_default() += 1;
        *kind.proofs.entry(solution.all_minimal.len()).or_default() += 1;
        kind.more_proofs += u64::from(!solution.complete);
        *kind.compositions.entry(solution.composition.clone()).or_default() += 1;
        let paper: Vec<&'static str> = match &solved.story {
            None => {
                for &concept in &solution.composition {
                    *self.other_concepts.entry(concept).or_default() += 1;
                }
                solution.composition.clone()
            }
            Some(read) => {
                let lines: Vec<usize> = solution
                    .supporting
                    .iter()
                    .filter_map(|line| read.numbers.binary_search(line).ok())
                    .collect();
                let mut names: Vec<&'static str> = Vec::new();
                for name in composition(&read.story, &lines).into_iter().map(Concept::name_in_paper) {
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                names
            }
        };
        *kind.paper_compositions.entry(paper).or_default() += 1;
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        self.stories += other.stories;
        self.faulty += other.faulty;
        self.questions += other.questions;
        self.sentences_before += other.sentences_before;
        self.recorded.0 += other.recorded.0;
        self.recorded.1 += other.recorded.1;
        self.found.0 += other.found.0;
        self.found.1 += other.found.1;
        add_all(&mut self.concepts, &other.concepts);
        add_all(&mut self.other_concepts, &other.other_concepts);
        add_all(&mut self.tokens, &other.tokens);
        for (kind, counters) in &other.kinds {
            self.kinds.entry(*kind).or_default().merge(counters);
        }
    }
}

impl KindCounters {
    fn merge(&mut self, other: &Self) {
        self.questions += other.questions;
        self.ambiguous += other.ambiguous;
        self.unknown += other.unknown;
        self.more_proofs += other.more_proofs;
        add_all(&mut self.answers, &other.answers);
        add_all(&mut self.recorded_sizes, &other.recorded_sizes);
        add_all(&mut self.found_sizes, &other.found_sizes);
        add_all(&mut self.proofs, &other.proofs);
        add_all(&mut self.compositions, &other.compositions);
        add_all(&mut self.paper_compositions, &other.paper_compositions);
    }
}

fn add_all<K: Clone + Ord>(mine: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
    for (key, count) in theirs {
        *mine.entry(key.clone()).or_default() += count;
    }
}
