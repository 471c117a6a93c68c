//! People, objects, places, and the sentences about them, as data.
//!
//! Nothing here is a string: people, objects and places are numbers, and their names are the business of
//! [`wording`](crate::wording). A set of places is a machine word, so a vocabulary has at most 64 places.

use thiserror::Error;

/// The most places, and the most people, that a [`Cast`] can have: both are sets in a machine word.
pub const MOST: usize = 64;

/// A person, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Person(pub u8);

/// A thing that can be carried, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Object(pub u8);

/// A place, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub u8);

impl Person {
    /// The number, as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Object {
    /// The number, as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Place {
    /// The number, as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of places, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Places(pub u64);

impl Places {
    /// No place: what remains when sentences contradict each other.
    pub const NONE: Places = Places(0);

    /// The first `count` places: all places of a cast that has `count` of them.
    pub fn first(count: usize) -> Places {
        if count >= MOST { Places(u64::MAX) } else { Places((1 << count) - 1) }
    }

    /// One place.
    pub fn one(place: Place) -> Places {
        Places(1 << (place.0 & 63))
    }

    /// Whether the place is among them.
    pub fn has(self, place: Place) -> bool {
        self.0 & Places::one(place).0 != 0
    }

    /// Those of `self` that are in `other` too.
    pub fn and(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }

    /// Those of either.
    pub fn or(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }

    /// Those of `self` that are not in `other`.
    pub fn without(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }

    /// Whether every place of `self` is in `other`.
    pub fn within(self, other: Places) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The place, if there is exactly one.
    pub fn only(self) -> Option<Place> {
        (self.0.count_ones() == 1).then(|| Place(self.0.trailing_zeros() as u8))
    }

    /// The places in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Place> {
        (0..MOST as u8).map(Place).filter(move |&place| self.has(place))
    }
}

/// How many people, objects and places a story is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    people: usize,
    objects: usize,
    places: usize,
}

/// Why there is no such [`Cast`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CastError {
    /// More than fit into a machine word.
    #[error("{count} {kind}, but at most {most} can be told apart")]
    TooMany {
        /// What there are too many of.
        kind: &'static str,
        /// How many were asked for.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// People have to be somewhere.
    #[error("no places, but everything has to be somewhere")]
    NoPlaces,
}

impl Cast {
    /// A cast with these numbers of people, objects and places.
    pub fn new(people: usize, objects: usize, places: usize) -> Result<Cast, CastError> {
        for (kind, count, most) in
            [("people", people, MOST), ("objects", objects, 256), ("places", places, MOST)]
        {
            if count > most {
                return Err(CastError::TooMany { kind, count, most });
            }
        }
        if places == 0 {
            return Err(CastError::NoPlaces);
        }
        Ok(Cast { people, objects, places })
    }

    /// How many people there are.
    pub fn people(&self) -> usize {
        self.people
    }

    /// How many objects there are.
    pub fn objects(&self) -> usize {
        self.objects
    }

    /// All places.
    pub fn places(&self) -> Places {
        Places::first(self.places)
    }
}

/// What a sentence tells.
///
/// The first four forms are about where a person is. In these stories all of them are *changes*: whoever is said to be
/// in the kitchen, not in the kitchen, or in one of two places has just come there. That is how Dyna-bAbI makes them and
/// how the published answers have to be read: later sentences replace earlier ones and are never combined with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// Mary went to the kitchen.
    Move(Place),
    /// Mary is in the kitchen.
    Is(Place),
    /// Mary is not in the kitchen: she has left, or is in any case elsewhere now.
    IsNot(Place),
    /// Mary is either in the kitchen or the garden.
    Either(Place, Place),
    /// Mary took the apple.
    Grab(Object),
    /// Mary dropped the apple.
    Drop(Object),
    /// Mary gave the apple to John.
    Give(Object, Person),
}

impl Event {
    /// The object that changes hands; `None` if the event is about where a person is.
    pub fn object(self) -> Option<Object> {
        match self {
            Event::Grab(object) | Event::Drop(object) | Event::Give(object, _) => Some(object),
            Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => None,
        }
    }
}

/// A sentence: an event, and who is its subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sentence {
    /// The subject, also where a pronoun stands for it.
    pub who: Person,
    /// The second subject of "Mary and John went to the kitchen".
    pub and: Option<Person>,
    /// What happens.
    pub event: Event,
    /// The line (counted from 0) that says whom "he", "she" or "they" means; `None` where the subjects are named.
    pub antecedent: Option<usize>,
}

impl Sentence {
    /// A sentence with one subject, by name.
    pub fn new(who: Person, event: Event) -> Sentence {
        Sentence { who, and: None, event, antecedent: None }
    }

    /// The same with a second subject.
    pub fn and(self, other: Person) -> Sentence {
        Sentence { and: Some(other), ..self }
    }

    /// The same with a pronoun that an earlier line explains.
    pub fn referring_to(self, line: usize) -> Sentence {
        Sentence { antecedent: Some(line), ..self }
    }

