//! What may be changed about GCN-LSTM.

use serde::{Deserialize, Serialize};

use crate::limits::{LAYERS, WIDTHS, dropout, kernels, within};

/// The sizes of GCN-LSTM and what may be changed about it. What is not given is as released.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// The width of an embedded word of the command.
    pub embedding: usize,
    /// The width of nodes, of what kernels give, and of the decoder; each direction of the reader has half of it. A multiple
    /// of four.
    pub width: usize,
    /// How often nodes send each other messages.
    pub rounds: usize,
    /// The sides of the kernels that go over the world, odd numbers; if there are none, 1, 5 and as wide as the world.
    pub kernels: Vec<usize>,
    /// Whether what the decoder looks for in the world depends on the words that it has just attended to.
    pub conditional_attention: bool,
    /// The share of embedded words that is dropped.
    pub word_dropout: f32,
    /// The share of the encoded command that is dropped.
    pub command_dropout: f32,
    /// The share of nodes that is dropped before their halves are multiplied.
    pub node_dropout: f32,
    /// The share of a cell's numbers that is dropped.
    pub cell_dropout: f32,
    /// The share of embedded actions that is dropped; 0.15 if it is not given, and 0.85 with `as_released`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decoder_dropout: Option<f32>,
    /// Drops as many of the decoder's tokens as the released code does.
    pub as_released: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            embedding: 32,
            width: 64,
            rounds: 4,
            kernels: Vec::new(),
            conditional_attention: true,
            word_dropout: 0.2,
            command_dropout: 0.08,
            node_dropout: 0.15,
            cell_dropout: 0.1,
            decoder_dropout: None,
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
        within("embedding", self.embedding, WIDTHS)?;
        within("width", self.width, WIDTHS)?;
        if !self.width.is_multiple_of(4) {
            return Err(format!("model.width is {}, and should be a multiple of four", self.width));
        }
        within("rounds", self.rounds, LAYERS)?;
        kernels(&self.kernels)?;
        for (name, share) in [
            ("word_dropout", self.word_dropout),
            ("command_dropout", self.command_dropout),
            ("node_dropout", self.node_dropout),
            ("cell_dropout", self.cell_dropout),
            ("decoder_dropout", self.tokens_dropped()),
        ] {
            dropout(name, share)?;
        }
        Ok(())
    }

    /// The share of the decoder's tokens that is dropped.
    pub(super) fn tokens_dropped(&self) -> f32 {
        self.decoder_dropout.unwrap_or(if self.as_released { 0.85 } else { 0.15 })
    }
}
