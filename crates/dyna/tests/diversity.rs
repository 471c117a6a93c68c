//! What is made fast is as diverse as what is made slowly, by telling and throwing away.

mod rejection;

use std::error::Error;

use rejection::{Counts, Rejection, Sample, count, entropy, guided, split_named, total_variation};
use wampimuk_core::{Digest, Role, StreamKey};
use wampimuk_dyna::recipe::SplitRecipe;
use wampimuk_dyna::{Recipe, Stories, shipped};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// How many questions of a part are compared.
const SAMPLES: u64 = 2_000;

/// mix(T12) with a train split of a part: four of five stories are for train, so that few are thrown away for their role.
/// It is not balanced: a plain rejection knows filters only.
fn dataset(part: &str) -> Outcome<Stories> {
    let mut recipe = Recipe::parse(shipped("mix-t12").ok_or("no such recipe")?.toml)?;
    recipe.generate.parts.iter_mut().for_each(|part| part.balance = false);
    recipe.splits = vec![SplitRecipe {
        name: "train".to_owned(),
        role: Role::Train,
        title: String::new(),
        holdout: None,
        each: false,
        parts: [(part.to_owned(), SAMPLES)].into(),
    }];
    Ok(Stories::new(recipe, 0)?)
}

/// Pearson's statistic for two samples of one size, in standard deviations from what is to be expected if both are of one
/// distribution. Rare cases count as one.
fn surprise<K: Ord + Clone>(one: &Counts<K>, other: &Counts<K>) -> f64 {
    let of = |counts: &Counts<K>, key: &K| counts.get(key).copied().unwrap_or(0) as f64;
    let keys: Vec<&K> = one.keys().chain(other.keys().filter(|key| !one.contains_key(key))).collect();
    let (mut cells, mut rare) = (Vec::new(), (0.0, 0.0));
    for key in keys {
        let (a, b) = (of(one, key), of(other, key));
        if a + b >= 10.0 {
            cells.push((a, b));
        } else {
            rare = (rare.0 + a, rare.1 + b);
        }
    }
    if rare.0 + rare.1 > 0.0 {
        cells.push(rare);
    }
    let statistic: f64 = cells.iter().map(|(a, b)| (a - b).powi(2) / (a + b)).sum();
    let freedom = (cells.len().max(2) - 1) as f64;
    (statistic - freedom) / (2.0 * freedom).sqrt()
}

fn compare(part: &str) -> Outcome<()> {
    let stories = dataset(part)?;
    let split = split_named(&stories, "train").ok_or("no train split")?;
    let made = guided(&stories, split, 0..SAMPLES).ok_or("a story is missing")?;
    let rejection = Rejection::new(&stories, part).ok_or("no such part")?;
    let key = StreamKey::new(&Digest::of(b"rejection"), part, 0);
    let drawn: Vec<Sample> =
        (0..SAMPLES).map(|number| rejection.draw(number, Role::Train, &mut key.stream(number))).collect();
    let needs = |sample: &Sample| (sample.composition.clone(), sample.support);
    let answers = |sample: &Sample| sample.answer.clone();
    let needs = surprise(&count(&made, needs), &count(&drawn, needs));
    let answers = surprise(&count(&made, answers), &count(&drawn, answers));
    assert!(needs.abs() < 4.0, "{part}: compositions differ by {needs} standard deviations");
    assert!(answers.abs() < 4.0, "{part}: answers differ by {answers} standard deviations");
    // the measure can tell: of two questions for one filter, always the first by its composition
    let turns = stories
        .recipe()
        .generate
        .parts
        .iter()
        .find(|other| other.name == part)
        .map(|part| part.filters.len());
    let other = |number: usize| &made[(number + turns.unwrap_or(1)) % made.len()];
    let skewed: Vec<Sample> =
        (0..made.len()).map(|number| (&made[number]).min(other(number)).clone()).collect();
    let composition = |sample: &Sample| sample.composition.clone();
    assert!(surprise(&count(&skewed, composition), &count(&drawn, composition)) > 10.0, "{part}");
    Ok(())
}

#[test]
fn where_people_are() -> Outcome<()> {
    compare("wp")
}

#[test]
fn where_objects_are() -> Outcome<()> {
    compare("wo")
}

#[test]
fn what_people_carry() -> Outcome<()> {
    compare("list")
}

#[test]
fn how_many_things_people_carry() -> Outcome<()> {
    compare("counting")
}

#[test]
fn where_objects_were() -> Outcome<()> {
    compare("wwo")
}

#[test]
fn yes_no_and_maybe() -> Outcome<()> {
    compare("yn")
}

#[test]
fn measures_of_small_distributions() {
    let counts = |list: &[(&'static str, u64)]| list.iter().copied().collect::<Counts<&str>>();
    let (even, one) = (counts(&[("a", 5), ("b", 5)]), counts(&[("a", 3)]));
    let close = |value: f64, expected: f64| assert!((value - expected).abs() < 1e-12, "{value}");
    close(total_variation(&even, &even), 0.0);
    close(total_variation(&even, &one), 0.5);
    close(total_variation(&one, &counts(&[("c", 9)])), 1.0);
    close(total_variation(&even, &counts(&[("a", 1), ("b", 3)])), 0.25);
    close(entropy(&even), 1.0);
    close(entropy(&one), 0.0);
    close(entropy(&counts(&[("a", 2), ("b", 1), ("c", 1)])), 1.5);
    close(surprise(&even, &even), -0.5f64.sqrt());
}
