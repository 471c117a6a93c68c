//! What items are about, in numbers.

use std::collections::BTreeMap;

use wampimuk_command::{Lexicon, Strategy};
use wampimuk_reascan::{Pattern, Population, Rules};

use super::view::View;
use super::{dataset, sample, stream};
use crate::bridge;

/// How often each of some words occurs.
type Tally = BTreeMap<String, u64>;

fn share(tally: &Tally, word: &str) -> f64 {
    tally.get(word).copied().unwrap_or(0) as f64 / tally.values().sum::<u64>().max(1) as f64
}

/// Tallies of everything, over random items of train.
struct Census {
    items: u64,
    tallies: BTreeMap<&'static str, Tally>,
}

impl Census {
    fn of(name: &str, items: u64) -> Self {
        let dataset = dataset(name);
        let words = bridge::words(dataset.lexicon());
        let mut maker = dataset.maker();
        let mut census = Self { items: 0, tallies: BTreeMap::new() };
        for index in sample(dataset.splits()[0].len, items, &mut stream("census")) {
            let item = maker.make(0, index).unwrap();
            census.see(&View::new(item, dataset.lexicon(), &words).unwrap());
        }
        census
    }

    fn see(&mut self, view: &View) {
        self.items += 1;
        let mut count = |what: &'static str, word: &str| {
            *self.tallies.entry(what).or_default().entry(word.to_string()).or_default() += 1;
        };
        count("verb", &view.order.verb);
        count("adverb", &view.order.adverb);
        let clauses = view.pattern().len();
        for relation in view.relations() {
            count(["", "relation of 1", "relation of 2"][clauses], relation);
        }
        for thing in &view.place.things {
            count("colour", &thing.colour);
            count("shape", &thing.shape);
            count(if thing.is_box { "size of boxes" } else { "size" }, &thing.size.to_string());
        }
        for strategy in Strategy::ALL.into_iter().filter(|&strategy| view.cast.has(strategy)) {
            count("strategy", strategy.name());
        }
    }

    /// Each of these words has its share, give or take this many hundredths.
    fn expect(&self, what: &str, words: &[(&str, f64)], tolerance: f64) {
        let tally = &self.tallies[what];
        let found: Vec<(&str, f64)> =
            words.iter().map(|&(word, _)| (word, 100.0 * share(tally, word))).collect();
        println!("{what}: {found:.2?}");
        for (&(word, expected), (_, found)) in words.iter().zip(&found) {
            assert!((found - expected).abs() < tolerance, "{what}, {word}: {found} instead of {expected}");
        }
    }
}

#[test]
fn words_and_things_are_as_frequent_as_they_should_be() {
    let census = Census::of("reascan", 8_000);
    // Commands are sampled, and there are 3,759 of them in training: chance alone moves a fifth by 0.7 points.
    let third = 100.0 / 3.0;
    census.expect("verb", &[("walk", third), ("push", third), ("pull", third)], 3.0);
    let adverbs = ["", "while zigzagging", "while spinning", "cautiously", "hesitantly"];
    census.expect("adverb", &adverbs.map(|adverb| (adverb, 20.0)), 3.0);
    census.expect("colour", &["red", "green", "blue", "yellow"].map(|colour| (colour, 25.0)), 4.0);
    census.expect("size", &["1", "2", "3", "4"].map(|size| (size, 25.0)), 4.0);
    // Only clauses call for boxes, and bigger ones fit fewer cells, but none is rare.
    census.expect("shape", &[("circle", 31.0), ("cylinder", 31.0), ("square", 31.0), ("box", 7.0)], 6.0);
    census.expect("size of boxes", &["1", "2", "3", "4"].map(|size| (size, 25.0)), 12.0);
}

/// The shares of relations among the clauses of all commands with two of them, by the second opinion's parser.
fn population() -> Tally {
    let lexicon = Lexicon::reascan();
    let pattern = Pattern::parse("$OBJ_0 ^ $OBJ_1 & $OBJ_2").unwrap();
    let population = Population::new(&pattern, &Rules::default(), &lexicon).unwrap();
    let mut tally = Tally::new();
    for number in (0..population.len()).step_by(11) {
        for phrase in bridge::phrases(&population.command(number, 0, None).phrase, &lexicon) {
            if let Some((_, relation)) = phrase.hangs {
                *tally.entry(relation).or_default() += 1;
            }
        }
    }
    tally
}

/// In the published items with two clauses, 0.6 % of the clauses are "in the same size as", though 4.9 % of those of
/// all commands are: most such commands found no world. Here none of the six vanishes.
#[test]
fn no_relation_vanishes() {
    let population = population();
    assert_eq!(population.len(), 6);
    let census = Census::of("reascan-full", 20_000);
    for relation in population.keys() {
        let (want, have) = (share(&population, relation), share(&census.tallies["relation of 2"], relation));
        println!("{relation}: {:.2} % of all clauses, {:.2} % of those of items", 100.0 * want, 100.0 * have);
        assert!(have > 0.9 * want && have < 1.1 * want, "{relation}: {have} instead of {want}");
    }
}

/// The same with hold-outs, which take "inside of" with "in the same size as" away, and a sample of commands.
#[test]
fn same_size_is_in_training() {
    let census = Census::of("reascan", 8_000);
    let have = share(&census.tallies["relation of 2"], "in the same size as");
    let want = share(&population(), "in the same size as");
    println!("{:.2} % of clauses, {:.2} % of those of training", 100.0 * want, 100.0 * have);
    assert!(have > 0.8 * want * (1.0 - 117_880.0 / 302_548.0), "{have} instead of {want}");
    let lone = share(&census.tallies["relation of 1"], "in the same size as");
    // 180 of 5050 commands; the published data have none.
    assert!(lone > 0.8 * 180.0 / 5050.0, "{lone}");
}

/// Distractors of every kind are there: the published claim of "relation distractors in every item" holds.
#[test]
fn distractors_of_every_kind() {
    let census = Census::of("reascan-2rc", 3_000);
    let tally = &census.tallies["strategy"];
    let share = |name: &str| tally.get(name).copied().unwrap_or(0) as f64 / census.items as f64;
    for strategy in Strategy::ALL {
        println!("{}: {:.1} % of items", strategy.name(), 100.0 * share(strategy.name()));
    }
    assert!((share("command") - 1.0).abs() < f64::EPSILON && share("relation") > 0.99);
    // Isomorphism distractors need two phrases that are not boxes, and not every world has room left.
    for (strategy, least) in [("attribute", 0.8), ("isomorphism", 0.3), ("random", 0.2)] {
        assert!(share(strategy) > least, "{strategy}: {}", share(strategy));
    }
}
