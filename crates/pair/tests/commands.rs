//! Exactly one thing differs, and the answer changes or stays as claimed: by the second opinion.

#[path = "../../../tests/opinion/tests/bridge.rs"]
#[expect(dead_code, reason = "shared with the tests of the second opinion")]
mod bridge;

use std::collections::{BTreeMap, HashSet};

use wampimuk_command::{Determiner, Example, GridFamily, Register, Surface};
use wampimuk_grid::Action;
use wampimuk_gscan::Gscan;
use wampimuk_opinion::{Place, Taste, Words, accepted, articles, fair_articles, perform, referents};
use wampimuk_pair::ObjectChange::{Moved, Recoloured, Removed};
use wampimuk_pair::commands::{Change, Item, Partner};
use wampimuk_reascan::Reascan;

/// What the second opinion makes of an example.
struct Seen {
    text: String,
    tokens: Vec<String>,
    place: Place,
    acts: Vec<&'static str>,
    cell: (i32, i32),
    right: Vec<Vec<&'static str>>,
}

impl Seen {
    fn words(&self) -> Vec<&str> {
        self.text.split(' ').collect()
    }
}

/// Reads the words, finds what they refer to and carries them out; an error if the example says otherwise.
fn seen(example: &Example, words: &Words, family: &dyn GridFamily) -> Result<Seen, String> {
    let (lexicon, choices) = (family.lexicon(), bridge::choices(family.reading().into()));
    let text = example.command.text(lexicon, family.surface());
    let order = words.read(&text)?;
    let place = bridge::place(&example.world, lexicon);
    let found = referents(&order.phrases, &place, choices);
    holds(found == [example.target], "another target", &text)?;
    if family.surface() == Surface::Reascan {
        let fair = fair_articles(&order.phrases, &place, choices);
        holds(articles(&text) == fair, "other articles", &text)?;
    }
    let habit = bridge::habit(&order.adverb, example.command.manner(lexicon));
    let acts = perform(&place, found[0], &order.verb, &habit, Taste::default());
    holds(acts == bridge::acts(&example.actions), "other actions", &text)?;
    let right = accepted(&place, found[0], &order.verb, &habit);
    let cell = (place.things[found[0]].row, place.things[found[0]].column);
    let tokens = example.command.tokens(lexicon, family.surface(), Register::Words);
    let tokens = tokens.into_iter().map(String::from).collect();
    Ok(Seen { text, tokens, place, acts, cell, right: right.into_iter().collect() })
}

fn holds(fact: bool, otherwise: &str, text: &str) -> Result<(), String> {
    if fact { Ok(()) } else { Err(format!("{otherwise}: {text}")) }
}

fn difference<T: PartialEq>(one: &[T], two: &[T]) -> Vec<usize> {
    (0..one.len()).filter(|&place| one.get(place) != two.get(place)).collect()
}

/// Whether exactly one thing differs, the one that is named, and the answer changes or stays as is said.
fn compare(one: &Seen, two: &Seen, change: Change, which: usize, changes: bool) -> Result<(), String> {
    let both = format!("{} / {}", one.text, two.text);
    let (own, other) = (one.words(), two.words());
    let mut things = one.place.things.clone();
    holds(own.len() == other.len(), "another length", &both)?;
    if change == Change::Word {
        holds(difference(&own, &other).len() == 1, "not one word", &both)?;
        holds(difference(&one.tokens, &two.tokens) == [which], "another token", &both)?;
    } else {
        holds(own == other, "other words", &both)?;
        let thing = things.get(which).cloned().ok_or("no such object")?;
        match (change, two.place.things.get(which)) {
            (Change::Object(Removed), _) => drop(things.remove(which)),
            (Change::Object(Moved), Some(new)) => {
                holds((new.row, new.column) != (thing.row, thing.column), "not moved", &both)?;
                (things[which].row, things[which].column) = (new.row, new.column);
            }
            (Change::Object(Recoloured), Some(new)) => {
                holds(new.colour != thing.colour, "not recoloured", &both)?;
                things[which].colour.clone_from(&new.colour);
            }
            _ => return Err("no such object".to_string()),
        }
    }
    holds(Place { things, ..one.place.clone() } == two.place, "another world", &both)?;
    match changes {
        true => {
            holds(!two.right.contains(&one.acts), "the item's actions are right for the partner", &both)?;
            holds(!one.right.contains(&two.acts), "the partner's actions are right for the item", &both)
        }
        false => holds((&one.acts, one.cell) == (&two.acts, two.cell), "another answer", &both),
    }
}

/// How many pairs were found right, what was changed in them, and of which claims about them it was shown that the second
/// opinion contradicts them.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    kinds: BTreeMap<(&'static str, bool), usize>,
    refuted: BTreeMap<&'static str, usize>,
    /// Words that were put in place of others.
    words: HashSet<String>,
}

