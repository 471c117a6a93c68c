//! Task 16: the colour of an animal, by the colour of others of its kind.
//!
//! This is induction, which no facts can make certain, so it is a rule of default: *an animal has a colour that some
//! animal of its kind is told to have*, unless its own colour is told. Every such colour is a right answer. With several
//! the question is ambiguous; the answer is the colour of the animal whose kind was told last, which is what all 1,000
//! published answers and supports are (70 of these questions are ambiguous). Everybody is of one kind and has one
//! colour; that two of a kind differ is no contradiction.
//!
//! In new stories all animals of a kind have the same colour. As published, one animal's colour is left untold, which is
//! the one that is asked for; it has one, three or four fellows of its kind, and never two.

use wampimuk_core::Stream;

use super::words::{among, between, pick, some, term};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The animals' names.
pub const NAMES: [&str; 5] = ["Bernhard", "Brian", "Greg", "Julius", "Lily"];
/// The kinds of animals.
pub const KINDS: [&str; 4] = ["frog", "lion", "rhino", "swan"];
/// The colours.
pub const COLOURS: [&str; 4] = ["gray", "green", "white", "yellow"];

/// The world of colours.
#[derive(Clone, Copy, Debug)]
pub struct Colours;

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Greg is a swan.
    Is(&'static str, &'static str),
    /// Greg is green.
    Colour(&'static str, &'static str),
}

/// What colour is an animal?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question(&'static str);

fn kind_of(facts: &[&Fact], who: &str) -> Option<(usize, &'static str)> {
    facts.iter().enumerate().find_map(|(index, fact)| match fact {
        Fact::Is(name, kind) if *name == who => Some((index, *kind)),
        _ => None,
    })
}

fn colour_of(facts: &[&Fact], who: &str) -> Option<(usize, &'static str)> {
    facts.iter().enumerate().find_map(|(index, fact)| match fact {
        Fact::Colour(name, colour) if *name == who => Some((index, *colour)),
        _ => None,
    })
}

/// The colours that an animal may have, each with the facts that say so.
fn proofs(facts: &[&Fact], who: &'static str) -> Vec<(&'static str, Vec<usize>)> {
    if let Some((index, colour)) = colour_of(facts, who) {
        return vec![(colour, vec![index])];
    }
    let Some((own, kind)) = kind_of(facts, who) else { return Vec::new() };
    let mut fellows: Vec<(usize, &'static str)> = NAMES
        .into_iter()
        .filter(|name| *name != who)
        .filter_map(|name| {
            kind_of(facts, name).filter(|(_, other)| *other == kind).map(|(index, _)| (index, name))
        })
        .collect();
    fellows.sort_unstable();
    let proof = |(like, name): (usize, &'static str)| {
        colour_of(facts, name).map(|(index, colour)| (colour, vec![own, like, index]))
    };
    fellows.into_iter().rev().filter_map(proof).collect()
}

impl ToyWorld for Colours {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "colours";
    const TASKS: &'static [u8] = &[16];

    fn read(text: &str) -> Option<Fact> {
        let (name, rest) = text.strip_suffix('.')?.split_once(" is ")?;
        let name = among(&NAMES, name)?;
        match rest.strip_prefix("a ") {
            Some(kind) => among(&KINDS, kind).map(|kind| Fact::Is(name, kind)),
            None => among(&COLOURS, rest).map(|colour| Fact::Colour(name, colour)),
        }
    }

    fn write(fact: &Fact) -> String {
        match fact {
            Fact::Is(name, kind) => format!("{name} is a {kind}."),
            Fact::Colour(name, colour) => format!("{name} is {colour}."),
        }
    }

    fn read_question(text: &str) -> Option<Question> {
        among(&NAMES, between(text, "What color is ", "?")?).map(Question)
    }

    fn ask(Question(name): &Question) -> String {
        format!("What color is {name}?")
    }

    fn formula(fact: &Fact) -> String {
        match fact {
            Fact::Is(name, kind) => format!("is({}, {kind})", term(name)),
            Fact::Colour(name, colour) => format!("colour({}, {colour})", term(name)),
        }
    }

    fn query(Question(name): &Question) -> String {
        format!("colour({}, ?)", term(name))
    }

    fn concept(fact: &Fact) -> &'static str {
        match fact {
            Fact::Is(..) => "KIND",
            Fact::Colour(..) => "COLOUR",
        }
    }

    fn kind(_: &Question) -> Kind {
        Kind::Colour
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        facts.iter().enumerate().find_map(|(index, fact)| {
            facts[..index].iter().find_map(|other| match (other, fact) {
                (Fact::Is(one, was), Fact::Is(other, is)) if one == other && was != is => {
                    Some((index, format!("{one} is a {was}")))
                }
                (Fact::Colour(one, was), Fact::Colour(other, is)) if one == other && was != is => {
                    Some((index, format!("{one} is {was}")))
                }
                _ => None,
            })
        })
    }

    fn answers(facts: &[&Fact], question: &Question) -> Vec<String> {
        let mut colours: Vec<String> = Vec::new();
        for (colour, _) in proofs(facts, question.0) {
            if !colours.iter().any(|known| known == colour) {
                colours.push(colour.to_owned());
            }
        }
        colours
    }

    /// The animal's kind, then the other animal's kind and colour.
    fn canonical(facts: &[Fact], question: &Question, _: &[Vec<usize>]) -> Vec<usize> {
        let all: Vec<&Fact> = facts.iter().collect();
        proofs(&all, question.0).first().map(|(_, facts)| facts.clone()).unwrap_or_default()
    }

    /// Again and again one of the animals is told of: at first its kind, then its colour, until one colour is left.
    fn questions(_: u8) -> Option<usize> {
        Some(1)
    }

    /// Others are those besides the animal that is asked about and one of its kind.
    fn limits(_: u8) -> Limits {
        Limits::of_others(3, 0..=NAMES.len() as u8 - 2)
    }

    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        let names = some(stream, &NAMES, shape.map(|shape| usize::from(shape.decoys) + 2));
        let colours = KINDS.map(|_| pick(stream, &COLOURS));
        let kinds: Vec<usize> = names.iter().map(|_| stream.index(KINDS.len())).collect();
        let mut told = vec![0; names.len()];
        let mut steps = Vec::new();
        for _ in 1..2 * names.len() {
            let open: Vec<usize> = (0..names.len()).filter(|&index| told[index] < 2).collect();
            let who = *stream.choose(&open);
            steps.push(Step::Tell(match told[who] {
                0 => Fact::Is(names[who], KINDS[kinds[who]]),
                _ => Fact::Colour(names[who], colours[kinds[who]]),
            }));
            told[who] += 1;
        }
        let Some(last) = told.iter().position(|&told| told == 1) else { return Vec::new() };
        let fellows = kinds.iter().filter(|kind| **kind == kinds[last]).count() - 1;
        if fellows == 2 {
            return Vec::new();
        }
        steps.push(Step::Ask(Question(names[last])));
        steps
    }
}
