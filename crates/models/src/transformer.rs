//! A transformer with attention between command and world, today's usual baseline: Qiu et al. 2021, "Systematic
//! Generalization on gSCAN: What is Nearly Solved and What is Next?". It solves splits that the recurrent models do not.
//!
//! Cells are convolved (kernels of 1, 5 and as wide as the grid) and words embedded with their places. In each layer of the
//! encoder words attend to cells and cells to words; neither attends to its own kind. Norms come after sums, and what
//! attention gives goes through two matrices, as in the published code.
//!
//! Where this differs from that code:
//!
//! * There the decoder sees the encoded cells alone: a line that puts words beside them is overwritten by the next. Here it
//!   sees both, and the cells alone with [`Options::as_released`].
//! * An embedding of segments, the same for every token, is left out; the one of places can do what it did.
//! * The activation of the wide layers is the exact one (`gelu`), not its approximation by a tanh; they differ by less than 0.001.
//! * Dropped weights of attention are drawn for each example and head, not once for all.
//!
//! It was trained for 40 epochs with AdamW (decay 0.01) at a rate of 0.0016 with batches of 128, a tenth of all updates to
//! warm up, a tenth of the rate after a half and again after three quarters of them, and gradients no longer than 0.5.

mod architecture;
mod decoder;
mod encoder;
mod greedy;
mod layers;

use wampimuk_core::Stream;
use wampimuk_nn::{DotAttention, Graph, GreedyOutput, Params};

pub use self::architecture::TransformerArchitecture;
use self::decoder::Decoder;
use self::encoder::Encoder;
use self::layers::{Finder, Rows};
use crate::grid_batch::Batch;
use crate::initializer::Initializer;
use crate::layer_finder::LayerFinder;
use crate::limits::{LAYERS, WIDTHS, dropout, kernels, within};
use crate::m_lstm::Sizes;
use crate::model::{AnswerOptions, Model};

/// The number of the token that begins a sequence.
const BEGINNING: u32 = 1;
/// The number of the token that ends a sequence.
const END: u32 = 2;

/// What may be changed about the model.
#[derive(Clone, Debug, PartialEq, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Numbers of a word, of a cell, and of a token.
    pub width: usize,
    /// Numbers of the wide layers.
    pub inner: usize,
    /// Heads of attention; they share the width.
    pub heads: usize,
    /// Layers of the encoder.
    pub encoder_layers: usize,
    /// Layers of the decoder.
    pub decoder_layers: usize,
    /// Places of a sequence that are told apart.
    pub places: usize,
    /// Numbers that each kernel gives for a cell.
    pub channels: usize,
    /// The sides of the kernels that go over the world, odd numbers; if there are none, 1, 5 and as wide as the world.
    pub kernels: Vec<usize>,
    /// The share of layers, and of weights of attention, that is dropped.
    pub dropout: f32,
    /// The decoder sees the encoded cells alone, as in the published code.
    pub as_released: bool,
}

impl Default for Options {
    /// The published sizes.
    fn default() -> Self {
        Self {
            width: 128,
            inner: 256,
            heads: 8,
            encoder_layers: 6,
            decoder_layers: 6,
            places: 512,
            channels: 50,
            kernels: Vec::new(),
            dropout: 0.1,
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
        let Self { width, inner, heads, encoder_layers, decoder_layers, places, channels, .. } = *self;
        for (name, number) in [("width", width), ("inner", inner), ("heads", heads), ("channels", channels)] {
            within(name, number, WIDTHS)?;
        }
        within("encoder_layers", encoder_layers, LAYERS)?;
        within("decoder_layers", decoder_layers, LAYERS)?;
        within("places", places, 1..=1 << 16)?;
        kernels(&self.kernels)?;
        dropout("dropout", self.dropout)?;
        if !width.is_multiple_of(heads) {
            return Err(format!("{heads} heads cannot share a width of {width}: it should be a multiple"));
        }
        Ok(())
    }
}

/// What the decoder sees of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memorised {
    /// The cells, then the words.
    Both,
    /// The cells.
    Cells,
}

