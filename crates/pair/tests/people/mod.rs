//! A second opinion about stories of people, objects and places: it reads the words by itself, and lists worlds instead of
//! reasoning about them. Where somebody or something is remains open in a world for as long as nothing depends on it.

use std::collections::BTreeSet;

const PEOPLE: [&str; 8] = ["Daniel", "Mary", "John", "Sandra", "Fred", "Bill", "Jeff", "Julie"];
const WOMEN: [&str; 3] = ["Mary", "Sandra", "Julie"];
const OBJECTS: [&str; 3] = ["apple", "football", "milk"];
const PLACES: [&str; 9] =
    ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office", "cinema", "park", "school"];
const NUMBERS: [&str; 4] = ["none", "one", "two", "three"];

/// What a sentence says, and of whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    who: Vec<usize>,
    what: What,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// They went or are there.
    In(usize),
    NotIn(usize),
    Either(usize, usize),
    Take(usize),
    Drop(usize),
    Give(usize, usize),
}

fn find(list: &[&str], word: &str) -> Option<usize> {
    list.iter().position(|known| *known == word)
}

/// Reads sentences one after another; `None` if one cannot be read.
pub fn read(facts: &[&str]) -> Option<Vec<Said>> {
    let mut story: Vec<Said> = Vec::new();
    for fact in facts {
        let words: Vec<&str> = fact.strip_suffix('.')?.split(' ').collect();
        let pronoun = words.iter().take(3).position(|word| ["he", "she", "they"].contains(word));
        let (who, rest) = match (pronoun, &words[..]) {
            (Some(at), _) => {
                let last = &story.last()?.who;
                let fits = match words[at] {
                    "they" => last.len() == 2,
                    "she" => last.len() == 1 && WOMEN.contains(&PEOPLE[last[0]]),
                    _ => last.len() == 1 && !WOMEN.contains(&PEOPLE[last[0]]),
                };
                (fits.then(|| last.clone())?, &words[at + 1..])
            }
            (None, [one, "and", two, rest @ ..]) => (vec![find(&PEOPLE, one)?, find(&PEOPLE, two)?], rest),
            (None, [one, rest @ ..]) => (vec![find(&PEOPLE, one)?], rest),
            (None, []) => return None,
        };
        story.push(Said { what: said(rest)?, who });
    }
    Some(story)
}

fn said(words: &[&str]) -> Option<What> {
    Some(match words {
        ["is" | "are", "either", "in", "the", one, "or", "the", two] => {
            What::Either(find(&PLACES, one)?, find(&PLACES, two)?)
        }
        ["is" | "are", "in", "the", place] => What::In(find(&PLACES, place)?),
        ["is" | "are", "not", "in", "the", place] | ["is" | "are", "no", "longer", "in", "the", place] => {
            What::NotIn(find(&PLACES, place)?)
        }
        [.., "to", "the", place] => What::In(find(&PLACES, place)?),
        [_, "the", what, "to", whom] => What::Give(find(&OBJECTS, what)?, find(&PEOPLE, whom)?),
        [verb, middle @ .., "the", what] | [verb, middle @ .., "the", what, "there"] => {
            let what = find(&OBJECTS, what)?;
            match (*verb, middle) {
                ("took" | "got" | "grabbed", []) | ("picked", ["up"]) => What::Take(what),
                ("dropped" | "discarded" | "left", []) | ("put", ["down"]) => What::Drop(what),
                _ => return None,
            }
        }
        _ => return None,
    })
}

/// How a story may be, so far. Places are sets, of which nothing is known but that one of them is right.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    people: [u16; 8],
    objects: [u16; 3],
    holders: [Option<usize>; 3],
    /// Where the object that is asked about came from when it last came to the place that is asked about.
    from: Option<u16>,
}

const ANYWHERE: u16 = (1 << PLACES.len()) - 1;

fn each(set: u16) -> impl Iterator<Item = u16> {
    (0..PLACES.len()).map(|place| 1 << place).filter(move |place| set & place != 0)
}

