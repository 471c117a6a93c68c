//! Decoding word by word: keys and values of what was said are kept, so a step costs one token.

use std::sync::Arc;

use wampimuk_nn::{DotAttention, Graph, GreedyOutput};

use super::decoder::Decoder;
use super::layers::{Memory, Rows};
use super::{BEGINNING, END};
use crate::grid_batch::Batch;
use crate::model::AnswerOptions;

/// What is left of the batch.
struct Rest<V> {
    /// The number of each row in the batch, and whether it goes on.
    rows: Vec<(usize, bool)>,
    tokens: Vec<u32>,
    /// For each layer, what was said.
    own: Vec<Memory<V>>,
    /// For each layer, what was remembered of command and world.
    given: Vec<Memory<V>>,
}

impl<V: Copy> Rest<V> {
    /// Leaves out the rows that have ended.
    fn compact<G: Graph<Var = V>>(&mut self, graph: &mut G, width: usize) {
        let kept: Vec<usize> = (0..self.rows.len()).filter(|&row| self.rows[row].1).collect();
        for memory in self.own.iter_mut().chain(&mut self.given) {
            let range = |row: usize| memory.starts[row]..memory.starts[row + 1];
            let places: Arc<[u32]> = kept.iter().flat_map(|&row| range(row)).collect();
            let starts = DotAttention::starts(kept.iter().map(|&row| range(row).len() as u32));
            let [keys, values] =
                [memory.keys, memory.values].map(|x| graph.index_select(x, width, places.clone()));
            *memory = Memory { keys, values, starts };
        }
        self.tokens = kept.iter().map(|&row| self.tokens[row]).collect();
        self.rows = kept.iter().map(|&row| self.rows[row]).collect();
    }

    /// All values that are needed later.
    fn values(&mut self) -> impl Iterator<Item = &mut V> {
        let memories = self.own.iter_mut().chain(&mut self.given);
        memories.flat_map(|memory| [&mut memory.keys, &mut memory.values])
    }
}

/// What was said so far and one more of each row. Rows of `before` stand in front of those of `next`.
fn longer<G: Graph>(
    graph: &mut G,
    width: usize,
    before: &Memory<G::Var>,
    next: &Memory<G::Var>,
) -> Memory<G::Var> {
    let rows = next.starts.len() - 1;
    let said = before.starts[rows] as usize / rows.max(1) * width;
    let [keys, values] = [(before.keys, next.keys), (before.values, next.values)]
        .map(|(before, next)| graph.cat(&[(before, said), (next, width)]));
    let starts = before.starts.iter().zip(&*next.starts).map(|(one, other)| one + other).collect();
    Memory { keys, values, starts }
}

/// What the model says to each row.
pub(super) fn greedy<G: Graph>(
    graph: &mut G,
    decoder: &Decoder,
    remembered: &Rows<G::Var>,
    batch: &Batch,
    how: AnswerOptions,
) -> Vec<GreedyOutput> {
    let count = batch.lengths.len();
    let mut spoken = vec![GreedyOutput::default(); count];
    let mut rest = Rest {
        rows: (0..count).map(|row| (row, true)).collect(),
        tokens: vec![BEGINNING; count],
        own: Vec::new(),
        given: decoder.layers.iter().map(|layer| layer.given(graph, remembered)).collect(),
    };
    let (cells, words_each) = (batch.grids.side * batch.grids.side, batch.words.len() / count.max(1));
    let mark = graph.mark();
    for step in 0..how.most {
        let alive = rest.rows.iter().filter(|(_, on)| *on).count();
        if alive == 0 {
            break;
        }
        if alive * 2 <= rest.rows.len() {
            rest.compact(graph, decoder.width);
        }
        let rows = rest.rows.len();
        let x = decoder.tokens.of(graph, rest.tokens.clone(), vec![step as u32; rows]);
        let mut tokens = Rows { x, starts: DotAttention::starts(std::iter::repeat_n(1, rows)) };
        let mut own = Vec::new();
        let mut weights = None;
        for (number, layer) in decoder.layers.iter().enumerate() {
            let next = layer.own(graph, &tokens);
            let said = match rest.own.get(number) {
                Some(before) => longer(graph, decoder.width, before, &next),
                None => next,
            };
            let after = layer.of(graph, &tokens, &said, &rest.given[number], false);
            (tokens.x, weights) = (after.out, Some(after.weights));
            own.push(said);
        }
        rest.own = own;
        let logits = decoder.logits(graph, tokens.x);
        let logits = graph.to_vec(logits);
        let weights = weights.filter(|_| how.attention).map(|weights| graph.to_vec(weights));
        let places: Vec<usize> =
            rest.given[0].starts.windows(2).map(|pair| (pair[1] - pair[0]) as usize).collect();
        let mut seen = weights.map(|weights| Seen { weights, heads: decoder.heads, from: 0 });
        for (row, logits) in logits.chunks_exact(logits.len() / rows).enumerate() {
            let (number, on) = &mut rest.rows[row];
            let attended = seen.as_mut().map(|seen| seen.next(places[row]));
            let token = argmax(logits);
            rest.tokens[row] = token;
            *on &= token != END;
            if !*on {
                continue;
            }
            let spoken = &mut spoken[*number];
            spoken.tokens.push(token);
            if let Some(mut attended) = attended {
                let words = attended.split_off(cells.min(attended.len()));
                spoken.words.push(words.into_iter().chain(std::iter::repeat(0.0)).take(words_each).collect());
                spoken.cells.push(attended);
            }
        }
        let needed: Vec<G::Var> = rest.values().map(|value| *value).collect();
        let kept = graph.free_since(mark, &needed);
        rest.values().zip(kept).for_each(|(value, kept)| *value = kept);
    }
    spoken
}

/// Weights of attention, row after row.
struct Seen {
    weights: Vec<f32>,
    heads: usize,
    from: usize,
}

impl Seen {
    /// What the next row attended to: the mean of its heads.
    fn next(&mut self, places: usize) -> Vec<f32> {
        let own = &self.weights[self.from..][..self.heads * places];
        self.from += own.len();
        let mean = |place: usize| own.iter().skip(place).step_by(places).sum::<f32>() / self.heads as f32;
        (0..places).map(mean).collect()
    }
}

/// The number of the first of the greatest numbers.
fn argmax(logits: &[f32]) -> u32 {
    let best = logits.iter().enumerate().reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(0, |(number, _)| number as u32)
}
