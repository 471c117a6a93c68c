//! Scaled dot-product attention in several heads, between sequences of different lengths.

use std::sync::Arc;

use crate::graph::{BmmShape, Graph, NO_ROW};

/// The layout of an attention: the queries of each example attend to its keys, separately in each head.
///
/// Sequences stand one after another without padding, so no work is wasted.
#[derive(Clone, Debug)]
pub struct DotAttention {
    /// The number of columns of queries, keys and values.
    pub width: usize,
    /// The number of heads that share these columns.
    pub heads: usize,
    /// Where the queries of each example begin, and where the last ones end.
    pub queries: Arc<[u32]>,
    /// Where the keys of each example begin, and where the last ones end.
    pub keys: Arc<[u32]>,
    /// Whether each query sees only its own position and those before it.
    pub causal: bool,
    /// The probability that a weight is dropped in training.
    pub dropout: f32,
}

/// The outputs of an attention.
#[derive(Clone, Copy, Debug)]
pub struct AttentionOutput<V> {
    /// The weighted sums of values, in the rows of the queries.
    pub out: V,
    /// The weights, ordered by example, head, query and key.
    pub weights: V,
}

impl DotAttention {
    /// Where sequences of these lengths begin, and where the last one ends.
    pub fn starts(lengths: impl IntoIterator<Item = u32>) -> Arc<[u32]> {
        let mut end = 0;
        let ends = lengths.into_iter().map(|length| {
            end += length;
            end
        });
        let ends: Vec<u32> = ends.collect();
        std::iter::once(0).chain(ends).collect()
    }

    /// The number of columns of one head.
    pub fn depth(&self) -> usize {
        self.width / self.heads.max(1)
    }

    /// For each example, its queries and keys.
    pub(crate) fn examples(
        &self,
    ) -> impl Iterator<Item = (std::ops::Range<usize>, std::ops::Range<usize>)> + '_ {
        ranges(&self.queries).zip(ranges(&self.keys))
    }
}

fn ranges(starts: &[u32]) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
    starts.windows(2).map(|pair| pair[0] as usize..pair[1] as usize)
}

/// Attention made of other operations, on sequences padded to the longest.
pub(crate) fn composed<G: Graph + ?Sized>(
    graph: &mut G,
    [queries, keys, values]: [G::Var; 3],
    of: &DotAttention,
) -> AttentionOutput<G::Var> {
    let (heads, depth) = (of.heads, of.depth());
    let examples = of.examples().count();
    let most = |starts: &[u32]| ranges(starts).map(|range| range.len()).max().unwrap_or(0).max(1);
    let (rows, columns) = (most(&of.queries), most(&of.keys));
    let spread = |starts: &[u32], most: usize| -> Arc<[u32]> {
        let mut to = Vec::with_capacity(examples * heads * most);
        for range in ranges(starts) {
            for head in 0..heads {
                let place = |place: usize| (place * heads + head) as u32;
                to.extend(
                    (0..most).map(|at| if at < range.len() { place(range.start + at) } else { NO_ROW }),
                );
            }
        }
        to.into()
    };
    let queries = graph.index_select(queries, depth, spread(&of.queries, rows));
    let [keys, values] = [keys, values].map(|x| graph.index_select(x, depth, spread(&of.keys, columns)));
    let shape = BmmShape::new(examples * heads, rows, depth, columns);
    let scores = graph.bmm(queries, keys, shape.right_transposed());
    let scores = graph.scale(scores, 1.0 / (depth as f32).sqrt());
    let seen = |place: usize, length: usize| {
        let (query, key) = (place / columns, place % columns);
        key < length && !(of.causal && key > query)
    };
    let each = of.examples().flat_map(|(_, keys)| std::iter::repeat_n(keys.len(), heads));
    let mask = each.flat_map(|length| (0..rows * columns).map(move |place| seen(place, length))).collect();
    let weights = graph.softmax(scores, columns, Some(mask));
    let kept = graph.dropout(weights, of.dropout);
    let out = graph.bmm(kept, values, BmmShape::new(examples * heads, rows, columns, depth));
    let (mut gathered, mut weighed) = (Vec::new(), Vec::new());
    for (example, (queries, keys)) in of.examples().enumerate() {
        let row = |head: usize, query: usize| (example * heads + head) * rows + query;
        for query in 0..queries.len() {
            gathered.extend((0..heads).map(|head| row(head, query) as u32));
        }
        for head in 0..heads {
            for query in 0..queries.len() {
                weighed.extend((0..keys.len()).map(|key| (row(head, query) * columns + key) as u32));
            }
        }
    }
    AttentionOutput {
        out: graph.index_select(out, depth, gathered.into()),
        weights: graph.index_select(weights, 1, weighed.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::Params;
    use crate::tape::Tape;

    /// The fused operation and the composed one.
    #[test]
    fn both_ways_to_attend_give_the_same() {
        for causal in [false, true] {
            let lengths: [[u32; 3]; 2] = if causal { [[2, 0, 3]; 2] } else { [[2, 0, 3], [3, 1, 2]] };
            let [queries, keys] = lengths.map(DotAttention::starts);
            let of = DotAttention { width: 4, heads: 2, queries, keys, causal, dropout: 0.0 };
            let mut params = Params::default();
            let rows = [of.queries[3], of.keys[3], of.keys[3]];
            let x = rows.map(|rows| {
                let number = |number: u32| ((number * 37 + rows * 11) % 19) as f32 / 9.0 - 1.0;
                params.add("x", &[rows as usize, 4], (0..rows * 4).map(number))
            });
            let results = [true, false].map(|own| {
                let mut tape = Tape::new(&params, None);
                let x = x.map(|id| Graph::param(&mut tape, id));
                let attended = match own {
                    true => Graph::dot_attention(&mut tape, x, &of),
                    false => composed(&mut tape, x, &of),
                };
                let weights = tape.get(attended.weights).to_vec();
                let squares = Graph::mul(&mut tape, attended.out, attended.out);
                let loss = Graph::sum_rows(&mut tape, squares, 1);
                let value = tape.get(loss)[0];
                let mut gradients = vec![0.0; params.data.len()];
                tape.backward(loss, &mut gradients);
                [weights, vec![value], gradients].concat()
            });
            let [one, other] = results;
            assert_eq!(one.len(), other.len());
            for (one, other) in one.iter().zip(&other) {
                assert!((one - other).abs() < 1e-5, "{one} {other}");
            }
        }
    }
}
