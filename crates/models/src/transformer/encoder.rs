//! The encoder: words attend to cells and cells to words, layer by layer.

use std::sync::Arc;

use wampimuk_nn::{DotAttention, Graph, ParamId};

use super::layers::{Attention, Embedding, Finder, Forward, Linear, Residual, Rows};
use super::{Memorised, Options};
use crate::grid_batch::Batch;
use crate::initializer::Initializer;
use crate::m_lstm::Sizes;

#[derive(Clone, Debug)]
pub(super) struct Encoder {
    words: Embedding,
    kernels: Vec<(ParamId, ParamId)>,
    dense: Linear,
    layers: Vec<Layer>,
    width: usize,
    dropout: f32,
}

/// Half a layer: how words learn of cells, or cells of words.
#[derive(Clone, Copy, Debug)]
struct Half {
    attention: Attention,
    output: Residual,
    forward: Forward,
}

/// What words learn of cells, and cells of words.
#[derive(Clone, Copy, Debug)]
struct Layer {
    words: Half,
    cells: Half,
}

impl Half {
    /// The original numbers attention by what is attended to, and everything else by what attends.
    fn find(finder: Finder<'_>, layer: &str, own: usize) -> Result<Self, String> {
        let other = 3 - own;
        Ok(Self {
            attention: Attention::find(finder, &format!("{layer}.bi_attention.cross{other}"))?,
            output: Residual::find(finder, &format!("{layer}.bi_attention.bi_output.output{own}"))?,
            forward: Forward::find(finder, layer, &own.to_string())?,
        })
    }

    fn of<G: Graph>(self, graph: &mut G, own: &Rows<G::Var>, other: &Rows<G::Var>) -> Rows<G::Var> {
        let memory = self.attention.memory(graph, other);
        let attended = self.attention.attend(graph, own, &memory, false);
        let x = self.output.of(graph, attended.out, own.x);
        Rows { x: self.forward.of(graph, x), starts: own.starts.clone() }
    }
}

impl Encoder {
    pub fn create(initial: &mut Initializer, sizes: Sizes, options: &Options) {
        let Options { width, inner, channels, .. } = *options;
        Embedding::create(initial, "encoder.embeddings", sizes.words, options.places, width);
        let usual = [1, 5, sizes.side + 1 - sizes.side % 2];
        let kernels = if options.kernels.is_empty() { &usual[..] } else { &options.kernels };
        for (number, &size) in kernels.iter().enumerate() {
            let name = format!("encoder.img_enc.conv_{number}");
            let spread = 1.0 / ((sizes.channels * size * size).max(1) as f32).sqrt();
            initial.normal(&format!("{name}.weight"), &[channels, sizes.channels, size, size], spread);
            initial.filled(&format!("{name}.bias"), &[channels], 0.0);
        }
        Linear::create(initial, "encoder.img_enc.dense", [width, kernels.len() * channels]);
        for number in 0..options.encoder_layers {
            let layer = format!("encoder.transformer_cross_layer_{number}");
            for half in 1..=2 {
                Attention::create(initial, &format!("{layer}.bi_attention.cross{half}"), width);
                let output = format!("{layer}.bi_attention.bi_output.output{half}");
                Residual::create(initial, &output, [width, width]);
                Forward::create(initial, &layer, &half.to_string(), [width, inner]);
            }
        }
    }

    pub fn find(finder: Finder<'_>) -> Result<Self, String> {
        let Finder { tensors, dropout, .. } = finder;
        let kernel = |number: usize| tensors.biased(&format!("encoder.img_enc.conv_{number}"));
        let layer = |number: usize| {
            let layer = format!("encoder.transformer_cross_layer_{number}");
            let half = |own: usize| Half::find(finder, &layer, own);
            Ok::<_, String>(Layer { words: half(1)?, cells: half(2)? })
        };
        let first = layer(0)?;
        let later = (1..).map_while(|number| layer(number).ok());
        let first_kernel = kernel(0)?;
        let kernels = (1..).map_while(|number| kernel(number).ok());
        Ok(Self {
            words: Embedding::find(finder, "encoder.embeddings")?,
            kernels: std::iter::once(first_kernel).chain(kernels).collect(),
            dropout,
            dense: Linear::find(tensors, "encoder.img_enc.dense")?,
            layers: std::iter::once(first).chain(later).collect(),
            width: first.words.attention.width,
        })
    }

    /// Reads commands and worlds. What is remembered of an example are its cells and then its words, or its cells alone.
    pub fn of<G: Graph>(&self, graph: &mut G, batch: &Batch, memorised: Memorised) -> Rows<G::Var> {
        let mut words = self.words(graph, batch);
        let mut cells = self.cells(graph, batch);
        for layer in &self.layers {
            let learned = layer.words.of(graph, &words, &cells);
            cells = layer.cells.of(graph, &cells, &words);
            words = learned;
        }
        match memorised {
            Memorised::Cells => cells,
            Memorised::Both => self.together(graph, &cells, &words),
        }
    }

    fn words<G: Graph>(&self, graph: &mut G, batch: &Batch) -> Rows<G::Var> {
        let rows = batch.lengths.len();
        let places = || {
            let lengths = batch.lengths.iter().enumerate();
            lengths.flat_map(|(row, &length)| (0..length).map(move |place| (row, place)))
        };
        let tokens = places().map(|(row, place)| batch.words[place as usize * rows + row]).collect();
        let x = self.words.of(graph, tokens, places().map(|(_, place)| place).collect());
        Rows { x, starts: DotAttention::starts(batch.lengths.iter().copied()) }
    }

    fn cells<G: Graph>(&self, graph: &mut G, batch: &Batch) -> Rows<G::Var> {
        let x = graph.sparse_conv(&batch.grids, &self.kernels);
        let x = self.dense.of(graph, x);
        let x = graph.relu(x);
        let x = graph.dropout(x, self.dropout);
        let cells = (batch.grids.side * batch.grids.side) as u32;
        Rows { x, starts: DotAttention::starts(batch.lengths.iter().map(|_| cells)) }
    }

    /// For each example its rows of one kind and then those of the other.
    fn together<G: Graph>(&self, graph: &mut G, first: &Rows<G::Var>, second: &Rows<G::Var>) -> Rows<G::Var> {
        let end = |rows: &Rows<G::Var>| rows.starts.last().copied().unwrap_or(0);
        let (of_first, of_second) = (end(first), end(second));
        let all = [(first.x, of_first), (second.x, of_second)];
        let all = graph.cat(&all.map(|(x, rows)| (x, rows as usize * self.width)));
        let order: Arc<[u32]> = (first.starts.windows(2).zip(second.starts.windows(2)))
            .flat_map(|(one, other)| (one[0]..one[1]).chain(of_first + other[0]..of_first + other[1]))
            .collect();
        let starts = first.starts.iter().zip(&*second.starts).map(|(one, other)| one + other).collect();
        Rows { x: graph.index_select(all, self.width, order), starts }
    }
}
