//! The decoder's backward pass.

use super::decoder::{Run, Sizes, rest};
use super::recurrence::{BlockNeeds, Blocks};
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::RecurrentKernel;
use crate::cuda::tape::{Backward, Var};
use crate::decoder::{AttentionParams, DecoderOutput};

/// How many places a block of `keys_backward` has.
const PLACES: usize = 6;

/// What the gradients of keys are made of.
#[derive(Clone, Copy)]
struct OfKeys {
    keys: Var,
    /// How far apart the keys of neighbouring examples are, and those of neighbouring places.
    strides: (usize, usize),
    places: usize,
    lengths: Option<Span>,
    attention: AttentionParams,
    queries: Span,
    weights: Span,
    d_scores: Span,
    d_contexts: Span,
}

impl Run {
    pub(super) fn backward(self, back: &mut Backward<'_>, decoded: DecoderOutput<Var>) {
        let Self { decoder, rows, steps, .. } = self;
        let Sizes { examples, width, words, cells, .. } = decoder.sizes;
        let d_hidden = back.take(decoded.hidden);
        let d_contexts = back.take(decoded.contexts);
        let d_weights = [back.take(decoded.word_weights), back.take(decoded.cell_weights)];
        if rows == 0 || [d_hidden, d_contexts, d_weights[0], d_weights[1]].iter().all(Option::is_none) {
            return;
        }
        let needs = BlockNeeds {
            kernel: RecurrentKernel::DecodeBackward,
            examples,
            hidden: width,
            columns: 3 * width,
            shared: (10 * width + words.max(cells), 2 * width),
            places: [words, cells],
        };
        let blocks = back.work.blocks("decode_backward", needs);
        let d_queries = [(); 3].map(|()| back.work.alloc(rows * width));
        let d_of = back.work.alloc(rows * 2 * width);
        let d_scores = [words, cells].map(|places| back.work.alloc(rows * places));
        let (d_start, mode) = back.add_to(decoder.start);
        let own = if mode == WriteMode::Set { d_start } else { back.work.alloc(examples * width) };
        let mut args: Vec<Arg> = self.back.map(Arg::from).to_vec();
        args.push(Arg::Int(usize::from(decoder.of.conditional.is_some())));
        args.extend(decoder.given(|id| back.weights.get(id), |var| back.value(var)));
        args.extend([Arg::Span(self.starts, steps + 1), Arg::Int(steps)]);
        args.push(Arg::Maybe(d_hidden, rows * width));
        args.push(Arg::Maybe(d_contexts, rows * 2 * width));
        args.push(Arg::Maybe(d_weights[0], rows * words));
        args.push(Arg::Maybe(d_weights[1], rows * cells));
        let [d_word_queries, d_cell_input, d_cell_queries] = d_queries;
        for (span, width) in [
            (self.gates, 4 * width),
            (self.word_queries, width),
            (self.cell_input, width),
            (self.cell_queries, width),
            (back.value(decoded.word_weights), words),
            (back.value(decoded.cell_weights), cells),
            (self.cells_after, width),
            (d_word_queries, width),
            (d_cell_input, width),
            (d_cell_queries, width),
            (d_of, 2 * width),
            (d_scores[0], words),
            (d_scores[1], cells),
        ] {
            args.push(Arg::Span(span, rows * width));
        }
        args.push(Arg::Span(own, examples * width));
        back.work.launch_recurrence("decode_backward", blocks, 1, &args);
        if mode == WriteMode::Add {
            back.work.copy(own, d_start, examples * width, WriteMode::Add);
        }
        let of_words = OfKeys {
            keys: decoder.words,
            strides: (width, examples * width),
            places: words,
            lengths: Some(self.decoder.lengths),
            attention: decoder.of.words,
            queries: self.word_queries,
            weights: back.value(decoded.word_weights),
            d_scores: d_scores[0],
            d_contexts: d_of,
        };
        let of_cells = OfKeys {
            keys: decoder.cells,
            strides: (cells * width, width),
            places: cells,
            lengths: None,
            attention: decoder.of.cells,
            queries: self.cell_queries,
            weights: back.value(decoded.cell_weights),
            d_scores: d_scores[1],
            d_contexts: d_of.part(width, rows * 2 * width - width),
        };
        for of in [of_words, of_cells] {
            self.keys_backward(back, blocks, of);
        }
        self.weight_gradients(back, d_queries, decoded);
    }

