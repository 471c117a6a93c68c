//! Who may see a story: train, dev and test by how stories begin.
//!
//! The role of a story is a hash of what its first two sentences say: who, what, where, but not in which words. So no
//! training story shares its beginning with a test story, and therefore no question of one has the same story before it
//! as a question of the other, in this dataset or any other, whatever recipe and seed they were made with.
//!
//! A story that was told fits any role once its people, objects and places have exchanged their names: nothing in the
//! telling depends on a name.

use wampimuk_babi::worlds::Formula;
use wampimuk_core::{ItemId, KeyedHash, Role, Stream, name_hash};
use wampimuk_story::{Answer, Event, Lexicon, Object, Person, Place, Question, Sentence, Story};

/// How many of ten beginnings are for dev, and how many for test. The rest is for train.
const TENTHS: (u32, u32) = (1, 1);

/// How many ways to exchange names are tried before a story is told anew.
const TRIES: u32 = 64;

/// Sorts stories by their beginnings.
#[derive(Clone, Debug)]
pub struct Openings {
    people: Vec<u64>,
    objects: Vec<u64>,
    places: Vec<u64>,
    hash: KeyedHash,
}

/// Other names for everybody and everything.
#[derive(Clone, Debug, Default)]
pub struct Names {
    people: Vec<u8>,
    objects: Vec<u8>,
    places: Vec<u8>,
}

impl Names {
    fn sentence(&self, sentence: &Sentence) -> Sentence {
        let (person, object, place) = (|who| self.person(who), |what| self.object(what), |at| self.place(at));
        let event = match sentence.event {
            Event::Move(to) => Event::Move(place(to)),
            Event::Is(at) => Event::Is(place(at)),
            Event::IsNot(at) => Event::IsNot(place(at)),
            Event::Either(one, other) => Event::Either(place(one), place(other)),
            Event::Grab(what) => Event::Grab(object(what)),
            Event::Drop(what) => Event::Drop(object(what)),
            Event::Give(what, to) => Event::Give(object(what), person(to)),
        };
        Sentence {
            who: person(sentence.who),
            and: sentence.and.map(person),
            event,
            antecedent: sentence.antecedent,
        }
    }
}

impl Openings {
    /// For stories in these words.
    pub fn new(lexicon: &Lexicon) -> Openings {
        let codes = |names: &mut dyn Iterator<Item = &str>| names.map(name_hash).collect();
        Openings {
            people: codes(&mut lexicon.people.iter().map(|person| person.name.as_str())),
            objects: codes(&mut lexicon.objects.iter().map(String::as_str)),
            places: codes(&mut lexicon.places.iter().map(String::as_str)),
            hash: KeyedHash::of_item(ItemId::of(b"how stories begin")),
        }
    }

    /// The role of a story.
    pub fn role(&self, story: &Story) -> Role {
        self.role_of(story.sentences().iter().take(2).copied())
    }

    fn role_of(&self, sentences: impl Iterator<Item = Sentence>) -> Role {
        let mut code = 0;
        for sentence in sentences {
            code = self.hash.at(code, self.code(&sentence));
        }
        role_of_hash(code)
    }

    fn code(&self, sentence: &Sentence) -> u64 {
        let person = |person: Person| self.people[person.index()];
        let place = |place: Place| self.places[place.index()];
        let object = |object: Object| self.objects[object.index()];
        // subjects and alternatives have no order
        let who = sentence.subjects().fold(0u64, |sum, who| sum.wrapping_add(person(who)));
        let (kind, one, other) = match sentence.event {
            Event::Move(to) | Event::Is(to) => (0, place(to), 0),
            Event::IsNot(at) => (1, place(at), 0),
            Event::Either(one, other) => (2, place(one).wrapping_add(place(other)), 0),
            Event::Grab(what) => (3, object(what), 0),
            Event::Drop(what) => (4, object(what), 0),
            Event::Give(what, to) => (5, object(what), person(to)),
        };
        self.hash.at(self.hash.at(who, kind), self.hash.at(one, other))
    }