    /// The one or two subjects.
    pub fn subjects(&self) -> impl Iterator<Item = Person> {
        std::iter::once(self.who).chain(self.and)
    }

    /// Whether the person holds the event's object before or after it, or gives or receives it.
    pub fn hands(&self, person: Person) -> bool {
        match self.event {
            Event::Grab(_) | Event::Drop(_) => self.who == person,
            Event::Give(_, to) => self.who == person || to == person,
            Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => false,
        }
    }
}

/// Sentences about a cast, in the order in which they are told.
///
/// A story is well-formed: everybody and everything in it belongs to the cast, two subjects are two people who change
/// their place, a gift goes to another person, and pronouns point back to a line with the same subjects. Whether its
/// sentences can all be *true* is for [`Knowledge`](crate::knowledge::Knowledge) to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    cast: Cast,
    sentences: Vec<Sentence>,
}

/// Why some sentences are no [`Story`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StoryError {
    /// A number beyond the cast.
    #[error("line {} is about somebody or something outside the cast", line + 1)]
    Stranger {
        /// The line, counted from 0.
        line: usize,
    },
    /// Two subjects, but they are one person, or the event is a change of hands.
    #[error("line {} has two subjects, which only two people who go somewhere can be", line + 1)]
    Subjects {
        /// The line, counted from 0.
        line: usize,
    },
    /// A person gives an object to themselves.
    #[error("line {} is a gift to the giver", line + 1)]
    Gift {
        /// The line, counted from 0.
        line: usize,
    },
    /// A pronoun that does not point back, or not to a line about the same people.
    #[error("line {} has a pronoun that no earlier line with the same subjects explains", line + 1)]
    Pronoun {
        /// The line, counted from 0.
        line: usize,
    },
}

impl Story {
    /// A story without sentences.
    pub fn empty(cast: Cast) -> Story {
        Story { cast, sentences: Vec::new() }
    }

    /// A story of these sentences.
    pub fn new(cast: Cast, sentences: impl IntoIterator<Item = Sentence>) -> Result<Story, StoryError> {
        let mut story = Story::empty(cast);
        for sentence in sentences {
            story.push(sentence)?;
        }
        Ok(story)
    }

    /// Adds a sentence at the end; a sentence that does not fit is not added.
    pub fn push(&mut self, sentence: Sentence) -> Result<(), StoryError> {
        self.check(sentence)?;
        self.sentences.push(sentence);
        Ok(())
    }

    /// Adds a sentence of which it is known that it fits.
    #[inline]
    pub fn say(&mut self, sentence: Sentence) {
        debug_assert_eq!(self.check(sentence), Ok(()));
        self.sentences.push(sentence);
    }

    /// Whether a sentence fits at the end.
    fn check(&self, sentence: Sentence) -> Result<(), StoryError> {
        let line = self.sentences.len();
        let place = |place: Place| self.cast.places().has(place) && place.index() < MOST;
        let object = |object: Object| object.index() < self.cast.objects;
        let person = |person: Person| person.index() < self.cast.people;
        let known = match sentence.event {
            Event::Move(at) | Event::Is(at) | Event::IsNot(at) => place(at),
            Event::Either(one, other) => place(one) && place(other),
            Event::Grab(what) | Event::Drop(what) => object(what),
            Event::Give(what, to) => object(what) && person(to),
        };
        if !known || !sentence.subjects().all(person) {
            return Err(StoryError::Stranger { line });
        }
        if sentence.and.is_some_and(|other| other == sentence.who || sentence.event.object().is_some()) {
            return Err(StoryError::Subjects { line });
        }
        if matches!(sentence.event, Event::Give(_, to) if to == sentence.who) {
            return Err(StoryError::Gift { line });
        }
        if let Some(earlier) = sentence.antecedent {
            let explains = self.sentences.get(earlier).is_some_and(|earlier| {
                sentence.subjects().all(|who| earlier.subjects().any(|other| other == who))
            });
            if !explains {
                return Err(StoryError::Pronoun { line });
            }
        }
        Ok(())
    }

    /// Forgets all sentences and keeps the memory.
    pub fn clear(&mut self) {
        self.sentences.clear();
    }

    /// Replaces each sentence. Callers only exchange names, which keeps the story well-formed.
    pub fn map(&mut self, other: impl Fn(&Sentence) -> Sentence) {
        for sentence in &mut self.sentences {
            *sentence = other(sentence);
        }
    }

    /// Who and what the story is about.
    pub fn cast(&self) -> &Cast {
        &self.cast
    }

    /// The sentences.
    pub fn sentences(&self) -> &[Sentence] {
        &self.sentences
    }

    /// How many sentences there are.
    pub fn len(&self) -> usize {
        self.sentences.len()
    }

    /// Whether nothing has been told.
    pub fn is_empty(&self) -> bool {
        self.sentences.is_empty()
    }
}
