//! T5 (Raffel et al. 2020), from text to text: an encoder reads, a decoder answers.
//!
//! Both versions: in 1.0 the layers are rectified and the output is the table of words, scaled; in 1.1 they are gated and
//! the output has a matrix of its own. Layers come after a norm without mean or bias, nothing has a bias, and scores are
//! not scaled.

mod config;
mod tensors;

use std::sync::Arc;

use wampimuk_nn::{Graph, ParamId};

use super::attention::Attention;
use super::padded;
use crate::model::{AnswerOptions, Model};

pub use config::T5Config;
use tensors::{FeedForward, Stack};

/// Texts that are answered at once. Their scores are what takes memory: a text of 500 tokens has 3 million in each of the
/// twelve layers of the usual size.
const AT_ONCE: usize = 16;

/// The model's tensors.
#[derive(Clone, Debug)]
pub struct T5 {
    config: T5Config,
    table: ParamId,
    output: Option<ParamId>,
    encoder: Stack,
    decoder: Stack,
}

/// Texts and their answers, in tokens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextPairs {
    /// The texts, each with the token of its end.
    pub texts: Vec<Vec<u32>>,
    /// The answers, each with the token of its end.
    pub answers: Vec<Vec<u32>>,
    /// The answers as they were written.
    pub right: Vec<String>,
}

/// Encoded texts, as the decoder attends to them.
#[derive(Clone, Debug)]
struct Memory<V> {
    lengths: Vec<usize>,
    longest: usize,
    /// The keys and values of each block of the decoder.
    seen: Vec<[V; 2]>,
}

/// What an answer has been so far: for each block of the decoder its keys and values, piece by piece.
type KeyValueCache<V> = Vec<[Vec<V>; 2]>;

impl T5 {
    fn dropped<G: Graph>(&self, graph: &mut G, x: G::Var) -> G::Var {
        graph.dropout(x, self.config.dropout_rate)
    }

    fn norm<G: Graph>(&self, graph: &mut G, x: G::Var, gain: ParamId) -> G::Var {
        graph.rms_norm(x, gain, self.config.layer_norm_epsilon)
    }

    /// The embedded tokens of sequences of equal length.
    fn embedded<G: Graph>(&self, graph: &mut G, tokens: Vec<u32>) -> G::Var {
        let embedded = graph.embedding(tokens, self.table, None);
        self.dropped(graph, embedded)
    }

    fn attention(&self, rows: usize, queries: usize, keys: usize) -> Attention {
        let T5Config { num_heads: heads, d_kv: width, dropout_rate: dropout, .. } = self.config;
        Attention { rows, queries, keys, heads, width, scale: 1.0, dropout }
    }

    /// Adds to `x` what a layer makes of it.
    fn residual<G: Graph>(&self, graph: &mut G, x: G::Var, change: G::Var) -> G::Var {
        let change = self.dropped(graph, change);
        graph.add(x, change)
    }

    fn feed<G: Graph>(&self, graph: &mut G, x: G::Var, feed: FeedForward) -> G::Var {
        let normal = self.norm(graph, x, feed.norm);
        let inner = graph.linear(normal, feed.into.0, None);
        let inner = match feed.into.1 {
            None => graph.relu(inner),
            Some(gate) => {
                let bent = tanh_gelu(graph, inner);
                let gate = graph.linear(normal, gate, None);
                graph.mul(bent, gate)
            }
        };
        let inner = self.dropped(graph, inner);
        let out = graph.linear(inner, feed.out, None);
        self.residual(graph, x, out)
    }

