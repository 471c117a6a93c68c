//! What single events of a story suggest.

use wampimuk_story::{Event, Object, Person, Place, Places, Sentence};

use super::{Heard, Hint, Pairing, Said};

/// How what somebody carries goes with the last thing that changed their hands.
pub(super) fn hands(told: &[Sentence], person: Person, count: usize) -> Option<Pairing> {
    let last = told.iter().rev().find(|sentence| sentence.hands(person))?;
    let took = match last.event {
        Event::Grab(_) => true,
        Event::Give(_, to) => to == person,
        _ => false,
    };
    Some(Pairing::Hands { took, suggested: count == usize::from(took) })
}

/// Which event suggests where somebody is.
pub(super) fn of_person(told: &[Sentence], person: Person, place: Place) -> Hint {
    let own = last_places(told, person, None).has(place) || last_named(told, None).has(place);
    let other = company(told, person).map(|(line, other)| of_company(told, line, other, place, None));
    match (own, other.unwrap_or(Hint::Nothing)) {
        (true, Hint::Nothing) => Hint::Own,
        (true, _) => Hint::Several,
        (false, other) => other,
    }
}

/// Which event suggests where something is, or was before it was elsewhere.
pub(super) fn of_object(told: &[Sentence], object: Object, place: Place, but: Option<Place>) -> Hint {
    let handles = |sentence: &Sentence| sentence.event.object() == Some(object);
    let Some(line) = told.iter().rposition(handles) else { return Hint::Nothing };
    let handler = match told[line].event {
        Event::Give(_, to) => to,
        _ => told[line].who,
    };
    match of_company(told, line, handler, place, but) {
        Hint::Then if last_named(told, but).has(place) => Hint::Both,
        Hint::Nothing if last_named(told, but).has(place) => Hint::Company,
        hint => hint,
    }
}

fn of_company(told: &[Sentence], line: usize, who: Person, place: Place, but: Option<Place>) -> Hint {
    let now = last_places(told, who, but).has(place);
    match (now, last_places(&told[..line], who, but).has(place)) {
        (true, true) => Hint::Both,
        (true, false) => Hint::Company,
        (false, true) => Hint::Then,
        (false, false) => Hint::Nothing,
    }
}

/// The last sentences about the place of somebody, and of whoever they were named with last.
pub(super) struct LastSaid {
    own: Option<Event>,
    company: Option<Event>,
}

impl LastSaid {
    pub(super) fn about(told: &[Sentence], person: Person) -> LastSaid {
        let other = company(told, person).and_then(|(_, other)| last_about_place(told, other));
        LastSaid { own: last_about_place(told, person), company: other }
    }

    /// What they say to the question whether somebody is somewhere.
    pub(super) fn to(&self, at: Place) -> (Said, Heard) {
        let own = match self.own {
            Some(Event::IsNot(place)) if place != at => Said::Nothing,
            Some(event @ Event::Either(..)) if places(event).has(at) => Said::Half,
            Some(_) => return (Said::All, Heard::Nothing),
            None => Said::Nothing,
        };
        let heard = match self.company {
            None => Heard::Nothing,
            Some(Event::IsNot(place)) if place != at => Heard::Nothing,
            Some(event) if !places(event).has(at) => Heard::No,
            Some(Event::Either(..)) => Heard::Nothing,
            Some(_) => Heard::Yes,
        };
        (own, heard)
    }
}

/// The last sentence that names somebody together with somebody else: which, and whom.
fn company(told: &[Sentence], person: Person) -> Option<(usize, Person)> {
    let other = |sentence: &Sentence| {
        let with = match sentence.event {
            Event::Give(_, to) => to,
            _ => sentence.and?,
        };
        if sentence.who == person { Some(with) } else { (with == person).then_some(sentence.who) }
    };
    told.iter().enumerate().rev().find_map(|(line, sentence)| Some((line, other(sentence)?)))
}

fn is_about(sentence: &Sentence, person: Person) -> bool {
    sentence.who == person || sentence.and == Some(person)
}

/// What the last sentence about somebody's place says.
fn last_about_place(told: &[Sentence], person: Person) -> Option<Event> {
    let own = |sentence: &&Sentence| sentence.event.object().is_none() && is_about(sentence, person);
    told.iter().rev().find(own).map(|sentence| sentence.event)
}

/// Where a sentence says that somebody is or may be.
fn places(event: Event) -> Places {
    match event {
        Event::Move(at) | Event::Is(at) => Places::one(at),
        Event::Either(one, other) => Places::one(one).or(Places::one(other)),
        _ => Places::NONE,
    }
}

/// What the last sentence says that says where somebody is or may be, if that is not one place only.
fn last_places(told: &[Sentence], person: Person, but: Option<Place>) -> Places {
    let without = |places: Places| but.map_or(places, |place| places.without(Places::one(place)));
    let own = told.iter().rev().filter(|sentence| is_about(sentence, person));
    let mut said = own.map(|sentence| without(places(sentence.event)));
    said.find(|places| !places.is_empty()).unwrap_or(Places::NONE)
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

/// Whether somebody had a hand in something since they last changed their place: without that, nothing but their own
/// sentence says where they are.
pub(super) fn handled_here(told: &[Sentence], person: Person) -> bool {
    let about = |sentence: &&Sentence| sentence.hands(person) || is_about(sentence, person);
    told.iter().rev().find(about).is_some_and(|sentence| sentence.event.object().is_some())
}
