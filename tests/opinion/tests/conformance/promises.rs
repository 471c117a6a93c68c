//! What ReaSCAN's worlds promise beside a unique target, and how far its data keep it: that size words compare two
//! sizes, that articles tell how many things fit a phrase, and that every clause is needed.
//!
//! The counts are those an independent checker found in the whole files; see [`Sample`] for the comparison.

use wampimuk_command::{
    Determiner, Extreme, Lexicon, Phrase, Reading, Relation, Scene, Semantics, denotation,
};
use wampimuk_opinion::graph::{Fit, command_graph, heads, world_graph};

use super::sample::Sample;
use crate::bridge;
use crate::json::{self, Recorded, recorded};

/// The order of the columns for clauses.
const RELATIONS: [Relation; 6] = [
    Relation::SameRow,
    Relation::SameColumn,
    Relation::SameColour,
    Relation::SameShape,
    Relation::SameSize,
    Relation::Inside,
];

/// What is counted in a file.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// Items with a size word, and those of them in which a size word compares more than two sizes.
    sized: usize,
    crowded: usize,
    /// Phrases with a size word, and those whose intended thing is not the smallest or biggest: heads with a noun, heads
    /// with "object", and the same for other phrases.
    sized_phrases: usize,
    middling: [usize; 4],
    /// Phrases other than heads with "the" and "a", and those with "a" that are unique in the superlative reading.
    the: usize,
    a: usize,
    a_unique: usize,
    /// Items whose head is unique without its clauses.
    alone: usize,
    /// Items that need all their clauses.
    needed: usize,
    /// Per relation, in the order of [`RELATIONS`]: the clauses that are not needed, and all.
    clauses: [[usize; 2]; 6],
}

/// A phrase and those below it in the order of the text, which is the order of the things they were made for.
fn list(phrase: &Phrase) -> Vec<&Phrase> {
    let below = phrase.clauses.iter().flat_map(|clause| list(&clause.phrase));
    [phrase].into_iter().chain(below).collect()
}

/// All ways to leave out one clause, with its relation.
fn shortened(phrase: &Phrase) -> Vec<(Relation, Phrase)> {
    let mut shorter = Vec::new();
    for (number, clause) in phrase.clauses.iter().enumerate() {
        let mut without = phrase.clone();
        without.clauses.remove(number);
        shorter.push((clause.relation, without));
        for (relation, inner) in shortened(&clause.phrase) {
            let mut with = phrase.clone();
            with.clauses[number].phrase = inner;
            shorter.push((relation, with));
        }
    }
    shorter
}

impl Counts {
    fn add(&mut self, example: &Recorded, lexicon: &Lexicon) {
        let scene = Scene::new(&example.world);
        let phrases = list(&example.command.phrase);
        self.add_sizes(&phrases, &scene, example, lexicon);
        let own = Semantics::from(Reading::Existential);
        let fitting = |phrase: &Phrase, semantics| scene.own_words(phrase, lexicon, semantics).count_ones();
        for phrase in &phrases[1..] {
            match phrase.determiner {
                Determiner::The => self.the += 1,
                Determiner::A => {
                    self.a += 1;
                    self.a_unique += usize::from(fitting(phrase, Reading::Superlative.into()) == 1);
                }
            }
        }
        self.alone += usize::from(fitting(phrases[0], own) == 1);
        self.add_clauses(example, lexicon);
    }

    fn add_sizes(&mut self, phrases: &[&Phrase], scene: &Scene<'_>, example: &Recorded, lexicon: &Lexicon) {
        let objects = example.world.objects();
        let mut crowded = false;
        for (number, phrase) in phrases.iter().enumerate() {
            let Some(word) = phrase.size else { continue };
            let class = Phrase { size: None, clauses: Vec::new(), ..(*phrase).clone() };
            let members = bridge::members(scene.own_words(&class, lexicon, Reading::Existential.into()));
            let mut sizes: Vec<u8> = members.into_iter().map(|member| objects[member].size).collect();
            sizes.sort_unstable();
            sizes.dedup();
            let end = match lexicon.sizes[usize::from(word)].extreme {
                Extreme::Small => sizes.first(),
                Extreme::Big => sizes.last(),
            };
            crowded |= sizes.len() > 2;
            self.sized_phrases += 1;
            let place = 2 * usize::from(number > 0) + usize::from(phrase.noun.is_none());
            self.middling[place] += usize::from(end != Some(&objects[number].size));
        }
        self.sized += usize::from(phrases.iter().any(|phrase| phrase.size.is_some()));
        self.crowded += usize::from(crowded);
    }

    /// A clause is needed if the target is not the only referent without it. The graphs have to agree.
    fn add_clauses(&mut self, example: &Recorded, lexicon: &Lexicon) {
        let world = world_graph(&bridge::place(&example.world, lexicon));
        let mut all_needed = true;
        for (relation, phrase) in shortened(&example.command.phrase) {
            let fast = denotation(&phrase, &example.world, lexicon, Reading::Existential.into());
            let command = command_graph(&bridge::phrases(&phrase, lexicon));
            assert_eq!(bridge::members(fast), heads(&command, &world, Fit::Monomorphism), "{}", example.text);
            let column = RELATIONS.iter().position(|&other| other == relation).expect("one of six");
            let row = &mut self.clauses[column];
            row[0] += usize::from(fast == 1);
            row[1] += 1;
            all_needed &= fast != 1;
        }
        self.needed += usize::from(all_needed);
    }
}

