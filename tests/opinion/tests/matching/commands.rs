//! Random commands of ReaSCAN's patterns.
//!
//! Words and relations drawn blindly would nearly always fit nothing. Here some things of the world are chosen to play
//! the phrases, and most words and relations are true of them.

use wampimuk_command::{Clause, Phrase, Relation, Scene};
use wampimuk_core::Stream;
use wampimuk_grid::World;
use wampimuk_opinion::graph::Shape;

use super::semantics;
use crate::random::{self, chance};

/// The shapes of ReaSCAN's commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// A head and so many clauses on it.
    Flat(usize),
    /// A clause on the head, and a clause on the phrase in it.
    Chain,
}

impl Pattern {
    pub const ALL: [Self; 5] = [Self::Flat(0), Self::Flat(1), Self::Flat(2), Self::Flat(3), Self::Chain];

    /// Its name among ReaSCAN's files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flat(clauses) => ["p1", "p2", "p3", "p4"][clauses],
            Self::Chain => "c2",
        }
    }

    /// Its shape, as the paper's second algorithm has to be told.
    pub fn shape(self) -> Shape {
        match self {
            Self::Flat(_) => Shape::Flat,
            Self::Chain => Shape::Chain,
        }
    }
}

/// A world that is not empty, and a phrase of this pattern.
pub fn case(stream: &mut Stream, pattern: Pattern) -> (World, Phrase) {
    loop {
        let world = random::world(stream);
        if !world.objects().is_empty() {
            let phrase = phrase(stream, &world, pattern);
            return (world, phrase);
        }
    }
}

/// A phrase of this pattern, about things of this world more often than not.
fn phrase(stream: &mut Stream, world: &World, pattern: Pattern) -> Phrase {
    let head = stream.index(world.objects().len());
    let mut phrase = words(stream, world, head);
    match pattern {
        Pattern::Flat(clauses) => {
            phrase.clauses = (0..clauses).map(|_| clause(stream, world, head).0).collect();
        }
        Pattern::Chain => {
            let (mut outer, child) = clause(stream, world, head);
            outer.phrase.clauses.push(clause(stream, world, child).0);
            phrase.clauses.push(outer);
        }
    }
    phrase
}

/// A relation to another thing, mostly a true one, and that thing's phrase.
fn clause(stream: &mut Stream, world: &World, parent: usize) -> (Clause, usize) {
    let scene = Scene::new(world);
    let others = world.objects().len() - 1;
    let child = if others == 0 { parent } else { (parent + 1 + stream.index(others)) % (others + 1) };
    let holds = |relation: &&Relation| scene.related(**relation, parent, semantics()) >> child & 1 == 1;
    let mut relations: Vec<Relation> = Relation::ALL.iter().filter(holds).copied().collect();
    if relations.is_empty() || chance(stream, 10) {
        relations = Relation::ALL.to_vec();
    }
    (Clause { relation: *stream.choose(&relations), phrase: words(stream, world, child) }, child)
}

/// Words that mostly fit a thing.
fn words(stream: &mut Stream, world: &World, thing: usize) -> Phrase {
    let other = stream.index(world.objects().len());
    let object = world.objects()[if chance(stream, 5) { other } else { thing }];
    Phrase {
        size: chance(stream, 35).then(|| stream.below(2) as u8),
        colour: chance(stream, 40).then_some(object.colour),
        noun: chance(stream, 45).then_some(object.shape),
        ..Phrase::default()
    }
}
