//! Supports against the definition: every set of lines is tried, with an enumeration of worlds for each.

use std::collections::BTreeSet;

use super::second::{self, Dice, Knobs, invent, moments};
use wampimuk_story::support::STEPS;
use wampimuk_story::{
    Cast, Event, Masking, Object, Person, Place, Question, Rules, Sentence, Story, StoryReading,
    SupportStyle, Supports,
};

const SIZES: (usize, usize, u8) = (2, 1, 3);

/// The places of a person or of the object (`None`) at every moment, for every set of lines.
type Table = Vec<(BTreeSet<usize>, Vec<Vec<BTreeSet<u8>>>)>;

/// Whether a set of lines, which leaves these places, is a support.
type Condition<'a> = dyn Fn(&BTreeSet<usize>, &[Vec<BTreeSet<u8>>]) -> bool + 'a;

fn table(story: &[Sentence], knobs: Knobs) -> Table {
    (0..1_usize << story.len())
        .map(|bits| {
            let shown: BTreeSet<usize> = (0..story.len()).filter(|line| bits >> line & 1 == 1).collect();
            let layers = moments(SIZES, story, &shown, knobs);
            let things = (0..3)
                .map(|thing| {
                    layers
                        .iter()
                        .map(|layer| {
                            let place = |moment: &second::Moment| match thing {
                                2 => moment.objects[0],
                                person => moment.people[person],
                            };
                            layer.iter().map(place).collect()
                        })
                        .collect()
                })
                .collect();
            (shown, things)
        })
        .collect()
}

/// The sets that satisfy a condition and of which no smaller part does, by size and then by lines.
fn minimal<'a>(sets: impl Iterator<Item = &'a BTreeSet<usize>>) -> Vec<Vec<usize>> {
    let all: Vec<&BTreeSet<usize>> = sets.collect();
    let mut minimal: Vec<Vec<usize>> = all
        .iter()
        .filter(|set| !all.iter().any(|other| other.len() < set.len() && other.is_subset(set)))
        .map(|set| set.iter().copied().collect())
        .collect();
    minimal.sort_by_key(|set| (set.len(), set.clone()));
    minimal
}

/// The lines that are needed for a pronoun to be understood, and the line itself.
fn closure(story: &[Sentence], line: usize) -> BTreeSet<usize> {
    let mut lines = story[line].antecedent.map_or_else(BTreeSet::new, |earlier| closure(story, earlier));
    lines.insert(line);
    lines
}

#[test]
fn minimal_sets_are_those_that_trying_all_finds() {
    let mut several = 0;
    let mut compared = 0;
    for number in 1..=500_u64 {
        let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for _ in 0..8 {
            dice.roll(2);
        }
        let knobs = Knobs { generator: dice.roll(4) == 0, fine: dice.roll(2) == 0 };
        let lines = 3 + dice.roll(5);
        let sentences = invent(&mut dice, SIZES, lines, knobs.generator);
        let story = Story::new(Cast::new(2, 1, 3).unwrap(), sentences.iter().copied()).unwrap();
        let rules = Rules {
            reading: if knobs.generator { StoryReading::Generator } else { StoryReading::Linguistic },
            masking: if knobs.fine { Masking::Fine } else { Masking::Coarse },
        };
        let table = table(&sentences, knobs);
        let full = &table[table.len() - 1].1;
        let mut check = |question: Question, condition: &Condition<'_>| {
            let truth = minimal(table.iter().filter(|row| condition(&row.0, &row.1)).map(|row| &row.0));
            let found = Supports::find(&story, lines, question, rules, SupportStyle::Smallest, STEPS)
                .unwrap()
                .unwrap();
            assert!(found.complete);
            assert_eq!(found.minimal, truth, "story {number}, {question:?}, {rules:?}\n{sentences:#?}");
            assert_eq!(found.canonical, truth[0]);
            several += usize::from(truth.len() > 1);
            compared += 1;
        };
        for thing in 0..3 {
            let person = Person(thing as u8);
            let now = &full[thing][lines];
            if now.len() == 1 {
                let question =
                    if thing == 2 { Question::WhereObject(Object(0)) } else { Question::WherePerson(person) };
                check(question, &|_, row| row[thing][lines] == *now);
            }
            for place in (0..3).filter(|_| thing < 2) {
                check(Question::IsIn(person, Place(place)), &|_, row| {
                    let known = &row[thing][lines];
                    if now.contains(&place) { known == now } else { !known.contains(&place) }
                });
            }
        }
        // where it came from, if the moment of coming is certain
        for place in 0..3 {
            let here = BTreeSet::from([place]);
            let places = &full[2];
            let certain =
                (0..=lines).all(|moment| places[moment] == here || !places[moment].contains(&place));
            let last = (1..=lines).rev().find(|&moment| places[moment] == here && places[moment - 1] != here);
            let Some(moment) = last.filter(|_| certain) else { continue };
            if places[moment - 1].len() == 1 {
                check(Question::WhereWas(Object(0), Place(place)), &|_, row| {
                    row[2][moment] == here && row[2][moment - 1] == places[moment - 1]
                });
            }
        }
        for person in 0..2 {
            let own = |line: &usize| match sentences[*line].event {
                Event::Grab(_) | Event::Drop(_) => sentences[*line].who.0 == person,
                Event::Give(_, to) => sentences[*line].who.0 == person || to.0 == person,
                _ => false,
            };
            let last = (0..lines).rev().find(own);
            let holds = last.is_some_and(|line| match sentences[line].event {
                Event::Grab(_) => true,
                Event::Give(_, to) => to.0 == person,
                _ => false,
            });
            check(Question::Carrying(Person(person)), &|shown, _| {
                last.is_none_or(|last| {
                    (last..lines)
                        .filter(|&line| line == last || (!holds && sentences[line].event.object().is_some()))
                        .any(|line| closure(&sentences, line).is_subset(shown))
                })
            });
        }
    }
    assert!(compared > 3_000 && several > 50, "{compared} compared, {several} with several minimal sets");
}