    /// The gradients of keys and energy, which nothing in the recurrence waits for.
    fn keys_backward(&self, back: &mut Backward<'_>, blocks: Blocks, of: OfKeys) {
        let Sizes { examples, width, .. } = self.decoder.sizes;
        let (rows, steps) = (self.rows, self.steps);
        let len = examples * of.places * width;
        let chunks = of.places.div_ceil(PLACES);
        let keys = back.value(of.keys);
        let (d_keys, mode) = back.add_to(of.keys);
        let parts = back.work.alloc(examples * chunks * width);
        let args = [
            Arg::Span(keys, len),
            Arg::Long(of.strides.0 as u64),
            Arg::Long(of.strides.1 as u64),
            Arg::Int(of.places),
            Arg::Maybe(of.lengths, examples),
            Arg::Span(back.weights.get(of.attention.energy), width),
            Arg::Span(self.starts, steps + 1),
            Arg::Int(steps),
            Arg::Span(of.queries, rows * width),
            Arg::Span(of.weights, rows * of.places),
            Arg::Span(of.d_scores, rows * of.places),
            Arg::Span(of.d_contexts, rows * 2 * width - width),
            Arg::Span(d_keys, len),
            Arg::Span(parts, examples * chunks * width),
            mode.into(),
        ];
        back.work.launch((blocks.program, "keys_backward"), [examples, chunks], [128, 1], 0, &args);
        let d_energy = back.of_param(of.attention.energy);
        back.work.add_column_sums(parts, (examples * chunks, width), d_energy, None);
    }

    /// The gradients of the weights, as single products over the rows of all steps, and those of the tokens.
    fn weight_gradients(
        &self,
        back: &mut Backward<'_>,
        [d_word_queries, d_cell_input, d_cell_queries]: [Span; 3],
        decoded: DecoderOutput<Var>,
    ) {
        let (of, rows) = (self.decoder.of, self.rows);
        let Sizes { width, token, .. } = self.decoder.sizes;
        let before = Matrix::of(self.before, width);
        let contexts = Matrix::of(back.value(decoded.contexts), 2 * width);
        let square = (width, width, rows);
        for (attention, d, x) in [
            (of.words, d_word_queries, before),
            (of.cells, d_cell_queries, Matrix::of(self.cell_input, width)),
        ] {
            let to = back.of_param(attention.query);
            back.work.matmul(square, Matrix::of(d, width).transposed(), x, (to, width), WriteMode::Add);
        }
        if let Some((weight, bias)) = of.conditional {
            let (to, d_bias) = (back.of_param(weight), back.of_param(bias));
            let d = Matrix::of(d_cell_input, width).transposed();
            back.work.matmul(square, d, before, (to, 2 * width), WriteMode::Add);
            back.work.matmul(square, d, contexts, (rest(to, width), 2 * width), WriteMode::Add);
            back.work.add_column_sums(d_cell_input, (rows, width), d_bias, None);
        }
        let (out_width, inner) = (4 * width, token + 2 * width);
        let d_gates = Matrix::of(self.gates, out_width);
        let (to, d_hidden) = (back.of_param(of.cell.input), back.of_param(of.cell.hidden));
        let tokens = Matrix::of(back.value(self.tokens), token);
        let d = d_gates.transposed();
        back.work.matmul((out_width, token, rows), d, tokens, (to, inner), WriteMode::Add);
        back.work.matmul((out_width, 2 * width, rows), d, contexts, (rest(to, token), inner), WriteMode::Add);
        back.work.matmul((out_width, width, rows), d, before, (d_hidden, width), WriteMode::Add);
        let [one, other] = of.cell.biases.map(|id| back.of_param(id));
        back.work.add_column_sums(self.gates, (rows, out_width), one, Some(other));
        let weight = Matrix::of(back.weights.get(of.cell.input), inner);
        let (d_tokens, mode) = back.add_to(self.tokens);
        back.work.matmul((rows, token, out_width), d_gates, weight, (d_tokens, token), mode);
    }
}
