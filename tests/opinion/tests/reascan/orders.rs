//! Does the order of the words matter? Other orders of a command's words must refer to other things, just as certainly.

use std::collections::BTreeSet;

use wampimuk_core::Stream;
use wampimuk_opinion::{Phrase, needed_clauses, needed_words, referents};
use wampimuk_reascan::{Constructed, NecessityName, Reascan, Worlds};

use super::view::{View, every_meaning, own, readings};
use super::{dataset, make, sample, stream};
use crate::bridge;

/// Items of each split that are looked at: every order is tried on every assignment of things to phrases.
const ITEMS: u64 = 6;

/// Commands of more phrases have thousands of orders.
const PHRASES: usize = 3;

/// How a split's worlds are made.
fn settings(dataset: &Reascan, split: usize) -> Constructed {
    let generate = &dataset.recipe().generate;
    let holdout = dataset.splits()[split].holdout.as_deref();
    let own = generate.holdouts.iter().find(|other| Some(other.name.as_str()) == holdout);
    match own.and_then(|own| own.worlds.as_ref()).unwrap_or(&generate.worlds) {
        Worlds::Constructed(settings) => settings.clone(),
        Worlds::Released(_) => unreachable!("only constructed recipes are asked"),
    }
}

/// All different ways to put some words into a row.
fn rows<T: Clone + Ord>(words: &[T]) -> BTreeSet<Vec<T>> {
    let Some((first, rest)) = words.split_first() else { return BTreeSet::from([Vec::new()]) };
    let insert = |row: &Vec<T>, place: usize| {
        let mut row = row.clone();
        row.insert(place, first.clone());
        row
    };
    rows(rest)
        .iter()
        .flat_map(|row| (0..=row.len()).map(|place| insert(row, place)).collect::<Vec<_>>())
        .collect()
}

/// Whether ReaSCAN's grammar has a command with these phrases, as the paper tells: a clause says something new, is about
/// something else, and describes it; only boxes have an inside; shapes are compared between objects without a noun.
fn is_natural(phrases: &[Phrase]) -> bool {
    let head_is_box = phrases[0].noun == "box";
    let clause = |number: usize| {
        let child = &phrases[number];
        let Some((above, relation)) = &child.hangs else { return false };
        let parent = &phrases[*above];
        let twice = phrases[1..number].iter().any(|other| other.hangs == child.hangs);
        let described = child.size.is_some() || child.colour.is_some();
        let new = match relation.as_str() {
            "in the same size as" => child.size.is_none() && parent.size.is_none(),
            "in the same color as" => child.colour.is_none() && parent.colour.is_none(),
            "in the same shape as" => child.noun == "object" && parent.noun == "object",
            _ => true,
        };
        let shapes = relation == "in the same shape as";
        let other = shapes || child.noun != "object" && child.noun != parent.noun;
        !twice && described && new && other && (child.noun == "box") == (relation == "inside of")
    };
    let said = |phrase: &Phrase| (phrase.size.clone(), phrase.colour.clone(), phrase.noun.clone());
    let different: BTreeSet<_> = phrases.iter().map(said).collect();
    !head_is_box && different.len() == phrases.len() && (1..phrases.len()).all(clause)
}

/// What a command of up to two clauses means, whatever their order.
type Meaning = BTreeSet<(Option<(usize, String)>, Option<String>, Option<String>, String)>;

fn meaning(phrases: &[Phrase], pivot: bool) -> Meaning {
    let entry = |(number, phrase): (usize, &Phrase)| {
        // In a chain it matters which clause comes first, and the phrases say so by what they hang from.
        let hangs =
            phrase.hangs.clone().map(|(above, relation)| (if pivot { number } else { above }, relation));
        (hangs, phrase.size.clone(), phrase.colour.clone(), phrase.noun.clone())
    };
    phrases.iter().enumerate().map(entry).collect()
}

