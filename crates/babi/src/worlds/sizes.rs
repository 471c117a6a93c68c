//! Task 18: what is bigger than what, and what fits inside what.
//!
//! A world gives every thing a size. One thing fits inside another if and only if the other is bigger. "Does the box fit
//! in the chest?" is answered by *yes* if the chest is bigger in all worlds and by *no* if it is in none, that is, if the
//! box is known to be bigger; otherwise the answer is unknown. That chocolates are small is not known unless it is told.
//!
//! The support is the shortest chain of at least two facts, of these the one whose lines come first: the published
//! supports are chains of two even where the answer is told outright, and where there are several chains the published
//! choice is arbitrary (the same question in the same story may have different ones). A fact that tells the answer is the
//! support if there is no chain.
//!
//! As published, facts come in fives until there is a chain of two, and may repeat; so may the five questions. They are
//! about the ends of any chain of two with equal chances; the published ones prefer some, and repeat themselves more.

use wampimuk_core::Stream;

use super::words::{among, between, term, walk};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The things.
pub const THINGS: [&str; 6] = ["chocolate", "box of chocolates", "box", "chest", "container", "suitcase"];
/// The first things of these are always the smallest in new stories, and in this order, as published.
const SMALL: usize = 2;

/// A thing by its name in sentences. The public generator has a "treasure chest".
fn thing(name: &str) -> Option<&'static str> {
    among(&THINGS, name.strip_prefix("treasure ").filter(|rest| *rest == "chest").unwrap_or(name))
}

/// The world of sizes.
#[derive(Clone, Copy, Debug)]
pub struct Sizes;

/// A thing is bigger than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bigger {
    big: &'static str,
    small: &'static str,
    /// Whether it is said by "fits".
    fits: bool,
}

/// Whether a chain leads from something to something bigger.
fn grows(facts: &[&Bigger], small: &'static str, big: &'static str) -> bool {
    let mut reached: Vec<&'static str> = Vec::new();
    let mut next = Some(small);
    let mut done = 0;
    while let Some(here) = next {
        for fact in facts.iter().filter(|fact| fact.small == here) {
            if !reached.contains(&fact.big) {
                reached.push(fact.big);
            }
        }
        next = reached.get(done).copied();
        done += 1;
    }
    reached.contains(&big)
}

impl ToyWorld for Sizes {
    type Fact = Bigger;
    type Question = Bigger;
    const NAME: &'static str = "sizes";
    const TASKS: &'static [u8] = &[18];

    fn read(text: &str) -> Option<Bigger> {
        let text = between(text, "The ", ".")?;
        let (big, small, fits) = match text.split_once(" is bigger than the ") {
            Some((big, small)) => (big, small, false),
            None => text.split_once(" fits inside the ").map(|(small, big)| (big, small, true))?,
        };
        Some(Bigger { big: thing(big)?, small: thing(small)?, fits })
    }

    fn write(Bigger { big, small, fits }: &Bigger) -> String {
        if *fits {
            format!("The {small} fits inside the {big}.")
        } else {
            format!("The {big} is bigger than the {small}.")
        }
    }

    fn read_question(text: &str) -> Option<Bigger> {
        let (big, small, fits) = if let Some(rest) = between(text, "Is the ", "?") {
            let (big, small) = rest.split_once(" bigger than ")?;
            (big, small.strip_prefix("the ").unwrap_or(small), false)
        } else {
            between(text, "Does the ", "?")?
                .split_once(" fit in the ")
                .map(|(small, big)| (big, small, true))?
        };
        Some(Bigger { big: thing(big)?, small: thing(small)?, fits })
    }

    fn ask(Bigger { big, small, fits }: &Bigger) -> String {
        if *fits {
            format!("Does the {small} fit in the {big}?")
        } else {
            format!("Is the {big} bigger than the {small}?")
        }
    }

    fn formula(Bigger { big, small, fits }: &Bigger) -> String {
        if *fits {
            format!("fits({}, {})", term(small), term(big))
        } else {
            format!("bigger({}, {})", term(big), term(small))
        }
    }

    fn query(question: &Bigger) -> String {
        Sizes::formula(question) + "?"
    }

