//! What single events of a story suggest.

use wampimuk_story::{Event, Object, Person, Place, Places, Sentence, Story};

use super::trails::Trails;
use super::{Heard, Hint, Pairing, Said};

/// A story, and where in it everybody and everything comes up last.
#[derive(Clone, Copy, Debug)]
pub struct Hints<'a> {
    told: &'a [Sentence],
    trails: &'a Trails,
}

impl<'a> Hints<'a> {
    /// The hints of a story whose trails these are.
    pub fn new(story: &'a Story, trails: &'a Trails) -> Hints<'a> {
        Hints { told: story.sentences(), trails }
    }

    /// How what somebody carries goes with the last thing that changed their hands.
    pub(super) fn hands(&self, person: Person, count: usize) -> Option<Pairing> {
        let took = match self.told[self.trails.last_hand(person)?].event {
            Event::Grab(_) => true,
            Event::Give(_, to) => to == person,
            _ => false,
        };
        Some(Pairing::Hands { took, suggested: count == usize::from(took) })
    }

    /// Which event suggests where somebody is.
    pub(super) fn of_person(&self, person: Person, place: Place) -> Hint {
        let own =
            self.last_places(person, self.told.len(), None).has(place) || self.last_named(None).has(place);
        let other =
            self.trails.company(person).map(|(line, other)| self.of_company(line, other, place, None));
        match (own, other.unwrap_or(Hint::Nothing)) {
            (true, Hint::Nothing) => Hint::Own,
            (true, _) => Hint::Several,
            (false, other) => other,
        }
    }

    /// Which event suggests where something is, or was before it was elsewhere.
    pub(super) fn of_object(&self, object: Object, place: Place, but: Option<Place>) -> Hint {
        let Some(line) = self.trails.last_about(object) else { return Hint::Nothing };
        let handler = match self.told[line].event {
            Event::Give(_, to) => to,
            _ => self.told[line].who,
        };
        match self.of_company(line, handler, place, but) {
            Hint::Then if self.last_named(but).has(place) => Hint::Both,
            Hint::Nothing if self.last_named(but).has(place) => Hint::Company,
            hint => hint,
        }
    }

    fn of_company(&self, line: usize, who: Person, place: Place, but: Option<Place>) -> Hint {
        let now = self.last_places(who, self.told.len(), but).has(place);
        match (now, self.last_places(who, line, but).has(place)) {
            (true, true) => Hint::Both,
            (true, false) => Hint::Company,
            (false, true) => Hint::Then,
            (false, false) => Hint::Nothing,
        }
    }

    /// What the last sentence among so many says that says where somebody is or may be, if that is not one place only.
    fn last_places(&self, person: Person, among: usize, but: Option<Place>) -> Places {
        let without = |places: Places| but.map_or(places, |place| places.without(Places::one(place)));
        let own = self.trails.about_place(self.told, person, among);
        let mut said = own.map(|line| without(places(self.told[line].event)));
        said.find(|places| !places.is_empty()).unwrap_or(Places::NONE)
    }

    /// The place that is named last.
    fn last_named(&self, but: Option<Place>) -> Places {
        let named = |sentence: &Sentence| match sentence.event {
            Event::Move(at) | Event::Is(at) | Event::IsNot(at) | Event::Either(_, at) => {
                Some(at).filter(|at| Some(*at) != but)
            }
            _ => None,
        };
        self.told.iter().rev().find_map(named).map_or(Places::NONE, Places::one)
    }

    /// The last sentences about the place of somebody, and of whoever they were named with last.
    pub(crate) fn last_said(&self, person: Person) -> LastSaid {
        let last = |person: Person| {
            let line = self.trails.about_place(self.told, person, self.told.len()).next()?;
            Some(self.told[line].event)
        };
        LastSaid {
            own: last(person),
            company: self.trails.company(person).and_then(|(_, other)| last(other)),
        }
    }

    /// Whether somebody had a hand in something since they last changed their place.
    pub(super) fn handled_here(&self, person: Person) -> bool {
        self.trails.handled_here(person)
    }

    /// How many lines change what is in somebody's hands, with those that explain their pronouns.
    pub(super) fn history(&self, person: Person) -> usize {
        let changes = self.told.iter().enumerate().filter(|(_, sentence)| sentence.hands(person));
        changes
            .map(|(_, sentence)| match sentence.antecedent {
                // who is meant is somebody who has a hand in something there, or goes
                Some(line) if !self.told[line].hands(person) => 2,
                _ => 1,
            })
            .sum()
    }

    /// Whether the last line about an object gives it away where it is, as a line about the giver says: of questions without a
    /// better hint, only these are answered by two lines.
    pub(super) fn is_where_given(&self, object: Object, place: Place) -> bool {
        let Some(line) = self.trails.last_about(object) else { return false };
        let Sentence { who, event, .. } = self.told[line];
        matches!(event, Event::Give(..)) && self.last_places(who, line, None) == Places::one(place)
    }
}

/// The last sentences about the place of somebody, and of whoever they were named with last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LastSaid {
    own: Option<Event>,
    company: Option<Event>,
}

impl LastSaid {
    /// What they say to the question whether somebody is somewhere.
    #[inline]
    pub(crate) fn to(&self, at: Place) -> (Said, Heard) {
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

/// Where a sentence says that somebody is or may be.
fn places(event: Event) -> Places {
    match event {
        Event::Move(at) | Event::Is(at) => Places::one(at),
        Event::Either(one, other) => Places::one(one).or(Places::one(other)),
        _ => Places::NONE,
    }
}
