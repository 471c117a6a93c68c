//! The comparison of the crate's knowledge with the second opinion, for one story.

use std::collections::BTreeSet;

use wampimuk_story::{
    Cast, Event, Holder, Knowledge, Masking, Object, Person, Place, Places, Rules, Sentence, Story,
    StoryReading,
};

use super::second::{Dice, Knobs, NOBODY, OUTSIDER, befores, invent, moments, some_lines};

/// The crate's rules for the opinion's knobs.
pub fn rules(knobs: Knobs) -> Rules {
    Rules {
        reading: if knobs.generator { StoryReading::Generator } else { StoryReading::Linguistic },
        masking: if knobs.fine { Masking::Fine } else { Masking::Coarse },
    }
}

/// One case, drawn from a number.
pub struct Case {
    pub sizes: (usize, usize, u8),
    pub sentences: Vec<Sentence>,
    pub shown: BTreeSet<usize>,
    pub knobs: Knobs,
}

impl Case {
    /// Every second case hides lines, and every fourth is read as a generator would.
    pub fn draw(number: u64) -> Case {
        let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..8 {
            dice.roll(2);
        }
        let masked = number % 2 == 1;
        let knobs = Knobs { generator: dice.roll(4) == 0, fine: dice.roll(2) == 0 };
        let sizes = match dice.roll(3) {
            0 => (2, 1, 3),
            1 => (3, 1, 3),
            _ => (2, 2, 3),
        };
        let most = if masked { 6 } else { 9 };
        let lines = 2 + dice.roll(most - 1);
        let sentences = invent(&mut dice, sizes, lines, knobs.generator);
        let shown = if masked { some_lines(&mut dice, lines) } else { (0..lines).collect() };
        Case { sizes, sentences, shown, knobs }
    }

    /// An object that leaves somebody's place and comes back to it, which random stories rarely tell.
    pub fn there_and_back() -> Case {
        let (mary, john, apple) = (Person(0), Person(1), Object(0));
        let go = |place| Sentence::new(mary, Event::Move(Place(place)));
        let sentences = vec![
            Sentence::new(john, Event::Either(Place(0), Place(1))),
            go(2),
            Sentence::new(mary, Event::Grab(apple)),
            go(0),
            go(3),
            Sentence::new(mary, Event::IsNot(Place(3))),
            Sentence::new(mary, Event::Give(apple, john)),
            Sentence::new(john, Event::Give(apple, mary)),
            go(4),
            Sentence::new(mary, Event::IsNot(Place(4))),
            Sentence::new(mary, Event::Give(apple, john)),
        ];
        let shown = (0..sentences.len()).collect();
        let knobs = Knobs { generator: false, fine: false };
        Case { sizes: (2, 1, 5), sentences, shown, knobs }
    }

    /// The story of the case.
    pub fn story(&self) -> Result<Story, String> {
        let (people, objects, places) = self.sizes;
        let cast = Cast::new(people, objects, usize::from(places)).map_err(|error| error.to_string())?;
        Story::new(cast, self.sentences.iter().copied()).map_err(|error| error.to_string())
    }

    /// What differs, if anything does.
    pub fn compare(&self) -> Result<(), String> {
        let story = self.story()?;
        let (people, objects, _) = self.sizes;
        let lines = self.sentences.len();
        let worlds = moments(self.sizes, &self.sentences, &self.shown, self.knobs);
        let known = Knowledge::of_shown(&story, lines, |line| self.shown.contains(&line), rules(self.knobs))
            .map_err(|error| format!("{error}, but there are {} worlds", worlds[lines].len()))?;
        for (moment, layer) in worlds.iter().enumerate() {
            let gather = |place: &dyn Fn(&super::second::Moment) -> u8| {
                worlds[moment]
                    .iter()
                    .fold(Places::NONE, |set, world| set.or(Places::one(Place(place(world)))))
            };
            for person in 0..people {
                let truth = gather(&|world| world.people[person]);
                let answer = known.person(Person(person as u8), moment);
                if truth != answer {
                    return Err(format!("person {person} at {moment}: {answer:?}, but worlds say {truth:?}"));
                }
            }
            for object in 0..objects {
                let truth = gather(&|world| world.objects[object]);
                let answer = known.object(Object(object as u8), moment);
                if truth != answer {
                    return Err(format!("object {object} at {moment}: {answer:?}, but worlds say {truth:?}"));
                }
                let holders: BTreeSet<u8> = layer.iter().map(|world| world.holders[object]).collect();
                let agree = match known.holder(Object(object as u8), moment) {
                    Holder::Nobody => holders == BTreeSet::from([NOBODY]),
                    Holder::By(person) => holders == BTreeSet::from([person.0]),
                    Holder::Unknown => holders.len() > 1 && holders.contains(&OUTSIDER),
                };
                if !agree {
                    return Err(format!("holder of {object} at {moment}: worlds say {holders:?}"));
                }
            }
        }
        // for each object one place, another one in every other story, and the first
        for object in 0..objects {
            let place = ((lines + self.shown.len() + object) % usize::from(self.sizes.2)) as u8;
            self.compare_before(&known, object, place)?;
        }
        self.compare_before(&known, 0, 0)
    }

    fn compare_before(&self, known: &Knowledge, object: usize, place: u8) -> Result<(), String> {
        let truth = befores(self.sizes, &self.sentences, &self.shown, self.knobs, (object, place));
        let answer = known.before(Object(object as u8), Place(place));
        let places = truth.iter().flatten().fold(Places::NONE, |set, &at| set.or(Places::one(Place(at))));
        if (answer.places, answer.or_never) != (places, truth.contains(&None)) {
            return Err(format!("object {object} before {place}: {answer:?}, but worlds say {truth:?}"));
        }
        Ok(())
    }
}