fn check(name: &str, of: usize, whole: Counts) {
    let Some(values) = json::lines(&format!("reascan/{name}.jsonl.gz")) else { return };
    let lexicon = Lexicon::reascan();
    let mut have = Counts::default();
    let mut phrases = 1;
    for value in &values {
        let example = recorded(value, &lexicon);
        phrases = example.command.phrase.count();
        have.add(&example, &lexicon);
    }
    println!("{name}: {} of {of} items\n{have:?}\n{whole:?}", values.len());
    let sample = Sample { name, items: values.len(), of };
    sample.expect("items with a size word", have.sized, whole.sized, 1);
    sample.expect("items with three sizes", have.crowded, whole.crowded, 1);
    sample.expect("phrases with a size word", have.sized_phrases, whole.sized_phrases, phrases);
    for (place, (have, whole)) in have.middling.into_iter().zip(whole.middling).enumerate() {
        let what = ["heads with a noun", "heads with object", "nouns", "objects"][place];
        let each = if place < 2 { 1 } else { phrases - 1 };
        sample.expect(&format!("middling {what}"), have, whole, each.max(1));
    }
    let others = (phrases - 1).max(1);
    sample.expect("the", have.the, whole.the, others);
    sample.expect("a", have.a, whole.a, others);
    sample.expect("a, but unique", have.a_unique, whole.a_unique, others);
    sample.expect("heads unique without clauses", have.alone, whole.alone, 1);
    sample.expect("items that need all clauses", have.needed, whole.needed, 1);
    for (relation, (have, whole)) in RELATIONS.into_iter().zip(have.clauses.into_iter().zip(whole.clauses)) {
        // Clauses of one head have different relations; so have the two of a chain, in the file there is.
        sample.expect(&format!("{relation:?} not needed"), have[0], whole[0], 1);
        sample.expect(&format!("{relation:?}"), have[1], whole[1], 1);
    }
}

#[test]
fn simple() {
    let whole = Counts { sized: 1650, sized_phrases: 1650, alone: 2500, needed: 2500, ..Counts::default() };
    check("generated-p1", 2500, whole);
}

#[test]
fn one_clause() {
    check(
        "generated-p2",
        2240,
        Counts {
            sized: 2070,
            crowded: 201,
            sized_phrases: 3210,
            middling: [0, 110, 0, 0],
            the: 1090,
            a: 1150,
            a_unique: 0,
            alone: 1,
            needed: 2239,
            clauses: [[0, 910], [1, 880], [0, 31], [0, 19], [0, 0], [0, 400]],
        },
    );
    check(
        "generated-p2-180",
        1980,
        Counts {
            sized: 1980,
            crowded: 51,
            sized_phrases: 3240,
            middling: [0, 32, 0, 0],
            the: 900,
            a: 1080,
            a_unique: 0,
            alone: 0,
            needed: 1980,
            clauses: [[0, 720], [0, 1260], [0, 0], [0, 0], [0, 0], [0, 0]],
        },
    );
}

#[test]
fn two_clauses() {
    check(
        "published-p3-test",
        2712,
        Counts {
            sized: 2621,
            crowded: 610,
            sized_phrases: 5441,
            middling: [0, 248, 1, 35],
            the: 0,
            a: 5424,
            a_unique: 28,
            alone: 2,
            needed: 2633,
            clauses: [[28, 1831], [21, 1815], [0, 92], [1, 363], [4, 31], [27, 1292]],
        },
    );
    check(
        "generated-p3",
        2373,
        Counts {
            sized: 2253,
            crowded: 545,
            sized_phrases: 4755,
            middling: [0, 239, 4, 47],
            the: 4,
            a: 4742,
            a_unique: 37,
            alone: 8,
            needed: 2174,
            clauses: [[55, 1773], [37, 1620], [3, 40], [79, 311], [0, 182], [35, 820]],
        },
    );
    check(
        "generated-p3-june8",
        2379,
        Counts {
            sized: 2279,
            crowded: 449,
            sized_phrases: 4962,
            middling: [0, 174, 4, 34],
            the: 0,
            a: 4758,
            a_unique: 24,
            alone: 0,
            needed: 2321,
            clauses: [[19, 1828], [18, 1694], [0, 41], [1, 325], [3, 30], [18, 840]],
        },
    );
}

/// Random distractors only: most clauses are not needed.
#[test]
fn two_clauses_among_random_things() {
    check(
        "generated-p3-rd",
        2500,
        Counts {
            sized: 2370,
            crowded: 317,
            sized_phrases: 4940,
            middling: [0, 108, 1, 36],
            the: 4117,
            a: 883,
            a_unique: 30,
            alone: 1703,
            needed: 141,
            clauses: [[1597, 1860], [1511, 1700], [33, 40], [300, 370], [176, 210], [733, 820]],
        },
    );
}

#[test]
fn three_clauses_and_nested_ones() {
    check(
        "generated-p4",
        2994,
        Counts {
            sized: 2946,
            crowded: 1125,
            sized_phrases: 7551,
            middling: [0, 394, 22, 208],
            the: 11,
            a: 8971,
            a_unique: 161,
            alone: 7,
            needed: 2063,
            clauses: [[397, 2544], [392, 2523], [8, 219], [199, 1062], [48, 672], [243, 1962]],
        },
    );
    check(
        "generated-c2",
        2496,
        Counts {
            sized: 2451,
            crowded: 530,
            sized_phrases: 5250,
            middling: [0, 242, 0, 0],
            the: 416,
            a: 4576,
            a_unique: 0,
            alone: 15,
            needed: 2334,
            clauses: [[79, 2496], [98, 2496], [0, 0], [0, 0], [0, 0], [0, 0]],
        },
    );
}