impl World {
    /// What may come after a sentence.
    fn after(&self, said: &Said, asked: Option<(usize, usize)>, knowing: bool) -> Vec<World> {
        let mut worlds = vec![self.clone()];
        match said.what {
            What::In(place) => {
                self.relocate(&said.who, 1 << place, ANYWHERE & !(1 << place), knowing, &mut worlds);
            }
            What::NotIn(place) => {
                self.relocate(&said.who, ANYWHERE & !(1 << place), 1 << place, knowing, &mut worlds);
            }
            What::Either(one, two) => {
                let set = 1 << one | 1 << two;
                self.relocate(&said.who, set, ANYWHERE & !set, knowing, &mut worlds);
            }
            What::Take(what) => {
                worlds.retain(|world| world.holders[what].is_none());
                worlds = worlds.iter().flat_map(|world| world.meet(said.who[0], what)).collect();
                worlds.iter_mut().for_each(|world| world.holders[what] = Some(said.who[0]));
            }
            What::Drop(what) => {
                worlds.retain(|world| world.holders[what] == Some(said.who[0]));
                worlds.iter_mut().for_each(|world| world.holders[what] = None);
            }
            What::Give(what, to) => {
                worlds.retain(|world| world.holders[what] == Some(said.who[0]));
                worlds = worlds.iter().flat_map(|world| world.meet(to, what)).collect();
                worlds.iter_mut().for_each(|world| world.holders[what] = Some(to));
            }
        }
        if let Some((what, place)) = asked {
            for world in &mut worlds {
                if world.objects[what] == 1 << place && self.objects[what] & 1 << place == 0 {
                    world.from = Some(self.objects[what]);
                }
            }
        }
        worlds
    }

    fn relocate(&self, who: &[usize], to: u16, before: u16, knowing: bool, worlds: &mut Vec<World>) {
        for &who in who {
            *worlds = worlds
                .iter()
                .filter(|world| !knowing || world.people[who] & before != 0)
                .flat_map(|world| {
                    let held: Vec<usize> = (0..3).filter(|&what| world.holders[what] == Some(who)).collect();
                    let choices: Vec<u16> = if held.is_empty() { vec![to] } else { each(to).collect() };
                    choices.into_iter().map(move |place| {
                        let mut world = world.clone();
                        world.people[who] = place;
                        held.iter().for_each(|&what| world.objects[what] = place);
                        world
                    })
                })
                .collect();
        }
    }

    /// Somebody and something are in one place, whichever that is.
    fn meet(&self, who: usize, what: usize) -> Vec<World> {
        let both = self.people[who] & self.objects[what];
        each(both)
            .map(|place| {
                let mut world = self.clone();
                (world.people[who], world.objects[what]) = (place, place);
                world
            })
            .collect()
    }
}

/// All worlds that the facts allow; none if they cannot be read or contradict each other.
fn worlds(story: &[Said], asked: Option<(usize, usize)>, knowing: bool) -> BTreeSet<World> {
    let start = World { people: [ANYWHERE; 8], objects: [ANYWHERE; 3], holders: [None; 3], from: None };
    let mut worlds = BTreeSet::from([start]);
    for said in story {
        worlds = worlds.iter().flat_map(|world| world.after(said, asked, knowing)).collect();
        assert!(worlds.len() < 1_000_000, "too many worlds");
    }
    worlds
}

/// For each person and object, the places where they may be after the facts, and who holds the object.
pub fn beliefs(facts: &[&str], knowing: bool) -> Option<Vec<(String, BTreeSet<String>, String)>> {
    let worlds = worlds(&read(facts)?, None, knowing);
    let first = worlds.first()?.clone();
    let places = |place: &dyn Fn(&World) -> u16| -> BTreeSet<String> {
        let set = worlds.iter().fold(0, |set, world| set | place(world));
        each(set).map(|place| PLACES[place.trailing_zeros() as usize].to_owned()).collect()
    };
    let people = PEOPLE.iter().enumerate();
    let people =
        people.map(|(who, name)| (name.to_string(), places(&|world| world.people[who]), String::new()));
    let objects = OBJECTS.iter().enumerate().map(|(what, name)| {
        let holder = first.holders[what].map_or("", |who| PEOPLE[who]);
        (name.to_string(), places(&|world| world.objects[what]), holder.to_owned())
    });
    Some(people.chain(objects).collect())
}

