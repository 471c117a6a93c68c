//! Laying one graph over another, node by node.

use super::{Graph, Labels, Node};

/// When a graph lies well on another. Values always lie on themselves, and things on things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Every edge lies on an edge that says at least as much. Two things may lie on one.
    Homomorphism,
    /// In addition, different things lie on different things: what a command means.
    Monomorphism,
    /// In addition, what is not said is not so. A command never means that.
    Induced,
}

/// The things of the world on which thing 0 of the command can lie, when the command's graph lies on the world's.
pub fn heads(command: &Graph, world: &Graph, fit: Fit) -> Vec<usize> {
    // A value can lie in one place only: those first, and a thing has its features before it is a candidate.
    let values = command.things().end..command.nodes().len();
    let mut search = Search { command, world, fit, laid: Vec::new() };
    for value in values {
        match world.find(&command.nodes()[value]) {
            Some(same) => search.laid.push((value, same)),
            None => return Vec::new(),
        }
    }
    world.things().filter(|&head| search.can_lie(0, head) && search.rest_after(0, head)).collect()
}

struct Search<'g> {
    command: &'g Graph,
    world: &'g Graph,
    fit: Fit,
    /// Nodes of the command with the nodes of the world they lie on.
    laid: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// Whether the things after this one can be laid, once this one lies there.
    fn rest_after(&mut self, thing: usize, place: usize) -> bool {
        self.laid.push((thing, place));
        let next = thing + 1;
        let found = self.command.nodes().get(next) != Some(&Node::Thing)
            || self.world.things().any(|place| self.can_lie(next, place) && self.rest_after(next, place));
        self.laid.pop();
        found
    }

    /// Whether a thing fits there, next to all that has been laid.
    fn can_lie(&self, thing: usize, place: usize) -> bool {
        let fits = |asked: Labels, given: Labels| match self.fit {
            Fit::Homomorphism | Fit::Monomorphism => asked.within(given),
            Fit::Induced => asked == given,
        };
        self.laid.iter().all(|&(other, other_place)| {
            (self.fit == Fit::Homomorphism || place != other_place)
                && fits(self.command.labels(thing, other), self.world.labels(place, other_place))
                && fits(self.command.labels(other, thing), self.world.labels(other_place, place))
        })
    }
}
