//! Floors of commands in grid worlds.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use wampimuk_command::{Example, Lexicon, Phrase, Scene, Semantics};
use wampimuk_core::{Stopped, Watch, in_parallel, in_parts};
use wampimuk_readers::{Learner, Model, Task};

use super::features::{Rows, Section, rows};
use super::grammar::Grammar;
use super::learn::{FOLDS, cross};
use super::nameable::Nameable;
use super::orders::{OrderBook, Promises, Votes};
use super::sample::Sample;
use super::{ALL, EXACT, Extent, FloorExample, FloorRow, Floors, ReaderScore};
use crate::audit::tree::pattern;
use crate::shown::Shown;
use crate::splits::TRAIN;

/// Some examples of each split.
pub(crate) type CommandSample = Sample<Shown>;

/// What learnt readers see.
const LEARNT: [(&str, &[Section]); 7] = [
    ("place in the list", &[Section::List]),
    ("command and each object", &[Section::Own, Section::Bag, Section::Head]),
    ("world only", &[Section::Own, Section::World]),
    ("bag of words", &[Section::Own, Section::Bag]),
    ("bag and world", &[Section::Own, Section::World, Section::Bag, Section::BagWorld]),
    (
        "bag, world and head",
        &[Section::Own, Section::World, Section::Bag, Section::BagWorld, Section::Head, Section::HeadWorld],
    ),
    (
        "bag, world and votes",
        &[Section::Own, Section::World, Section::Bag, Section::BagWorld, Section::Votes],
    ),
];

/// The most items of a split whose orders are looked at closely.
const CLOSELY: usize = 2_500;

/// Learns from train, or from what is given, and tries readers on each other split.
pub(crate) fn measure_commands(
    sample: CommandSample,
    other: Option<(&str, CommandSample)>,
    (lexicon, semantics): (&Lexicon, Semantics),
    extent: Extent,
    threads: usize,
    watch: &dyn Watch,
) -> Result<(Floors, Vec<Shown>), Stopped> {
    let mut splits: Vec<(String, Vec<Example>)> = Vec::new();
    // Where they stand, in the same order.
    let mut addresses: BTreeMap<String, Vec<(u64, String)>> = BTreeMap::new();
    for (name, split) in sample {
        let (places, examples): (Vec<_>, Vec<_>) =
            split.finish(extent.of(&name)).into_iter().map(|it| ((it.index, it.address), it.example)).unzip();
        if !examples.is_empty() {
            addresses.insert(name.clone(), places);
            splits.push((name, examples));
        }
    }
    let train = splits.iter().position(|(name, _)| name == TRAIN).map(|place| splits.remove(place).1);
    let other = other.map(|(name, sample)| {
        let parts: Vec<_> = sample.into_iter().collect();
        let has_train = parts.iter().any(|(split, _)| split == TRAIN);
        let wanted = parts.into_iter().filter(|(split, _)| !has_train || split == TRAIN);
        (
            name,
            wanted.flat_map(|(_, part)| part.finish(extent.learn)).map(|it| it.example).collect::<Vec<_>>(),
        )
    });
    let (learnt_from, learnt) = match (other, train) {
        (Some((name, examples)), train) => {
            // With another teacher, the own train is one more thing to be tried on.
            splits.extend(train.map(|mut train| {
                train.truncate(extent.test);
                (TRAIN.to_owned(), train)
            }));
            (name.to_owned(), examples)
        }
        (None, Some(train)) => (TRAIN.to_owned(), train),
        (None, None) => (format!("the rest of each split, in {FOLDS} parts"), Vec::new()),
    };
    let all = || splits.iter().flat_map(|(_, examples)| examples).chain(&learnt);
    let mut grammar = Grammar::default();
    all().for_each(|example| grammar.hear(&example.command.phrase, lexicon));
    let promises = promises(&learnt, all(), lexicon, semantics);
    let teacher = Teacher { lexicon, semantics, grammar, promises, many_orders: AtomicUsize::new(0) };
    let steps = splits.len() + usize::from(!learnt.is_empty());
    watch.begin("readers", Some(steps as u64));
    let mut floors = Floors {
        learnt_from,
        learnt_items: learnt.len() as u64,
        promises: if has_clauses(&learnt) || splits.iter().any(|(_, tried)| has_clauses(tried)) {
            teacher.promises.names()
        } else {
            Vec::new()
        },
        ..Floors::default()
    };
    let models = teacher.learn(&learnt, threads);
    if !learnt.is_empty() {
        watch.done(1)?;
    }
    let mut shown: Vec<Shown> = Vec::new();
    for (name, examples) in &splits {
        let nameable = Nameable::of(learnt.iter().chain(examples));
        let addresses = &addresses[name];
        let (rows, right) = teacher.measure(name, examples, (&models, &nameable), addresses, threads);
        floors.rows.extend(rows);
        for (place, example) in right {
            let (index, address) = addresses[place].clone();
            if shown.iter().all(|known| known.address != address) {
                shown.push(Shown { index, address, example: examples[place].clone() });
            }
            floors.examples.push(example);
        }
        watch.done(1)?;
    }
    floors.many_orders = teacher.many_orders.load(Ordering::Relaxed) as u64;
    Ok((floors, shown))
}

