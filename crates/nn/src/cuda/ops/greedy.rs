//! Decoding word by word.
//!
//! Tokens are few, so what each gives to the gates is worked out once. The two matrices of an output with nothing in between
//! are one: their product.

use super::decoder::{Decoder, Sizes, rest};
use super::recurrence::PaddedWeights;
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::RecurrentKernel;
use crate::cuda::tape::Tape;
use crate::cuda::tape::Var;
use crate::decoder::{GreedyInputs, GreedyOutput, OutputLayer};

/// The logits of a token: a matrix of the first numbers of state and contexts, and what the token before adds.
struct Worth {
    laid: PaddedWeights,
    size: usize,
    of_tokens: Option<Span>,
    tokens: usize,
}

impl Tape<'_> {
    pub(super) fn greedy_decode(&mut self, greedy: GreedyInputs<Var>) -> Vec<GreedyOutput> {
        let GreedyInputs { start, memories, decoder, tokens: table, output, first, last, max_len, attention } =
            greedy;
        let decoder = self.decoder(decoder, start, memories);
        let Sizes { examples, width, token, words, cells } = decoder.sizes;
        let mut outputs = vec![GreedyOutput::default(); examples];
        if examples == 0 || max_len == 0 {
            return outputs;
        }
        let embedded = Matrix::of(self.weights.get(table), token);
        let known = embedded.span.len / token.max(1);
        let worth = self.worth(&decoder, output, (embedded, known));
        if first as usize >= known || worth.tokens > known {
            let number = first.max(worth.tokens as u32);
            self.work.fail(Error::Range { what: "token", number, count: known });
        }
        let of_tokens = self.work.alloc(known * 4 * width);
        self.bias_rows(decoder.of.cell.biases.map(Some), of_tokens, (known, 4 * width));
        let weight = Matrix::of(self.weights.get(decoder.of.cell.input), token + 2 * width).transposed();
        self.work.matmul((known, 4 * width, token), embedded, weight, (of_tokens, 4 * width), WriteMode::Add);
        let said = self.work.zeros(max_len * examples);
        let lengths = self.work.zeros(examples);
        let [word_weights, cell_weights] =
            [words, cells].map(|places| attention.then(|| self.work.alloc(max_len * examples * places)));
        let (mut args, blocks) =
            self.forward((RecurrentKernel::GreedyDecode, "greedy_decode"), &decoder, worth.tokens);
        args.extend([
            Arg::Span(of_tokens, known * 4 * width),
            worth.laid.into(),
            Arg::Int(worth.size),
            Arg::Maybe(worth.of_tokens, known * worth.tokens),
            Arg::Int(worth.tokens),
            Arg::Long(u64::from(first)),
            Arg::Long(u64::from(last)),
            Arg::Int(max_len),
            Arg::Span(said, max_len * examples),
            Arg::Span(lengths, examples),
            Arg::Maybe(word_weights, max_len * examples * words),
            Arg::Maybe(cell_weights, max_len * examples * cells),
        ]);
        self.work.launch_recurrence("greedy_decode", blocks, 1, &args);
        let said = self.words_of(said);
        let [word_weights, cell_weights] =
            [word_weights, cell_weights].map(|span| span.map(|span| self.words_of(span)));
        for (row, length) in self.words_of(lengths).into_iter().enumerate() {
            let outputs = &mut outputs[row];
            for step in 0..length.to_bits() as usize {
                let at = step * examples + row;
                outputs.tokens.push(said[at].to_bits());
                if let (Some(of_words), Some(of_cells)) = (&word_weights, &cell_weights) {
                    outputs.words.push(of_words[at * words..(at + 1) * words].to_vec());
                    outputs.cells.push(of_cells[at * cells..(at + 1) * cells].to_vec());
                }
            }
        }
        outputs
    }

    /// Copies words from the device; zeros if something failed.
    fn words_of(&mut self, span: Span) -> Vec<f32> {
        let mut words = vec![0.0; span.len];
        self.work.attempt(|device| {
            words = device.driver.download(span)?;
            Ok(())
        });
        words
    }

    fn worth(&mut self, decoder: &Decoder, output: OutputLayer, (embedded, known): (Matrix, usize)) -> Worth {
        let Sizes { width, token, .. } = decoder.sizes;
        match output {
            OutputLayer::State(weight) => {
                let span = self.weights.get(weight);
                let tokens = span.len / width;
                Worth {
                    laid: self.laid_out((span, width), [tokens, width]),
                    size: width,
                    of_tokens: None,
                    tokens,
                }
            }
            OutputLayer::Everything([one, other]) => {
                let inner = token + 3 * width;
                let (one, other) = (self.weights.get(one), self.weights.get(other));
                let narrow = one.len / inner;
                let tokens = other.len / narrow.max(1);
                let both = self.work.alloc(tokens * inner);
                let (left, right) = (Matrix::of(other, narrow), Matrix::of(one, inner));
                self.work.matmul((tokens, inner, narrow), left, right, (both, inner), WriteMode::Set);
                let of_tokens = self.work.alloc(known * tokens);
                let weight = Matrix::of(both, inner).transposed();
                self.work.matmul(
                    (known, tokens, token),
                    embedded,
                    weight,
                    (of_tokens, tokens),
                    WriteMode::Set,
                );
                let laid = self.laid_out((rest(both, token), inner), [tokens, 3 * width]);
                Worth { laid, size: 3 * width, of_tokens: Some(of_tokens), tokens }
            }
        }
    }

    fn laid_out(&mut self, (from, stride): (Span, usize), [rows, columns]: [usize; 2]) -> PaddedWeights {
        let laid = self.work.laid(columns, rows);
        self.lay_out(from, [rows, columns], stride, (laid.span, laid.width), true);
        laid
    }
}
