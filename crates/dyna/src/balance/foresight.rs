//! Which stories cannot have a question that is wanted, told from what is true: much faster than finding out what a reader
//! can know.

use wampimuk_babi::Kind;
use wampimuk_story::{Cast, Object, Person, Place};

use super::{Hint, Hints, Pairing, Said, YesNo};
use crate::truth::Truth;

/// What is wanted of a question.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Its kind.
    pub kind: Kind,
    /// How its answer goes with what one event suggests.
    pub pairing: Pairing,
    /// From the least to the most lines that its support has.
    pub support: (usize, usize),
    /// Whether all events of whoever carries something are its support.
    pub history: bool,
}

/// Whether a story may have a question that is wanted. If not, it has none; if so, it may have none all the same.
pub fn may_have(wanted: &Wanted, hints: &Hints<'_>, cast: &Cast, truth: &Truth) -> bool {
    let mut people = (0..cast.people()).map(|person| Person(person as u8));
    match (wanted.kind, wanted.pairing) {
        (Kind::Counting | Kind::List, Pairing::Hands { took, suggested }) => people.any(|person| {
            let carries = truth.carries(person);
            (carries == usize::from(took)) == suggested
                && hints.hands(person, carries) == Some(wanted.pairing)
                && (!wanted.history || has_room(hints.changes(person), wanted.support))
        }),
        (Kind::WherePerson, Pairing::Place(hint)) => people.any(|person| {
            (hint == Hint::Own || hints.handled_here(person))
                && hints.of_person(person, truth.person(person)) == hint
        }),
        (Kind::WhereObject, Pairing::Place(hint)) => {
            let mut objects = (0..cast.objects()).map(|object| Object(object as u8));
            objects.any(|object| hints.of_object(object, truth.object(object), None) == hint)
        }
        (Kind::YesNo, Pairing::YesNo { own, company, answer }) => people.any(|person| {
            if own != Said::All && wanted.support.0 > 1 && !hints.handled_here(person) {
                return false;
            }
            let here = truth.person(person);
            let last = hints.last_said(person);
            let mut places = (0..cast.places().len()).map(|place| Place(place as u8));
            let fits = |place: Place| last.to(place) == (own, company);
            match answer {
                YesNo::Yes => fits(here),
                YesNo::No => places.any(|place| place != here && fits(place)),
                YesNo::Maybe => places.any(fits),
            }
        }),
        _ => true,
    }
}

/// Whether so many changes of somebody's hands can be as many lines as wanted: each is one, or two with a pronoun.
fn has_room(changes: usize, (least, most): (usize, usize)) -> bool {
    changes <= most && 2 * changes >= least
}