    /// Reads texts: the encoder, and the decoder's keys and values of what it gives.
    fn memory<G: Graph>(&self, graph: &mut G, texts: &[Vec<u32>]) -> Memory<G::Var> {
        let lengths: Vec<usize> = texts.iter().map(Vec::len).collect();
        let longest = lengths.iter().copied().max().unwrap_or(0);
        let attention = self.attention(texts.len(), longest, longest);
        let mask = attention.mask(|row, _, key| key < lengths[row]);
        let bias = self.encoder.distances.bias(graph, attention.heads, texts.len(), 0, [longest, longest]);
        let mut x = self.embedded(graph, padded(texts, longest, self.config.pad_token_id));
        for block in &self.encoder.blocks {
            let normal = self.norm(graph, x, block.own.norm);
            let parts = [block.own.queries, block.own.keys, block.own.values];
            let parts = parts.map(|weight| graph.linear(normal, weight, None));
            let sums = attention.apply(graph, parts, Some(bias), Arc::clone(&mask));
            let out = graph.linear(sums, block.own.output, None);
            x = self.residual(graph, x, out);
            x = self.feed(graph, x, block.feed);
        }
        let x = self.norm(graph, x, self.encoder.norm);
        let x = self.dropped(graph, x);
        let others = self.decoder.blocks.iter().filter_map(|block| block.other);
        let seen = others
            .map(|other| [other.keys, other.values].map(|weight| graph.linear(x, weight, None)))
            .collect();
        Memory { lengths, longest, seen }
    }

    /// The logits of each step of the answers; `past` holds the steps before, and grows.
    fn speak<G: Graph>(
        &self,
        graph: &mut G,
        memory: &Memory<G::Var>,
        tokens: Vec<u32>,
        past: &mut KeyValueCache<G::Var>,
        at: usize,
    ) -> G::Var {
        let rows = memory.lengths.len();
        let steps = tokens.len() / rows.max(1);
        let inner = self.config.num_heads * self.config.d_kv;
        let own = self.attention(rows, steps, at + steps);
        let own_mask = own.mask(|_, query, key| key <= at + query);
        let bias = self.decoder.distances.bias(graph, own.heads, rows, at, [steps, at + steps]);
        let other = self.attention(rows, steps, memory.longest);
        let other_mask = other.mask(|row, _, key| key < memory.lengths[row]);
        let mut x = self.embedded(graph, tokens);
        past.resize_with(self.decoder.blocks.len(), Default::default);
        for ((block, past), &[keys, values]) in self.decoder.blocks.iter().zip(past).zip(&memory.seen) {
            let normal = self.norm(graph, x, block.own.norm);
            let queries = graph.linear(normal, block.own.queries, None);
            let mut all = |past: &mut Vec<G::Var>, weight: ParamId| {
                past.push(graph.linear(normal, weight, None));
                match past[..] {
                    [only] => only,
                    // Pieces after the first are single steps.
                    _ => graph.cat(&past.iter().map(|&piece| (piece, steps * inner)).collect::<Vec<_>>()),
                }
            };
            let parts = [queries, all(&mut past[0], block.own.keys), all(&mut past[1], block.own.values)];
            let sums = own.apply(graph, parts, Some(bias), Arc::clone(&own_mask));
            let out = graph.linear(sums, block.own.output, None);
            x = self.residual(graph, x, out);
            if let Some(looking) = block.other {
                let normal = self.norm(graph, x, looking.norm);
                let queries = graph.linear(normal, looking.queries, None);
                let sums = other.apply(graph, [queries, keys, values], None, Arc::clone(&other_mask));
                let out = graph.linear(sums, looking.output, None);
                x = self.residual(graph, x, out);
            }
            x = self.feed(graph, x, block.feed);
        }
        let x = self.norm(graph, x, self.decoder.norm);
        let x = self.dropped(graph, x);
        let x = match self.config.is_scaled() {
            true => graph.scale(x, 1.0 / (self.config.d_model as f32).sqrt()),
            false => x,
        };
        graph.linear(x, self.output.unwrap_or(self.table), None)
    }

