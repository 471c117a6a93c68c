//! Questions whose answer is not what one event suggests.
//!
//! In stories as they are told, one event says too much. Whoever has just taken something mostly carries that and nothing
//! else, and people mostly are where they were last said to be. A reader of that one event is right far too often,
//! and a model that scores well may have learnt no more. A part with `balance` therefore asks so that the event and the
//! answer are paired evenly: each [`Pairing`] comes in turn, and stories are told until one has a question that fits.
//!
//! What counts as the event is what such a reader would look at, with pronouns understood:
//!
//! - what somebody carries: the last time something came into their hands or left them;
//! - where somebody is: the last sentence that says where they are or may be;
//! - where something is or was: the same of whoever handled it last, up to then and up to now;
//! - any place: the one that the story names last.

use wampimuk_babi::Kind;
use wampimuk_story::{Answer, Event, Object, Person, Place, Places, Question, Sentence, Story};

use crate::ask::KINDS;

/// How an answer goes with what one event suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pairing {
    /// What somebody carries.
    Hands {
        /// Something came into their hands last; else something left them.
        took: bool,
        /// They carry exactly this, or nothing if it left them.
        suggested: bool,
    },
    /// Where somebody or something is or was.
    Place {
        /// It is where they, or whoever handled it last, were last said to be, or the place that is named last.
        now: bool,
        /// It is where whoever handled it last was said to be before that.
        then: bool,
    },
    /// Whether somebody is somewhere.
    YesNo {
        /// What the last sentence about their place says to that.
        said: Said,
        /// The answer.
        answer: YesNo,
    },
}

/// What a sentence about somebody's place says to the question whether they are somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Yes or no.
    All,
    /// That it is one of two places.
    Half,
    /// Nothing: they are not in another place, or there is no such sentence.
    Nothing,
}

/// An answer to a question for yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YesNo {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Maybe.
    Maybe,
}

impl YesNo {
    const ALL: [YesNo; 3] = [YesNo::Yes, YesNo::No, YesNo::Maybe];

    /// The answer that says it.
    pub fn answer(self) -> Answer {
        match self {
            YesNo::Yes => Answer::Yes,
            YesNo::No => Answer::No,
            YesNo::Maybe => Answer::Maybe,
        }
    }
}

impl Pairing {
    /// The pairings of a kind of question, each with its share of the turns; none if one event shows the answer anyway.
    ///
    /// - Counts are as hard to guess from the event as without it if all four pairings are alike: then they are none, one,
    ///   one and two or more.
    /// - What is carried has more answers, so the event narrows them whatever is done; these shares keep its reader within
    ///   ten points of whoever always says "nothing".
    /// - Of six places one is suggested, about as many as by chance.
    /// - A sentence that says where somebody is decides for yes or no, so such sentences are rare, and what the others
    ///   leave open is answered in all ways alike.
    pub fn shares(kind: Kind) -> Vec<(Pairing, u32)> {
        let hands = |took, suggested| Pairing::Hands { took, suggested };
        let place = |now, then| Pairing::Place { now, then };
        let yes_no = |said, answer| Pairing::YesNo { said, answer };
        match kind {
            Kind::Counting => vec![
                (hands(false, false), 1),
                (hands(true, true), 1),
                (hands(true, false), 1),
                (hands(false, true), 1),
            ],
            Kind::List => vec![
                (hands(false, false), 5),
                (hands(false, true), 4),
                (hands(true, false), 2),
                (hands(true, true), 1),
            ],
            Kind::WherePerson => vec![(place(false, false), 5), (place(true, false), 1)],
            Kind::WhereObject | Kind::WhereWasObject => {
                vec![(place(false, false), 10), (place(true, false), 1), (place(false, true), 1)]
            }
            Kind::YesNo => vec![
                (yes_no(Said::Nothing, YesNo::Yes), 4),
                (yes_no(Said::Nothing, YesNo::No), 4),
                (yes_no(Said::Nothing, YesNo::Maybe), 4),
                (yes_no(Said::All, YesNo::Yes), 4),
                (yes_no(Said::All, YesNo::No), 4),
                (yes_no(Said::Half, YesNo::Yes), 2),
                (yes_no(Said::Half, YesNo::No), 2),
                (yes_no(Said::Half, YesNo::Maybe), 2),
            ],
            _ => Vec::new(),
        }
    }

