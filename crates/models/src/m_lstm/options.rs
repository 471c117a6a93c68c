//! What may be changed about M-LSTM.

use serde::{Deserialize, Serialize};

use super::Auxiliary;
use crate::attentive_decoder::AttentionTime;
use crate::limits::{LAYERS, WIDTHS, dropout, kernels, within};

/// The sizes of M-LSTM and what may be changed about it. What is not given is as released, which is nearly as the appendix of
/// gSCAN's paper has it.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The width of an embedded word of the command.
    pub embedding: usize,
    /// The width of the reader's states.
    pub encoder_hidden: usize,
    /// Layers of the reader. Each but the first reads the states of the one below, both directions side by side.
    pub encoder_layers: usize,
    /// The share of embedded words that is dropped, and of states between two layers.
    pub encoder_dropout: f32,
    /// Numbers that each kernel gives for a cell.
    pub channels: usize,
    /// The sides of the kernels that go over the world, odd numbers; if there are none, 1, 5 and as wide as the world.
    pub kernels: Vec<usize>,
    /// The share of a cell's numbers that is dropped.
    pub cell_dropout: f32,
    /// The width of an embedded action. The paper says 25, the released code has 100.
    pub action_embedding: usize,
    /// The width of the decoder's states.
    pub decoder_hidden: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// The share of embedded actions that is dropped.
    pub decoder_dropout: f32,
    /// When the decoder attends to words and cells.
    pub attention: AttentionTime,
    /// Whether what the decoder looks for in the world depends on the words that it has just attended to.
    pub conditional_attention: bool,
    /// The weight of the auxiliary task, attending to the target's cell. 0 switches it off, as in all reported runs.
    pub auxiliary: f32,
    /// Whether rows are decoded on after their end for the auxiliary task, as the released code does.
    pub as_released: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            embedding: 25,
            encoder_hidden: 100,
            encoder_layers: 1,
            encoder_dropout: 0.3,
            channels: 50,
            kernels: Vec::new(),
            cell_dropout: 0.1,
            action_embedding: 100,
            decoder_hidden: 100,
            decoder_layers: 1,
            decoder_dropout: 0.3,
            attention: AttentionTime::Before,
            conditional_attention: true,
            auxiliary: 0.0,
            as_released: false,
        }
    }
}

impl Options {
    /// Whether such a model can be.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), String> {
        for (name, width) in [
            ("embedding", self.embedding),
            ("encoder_hidden", self.encoder_hidden),
            ("channels", self.channels),
            ("action_embedding", self.action_embedding),
            ("decoder_hidden", self.decoder_hidden),
        ] {
            within(name, width, WIDTHS)?;
        }
        within("encoder_layers", self.encoder_layers, LAYERS)?;
        within("decoder_layers", self.decoder_layers, LAYERS)?;
        dropout("encoder_dropout", self.encoder_dropout)?;
        dropout("cell_dropout", self.cell_dropout)?;
        dropout("decoder_dropout", self.decoder_dropout)?;
        kernels(&self.kernels)?;
        if !(self.auxiliary.is_finite() && self.auxiliary >= 0.0) {
            return Err(format!("model.auxiliary is {}, and should be 0 or more", self.auxiliary));
        }
        Ok(())
    }

    /// The sides of the kernels over worlds of this side.
    pub(super) fn kernels_over(&self, side: usize) -> Vec<usize> {
        // As wide as the grid and one more: 7 for six rows, 13 for twelve.
        if self.kernels.is_empty() { vec![1, 5, side + 1 - side % 2] } else { self.kernels.clone() }
    }

    pub(super) fn auxiliary(&self) -> Auxiliary {
        Auxiliary { weight: self.auxiliary, after_the_end: self.as_released }
    }

    pub(super) fn dropout(&self) -> Dropout {
        Dropout { words: self.encoder_dropout, cells: self.cell_dropout, tokens: self.decoder_dropout }
    }
}

/// The dropout rates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Dropout {
    /// Of embedded words, and between the reader's layers.
    pub words: f32,
    /// Of cells.
    pub cells: f32,
    /// Of embedded actions.
    pub tokens: f32,
}
