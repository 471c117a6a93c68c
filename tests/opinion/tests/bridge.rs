//! From the fast path's types to the second opinion's, by the names in the lexicon.

use wampimuk_command::{Command, Lexicon, Phrase, Reading, Relation, Semantics};
use wampimuk_grid::{Action, Form, Heading, Manner, Route, World};
use wampimuk_opinion as slow;
use wampimuk_opinion::{Act, Choices, Habit, Order, Place, Sizing, Thing, Words};

/// A world.
pub fn place(world: &World, lexicon: &Lexicon) -> Place {
    let agent = world.agent();
    let things = world.objects().iter().map(|object| Thing {
        row: object.cell.row.into(),
        column: object.cell.column.into(),
        shape: lexicon.nouns[usize::from(object.shape)].word.name.clone(),
        colour: lexicon.colours[usize::from(object.colour)].name.clone(),
        size: object.size.into(),
        is_box: object.form == Form::Frame,
    });
    Place {
        side: world.side().into(),
        row: agent.cell.row.into(),
        column: agent.cell.column.into(),
        facing: facing(agent.heading),
        heavy_from: world.heavy_from().into(),
        things: things.collect(),
    }
}

/// A heading.
pub fn facing(heading: Heading) -> (i32, i32) {
    match heading {
        Heading::East => (0, 1),
        Heading::South => (1, 0),
        Heading::West => (0, -1),
        Heading::North => (-1, 0),
    }
}

/// A command, without going through its text.
pub fn order(command: &Command, lexicon: &Lexicon) -> Order {
    let adverb = command.adverb.map(|adverb| lexicon.adverbs[usize::from(adverb)].word.name.clone());
    Order {
        verb: lexicon.verbs[usize::from(command.verb)].deed.name().to_string(),
        phrases: phrases(&command.phrase, lexicon),
        adverb: adverb.unwrap_or_default(),
    }
}

/// A tree of phrases, parents first.
pub fn phrases(phrase: &Phrase, lexicon: &Lexicon) -> Vec<slow::Phrase> {
    let mut list = Vec::new();
    // A stack of phrases still to be listed, with the number of the phrase each hangs from.
    let mut open = vec![(phrase, None)];
    while let Some((phrase, hangs)) = open.pop() {
        let number = list.len();
        list.push(slow::Phrase {
            size: phrase.size.map(|size| lexicon.sizes[usize::from(size)].extreme.name().to_string()),
            colour: phrase.colour.map(|colour| lexicon.colours[usize::from(colour)].name.clone()),
            noun: phrase
                .noun
                .map_or("object".to_string(), |noun| lexicon.nouns[usize::from(noun)].word.name.clone()),
            hangs,
        });
        for clause in phrase.clauses.iter().rev() {
            open.push((&clause.phrase, Some((number, relation(clause.relation).to_string()))));
        }
    }
    list
}

/// The words of a relation, spelled out here once more.
fn relation(relation: Relation) -> &'static str {
    match relation {
        Relation::SameRow => "in the same row as",
        Relation::SameColumn => "in the same column as",
        Relation::SameColour => "in the same color as",
        Relation::SameShape => "in the same shape as",
        Relation::SameSize => "in the same size as",
        Relation::Inside => "inside of",
    }
}

/// The words of a lexicon.
pub fn words(lexicon: &Lexicon) -> Words {
    let word = |word: &wampimuk_command::Word| (word.word.clone(), word.name.clone());
    Words {
        verbs: lexicon.verbs.iter().map(|verb| (verb.word.clone(), verb.deed.name().to_string())).collect(),
        adverbs: lexicon.adverbs.iter().map(|adverb| word(&adverb.word)).collect(),
        nouns: lexicon.nouns.iter().map(|noun| word(&noun.word)).collect(),
        colours: lexicon.colours.iter().map(word).collect(),
        sizes: lexicon
            .sizes
            .iter()
            .map(|size| (size.word.clone(), size.extreme.name().to_string()))
            .collect(),
    }
}

/// How to read size words, and the rest.
pub fn choices(semantics: Semantics) -> Choices {
    Choices {
        sizing: match semantics.reading {
            Reading::Existential => Sizing::Existential,
            Reading::Superlative => Sizing::Superlative,
            Reading::ColourBlind => Sizing::ColourBlind,
        },
        distinct: semantics.distinct,
        geometric: semantics.geometric,
        boxes_are_objects: semantics.boxes_are_objects,
    }
}

/// An action.
pub fn act(action: Action) -> Act {
    match action {
        Action::Walk => slow::WALK,
        Action::Push => slow::PUSH,
        Action::Pull => slow::PULL,
        Action::Stay => slow::STAY,
        Action::TurnLeft => slow::TURN_LEFT,
        Action::TurnRight => slow::TURN_RIGHT,
    }
}

/// A list of actions.
pub fn acts(actions: &[Action]) -> Vec<Act> {
    actions.iter().map(|&action| act(action)).collect()
}

/// What an adverb of this name does; an unknown name is a recipe's own adverb.
pub fn habit(name: &str, manner: &Manner) -> Habit {
    Habit::named(name).unwrap_or_else(|| Habit::Own {
        before_turn: acts(&manner.before_turn),
        before_step: acts(&manner.before_step),
        after_step: acts(&manner.after_step),
        zigzag: manner.route == Route::Zigzag,
    })
}

/// The numbers of a set's members.
pub fn members(set: u64) -> Vec<usize> {
    (0..64).filter(|bit| set >> bit & 1 == 1).collect()
}
