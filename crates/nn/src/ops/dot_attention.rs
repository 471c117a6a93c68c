//! Scaled dot-product attention. Heads are ranges of columns, so they are read and written in place.

use std::ops::Range;

use crate::cpu::math::simd;
use crate::cpu::matrix::{Matrix, WriteMode, matmul};
use crate::dot_attention::{AttentionOutput, DotAttention};
use crate::ops::dropout::DropoutMask;
use crate::ops::normalization::softmax_row;
use crate::tape::{Tape, Var};

/// The queries of one example in one head, its keys, and its weights.
struct Head {
    queries: Range<usize>,
    keys: Range<usize>,
    weights: Range<usize>,
    /// Where the head's columns begin.
    column: usize,
}

impl DotAttention {
    fn all_heads(&self) -> Vec<Head> {
        let mut all = Vec::new();
        let mut start = 0;
        for (queries, keys) in self.examples() {
            for head in 0..self.heads {
                let weights = start..start + queries.len() * keys.len();
                start = weights.end;
                let column = head * self.depth();
                all.push(Head { queries: queries.clone(), keys: keys.clone(), weights, column });
            }
        }
        all
    }
}

impl Head {
    fn at(&self, rows: &Range<usize>, width: usize) -> usize {
        rows.start * width + self.column
    }
}

impl Tape<'_> {
    pub(super) fn dot_attention(
        &mut self,
        [queries, keys, values]: [Var; 3],
        of: &DotAttention,
    ) -> AttentionOutput<Var> {
        let (width, depth) = (of.width, of.depth());
        let scale = 1.0 / (depth as f32).sqrt();
        let heads = of.all_heads();
        let mask = self.draw().and_then(|key| DropoutMask::new(key, of.dropout));
        let (q, k, v) = (self.get(queries), self.get(keys), self.get(values));
        let mut weights = vec![0.0; heads.last().map_or(0, |head| head.weights.end)];
        let mut out = vec![0.0; q.len()];
        for head in heads.iter().filter(|head| !head.weights.is_empty()) {
            let (rows, columns) = (head.queries.len(), head.keys.len());
            let (from, key) = (head.at(&head.queries, width), head.at(&head.keys, width));
            let own = &mut weights[head.weights.clone()];
            let [of_keys, of_values] = [k, v].map(|x| Matrix::of(&x[key..], width));
            let sizes = (rows, columns, depth);
            matmul(sizes, Matrix::of(&q[from..], width), of_keys.transposed(), own, columns, WriteMode::Set);
            simd(|| {
                for (query, row) in own.chunks_exact_mut(columns).enumerate() {
                    let seen = if of.causal { (query + 1).min(columns) } else { columns };
                    let (seen, hidden) = row.split_at_mut(seen);
                    hidden.fill(0.0);
                    seen.iter_mut().for_each(|score| *score *= scale);
                    softmax_row(seen);
                }
            });
            let kept = DropoutMask::apply(mask, own, head.weights.start);
            let sizes = (rows, depth, columns);
            matmul(sizes, Matrix::of(&kept, columns), of_values, &mut out[from..], width, WriteMode::Set);
        }
        let (out, weights) = (self.push(out), self.push(weights));
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let [q, k, v, weights] = [queries, keys, values, weights].map(|var| back.value(var).to_vec());
            let [mut d_q, mut d_k, mut d_v] = [&q, &k, &v].map(|x| vec![0.0; x.len()]);
            for head in heads.iter().filter(|head| !head.weights.is_empty()) {
                let (rows, columns) = (head.queries.len(), head.keys.len());
                let (from, key) = (head.at(&head.queries, width), head.at(&head.keys, width));
                let own = &weights[head.weights.clone()];
                let d = Matrix::of(&d_out[from..], width);
                let kept = DropoutMask::apply(mask, own, head.weights.start);
                let of_kept = Matrix::of(&kept, columns).transposed();
                matmul((columns, depth, rows), of_kept, d, &mut d_v[key..], width, WriteMode::Add);
                let mut d_scores = vec![0.0; own.len()];
                let of_values = Matrix::of(&v[key..], width).transposed();
                matmul((rows, columns, depth), d, of_values, &mut d_scores, columns, WriteMode::Set);
                let mut d_scores = DropoutMask::apply(mask, &d_scores, head.weights.start).into_owned();
                simd(|| {
                    let rows = own.chunks_exact(columns).zip(d_scores.chunks_exact_mut(columns));
                    for (weights, d) in rows {
                        let mean: f32 = weights.iter().zip(&*d).map(|(weight, d)| weight * d).sum();
                        d.iter_mut().zip(weights).for_each(|(d, weight)| *d = weight * (*d - mean) * scale);
                    }
                });
                let d_scores = Matrix::of(&d_scores, columns);
                let sizes = (rows, depth, columns);
                matmul(
                    sizes,
                    d_scores,
                    Matrix::of(&k[key..], width),
                    &mut d_q[from..],
                    width,
                    WriteMode::Add,
                );
                let sizes = (columns, depth, rows);
                let of_queries = Matrix::of(&q[from..], width);
                matmul(sizes, d_scores.transposed(), of_queries, &mut d_k[key..], width, WriteMode::Add);
            }
            for (var, d) in [(queries, d_q), (keys, d_k), (values, d_v)] {
                back.add_to(var).1.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
        });
        AttentionOutput { out, weights }
    }
}
