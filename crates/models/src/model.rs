//! What all baselines implement.

use wampimuk_nn::{Graph, ParamId};

/// A baseline.
///
/// It is a function of a [`Graph`], so it runs wherever there is one, and never writes a gradient.
pub trait Model: Send + Sync {
    /// A part of a batch: what one thread works on, or all of it on a GPU.
    type Batch: Send + Sync;
    /// What it answers to a row.
    type Answer: Clone + Default + Send;

    /// How many labels of a part count in the loss. One over their number in the whole batch is the `scale` of
    /// [`loss`](Self::loss).
    fn labels(part: &Self::Batch) -> usize;

    /// The loss of a part of a batch: the sum over its labels, times `scale`.
    fn loss<G: Graph>(&self, graph: &mut G, part: &Self::Batch, scale: f32) -> G::Var;

    /// What it answers, row by row. The labels of the part are not looked at.
    fn answer<G: Graph>(&self, graph: &mut G, part: &Self::Batch, how: AnswerOptions) -> Vec<Self::Answer>;

    /// Tensors that are never updated, whatever their gradients.
    fn frozen(&self) -> Vec<ParamId> {
        Vec::new()
    }
}

/// How a model answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerOptions {
    /// The most tokens of an answer.
    pub most: usize,
    /// Whether to say what was attended to.
    pub attention: bool,
}

impl Default for AnswerOptions {
    /// As long as the originals let their models speak, and nothing said about attention.
    fn default() -> Self {
        Self { most: 121, attention: false }
    }
}