    fn concept(_: &Bigger) -> &'static str {
        "SIZE"
    }

    fn kind(_: &Bigger) -> Kind {
        Kind::Size
    }

    fn contradiction(facts: &[Bigger]) -> Option<(usize, String)> {
        let all: Vec<&Bigger> = facts.iter().collect();
        facts.iter().enumerate().find_map(|(index, fact)| {
            let circle = fact.big == fact.small || grows(&all[..index], fact.big, fact.small);
            circle.then(|| (index, format!("the {} is not bigger than the {}", fact.big, fact.small)))
        })
    }

    fn answers(facts: &[&Bigger], question: &Bigger) -> Vec<String> {
        if grows(facts, question.small, question.big) {
            vec!["yes".to_owned()]
        } else if question.big == question.small || grows(facts, question.big, question.small) {
            vec!["no".to_owned()]
        } else {
            Vec::new()
        }
    }

    /// From the thing that is asked to be bigger to the other.
    fn canonical(facts: &[Bigger], question: &Bigger, minimal: &[Vec<usize>]) -> Vec<usize> {
        let chain = minimal.iter().find(|set| set.len() > 1).unwrap_or(&minimal[0]);
        walk(chain, question.big, |fact| (facts[fact].big, facts[fact].small))
    }

    fn limits(_: u8) -> Limits {
        Limits::of_chains(THINGS.len(), Shape { steps: 2, decoys: 3 })
    }

    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Bigger, Bigger>> {
        let mut things = THINGS;
        stream.shuffle(&mut things[SMALL..]);
        if let Some(shape) = shape {
            return shaped(&things, shape, stream);
        }
        let mut facts: Vec<Bigger> = Vec::new();
        let mut ends: Vec<(&'static str, &'static str)> = Vec::new();
        while ends.is_empty() && facts.len() < MOST {
            for _ in 0..5 {
                let mut pair: Vec<usize> = (0..things.len()).collect();
                let pair = stream.sample(&mut pair, 2);
                let (small, big) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                facts.push(Bigger { big: things[big], small: things[small], fits: stream.below(2) == 0 });
            }
            for low in &facts {
                for high in facts.iter().filter(|high| high.small == low.big) {
                    if !ends.contains(&(low.small, high.big)) {
                        ends.push((low.small, high.big));
                    }
                }
            }
        }
        if ends.is_empty() {
            return Vec::new();
        }
        tell_and_ask(facts, &ends, stream)
    }
}

/// Facts, and five questions about two things each, a smaller and a bigger one.
fn tell_and_ask(
    facts: Vec<Bigger>,
    ends: &[(&'static str, &'static str)],
    stream: &mut Stream,
) -> Vec<Step<Bigger, Bigger>> {
    let mut steps: Vec<Step<Bigger, Bigger>> = facts.into_iter().map(Step::Tell).collect();
    for _ in 0..5 {
        let &(small, big) = stream.choose(ends);
        let (big, small) = if stream.below(2) == 0 { (big, small) } else { (small, big) };
        steps.push(Step::Ask(Bigger { big, small, fits: stream.below(2) == 0 }));
    }
    steps
}

/// A chain of things, each bigger than the one before, and others that are each compared with one thing. So there is one proof
/// of how the ends of the chain compare, and questions are about these.
fn shaped(things: &[&'static str], shape: Shape, stream: &mut Stream) -> Vec<Step<Bigger, Bigger>> {
    let chained = usize::from(shape.steps) + 1;
    let mut numbers: Vec<usize> = (0..things.len()).collect();
    stream.shuffle(&mut numbers);
    numbers.truncate(chained + usize::from(shape.decoys));
    numbers[..chained].sort_unstable();
    let mut pairs: Vec<(usize, usize)> =
        numbers[..chained].windows(2).map(|pair| (pair[0], pair[1])).collect();
    for place in chained..numbers.len() {
        let (one, other) = (numbers[place], numbers[stream.index(place)]);
        pairs.push((one.min(other), one.max(other)));
    }
    stream.shuffle(&mut pairs);
    let fact = |(small, big): (usize, usize)| Bigger {
        big: things[big],
        small: things[small],
        fits: stream.below(2) == 0,
    };
    let facts = pairs.into_iter().map(fact).collect();
    let ends = [(things[numbers[0]], things[numbers[chained - 1]])];
    tell_and_ask(facts, &ends, stream)
}

/// The most facts of a story.
const MOST: usize = 20;
