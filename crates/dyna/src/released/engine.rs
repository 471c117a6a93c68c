//! The state of the released engine's reader.

use thiserror::Error;
use wampimuk_story::{Cast, Event, Object, Person, Place, Sentence};

use super::defect::{Defect, Defects};
use super::lines::Lines;
use super::order::Order;

/// What the engine believes about where somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Belief {
    /// Nothing.
    #[default]
    Unknown,
    /// They are there.
    At(Place),
    /// They are not there.
    Not(Place),
    /// They are in one of two places.
    Either(Place, Place),
}

/// A story has more lines than the engine can tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a story of more than {most} lines")]
pub struct TooLong {
    /// How many lines it can tell apart.
    pub most: usize,
}

/// What is kept about a person.
#[derive(Clone, Debug, Default)]
pub(super) struct Somebody<const W: usize> {
    pub(super) belief: Belief,
    /// The lines behind the belief.
    pub(super) support: Lines<W>,
    /// The same, as questions about where something *was* see it.
    trail: Lines<W>,
    /// Every line in which they have a hand in an object, and the lines that explain pronouns in these.
    pub(super) hands: Lines<W>,
}

/// What is kept about an object.
#[derive(Clone, Debug, Default)]
pub(super) struct Something<const W: usize> {
    pub(super) holder: Option<Person>,
    pub(super) place: Option<Place>,
    /// The lines behind its last change of hands.
    pub(super) handed: Lines<W>,
    /// Those that are passed on to somebody whom it locates.
    passed_on: Lines<W>,
    /// The line of its last change of hands.
    last: usize,
    /// The lines that locate it.
    pub(super) located: Lines<W>,
    /// The same, as questions about where it *was* see it.
    trail: Lines<W>,
    /// The support of its present visit: `trail` and `handed` while the place was known.
    visit: Lines<W>,
    /// The places where it was known to be, one after another.
    pub(super) visits: Vec<Visit<W>>,
    /// The line, and the rank in it, at which its place was known for the first time.
    pub(super) since: Option<(usize, usize)>,
}

/// A place where an object was known to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit<const W: usize> {
    /// Where; `None` if its place became unknown.
    pub(super) place: Option<Place>,
    /// From where it came; `None` if that is unknown.
    pub(super) from: Option<Place>,
    /// The lines behind both.
    pub(super) lines: Lines<W>,
}

/// A gift that was told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gift {
    pub(super) line: usize,
    pub(super) from: Person,
    pub(super) what: Object,
    pub(super) to: Person,
}

/// The released engine, reading a story of up to `64 * W` lines.
#[derive(Clone, Debug)]
pub struct Engine<const W: usize = 1> {
    pub(super) order: Order,
    pub(super) defects: Defects,
    pub(super) people: Vec<Somebody<W>>,
    pub(super) objects: Vec<Something<W>>,
    pub(super) gifts: Vec<Gift>,
    /// The lines in which something changes hands.
    handovers: Lines<W>,
    told: usize,
}

impl<const W: usize> Default for Lines<W> {
    fn default() -> Lines<W> {
        Lines::NONE
    }
}

impl<const W: usize> Engine<W> {
    /// An engine that has been told nothing, with these of its defects.
    pub fn new(cast: &Cast, order: Order, defects: Defects) -> Engine<W> {
        Engine {
            order,
            defects,
            people: vec![Somebody::default(); cast.people()],
            objects: vec![Something::default(); cast.objects()],
            gifts: Vec::new(),
            handovers: Lines::NONE,
            told: 0,
        }
    }

    /// Forgets everything, and keeps the memory.
    pub fn restart(&mut self) {
        self.people.fill_with(Somebody::default);
        for thing in &mut self.objects {
            let mut visits = std::mem::take(&mut thing.visits);
            visits.clear();
            *thing = Something { visits, ..Something::default() };
        }
        self.gifts.clear();
        self.handovers = Lines::NONE;
        self.told = 0;
    }

    /// How many lines it was told.
    pub fn told(&self) -> usize {
        self.told
    }

    /// What it believes about where somebody is.
    pub fn belief(&self, person: Person) -> Belief {
        self.people.get(person.index()).map_or(Belief::Unknown, |somebody| somebody.belief)
    }

    /// Reads a sentence. Whoever is not in the cast is not noticed.
    pub fn tell(&mut self, sentence: &Sentence) -> Result<(), TooLong> {
        let line = self.told;
        if line >= Lines::<W>::MOST {
            return Err(TooLong { most: Lines::<W>::MOST });
        }
        self.told += 1;
        let mut lines = Lines::one(line);
        let gift = matches!(sentence.event, Event::Give(..));
        if !(gift && self.defects.has(Defect::GiftWithoutAntecedent)) {
            lines |= sentence.antecedent.map_or(Lines::NONE, Lines::one);
        }
        let strangers = sentence.subjects().any(|who| who.index() >= self.people.len())
            || sentence.event.object().is_some_and(|object| object.index() >= self.objects.len());
        if strangers {
            return Ok(());
        }
        match sentence.event {
            Event::Move(place) | Event::Is(place) => {
                for who in sentence.subjects() {
                    self.locate(who, place, lines, lines);
                }
            }
            Event::IsNot(place) => {
                sentence.subjects().for_each(|who| self.lose(who, Belief::Not(place), lines));
            }
            Event::Either(one, other) => {
                sentence.subjects().for_each(|who| self.lose(who, Belief::Either(one, other), lines));
            }
            Event::Grab(object) => self.grab(sentence.who, object, line, lines),
            Event::Drop(object) => self.drop(sentence.who, object, line, lines),
            Event::Give(object, to) if to.index() < self.people.len() => {
                self.give(Gift { line, from: sentence.who, what: object, to }, lines);
            }
            Event::Give(..) => {}
        }
        Ok(())
    }

