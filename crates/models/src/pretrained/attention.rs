//! Attention of several heads, which both models share.

use std::sync::Arc;

use wampimuk_nn::{BmmShape, Graph};

/// The sizes of an attention. All values have `rows` sequences of equal length, padded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attention {
    /// How many sequences there are.
    pub rows: usize,
    /// The length of those that ask.
    pub queries: usize,
    /// The length of those that are looked at.
    pub keys: usize,
    /// How many heads there are.
    pub heads: usize,
    /// How many numbers each head has.
    pub width: usize,
    /// What products of queries and keys are multiplied by.
    pub scale: f32,
    /// The dropout rate of the attention weights.
    pub dropout: f32,
}

impl Attention {
    /// The sum of values, `[rows, queries, heads · width]`, weighted by how well queries and keys fit. `bias`,
    /// `[rows, heads, queries, keys]`, is added to that; where the mask of the same shape is false, there is no weight.
    pub fn apply<G: Graph>(
        self,
        graph: &mut G,
        [queries, keys, values]: [G::Var; 3],
        bias: Option<G::Var>,
        mask: Arc<[bool]>,
    ) -> G::Var {
        let count = self.rows * self.heads;
        let queries = self.by_head(graph, queries, self.queries);
        let keys = self.by_head(graph, keys, self.keys);
        let values = self.by_head(graph, values, self.keys);
        let shape = BmmShape::new(count, self.queries, self.width, self.keys).right_transposed();
        let mut scores = graph.bmm(queries, keys, shape);
        if self.scale != 1.0 {
            scores = graph.scale(scores, self.scale);
        }
        if let Some(bias) = bias {
            scores = graph.add(scores, bias);
        }
        let weights = graph.softmax(scores, self.keys, Some(mask));
        let weights = graph.dropout(weights, self.dropout);
        let shape = BmmShape::new(count, self.queries, self.keys, self.width);
        let sums = graph.bmm(weights, values, shape);
        self.by_step(graph, sums)
    }

    /// `[rows, steps, heads, width]` as `[rows, heads, steps, width]`.
    fn by_head<G: Graph>(self, graph: &mut G, x: G::Var, steps: usize) -> G::Var {
        exchange(graph, x, self.width, [self.rows, steps, self.heads])
    }

    /// The inverse of [`Self::by_head`].
    fn by_step<G: Graph>(self, graph: &mut G, x: G::Var) -> G::Var {
        exchange(graph, x, self.width, [self.rows, self.heads, self.queries])
    }

    /// A mask that lets each query see the keys of its row that `sees` says, by row, query and key.
    pub fn mask(self, sees: impl Fn(usize, usize, usize) -> bool) -> Arc<[bool]> {
        let mut mask = Vec::with_capacity(self.rows * self.heads * self.queries * self.keys);
        for row in 0..self.rows {
            let start = mask.len();
            for query in 0..self.queries {
                mask.extend((0..self.keys).map(|key| sees(row, query, key)));
            }
            let one = start..mask.len();
            for _ in 1..self.heads {
                mask.extend_from_within(one.clone());
            }
        }
        mask.into()
    }
}

/// `[a, b, c, width]` as `[a, c, b, width]`.
fn exchange<G: Graph>(graph: &mut G, x: G::Var, width: usize, [a, b, c]: [usize; 3]) -> G::Var {
    if b == 1 || c == 1 {
        return x;
    }
    let mut rows = Vec::with_capacity(a * b * c);
    for a in 0..a {
        for c_at in 0..c {
            rows.extend((0..b).map(|b_at| ((a * b + b_at) * c + c_at) as u32));
        }
    }
    graph.index_select(x, width, rows.into())
}

#[cfg(test)]
mod tests {
    use wampimuk_nn::{Params, Tape};

    use super::*;

    /// Two sequences, two heads of one number: weights and sums by hand.
    #[test]
    fn heads_attend_on_their_own() {
        let params = Params::default();
        let mut tape = Tape::new(&params, None);
        let attention =
            Attention { rows: 2, queries: 1, keys: 2, heads: 2, width: 1, scale: 0.5, dropout: 0.0 };
        let queries = tape.input(vec![2.0, 0.0, 2.0, 2.0]);
        let keys = tape.input(vec![1.0, 5.0, 0.0, -5.0, 1.0, 1.0, 9.0, 9.0]);
        let values = tape.input(vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        // The second sequence has one key.
        let mask = attention.mask(|row, _, key| row == 0 || key == 0);
        assert_eq!(&mask[..], [true, true, true, true, true, false, true, false]);
        let out = attention.apply(&mut tape, [queries, keys, values], None, mask);
        let first = 1.0 / (1.0 + (-1.0f32).exp());
        let expected = [first + (1.0 - first) * 3.0, 3.0, 5.0, 6.0];
        let near =
            tape.get(out).iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-6);
        assert!(near, "{:?} {expected:?}", tape.get(out));
    }
}
