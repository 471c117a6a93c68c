//! Which stories cannot have a question that is wanted, told from what is true: much faster than finding out what a reader
//! can know.

use wampimuk_babi::Kind;
use wampimuk_story::{Cast, Object, Person, Place, Rules};

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
    /// How stories are read.
    pub rules: Rules,
}

impl Wanted {
    /// Whether a support of an object's place has two lines and begins with the last line about it.
    fn is_short(&self) -> bool {
        self.support.1 == 2 && self.rules == Rules::default()
    }
}

/// Whether a story may have a question that is wanted. If not, it has none; if so, it may have none all the same.
pub fn may_have(wanted: &Wanted, hints: &Hints<'_>, cast: &Cast, truth: &Truth) -> bool {
    let (least, most) = wanted.support;
    let mut people = (0..cast.people()).map(|person| Person(person as u8));
    match (wanted.kind, wanted.pairing) {
        (Kind::Counting | Kind::List, Pairing::Hands { took, suggested }) => people.any(|person| {
            let carries = truth.carries(person);
            (carries == usize::from(took)) == suggested
                && hints.hands(person, carries) == Some(wanted.pairing)
                && (!wanted.history || (least..=most).contains(&hints.history(person)))
        }),
        (Kind::WherePerson, Pairing::Place(hint)) => people.any(|person| {
            (hint == Hint::Own || hints.handled_here(person))
                && hints.of_person(person, truth.person(person)) == hint
        }),
        (Kind::WhereObject, Pairing::Place(hint)) => {
            let mut objects = (0..cast.objects()).map(|object| Object(object as u8));
            objects.any(|object| {
                let place = truth.object(object);
                hints.of_object(object, place, None) == hint
                    && (hint != Hint::Nothing || !wanted.is_short() || hints.is_where_given(object, place))
            })
        }
        (Kind::YesNo, Pairing::YesNo { own, company, answer }) => people.any(|person| {
            if own != Said::All && least > 1 && !hints.handled_here(person) {
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

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_story::{Knowledge, ProofBounds, Question, Story, SupportStyle};

    use super::*;
    use crate::balance::Trails;
    use crate::choice::Weights;
    use crate::teller::{EventWeights, Teller};

    /// At a glance, the support of what somebody carries is as long as it is.
    #[test]
    fn histories_are_counted_as_they_are_listed() {
        let cast = Cast::new(8, 3, 9).unwrap();
        let telling = EventWeights {
            actions: Weights::new([5, 10, 8, 10, 10, 5, 5, 10, 10]),
            coref: Weights::new([1, 10, 10]),
            negate: Weights::new([1, 1]),
        };
        let key = StreamKey::new(&Digest::of(b"histories"), "histories", 0);
        let (mut teller, mut story, mut trails) = (Teller::new(cast), Story::empty(cast), Trails::default());
        let mut counts = [0; 8];
        for number in 0..500 {
            let mut stream = key.stream(number);
            story.clear();
            teller.begin(&mut stream);
            while story.len() < 20 {
                teller.next(&telling, 20 - story.len(), &mut story, &mut stream).unwrap();
            }
            trails.begin(&cast);
            trails.follow(&story);
            let (hints, rules) = (Hints::new(&story, &trails), Rules::default());
            let known = Knowledge::of(&story, rules).unwrap();
            for person in (0..8).map(Person) {
                let question = Question::HowMany(person);
                let listed = ProofBounds::bounds(question, &story, &known, rules, SupportStyle::History);
                assert_eq!(hints.history(person), listed.0);
                counts[listed.0.min(7)] += 1;
            }
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }
}
