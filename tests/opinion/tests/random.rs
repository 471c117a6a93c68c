//! Random worlds and commands: small vocabularies, so that phrases fit nothing, one thing and many things in turn.

use wampimuk_command::{Clause, Determiner, Lexicon, Phrase, Reading, Relation, Semantics};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_grid::{Action, Agent, Cell, Form, Heading, Manner, Object, Route, World};

/// The stream of case number `index` of a test.
pub fn stream(test: &str, index: u64) -> Stream {
    StreamKey::new(&Digest::of(b"second opinion"), test, 0).stream(index)
}

/// Whether an event of so many per cent happens.
pub fn chance(stream: &mut Stream, per_cent: u32) -> bool {
    stream.below(100) < per_cent
}

fn cell(stream: &mut Stream, side: u8) -> Cell {
    Cell::new(stream.below(side.into()) as u8, stream.below(side.into()) as u8)
}

fn agent(stream: &mut Stream, side: u8) -> Agent {
    Agent { cell: cell(stream, side), heading: Heading::from_index(stream.below(4) as u8) }
}

/// A world of two or three colours, up to four shapes (the fourth is a box) and three sizes.
pub fn world(stream: &mut Stream) -> World {
    let side = 3 + stream.below(4) as u8;
    let colours = 2 + stream.below(2);
    let shapes = 2 + stream.below(3);
    let mut world = World::new(side, agent(stream, side)).unwrap();
    for _ in 0..2 + stream.below(8) {
        let shape = (4 - shapes + stream.below(shapes)) as u8;
        let object = Object {
            form: if shape == 3 { Form::Frame } else { Form::Solid },
            ..Object::solid(shape, stream.below(colours) as u8, 1 + stream.below(3) as u8, cell(stream, side))
        };
        // Cells that are taken and boxes that do not fit are left out.
        drop(world.place(object));
    }
    world
}

/// A phrase of at most `phrases` phrases, three clauses in a list and three levels, in the lexicon of ReaSCAN.
pub fn phrase(stream: &mut Stream, phrases: u32) -> Phrase {
    let mut left = phrases.saturating_sub(1);
    tree(stream, 0, &mut left)
}

fn tree(stream: &mut Stream, depth: u32, left: &mut u32) -> Phrase {
    let mut phrase = Phrase {
        determiner: *stream.choose(&[Determiner::A, Determiner::The]),
        size: chance(stream, 35).then(|| stream.below(2) as u8),
        colour: chance(stream, 25).then(|| stream.below(3) as u8),
        noun: chance(stream, 35).then(|| stream.below(4) as u8),
        clauses: Vec::new(),
    };
    while depth < 3 && phrase.clauses.len() < 3 && *left > 0 && chance(stream, 55) {
        *left -= 1;
        let relation = *stream.choose(&Relation::ALL);
        let mut inner = tree(stream, depth + 1, left);
        if relation == Relation::Inside && chance(stream, 70) {
            inner.noun = Some(3);
        }
        phrase.clauses.push(Clause { relation, phrase: inner });
    }
    phrase
}

/// A phrase of gSCAN: a noun, perhaps adjectives, no clauses.
pub fn gscan_phrase(stream: &mut Stream, lexicon: &Lexicon) -> Phrase {
    Phrase {
        size: chance(stream, 50).then(|| stream.index(lexicon.sizes.len()) as u8),
        colour: chance(stream, 50).then(|| stream.below(3) as u8),
        noun: Some(stream.index(lexicon.nouns.len()) as u8),
        ..Phrase::default()
    }
}

/// One reading with one of the eight combinations of variants.
pub fn variant(stream: &mut Stream, reading: Reading) -> Semantics {
    Semantics {
        reading,
        distinct: chance(stream, 60),
        geometric: chance(stream, 40),
        boxes_are_objects: chance(stream, 60),
    }
}

/// A world of solid objects (and a box now and then) with another threshold of weight; its first object is the target.
pub fn busy_world(stream: &mut Stream) -> World {
    let side = if chance(stream, 2) { 32 } else { 1 + stream.below(8) as u8 };
    let heavy_from = if chance(stream, 70) { 3 } else { 1 + stream.below(5) as u8 };
    let mut world = World::new(side, agent(stream, side)).unwrap().with_heavy_from(heavy_from);
    for number in 0..1 + stream.below(9) {
        let form = if number > 0 && chance(stream, 15) { Form::Frame } else { Form::Solid };
        let size = 1 + stream.below(4) as u8;
        drop(world.place(Object { form, ..Object::solid(0, 0, size, cell(stream, side)) }));
    }
    world
}

/// The papers' adverbs by name, no adverb, and adverbs of a recipe's own.
pub fn manner(stream: &mut Stream) -> (&'static str, Manner) {
    use Action::{Stay, TurnLeft, TurnRight};
    let name = *stream.choose(&[
        "",
        "cautiously",
        "while spinning",
        "hesitantly",
        "while zigzagging",
        "slowly",
        "nervously",
        "drunkenly",
    ]);
    let manner = match name {
        "" => Manner::default(),
        "nervously" => Manner {
            before_turn: vec![TurnLeft, TurnLeft, TurnRight, TurnRight],
            after_step: vec![Stay],
            ..Manner::default()
        },
        "drunkenly" => Manner {
            before_step: vec![TurnRight, TurnLeft, Stay],
            after_step: vec![TurnLeft, TurnRight],
            route: Route::Zigzag,
            ..Manner::default()
        },
        known => wampimuk_command::known_manner(known).unwrap(),
    };
    (name, manner)
}

/// Any actions at all; pushes and pulls are frequent.
pub fn actions(stream: &mut Stream) -> Vec<Action> {
    use Action::{Pull, Push, Stay, TurnLeft, TurnRight, Walk};
    let likely = [Walk, Walk, Walk, Push, Push, Push, Pull, Pull, Pull, TurnLeft, TurnRight, Stay];
    (0..stream.below(40)).map(|_| *stream.choose(&likely)).collect()
}
