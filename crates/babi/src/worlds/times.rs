//! Task 14: who went where yesterday, this morning, this afternoon and this evening.
//!
//! A world says for every person and each of the four times where they were; "Mary went to the park this morning" says it
//! for one of them. It may be any place, even one that is never named, and people may stay where they are.
//!
//! "Where was Mary before the park?" asks for a place where she was just before a time at which she was in the park. That
//! she was not in the park again later is not asked for: this is how the published supports are made. If she came to the
//! park from two different places the question is ambiguous, and the answer is as of her last visit, as published (39 of
//! 1,000 questions are so). New stories do not ask such questions. They may ask the same question twice, as published.

use wampimuk_core::Stream;

use super::words::{among, between, pick, some, term};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The people.
pub const PEOPLE: [&str; 4] = ["Bill", "Fred", "Julie", "Mary"];
/// The places.
pub const PLACES: [&str; 6] = ["bedroom", "cinema", "kitchen", "office", "park", "school"];
/// People of the public generator's stories, which are read as well.
const OTHER_PEOPLE: [&str; 3] = ["Daniel", "John", "Sandra"];
/// Its places.
const OTHER_PLACES: [&str; 3] = ["bathroom", "garden", "hallway"];
/// The times, in their order.
pub const TIMES: [&str; 4] = ["yesterday", "this morning", "this afternoon", "this evening"];
/// The ways to go somewhere.
pub const VERBS: [&str; 5] = ["journeyed", "moved", "travelled", "went", "went back"];

/// The world of times.
#[derive(Clone, Copy, Debug)]
pub struct Times;

/// Somebody went somewhere at some time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    person: &'static str,
    /// An index of [`TIMES`].
    time: usize,
    place: &'static str,
    verb: &'static str,
    /// Whether the sentence starts with the time.
    front: bool,
}

/// Where was a person before a place?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    person: &'static str,
    place: &'static str,
}

fn person(name: &str) -> Option<&'static str> {
    among(&PEOPLE, name).or_else(|| among(&OTHER_PEOPLE, name))
}

fn place(name: &str) -> Option<&'static str> {
    among(&PLACES, name).or_else(|| among(&OTHER_PLACES, name))
}

/// The word for a time at the start of a sentence.
fn capital(time: &str) -> String {
    time.replacen('y', "Y", usize::from(time.starts_with('y'))).replacen("this", "This", 1)
}

/// Reads "Mary went to the park".
fn moved(text: &str, time: usize, front: bool) -> Option<Fact> {
    let (subject, to) = text.split_once(" to the ")?;
    let (who, verb) = subject.split_once(' ')?;
    Some(Fact { person: person(who)?, time, place: place(to)?, verb: among(&VERBS, verb)?, front })
}

/// The places where a person was just before a visit, the last visit first, each with the facts of the visit and of the
/// place before: indices, of facts that were told first.
fn visits(facts: &[&Fact], question: &Question) -> Vec<(&'static str, [usize; 2])> {
    let at = |time| facts.iter().position(|fact| fact.person == question.person && fact.time == time);
    let visit = |time| {
        let (now, before) = (at(time)?, at(time - 1)?);
        (facts[now].place == question.place).then_some((facts[before].place, [now, before]))
    };
    (1..TIMES.len()).rev().filter_map(visit).collect()
}

impl ToyWorld for Times {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "times";
    const TASKS: &'static [u8] = &[14];
    const INTERRUPTED: bool = true;

    fn read(text: &str) -> Option<Fact> {
        let text = text.strip_suffix('.')?;
        TIMES.iter().enumerate().find_map(|(index, time)| {
            let front = text.strip_prefix(&capital(time)).and_then(|rest| rest.strip_prefix(' '));
            let end = text.strip_suffix(time).and_then(|rest| rest.strip_suffix(' '));
            match (front, end) {
                (Some(rest), _) => moved(rest, index, true),
                (None, Some(rest)) => moved(rest, index, false),
                (None, None) => None,
            }
        })
    }

    fn write(fact: &Fact) -> String {
        let Fact { person, time, place, verb, front } = fact;
        let time = TIMES[*time];
        if *front {
            format!("{} {person} {verb} to the {place}.", capital(time))
        } else {
            format!("{person} {verb} to the {place} {time}.")
        }
    }

    fn read_question(text: &str) -> Option<Question> {
        let (who, at) = between(text, "Where was ", "?")?.split_once(" before the ")?;
        Some(Question { person: person(who)?, place: place(at)? })
    }

