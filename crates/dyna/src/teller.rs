//! Tells stories: chooses, sentence by sentence, something that can happen in the true world and that may be told.
//!
//! The true world is what *really* happens; a reader only gets the sentences. Everything starts somewhere, each person and
//! object by chance. Then an action is chosen by its weight among those that are possible now, and after that who does it
//! to what, each possibility being as likely as any other. This is the original's way, choice by choice.

use wampimuk_core::Stream;
use wampimuk_story::{Cast, Event, Object, Person, Place, Places, Sentence, Story};

use crate::choice::Weights;

/// What can be told. Pronouns and joint subjects are actions of their own because they are chosen as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Somebody goes somewhere.
    Move,
    /// Somebody takes something.
    Grab,
    /// Somebody drops something.
    Drop,
    /// Somebody gives something to somebody.
    Give,
    /// Two sentences about one person, the second with "he" or "she".
    Coref,
    /// Two people go somewhere together.
    Conj,
    /// They do so twice, the second time as "they".
    Compound,
    /// Somebody goes, and it is said where they are, or where they are not any more.
    Negate,
    /// Somebody goes to one of two places.
    Indef,
}

impl Action {
    /// All of them, in the order of the original's settings.
    pub const ALL: [Action; 9] = [
        Action::Move,
        Action::Grab,
        Action::Drop,
        Action::Give,
        Action::Coref,
        Action::Conj,
        Action::Compound,
        Action::Negate,
        Action::Indef,
    ];

    /// How many sentences it takes.
    pub fn sentences(self) -> usize {
        if matches!(self, Action::Coref | Action::Compound) { 2 } else { 1 }
    }
}

/// The weights of events in a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventWeights {
    /// The weight of each action, in the order of [`Action::ALL`].
    pub actions: Weights<9>,
    /// The weights of moving, taking and dropping, for both sentences of [`Action::Coref`].
    pub coref: Weights<3>,
    /// The weights of "is not in" and "is in".
    pub negate: Weights<2>,
}

/// Where everything really is.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Truth {
    /// Where each person is.
    people: Vec<Place>,
    /// Where each object is.
    objects: Vec<Place>,
    /// Who holds each object.
    holders: Vec<Option<Person>>,
    /// Who is at each place, one bit each.
    here: Vec<u64>,
}

impl Truth {
    /// Puts everything somewhere, by chance.
    pub fn restart(&mut self, cast: &Cast, stream: &mut Stream) {
        let places = cast.places().len();
        self.here.clear();
        self.here.resize(places, 0);
        self.people.clear();
        for person in 0..cast.people() {
            let place = stream.index(places);
            self.here[place] |= 1 << person;
            self.people.push(Place(place as u8));
        }
        self.objects.clear();
        self.objects.extend((0..cast.objects()).map(|_| Place(stream.index(places) as u8)));
        self.holders.clear();
        self.holders.resize(cast.objects(), None);
    }

    /// Where a person is.
    pub fn person(&self, person: Person) -> Place {
        self.people[person.index()]
    }

    /// Where an object is: with who holds it, if somebody does.
    pub fn object(&self, object: Object) -> Place {
        self.holders[object.index()].map_or(self.objects[object.index()], |holder| self.person(holder))
    }

    /// Who is at a place, one bit each.
    pub(crate) fn present(&self, place: Place) -> u64 {
        self.here[place.index()]
    }

    /// Who holds an object.
    pub fn holder(&self, object: Object) -> Option<Person> {
        self.holders[object.index()]
    }

    /// How many objects a person holds.
    pub fn carries(&self, person: Person) -> usize {
        self.holders.iter().filter(|holder| **holder == Some(person)).count()
    }

    /// Puts a person somewhere.
    pub(crate) fn relocate(&mut self, person: Person, to: Place) {
        let from = self.people[person.index()];
        self.here[from.index()] &= !(1 << person.0);
        self.here[to.index()] |= 1 << person.0;
        self.people[person.index()] = to;
    }

    /// Makes an event happen.
    pub(crate) fn apply(&mut self, who: Person, event: Event) {
        match event {
            Event::Move(to) | Event::Is(to) => self.relocate(who, to),
            Event::IsNot(_) | Event::Either(..) => {}
            Event::Grab(object) => self.holders[object.index()] = Some(who),
            Event::Drop(object) => {
                self.objects[object.index()] = self.person(who);
                self.holders[object.index()] = None;
            }
            Event::Give(object, to) => self.holders[object.index()] = Some(to),
        }
    }