    /// Answers texts, with no more tokens than `most`.
    fn say<G: Graph>(&self, graph: &mut G, texts: &[Vec<u32>], most: usize) -> Vec<Vec<u32>> {
        let memory = self.memory(graph, texts);
        let mut past: KeyValueCache<G::Var> = Vec::new();
        let mut said: Vec<Vec<u32>> = vec![Vec::new(); texts.len()];
        let mut last = vec![self.config.decoder_start_token_id; texts.len()];
        let mut done = vec![false; texts.len()];
        for at in 0..most {
            if done.iter().all(|done| *done) {
                break;
            }
            let before = graph.mark();
            let logits = self.speak(graph, &memory, last.clone(), &mut past, at);
            let logits = graph.to_vec(logits);
            // Of a step, only its keys and values are looked at again.
            let mut new: Vec<&mut G::Var> =
                past.iter_mut().flatten().filter_map(|pieces| pieces.last_mut()).collect();
            let kept = graph.free_since(before, &new.iter().map(|piece| **piece).collect::<Vec<_>>());
            new.iter_mut().zip(kept).for_each(|(piece, kept)| **piece = kept);
            let all =
                logits.chunks_exact(self.config.vocab_size).zip(&mut last).zip(&mut said).zip(&mut done);
            for (((logits, last), said), done) in all {
                *last = argmax(logits);
                *done |= *last == self.config.eos_token_id;
                if !*done {
                    said.push(*last);
                }
            }
        }
        said
    }

    /// The logits of each step of the right answers, `[rows, longest, words]`.
    pub fn logits<G: Graph>(&self, graph: &mut G, pairs: &TextPairs) -> G::Var {
        let memory = self.memory(graph, &pairs.texts);
        let longest = pairs.answers.iter().map(Vec::len).max().unwrap_or(0);
        let before: Vec<Vec<u32>> = pairs
            .answers
            .iter()
            .map(|answer| {
                let all_but_last = &answer[..answer.len().saturating_sub(1)];
                [&[self.config.decoder_start_token_id], all_but_last].concat()
            })
            .collect();
        let tokens = padded(&before, longest, self.config.pad_token_id);
        self.speak(graph, &memory, tokens, &mut Vec::new(), 0)
    }
}

impl Model for T5 {
    type Batch = TextPairs;
    type Answer = Vec<u32>;

    fn labels(part: &TextPairs) -> usize {
        part.answers.iter().map(Vec::len).sum()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &TextPairs, scale: f32) -> G::Var {
        let logits = self.logits(graph, part);
        let longest = part.answers.iter().map(Vec::len).max().unwrap_or(0);
        let labels: Vec<Option<u32>> = part
            .answers
            .iter()
            .flat_map(|answer| (0..longest).map(|step| answer.get(step).copied()))
            .collect();
        graph.cross_entropy(logits, &labels, scale)
    }

    /// The likeliest token, step by step, up to the token of the end, which is left out.
    fn answer<G: Graph>(&self, graph: &mut G, part: &TextPairs, how: AnswerOptions) -> Vec<Vec<u32>> {
        let mut said = Vec::with_capacity(part.texts.len());
        for texts in part.texts.chunks(AT_ONCE) {
            let before = graph.mark();
            said.extend(self.say(graph, texts, how.most));
            graph.free_since(before, &[]);
        }
        said
    }
}

/// The number of the largest; the first of equal ones.
fn argmax(logits: &[f32]) -> u32 {
    let mut best = 0;
    for (number, logit) in logits.iter().enumerate() {
        if *logit > logits[best] {
            best = number;
        }
    }
    best as u32
}

/// The approximation of [`Graph::gelu`] that version 1.1 was trained with: a hyperbolic tangent, which here is a logistic
/// function.
fn tanh_gelu<G: Graph>(graph: &mut G, x: G::Var) -> G::Var {
    let square = graph.mul(x, x);
    let cube = graph.mul(square, x);
    let cube = graph.scale(cube, 0.044_715);
    let inner = graph.add(x, cube);
    let inner = graph.scale(inner, 2.0 * (2.0 / std::f32::consts::PI).sqrt());
    let share = graph.sigmoid(inner);
    graph.mul(x, share)
}
