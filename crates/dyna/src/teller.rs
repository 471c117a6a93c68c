//! Tells stories: chooses, sentence by sentence, something that can happen in the true world and that may be told.
//!
//! The true world is what *really* happens; a reader only gets the sentences. Everything starts somewhere, each person and
//! object by chance. Then an action is chosen by its weight among those that are possible now, and after that who does it
//! to what, each possibility being as likely as any other. This is the original's way, choice by choice.

use wampimuk_core::Stream;
use wampimuk_story::{Cast, Event, Person, Place, Places, Sentence, Story};

use crate::choice::Weights;
use crate::truth::Truth;

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
    #[inline]
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
    #[inline]
    fn do_it(
        &mut self,
        action: Action,
        telling: &EventWeights,
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        match action {
            Action::Move => self.go(None, None, story, stream),
            Action::Grab => self.grab(self.truth.grabs(), story, stream),
            Action::Drop => self.drop(None, None, story, stream),
            Action::Give => self.give(story, stream),
            Action::Coref => {
                // what one has just taken one can drop, and conversely; and one can always go
                let line = story.len();
                let Some(who) = self.coref(telling, story, stream) else { return false };
                self.coref_again(telling, (who, line), story, stream);
                true
            }
            Action::Conj => self.joint_move(story, stream).is_some(),
            Action::Compound => {
                let line = story.len();
                let Some(both) = self.joint_move(story, stream) else { return false };
                self.joint_move_again(both, line, story, stream);
                true
            }
            Action::Negate => self.negate(telling, story, stream),
            Action::Indef => self.either(story, stream),
        }
    }

    fn possible(&self, action: Action, telling: &EventWeights) -> bool {
        let (people, places) = (self.cast.people(), self.cast.places().len());
        match action {
            Action::Move | Action::Negate => people > 0 && places > 1,
            Action::Indef => people > 0 && places > 2,
            Action::Conj | Action::Compound => people > 1 && (places > 2 || self.joint_moves() > 0),
            Action::Grab => self.truth.grabs() > 0,
            Action::Drop => self.truth.anything_held(),
            Action::Give => self.truth.gifts() > 0,
            Action::Coref => {
                let [go, grab, drop] = telling.coref.all();
                (go > 0 && places > 1)
                    || (drop > 0 && self.truth.anything_held())
                    || (grab > 0 && self.truth.grabs() > 0)
            }
        }
    }

    /// Somebody, or this person, goes somewhere: who, and from where to where.
    #[inline]
    fn step(&mut self, who: Option<Person>, stream: &mut Stream) -> Option<(Person, Place, Place)> {
        let (people, places) = (self.cast.people(), self.cast.places().len());
        let ways = if who.is_some() { 1 } else { people } * places.saturating_sub(1);
        let mut digits = Digits(at_most(ways, stream)? as u32);
        let to = digits.next(places - 1);
        let who = who.unwrap_or_else(|| Person(digits.next(people)));
        let from = self.truth.person(who);
        let to = Place(besides(to, from.0, None));
        self.truth.relocate(who, to);
        Some((who, from, to))
    }

    /// Somebody, or this person, goes somewhere.
    #[inline]
    fn go(
        &mut self,
        who: Option<Person>,
        antecedent: Option<usize>,
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        let Some((who, _, to)) = self.step(who, stream) else { return false };
        story.say(Sentence { who, and: None, event: Event::Move(to), antecedent });
        true
    }

    /// Somebody takes something, in one of so many ways.
    #[inline]
    fn grab(&mut self, ways: usize, story: &mut Story, stream: &mut Stream) -> bool {
        let Some(number) = at_most(ways, stream) else { return false };
        let (object, place, who) = self.truth.nth_grab(number);
        let Some(who) = nth(self.truth.present(place), who).map(Person) else { return false };
        self.truth.hand(object, who);
        story.say(Sentence::new(who, Event::Grab(object)));
        true
    }

    /// Somebody, or this person, drops something.
    #[inline]
    fn drop(
        &mut self,
        who: Option<Person>,
        antecedent: Option<usize>,
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        let Some(number) = at_most(self.truth.held_by(who), stream) else { return false };
        let Some((object, who)) = self.truth.nth_held_by(who, number) else { return false };
        self.truth.lay_down(object, who);
        story.say(Sentence { who, and: None, event: Event::Drop(object), antecedent });
        true
    }

    /// Somebody gives something to somebody.
    #[inline]
    fn give(&mut self, story: &mut Story, stream: &mut Stream) -> bool {
        let Some(mut number) = at_most(self.truth.gifts(), stream) else { return false };
        let found = self.truth.held().find_map(|(object, who)| {
            let others = self.truth.crowd(self.truth.person(who)) - 1;
            if number >= others {
                number -= others;
                return None;
            }
            Some((who, object, Person(nth(self.truth.company(who), number)?)))
        });
        let Some((who, object, to)) = found else { return false };
        self.truth.hand(object, to);
        story.say(Sentence::new(who, Event::Give(object, to)));
        true
    }

    /// Somebody goes, and it is said where they are, or where they are not any more.
    #[inline]
    fn negate(&mut self, telling: &EventWeights, story: &mut Story, stream: &mut Stream) -> bool {
        let Some((who, from, to)) = self.step(None, stream) else { return false };
        let negative = telling.negate.draw(stream) == Some(0);
        story.say(Sentence::new(who, if negative { Event::IsNot(from) } else { Event::Is(to) }));
        true
    }

    /// Somebody goes to one of two places.
    #[inline]
    fn either(&mut self, story: &mut Story, stream: &mut Stream) -> bool {
        let (people, places) = (self.cast.people(), self.cast.places().len());
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
        story.say(Sentence::new(who, Event::Either(Place(one), Place(other))));
        true
    }

    /// Somebody goes, takes or drops something; who.
    #[inline]
    fn coref(&mut self, telling: &EventWeights, story: &mut Story, stream: &mut Stream) -> Option<Person> {
        let grabs = self.truth.grabs();
        let goes = self.cast.places().len() > 1 && self.cast.people() > 0;
        let done = match which(telling, [goes, grabs > 0, self.truth.anything_held()], stream)? {
            0 => self.go(None, None, story, stream),
            1 => self.grab(grabs, story, stream),
            _ => self.drop(None, None, story, stream),
        };
        story.sentences().last().filter(|_| done).map(|sentence| sentence.who)
    }

    /// The same person does so again, with a pronoun for whom the earlier line names.
    #[inline]
    fn coref_again(
        &mut self,
        telling: &EventWeights,
        (who, line): (Person, usize),
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        let here = self.truth.person(who);
        let within_reach = self.truth.lying_at(here);
        let holds = self.truth.held_by(Some(who)) > 0;
        let can = [self.cast.places().len() > 1, within_reach > 0, holds];
        match which(telling, can, stream) {
            None => false,
            Some(0) => self.go(Some(who), Some(line), story, stream),
            Some(1) => {
                let number = stream.index(within_reach);
                let found = self.truth.lying().filter(|(_, place)| *place == here).nth(number);
                let Some((object, _)) = found else { return false };
                self.truth.hand(object, who);
                story.say(Sentence::new(who, Event::Grab(object)).referring_to(line));
                true
            }
            Some(_) => self.drop(Some(who), Some(line), story, stream),
        }
    }

    /// Two people go together to a place where neither of them is; who. All possibilities are alike: as there are more places
    /// for two people who are together, such pairs are a little more likely.
    #[inline]
    fn joint_move(&mut self, story: &mut Story, stream: &mut Stream) -> Option<(Person, Person)> {
        let (one, other, to) = self.draw_joint_move(stream)?;
        self.truth.relocate(one, to);
        self.truth.relocate(other, to);
        story.say(Sentence::new(one, Event::Move(to)).and(other));
        Some((one, other))
    }

    /// They do so again, as "they".
    #[inline]
    fn joint_move_again(
        &mut self,
        (one, other): (Person, Person),
        line: usize,
        story: &mut Story,
        stream: &mut Stream,
    ) -> bool {
        let Some(to) = pick(self.elsewhere(&[one, other]).0, stream).map(Place) else { return false };
        self.truth.relocate(one, to);
        self.truth.relocate(other, to);
        story.say(Sentence::new(one, Event::Move(to)).and(other).referring_to(line));
        true
    }

    #[inline]
    fn draw_joint_move(&self, stream: &mut Stream) -> Option<(Person, Person, Place)> {
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
                return Some((one, other, place));
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
                    return Some((one, other, Place(place)));
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

/// Which of the actions of [`EventWeights::coref`] is done, of those that can be.
#[inline]
fn which(telling: &EventWeights, can: [bool; 3], stream: &mut Stream) -> Option<usize> {
    // drawing again where something is impossible is the same as drawing among what is possible
    for _ in 0..TRIES {
        let number = telling.coref.draw(stream)?;
        if can[number] {
            return Some(number);
        }
    }
    telling.coref.draw_among((0..can.len()).filter(|&number| can[number]), stream)
}

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
