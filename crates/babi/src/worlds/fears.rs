//! Task 15: what animals are afraid of.
//!
//! A world says of everybody what kind of animal they are, exactly one, and which kinds each kind is afraid of. "What is
//! Winona afraid of?" asks for a kind that her kind is afraid of. If her kind is afraid of several the question is
//! ambiguous, and the answer is the one that was told first; the published stories have none of this.
//!
//! As published, kinds are introduced by what they are afraid of, names in questions are in lower case, and a story may
//! ask the same question twice.

use wampimuk_core::Stream;

use super::words::{among, between, called, pick, some, term};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The animals' names.
pub const NAMES: [&str; 4] = ["Emily", "Gertrude", "Jessica", "Winona"];
/// The kinds of animals.
pub const KINDS: [&str; 4] = ["cat", "mouse", "sheep", "wolf"];
/// The same, many of them.
pub const MANY: [&str; 4] = ["cats", "mice", "sheep", "wolves"];

/// The world of fears.
#[derive(Clone, Copy, Debug)]
pub struct Fears;

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Winona is a mouse.
    Is(&'static str, &'static str),
    /// Mice are afraid of wolves.
    Afraid(&'static str, &'static str),
}

/// What is an animal afraid of?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question(&'static str);

/// The kind of which these are many.
fn one_of(many: &str) -> Option<&'static str> {
    KINDS.into_iter().zip(MANY).find(|(_, known)| *known == many).map(|(kind, _)| kind)
}

fn many(kind: &str) -> &'static str {
    KINDS.into_iter().zip(MANY).find(|(known, _)| *known == kind).map_or("", |(_, many)| many)
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// What an animal is afraid of, each with the two facts that say so.
fn proofs(facts: &[&Fact], who: &'static str) -> Vec<(&'static str, [usize; 2])> {
    let own = facts.iter().enumerate().find_map(|(index, fact)| match fact {
        Fact::Is(name, kind) if *name == who => Some((index, *kind)),
        _ => None,
    });
    let Some((first, kind)) = own else { return Vec::new() };
    let fear = |(index, fact): (usize, &&Fact)| match fact {
        Fact::Afraid(afraid, of) if *afraid == kind => Some((*of, [first, index])),
        _ => None,
    };
    facts.iter().enumerate().filter_map(fear).collect()
}

impl ToyWorld for Fears {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "fears";
    const TASKS: &'static [u8] = &[15];

    fn read(text: &str) -> Option<Fact> {
        let text = text.strip_suffix('.')?;
        if let Some((name, kind)) = text.split_once(" is a ") {
            return Some(Fact::Is(among(&NAMES, name)?, among(&KINDS, kind)?));
        }
        let (afraid, of) = text.split_once(" are afraid of ")?;
        let start = MANY.into_iter().find(|many| capital(many) == afraid)?;
        Some(Fact::Afraid(one_of(start)?, one_of(of)?))
    }

    fn write(fact: &Fact) -> String {
        match fact {
            Fact::Is(name, kind) => format!("{name} is a {kind}."),
            Fact::Afraid(afraid, of) => format!("{} are afraid of {}.", capital(many(afraid)), many(of)),
        }
    }

    fn read_question(text: &str) -> Option<Question> {
        called(&NAMES, between(text, "What is ", " afraid of?")?).map(Question)
    }

    fn ask(Question(name): &Question) -> String {
        format!("What is {} afraid of?", name.to_lowercase())
    }

    fn formula(fact: &Fact) -> String {
        match fact {
            Fact::Is(name, kind) => format!("is({}, {kind})", term(name)),
            Fact::Afraid(afraid, of) => format!("afraid({afraid}, {of})"),
        }
    }

    fn query(Question(name): &Question) -> String {
        format!("afraid({}, ?)", term(name))
    }

    fn concept(fact: &Fact) -> &'static str {
        match fact {
            Fact::Is(..) => "KIND",
            Fact::Afraid(..) => "FEAR",
        }
    }

    fn kind(_: &Question) -> Kind {
        Kind::Fear
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        facts.iter().enumerate().find_map(|(index, fact)| {
            let Fact::Is(name, kind) = fact else { return None };
            facts[..index].iter().find_map(|other| match other {
                Fact::Is(same, other) if same == name && other != kind => {
                    Some((index, format!("{name} is a {other}")))
                }
                _ => None,
            })
        })
    }

    fn answers(facts: &[&Fact], question: &Question) -> Vec<String> {
        let mut kinds: Vec<String> = Vec::new();
        for (kind, _) in proofs(facts, question.0) {
            if !kinds.iter().any(|known| known == kind) {
                kinds.push(kind.to_owned());
            }
        }
        kinds
    }

    /// What kind it is, then what the kind is afraid of.
    fn canonical(facts: &[Fact], question: &Question, _: &[Vec<usize>]) -> Vec<usize> {
        let all: Vec<&Fact> = facts.iter().collect();
        proofs(&all, question.0).first().map(|(_, facts)| facts.to_vec()).unwrap_or_default()
    }

    /// Every kind is afraid of another, everybody is of some kind, and four questions about anybody.
    fn questions(_: u8) -> Option<usize> {
        Some(4)
    }

    fn limits(_: u8) -> Limits {
        Limits::of_others(2, 0..=NAMES.len() as u8 - 1)
    }

    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        let number = shape.map(|shape| usize::from(shape.decoys) + 1);
        let (kinds, names) = (some(stream, &KINDS, number), some(stream, &NAMES, number));
        let mut left: Vec<Fact> = Vec::new();
        for &kind in &kinds {
            let others: Vec<&'static str> = KINDS.into_iter().filter(|other| *other != kind).collect();
            left.push(Fact::Afraid(kind, pick(stream, &others)));
        }
        for &name in &names {
            left.push(Fact::Is(name, pick(stream, &kinds)));
        }
        let mut told: Vec<Fact> = Vec::new();
        while !left.is_empty() {
            let introduced =
                |kind: &str| told.iter().any(|fact| matches!(fact, Fact::Afraid(known, _) if *known == kind));
            let ready: Vec<usize> = (0..left.len())
                .filter(|&index| match left[index] {
                    Fact::Afraid(..) => true,
                    Fact::Is(_, kind) => introduced(kind),
                })
                .collect();
            told.push(left.remove(*stream.choose(&ready)));
        }
        let asked = [(); 4].map(|()| Step::Ask(Question(pick(stream, &names))));
        told.into_iter().map(Step::Tell).chain(asked).collect()
    }
}
