//! The decoder's forward pass.

use super::recurrence::PaddedWeights;
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::RecurrentKernel;
use crate::cuda::tape::{Tape, Var};
use crate::decoder::{DecoderInputs, DecoderOutput, DecoderParams, Memories};
use crate::params::ParamId;

/// What a decoder works on.
#[derive(Clone, Copy)]
pub(super) struct Decoder {
    pub(super) of: DecoderParams,
    pub(super) start: Var,
    pub(super) words: Var,
    pub(super) cells: Var,
    /// How many words each example has.
    pub(super) lengths: Span,
    pub(super) sizes: Sizes,
}

#[derive(Clone, Copy)]
pub(super) struct Sizes {
    pub(super) examples: usize,
    pub(super) width: usize,
    /// The width of an embedded token.
    pub(super) token: usize,
    /// How many words and cells there is room for.
    pub(super) words: usize,
    pub(super) cells: usize,
}

/// What a run over whole sequences leaves behind.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) decoder: Decoder,
    pub(super) tokens: Var,
    /// Rows of all steps, and where those of each begin.
    pub(super) rows: usize,
    pub(super) steps: usize,
    pub(super) starts: Span,
    pub(super) before: Span,
    pub(super) gates: Span,
    pub(super) word_queries: Span,
    pub(super) cell_input: Span,
    pub(super) cell_queries: Span,
    pub(super) cells_after: Span,
    /// The weights for the backward pass.
    pub(super) back: [PaddedWeights; 4],
}

impl Decoder {
    /// The arguments that all kernels of the decoder have in common.
    pub(super) fn given(&self, weight: impl Fn(ParamId) -> Span, value: impl Fn(Var) -> Span) -> [Arg; 9] {
        let Sizes { examples, width, words, cells, .. } = self.sizes;
        [
            Arg::Span(weight(self.of.words.energy), width),
            Arg::Span(weight(self.of.cells.energy), width),
            Arg::Span(value(self.words), words * examples * width),
            Arg::Span(self.lengths, examples),
            Arg::Int(words),
            Arg::Span(value(self.cells), cells * examples * width),
            Arg::Int(cells),
            Arg::Span(value(self.start), examples * width),
            Arg::Int(examples),
        ]
    }
}

/// What comes after the first `start` numbers.
pub(super) fn rest(span: Span, start: usize) -> Span {
    span.part(start, span.len - start)
}

impl Tape<'_> {
    pub(super) fn decoder(&mut self, of: DecoderParams, start: Var, memories: Memories<Var>) -> Decoder {
        let Memories { words, lengths, cells } = memories;
        let width = self.weights.get(of.cell.biases[0]).len / 4;
        let inner = self.weights.get(of.cell.input).len / (4 * width).max(1);
        let examples = lengths.len();
        let places = |keys: Span| keys.len / (examples * width).max(1);
        let (of_words, of_cells) = (places(self.span(words)), places(self.span(cells)));
        let token = inner.saturating_sub(2 * width);
        let sizes = Sizes { examples, width, token, words: of_words, cells: of_cells };
        if let Some(&number) = lengths.iter().find(|&&length| length as usize > of_words) {
            self.work.fail(Error::Range { what: "word", number, count: of_words });
        }
        let lengths = self.work.upload(&lengths);
        Decoder { of, start, words, cells, lengths, sizes }
    }

    pub(super) fn decode(&mut self, inputs: DecoderInputs<Var>, of: DecoderParams) -> DecoderOutput<Var> {
        let DecoderInputs { tokens, start, memories, packing } = inputs;
        let decoder = self.decoder(of, start, memories);
        let Sizes { examples, width, token, words, cells } = decoder.sizes;
        let (rows, steps) = (packing.rows(), packing.steps());
        if steps > 0 && packing.alive(0) > examples {
            let number = packing.alive(0) as u32;
            self.work.fail(Error::Range { what: "example", number, count: examples });
        }
        let starts: Vec<u32> =
            (0..steps).map(|step| packing.start(step)).chain([rows]).map(|at| at as u32).collect();
        let starts = self.work.upload(&starts);
        // What does not depend on the step before.
        let gates = self.work.alloc(rows * 4 * width);
        self.bias_rows(of.cell.biases.map(Some), gates, (rows, 4 * width));
        let weight = Matrix::of(self.weights.get(of.cell.input), token + 2 * width).transposed();
        let embedded = Matrix::of(self.span(tokens), token);
        self.work.matmul((rows, 4 * width, token), embedded, weight, (gates, 4 * width), WriteMode::Add);
        let [before, word_queries, cell_input, cell_queries, cells_after, hidden] =
            [(); 6].map(|()| self.work.alloc(rows * width));
        let contexts = self.work.alloc(rows * 2 * width);
        let [word_weights, cell_weights] = [words, cells].map(|places| self.work.alloc(rows * places));
        let (mut args, blocks) = self.forward((RecurrentKernel::Decode, "decode"), &decoder, 0);
        args.extend([Arg::Span(starts, steps + 1), Arg::Int(steps)]);
        for (span, width) in [
            (before, width),
            (gates, 4 * width),
            (word_queries, width),
            (cell_input, width),
            (cell_queries, width),
            (contexts, 2 * width),
            (word_weights, words),
            (cell_weights, cells),
            (hidden, width),
            (cells_after, width),
        ] {
            args.push(Arg::Span(span, rows * width));
        }
        if rows > 0 {
            self.work.launch_recurrence("decode", blocks, 1, &args);
        }
        let decoded = DecoderOutput {
            hidden: self.keep(hidden),
            contexts: self.keep(contexts),
            word_weights: self.keep(word_weights),
            cell_weights: self.keep(cell_weights),
        };
        let back = self.lay_out_backward(&decoder);
        let run = Run {
            decoder,
            tokens,
            rows,
            steps,
            starts,
            before,
            gates,
            word_queries,
            cell_input,
            cell_queries,
            cells_after,
            back,
        };
        self.on_backward(move |back| run.backward(back, decoded));
        decoded
    }
}