/// The model's tensors.
#[derive(Clone, Debug)]
pub struct Transformer {
    encoder: Encoder,
    decoder: Decoder,
    memorised: Memorised,
}

impl Transformer {
    /// The initial weights.
    pub fn create(sizes: Sizes, options: &Options, stream: Stream) -> Params {
        let mut initial = Initializer::new(stream);
        Encoder::create(&mut initial, sizes, options);
        Decoder::create(&mut initial, sizes, options);
        initial.finish()
    }

    /// Finds the model's tensors. All sizes are theirs, but for the number of heads.
    ///
    /// # Errors
    /// The name of the first tensor that is missing.
    pub fn find(params: &Params, options: &Options) -> Result<Self, String> {
        let finder = Finder { tensors: LayerFinder(params), heads: options.heads, dropout: options.dropout };
        Ok(Self {
            encoder: Encoder::find(finder)?,
            decoder: Decoder::find(finder)?,
            memorised: if options.as_released { Memorised::Cells } else { Memorised::Both },
        })
    }

    /// The logits of the next token at each position of each target: row after row, without padding.
    pub fn logits<G: Graph>(&self, graph: &mut G, batch: &Batch) -> G::Var {
        let remembered = self.encoder.of(graph, batch, self.memorised);
        let given = |target: &Vec<u32>| target.len().saturating_sub(1);
        let tokens = batch.targets.iter().flat_map(|target| &target[..given(target)]).copied().collect();
        let places = batch.targets.iter().flat_map(|target| 0..given(target) as u32).collect();
        let x = self.decoder.tokens.of(graph, tokens, places);
        let starts = DotAttention::starts(batch.targets.iter().map(|target| given(target) as u32));
        self.decoder.of(graph, Rows { x, starts }, &remembered)
    }
}

impl Model for Transformer {
    type Batch = Batch;
    type Answer = GreedyOutput;

    fn labels(part: &Batch) -> usize {
        part.targets.iter().map(|target| target.len().saturating_sub(1)).sum()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &Batch, scale: f32) -> G::Var {
        let logits = self.logits(graph, part);
        let labels: Vec<Option<u32>> =
            part.targets.iter().flat_map(|target| target.iter().skip(1)).copied().map(Some).collect();
        graph.cross_entropy(logits, &labels, scale)
    }

    /// Weights of attention are those of the last layer, the mean of its heads; those of words and cells add up to one.
    fn answer<G: Graph>(&self, graph: &mut G, part: &Batch, how: AnswerOptions) -> Vec<GreedyOutput> {
        let remembered = self.encoder.of(graph, part, self.memorised);
        greedy::greedy(graph, &self.decoder, &remembered, part, how)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    /// Counted by hand from the published sizes.
    #[test]
    fn the_model_has_the_published_size() {
        let stream = StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
        let sizes = Sizes { words: 21, tokens: 9, channels: 16, side: 6 };
        let params = Transformer::create(sizes, &Options::default(), stream);
        let encoder =
            6 * (2 * 4 * (128 * 128 + 128) + 2 * (128 * 128 + 3 * 128) + 2 * (2 * 128 * 256 + 256 + 3 * 128));
        let decoder = 6 * (2 * (4 * (128 * 128 + 128) + 128 * 128 + 3 * 128) + 2 * 128 * 256 + 256 + 3 * 128);
        let cells = 50 * (16 * (1 + 25 + 49) + 3) + 128 * 151;
        let tables = 128 * (21 + 9 + 2 * 512 + 4) + 9 * 129;
        assert_eq!(params.data.len(), encoder + decoder + cells + tables);
        assert!(Transformer::find(&params, &Options::default()).is_ok());
    }

    #[test]
    fn sizes_must_fit_together() {
        let published = Options::default();
        assert_eq!(published.check(), Ok(()));
        let odd = Options { heads: 7, ..published.clone() }.check();
        assert_eq!(odd.unwrap_err(), "7 heads cannot share a width of 128: it should be a multiple");
        assert!(Options { decoder_layers: 0, ..published }.check().is_err());
    }
}
