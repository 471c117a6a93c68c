//! Where everybody and everything is, from what can be known.

use std::collections::BTreeSet;

use wampimuk_story::{Holder, Knowledge, Lexicon, Object, Person, Place, Places, Question};

use crate::{ReadStory, Solver};

/// Where somebody or something is, as far as a reader of the whole story knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    /// Who or what.
    pub name: String,
    /// Whether it is a person, or else an object.
    pub is_person: bool,
    /// Where, in the order of time. They cover everything.
    pub stays: Vec<KnownStay>,
}

/// Being in one place for a while. There is a moment before the story and one after each line, questions included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownStay {
    /// The first moment of it.
    pub from: usize,
    /// The first moment after it.
    pub to: usize,
    /// The place if there is one; the possible places if there are several; anywhere if there are none.
    pub places: Vec<String>,
    /// Whether only a later line tells it.
    pub learned_later: bool,
    /// Who carries it.
    pub holder: Option<String>,
}

/// Puts a word of the recipe as the story does.
type Say<'a> = &'a dyn Fn(&str) -> String;

/// Where everybody and everything is that occurs in a story or its questions. What is known at the end is shown; it is
/// hindsight where it was not known at its moment.
pub fn whereabouts(read: &ReadStory, lines: usize, solver: &Solver, say: Say<'_>) -> Vec<Whereabouts> {
    let (story, rules) = (&read.story, solver.rules);
    let known_after = |told: usize| Knowledge::of_first(story, told, rules).ok();
    let Some(finally) = known_after(story.len()) else { return Vec::new() };
    // How many sentences were told at each moment.
    let told: Vec<usize> = (0..=lines).map(|line| read.told_before(line + 1)).collect();
    let mut then: Vec<Option<Knowledge>> = Vec::with_capacity(told.len());
    for (moment, &sentences) in told.iter().enumerate() {
        let same = moment.checked_sub(1).filter(|&before| told[before] == sentences);
        then.push(if same.is_some() { None } else { known_after(sentences) });
    }
    let at = |moment: usize| then[..=moment].iter().rev().find_map(Option::as_ref);
    let lexicon = &solver.lexicon;
    let stays = |places: &dyn Fn(&Knowledge, usize) -> Places, holder: &dyn Fn(usize) -> Option<String>| {
        let mut stays: Vec<KnownStay> = Vec::new();
        for (moment, &sentences) in told.iter().enumerate() {
            let now = places(&finally, sentences);
            let learned_later = at(moment).is_some_and(|then| places(then, sentences) != now);
            let stay = KnownStay {
                from: moment,
                to: moment + 1,
                places: named(now, lexicon, story.cast().places(), say),
                learned_later,
                holder: holder(sentences),
            };
            match stays.last_mut() {
                Some(last) if goes_on(last, &stay) => last.to = stay.to,
                _ => stays.push(stay),
            }
        }
        stays
    };
    let (people, objects) = cast(read);
    let name = |person: Person| say(lexicon.people.get(person.index()).map_or("", |name| name.name.as_str()));
    let mut all = Vec::new();
    for person in people {
        let stays = stays(&|known, moment| known.person(person, moment), &|_| None);
        all.push(Whereabouts { name: name(person), is_person: true, stays });
    }
    for object in objects {
        let holder = |moment| match finally.holder(object, moment) {
            Holder::By(person) => Some(name(person)),
            Holder::Nobody | Holder::Unknown => None,
        };
        let stays = stays(&|known, moment| known.object(object, moment), &holder);
        let name = say(lexicon.objects.get(object.index()).map_or("", String::as_str));
        all.push(Whereabouts { name, is_person: false, stays });
    }
    all
}

fn goes_on(one: &KnownStay, other: &KnownStay) -> bool {
    (&one.places, one.learned_later, &one.holder) == (&other.places, other.learned_later, &other.holder)
}

/// The names of places; none if it may be any.
fn named(places: Places, lexicon: &Lexicon, all: Places, say: Say<'_>) -> Vec<String> {
    if places == all {
        return Vec::new();
    }
    let name = |place: Place| lexicon.places.get(place.index()).map(|name| say(name));
    places.iter().filter_map(name).collect()
}

/// Who and what occurs in a story or its questions, in the order of the lexicon.
fn cast(read: &ReadStory) -> (BTreeSet<Person>, BTreeSet<Object>) {
    let (mut people, mut objects) = read.cast();
    for (_, question) in &read.questions {
        match *question {
            Question::WherePerson(person)
            | Question::IsIn(person, _)
            | Question::Carrying(person)
            | Question::HowMany(person) => {
                people.insert(person);
            }
            Question::WhereObject(object) | Question::WhereWas(object, _) => {
                objects.insert(object);
            }
            _ => {}
        }
    }
    (people, objects)
}
