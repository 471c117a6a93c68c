//! The paper's first algorithm: VF2 on line graphs, then a look at the labels.
//!
//! Edges become nodes, so that VF2, which knows no parallel edges, can be used on graphs that have them. What gets lost
//! is which edges begin at the same node: in a line graph, only an edge *into* that node ties them together. The head of
//! a command has such an edge if one of its relations holds both ways, and has none if all of them are "inside of".

use std::collections::BTreeSet;

use super::{GaveUp, Graph, LineGraph, Node, isomorphisms};

/// What becomes of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// To the letter: the printed loop stops at a wrong label, but its flag stays up, so nothing is ever refused.
    Printed,
    /// As it must have been meant: a map with a wrong label is refused, once it is complete.
    Last,
    /// The same answers sooner: VF2 does not even try a pair with a wrong label.
    First,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Without a relation, no map says which node the head lies on.
    NoNodeMap,
    /// The search took too many steps.
    GaveUp,
}

impl From<GaveUp> for Failure {
    fn from(GaveUp: GaveUp) -> Self {
        Self::GaveUp
    }
}

/// The things of the world that the algorithm finds for thing 0 of the command. It takes its steps from `steps`.
pub fn complete(
    command: &Graph,
    world: &Graph,
    check: Check,
    steps: &mut u64,
) -> Result<BTreeSet<usize>, Failure> {
    let (small, large) = (LineGraph::new(command), LineGraph::new(world));
    // The node of the head is read off its first relation.
    let relation = |&(from, to): &(usize, usize)| from == 0 && command.nodes()[to] == Node::Thing;
    let telling = small.pairs.iter().position(relation).ok_or(Failure::NoNodeMap)?;
    let agrees =
        |edge: usize, image: usize| labels_meet(command, small.pairs[edge], world, large.pairs[image]);
    let mut found = BTreeSet::new();
    isomorphisms(
        &small.arrows,
        &large.arrows,
        |edge, image| check != Check::First || agrees(edge, image),
        steps,
        |map| {
            if check != Check::Last || map.iter().enumerate().all(|(edge, &image)| agrees(edge, image)) {
                found.insert(large.pairs[map[telling]].0);
            }
        },
    )?;
    Ok(found)
}

/// Whether two edges have a label in common. The label of an edge to a value includes the value.
fn labels_meet(command: &Graph, asked: (usize, usize), world: &Graph, given: (usize, usize)) -> bool {
    command.nodes()[asked.1] == world.nodes()[given.1]
        && command.labels(asked.0, asked.1).meets(world.labels(given.0, given.1))
}
