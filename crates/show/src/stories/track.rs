//! Where everybody and everything is, from what can be known.

use std::collections::BTreeSet;

use wampimuk_babi::{ReadStory, Solver};
use wampimuk_draw::{Stay, Track};
use wampimuk_dyna::WordMap;
use wampimuk_story::{Holder, Knowledge, Lexicon, Object, Person, Places, Question};

/// Tracks of those who occur in a story or its questions. There is a moment before the story and one after each line,
/// questions included. What is known at the end is shown; it is hindsight where it was not known at its moment.
pub(super) fn tracks(read: &ReadStory, lines: usize, solver: &Solver, back: &WordMap) -> Vec<Track> {
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
    let track = |places: &dyn Fn(&Knowledge, usize) -> Places, holder: &dyn Fn(usize) -> Option<String>| {
        let mut stays: Vec<Stay> = Vec::new();
        for (moment, &sentences) in told.iter().enumerate() {
            let now = places(&finally, sentences);
            let learned_later = at(moment).is_some_and(|then| places(then, sentences) != now);
            let stay = Stay {
                from: moment,
                to: moment + 1,
                places: named(now, lexicon, story.cast().places(), back),
                learned_later,
                holder: holder(sentences),
            };
            match stays.last_mut() {
                Some(last) if same(last, &stay) => last.to = stay.to,
                _ => stays.push(stay),
            }
        }
        stays
    };
    let (people, objects) = cast(read);
    let name =
        |person: Person| back.apply(lexicon.people.get(person.index()).map_or("", |name| name.name.as_str()));
    let mut tracks = Vec::new();
    for person in people {
        let stays = track(&|known, moment| known.person(person, moment), &|_| None);
        tracks.push(Track::person(name(person), stays));
    }
    for object in objects {
        let holder = |moment| match finally.holder(object, moment) {
            Holder::By(person) => Some(name(person)),
            Holder::Nobody | Holder::Unknown => None,
        };
        let stays = track(&|known, moment| known.object(object, moment), &holder);
        let name = lexicon.objects.get(object.index()).map_or("", String::as_str);
        tracks.push(Track::object(back.apply(name), stays));
    }
    tracks
}

/// Whether a stay goes on.
fn same(one: &Stay, other: &Stay) -> bool {
    (&one.places, one.learned_later, &one.holder) == (&other.places, other.learned_later, &other.holder)
}

/// The names of places; none if it may be any.
fn named(places: Places, lexicon: &Lexicon, all: Places, back: &WordMap) -> Vec<String> {
    if places == all {
        return Vec::new();
    }
    let name = |place: wampimuk_story::Place| lexicon.places.get(place.index()).map(|name| back.apply(name));
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
