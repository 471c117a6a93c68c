//! RoBERTa (Liu et al. 2019) with a layer that points at the first and the last token of the answer, as for SQuAD.
//!
//! Where texts of a batch have different lengths, padding tokens cannot be pointed at, so that what a text is
//! answered does not depend on its neighbours.

mod config;

use std::ops::Range;
use std::sync::Arc;

use wampimuk_core::Stream;
use wampimuk_nn::{Graph, ParamId, Params};

use super::FolderError;
use super::attention::Attention;
use super::folder::{CheckpointFolder, TensorSpec};
use super::{fits, padded};
use crate::initializer::Initializer;
use crate::model::{AnswerOptions, Model};

pub use config::RobertaConfig;
use config::{BODY, HEAD};

/// The most tokens of an answer, as the original scripts for SQuAD have it.
const LONGEST_ANSWER: usize = 30;

/// Texts that are answered at once; their scores take memory.
const AT_ONCE: usize = 16;

/// The score of what cannot be pointed at.
const NEVER: f32 = -1e9;

/// The model's tensors.
#[derive(Clone, Debug)]
pub struct Roberta {
    config: RobertaConfig,
    words: ParamId,
    places: ParamId,
    kinds: ParamId,
    norm: Biased,
    layers: Vec<Layer>,
    head: Biased,
}

/// A weight and a bias.
type Biased = (ParamId, ParamId);

#[derive(Clone, Copy, Debug)]
struct Layer {
    /// Queries, keys and values.
    looking: [Biased; 3],
    looked: Biased,
    looked_norm: Biased,
    into: Biased,
    out: Biased,
    norm: Biased,
}

/// Texts with a question, in tokens, and where their answers are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpanBatch {
    /// Question and story, with the tokens around them.
    pub texts: Vec<Vec<u32>>,
    /// Which tokens are of the story: an answer is among them.
    pub stories: Vec<Range<usize>>,
    /// The first and the last token of the answer; `None` if the story does not have it.
    pub spans: Vec<Option<(u32, u32)>>,
    /// For each token of a story, which bytes of it that is.
    pub pieces: Vec<Vec<Range<usize>>>,
    /// The stories as they were written.
    pub written: Vec<String>,
    /// The answers as they were written.
    pub right: Vec<String>,
}

impl Roberta {
    /// Reads the tensors of a checkpoint. One without a layer that points gets a new one, drawn from `stream`; what else a
    /// checkpoint has is left where it is.
    ///
    /// # Errors
    /// If a tensor is missing or has another shape.
    pub fn read(
        folder: &CheckpointFolder,
        config: &RobertaConfig,
        stream: Stream,
    ) -> Result<Params, FolderError> {
        let has_head = folder.has(&format!("{HEAD}.weight"));
        let mut initial = Initializer::new(stream);
        for wanted in config.tensors() {
            if wanted.name.starts_with(HEAD) && !has_head {
                draw(&mut initial, config, &wanted);
                continue;
            }
            // A model without any head has no prefix either.
            let bare = wanted.name.strip_prefix(BODY).and_then(|name| name.strip_prefix('.'));
            let found = match bare.filter(|bare| !folder.has(&wanted.name) && folder.has(bare)) {
                Some(bare) => {
                    folder.read(&TensorSpec { name: bare.to_owned(), shape: wanted.shape.clone() })?
                }
                None => folder.read(&wanted)?,
            };
            initial.given(&wanted.name, &wanted.shape, found);
        }
        Ok(initial.finish())
    }

    /// An untrained model, with initial weights as the original draws them.
    pub fn create(config: &RobertaConfig, stream: Stream) -> Params {
        let mut initial = Initializer::new(stream);
        config.tensors().for_each(|wanted| draw(&mut initial, config, &wanted));
        initial.finish()
    }