/// The other natural orders of a command's words.
fn other_orders(phrases: &[Phrase]) -> Vec<Vec<Phrase>> {
    let chain = phrases.iter().any(|phrase| phrase.hangs.as_ref().is_some_and(|(above, _)| *above > 0));
    let column =
        |value: &dyn Fn(&Phrase) -> Option<String>| rows(&phrases.iter().map(value).collect::<Vec<_>>());
    let sizes = column(&|phrase| phrase.size.clone());
    let colours = column(&|phrase| phrase.colour.clone());
    let nouns = column(&|phrase| Some(phrase.noun.clone()));
    let relations =
        rows(&phrases[1..].iter().filter_map(|phrase| Some(phrase.hangs.clone()?.1)).collect::<Vec<_>>());
    let mut seen = BTreeSet::from([meaning(phrases, chain)]);
    let mut orders = Vec::new();
    for size in &sizes {
        for colour in &colours {
            for noun in &nouns {
                for relation in &relations {
                    let other: Vec<Phrase> = (0..phrases.len())
                        .map(|number| Phrase {
                            size: size[number].clone(),
                            colour: colour[number].clone(),
                            noun: noun[number].clone().unwrap_or_default(),
                            hangs: phrases[number]
                                .hangs
                                .as_ref()
                                .map(|(above, _)| (*above, relation[number - 1].clone())),
                        })
                        .collect();
                    if is_natural(&other) && seen.insert(meaning(&other, chain)) {
                        orders.push(other);
                    }
                }
            }
        }
    }
    orders
}

/// What phrases certainly refer to: the same thing under every meaning, with as much needed as the recipe promises.
fn certain(phrases: &[Phrase], view: &View, necessity: NecessityName) -> Option<usize> {
    let [only] = referents(phrases, &view.place, own())[..] else { return None };
    let same = every_meaning().into_iter().all(|choices| referents(phrases, &view.place, choices) == [only]);
    let clauses = || needed_clauses(phrases, &view.place, own()).len() == phrases.len() - 1;
    let words = |choices| {
        let needed = needed_words(phrases, &view.place, choices);
        let said = phrases.iter().map(|phrase| {
            let noun = usize::from(phrase.noun != "object" && phrase.noun != "box");
            usize::from(phrase.size.is_some()) + usize::from(phrase.colour.is_some()) + noun
        });
        let needed =
            needed.iter().filter(|(phrase, class)| !(phrases[*phrase].noun == "box" && *class == "noun"));
        needed.count() == said.sum::<usize>()
    };
    let kept = match necessity {
        NecessityName::None => true,
        NecessityName::Clauses => clauses(),
        NecessityName::Words => clauses() && readings().into_iter().all(words),
    };
    (same && kept).then_some(only)
}

/// How many things other orders certainly refer to, the target aside, and how many there should be.
fn rivals(view: &View, settings: &Constructed) -> (usize, usize) {
    let orders = other_orders(&view.order.phrases);
    let mut things: BTreeSet<usize> =
        orders.iter().filter_map(|order| certain(order, view, settings.necessity)).collect();
    things.remove(&view.target);
    (things.len(), orders.len().min(settings.rivals.into()))
}

fn check(name: &str, damage: impl Fn(&mut View, &mut Stream) -> bool) -> (u32, u32) {
    let dataset = dataset(name);
    let words = bridge::words(dataset.lexicon());
    let mut stream = stream("orders");
    let mut maker = dataset.maker();
    let (mut broken, mut looked_at) = (0, 0);
    for (split, info) in dataset.splits().iter().enumerate() {
        let settings = settings(&dataset, split);
        for index in sample(info.len, ITEMS, &mut stream) {
            let item = make(&mut maker, name, split, index);
            let mut view = View::new(item, dataset.lexicon(), &words).expect("a readable item");
            let phrases = view.order.phrases.len();
            if !(2..=PHRASES).contains(&phrases) || !damage(&mut view, &mut stream) {
                continue;
            }
            let (found, wanted) = rivals(&view, &settings);
            looked_at += 1;
            broken += u32::from(found < wanted);
        }
    }
    (broken, looked_at)
}

#[test]
fn other_orders_refer_to_other_things() {
    for name in ["reascan", "reascan-words"] {
        let (broken, looked_at) = check(name, |_, _| true);
        assert!(broken == 0 && looked_at > 50, "{name}: {broken} of {looked_at} items");
    }
}

/// A thing less, and some order has lost its referent or is no longer certain.
#[test]
fn a_missing_thing_is_noticed() {
    let (broken, looked_at) = check("reascan", |view, stream| {
        let thing = stream.index(view.place.things.len());
        if thing == view.target {
            return false;
        }
        view.place.things.remove(thing);
        view.target -= usize::from(thing < view.target);
        true
    });
    assert!(broken * 5 > looked_at, "{broken} of {looked_at} items");
}
