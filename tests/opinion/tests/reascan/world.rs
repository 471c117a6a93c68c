//! Promises about one command in one world.

use wampimuk_opinion::graph::{Fit, command_graph, heads, world_graph};
use wampimuk_opinion::{
    Choices, Habit, Place, Sizing, Taste, Thing, accepted, articles, fair_articles, needed_clauses,
    needed_words, perform, referents,
};
use wampimuk_reascan::{Constructed, NecessityName, TwoSizes};

use super::Fault;
use super::view::{View, every_meaning, own, readings};

/// What every item has to be, however its world was made.
pub fn basic_faults(view: &View) -> Vec<Fault> {
    let mut faults = Vec::new();
    let View { text, order, place, target, acts, .. } = view;
    let mut say = |promise: &'static str, found: String| faults.push(Fault { promise, found });
    let found = referents(&order.phrases, place, own());
    if found != [*target] {
        say("referent", format!("{found:?} instead of {target}"));
    }
    let matched = heads(&command_graph(&order.phrases), &world_graph(place), Fit::Monomorphism);
    if matched != [*target] {
        say("graph", format!("{matched:?} instead of {target}"));
    }
    let fair = fair_articles(&order.phrases, place, own());
    if articles(text) != fair {
        say("article", format!("{fair:?}"));
    }
    let habit = Habit::named(&order.adverb).unwrap_or(Habit::Plain);
    if *acts != perform(place, *target, &order.verb, &habit, Taste::default())
        || !accepted(place, *target, &order.verb, &habit).contains(acts)
    {
        say("actions", acts.join(","));
    }
    if let Some(found) = crowding(place) {
        say("cells", found);
    }
    faults
}

/// What stands where it cannot.
fn crowding(place: &Place) -> Option<String> {
    let last = |thing: &Thing| thing.cells().last().copied().unwrap_or_default();
    let outside = |thing: &&Thing| {
        let (row, column) = last(thing);
        !place.exists(thing.row, thing.column) || !place.exists(row, column)
    };
    if let Some(thing) = place.things.iter().find(outside) {
        return Some(format!("{thing:?} is outside"));
    }
    let mut cells: Vec<(bool, i32, i32)> =
        place.things.iter().map(|thing| (thing.is_box, thing.row, thing.column)).collect();
    cells.push((false, place.row, place.column));
    cells.sort_unstable();
    cells.windows(2).find(|two| two[0] == two[1]).map(|two| format!("two at {:?}", two[0]))
}

/// What constructed worlds promise beyond that.
pub fn faults(view: &View, settings: &Constructed) -> Vec<Fault> {
    let mut faults = basic_faults(view);
    let View { order, place, target, .. } = view;
    let phrases = &order.phrases;
    let mut say = |promise: &'static str, found: String| faults.push(Fault { promise, found });
    for choices in every_meaning() {
        let found = referents(phrases, place, choices);
        if found != [*target] {
            let Choices { sizing, distinct, geometric, boxes_are_objects } = choices;
            let plain = distinct && !geometric && boxes_are_objects;
            let promise = if plain { "reading" } else { "variant" };
            say(promise, format!("{found:?} under {sizing:?} {distinct} {geometric} {boxes_are_objects}"));
        }
    }
    if settings.necessity >= NecessityName::Clauses {
        let needed = needed_clauses(phrases, place, own());
        for clause in (1..phrases.len()).filter(|clause| !needed.contains(clause)) {
            say("idle clause", format!("clause {clause}"));
        }
    }
    if settings.necessity == NecessityName::Words {
        for choices in readings() {
            let needed = needed_words(phrases, place, choices);
            for word in words(view).into_iter().filter(|word| !needed.contains(word)) {
                say("idle word", format!("{word:?} under {:?}", choices.sizing));
            }
        }
    }
    for phrase in phrases.iter().filter(|phrase| phrase.size.is_some()) {
        let everything = settings.two_sizes == TwoSizes::World || phrase.noun == "object";
        let class = place.things.iter().filter(|thing| everything || thing.shape == phrase.noun);
        let mut sizes: Vec<i32> = class.map(|thing| thing.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        if sizes.len() != 2 {
            say("two sizes", format!("{}: {sizes:?}", phrase.noun));
        }
    }
    let each = if settings.necessity == NecessityName::Words { 4 } else { 2 };
    let most = usize::from(settings.max_objects) + each * phrases.len().saturating_sub(3);
    if place.things.len() > most {
        say("crowd", format!("{} things", place.things.len()));
    }
    faults
}

/// The words of a command that could be idle, by phrase and class: all but the noun of what something is inside of.
pub fn words(view: &View) -> Vec<(usize, &'static str)> {
    let mut words = Vec::new();
    for (number, phrase) in view.order.phrases.iter().enumerate() {
        if phrase.size.is_some() {
            words.push((number, "size"));
        }
        if phrase.colour.is_some() {
            words.push((number, "colour"));
        }
        let inside = phrase.hangs.as_ref().is_some_and(|(_, relation)| relation == "inside of");
        if phrase.noun != "object" && !inside {
            words.push((number, "noun"));
        }
    }
    words
}

/// The reading in which a size word means one of the two sizes of its noun, whatever the colours.
pub fn by_noun() -> Choices {
    Choices { sizing: Sizing::ColourBlind, ..Choices::default() }
}
