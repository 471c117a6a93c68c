//! Which stories cannot have a question that is wanted, told from what is true: much faster than finding out what a reader
//! can know.

use wampimuk_babi::Kind;
use wampimuk_story::{Object, Person, Place, Sentence, Story};

use super::hints::{LastSaid, handled_here, hands, of_object, of_person};
use super::{Hint, Pairing, Said, YesNo};
use crate::teller::Truth;

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
pub fn may_have(wanted: &Wanted, story: &Story, truth: &Truth) -> bool {
    let told = story.sentences();
    let mut people = (0..story.cast().people()).map(|person| Person(person as u8));
    match (wanted.kind, wanted.pairing) {
        (Kind::Counting | Kind::List, Pairing::Hands { took, suggested }) => people.any(|person| {
            let carries = truth.carries(person);
            (carries == usize::from(took)) == suggested
                && hands(told, person, carries) == Some(wanted.pairing)
                && (!wanted.history || has_room(told, person, wanted.support))
        }),
        (Kind::WherePerson, Pairing::Place(hint)) => people.any(|person| {
            (hint == Hint::Own || handled_here(told, person))
                && of_person(told, person, truth.person(person)) == hint
        }),
        (Kind::WhereObject, Pairing::Place(hint)) => {
            let mut objects = (0..story.cast().objects()).map(|object| Object(object as u8));
            objects.any(|object| of_object(told, object, truth.object(object), None) == hint)
        }
        (Kind::YesNo, Pairing::YesNo { own, company, answer }) => people.any(|person| {
            if own != Said::All && wanted.support.0 > 1 && !handled_here(told, person) {
                return false;
            }
            let here = truth.person(person);
            let last = LastSaid::about(told, person);
            let mut places = (0..story.cast().places().len()).map(|place| Place(place as u8));
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

/// Whether the events of somebody's hands can be as many lines as wanted: each is one, or two with a pronoun.
fn has_room(told: &[Sentence], person: Person, (least, most): (usize, usize)) -> bool {
    let events = told.iter().filter(|sentence| sentence.hands(person)).count();
    events <= most && 2 * events >= least
}
