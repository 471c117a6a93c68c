//! Whether what is made fast is as diverse as what is made slowly: for every part of mix(T12), questions of the dataset
//! beside as many that a plain rejection sampler draws.
//!
//!     cargo run --release --package wampimuk-bench --example diversity -- 100000 [PART…]
//!
//! Prints, for compositions with their sizes, for answers, and for both together: the entropy of both in bits, the total variation between
//! them, and between their first halves; beside it the total variation between the two halves of what was drawn by
//! rejection. The last two are of samples of one size: if they are alike, the difference is chance.

#[path = "../crates/dyna/tests/rejection/mod.rs"]
mod rejection;

use std::num::NonZero;
use std::process::ExitCode;
use std::time::Instant;

use rejection::{Rejection, Sample, count, entropy, guided, split_named, total_variation};
use wampimuk_core::{Digest, Role, StreamKey};
use wampimuk_dyna::recipe::SplitRecipe;
use wampimuk_dyna::{Recipe, Stories, shipped};

const RECIPE: &str = "mix-t12";

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let number = arguments.next().and_then(|number| number.parse().ok()).filter(|number| *number >= 2);
    let Some(number) = number else {
        eprintln!("usage: diversity NUMBER [PART…]");
        return ExitCode::from(2);
    };
    match report(number, &arguments.collect::<Vec<String>>()) {
        Some(()) => ExitCode::SUCCESS,
        None => {
            eprintln!("there is no such part, or a story could not be made");
            ExitCode::FAILURE
        }
    }
}

fn report(number: u64, parts: &[String]) -> Option<()> {
    let mut recipe = Recipe::parse(shipped(RECIPE)?.toml).ok()?;
    // a plain rejection knows filters only
    recipe.generate.parts.iter_mut().for_each(|part| part.balance = false);
    let all: Vec<String> = recipe.generate.parts.iter().map(|part| part.name.clone()).collect();
    println!("{RECIPE}, {number} questions of each part\n");
    println!(
        "{:<9} {:<12} {:>6} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "part", "of", "cases", "H made", "H drawn", "TV", "TV half", "TV noise"
    );
    for part in if parts.is_empty() { &all } else { parts } {
        let mut recipe = recipe.clone();
        recipe.splits = vec![SplitRecipe {
            name: "train".to_owned(),
            role: Role::Train,
            title: String::new(),
            holdout: None,
            each: false,
            parts: [(part.clone(), number)].into(),
        }];
        let stories = Stories::new(recipe, 0).ok()?;
        let split = split_named(&stories, "train")?;
        let began = Instant::now();
        let made = on_all_cores(number, |numbers| guided(&stories, split, numbers))?;
        let making = began.elapsed();
        let rejection = Rejection::new(&stories, part)?;
        let key = StreamKey::new(&Digest::of(b"rejection"), part, 0);
        let drawn = on_all_cores(number, |numbers| {
            let draw = |number| rejection.draw(number, Role::Train, &mut key.stream(number));
            Some(numbers.map(draw).collect())
        })?;
        let drawing = began.elapsed() - making;
        compare(part, "needs", &made, &drawn, |sample| (sample.composition.clone(), sample.support));
        compare(part, "answers", &made, &drawn, |sample| sample.answer.clone());
        compare(part, "both", &made, &drawn, |sample| {
            (sample.composition.clone(), sample.support, sample.answer.clone())
        });
        println!("{part:<9} {:.1} s made, {:.1} s drawn", making.as_secs_f64(), drawing.as_secs_f64());
    }
    Some(())
}

fn compare<K: Ord>(
    part: &str,
    of: &str,
    made: &[Sample],
    drawn: &[Sample],
    what: impl Fn(&Sample) -> K + Copy,
) {
    let half = drawn.len() / 2;
    let (all_made, all_drawn) = (count(made, what), count(drawn, what));
    let (first, second) = (count(&drawn[..half], what), count(&drawn[half..], what));
    println!(
        "{part:<9} {of:<12} {:>6} {:>9.4} {:>9.4} {:>9.5} {:>9.5} {:>9.5}",
        all_drawn.len(),
        entropy(&all_made),
        entropy(&all_drawn),
        total_variation(&all_made, &all_drawn),
        total_variation(&count(&made[..half], what), &first),
        total_variation(&first, &second),
    );
}

/// Samples of all numbers, in their order, some on each core.
fn on_all_cores(
    number: u64,
    work: impl Fn(std::ops::Range<u64>) -> Option<Vec<Sample>> + Sync,
) -> Option<Vec<Sample>> {
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let share = number.div_ceil(cores);
    let work = &work;
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..cores)
            .map(|core| (core * share).min(number)..((core + 1) * share).min(number))
            .map(|numbers| scope.spawn(move || work(numbers)))
            .collect();
        let done: Option<Vec<Vec<Sample>>> =
            threads.into_iter().map(|thread| thread.join().ok().flatten()).collect();
        Some(done?.into_iter().flatten().collect())
    })
}