    /// Finds the model's tensors by their names in checkpoints.
    ///
    /// # Errors
    /// The first tensor that is missing, or has another shape.
    pub fn find(params: &Params, config: &RobertaConfig) -> Result<Self, String> {
        fits(params, config.tensors())?;
        let find = |name: String| params.find(&name).ok_or(name);
        let both =
            |name: String| Ok::<_, String>((find(format!("{name}.weight"))?, find(format!("{name}.bias"))?));
        let layer = |number: usize| {
            let part = |part: &str| both(format!("{BODY}.encoder.layer.{number}.{part}"));
            Ok::<_, String>(Layer {
                looking: [
                    part("attention.self.query")?,
                    part("attention.self.key")?,
                    part("attention.self.value")?,
                ],
                looked: part("attention.output.dense")?,
                looked_norm: part("attention.output.LayerNorm")?,
                into: part("intermediate.dense")?,
                out: part("output.dense")?,
                norm: part("output.LayerNorm")?,
            })
        };
        let table = |name: &str| find(format!("{BODY}.embeddings.{name}.weight"));
        Ok(Self {
            words: table("word_embeddings")?,
            places: table("position_embeddings")?,
            kinds: table("token_type_embeddings")?,
            norm: both(format!("{BODY}.embeddings.LayerNorm"))?,
            layers: (0..config.num_hidden_layers).map(layer).collect::<Result<_, String>>()?,
            head: both(HEAD.to_owned())?,
            config: config.clone(),
        })
    }

    fn dropped<G: Graph>(&self, graph: &mut G, x: G::Var) -> G::Var {
        graph.dropout(x, self.config.hidden_dropout_prob)
    }

    fn norm<G: Graph>(&self, graph: &mut G, x: G::Var, (gain, bias): Biased) -> G::Var {
        graph.layer_norm(x, gain, bias, self.config.layer_norm_eps)
    }

    /// The embedded tokens of texts, padded to the longest.
    fn embedded<G: Graph>(&self, graph: &mut G, texts: &[Vec<u32>], longest: usize) -> G::Var {
        let padding = self.config.pad_token_id;
        let tokens = padded(texts, longest, padding);
        let first = self.config.first_place() as u32;
        let last = first + self.config.longest().saturating_sub(1) as u32;
        let places: Vec<Vec<u32>> = texts
            .iter()
            .map(|text| (first..).take(text.len()).map(|place| place.min(last)).collect())
            .collect();
        let places = padded(&places, longest, padding);
        let kinds = vec![0; tokens.len()];
        let words = graph.embedding(tokens, self.words, Some(padding));
        let kinds = graph.embedding(kinds, self.kinds, None);
        let places = graph.embedding(places, self.places, Some(padding));
        let sum = graph.add(words, kinds);
        let sum = graph.add(sum, places);
        let sum = self.norm(graph, sum, self.norm);
        self.dropped(graph, sum)
    }

    /// How well each token would do as the first and as the last of the answer: twice `[rows, longest]`.
    pub fn logits<G: Graph>(&self, graph: &mut G, texts: &[Vec<u32>]) -> [G::Var; 2] {
        let longest = texts.iter().map(Vec::len).max().unwrap_or(0);
        let heads = self.config.num_attention_heads;
        let width = self.config.hidden_size / heads;
        let attention = Attention {
            rows: texts.len(),
            queries: longest,
            keys: longest,
            heads,
            width,
            scale: 1.0 / (width as f32).sqrt(),
            dropout: self.config.attention_probs_dropout_prob,
        };
        let mask = attention.mask(|row, _, key| key < texts[row].len());
        let mut x = self.embedded(graph, texts, longest);
        for layer in &self.layers {
            let parts = layer.looking.map(|(weight, bias)| graph.linear(x, weight, Some(bias)));
            let sums = attention.apply(graph, parts, None, Arc::clone(&mask));
            let looked = graph.linear(sums, layer.looked.0, Some(layer.looked.1));
            let looked = self.dropped(graph, looked);
            let sum = graph.add(looked, x);
            x = self.norm(graph, sum, layer.looked_norm);
            let inner = graph.linear(x, layer.into.0, Some(layer.into.1));
            let inner = graph.gelu(inner);
            let out = graph.linear(inner, layer.out.0, Some(layer.out.1));
            let out = self.dropped(graph, out);
            let sum = graph.add(out, x);
            x = self.norm(graph, sum, layer.norm);
        }
        let both = graph.linear(x, self.head.0, Some(self.head.1));
        let filler: Vec<f32> = texts
            .iter()
            .flat_map(|text| (0..longest).map(|place| if place < text.len() { 0.0 } else { NEVER }))
            .collect();
        [0, 1].map(|column| {
            let logits = graph.narrow(both, 2, column..column + 1);
            let filler = graph.input(filler.clone());
            graph.add(logits, filler)
        })
    }
}

