//! Long stories: where their needed lines lie, and what readers find who do not understand them.

use std::collections::BTreeMap;
use std::error::Error;

use wampimuk_core::Family;
use wampimuk_dyna::{Recipe, SHIPPED, Stories, StoryFamily, StoryItems};

type Outcome<T> = Result<T, Box<dyn Error>>;

#[test]
fn look() -> Outcome<()> {
    let name = std::env::var("RECIPE").unwrap_or("long-4k".into());
    let n: u64 = std::env::var("N").unwrap_or("70".into()).parse()?;
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name).ok_or("no such recipe")?;
    let stories = Stories::new(Recipe::parse(shipped.toml)?, 0)?;
    let mut worker = stories.worker();
    let split = stories.splits().len() - 1;
    let mut counts: BTreeMap<(String, usize, usize), usize> = BTreeMap::new();
    for number in 0..n {
        let begin = std::time::Instant::now();
        let (narrative, _) = worker.story(split, number)?;
        let made = begin.elapsed();
        let s = &narrative.told.solutions[0];
        let again = std::time::Instant::now();
        let solved = stories.solver("long").ok_or("")?.solve(&narrative.told.passage)?;
        assert_eq!(solved, narrative.told.solutions);
        *counts.entry((s.kind.name().to_owned(), s.supporting.len(), s.all_minimal.len())).or_default() += 1;
        if n < 100 {
            println!(
                "{:?} {:?} {} {} {:?} {:?} {}",
                made,
                again.elapsed(),
                narrative.told.passage.lines.len(),
                s.kind.name(),
                s.supporting,
                s.all_minimal.len(),
                s.answer
            );
        }
    }
    println!("{counts:#?}");
    Ok(())
}
