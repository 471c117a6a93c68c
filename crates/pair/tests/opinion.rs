//! Exactly one thing differs, and the answer changes or stays as claimed: by the second opinion.

#[path = "../../../tests/opinion/tests/bridge.rs"]
#[expect(dead_code, reason = "shared with the tests of the second opinion")]
mod bridge;

use wampimuk_command::{Example, GridFamily, Lexicon, Reading};
use wampimuk_gscan::{Gscan, Recipe, SHIPPED};
use wampimuk_opinion::{Place, Taste, Words, accepted, perform, referents};
use wampimuk_pair::{Change, Item};

struct Seen {
    text: String,
    place: Place,
    acts: Vec<&'static str>,
    cell: (i32, i32),
    right: Vec<Vec<&'static str>>,
}

fn seen(example: &Example, lexicon: &Lexicon, words: &Words, dataset: &Gscan) -> Seen {
    let text = example.command.text(lexicon, dataset.surface());
    let order = words.read(&text).expect("commands can be read");
    let place = bridge::place(&example.world, lexicon);
    let found = referents(&order.phrases, &place, bridge::choices(Reading::Superlative.into()));
    assert_eq!(found, [example.target], "{text}");
    let habit = bridge::habit(&order.adverb, example.command.manner(lexicon));
    let acts = perform(&place, found[0], &order.verb, &habit, Taste::default());
    assert_eq!(acts, bridge::acts(&example.actions), "{text}");
    let right = accepted(&place, found[0], &order.verb, &habit);
    let cell = (place.things[found[0]].row, place.things[found[0]].column);
    Seen { text, place, acts, cell, right: right.into_iter().collect() }
}

#[test]
fn pairs_of_gscan_are_what_they_claim() {
    let dataset = Gscan::new(Recipe::parse(SHIPPED[0].toml).unwrap(), 7).unwrap();
    let (lexicon, words) = (dataset.lexicon(), bridge::words(dataset.lexicon()));
    let (mut maker, mut pairs, mut kinds) = (dataset.maker(), 0, std::collections::HashSet::new());
    for index in 0..1_200 {
        let own = maker.make(0, index).unwrap().example.clone();
        let (surface, reading) = (dataset.surface(), dataset.reading());
        let item = Item { command: &own.command, world: &own.world, lexicon, surface, reading };
        let one = seen(&own, lexicon, &words, &dataset);
        for changes in [true, false] {
            let Some(partner) = item.partner(changes) else { continue };
            let two = seen(&partner.example, lexicon, &words, &dataset);
            let texts = one.text.split(' ').zip(two.text.split(' ')).filter(|(one, two)| one != two).count();
            let gone = one.place.things.iter().filter(|thing| !two.place.things.contains(thing)).count();
            let new = two.place.things.iter().filter(|thing| !one.place.things.contains(thing)).count();
            let expected = match partner.change {
                Change::Word => (1, 0, 0),
                Change::Removed => (0, 1, 0),
                Change::Moved | Change::Recoloured => (0, 1, 1),
            };
            assert_eq!((texts, gone, new), expected, "{} {}", one.text, two.text);
            match changes {
                true => assert!(!two.right.contains(&one.acts) && !one.right.contains(&two.acts)),
                false => assert_eq!((&one.acts, one.cell), (&two.acts, two.cell)),
            }
            kinds.insert((partner.change, changes));
            pairs += 1;
        }
    }
    println!("{pairs} pairs, {} kinds", kinds.len());
    assert!(pairs >= 2_000 && kinds.len() >= 6, "{pairs} {kinds:?}");
}
