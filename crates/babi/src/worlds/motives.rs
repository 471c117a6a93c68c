//! Task 20: where people go, and why.
//!
//! The hungry go to the kitchen and get the apple, the thirsty go there and get the milk, the bored go to the garden and
//! get the football, and the tired go to the bedroom and get the pajamas. This is known to everybody. A world says of
//! every person which of these they are, and what they do. People may do things for other reasons too, so what they do
//! does not tell how they feel: without this, "Why did Yann get the milk?" would answer itself.
//!
//! "Where will Yann go?" asks where people like him go. "Why did Yann go to the kitchen?" asks how he feels, if that is
//! a reason to go there; that he went there is granted. In both cases the sentence that tells how he feels is the
//! support. Nobody feels two ways.
//!
//! In new stories, as published, people feel, go and get in this order; of several who are after the same object only the
//! first gets it, and names in questions are in lower case.

use wampimuk_core::Stream;

use super::words::{among, between, called, pick, some, term};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The people.
pub const PEOPLE: [&str; 4] = ["Antoine", "Jason", "Sumit", "Yann"];
/// How they may feel.
pub const MOTIVES: [&str; 4] = ["bored", "hungry", "thirsty", "tired"];
/// Where they go then.
pub const PLACES: [&str; 4] = ["garden", "kitchen", "kitchen", "bedroom"];
/// What they get there.
pub const OBJECTS: [&str; 4] = ["football", "apple", "milk", "pajamas"];
/// The ways to go somewhere.
pub const MOVES: [&str; 5] = ["journeyed", "moved", "travelled", "went", "went back"];
/// The ways to get something.
pub const GETS: [&str; 4] = ["got", "grabbed", "picked up", "took"];

/// The world of motives.
#[derive(Clone, Copy, Debug)]
pub struct Motives;

