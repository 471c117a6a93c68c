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
        /// It is one of the places that the event suggests.
        suggested: bool,
    },
    /// Whether somebody is somewhere.
    YesNo {
        /// What the last sentence about their place suggests.
        suggested: Said,
        /// The answer.
        answer: Said,
    },
}

/// An answer to a question for yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Yes.
    Yes,
    /// No.
    No,
    /// Maybe.
    Maybe,
}

impl Said {
    const ALL: [Said; 3] = [Said::Yes, Said::No, Said::Maybe];

    /// The answer that says it.
    pub fn answer(self) -> Answer {
        match self {
            Said::Yes => Answer::Yes,
            Said::No => Answer::No,
            Said::Maybe => Answer::Maybe,
        }
    }
}

impl Pairing {
    /// The pairings of a kind of question, each as often as it has a turn; none if one event shows the answer anyway.
    ///
    /// Counts are as hard to guess from the event as without it if all four pairings are alike: then they are none, one,
    /// one and two or more. What is carried has more answers, so the event narrows them whatever is done; these turns keep
    /// its reader within ten points of whoever always says "nothing". Of six places one is suggested, about as many as
    /// there would be by chance.
    pub fn turns(kind: Kind) -> Vec<Pairing> {
        let hands = |took, suggested| Pairing::Hands { took, suggested };
        let [kept, left] = [hands(true, false), hands(false, false)];
        let [only, nothing] = [hands(true, true), hands(false, true)];
        match kind {
            Kind::Counting => vec![left, only, kept, nothing],
            Kind::List => {
                vec![left, nothing, kept, left, nothing, left, only, nothing, left, kept, nothing, left]
            }
            Kind::WherePerson | Kind::WhereObject | Kind::WhereWasObject => {
                (0..6).map(|turn| Pairing::Place { suggested: turn == 2 }).collect()
            }
            Kind::YesNo => {
                let row = |turn: usize| (0..3).map(move |number| (number, (number + turn) % 3));
                let pairs = (0..3).flat_map(row);
                pairs
                    .map(|(one, other)| Pairing::YesNo {
                        suggested: Said::ALL[one],
                        answer: Said::ALL[other],
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// How the answer to a question about the whole story goes with what one event suggests; `None` for questions that
    /// have no such event.
    pub fn of(question: Question, answer: &Answer, story: &Story) -> Option<Pairing> {
        let told = story.sentences();
        let place = |suggested: Places| match answer {
            Answer::Place(place) => Some(Pairing::Place { suggested: suggested.has(*place) }),
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
                place(last_places(told, person, None).or(last_named(told, None)))
            }
            Question::WhereObject(object) => {
                place(handler_places(told, object, None).or(last_named(told, None)))
            }
            Question::WhereWas(object, before) => {
                let but = Some(before);
                place(handler_places(told, object, but).or(last_named(told, but)))
            }
            Question::IsIn(person, at) => {
                let suggested = suggested_answer(told, person, at);
                let answer = Said::ALL.into_iter().find(|said| said.answer() == *answer)?;
                Some(Pairing::YesNo { suggested, answer })
            }
            _ => None,
        }
    }
}

/// Which pairings are wanted of each kind of question, in turn. Kinds are in the order of [`KINDS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns([Vec<Pairing>; KINDS.len()]);

impl Turns {
    /// The turns that pass, of all kinds.
    pub fn that(pass: impl Fn(usize, Pairing) -> bool) -> Turns {
        Turns(std::array::from_fn(|number| {
            Pairing::turns(KINDS[number]).into_iter().filter(|&pairing| pass(number, pairing)).collect()
        }))
    }

    /// The pairing that a question of a kind should have in a round; any, if `None`.
    pub fn at(&self, kind: usize, round: u64) -> Option<Pairing> {
        let turns = self.0.get(kind)?;
        let round = round.checked_rem(turns.len() as u64)?;
        turns.get(round as usize).copied()
    }
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

/// The same of whoever handled an object last: up to that moment, and up to the end.
fn handler_places(told: &[Sentence], object: Object, but: Option<Place>) -> Places {
    let handles = |sentence: &Sentence| sentence.event.object() == Some(object);
    let Some(line) = told.iter().rposition(handles) else { return Places::NONE };
    let handler = match told[line].event {
        Event::Give(_, to) => to,
        _ => told[line].who,
    };
    last_places(&told[..line], handler, but).or(last_places(told, handler, but))
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

/// What the last sentence about somebody's place suggests to a question whether they are somewhere.
fn suggested_answer(told: &[Sentence], person: Person, at: Place) -> Said {
    let own = |sentence: &&Sentence| {
        sentence.event.object().is_none() && sentence.subjects().any(|who| who == person)
    };
    let Some(last) = told.iter().rev().find(own) else { return Said::Maybe };
    match last.event {
        Event::IsNot(place) if place == at => Said::No,
        Event::IsNot(_) => Said::Maybe,
        Event::Either(..) if places(last.event).has(at) => Said::Maybe,
        event if places(event).has(at) => Said::Yes,
        _ => Said::No,
    }
}