    /// Who is with somebody, without them, one bit each.
    fn company(&self, person: Person) -> u64 {
        self.here[self.person(person).index()] & !(1 << person.0)
    }

    fn objects(&self) -> impl Iterator<Item = Object> + use<> {
        (0..self.holders.len() as u16).map(|object| Object(object as u8))
    }
}

/// Tells stories, one after another, with the same memory.
#[derive(Clone, Debug)]
pub struct Teller {
    cast: Cast,
    truth: Truth,
}

impl Teller {
    /// A teller of stories about a cast.
    pub fn new(cast: Cast) -> Teller {
        Teller { cast, truth: Truth::default() }
    }

    /// Where everything is now.
    pub fn truth(&self) -> &Truth {
        &self.truth
    }

    /// Forgets everything and puts everything somewhere.
    pub fn begin(&mut self, stream: &mut Stream) {
        self.truth.restart(&self.cast, stream);
    }

    /// Tells the next thing, one or two sentences but not more than there is room for; `None` if nothing with any weight
    /// is possible.
    pub fn next(
        &mut self,
        telling: &EventWeights,
        room: usize,
        story: &mut Story,
        stream: &mut Stream,
    ) -> Option<Action> {
        // drawing again where something is impossible is the same as drawing among what is possible
        for _ in 0..TRIES {
            let action = Action::ALL[telling.actions.draw(stream)?];
            if action.sentences() <= room && self.do_it(action, telling, story, stream) {
                return Some(action);
            }
        }
        let fits = |&number: &usize| {
            let action = Action::ALL[number];
            action.sentences() <= room && self.possible(action, telling)
        };
        let action = Action::ALL[telling.actions.draw_among((0..Action::ALL.len()).filter(fits), stream)?];
        self.do_it(action, telling, story, stream).then_some(action)
    }

    /// Does something and tells it; nothing happens if it is impossible.
    fn do_it(
        &mut self,
        action: Action,
        telling: &EventWeights,
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        let line = story.len();
        let (people, places) = (self.cast.people(), self.cast.places().len());
        match action {
            Action::Move | Action::Grab | Action::Drop | Action::Give => {
                let Some((who, event)) = self.single(action, None, stream) else { return false };
                self.tell(Sentence::new(who, event), story);
            }
            Action::Coref => {
                let Some(first) = self.coref(telling, None, stream) else { return false };
                self.tell(first, story);
                // what one has just taken one can drop, and conversely; and one can always go
                if let Some(second) = self.coref(telling, Some(first.who), stream) {
                    self.tell(second.referring_to(line), story);
                }
            }
            Action::Conj | Action::Compound => {
                let Some(first) = self.pair(None, stream) else { return false };
                self.tell(first, story);
                if action == Action::Compound
                    && let Some(second) = self.pair(first.and.map(|other| (first.who, other)), stream)
                {
                    self.tell(second.referring_to(line), story);
                }
            }
            Action::Negate => {
                let Some((who, Event::Move(to))) = self.single(Action::Move, None, stream) else {
                    return false;
                };
                let from = self.truth.person(who);
                self.truth.relocate(who, to);
                let negative = telling.negate.draw(stream) == Some(0);
                let event = if negative { Event::IsNot(from) } else { Event::Is(to) };
                say(Sentence::new(who, event), story);
            }
            Action::Indef => {
                if people == 0 || places < 3 {
                    return false;
                }
                let mut digits = Digits(stream.below((people * (places - 1) * (places - 2) * 2) as u32));
                let who = Person(digits.next(people));
                let here = self.truth.person(who).0;
                let one = besides(digits.next(places - 1), here, None);
                let other = besides(digits.next(places - 2), here, Some(one));
                let to = if digits.next(2) == 0 { one } else { other };
                self.truth.relocate(who, Place(to));
                say(Sentence::new(who, Event::Either(Place(one), Place(other))), story);
            }
        }
        true
    }

    fn tell(&mut self, sentence: Sentence, story: &mut Story) {
        for who in sentence.subjects() {
            self.truth.apply(who, sentence.event);
        }
        say(sentence, story);
    }