    /// How the answer to a question about the whole story goes with what one event suggests; `None` for questions that
    /// have no such event.
    pub fn of(question: Question, answer: &Answer, story: &Story) -> Option<Pairing> {
        let told = story.sentences();
        let place = |now: Places, then: Places| match answer {
            Answer::Place(place) => Some(Pairing::Place { now: now.has(*place), then: then.has(*place) }),
            _ => None,
        };
        match question {
            Question::Carrying(person) | Question::HowMany(person) => {
                let took = took_last(told, person)?;
                let count = match answer {
                    Answer::Count(count) => *count,
                    Answer::Objects(objects) => objects.len(),
                    _ => return None,
                };
                Some(Pairing::Hands { took, suggested: count == usize::from(took) })
            }
            Question::WherePerson(person) => {
                place(last_places(told, person, None).or(last_named(told, None)), Places::NONE)
            }
            Question::WhereObject(object) => {
                let (now, then) = handler_places(told, object, None);
                place(now.or(last_named(told, None)), then)
            }
            Question::WhereWas(object, before) => {
                let but = Some(before);
                let (now, then) = handler_places(told, object, but);
                place(now.or(last_named(told, but)), then)
            }
            Question::IsIn(person, at) => {
                let answer = YesNo::ALL.into_iter().find(|yes_no| yes_no.answer() == *answer)?;
                Some(Pairing::YesNo { said: said(told, person, at), answer })
            }
            _ => None,
        }
    }
}

/// Which pairings are wanted of each kind of question, in turn. Kinds are in the order of [`KINDS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns([Vec<Pairing>; KINDS.len()]);

impl Turns {
    /// The turns of the pairings that pass, of all kinds.
    pub fn that(pass: impl Fn(usize, Pairing) -> bool) -> Turns {
        Turns(std::array::from_fn(|number| {
            let mut shares = Pairing::shares(KINDS[number]);
            shares.retain(|(pairing, _)| pass(number, *pairing));
            spread(&shares)
        }))
    }

    /// The pairing that a question of a kind should have in a round; any, if `None`.
    pub fn at(&self, kind: usize, round: u64) -> Option<Pairing> {
        let turns = self.0.get(kind)?;
        let round = round.checked_rem(turns.len() as u64)?;
        turns.get(round as usize).copied()
    }
}

/// Turns by shares, each as far apart as they can be: at any moment the one is next that is most behind its share.
fn spread(shares: &[(Pairing, u32)]) -> Vec<Pairing> {
    let all: i64 = shares.iter().map(|(_, share)| i64::from(*share)).sum();
    let mut behind: Vec<i64> = vec![0; shares.len()];
    let mut turns = Vec::new();
    for _ in 0..all {
        behind.iter_mut().zip(shares).for_each(|(behind, (_, share))| *behind += i64::from(*share));
        // of several, the first
        if let Some(next) = (0..shares.len()).rev().max_by_key(|&number| behind[number]) {
            behind[next] -= all;
            turns.push(shares[next].0);
        }
    }
    turns
}

/// Whether the last thing that changed somebody's hands came into them.
fn took_last(told: &[Sentence], person: Person) -> Option<bool> {
    let last = told.iter().rev().find(|sentence| sentence.hands(person))?;
    Some(match last.event {
        Event::Grab(_) => true,
        Event::Give(_, to) => to == person,
        _ => false,
    })
}

/// Where a sentence says that somebody is or may be.
fn places(event: Event) -> Places {
    match event {
        Event::Move(at) | Event::Is(at) => Places::one(at),
        Event::Either(one, other) => Places::one(one).or(Places::one(other)),
        _ => Places::NONE,
    }
}

fn without(places: Places, but: Option<Place>) -> Places {
    but.map_or(places, |place| places.without(Places::one(place)))
}

/// What the last sentence says that says where somebody is or may be, if that is not one place only.
fn last_places(told: &[Sentence], person: Person, but: Option<Place>) -> Places {
    let own = told.iter().rev().filter(|sentence| sentence.subjects().any(|who| who == person));
    own.map(|sentence| without(places(sentence.event), but))
        .find(|places| !places.is_empty())
        .unwrap_or(Places::NONE)
}

/// The same of whoever handled an object last: up to the end, and up to that moment.
fn handler_places(told: &[Sentence], object: Object, but: Option<Place>) -> (Places, Places) {
    let handles = |sentence: &Sentence| sentence.event.object() == Some(object);
    let Some(line) = told.iter().rposition(handles) else { return (Places::NONE, Places::NONE) };
    let handler = match told[line].event {
        Event::Give(_, to) => to,
        _ => told[line].who,
    };
    (last_places(told, handler, but), last_places(&told[..line], handler, but))
}

/// The place that is named last.
fn last_named(told: &[Sentence], but: Option<Place>) -> Places {
    let named = |sentence: &Sentence| match sentence.event {
        Event::Move(at) | Event::Is(at) | Event::IsNot(at) | Event::Either(_, at) => {
            Some(at).filter(|at| Some(*at) != but)
        }
        _ => None,
    };
    told.iter().rev().find_map(named).map_or(Places::NONE, Places::one)
}

/// What the last sentence about somebody's place says to the question whether they are somewhere.
fn said(told: &[Sentence], person: Person, at: Place) -> Said {
    let own = |sentence: &&Sentence| {
        sentence.event.object().is_none() && sentence.subjects().any(|who| who == person)
    };
    match told.iter().rev().find(own).map(|sentence| sentence.event) {
        Some(Event::IsNot(place)) if place != at => Said::Nothing,
        Some(event @ Event::Either(..)) if places(event).has(at) => Said::Half,
        Some(_) => Said::All,
        None => Said::Nothing,
    }
}
