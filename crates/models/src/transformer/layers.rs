//! What the transformer is made of. Each layer draws its initial weights, finds its tensors, and computes.

use std::sync::Arc;

use wampimuk_nn::{AttentionOutput, DotAttention, Graph, ParamId};

use crate::initializer::Initializer;
use crate::layer_finder::LayerFinder;

/// How far initial weights are spread.
const SPREAD: f32 = 0.01;
/// Keeps the division of a norm finite.
const EPSILON: f32 = 1e-12;

/// Finds layers, and tells them what their tensors do not say.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder<'p> {
    pub tensors: LayerFinder<'p>,
    pub heads: usize,
    pub dropout: f32,
}

/// A table of vectors.
pub(super) fn create_table(initial: &mut Initializer, name: &str, rows: usize, width: usize) {
    initial.normal(&format!("{name}.weight"), &[rows, width], SPREAD);
}

/// A matrix and a bias.
#[derive(Clone, Copy, Debug)]
pub(super) struct Linear(ParamId, ParamId);

impl Linear {
    pub fn create(initial: &mut Initializer, name: &str, shape: [usize; 2]) {
        initial.normal(&format!("{name}.weight"), &shape, SPREAD);
        initial.filled(&format!("{name}.bias"), &shape[..1], 0.0);
    }

    pub fn find(tensors: LayerFinder<'_>, name: &str) -> Result<Self, String> {
        tensors.biased(name).map(|(weight, bias)| Self(weight, bias))
    }

    pub fn of<G: Graph>(self, graph: &mut G, x: G::Var) -> G::Var {
        graph.linear(x, self.0, Some(self.1))
    }
}

/// Rows on a common scale.
#[derive(Clone, Copy, Debug)]
pub(super) struct Norm(ParamId, ParamId);

impl Norm {
    pub fn create(initial: &mut Initializer, name: &str, width: usize) {
        initial.filled(&format!("{name}.weight"), &[width], 1.0);
        initial.filled(&format!("{name}.bias"), &[width], 0.0);
    }

    pub fn find(tensors: LayerFinder<'_>, name: &str) -> Result<Self, String> {
        tensors.biased(name).map(|(gain, bias)| Self(gain, bias))
    }

    pub fn of<G: Graph>(self, graph: &mut G, x: G::Var) -> G::Var {
        graph.layer_norm(x, self.0, self.1, EPSILON)
    }
}

/// What comes of a layer is added to what went in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Residual {
    dense: Linear,
    norm: Norm,
    dropout: f32,
}

impl Residual {
    pub fn create(initial: &mut Initializer, name: &str, shape: [usize; 2]) {
        Linear::create(initial, &format!("{name}.dense"), shape);
        Norm::create(initial, &format!("{name}.LayerNorm"), shape[0]);
    }

    pub fn find(finder: Finder<'_>, name: &str) -> Result<Self, String> {
        let Finder { tensors, dropout, .. } = finder;
        Ok(Self {
            dense: Linear::find(tensors, &format!("{name}.dense"))?,
            norm: Norm::find(tensors, &format!("{name}.LayerNorm"))?,
            dropout,
        })
    }

    pub fn of<G: Graph>(self, graph: &mut G, came: G::Var, went: G::Var) -> G::Var {
        let came = self.dense.of(graph, came);
        let came = graph.dropout(came, self.dropout);
        let sum = graph.add(came, went);
        self.norm.of(graph, sum)
    }
}

/// Sequences one after another, and where each begins.
#[derive(Clone, Debug)]
pub(super) struct Rows<V> {
    pub x: V,
    pub starts: Arc<[u32]>,
}

/// Keys and values that can be attended to.
#[derive(Clone, Debug)]
pub(super) struct Memory<V> {
    pub keys: V,
    pub values: V,
    pub starts: Arc<[u32]>,
}

/// Attention in several heads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attention {
    pub width: usize,
    pub heads: usize,
    dropout: f32,
    query: Linear,
    key: Linear,
    value: Linear,
    out: Linear,
}

impl Attention {
    pub fn create(initial: &mut Initializer, name: &str, width: usize) {
        for part in ["query", "key", "value", "out"] {
            Linear::create(initial, &format!("{name}.{part}"), [width, width]);
        }
    }

