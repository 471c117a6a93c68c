//! Attention by scalar products, without filling: each query and each key is taken care of by a warp in each head.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::error::Error;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;
use crate::dot_attention::{AttentionOutput, DotAttention};

/// Who attends to what, on the device.
#[derive(Clone, Copy)]
struct Dots {
    /// The examples of queries and of keys, how many of both there are, and where those of each example begin.
    queries: (Span, usize),
    keys: (Span, usize),
    starts: [Span; 2],
    /// Where the weights of each example begin, as long words; how many there are of all.
    weight_starts: Span,
    weights: usize,
    examples: usize,
    heads: usize,
    depth: usize,
    causal: bool,
    /// What decides which weights are dropped, of 2^24 as many as are, and what the others are multiplied by.
    mask: (u64, u64, f32),
}

impl Dots {
    fn args(&self, (examples_of, rows): (Span, usize)) -> Vec<Arg> {
        let (key, dropped, scale) = self.mask;
        vec![
            Arg::Span(examples_of, rows),
            Arg::Span(self.starts[0], self.examples + 1),
            Arg::Span(self.starts[1], self.examples + 1),
            Arg::Span(self.weight_starts, 2 * self.examples),
            Arg::Int(rows),
            Arg::Int(self.heads),
            Arg::Int(self.depth),
            Arg::Int(usize::from(self.causal)),
            Arg::Long(key),
            Arg::Long(dropped),
            Arg::Float(scale),
        ]
    }

    /// As many numbers as all queries, or all keys, have.
    fn sizes(&self) -> [usize; 2] {
        [self.queries.1, self.keys.1].map(|rows| rows * self.heads * self.depth)
    }
}

impl Tape<'_> {
    pub(super) fn dot_attention(&mut self, x: [Var; 3], of: &DotAttention) -> AttentionOutput<Var> {
        let mask = self.draw().filter(|_| of.dropout > 0.0).map_or((0, 0, 1.0), |key| {
            (key, (of.dropout * (1 << 24) as f32) as u64, 1.0 / (1.0 - of.dropout))
        });
        let dots = self.work.dots(of, mask);
        let [q, k, v] = x.map(|var| self.span(var));
        let [len, keys_len] = dots.sizes();
        let (weights, out) = (self.work.alloc(dots.weights), self.work.alloc(len));
        let mut args = dots.args(dots.queries);
        args.extend([Arg::Span(q, len), Arg::Span(k, keys_len), Arg::Span(v, keys_len)]);
        args.extend([Arg::Span(weights, dots.weights), Arg::Span(out, len)]);
        self.work.launch_heads("dot_attention_forward", dots.queries.1 * dots.heads, &args);
        let attended = AttentionOutput { out: self.keep(out), weights: self.keep(weights) };
        self.on_backward(move |back| {
            // As on the CPU, nothing flows back through the weights alone.
            let Some(d_out) = back.take(attended.out) else { return };
            let d_scores = back.work.alloc(dots.weights);
            let (d_q, mode) = back.add_to(x[0]);
            let mut args = dots.args(dots.queries);
            args.extend([Arg::Span(k, keys_len), Arg::Span(v, keys_len), Arg::Span(weights, dots.weights)]);
            args.extend([Arg::Span(d_out, len), Arg::Span(d_scores, dots.weights)]);
            args.extend([Arg::Span(d_q, len), mode.into()]);
            back.work.launch_heads("dot_attention_backward", dots.queries.1 * dots.heads, &args);
            let (d_k, into_k) = back.add_to(x[1]);
            let (d_v, into_v) = back.add_to(x[2]);
            let mut args = dots.args(dots.keys);
            args.extend([Arg::Span(q, len), Arg::Span(weights, dots.weights)]);
            args.extend([Arg::Span(d_scores, dots.weights), Arg::Span(d_out, len)]);
            args.extend([Arg::Span(d_k, keys_len), Arg::Span(d_v, keys_len), into_k.into(), into_v.into()]);
            back.work.launch_heads("dot_attention_backward_to_keys", dots.keys.1 * dots.heads, &args);
        });
        attended
    }
}

impl Work<'_> {
    /// Copies the layout of the attention to the device.
    fn dots(&mut self, of: &DotAttention, mask: (u64, u64, f32)) -> Dots {
        let (heads, depth) = (of.heads, of.depth());
        let orderly = |starts: &[u32]| starts.first() == Some(&0) && starts.is_sorted();
        if !orderly(&of.queries) || !orderly(&of.keys) || of.queries.len() != of.keys.len() {
            let (needed, found) = (of.queries.len(), of.keys.len());
            self.fail(Error::Size { kernel: "attention", needed, found });
        }
        if heads * depth != of.width {
            self.fail(Error::Size { kernel: "attention", needed: of.width, found: heads * depth });
        }
        let mut weights = 0;
        let mut starts = Vec::with_capacity(2 * of.queries.len());
        for (queries, keys) in of.examples() {
            // The lower half first, as a device has it.
            starts.extend([weights as u32, (weights as u64 >> 32) as u32]);
            weights += heads * queries.len() * keys.len();
        }
        let mut rows = |starts: &[u32]| {
            let lengths = starts.windows(2).map(|pair| pair[1].saturating_sub(pair[0]) as usize);
            let examples: Vec<u32> = (0..)
                .zip(lengths)
                .flat_map(|(example, length)| std::iter::repeat_n(example, length))
                .collect();
            (self.upload(&examples), examples.len())
        };
        let (queries, keys) = (rows(&of.queries), rows(&of.keys));
        Dots {
            queries,
            keys,
            starts: [self.upload_rows(&of.queries), self.upload_rows(&of.keys)],
            weight_starts: self.upload(&starts),
            weights,
            examples: of.queries.len().saturating_sub(1),
            heads,
            depth,
            causal: of.causal,
            mask,
        }
    }

    /// Starts a kernel with a warp for each row in each head.
    fn launch_heads(&mut self, name: &'static str, count: usize, args: &[Arg]) {
        self.launch((Program::Simple, name), [count.div_ceil(8), 1], [256, 1], 0, args);
    }
}
