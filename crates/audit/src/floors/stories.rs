//! Floors of stories with questions.
//!
//! The candidates of a question are the answers that questions of its kind have where readers learn; what they see of
//! each is in [`clues`](super::clues).

use std::collections::BTreeMap;
use std::sync::Arc;

use wampimuk_babi::{Kind, Solved, Solver};
use wampimuk_core::{Stopped, Watch, in_parallel};
use wampimuk_readers::{Learner, Model, Task};
use wampimuk_story::{Event, Sentence, Wording};

use super::clues::{Clue, Vocabulary, clues};
use super::learn::{FOLDS, cross};
use super::one_event::is_of_one_event;
use super::sample::{Extent, Smallest};
use super::{ALL, EXACT, FloorExample, FloorRow, Floors, ReaderScore};
use crate::splits::{Splits, TRAIN};
use crate::stories::StoryItem;
use crate::stories::keys::ItemKeys;
use crate::stories::words::{Sort, mentions};

/// What a line names, by the hashes of its words.
pub(crate) type Named = Vec<(Sort, u64)>;

/// A question as readers see it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// The lines of the story; those after the question are not looked at.
    pub lines: Arc<Vec<Named>>,
    /// The same with names in place of pronouns, and what happens as the first word, where it can be read.
    pub told: Arc<Vec<Named>>,
    /// How many lines come before the question.
    pub before: usize,
    /// What the question names.
    pub about: Named,
    /// The hash of its first word.
    pub first: u64,
    /// The answer; lists are in order.
    pub answer: String,
    /// Where it stands: its story, and its line there.
    pub place: Arc<str>,
    /// The line.
    pub line: usize,
}

/// The kind of a question, and whether one event of the story shows its answer: a reader of one event has read all of it.
type Group = (&'static str, bool);

/// The name of a group of questions.
fn name_of((kind, of_one_event): Group) -> String {
    if of_one_event { format!("{kind}{ONE_EVENT}") } else { kind.to_owned() }
}

/// What stands behind the kind of questions that one event answers.
pub(crate) const ONE_EVENT: &str = ", one event";

/// Some questions of each split, by kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct StorySample(Splits<BTreeMap<Group, Smallest<Seen>>>);

/// The name of questions that nobody can read.
const UNREAD: &str = "not read";

pub(crate) fn hash(word: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(word.as_bytes())
}

/// A word for what happens.
fn happening(event: Event) -> &'static str {
    match event {
        Event::Move(_) => "(moves)",
        Event::Is(_) => "(is)",
        Event::IsNot(_) => "(is not)",
        Event::Either(..) => "(is either)",
        Event::Grab(_) => "(grabs)",
        Event::Drop(_) => "(drops)",
        Event::Give(..) => "(gives)",
    }
}

/// Lists in one order, without spaces.
fn tidy(kind: Option<Kind>, answer: &str) -> String {
    if kind != Some(Kind::List) {
        return answer.trim().to_owned();
    }
    let mut parts: Vec<&str> = answer.split(',').map(str::trim).collect();
    parts.sort_unstable();
    parts.join(",")
}

/// How many questions of a kind are kept: kinds share what there is.
fn limit(extent: Extent, split: &str) -> usize {
    extent.of(split) / if split == TRAIN { 5 } else { 4 }
}

impl StorySample {
    pub fn add(
        &mut self,
        item: &StoryItem<'_>,
        (solved, solver): (&Solved, &Solver),
        keys: &[ItemKeys],
        extent: Extent,
    ) {
        let name = |text: &str| -> Named {
            let found = mentions(text, &solver.lexicon);
            found.into_iter().map(|(sort, word)| (sort, hash(word))).collect()
        };
        let lines: Vec<Named> = item.passage.facts().map(|(_, text)| name(text)).collect();
        let read = |number: usize| {
            let story = solved.story.as_ref()?;
            let at = story.numbers.binary_search(&number).ok()?;
            story.story.sentences().get(at)
        };
        let told = item.passage.facts().zip(&lines).map(|((number, _), line)| {
            let Some(sentence) = read(number) else { return line.clone() };
            let plain = Sentence { antecedent: None, ..*sentence };
            let mut told = vec![(Sort::Other, hash(happening(plain.event)))];
            told.extend(name(&solver.lexicon.write(&plain, Wording::default())));
            told
        });
        let place: Arc<str> = item.place.into();
        let (told, lines) = (Arc::new(told.collect::<Vec<_>>()), Arc::new(lines));
        let split = item.split_name();
        let kinds = self.0.of(split);
        let facts: Vec<usize> = item.passage.facts().map(|(number, _)| number).collect();
        for (number, asked) in item.passage.questions() {
            let before = facts.partition_point(|&fact| fact < number);
            let solution = solved.solution(number);
            let answer = match (asked.answer.as_str(), solution) {
                ("", Some(solution)) => &solution.answer,
                (answer, _) => answer,
            };
            let key = keys.iter().find(|keys| keys.line == number).map(|keys| keys.text);
            let Some(key) = key.filter(|_| !answer.is_empty()) else { continue };
            let kind = solution.map(|solution| solution.kind);
            let first = asked.question.split_whitespace().next().map_or(0, hash);
            let seen = || Seen {
                lines: lines.clone(),
                told: told.clone(),
                before,
                about: name(&asked.question),
                first,
                answer: tidy(kind, answer),
                place: place.clone(),
                line: number,
            };
            let of_one_event = solution.is_some_and(|solution| is_of_one_event(solution, solved, solver));
            let group = (kind.map_or(UNREAD, Kind::name), of_one_event);
            kinds.entry(group).or_default().add(key, limit(extent, split), seen);
        }
    }

