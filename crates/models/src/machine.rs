//! The machine that a model runs on: the CPU's cores, or one GPU.
//!
//! A machine holds the weights and what the optimiser remembers; the loop around it ([`learn`](crate::learn())) does not
//! know where that is. The same inputs give the same numbers on any number of threads, as batches come in a fixed number
//! of parts whose gradients are added in order.

mod cpu;
#[cfg(feature = "cuda")]
mod cuda;

use wampimuk_nn::Params;

pub use cpu::Cpu;
#[cfg(feature = "cuda")]
pub use cuda::{Gpu, open_gpu};

use crate::model::{AnswerOptions, Model};
use crate::optimiser::OptimiserState;
use crate::preset::Clip;

/// Why a machine gave up; reads after "failed to …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MachineError(String);

impl MachineError {
    /// An error with this text, which reads after "failed to …".
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Weights and the optimiser's state: all that an update changes.
#[derive(Clone, Debug)]
pub struct TrainingState {
    /// The weights.
    pub params: Params,
    /// The optimiser's state.
    pub memory: OptimiserState,
}

/// What an update needs to know beside the batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpdateOptions {
    /// What decides which units are dropped, with the update's number.
    pub seed: u64,
    /// The number of the update.
    pub update: u64,
    /// The learning rate.
    pub rate: f32,
    /// What is done about large gradients.
    pub clip: Option<Clip>,
    /// Whether the loss is wanted; on a GPU it has to be waited for.
    pub wants_loss: bool,
}

/// The CPU or one GPU, with the weights and the optimiser's state on it.
pub trait Machine {
    /// How many parts a batch has here.
    fn parts(&self) -> usize;

    /// How many items are answered at once.
    fn at_once(&self) -> usize;

    /// Learns from a batch. Returns the loss before, if it was wanted.
    ///
    /// # Errors
    /// If the machine fails.
    fn learn<M: Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        step: UpdateOptions,
    ) -> Result<Option<f32>, MachineError>;

    /// The sum of the losses of all labels, with nothing dropped.
    ///
    /// # Errors
    /// If the machine fails.
    fn loss<M: Model>(&mut self, model: &M, parts: &[&M::Batch]) -> Result<f64, MachineError>;

    /// What the model answers, part by part and row by row.
    ///
    /// # Errors
    /// If the machine fails.
    fn answer<M: Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        how: AnswerOptions,
    ) -> Result<Vec<Vec<M::Answer>>, MachineError>;

    /// Weights and memory as they are now.
    ///
    /// # Errors
    /// If the machine fails.
    fn state(&mut self) -> Result<TrainingState, MachineError>;

    /// Goes on from other weights.
    ///
    /// # Errors
    /// If the machine fails.
    fn set(&mut self, state: TrainingState) -> Result<(), MachineError>;
}

/// One over the labels of all parts.
fn scale<M: Model>(parts: &[&M::Batch]) -> f32 {
    let labels: usize = parts.iter().map(|part| M::labels(part)).sum();
    1.0 / labels.max(1) as f32
}
