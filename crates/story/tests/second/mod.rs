//! A second opinion: all worlds of a story, one by one.
//!
//! Slow, and with nothing of the crate in it but the sentences as data. A world is a plain record of where everybody
//! and everything is and who holds what. The rules of the crate's documentation
//! are applied to one world at a time.

use std::collections::BTreeSet;

use wampimuk_story::{Event, Person, Place, Sentence};

/// Nobody holds it.
pub const NOBODY: u8 = 200;
/// Somebody holds it who is not in the story.
pub const OUTSIDER: u8 = 201;

/// One moment of one world.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Moment {
    pub people: Vec<u8>,
    pub objects: Vec<u8>,
    pub holders: Vec<u8>,
}

/// The knobs, in this opinion's own words.
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    pub generator: bool,
    pub fine: bool,
}

/// Numbers that look random: xorshift, so that the tests need no crate for it.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % sides as u64) as usize
    }
}

/// All combinations of `digits` numbers below `base`.
fn tuples(base: u8, digits: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..digits {
        all = all
            .into_iter()
            .flat_map(|tuple: Vec<u8>| {
                (0..base).map(move |digit| tuple.iter().copied().chain([digit]).collect::<Vec<u8>>())
            })
            .collect();
    }
    all
}

/// Whether a reader who is shown the lines of a set understands one of them.
fn clear(story: &[Sentence], shown: &BTreeSet<usize>, line: usize) -> bool {
    shown.contains(&line) && story[line].antecedent.is_none_or(|earlier| clear(story, shown, earlier))
}

/// Everything that may be the case before a story.
fn starts(sizes: (usize, usize, u8)) -> impl Iterator<Item = Moment> {
    let (people, objects, places) = sizes;
    tuples(places, people + objects).into_iter().map(move |start| {
        let (whereabouts, things) = start.split_at(people);
        Moment { people: whereabouts.to_vec(), objects: things.to_vec(), holders: vec![NOBODY; objects] }
    })
}

/// For each moment, everything that may be the case then: a moment of some history that the shown lines, and the
/// footprints of the others, allow from beginning to end.
pub fn moments(
    sizes: (usize, usize, u8),
    story: &[Sentence],
    shown: &BTreeSet<usize>,
    knobs: Knobs,
) -> Vec<BTreeSet<Moment>> {
    let next =
        |line: usize, before: &Moment| steps(before, &story[line], clear(story, shown, line), sizes.2, knobs);
    let mut layers: Vec<BTreeSet<Moment>> = vec![starts(sizes).collect()];
    for line in 0..story.len() {
        layers.push(layers[line].iter().flat_map(|before| next(line, before)).collect());
    }
    // what leads nowhere is not part of a history
    for line in (0..story.len()).rev() {
        let (earlier, later) = layers.split_at_mut(line + 1);
        earlier[line].retain(|before| next(line, before).iter().any(|after| later[0].contains(after)));
    }
    layers
}

/// All answers that worlds give to "where was it before its last time there?"; `None` if it never came there.
pub fn befores(
    sizes: (usize, usize, u8),
    story: &[Sentence],
    shown: &BTreeSet<usize>,
    knobs: Knobs,
    (object, place): (usize, u8),
) -> BTreeSet<Option<u8>> {
    let mut now: BTreeSet<(Moment, Option<u8>)> = starts(sizes).map(|moment| (moment, None)).collect();
    for (line, sentence) in story.iter().enumerate() {
        let told = clear(story, shown, line);
        let mut next = BTreeSet::new();
        for (before, memory) in now {
            for after in steps(&before, sentence, told, sizes.2, knobs) {
                let (from, to) = (before.objects[object], after.objects[object]);
                let comes = to == place && from != place;
                next.insert((after, if comes { Some(from) } else { memory }));
            }
        }
        now = next;
    }
    now.into_iter().map(|(_, memory)| memory).collect()
}

/// What may come after a moment.
fn steps(before: &Moment, sentence: &Sentence, told: bool, places: u8, knobs: Knobs) -> Vec<Moment> {
    let mut after = Vec::new();
    let who = sentence.who.index();
    match sentence.event {
        Event::Grab(_) | Event::Drop(_) | Event::Give(..) if told => {
            let (what, from, to) = match sentence.event {
                Event::Grab(what) => (what.index(), NOBODY, sentence.who.0),
                Event::Drop(what) => (what.index(), sentence.who.0, NOBODY),
                Event::Give(what, to) => (what.index(), sentence.who.0, to.0),
                _ => return after,
            };
            let there =
                |person: u8| person == NOBODY || before.people[usize::from(person)] == before.objects[what];
            if before.holders[what] == from && there(from) && there(to) {
                let mut moment = before.clone();
                moment.holders[what] = to;
                after.push(moment);
            }
        }
        Event::Grab(what) | Event::Drop(what) | Event::Give(what, _) => {
            let what = what.index();
            for holder in (0..before.people.len() as u8).chain([NOBODY, OUTSIDER]) {
                for place in 0..places {
                    if knobs.fine && place != before.objects[what] {
                        continue;
                    }
                    if holder < NOBODY && before.people[usize::from(holder)] != place {
                        continue;
                    }
                    let mut moment = before.clone();
                    moment.holders[what] = holder;
                    moment.objects[what] = place;
                    after.push(moment);
                }
            }
        }
        Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => {
            let mut movers = vec![who];
            movers.extend(sentence.and.map(Person::index));
            let adrift: Vec<usize> =
                (0..before.objects.len()).filter(|&object| before.holders[object] == OUTSIDER).collect();
            for choice in tuples(places, movers.len() + adrift.len()) {
                let fits = movers.iter().zip(&choice).all(|(&mover, &to)| {
                    !told
                        || (is_true(sentence.event, to)
                            && (!knobs.generator || was(sentence.event, before.people[mover])))
                });
                if !fits {
                    continue;
                }
                let mut moment = before.clone();
                for (&mover, &to) in movers.iter().zip(&choice) {
                    moment.people[mover] = to;
                    for object in 0..moment.objects.len() {
                        if usize::from(moment.holders[object]) == mover {
                            moment.objects[object] = to;
                        }
                    }
                }
                for (&object, &to) in adrift.iter().zip(&choice[movers.len()..]) {
                    moment.objects[object] = to;
                }
                after.push(moment);
            }
        }
    }
    after
}