    pub fn merge(&mut self, other: Self, extent: Extent) {
        for (split, kinds) in other.0 {
            let mine = self.0.of(&split);
            for (kind, sample) in kinds {
                mine.entry(kind).or_default().merge(sample, limit(extent, &split));
            }
        }
    }

    fn finish(self, extent: Extent) -> Vec<(String, BTreeMap<Group, Vec<Seen>>)> {
        let kinds = |split: &str, kinds: BTreeMap<Group, Smallest<Seen>>| {
            let finish =
                |(kind, sample): (Group, Smallest<Seen>)| (kind, sample.finish(limit(extent, split)));
            kinds.into_iter().map(finish).collect::<BTreeMap<_, _>>()
        };
        let splits = self.0.into_iter().map(|(split, found)| {
            let found = kinds(&split, found);
            (split, found)
        });
        splits.filter(|(_, kinds)| !kinds.is_empty()).collect()
    }
}

/// What learnt readers see.
const LEARNT: [(&str, &[Clue]); 6] = [
    ("question only", &[Clue::Prior, Clue::Question]),
    ("bag of words", &[Clue::Prior, Clue::Question, Clue::Bag]),
    ("last mention", &[Clue::Prior, Clue::Question, Clue::Last]),
    ("last own event", &[Clue::Prior, Clue::Question, Clue::Own]),
    ("position", &[Clue::Prior, Clue::Position]),
    ("all of these", &[Clue::Prior, Clue::Question, Clue::Bag, Clue::Last, Clue::Own, Clue::Position]),
];