fn has_clauses(examples: &[Example]) -> bool {
    examples.iter().any(|example| !example.command.phrase.clauses.is_empty())
}

/// The promises that no item breaks. Those that were learnt from decide; without them, those that are tried.
fn promises<'e>(
    learnt: &'e [Example],
    all: impl Iterator<Item = &'e Example>,
    lexicon: &Lexicon,
    semantics: Semantics,
) -> Promises {
    let mut promises = Promises::ALL;
    let items: Vec<&Example> = if learnt.is_empty() { all.collect() } else { learnt.iter().collect() };
    let with_clauses = items.into_iter().filter(|example| !example.command.phrase.clauses.is_empty());
    for example in with_clauses.take(CLOSELY) {
        promises.hear(&Scene::new(&example.world), &example.command.phrase, lexicon, semantics);
    }
    promises
}

/// What there is to learn; what takes longest comes first.
fn jobs(examples: &[Example]) -> Vec<(&'static str, &'static [Section], Learner)> {
    let has_clauses = has_clauses(examples);
    let readers = Learner::ALL
        .into_iter()
        .rev()
        .flat_map(|learner| LEARNT.into_iter().rev().map(move |(name, sections)| (name, sections, learner)));
    readers.filter(|(_, sections, _)| has_clauses || !sections.contains(&Section::Votes)).collect()
}

/// The place of a reader among the others.
fn place(name: &str) -> Option<usize> {
    LEARNT.iter().position(|(known, _)| *known == name)
}

struct Teacher<'l> {
    lexicon: &'l Lexicon,
    semantics: Semantics,
    grammar: Grammar,
    promises: Promises,
    /// Items whose orders were too many to look at all of them.
    many_orders: AtomicUsize,
}

