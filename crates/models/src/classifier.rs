//! Classifiers: each whole answer is a class.

use wampimuk_nn::Graph;

use crate::model::{AnswerOptions, Model};
use crate::story_batch::{Pass, QuestionBatch, argmax};

/// A model that gives a logit for each answer. Loss and prediction follow from that.
pub(crate) trait AnswerClassifier: Send + Sync {
    /// The logits of all answers to each question.
    fn logits<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, pass: Pass) -> G::Var;
}

impl<C: AnswerClassifier> Model for C {
    type Batch = QuestionBatch;
    /// The number of a whole answer.
    type Answer = u32;

    fn labels(part: &QuestionBatch) -> usize {
        part.labels()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, scale: f32) -> G::Var {
        if part.rows == 0 {
            return graph.input(vec![0.0]);
        }
        let logits = self.logits(graph, part, Pass::Training);
        graph.cross_entropy(logits, &part.answers, scale)
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &QuestionBatch, _: AnswerOptions) -> Vec<u32> {
        if part.rows == 0 {
            return Vec::new();
        }
        let logits = self.logits(graph, part, Pass::Inference);
        argmax(&graph.to_vec(logits), part.rows)
    }
}
