//! Where everything really is. A reader of a story never sees this.

use wampimuk_core::Stream;
use wampimuk_story::{Cast, Event, MOST, Object, Person, Place};

/// Where everything really is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Where each person is.
    people: [Place; MOST],
    /// Who is at each place, one bit each.
    here: [u64; MOST],
    /// How many they are: portable programs have no instruction that counts bits.
    crowd: [u8; MOST],
    /// Where each object is, or was when somebody took it.
    objects: Vec<Place>,
    /// Who holds each object.
    holders: Vec<Option<Person>>,
}

impl Default for Truth {
    fn default() -> Self {
        let (people, here, crowd) = ([Place(0); MOST], [0; MOST], [0; MOST]);
        Self { people, here, crowd, objects: Vec::new(), holders: Vec::new() }
    }
}

impl Truth {
    /// Puts everything somewhere, by chance.
    pub fn restart(&mut self, cast: &Cast, stream: &mut Stream) {
        let places = cast.places().len();
        self.here[..places].fill(0);
        self.crowd[..places].fill(0);
        for (number, person) in self.people[..cast.people()].iter_mut().enumerate() {
            let place = stream.index(places);
            self.here[place] |= 1 << number;
            self.crowd[place] += 1;
            *person = Place(place as u8);
        }
        self.objects.clear();
        self.objects.extend((0..cast.objects()).map(|_| Place(stream.index(places) as u8)));
        self.holders.clear();
        self.holders.resize(cast.objects(), None);
    }

    /// Where a person is.
    #[inline]
    pub fn person(&self, person: Person) -> Place {
        self.people[person.index() % MOST]
    }

    /// Where an object is: with who holds it, if somebody does.
    pub fn object(&self, object: Object) -> Place {
        self.holders[object.index()].map_or(self.objects[object.index()], |holder| self.person(holder))
    }

    /// Who is at a place, one bit each.
    #[inline]
    pub(crate) fn present(&self, place: Place) -> u64 {
        self.here[place.index() % MOST]
    }

    /// How many people are at a place.
    #[inline]
    pub(crate) fn crowd(&self, place: Place) -> usize {
        usize::from(self.crowd[place.index() % MOST])
    }

    /// Who holds an object.
    pub fn holder(&self, object: Object) -> Option<Person> {
        self.holders[object.index()]
    }

    /// How many objects a person holds.
    pub fn carries(&self, person: Person) -> usize {
        self.held_by(Some(person))
    }

    /// Whether anybody holds anything.
    pub(crate) fn anything_held(&self) -> bool {
        self.held_by(None) > 0
    }

    /// The objects that somebody holds, with their holders.
    #[inline]
    pub(crate) fn held(&self) -> impl Iterator<Item = (Object, Person)> {
        let objects = self.holders.iter().enumerate();
        objects.filter_map(|(object, holder)| Some((Object(object as u8), (*holder)?)))
    }

    /// The objects that nobody holds, with their places.
    #[inline]
    pub(crate) fn lying(&self) -> impl Iterator<Item = (Object, Place)> {
        let objects = self.holders.iter().zip(&self.objects).enumerate();
        objects.filter_map(|(object, (holder, place))| {
            holder.is_none().then_some((Object(object as u8), *place))
        })
    }

    /// In how many ways somebody can take something. Like what follows, it is counted without a branch: nobody can predict
    /// who holds what.
    #[inline]
    pub(crate) fn grabs(&self) -> usize {
        let objects = self.holders.iter().zip(&self.objects);
        objects.map(|(holder, &place)| usize::from(holder.is_none()) * self.crowd(place)).sum()
    }

    /// In how many ways somebody can give something to somebody.
    #[inline]
    pub(crate) fn gifts(&self) -> usize {
        let others = |holder: &Option<Person>| {
            usize::from(holder.is_some()) * (self.crowd(self.person(holder.unwrap_or(Person(0)))).max(1) - 1)
        };
        self.holders.iter().map(others).sum()
    }

    /// How many objects anybody holds, or this person.
    #[inline]
    pub(crate) fn held_by(&self, who: Option<Person>) -> usize {
        let theirs = |holder: &Option<Person>| holder.is_some() & (who.is_none() | (*holder == who));
        self.holders.iter().map(|holder| usize::from(theirs(holder))).sum()
    }

    /// One of these, by its number.
    #[inline]
    pub(crate) fn nth_held_by(&self, who: Option<Person>, number: usize) -> Option<(Object, Person)> {
        let (mut object, mut before) = (0, 0);
        for (other, holder) in self.holders.iter().enumerate() {
            let theirs = holder.is_some() & (who.is_none() | (*holder == who));
            object = if theirs & (before == number) { other } else { object };
            before += usize::from(theirs);
        }
        Some((Object(object as u8), (*self.holders.get(object)?)?))
    }

    /// Which object is taken in one of the ways counted by [`Truth::grabs`], where it lies, and by which of those who are there.
    #[inline]
    pub(crate) fn nth_grab(&self, number: usize) -> (Object, Place, usize) {
        let (mut found, mut before) = ((Object(0), Place(0), 0), 0);
        for (object, (holder, &place)) in self.holders.iter().zip(&self.objects).enumerate() {
            let ways = usize::from(holder.is_none()) * self.crowd(place);
            let is_this = (before <= number) & (number < before + ways);
            let this = (Object(object as u8), place, number.wrapping_sub(before));
            found = if is_this { this } else { found };
            before += ways;
        }
        found
    }

    /// How many objects lie at a place.
    #[inline]
    pub(crate) fn lying_at(&self, here: Place) -> usize {
        let objects = self.holders.iter().zip(&self.objects);
        objects.map(|(holder, place)| usize::from(holder.is_none() & (*place == here))).sum()
    }

    /// Puts a person somewhere.
    #[inline]
    pub(crate) fn relocate(&mut self, person: Person, to: Place) {
        let (bit, from) = (1 << (person.0 & 63), self.person(person));
        let (from, to_index) = (from.index() % MOST, to.index() % MOST);
        self.here[from] &= !bit;
        self.crowd[from] -= 1;
        self.here[to_index] |= bit;
        self.crowd[to_index] += 1;
        self.people[person.index() % MOST] = to;
    }

    /// Makes an event happen.
    pub(crate) fn apply(&mut self, who: Person, event: Event) {
        match event {
            Event::Move(to) | Event::Is(to) => self.relocate(who, to),
            Event::IsNot(_) | Event::Either(..) => {}
            Event::Grab(object) => self.hand(object, who),
            Event::Drop(object) => self.lay_down(object, who),
            Event::Give(object, to) => self.hand(object, to),
        }
    }

    /// Puts an object into somebody's hands.
    #[inline]
    pub(crate) fn hand(&mut self, object: Object, to: Person) {
        self.holders[object.index()] = Some(to);
    }

    /// Puts an object where a person is.
    #[inline]
    pub(crate) fn lay_down(&mut self, object: Object, who: Person) {
        self.objects[object.index()] = self.person(who);
        self.holders[object.index()] = None;
    }

    /// Who is with somebody, without them, one bit each.
    #[inline]
    pub(crate) fn company(&self, person: Person) -> u64 {
        self.present(self.person(person)) & !(1 << (person.0 & 63))
    }
}
