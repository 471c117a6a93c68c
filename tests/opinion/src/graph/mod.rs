//! Commands and worlds as graphs, and what it means that one is found in the other.
//!
//! The paper on ReaSCAN describes reference as sub-graph matching: a world is a graph of its things and of their
//! features, a command is such a graph with fewer edges, and a thing is a referent if the command's graph can be laid
//! over the world's graph with the head on that thing. This module follows that description, so that the meaning of a
//! command is known from three sides: masks in the toolkit, assignments in [`referents`](crate::referents), and graphs
//! here. Size words have the existential reading, which is the one that the graphs encode.
//!
//! Three matchers:
//! - [`heads`]: backtracking over the nodes. Exact, and the yardstick for the other two.
//! - [`local`]: the paper's second algorithm, called an optimised one. Exact on all shapes of command it knows.
//! - [`complete`]: the paper's first algorithm, by way of line graphs and VF2. It is called complete, but answers
//!   another question for some commands, and takes exponential time.

mod command;
mod complete;
mod exact;
mod label;
mod line;
mod local;
mod relations;
mod vf2;
mod world;

pub use command::command_graph;
pub use complete::{Check, Failure, complete};
pub use exact::{Fit, heads};
pub use label::{Label, Labels};
pub use line::LineGraph;
pub use local::{Shape, local};
pub use relations::{Graph, Node};
pub use vf2::{Digraph, GaveUp, isomorphisms};
pub use world::world_graph;