fn draw(initial: &mut Initializer, config: &RobertaConfig, TensorSpec { name, shape }: &TensorSpec) {
    match (&shape[..], name.contains("LayerNorm"), name.ends_with("weight")) {
        ([_, _], _, _) => initial.normal(name, shape, config.initializer_range),
        (_, true, true) => initial.filled(name, shape, 1.0),
        _ => initial.filled(name, shape, 0.0),
    };
}

impl Model for Roberta {
    type Batch = SpanBatch;
    /// The first and the last token.
    type Answer = (u32, u32);

    /// Both ends of each answer that can be pointed at.
    fn labels(part: &SpanBatch) -> usize {
        2 * part.spans.iter().flatten().count()
    }

    fn loss<G: Graph>(&self, graph: &mut G, part: &SpanBatch, scale: f32) -> G::Var {
        let [first, last] = self.logits(graph, &part.texts);
        let labels = |end: fn(&(u32, u32)) -> u32| -> Vec<Option<u32>> {
            part.spans.iter().map(|span| span.as_ref().map(end)).collect()
        };
        let first = graph.cross_entropy(first, &labels(|span| span.0), scale);
        let last = graph.cross_entropy(last, &labels(|span| span.1), scale);
        graph.add(first, last)
    }

    fn answer<G: Graph>(&self, graph: &mut G, part: &SpanBatch, _: AnswerOptions) -> Vec<(u32, u32)> {
        let mut ends = Vec::with_capacity(part.texts.len());
        for (texts, stories) in part.texts.chunks(AT_ONCE).zip(part.stories.chunks(AT_ONCE)) {
            let before = graph.mark();
            let longest = texts.iter().map(Vec::len).max().unwrap_or(0).max(1);
            let [first, last] = self.logits(graph, texts).map(|logits| graph.to_vec(logits));
            let rows = first.chunks_exact(longest).zip(last.chunks_exact(longest));
            ends.extend(rows.zip(stories).map(|((first, last), story)| best(first, last, story.clone())));
            graph.free_since(before, &[]);
        }
        ends
    }
}

/// The best ends within a story: the largest sum, and of equal ones the first.
fn best(first: &[f32], last: &[f32], story: Range<usize>) -> (u32, u32) {
    let mut best = (f32::NEG_INFINITY, (story.start, story.start));
    for (start, first) in first.iter().enumerate().take(story.end).skip(story.start) {
        let ends = last.iter().enumerate().take(story.end.min(start + LONGEST_ANSWER)).skip(start);
        for (end, last) in ends {
            let sum = first + last;
            if sum > best.0 {
                best = (sum, (start, end));
            }
        }
    }
    (best.1.0 as u32, best.1.1 as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_ends_are_in_order_and_within_the_story() {
        let first = [9.0, 0.0, 1.0, 5.0];
        let last = [9.0, 4.0, 0.0, 1.0];
        assert_eq!(best(&first, &last, 1..4), (3, 3));
        assert_eq!(best(&first, &last, 1..3), (1, 1));
        let mut far = vec![0.0; 40];
        far[39] = 1.0;
        assert_eq!(best(&[&[1.0][..], &[0.0; 39]].concat(), &far, 0..40), (0, 0), "39 would be too far away");
    }
}
