//! The decoder: each token attends to those before it, and to what was remembered of command and world.

use wampimuk_nn::{AttentionOutput, Graph};

use super::Options;
use super::layers::{Attention, Embedding, Finder, Forward, Linear, Memory, Residual, Rows};
use crate::initializer::Initializer;
use crate::m_lstm::Sizes;

#[derive(Clone, Debug)]
pub(super) struct Decoder {
    pub tokens: Embedding,
    pub layers: Vec<Layer>,
    dense: Linear,
    pub width: usize,
    pub heads: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Layer {
    own: (Attention, Residual),
    given: (Attention, Residual),
    forward: Forward,
}

impl Layer {
    fn find(finder: Finder<'_>, layer: &str) -> Result<Self, String> {
        let attention = |name: &str| {
            let name = format!("{layer}.{name}");
            let attention = Attention::find(finder, &format!("{name}.attention"))?;
            Ok::<_, String>((attention, Residual::find(finder, &format!("{name}.output"))?))
        };
        Ok(Self {
            own: attention("attention")?,
            given: attention("encoder_decoder_attention")?,
            forward: Forward::find(finder, layer, "")?,
        })
    }

    /// What tokens can attend to among themselves.
    pub fn own<G: Graph>(&self, graph: &mut G, tokens: &Rows<G::Var>) -> Memory<G::Var> {
        self.own.0.memory(graph, tokens)
    }

    /// What tokens can attend to of what was remembered.
    pub fn given<G: Graph>(&self, graph: &mut G, remembered: &Rows<G::Var>) -> Memory<G::Var> {
        self.given.0.memory(graph, remembered)
    }

    /// The tokens after this layer, and what they attended to of what was remembered.
    pub fn of<G: Graph>(
        &self,
        graph: &mut G,
        tokens: &Rows<G::Var>,
        own: &Memory<G::Var>,
        given: &Memory<G::Var>,
        causal: bool,
    ) -> AttentionOutput<G::Var> {
        let attended = self.own.0.attend(graph, tokens, own, causal);
        let x = self.own.1.of(graph, attended.out, tokens.x);
        let rows = Rows { x, starts: tokens.starts.clone() };
        let attended = self.given.0.attend(graph, &rows, given, false);
        let x = self.given.1.of(graph, attended.out, rows.x);
        AttentionOutput { out: self.forward.of(graph, x), weights: attended.weights }
    }
}

impl Decoder {
    pub fn create(initial: &mut Initializer, sizes: Sizes, options: &Options) {
        let Options { width, inner, .. } = *options;
        Embedding::create(initial, "decoder.embeddings", sizes.tokens, options.places, width);
        for number in 0..options.decoder_layers {
            let layer = format!("decoder.transformer_encoder_decoder_layer_{number}");
            for name in ["attention", "encoder_decoder_attention"] {
                Attention::create(initial, &format!("{layer}.{name}.attention"), width);
                Residual::create(initial, &format!("{layer}.{name}.output"), [width, width]);
            }
            Forward::create(initial, &layer, "", [width, inner]);
        }
        Linear::create(initial, "decoder.dense", [sizes.tokens, width]);
    }

    pub fn find(finder: Finder<'_>) -> Result<Self, String> {
        let layer = |number: usize| {
            Layer::find(finder, &format!("decoder.transformer_encoder_decoder_layer_{number}"))
        };
        let first = layer(0)?;
        let later = (1..).map_while(|number| layer(number).ok());
        Ok(Self {
            tokens: Embedding::find(finder, "decoder.embeddings")?,
            width: first.own.0.width,
            heads: finder.heads,
            layers: std::iter::once(first).chain(later).collect(),
            dense: Linear::find(finder.tensors, "decoder.dense")?,
        })
    }

    /// The logits of the next token at each position of whole sequences.
    pub fn of<G: Graph>(&self, graph: &mut G, mut tokens: Rows<G::Var>, remembered: &Rows<G::Var>) -> G::Var {
        for layer in &self.layers {
            let (own, given) = (layer.own(graph, &tokens), layer.given(graph, remembered));
            tokens.x = layer.of(graph, &tokens, &own, &given, true).out;
        }
        self.logits(graph, tokens.x)
    }

    /// What vectors think of each token.
    pub fn logits<G: Graph>(&self, graph: &mut G, x: G::Var) -> G::Var {
        self.dense.of(graph, x)
    }
}