    /// Exchanges names in a story until it has a role; whether that succeeded. Returns the new numbers of people, objects
    /// and places for what refers to the story.
    pub fn rename(&self, story: &mut Story, role: Role, stream: &mut Stream) -> Option<Names> {
        let numbers = |count: usize| (0..count as u16).map(|number| number as u8).collect::<Vec<u8>>();
        let mut names = Names {
            people: numbers(self.people.len()),
            objects: numbers(self.objects.len()),
            places: numbers(self.places.len()),
        };
        for _ in 0..TRIES {
            stream.shuffle(&mut names.people);
            stream.shuffle(&mut names.objects);
            stream.shuffle(&mut names.places);
            if self.role_of(story.sentences().iter().take(2).map(|sentence| names.sentence(sentence))) == role
            {
                story.map(|sentence| names.sentence(sentence));
                return Some(names);
            }
        }
        None
    }
}

impl Names {
    /// The same question about those who have the names now.
    pub fn question(&self, question: Question) -> Question {
        let (person, object, place) = (|who| self.person(who), |what| self.object(what), |at| self.place(at));
        match question {
            Question::WherePerson(who) => Question::WherePerson(person(who)),
            Question::WhereObject(what) => Question::WhereObject(object(what)),
            Question::WhereWas(what, at) => Question::WhereWas(object(what), place(at)),
            Question::IsIn(who, at) => Question::IsIn(person(who), place(at)),
            Question::Carrying(who) => Question::Carrying(person(who)),
            Question::HowMany(who) => Question::HowMany(person(who)),
            Question::WhoGaveTo(what, to) => Question::WhoGaveTo(object(what), person(to)),
            Question::WhoGave(what) => Question::WhoGave(object(what)),
            Question::WhoReceived(what) => Question::WhoReceived(object(what)),
            Question::GaveToWhom(from, what) => Question::GaveToWhom(person(from), object(what)),
            Question::GaveWhat(from, to) => Question::GaveWhat(person(from), person(to)),
        }
    }

    /// The same answer about those who have the names now.
    pub fn answer(&self, answer: &Answer) -> Answer {
        match answer {
            Answer::Place(place) => Answer::Place(self.place(*place)),
            Answer::Person(person) => Answer::Person(self.person(*person)),
            Answer::Object(object) => Answer::Object(self.object(*object)),
            Answer::Objects(objects) => {
                let mut objects: Vec<Object> = objects.iter().map(|&object| self.object(object)).collect();
                objects.sort_unstable();
                Answer::Objects(objects)
            }
            Answer::Count(_) | Answer::Yes | Answer::No | Answer::Maybe | Answer::Unknown => answer.clone(),
        }
    }

    fn person(&self, person: Person) -> Person {
        Person(self.people[person.index()])
    }

    fn object(&self, object: Object) -> Object {
        Object(self.objects[object.index()])
    }

    fn place(&self, place: Place) -> Place {
        Place(self.places[place.index()])
    }
}

/// The role of a story of another world, by the formulas of its lines: of all facts, whatever their order, or of the first
/// two if stories go on after a question.
pub fn role_of_formulas(formulas: &[Formula], is_interrupted: bool) -> Role {
    let facts = formulas.iter().filter(|formula| !formula.asked);
    role_of_facts(facts.map(|fact| fact.text.as_str()), is_interrupted)
}

/// The same, by the facts alone.
pub fn role_of_facts<'f>(facts: impl Iterator<Item = &'f str>, is_interrupted: bool) -> Role {
    let opening = if is_interrupted { 2 } else { usize::MAX };
    let hash = KeyedHash::of_item(ItemId::of(b"what stories tell"));
    let sum = facts.take(opening).fold(0u64, |sum, fact| sum.wrapping_add(hash.at(name_hash(fact), 0)));
    role_of_hash(hash.at(sum, 1))
}

fn role_of_hash(hash: u64) -> Role {
    let tenth = (((hash >> 32) * 10) >> 32) as u32;
    if tenth < TENTHS.0 {
        Role::Dev
    } else if tenth < TENTHS.0 + TENTHS.1 {
        Role::Test
    } else {
        Role::Train
    }
}