/// All answers that some world or gift gives; `None` if no world is left, or nothing can be read.
pub fn answers(facts: &[&str], question: &str, knowing: bool) -> Option<BTreeSet<String>> {
    let story = read(facts)?;
    let words: Vec<&str> = question.strip_suffix('?')?.split(' ').collect();
    let asked = match words[..] {
        ["Where", "was", "the", what, "before", "the", place] => {
            Some((find(&OBJECTS, what)?, find(&PLACES, place)?))
        }
        _ => None,
    };
    let worlds = worlds(&story, asked, knowing);
    let first = worlds.first()?;
    let places = |place: &dyn Fn(&World) -> u16| -> BTreeSet<String> {
        let set = worlds.iter().fold(0, |set, world| set | place(world));
        each(set).map(|place| PLACES[place.trailing_zeros() as usize].to_owned()).collect()
    };
    let gifts = |fits: &dyn Fn(usize, usize, usize) -> Option<String>| -> BTreeSet<String> {
        let gift = |said: &Said| match said.what {
            What::Give(what, to) => fits(said.who[0], what, to),
            _ => None,
        };
        story.iter().filter_map(gift).collect()
    };
    let held = |who: usize| {
        (0..3).filter(|&what| first.holders[what] == Some(who)).map(|what| OBJECTS[what]).collect()
    };
    let name = |who: usize| PEOPLE[who].to_owned();
    Some(match words[..] {
        ["Where", "was", ..] => {
            let came = worlds.iter().all(|world| world.from.is_some());
            if came { places(&|world| world.from.unwrap_or(0)) } else { BTreeSet::new() }
        }
        ["Where", "is", "the", what] => {
            let what = find(&OBJECTS, what)?;
            places(&|world| world.objects[what])
        }
        ["Where", "is", who] => {
            let who = find(&PEOPLE, who)?;
            places(&|world| world.people[who])
        }
        ["Is", who, "in", "the", place] => {
            let (who, place) = (find(&PEOPLE, who)?, 1 << find(&PLACES, place)?);
            let set = worlds.iter().fold(0, |set, world| set | world.people[who]);
            let answer = match (set == place, set & place == 0) {
                (true, _) => "yes",
                (_, true) => "no",
                _ => "maybe",
            };
            BTreeSet::from([answer.to_owned()])
        }
        ["What", "is", who, "carrying"] => {
            let held: Vec<&str> = held(find(&PEOPLE, who)?);
            BTreeSet::from([if held.is_empty() { "nothing".to_owned() } else { held.join(",") }])
        }
        ["How", "many", "objects", "is", who, "carrying"] => {
            let held: Vec<&str> = held(find(&PEOPLE, who)?);
            BTreeSet::from([NUMBERS[held.len()].to_owned()])
        }
        ["Who", "gave", "the", what, "to", whom] => {
            let (what, whom) = (find(&OBJECTS, what)?, find(&PEOPLE, whom)?);
            gifts(&|from, gift, to| (gift == what && to == whom).then(|| name(from)))
        }
        ["Who", "gave", "the", what] => {
            let what = find(&OBJECTS, what)?;
            gifts(&|from, gift, _| (gift == what).then(|| name(from)))
        }
        ["Who", "received", "the", what] => {
            let what = find(&OBJECTS, what)?;
            gifts(&|_, gift, to| (gift == what).then(|| name(to)))
        }
        ["Who", "did", who, "give", "the", what, "to"] => {
            let (who, what) = (find(&PEOPLE, who)?, find(&OBJECTS, what)?);
            gifts(&|from, gift, to| (from == who && gift == what).then(|| name(to)))
        }
        ["What", "did", who, "give", "to", whom] => {
            let (who, whom) = (find(&PEOPLE, who)?, find(&PEOPLE, whom)?);
            gifts(&|from, gift, to| (from == who && to == whom).then(|| OBJECTS[gift].to_owned()))
        }
        _ => return None,
    })
}
