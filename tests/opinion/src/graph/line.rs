//! Line graphs: edges become nodes, and an edge points to those that begin where it ends.

use super::{Digraph, Graph};

/// The line graph of a graph. Parallel edges are one node.
#[derive(Clone, Debug)]
pub struct LineGraph {
    /// The edges of the graph, which are the nodes here.
    pub pairs: Vec<(usize, usize)>,
    /// How they follow each other.
    pub arrows: Digraph,
}

impl LineGraph {
    /// Turns edges into nodes.
    pub fn new(graph: &Graph) -> Self {
        let pairs: Vec<(usize, usize)> = graph.edges().map(|(pair, _)| pair).collect();
        let arrows = Digraph::new(pairs.len(), |one, other| pairs[one].1 == pairs[other].0);
        Self { pairs, arrows }
    }
}
