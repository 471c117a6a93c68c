//! Pre-trained models of text that learn to answer questions about stories: T5 writes the answer, RoBERTa points at it.
//!
//! No weights come with this program. A user gives the folder of a checkpoint as Hugging Face's libraries write it
//! ([`CheckpointFolder`]), and gets back one that they can read ([`save`]). The models are written in the same operations as the
//! others, so gradients reach every tensor and they run wherever there is a graph.

mod attention;
mod error;
mod folder;
mod questions;
mod relative_position;
pub mod roberta;
mod span_extraction;
pub mod t5;
mod text_to_text;
mod tokenizer;

use std::cmp::Reverse;
use std::path::Path;

pub use error::FolderError;
pub use folder::{CheckpointFolder, TensorSpec, save};
pub use roberta::{Roberta, RobertaConfig};
pub use span_extraction::{RobertaArchitecture, RobertaOptions, SpanExtractionTask};
pub use t5::{T5, T5Config};
pub use text_to_text::{T5Architecture, T5Options, TextToTextTask};

use wampimuk_batch::Vocabulary;
use wampimuk_nn::Params;

use crate::checkpoint::Checkpoint;
use crate::data::DataError;
use crate::task::BatchPart;
use crate::train::TrainError;

impl From<FolderError> for DataError {
    fn from(error: FolderError) -> Self {
        Self::Checkpoint(error.to_string())
    }
}

/// Writes what was learned from a folder as such a folder, if it is of this model and reads with the tokenizer there.
fn publish(
    (model, words): (&str, &Vocabulary),
    (path, checkpoint): (&Path, &Checkpoint),
    from: &Path,
    to: &Path,
) -> Result<(), TrainError> {
    checkpoint.check(path, model, &[words])?;
    Ok(save(&checkpoint.params, from, to).map_err(DataError::from)?)
}

/// Whether tensors are as a configuration says; otherwise the first that is not.
fn fits(params: &Params, mut wanted: impl Iterator<Item = TensorSpec>) -> Result<(), String> {
    let is_missing = |TensorSpec { name, shape }: &TensorSpec| {
        params.find(name).is_none_or(|found| params.slot(found).shape != *shape)
    };
    match wanted.find(is_missing) {
        None => Ok(()),
        Some(TensorSpec { name, shape }) => Err(format!("{name}` of the shape `{shape:?}")),
    }
}

/// Divides rows of these lengths into parts: longer ones first, and to each part as many long ones as to the others.
fn dealt<B>(lengths: &[usize], parts: usize, batch: impl Fn(&[usize]) -> B) -> Vec<BatchPart<B>> {
    let mut order: Vec<usize> = (0..lengths.len()).collect();
    order.sort_by_key(|&row| Reverse(lengths[row]));
    let parts = parts.clamp(1, lengths.len().max(1));
    let part = |part: usize| {
        let rows: Vec<usize> = order.iter().skip(part).step_by(parts).copied().collect();
        BatchPart { batch: batch(&rows), rows }
    };
    (0..parts).map(part).collect()
}

/// Sequences of equal length, one after another.
fn padded(sequences: &[Vec<u32>], longest: usize, padding: u32) -> Vec<u32> {
    let mut all = Vec::with_capacity(sequences.len() * longest);
    for sequence in sequences {
        all.extend_from_slice(sequence);
        all.extend(std::iter::repeat_n(padding, longest.saturating_sub(sequence.len())));
    }
    all
}