/// What is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Yann is thirsty. The motive is an index of [`MOTIVES`].
    Feels(&'static str, usize),
    /// Yann went to the kitchen.
    Goes(&'static str, &'static str, &'static str),
    /// Yann got the milk there.
    Gets(&'static str, &'static str, &'static str),
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Where will Yann go?
    Where(&'static str),
    /// Why did Yann go to the kitchen?
    WhyGo(&'static str, &'static str),
    /// Why did Yann get the milk?
    WhyGet(&'static str, &'static str),
}

fn feels(facts: &[&Fact], who: &str) -> Option<usize> {
    facts.iter().find_map(|fact| match fact {
        Fact::Feels(person, motive) if *person == who => Some(*motive),
        _ => None,
    })
}

impl ToyWorld for Motives {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "motives";
    const TASKS: &'static [u8] = &[20];
    const INTERRUPTED: bool = true;

    fn read(text: &str) -> Option<Fact> {
        let (person, rest) = text.strip_suffix('.')?.split_once(' ')?;
        let person = among(&PEOPLE, person)?;
        if let Some(motive) = rest.strip_prefix("is ") {
            let index = MOTIVES.iter().position(|known| *known == motive)?;
            return Some(Fact::Feels(person, index));
        }
        if let Some((verb, place)) = rest.split_once(" to the ") {
            return Some(Fact::Goes(person, among(&MOVES, verb)?, among(&PLACES, place)?));
        }
        // The public generator leaves out "there".
        let (verb, object) = rest.strip_suffix(" there").unwrap_or(rest).split_once(" the ")?;
        Some(Fact::Gets(person, among(&GETS, verb)?, among(&OBJECTS, object)?))
    }

    fn write(fact: &Fact) -> String {
        match fact {
            Fact::Feels(person, motive) => format!("{person} is {}.", MOTIVES[*motive]),
            Fact::Goes(person, verb, place) => format!("{person} {verb} to the {place}."),
            Fact::Gets(person, verb, object) => format!("{person} {verb} the {object} there."),
        }
    }

    fn read_question(text: &str) -> Option<Question> {
        if let Some(person) = between(text, "Where will ", " go?") {
            return called(&PEOPLE, person).map(Question::Where);
        }
        let (person, rest) = between(text, "Why did ", "?")?.split_once(' ')?;
        let person = called(&PEOPLE, person)?;
        match rest.strip_prefix("go to the ") {
            Some(place) => Some(Question::WhyGo(person, among(&PLACES, place)?)),
            None => Some(Question::WhyGet(person, among(&OBJECTS, rest.strip_prefix("get the ")?)?)),
        }
    }

    fn ask(question: &Question) -> String {
        match question {
            Question::Where(person) => format!("Where will {} go?", person.to_lowercase()),
            Question::WhyGo(person, place) => format!("Why did {} go to the {place}?", person.to_lowercase()),
            Question::WhyGet(person, object) => {
                format!("Why did {} get the {object}?", person.to_lowercase())
            }
        }
    }

    fn formula(fact: &Fact) -> String {
        match fact {
            Fact::Feels(person, motive) => format!("feels({}, {})", term(person), MOTIVES[*motive]),
            Fact::Goes(person, _, place) => format!("goes({}, {place})", term(person)),
            Fact::Gets(person, _, object) => format!("gets({}, {object})", term(person)),
        }
    }

    fn query(question: &Question) -> String {
        match question {
            Question::Where(person) => format!("goes({}, ?)", term(person)),
            Question::WhyGo(person, place) => format!("why(goes({}, {place}), ?)", term(person)),
            Question::WhyGet(person, object) => format!("why(gets({}, {object}), ?)", term(person)),
        }
    }

    fn concept(fact: &Fact) -> &'static str {
        match fact {
            Fact::Feels(..) => "MOTIVE",
            Fact::Goes(..) => "MOVE",
            Fact::Gets(..) => "GRAB",
        }
    }

    fn kind(_: &Question) -> Kind {
        Kind::Motive
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        let all: Vec<&Fact> = facts.iter().collect();
        facts.iter().enumerate().find_map(|(index, fact)| {
            let Fact::Feels(person, motive) = fact else { return None };
            let other = feels(&all[..index], person).filter(|other| other != motive)?;
            Some((index, format!("{person} is {}", MOTIVES[other])))
        })
    }

    fn answers(facts: &[&Fact], question: &Question) -> Vec<String> {
        let (Question::Where(person) | Question::WhyGo(person, _) | Question::WhyGet(person, _)) = question;
        let Some(motive) = feels(facts, person) else { return Vec::new() };
        let answer = match *question {
            Question::Where(_) => Some(PLACES[motive]),
            Question::WhyGo(_, place) => (PLACES[motive] == place).then_some(MOTIVES[motive]),
            Question::WhyGet(_, object) => (OBJECTS[motive] == object).then_some(MOTIVES[motive]),
        };
        answer.map(str::to_owned).into_iter().collect()
    }

    fn canonical(_: &[Fact], _: &Question, minimal: &[Vec<usize>]) -> Vec<usize> {
        minimal[0].clone()
    }

    fn limits(_: u8) -> Limits {
        Limits::of_others(1, 0..=PEOPLE.len() as u8 - 1)
    }

    /// While people have something to do, one of them does it, and a question asks about it.
    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        let people = some(stream, &PEOPLE, shape.map(|shape| usize::from(shape.decoys) + 1));
        let motives: Vec<usize> = people.iter().map(|_| stream.index(MOTIVES.len())).collect();
        let mut done = vec![0; people.len()];
        let mut taken = [false; OBJECTS.len()];
        let mut steps = Vec::new();
        loop {
            let busy: Vec<usize> = (0..people.len())
                .filter(|&who| done[who] < 2 || done[who] == 2 && !taken[motives[who]])
                .collect();
            if busy.is_empty() {
                return steps;
            }
            let who = *stream.choose(&busy);
            let (person, motive) = (people[who], motives[who]);
            let (fact, question) = match done[who] {
                0 => (Fact::Feels(person, motive), Question::Where(person)),
                1 => {
                    let place = PLACES[motive];
                    (Fact::Goes(person, pick(stream, &MOVES), place), Question::WhyGo(person, place))
                }
                _ => {
                    taken[motive] = true;
                    let object = OBJECTS[motive];
                    (Fact::Gets(person, pick(stream, &GETS), object), Question::WhyGet(person, object))
                }
            };
            done[who] += 1;
            steps.extend([Step::Tell(fact), Step::Ask(question)]);
        }
    }
}