/// Whether what a sentence says is true of somebody at this place.
fn is_true(event: Event, at: u8) -> bool {
    match event {
        Event::Move(place) | Event::Is(place) => place.0 == at,
        Event::IsNot(place) => place.0 != at,
        Event::Either(one, other) => one.0 == at || other.0 == at,
        _ => true,
    }
}

/// Whether a generator would say it of somebody who was at this place.
fn was(event: Event, at: u8) -> bool {
    match event {
        Event::Move(place) | Event::Is(place) => place.0 != at,
        Event::IsNot(place) => place.0 == at,
        Event::Either(one, other) => one.0 != at && other.0 != at,
        _ => true,
    }
}

/// A random story that is true of some world, as a generator would tell it or, if not `strict`, more freely.
pub fn invent(dice: &mut Dice, sizes: (usize, usize, u8), lines: usize, strict: bool) -> Vec<Sentence> {
    let (people, objects, places) = sizes;
    let mut at: Vec<u8> = (0..people).map(|_| dice.roll(usize::from(places)) as u8).collect();
    let mut things: Vec<u8> = (0..objects).map(|_| dice.roll(usize::from(places)) as u8).collect();
    let mut holders = vec![NOBODY; objects];
    let mut story: Vec<Sentence> = Vec::new();
    while story.len() < lines {
        let who = dice.roll(people);
        let person = Person(who as u8);
        let object = dice.roll(objects);
        let thing = wampimuk_story::Object(object as u8);
        let to = dice.roll(usize::from(places)) as u8;
        let other = dice.roll(usize::from(places)) as u8;
        let second = dice.roll(people);
        let mut sentence = match dice.roll(12) {
            0 => Sentence::new(person, Event::Move(Place(to))),
            1 => Sentence::new(person, Event::Is(Place(to))),
            2 => Sentence::new(person, Event::IsNot(Place(other))),
            3 | 4 => Sentence::new(
                person,
                if dice.roll(2) == 0 {
                    Event::Either(Place(to), Place(other))
                } else {
                    Event::Either(Place(other), Place(to))
                },
            ),
            5 if second != who => {
                let event = if dice.roll(2) == 0 {
                    Event::Move(Place(to))
                } else {
                    Event::Either(Place(to), Place(other))
                };
                Sentence::new(person, event).and(Person(second as u8))
            }
            6..=8 if holders[object] == NOBODY && things[object] == at[who] => {
                Sentence::new(person, Event::Grab(thing))
            }
            6 | 9 if usize::from(holders[object]) == who => Sentence::new(person, Event::Drop(thing)),
            7 | 8 | 10 if usize::from(holders[object]) == who && second != who && at[second] == at[who] => {
                Sentence::new(person, Event::Give(thing, Person(second as u8)))
            }
            _ => continue,
        };
        if sentence.event.object().is_none() {
            if !sentence.subjects().all(|mover| {
                is_true(sentence.event, to) && (!strict || was(sentence.event, at[mover.index()]))
            }) {
                continue;
            }
            for mover in sentence.subjects() {
                at[mover.index()] = to;
                for (held, thing) in holders.iter().zip(&mut things) {
                    if usize::from(*held) == mover.index() {
                        *thing = to;
                    }
                }
            }
        }
        match sentence.event {
            Event::Grab(_) => holders[object] = person.0,
            Event::Drop(_) => holders[object] = NOBODY,
            Event::Give(_, to) => holders[object] = to.0,
            _ => {}
        }
        // a pronoun may refer to any earlier line with these subjects, and usually to the last
        if dice.roll(3) == 0 {
            let earlier = story.iter().rposition(|earlier| {
                sentence.subjects().all(|who| earlier.subjects().any(|other| other == who))
            });
            sentence.antecedent = earlier;
        }
        story.push(sentence);
    }
    story
}

/// A random set of lines.
pub fn some_lines(dice: &mut Dice, lines: usize) -> BTreeSet<usize> {
    let share = 1 + dice.roll(4);
    (0..lines).filter(|_| dice.roll(5) < share).collect()
}