    fn ask(Question { person, place }: &Question) -> String {
        format!("Where was {person} before the {place}?")
    }

    fn formula(fact: &Fact) -> String {
        format!("at({}, {}, {})", term(fact.person), term(TIMES[fact.time]), fact.place)
    }

    fn query(Question { person, place }: &Question) -> String {
        format!("before({}, {place}, ?)", term(person))
    }

    fn concept(_: &Fact) -> &'static str {
        "TIME"
    }

    fn kind(_: &Question) -> Kind {
        Kind::WhereWasPerson
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        facts.iter().enumerate().find_map(|(index, fact)| {
            let other = facts[..index].iter().find(|other| {
                other.person == fact.person && other.time == fact.time && other.place != fact.place
            })?;
            let (person, time) = (fact.person, TIMES[fact.time]);
            Some((index, format!("{person} was in the {} {time}", other.place)))
        })
    }

    fn answers(facts: &[&Fact], question: &Question) -> Vec<String> {
        let mut places: Vec<String> = Vec::new();
        for (place, _) in visits(facts, question) {
            if !places.iter().any(|known| known == place) {
                places.push(place.to_owned());
            }
        }
        places
    }

    /// The last visit, then the place before.
    fn canonical(facts: &[Fact], question: &Question, _: &[Vec<usize>]) -> Vec<usize> {
        let all: Vec<&Fact> = facts.iter().collect();
        visits(&all, question).first().map(|(_, facts)| facts.to_vec()).unwrap_or_default()
    }

    /// Two moves (at first as many as it takes), told in any order, and a question, five times. It is about one of the
    /// last moves, as published.
    fn questions(_: u8) -> Option<usize> {
        Some(5)
    }

    /// There are others at any rate: alone, nobody has time for five questions.
    fn limits(_: u8) -> Limits {
        Limits::of_others(2, 1..=PEOPLE.len() as u8 - 1)
    }

    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        let people = some(stream, &PEOPLE, shape.map(|shape| usize::from(shape.decoys) + 1));
        let mut steps = Vec::new();
        let mut facts: Vec<Fact> = Vec::new();
        // for each fact, the number of questions before it
        let mut told: Vec<usize> = Vec::new();
        for round in 0..5 {
            let before = facts.len();
            loop {
                for _ in 0..2 {
                    let fact = next(&facts, &people, stream);
                    facts.extend(fact);
                    told.extend(fact.map(|_| round));
                }
                let all: Vec<&Fact> = facts.iter().collect();
                let recent = facts.iter().zip(&told).filter(|(_, then)| round - *then <= RECENT);
                let askable: Vec<Question> = recent
                    .filter(|(fact, _)| fact.time > 0)
                    .map(|(fact, _)| Question { person: fact.person, place: fact.place })
                    .filter(|question| Times::answers(&all, question).len() == 1)
                    .collect();
                if !askable.is_empty() {
                    let mut news = facts[before..].to_vec();
                    stream.shuffle(&mut news);
                    steps.extend(news.into_iter().map(Step::Tell));
                    steps.push(Step::Ask(*stream.choose(&askable)));
                    break;
                }
                if round > 0 || facts.len() >= 6 {
                    return Vec::new();
                }
            }
        }
        // the published shape has no promise about who is told of
        let is_told_of = |person: &&str| facts.iter().any(|fact| fact.person == *person);
        if shape.is_some() && !people.iter().all(is_told_of) {
            return Vec::new();
        }
        steps
    }
}

/// The most questions between a move and a question about it.
const RECENT: usize = 2;

/// A person's next move, to another place than the last; none if no time is left for anybody.
fn next(facts: &[Fact], people: &[&'static str], stream: &mut Stream) -> Option<Fact> {
    let last = |person: &str| facts.iter().rfind(|fact| fact.person == person);
    let free: Vec<&'static str> = people
        .iter()
        .copied()
        .filter(|person| last(person).is_none_or(|fact| fact.time + 1 < TIMES.len()))
        .collect();
    if free.is_empty() {
        return None;
    }
    let person = *stream.choose(&free);
    let others: Vec<&'static str> =
        PLACES.into_iter().filter(|place| last(person).is_none_or(|fact| fact.place != *place)).collect();
    Some(Fact {
        person,
        time: last(person).map_or(0, |fact| fact.time + 1),
        place: pick(stream, &others),
        verb: pick(stream, &VERBS),
        front: stream.below(2) == 0,
    })
}