type Models = Vec<(&'static str, Learner, Model)>;

impl Teacher<'_> {
    /// The rows of examples, made by all threads, in order.
    fn task(&self, examples: &[Example], threads: usize) -> (Task, Rows) {
        let parts: Vec<Vec<Rows>> = in_parts(threads, examples, |part| {
            let mut book = OrderBook::new(self.lexicon, self.grammar);
            part.iter()
                .map(|example| {
                    let scene = Scene::new(&example.world);
                    let phrase = &example.command.phrase;
                    let votes = (!phrase.clauses.is_empty()).then(|| {
                        let words = (self.lexicon, self.semantics);
                        Votes::count(&book.of(phrase), &scene, example.world.objects().len(), words, None)
                    });
                    rows(example, &scene, (self.lexicon, self.semantics), votes.as_ref())
                })
                .collect()
        });
        let mut task = Task::new(parts.iter().flatten().map(Rows::width).max().unwrap_or(0));
        let mut layout = Rows::default();
        for (found, example) in parts.into_iter().flatten().zip(examples) {
            task.ask();
            found.rows.iter().for_each(|row| task.candidate(row));
            task.answer(Some(example.target));
            layout = found;
        }
        (task, layout)
    }

    fn learn(&self, examples: &[Example], threads: usize) -> Models {
        if examples.is_empty() {
            return Vec::new();
        }
        let (task, layout) = self.task(examples, threads);
        let mut models = in_parallel(threads, &jobs(examples), |&(name, sections, learner)| {
            (name, learner, Model::learn(learner, &task, &layout.columns(sections)))
        });
        models.sort_by_key(|(name, learner, _)| (place(name), *learner));
        models
    }

    fn measure(
        &self,
        split: &str,
        examples: &[Example],
        (models, nameable): (&Models, &Nameable),
        addresses: &[(u64, String)],
        threads: usize,
    ) -> (Vec<FloorRow>, Vec<(usize, FloorExample)>) {
        let mut scores: Vec<(&'static str, &'static str, Vec<Option<f64>>)> = self.exact(examples, threads);
        let (task, layout) = self.task(examples, threads);
        scores.extend(if models.is_empty() {
            let jobs = jobs(examples);
            let mut found = in_parallel(threads, &jobs, |&(name, sections, learner)| {
                let credits = cross(learner, &task, &layout.columns(sections));
                (name, learner.name(), credits.into_iter().map(Some).collect())
            });
            found.sort_by_key(|(name, by, _)| (place(name), *by != Learner::Logistic.name()));
            found
        } else {
            in_parallel(threads, models, |(name, learner, model)| {
                (*name, learner.name(), model.credits(&task).into_iter().map(Some).collect())
            })
        });
        let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (number, example) in examples.iter().enumerate() {
            groups.entry(pattern(&example.command.phrase)).or_default().push(number);
        }
        if groups.len() > 1 {
            groups.insert(ALL.to_owned(), (0..examples.len()).collect());
        }
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        // Every item is in the group of its pattern and in that of all.
        let candidates_of = |example: &Example| {
            nameable.by_name(example, &Scene::new(&example.world), self.lexicon, self.semantics)
        };
        let by_name: Vec<Option<f64>> = examples.iter().map(candidates_of).collect();
        let mut right = Vec::new();
        for (group, members) in &groups {
            for (reader, by, credits) in &scores {
                let is_right = |number: &&usize| credits[**number] == Some(1.0);
                let first = members.iter().filter(is_right).min_by_key(|&&number| addresses[number].0);
                right.extend(first.map(|&number| {
                    let (split, group, address) =
                        (split.to_owned(), group.clone(), addresses[number].1.clone());
                    (number, FloorExample { split, group, reader, by, address })
                }));
            }
        }
        let row = |(group, members): (String, Vec<usize>)| {
            let chances: Vec<f64> =
                members.iter().map(|&number| nameable.by_form(&examples[number])).collect();
            let candidates: Option<Vec<f64>> = members.iter().map(|&number| by_name[number]).collect();
            let of_reader = |(reader, by, credits): &(&'static str, &'static str, Vec<Option<f64>>)| {
                let own: Vec<f64> = members.iter().filter_map(|&number| credits[number]).collect();
                let count = own.len() as u64;
                (count > 0).then(|| ReaderScore::new(reader, by, own.iter().sum(), count))
            };
            let mut readers: Vec<ReaderScore> = scores.iter().filter_map(of_reader).collect();
            let bound = readers.iter().position(|score| score.reader == BOUND);
            let bound = bound.map(|place| readers.remove(place).share());
            FloorRow {
                split: split.to_owned(),
                group,
                items: members.len() as u64,
                chance: mean(&chances),
                nameable: candidates.map(|candidates| mean(&candidates)),
                bound,
                readers,
            }
        };
        (groups.into_iter().map(row).collect(), right)
    }

    /// Readers that need not learn; `None` for items that one has nothing to say about.
    fn exact(
        &self,
        examples: &[Example],
        threads: usize,
    ) -> Vec<(&'static str, &'static str, Vec<Option<f64>>)> {
        let placed: Vec<(usize, &Example)> = examples.iter().enumerate().collect();
        let found: Vec<Vec<[Option<f64>; EXACT_READERS.len()]>> = in_parts(threads, &placed, |part| {
            let mut book = OrderBook::new(self.lexicon, self.grammar);
            part.iter().map(|(place, example)| self.credits(*place, example, &mut book)).collect()
        });
        let found: Vec<_> = found.into_iter().flatten().collect();
        let columns = EXACT_READERS.into_iter().enumerate();
        columns.map(|(column, name)| (name, EXACT, found.iter().map(|row| row[column]).collect())).collect()
    }

    fn credits(
        &self,
        place: usize,
        example: &Example,
        book: &mut OrderBook<'_>,
    ) -> [Option<f64>; EXACT_READERS.len()] {
        let (objects, target) = (example.world.objects(), example.target);
        let agent = example.world.agent().cell;
        let phrase = &example.command.phrase;
        let first = f64::from(u8::from(target == 0));
        let last = f64::from(u8::from(target + 1 == objects.len()));
        let distances: Vec<u32> =
            objects.iter().map(|object| u32::MAX - u32::from(agent.distance(object.cell))).collect();
        let near = Votes::credit(&distances, target);
        let mut credits = [Some(first), Some(last), Some(near), None, None, None, None, None];
        let scene = Scene::new(&example.world);
        let head = Phrase { clauses: Vec::new(), ..phrase.clone() };
        let fitting = scene.own_words(&head, self.lexicon, self.semantics);
        let hit = fitting >> target & 1 == 1;
        credits[3] = Some(if hit { 1.0 / f64::from(fitting.count_ones()) } else { 0.0 });
        if !phrase.clauses.is_empty() && place < CLOSELY {
            let orders = book.of(phrase);
            let words = (self.lexicon, self.semantics);
            let votes = Votes::count(&orders, &scene, objects.len(), words, Some(self.promises));
            self.many_orders.fetch_add(usize::from(!orders.complete), Ordering::Relaxed);
            credits[4] = Some(1.0 / orders.phrases.len().max(1) as f64);
            credits[5] = Some(Votes::credit(&votes.all, target));
            credits[6] = Some(Votes::credit(&votes.unique, target));
            credits[7] = Some(Votes::credit(&votes.promised, target));
        }
        credits
    }
}

/// The bound is no reader; it stands among them until it is taken out.
const BOUND: &str = "bound";

const EXACT_READERS: [&str; 8] = [
    "first object",
    "last object",
    "nearest object",
    "head phrase only",
    BOUND,
    "orders: vote",
    "orders: unique",
    "orders: promised",
];