    fn possible(&self, action: Action, telling: &EventWeights) -> bool {
        let (people, places) = (self.cast.people(), self.cast.places().len());
        match action {
            Action::Move | Action::Negate => people > 0 && places > 1,
            Action::Indef => people > 0 && places > 2,
            Action::Conj | Action::Compound => people > 1 && (places > 2 || self.joint_moves() > 0),
            Action::Grab => self.grabs(u64::MAX) > 0,
            Action::Drop => self.truth.holders.iter().any(Option::is_some),
            Action::Give => self.gifts() > 0,
            // what one has just taken one can drop, and conversely; and one can always go
            Action::Coref => {
                let [go, grab, drop] = telling.coref.0;
                (go > 0 && places > 1)
                    || (drop > 0 && self.truth.holders.iter().any(Option::is_some))
                    || (grab > 0 && self.grabs(u64::MAX) > 0)
            }
        }
    }

    fn grabs(&self, people: u64) -> usize {
        self.truth
            .objects()
            .filter(|object| self.truth.holder(*object).is_none())
            .map(|object| (self.truth.here[self.truth.object(object).index()] & people).count_ones() as usize)
            .sum()
    }

    fn gifts(&self) -> usize {
        self.truth
            .objects()
            .filter_map(|object| self.truth.holder(object))
            .map(|holder| self.truth.company(holder).count_ones() as usize)
            .sum()
    }

    /// One event of an action, by anybody or by one person.
    fn single(&self, action: Action, who: Option<Person>, stream: &mut Stream) -> Option<(Person, Event)> {
        match action {
            Action::Move => {
                let (people, places) = (self.cast.people(), self.cast.places().len());
                let ways = if who.is_some() { 1 } else { people } * places.saturating_sub(1);
                let mut digits = Digits(at_most(ways, stream)? as u32);
                let to = digits.next(places - 1);
                let who = who.unwrap_or_else(|| Person(digits.next(people)));
                Some((who, Event::Move(Place(besides(to, self.truth.person(who).0, None)))))
            }
            Action::Grab => {
                let people = who.map_or(u64::MAX, |who| 1 << who.0);
                let mut number = at_most(self.grabs(people), stream)?;
                for object in self.truth.objects().filter(|object| self.truth.holder(*object).is_none()) {
                    let here = self.truth.here[self.truth.object(object).index()] & people;
                    let count = here.count_ones() as usize;
                    if number < count {
                        return Some((Person(nth(here, number)?), Event::Grab(object)));
                    }
                    number -= count;
                }
                None
            }
            Action::Drop => {
                let held = |object: &Object| {
                    self.truth.holder(*object).is_some_and(|holder| who.is_none_or(|who| who == holder))
                };
                let number = at_most(self.truth.objects().filter(held).count(), stream)?;
                let object = self.truth.objects().filter(held).nth(number)?;
                Some((self.truth.holder(object)?, Event::Drop(object)))
            }
            Action::Give => {
                let mut number = at_most(self.gifts(), stream)?;
                for object in self.truth.objects() {
                    let Some(holder) = self.truth.holder(object) else { continue };
                    let company = self.truth.company(holder);
                    let count = company.count_ones() as usize;
                    if number < count {
                        return Some((holder, Event::Give(object, Person(nth(company, number)?))));
                    }
                    number -= count;
                }
                None
            }
            _ => None,
        }
    }

    fn coref(&self, telling: &EventWeights, who: Option<Person>, stream: &mut Stream) -> Option<Sentence> {
        let one = |number: usize, stream: &mut Stream| {
            let (who, event) = self.single(COREF[number], who, stream)?;
            Some(Sentence::new(who, event))
        };
        for _ in 0..TRIES {
            let number = telling.coref.draw(stream)?;
            if let Some(sentence) = one(number, stream) {
                return Some(sentence);
            }
        }
        let can = |&number: &usize| match (COREF[number], who) {
            (action, None) => self.possible(action, telling),
            (Action::Grab, Some(who)) => self.grabs(1 << who.0) > 0,
            (Action::Drop, Some(who)) => self.truth.holders.contains(&Some(who)),
            (_, Some(_)) => self.cast.places().len() > 1,
        };
        let number = telling.coref.draw_among((0..COREF.len()).filter(can), stream)?;
        one(number, stream)
    }

