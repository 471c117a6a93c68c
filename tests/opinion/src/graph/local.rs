//! The paper's second algorithm: look at a thing and its neighbours only.
//!
//! It needs no search, because with at most three clauses on one head, different things for the clauses exist exactly
//! if every group of clauses has at least as many candidates between them as there are clauses in the group (Hall's
//! marriage theorem).

use std::collections::BTreeSet;

use super::{Graph, Labels, Node};

/// The shape of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Up to three clauses, all on the head.
    Flat,
    /// One clause on the head, and one on the phrase in it. The algorithm has to be told.
    Chain,
}

/// The things on which thing 0 of the command can lie; nothing if the command does not have this shape.
pub fn local(command: &Graph, world: &Graph, shape: Shape) -> Option<Vec<usize>> {
    let things = command.things().end;
    // For each thing but the head, what leads from the head to it.
    let from_head: Vec<Labels> = (1..things).map(|thing| command.labels(0, thing)).collect();
    let candidates = world.things().filter(|&head| covers(command, 0, world, head));
    match shape {
        Shape::Flat => {
            if things > 4 || from_head.iter().any(|labels| labels.is_empty()) {
                return None;
            }
            let fits = |&head: &usize| {
                let sets: Vec<_> =
                    (1..things).map(|child| neighbours(command, (0, child), world, head)).collect();
                marriageable(&sets)
            };
            Some(candidates.filter(fits).collect())
        }
        Shape::Chain => {
            if things != 3 || from_head[0].is_empty() || !from_head[1].is_empty() {
                return None;
            }
            let fits = |&head: &usize| {
                neighbours(command, (0, 1), world, head)
                    .into_iter()
                    .any(|child| neighbours(command, (1, 2), world, child).iter().any(|&last| last != head))
            };
            Some(candidates.filter(fits).collect())
        }
    }
}

/// Whether a thing has all values that another one asks for, and at least one edge of each kind.
fn covers(command: &Graph, asking: usize, world: &Graph, thing: usize) -> bool {
    command.edges().filter(|&((from, _), _)| from == asking).all(|((_, to), labels)| {
        match &command.nodes()[to] {
            value @ Node::Value(..) => {
                world.find(value).is_some_and(|value| labels.within(world.labels(thing, value)))
            }
            Node::Thing => world.things().any(|other| labels.within(world.labels(thing, other))),
        }
    })
}

/// The things to which a thing relates as the command's edge says, and which have what its end asks for.
fn neighbours(command: &Graph, (from, to): (usize, usize), world: &Graph, thing: usize) -> BTreeSet<usize> {
    let relates = |&other: &usize| command.labels(from, to).within(world.labels(thing, other));
    world.things().filter(relates).filter(|&other| covers(command, to, world, other)).collect()
}

/// Whether every group of sets has as many members between them as there are sets in it.
fn marriageable(sets: &[BTreeSet<usize>]) -> bool {
    (1u32..1 << sets.len()).all(|group| {
        let chosen = sets.iter().enumerate().filter(|&(number, _)| group >> number & 1 == 1);
        let union: BTreeSet<usize> = chosen.flat_map(|(_, set)| set).copied().collect();
        union.len() >= group.count_ones() as usize
    })
}
