//! Random worlds and trees of few features, so that phrases fit nothing, one object and many objects in turn.

use wampimuk_command::{Clause, Determiner, Phrase, Relation, Semantics};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_grid::{Agent, Cell, Form, Object, World};

/// The stream of case number `index` of a test.
pub fn stream(test: &str, index: u64) -> Stream {
    StreamKey::new(&Digest::of(b"command tests"), test, 0).stream(index)
}

/// Whether an event of this many per cent happens.
pub fn chance(stream: &mut Stream, per_cent: u32) -> bool {
    stream.below(100) < per_cent
}

/// A world without objects.
pub fn empty(side: u8) -> World {
    World::new(side, Agent::default()).expect("a side within bounds")
}

/// A world of up to this many objects, boxes among them.
pub fn world(stream: &mut Stream, most: u32) -> World {
    let side = 3 + stream.below(4) as u8;
    let colours = 2 + stream.below(2);
    let shapes = 2 + stream.below(3);
    let mut world = empty(side);
    for _ in 0..2 + stream.below(most - 1) {
        let shape = (4 - shapes + stream.below(shapes)) as u8;
        let cell = Cell::new(stream.below(side.into()) as u8, stream.below(side.into()) as u8);
        let form = if shape == 3 { Form::Frame } else { Form::Solid };
        let size = 1 + stream.below(3) as u8;
        // Cells that are taken and boxes that do not fit are left out.
        drop(world.place(Object { form, ..Object::solid(shape, stream.below(colours) as u8, size, cell) }));
    }
    world
}

/// A tree of at most this many phrases: flat, deep, or both.
pub fn phrase(stream: &mut Stream, phrases: u32) -> Phrase {
    let mut left = stream.below(phrases);
    let more = 30 + stream.below(60);
    tree(stream, more, &mut left)
}

fn tree(stream: &mut Stream, more: u32, left: &mut u32) -> Phrase {
    let mut phrase = Phrase {
        determiner: *stream.choose(&[Determiner::A, Determiner::The]),
        size: chance(stream, 25).then(|| stream.below(2) as u8),
        colour: chance(stream, 25).then(|| stream.below(3) as u8),
        noun: chance(stream, 35).then(|| stream.below(4) as u8),
        clauses: Vec::new(),
    };
    while *left > 0 && chance(stream, more) {
        *left -= 1;
        let relation = *stream.choose(&Relation::ALL);
        let mut inner = tree(stream, more, left);
        if relation == Relation::Inside && chance(stream, 70) {
            inner.noun = Some(3);
        }
        phrase.clauses.push(Clause { relation, phrase: inner });
    }
    phrase
}

/// One of the eight combinations of variants.
pub fn variant(stream: &mut Stream) -> Semantics {
    Semantics {
        distinct: chance(stream, 60),
        geometric: chance(stream, 40),
        boxes_are_objects: chance(stream, 60),
        ..Semantics::default()
    }
}
