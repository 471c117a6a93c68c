//! Directed graphs with parallel edges.

use std::collections::BTreeMap;

use super::{Label, Labels};

/// A node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A thing of a world, or a phrase of a command.
    Thing,
    /// A value of a feature. It stands for itself: "red" in a command can only be "red" in a world.
    Value(Label, String),
}

/// Nodes, and between each two of them, in each direction, a set of labels. The things are the first nodes, so that
/// their numbers are those of the world's things or of the command's phrases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    edges: BTreeMap<(usize, usize), Labels>,
}

impl Graph {
    /// A graph of so many things, without edges.
    pub fn of_things(things: usize) -> Self {
        Self { nodes: vec![Node::Thing; things], edges: BTreeMap::new() }
    }

    /// The nodes.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The numbers of the things.
    pub fn things(&self) -> std::ops::Range<usize> {
        0..self.nodes.iter().filter(|node| **node == Node::Thing).count()
    }

    /// The number of a value, if the graph has it.
    pub fn find(&self, value: &Node) -> Option<usize> {
        self.nodes.iter().position(|node| node == value)
    }

    /// Connects two nodes.
    pub fn connect(&mut self, from: usize, to: usize, label: Label) {
        self.edges.entry((from, to)).or_default().insert(label);
    }

    /// Connects a thing with a value, which becomes a node if it is not yet one.
    pub fn describe(&mut self, thing: usize, label: Label, value: String) {
        let value = Node::Value(label, value);
        let to = self.find(&value).unwrap_or_else(|| {
            self.nodes.push(value);
            self.nodes.len() - 1
        });
        self.connect(thing, to, label);
    }

    /// What the edges from one node to another say.
    pub fn labels(&self, from: usize, to: usize) -> Labels {
        self.edges.get(&(from, to)).copied().unwrap_or_default()
    }

    /// All connected pairs, with what their edges say.
    pub fn edges(&self) -> impl Iterator<Item = ((usize, usize), Labels)> {
        self.edges.iter().map(|(&pair, &labels)| (pair, labels))
    }

    /// The same nodes with every edge as this function wants it, or without the edge.
    pub fn rewired(&self, change: impl Fn(usize, usize, Label) -> Option<(usize, usize, Label)>) -> Self {
        let mut other = Self { nodes: self.nodes.clone(), edges: BTreeMap::new() };
        for (&(from, to), labels) in &self.edges {
            for (from, to, label) in labels.iter().filter_map(|label| change(from, to, label)) {
                other.connect(from, to, label);
            }
        }
        other
    }
}