/// Checks the pairs of the first items of every split, and of every tenth pair that false claims are found out.
fn check(family: &dyn GridFamily, most: u64) -> Tally {
    let (lexicon, words) = (family.lexicon(), bridge::words(family.lexicon()));
    let (mut items, mut tally) = (family.grid_items(), Tally::default());
    for (split, info) in family.splits().iter().enumerate() {
        for index in 0..most.min(info.len) {
            let own = items.make(split, index).expect("an item").example.clone();
            let (surface, reading) = (family.surface(), family.reading());
            let item = Item { example: &own, lexicon, surface, reading };
            let one = seen(&own, &words, family).expect("a sound item");
            for changes in [true, false] {
                let Some(partner) = item.partner(changes, |_| true) else { continue };
                let two = seen(&partner.example, &words, family).expect("a sound partner");
                compare(&one, &two, partner.change, partner.which, changes).expect("a minimal pair");
                *tally.kinds.entry((partner.change.name(), changes)).or_default() += 1;
                if partner.change == Change::Word {
                    tally.words.insert(two.tokens[partner.which].clone());
                }
                tally.pairs += 1;
                if tally.pairs % 10 == 0 {
                    for (claim, found) in false_claims(&one, &two, &partner, changes, &words, family) {
                        assert!(found.is_err(), "{claim}: {} / {}", one.text, two.text);
                        *tally.refuted.entry(claim).or_default() += 1;
                    }
                }
            }
        }
    }
    println!("{tally:?}");
    tally
}

type Claims = Vec<(&'static str, Result<(), String>)>;

/// What the checks above say of a pair that is not what it is said to be.
fn false_claims(
    one: &Seen,
    two: &Seen,
    partner: &Partner,
    changes: bool,
    words: &Words,
    family: &dyn GridFamily,
) -> Claims {
    let &Partner { change, which, ref example } = partner;
    let wrong = |edit: &dyn Fn(&mut Example)| {
        let mut example = example.clone();
        edit(&mut example);
        seen(&example, words, family).map(|_| ())
    };
    let mut claims = vec![
        ("the other outcome", compare(one, two, change, which, !changes)),
        ("another word or object", compare(one, two, change, which + 1, changes)),
        ("nothing changed", compare(one, one, change, which, false)),
        ("an action too many", wrong(&|example| example.actions.push(Action::Stay))),
        ("another target", wrong(&|example| example.target += 1)),
    ];
    for other in Change::ALL.into_iter().filter(|&other| other != change) {
        claims.push(("another kind of change", compare(one, two, other, which, changes)));
    }
    if family.surface() == Surface::Reascan {
        let swap = |example: &mut Example| {
            let determiner = &mut example.command.phrase.determiner;
            *determiner = if *determiner == Determiner::A { Determiner::The } else { Determiner::A };
        };
        claims.push(("another article", wrong(&swap)));
    }
    claims
}

impl Tally {
    fn has(&self, change: Change, changes: bool) -> bool {
        self.kinds.contains_key(&(change.name(), changes))
    }
}

#[test]
fn pairs_of_gscan_are_what_they_claim() {
    let recipe = wampimuk_gscan::SHIPPED.iter().find(|recipe| recipe.name == "gscan").unwrap();
    let dataset = Gscan::new(wampimuk_gscan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let tally = check(&dataset, 600);
    assert!(tally.pairs >= 10_000, "{}", tally.pairs);
    assert!(tally.refuted.len() == 6 && tally.refuted.values().all(|&found| found >= 1_000));
    // Sizes are compared among objects of any colour or of one, and both readings must agree: another colour hardly ever
    // makes another object the one that is meant.
    for change in Change::ALL {
        assert!(
            tally.has(change, false) && (tally.has(change, true) || change == Change::Object(Recoloured))
        );
    }
}

#[test]
fn pairs_of_reascan_are_what_they_claim() {
    let recipe = wampimuk_reascan::shipped("reascan").unwrap();
    let dataset = Reascan::new(wampimuk_reascan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let tally = check(&dataset, 300);
    assert!(tally.pairs >= 10_000, "{}", tally.pairs);
    assert!(tally.refuted.len() == 7 && tally.refuted.values().all(|&found| found >= 1_000));
    assert!(Change::ALL.into_iter().all(|change| tally.has(change, true) && tally.has(change, false)));
    // The words of relations are among those that change.
    assert!(["row", "column", "color", "shape", "size"].iter().all(|word| tally.words.contains(*word)));
}

/// What is not allowed is not chosen, and an item whose answer is wrong has no partners.
#[test]
fn partners_are_allowed_and_items_right() {
    let recipe = wampimuk_gscan::SHIPPED[0];
    let dataset = Gscan::new(wampimuk_gscan::Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
    let mut own = dataset.maker().make(0, 3).unwrap().example.clone();
    let partner = |own: &Example, allowed: &dyn Fn(&Example) -> bool| {
        let (surface, reading) = (dataset.surface(), dataset.reading());
        Item { example: own, lexicon: dataset.lexicon(), surface, reading }.partner(true, allowed)
    };
    let first = partner(&own, &|_| true).expect("a partner");
    let second = partner(&own, &|example| *example != first.example).expect("another one");
    assert_ne!(first, second);
    assert_eq!(partner(&own, &|_| false), None);
    own.actions.pop();
    assert_eq!(partner(&own, &|_| true), None);
}
