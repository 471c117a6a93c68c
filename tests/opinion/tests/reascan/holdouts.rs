//! The hold-outs of the shipped recipes, spelled out once more.

use wampimuk_opinion::{Habit, Taste, needed_words, perform, players};
use wampimuk_reascan::Recipe;

use super::Fault;
use super::view::{View, every_meaning, own};

/// The hold-outs that select among the commands of training, rather than having commands of their own.
pub fn selecting(recipe: &Recipe) -> Vec<&str> {
    let holdouts = recipe.generate.holdouts.iter();
    holdouts.filter(|holdout| holdout.commands.is_none()).map(|holdout| holdout.name.as_str()).collect()
}

/// Whether an item is what a hold-out is about. `anyhow` asks whether it is under any meaning of the command.
pub fn meets(name: &str, view: &View, anyhow: bool) -> bool {
    let phrases = &view.order.phrases;
    let says = |word: &str, noun: &str| {
        phrases.iter().any(|phrase| {
            phrase.noun == noun
                && [&phrase.size, &phrase.colour].iter().any(|said| said.as_deref() == Some(word))
        })
    };
    let relates = |words: &str| view.relations().contains(&words);
    match name {
        "a1" => says("yellow", "square"),
        "a2" => !red_squares(view, anyhow).is_empty(),
        "a3" => says("small", "cylinder"),
        "b1" | "b1_whole" => view.pattern() == [0, 0],
        "b2" => relates("in the same size as") && relates("inside of"),
        "c1" => view.pattern() == [0, 0, 0],
        "c2" => {
            let flat = ["in the same row as", "in the same column as"];
            view.pattern() == [0, 1] && view.relations().iter().all(|relation| flat.contains(relation))
        }
        "direction" => {
            let goal = &view.place.things[view.target];
            goal.row > view.place.row && goal.column < view.place.column
        }
        "adverb" => view.order.verb == "pull" && view.order.adverb == "while spinning",
        "length" => {
            let habit = Habit::named(&view.order.adverb).unwrap_or(Habit::Plain);
            perform(&view.place, view.target, "walk", &habit, Taste::default()).len() > 40
        }
        other => panic!("no rule for `{other}`"),
    }
}

/// The phrases that a red square can play.
fn red_squares(view: &View, anyhow: bool) -> Vec<usize> {
    let meanings = if anyhow { every_meaning() } else { vec![own()] };
    let is_red_square = |&thing: &usize| {
        let thing = &view.place.things[thing];
        (thing.colour.as_str(), thing.shape.as_str()) == ("red", "square")
    };
    if !(0..view.place.things.len()).any(|thing| is_red_square(&thing)) {
        return Vec::new();
    }
    let mut phrases = Vec::new();
    for choices in meanings {
        let cast = players(&view.order.phrases, &view.place, choices, view.target);
        phrases.extend((0..cast.len()).filter(|&number| cast[number].iter().any(is_red_square)));
    }
    phrases.sort_unstable();
    phrases.dedup();
    phrases
}

/// What an item of a split must not be, or must be and is not.
pub fn faults(view: &View, recipe: &Recipe, own_holdout: Option<&str>) -> Vec<Fault> {
    let mut faults = Vec::new();
    for name in selecting(recipe) {
        let wanted = own_holdout == Some(name);
        if meets(name, view, !wanted) != wanted {
            let found = format!("{}what {name} is about", if wanted { "not " } else { "" });
            faults.push(Fault { promise: "hold-out", found });
        }
    }
    if let Some(name) = own_holdout {
        if !meets(name, view, false) {
            faults.push(Fault { promise: "hold-out", found: format!("not of {name}") });
        }
        let needed = needed_words(&view.order.phrases, &view.place, own());
        for word in words_to_need(name, view).into_iter().filter(|word| !needed.contains(word)) {
            faults.push(Fault { promise: "needs", found: format!("{word:?} is idle in {name}") });
        }
    }
    faults
}

/// The words that a hold-out is about, by phrase and class.
fn words_to_need(name: &str, view: &View) -> Vec<(usize, &'static str)> {
    let mut words = Vec::new();
    let squares = if name == "a2" { red_squares(view, false) } else { Vec::new() };
    for (number, phrase) in view.order.phrases.iter().enumerate() {
        let says =
            |word: &str| [&phrase.size, &phrase.colour].iter().any(|said| said.as_deref() == Some(word));
        match name {
            "a1" if says("yellow") && phrase.noun == "square" => {
                words.extend([(number, "colour"), (number, "noun")]);
            }
            "a2" if squares.contains(&number) && phrase.colour.is_some() => words.push((number, "colour")),
            "a3" if says("small") && phrase.noun == "cylinder" => words.push((number, "size")),
            _ => {}
        }
    }
    words
}