    /// Two people, or these two, and a place where neither of them is. All possibilities are alike: as there are more
    /// places for two people who are together, such pairs are a little more likely.
    fn pair(&self, pair: Option<(Person, Person)>, stream: &mut Stream) -> Option<Sentence> {
        if let Some((one, other)) = pair {
            let place = pick(self.elsewhere(&[one, other]).0, stream)?;
            return Some(Sentence::new(one, Event::Move(Place(place))).and(other));
        }
        let (people, places) = (self.cast.people(), self.cast.places().len());
        if people < 2 {
            return None;
        }
        // drawing again where somebody is there already leaves all other possibilities alike
        for _ in 0..16 {
            let mut digits = Digits(at_most(people * (people - 1) * places, stream)? as u32);
            let one = digits.next(people);
            let other = Person(besides(digits.next(people - 1), one, None));
            let (one, place) = (Person(one), Place(digits.next(places)));
            if self.truth.person(one) != place && self.truth.person(other) != place {
                return Some(Sentence::new(one, Event::Move(place)).and(other));
            }
        }
        let mut number = at_most(self.joint_moves(), stream)?;
        for one in (0..self.cast.people()).map(|person| Person(person as u8)) {
            let [company, others] = self.partners(one);
            for (partners, places) in [company, others] {
                let count = partners.count_ones() as usize * places;
                if number < count {
                    let other = Person(nth(partners, number / places)?);
                    let place = nth(self.elsewhere(&[one, other]).0, number % places)?;
                    return Some(Sentence::new(one, Event::Move(Place(place))).and(other));
                }
                number -= count;
            }
        }
        None
    }

    /// Who is with somebody, and who is not, one bit each; and to how many places they can go together.
    fn partners(&self, person: Person) -> [(u64, usize); 2] {
        let everybody = Places::first(self.cast.people()).0 & !(1 << person.0);
        let company = self.truth.company(person);
        let places = self.cast.places().len();
        [(company, places.saturating_sub(1)), (everybody & !company, places.saturating_sub(2))]
    }

    /// In how many ways two people can go somewhere together.
    fn joint_moves(&self) -> usize {
        let people = (0..self.cast.people()).map(|person| Person(person as u8));
        people
            .flat_map(|one| self.partners(one))
            .map(|(set, places)| set.count_ones() as usize * places)
            .sum()
    }

    fn elsewhere(&self, people: &[Person]) -> Places {
        people.iter().fold(self.cast.places(), |places, person| {
            places.without(Places::one(self.truth.person(*person)))
        })
    }
}

/// How often something is drawn without looking what is possible.
const TRIES: usize = 16;

/// Adds a sentence: what the true world allows is well-formed.
#[inline]
fn say(sentence: Sentence, story: &mut Story) {
    let _ = story.push(sentence);
}

/// The actions of [`EventWeights::coref`].
const COREF: [Action; 3] = [Action::Move, Action::Grab, Action::Drop];

/// Several choices in one number.
struct Digits(u32);

impl Digits {
    /// A choice among this many.
    #[inline]
    fn next(&mut self, count: usize) -> u8 {
        let count = count as u32;
        let digit = self.0 % count;
        self.0 /= count;
        digit as u8
    }
}

/// The number at a place of the list of all numbers but one or two.
#[inline]
fn besides(place: u8, one: u8, other: Option<u8>) -> u8 {
    let (low, high) = match other {
        Some(other) => (one.min(other), Some(one.max(other))),
        None => (one, None),
    };
    let number = if place >= low { place + 1 } else { place };
    match high {
        Some(high) if number >= high => number + 1,
        _ => number,
    }
}

#[inline]
fn at_most(count: usize, stream: &mut Stream) -> Option<usize> {
    (count > 0).then(|| stream.index(count))
}

fn pick(set: u64, stream: &mut Stream) -> Option<u8> {
    nth(set, at_most(set.count_ones() as usize, stream)?)
}

/// A member of a set by its place: the lowest members before it are taken away.
#[inline]
fn nth(mut set: u64, number: usize) -> Option<u8> {
    for _ in 0..number {
        set &= set.wrapping_sub(1);
    }
    (set != 0).then(|| set.trailing_zeros() as u8)
}
