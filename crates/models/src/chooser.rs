//! Models that choose among whole answers to a question.

use wampimuk_nn::Graph;

use crate::model::{Answering, Model};
use crate::story_batch::{Questions, Way, likeliest};

/// A model that says what it thinks of each answer. The rest is the same for all of them.
pub(crate) trait Chooser: Send + Sync {
    /// What it thinks of each answer to each question.
    fn logits<G: Graph>(&self, graph: &mut G, part: &Questions, way: Way) -> G::Var;
}

impl<C: Chooser> Model for C {
    type Batch = Questions;
    /// The number of a whole answer.
    type Answer = u32;

    fn labels(part: &Questions) -> usize {
        part.labels()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &Questions, scale: f32) -> G::Var {
        if part.rows == 0 {
            return graph.input(vec![0.0]);
        }
        let logits = self.logits(graph, part, Way::ThereAndBack);
        graph.cross_entropy(logits, &part.answers, scale)
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &Questions, _: Answering) -> Vec<u32> {
        if part.rows == 0 {
            return Vec::new();
        }
        let logits = self.logits(graph, part, Way::There);
        likeliest(&graph.numbers(logits), part.rows)
    }
}
