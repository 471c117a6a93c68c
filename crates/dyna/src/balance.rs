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
//! - where somebody is: the last sentence that says where they are or may be, and the same of whoever they were named
//!   with last;
//! - where something is or was: the same of whoever handled it last, up to then and up to now;
//! - any place: the one that the story names last.
//!
//! Most stories that are told have no question that fits. [`may_have`] turns most of these away at a glance, since the
//! teller knows what is true.

mod foresight;
mod hints;
mod trails;
mod turns;

use wampimuk_babi::Kind;
use wampimuk_story::{Answer, Question};

pub use foresight::{Wanted, may_have};
pub use hints::Hints;
pub use trails::Trails;
pub use turns::Turns;

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
    Place(Hint),
    /// Whether somebody is somewhere.
    YesNo {
        /// What the last sentence about their place says to that.
        own: Said,
        /// What the last sentence about the place of whoever they were named with last says to that; nothing where their
        /// own sentence says it all.
        company: Heard,
        /// The answer.
        answer: YesNo,
    },
}

/// Which event suggests a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The last sentence about the person's own place, or the sentence that names a place last.
    Own,
    /// The last sentence about the place of whoever they were named with last, or who handled the object last; for objects
    /// also the sentence that names a place last.
    Company,
    /// The last such sentence before they were named together, or before the object was handled.
    Then,
    /// Both of the last two.
    Both,
    /// The person's own sentence, and one of the others.
    Several,
    /// None of these.
    Nothing,
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

/// What a sentence about somebody else's place would say to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Yes: they are there.
    Yes,
    /// No: they are elsewhere.
    No,
    /// Nothing certain.
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
    /// - Counts are as hard to guess from the event as without it if all four pairings are about alike: then they are none,
    ///   one, one and two or more.
    /// - What is carried has more answers, so the event narrows them whatever is done; these shares keep its reader within
    ///   ten points of whoever always says "nothing".
    /// - Of six to nine places one is suggested, about as many as by chance.
    /// - A sentence that says where somebody is decides for yes or no, so such sentences are rare, and what the others
    ///   leave open is answered in all ways alike.
    pub fn shares(kind: Kind) -> Vec<(Pairing, u32)> {
        let hands = |took, suggested, share| (Pairing::Hands { took, suggested }, share);
        let place = |hint, share| (Pairing::Place(hint), share);
        match kind {
            Kind::Counting => vec![
                hands(false, false, 5),
                hands(true, true, 4),
                hands(true, false, 5),
                hands(false, true, 4),
            ],
            Kind::List => vec![
                hands(false, false, 8),
                hands(false, true, 6),
                hands(true, false, 4),
                hands(true, true, 1),
            ],
            Kind::WherePerson => vec![
                place(Hint::Nothing, 12),
                place(Hint::Then, 8),
                place(Hint::Own, 2),
                place(Hint::Company, 2),
                place(Hint::Both, 2),
            ],
            Kind::WhereObject | Kind::WhereWasObject => {
                vec![place(Hint::Nothing, 8), place(Hint::Company, 1), place(Hint::Then, 1)]
            }
            Kind::YesNo => {
                let cells = [(Said::Nothing, 2), (Said::Half, 1)]
                    .into_iter()
                    .flat_map(|own| [Heard::Nothing, Heard::No, Heard::Yes].map(|company| (own, company)))
                    .chain([((Said::All, 1), Heard::Nothing)]);
                let pairings = |((own, share), company)| {
                    YesNo::ALL.map(|answer| (Pairing::YesNo { own, company, answer }, share))
                };
                cells.flat_map(pairings).collect()
            }
            _ => Vec::new(),
        }
    }

    /// How the answer to a question about the whole story goes with what one event suggests; `None` for questions that
    /// have no such event.
    pub fn of(question: Question, answer: &Answer, hints: &Hints<'_>) -> Option<Pairing> {
        match (question, answer) {
            (Question::HowMany(person), Answer::Count(count)) => hints.hands(person, *count),
            (Question::Carrying(person), Answer::Objects(objects)) => hints.hands(person, objects.len()),
            (Question::WherePerson(person), Answer::Place(place)) => {
                Some(Pairing::Place(hints.of_person(person, *place)))
            }
            (Question::WhereObject(object), Answer::Place(place)) => {
                Some(Pairing::Place(hints.of_object(object, *place, None)))
            }
            (Question::WhereWas(object, before), Answer::Place(place)) => {
                Some(Pairing::Place(hints.of_object(object, *place, Some(before))))
            }
            (Question::IsIn(person, at), answer) => {
                let answer = YesNo::ALL.into_iter().find(|yes_no| yes_no.answer() == *answer)?;
                let (own, company) = hints.last_said(person).to(at);
                Some(Pairing::YesNo { own, company, answer })
            }
            _ => None,
        }
    }
}