    pub fn find(finder: Finder<'_>, name: &str) -> Result<Self, String> {
        let Finder { tensors, heads, dropout } = finder;
        let part = |part: &str| Linear::find(tensors, &format!("{name}.{part}"));
        let query = part("query")?;
        let width = tensors.size(query.0, 0);
        Ok(Self { width, heads, dropout, query, key: part("key")?, value: part("value")?, out: part("out")? })
    }

    /// What can be attended to in these rows.
    pub fn memory<G: Graph>(self, graph: &mut G, rows: &Rows<G::Var>) -> Memory<G::Var> {
        let [keys, values] = [self.key, self.value].map(|part| part.of(graph, rows.x));
        Memory { keys, values, starts: rows.starts.clone() }
    }

    /// What these rows attend to.
    pub fn attend<G: Graph>(
        self,
        graph: &mut G,
        rows: &Rows<G::Var>,
        memory: &Memory<G::Var>,
        causal: bool,
    ) -> AttentionOutput<G::Var> {
        let of = DotAttention {
            width: self.width,
            heads: self.heads,
            queries: rows.starts.clone(),
            keys: memory.starts.clone(),
            causal,
            dropout: self.dropout,
        };
        let queries = self.query.of(graph, rows.x);
        let attended = graph.dot_attention([queries, memory.keys, memory.values], &of);
        AttentionOutput { out: self.out.of(graph, attended.out), ..attended }
    }
}

/// The feed-forward layer, row by row: wide, activated, and narrow again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forward {
    wide: Linear,
    narrow: Residual,
}

impl Forward {
    /// `number` tells apart those of words and of cells.
    pub fn create(initial: &mut Initializer, name: &str, number: &str, [width, inner]: [usize; 2]) {
        Linear::create(initial, &format!("{name}.intermediate{number}.dense"), [inner, width]);
        Residual::create(initial, &format!("{name}.output{number}"), [width, inner]);
    }

    pub fn find(finder: Finder<'_>, name: &str, number: &str) -> Result<Self, String> {
        Ok(Self {
            wide: Linear::find(finder.tensors, &format!("{name}.intermediate{number}.dense"))?,
            narrow: Residual::find(finder, &format!("{name}.output{number}"))?,
        })
    }

    pub fn of<G: Graph>(self, graph: &mut G, x: G::Var) -> G::Var {
        let wide = self.wide.of(graph, x);
        let wide = graph.gelu(wide);
        self.narrow.of(graph, wide, x)
    }
}

/// Tokens in order, as vectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Embedding {
    tokens: ParamId,
    places: ParamId,
    /// How many places are told apart; all later ones are like the last.
    most: usize,
    norm: Norm,
    dropout: f32,
}

impl Embedding {
    pub fn create(initial: &mut Initializer, name: &str, tokens: usize, places: usize, width: usize) {
        create_table(initial, &format!("{name}.word_embeddings"), tokens, width);
        create_table(initial, &format!("{name}.position_embeddings"), places, width);
        Norm::create(initial, &format!("{name}.LayerNorm"), width);
    }

    pub fn find(finder: Finder<'_>, name: &str) -> Result<Self, String> {
        let Finder { tensors, dropout, .. } = finder;
        let places = tensors.weight(&format!("{name}.position_embeddings"))?;
        Ok(Self {
            tokens: tensors.weight(&format!("{name}.word_embeddings"))?,
            places,
            most: tensors.size(places, 0),
            norm: Norm::find(tensors, &format!("{name}.LayerNorm"))?,
            dropout,
        })
    }

    /// The vectors of tokens at these places.
    pub fn of<G: Graph>(self, graph: &mut G, tokens: Vec<u32>, places: Vec<u32>) -> G::Var {
        let last = self.most.saturating_sub(1) as u32;
        let places = places.into_iter().map(|place| place.min(last)).collect();
        let tokens = graph.embedding(tokens, self.tokens, None);
        let places = graph.embedding(places, self.places, None);
        let sum = graph.add(tokens, places);
        let sum = self.norm.of(graph, sum);
        graph.dropout(sum, self.dropout)
    }
}