/// Learns from train, or from what is given, and tries readers on each other split; without anything to learn from, on
/// each part of a split after learning from its other parts.
pub(crate) fn measure_stories(
    sample: StorySample,
    other: Option<(&str, StorySample)>,
    extent: Extent,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Floors, Stopped> {
    let mut splits = sample.finish(extent);
    let train = splits.iter().position(|(name, _)| name == TRAIN).map(|place| splits.remove(place).1);
    let other = other.map(|(name, sample)| {
        let parts = sample.finish(extent);
        let has_train = parts.iter().any(|(split, _)| split == TRAIN);
        let mut learnt: BTreeMap<Group, Vec<Seen>> = BTreeMap::new();
        for (_, kinds) in parts.into_iter().filter(|(split, _)| !has_train || split == TRAIN) {
            kinds.into_iter().for_each(|(kind, mut seen)| learnt.entry(kind).or_default().append(&mut seen));
        }
        (name, learnt)
    });
    let (learnt_from, learnt) = match (other, train) {
        (Some((name, learnt)), train) => {
            splits.extend(train.map(|train| (TRAIN.to_owned(), train)));
            (name.to_owned(), Some(learnt))
        }
        (None, Some(train)) => (TRAIN.to_owned(), Some(train)),
        (None, None) => (format!("the rest of each split, in {FOLDS} parts"), None),
    };
    let learnt_items = learnt.iter().flat_map(BTreeMap::values).map(Vec::len).sum::<usize>() as u64;
    let mut kinds: Vec<Group> = splits.iter().flat_map(|(_, kinds)| kinds.keys().copied()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    watch.begin("readers", Some(kinds.len() as u64));
    // Each kind by itself: a thread takes one at a time.
    let done = in_parallel(threads, &kinds, |kind| {
        let empty = Vec::new();
        let learnt = learnt.as_ref().map(|learnt| learnt.get(kind).unwrap_or(&empty).as_slice());
        let tried: Vec<(&str, &[Seen])> = splits
            .iter()
            .filter_map(|(split, kinds)| Some((split.as_str(), kinds.get(kind)?.as_slice())))
            .filter(|(_, seen)| !seen.is_empty())
            .collect();
        watch.done(1).map(|()| of_kind(&name_of(*kind), learnt, &tried))
    });
    let (mut rows, mut examples) = (Vec::new(), Vec::new());
    for found in done {
        for (row, right) in found? {
            rows.push(row);
            examples.extend(right);
        }
    }
    let order = |split: &str| splits.iter().position(|(name, _)| name == split);
    rows.sort_by_key(|row: &FloorRow| order(&row.split));
    let mut floors = Floors { learnt_from, learnt_items, examples, ..Floors::default() };
    for (split, _) in &splits {
        let own: Vec<FloorRow> = rows.iter().filter(|row| row.split == *split).cloned().collect();
        floors.rows.extend((own.len() > 1).then(|| together(&own)));
        floors.rows.extend(own);
    }
    Ok(floors)
}

/// The floors of the questions of a kind, and for each reader one that it is right about.
type KindFloors = (FloorRow, Vec<FloorExample>);

fn of_kind(kind: &str, learnt: Option<&[Seen]>, tried: &[(&str, &[Seen])]) -> Vec<KindFloors> {
    match learnt {
        Some(learnt) => {
            let vocabulary = Vocabulary::of(learnt.iter());
            let (task, columns) = task(learnt, &vocabulary);
            let models: Vec<(&str, Learner, Model)> = LEARNT
                .iter()
                .flat_map(|(name, clues)| Learner::ALL.map(|learner| (*name, *clues, learner)))
                .map(|(name, clues, learner)| (name, learner, Model::learn(learner, &task, &columns(clues))))
                .collect();
            let row = |&(split, seen): &(&str, &[Seen])| {
                let (task, _) = self::task(seen, &vocabulary);
                let credits =
                    models.iter().map(|(name, learner, model)| (*name, *learner, model.credits(&task)));
                row(split, kind, seen, vocabulary.best(), credits)
            };
            tried.iter().map(row).collect()
        }
        None => {
            let row = |&(split, seen): &(&str, &[Seen])| {
                let vocabulary = Vocabulary::of(seen.iter());
                let (task, columns) = task(seen, &vocabulary);
                let readers = LEARNT
                    .iter()
                    .flat_map(|(name, clues)| Learner::ALL.map(|learner| (*name, *clues, learner)));
                let credits = readers
                    .map(|(name, clues, learner)| (name, learner, cross(learner, &task, &columns(clues))));
                row(split, kind, seen, vocabulary.best(), credits)
            };
            tried.iter().map(row).collect()
        }
    }
}

fn task(seen: &[Seen], vocabulary: &Vocabulary) -> (Task, impl Fn(&[Clue]) -> Vec<usize> + use<>) {
    let mut layout = Vec::new();
    let mut task: Option<Task> = None;
    for question in seen {
        let (rows, ends) = clues(question, vocabulary);
        let task = task.get_or_insert_with(|| Task::new(ends.last().copied().unwrap_or(0)));
        task.ask();
        rows.iter().for_each(|row| task.candidate(row));
        task.answer(vocabulary.place(&question.answer));
        layout = ends;
    }
    let columns = move |clues: &[Clue]| {
        let range = |clue: &Clue| {
            let number = *clue as usize;
            let start = number.checked_sub(1).and_then(|before| layout.get(before)).copied().unwrap_or(0);
            start..layout.get(number).copied().unwrap_or(0)
        };
        clues.iter().flat_map(range).collect()
    };
    (task.unwrap_or_default(), columns)
}

fn row(
    split: &str,
    kind: &str,
    seen: &[Seen],
    best: Option<&str>,
    credits: impl Iterator<Item = (&'static str, Learner, Vec<f64>)>,
) -> KindFloors {
    let of = seen.len() as u64;
    let majority = seen.iter().filter(|seen| Some(seen.answer.as_str()) == best).count() as f64;
    let mut readers = vec![ReaderScore::new("majority", EXACT, majority, of)];
    let mut examples = Vec::new();
    for (reader, learner, credits) in credits {
        readers.push(ReaderScore::new(reader, learner.name(), credits.iter().sum(), of));
        let right = seen.iter().zip(&credits).find(|(_, credit)| **credit == 1.0);
        examples.extend(right.map(|(seen, _)| FloorExample {
            split: split.to_owned(),
            group: kind.to_owned(),
            reader,
            by: learner.name(),
            address: format!("{}, line {}", seen.place, seen.line),
        }));
    }
    let chance = majority / of.max(1) as f64;
    let (split, group) = (split.to_owned(), kind.to_owned());
    let row = FloorRow { split, group, items: of, chance, nameable: None, bound: None, readers };
    (row, examples)
}

/// All kinds of a split together.
fn together(rows: &[FloorRow]) -> FloorRow {
    let items = rows.iter().map(|row| row.items).sum::<u64>();
    let mut readers: Vec<ReaderScore> = Vec::new();
    for score in rows.iter().flat_map(|row| &row.readers) {
        let same = |other: &&mut ReaderScore| (other.reader, other.by) == (score.reader, score.by);
        match readers.iter_mut().find(same) {
            Some(sum) => {
                *sum = ReaderScore::new(sum.reader, sum.by, sum.right + score.right, sum.of + score.of);
            }
            None => readers.push(score.clone()),
        }
    }
    let chance = rows.iter().map(|row| row.chance * row.items as f64).sum::<f64>() / items.max(1) as f64;
    let split = rows.first().map_or_else(String::new, |row| row.split.clone());
    FloorRow { split, group: ALL.to_owned(), items, chance, nameable: None, bound: None, readers }
}