    fn locate(&mut self, who: Person, place: Place, support: Lines<W>, trail: Lines<W>) {
        let somebody = &mut self.people[who.index()];
        (somebody.belief, somebody.support, somebody.trail) = (Belief::At(place), support, trail);
        for number in 0..self.objects.len() {
            if self.objects[number].holder == Some(who) {
                self.put(number, place, support, trail);
            }
        }
    }

    /// Notes where an object is.
    fn put(&mut self, number: usize, place: Place, located: Lines<W>, trail: Lines<W>) {
        let thing = &mut self.objects[number];
        if thing.since.is_none() {
            let rank = self.order.ties.iter().position(|object| object.index() == number).unwrap_or(number);
            thing.since = Some((self.told, rank));
        }
        let before = thing.visits.last().and_then(|visit| visit.place);
        if before != Some(place) {
            let lines = thing.visit | thing.handed | trail;
            thing.visits.push(Visit { place: Some(place), from: before, lines });
        }
        (thing.place, thing.located, thing.trail) = (Some(place), located, trail);
        thing.visit = trail | thing.handed;
    }

    fn lose(&mut self, who: Person, belief: Belief, lines: Lines<W>) {
        let somebody = &mut self.people[who.index()];
        (somebody.belief, somebody.support, somebody.trail) = (belief, lines, lines);
        for thing in self.objects.iter_mut().filter(|thing| thing.holder == Some(who)) {
            thing.place = None;
            thing.visits.push(Visit { place: None, from: None, lines: Lines::NONE });
        }
    }

    fn grab(&mut self, who: Person, object: Object, line: usize, lines: Lines<W>) {
        self.people[who.index()].hands |= lines;
        self.handovers |= Lines::one(line);
        let thing = &mut self.objects[object.index()];
        let passed_on = thing.located | thing.passed_on | lines;
        let way = if self.defects.has(Defect::ForgottenWay) { lines } else { passed_on };
        (thing.holder, thing.handed, thing.last) = (Some(who), lines, line);
        let here = thing.place;
        let somebody = &self.people[who.index()];
        match (somebody.belief, here) {
            (Belief::At(place), _) => {
                let (support, trail) = (somebody.support, somebody.trail);
                self.put(object.index(), place, support, trail);
            }
            (_, Some(place)) => self.locate(who, place, passed_on, way),
            (_, None) => {}
        }
    }

    fn drop(&mut self, who: Person, object: Object, line: usize, lines: Lines<W>) {
        self.people[who.index()].hands |= lines;
        self.handovers |= Lines::one(line);
        let thing = &mut self.objects[object.index()];
        let before = Lines::one(thing.last);
        if self.defects.has(Defect::LostGrab) {
            thing.located = thing.located.without(before);
            thing.trail = thing.trail.without(before);
        }
        let stale = if self.defects.has(Defect::StaleAntecedent) {
            thing.handed.without(self.handovers)
        } else {
            Lines::NONE
        };
        thing.handed = stale | lines;
        thing.passed_on = if self.defects.has(Defect::LostAntecedent) {
            thing.handed.without(before)
        } else {
            thing.handed
        };
        (thing.holder, thing.last) = (None, line);
        if thing.place.is_some() {
            thing.visit = thing.trail | thing.handed;
        }
    }

    fn give(&mut self, gift: Gift, lines: Lines<W>) {
        self.gifts.push(gift);
        self.people[gift.from.index()].hands |= lines;
        self.people[gift.to.index()].hands |= lines;
        self.handovers |= Lines::one(gift.line);
        let number = gift.what.index();
        let thing = &mut self.objects[number];
        (thing.holder, thing.handed, thing.last) = (Some(gift.to), lines, gift.line);
        let (from, to) = (&self.people[gift.from.index()], &self.people[gift.to.index()]);
        match (from.belief, to.belief) {
            (_, Belief::At(place)) => {
                let (support, trail) = (to.support, to.trail);
                let mut shown = (support, trail);
                if !matches!(from.belief, Belief::At(_)) {
                    self.locate(gift.from, place, support | lines, trail | lines);
                } else if !self.defects.has(Defect::Detour)
                    && from.support != support
                    && from.support.without(support).is_empty()
                {
                    shown = (from.support | lines, from.trail | lines);
                }
                self.put(number, place, shown.0, shown.1);
            }
            (Belief::At(place), _) => {
                let (support, trail) = (from.support | lines, from.trail | lines);
                self.locate(gift.to, place, support, trail);
            }
            _ => {}
        }
    }
}
