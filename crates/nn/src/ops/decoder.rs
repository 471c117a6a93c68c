//! The decoder on the CPU.
//!
//! The whole sequence is one operation. Whatever does not depend on the previous step is one product for all steps, and so
//! are the gradients of all weights. Rows are sorted so that longer sequences come first, and each step works on the rows
//! that have not ended: [`Packing`] says how many.

use crate::cpu::additive_attention::Memory;
use crate::cpu::math::{simd, tanh};
use crate::cpu::matrix::{Matrix, WriteMode, add_column_sums, linear, matmul};
use crate::decoder::{DecoderInputs, DecoderOutput, DecoderParams, Memories, Packing};
use crate::params::Params;
use crate::tape::{Backward, Tape, Var};

/// What the forward pass saves for the backward pass.
struct Run {
    /// Hidden states before each step, packed.
    before: Vec<f32>,
    cells_before: Vec<f32>,
    cells_after: Vec<f32>,
    hidden: Vec<f32>,
    gates: Vec<f32>,
    contexts: Vec<f32>,
    word_queries: Vec<f32>,
    cell_input: Vec<f32>,
    cell_queries: Vec<f32>,
    word_weights: Vec<f32>,
    cell_weights: Vec<f32>,
}

/// The decoder's parameters and sizes.
pub(super) struct Decoder<'a> {
    params: &'a Params,
    of: DecoderParams,
    pub(super) width: usize,
    token: usize,
    packing: &'a Packing,
    pub(super) words: Memory<'a>,
    pub(super) cells: Memory<'a>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(
        params: &'a Params,
        of: DecoderParams,
        packing: &'a Packing,
        lengths: &'a [u32],
        words: &'a [f32],
        cells: &'a [f32],
    ) -> Self {
        let width = of.cell.cell(params).width();
        let token = params.get(of.cell.input).len() / (4 * width) - 2 * width;
        let rows = lengths.len();
        let words = Memory {
            keys: words,
            strides: (width, rows * width),
            energy: params.get(of.words.energy),
            places: words.len() / (rows * width).max(1),
            lengths: Some(lengths),
        };
        let places = cells.len() / (rows * width).max(1);
        let energy = params.get(of.cells.energy);
        let cells = Memory { keys: cells, strides: (places * width, width), energy, places, lengths: None };
        Self { params, of, width, token, packing, words, cells }
    }

    /// What tokens and biases add to the gates.
    pub(super) fn gates(&self, tokens: &[f32]) -> Vec<f32> {
        let out_width = 4 * self.width;
        let rows = tokens.len() / self.token;
        let [one, other] = self.of.cell.biases.map(|bias| self.params.get(bias));
        let bias: Vec<f32> = one.iter().zip(other).map(|(one, other)| one + other).collect();
        let mut gates = bias.repeat(rows);
        let weight = self.input_weights().transposed();
        matmul(
            (rows, out_width, self.token),
            Matrix::of(tokens, self.token),
            weight,
            &mut gates,
            out_width,
            WriteMode::Add,
        );
        gates
    }

    /// The weights from token and contexts to the gates.
    fn input_weights(&self) -> Matrix<'_> {
        Matrix::of(self.params.get(self.of.cell.input), self.token + 2 * self.width)
    }

    /// One step from the states `before`. The gates already hold the share of the tokens.
    pub(super) fn step(&self, before: (&[f32], &[f32]), to: Step<'_>) {
        let width = self.width;
        let (hidden, _) = before;
        let alive = hidden.len() / width;
        let Step {
            gates,
            after,
            contexts,
            word_queries,
            cell_input,
            cell_queries,
            word_weights,
            cell_weights,
        } = to;
        linear(hidden, self.params.get(self.of.words.query), None, width, word_queries);
        self.words.attend(word_queries, word_weights, contexts, 2 * width);
        match self.of.conditional {
            None => cell_input.copy_from_slice(hidden),
            Some((weight, bias)) => {
                let bias = self.params.get(bias);
                cell_input.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(bias));
                let weight = Matrix::of(self.params.get(weight), 2 * width);
                let sizes = (alive, width, width);
                matmul(
                    sizes,
                    Matrix::of(hidden, width),
                    weight.transposed(),
                    cell_input,
                    width,
                    WriteMode::Add,
                );
                let of_words = weight.columns_from(width).transposed();
                matmul(sizes, Matrix::of(contexts, 2 * width), of_words, cell_input, width, WriteMode::Add);
                simd(|| cell_input.iter_mut().for_each(|x| *x = tanh(*x)));
            }
        }
        linear(cell_input, self.params.get(self.of.cells.query), None, width, cell_queries);
        self.cells.attend(cell_queries, cell_weights, &mut contexts[width..], 2 * width);
        let from_contexts = self.input_weights().columns_from(self.token).transposed();
        let sizes = (alive, 4 * width, 2 * width);
        matmul(sizes, Matrix::of(contexts, 2 * width), from_contexts, gates, 4 * width, WriteMode::Add);
        self.of.cell.cell(self.params).step(before, gates, after, |_| true);
    }

    fn run(&self, tokens: &[f32], start: &[f32]) -> Run {
        let Self { width, packing, .. } = *self;
        let zeros = |width: usize| vec![0.0; packing.rows() * width];
        let mut run = Run {
            before: zeros(width),
            cells_before: zeros(width),
            cells_after: zeros(width),
            hidden: zeros(width),
            gates: self.gates(tokens),
            contexts: zeros(2 * width),
            word_queries: zeros(width),
            cell_input: zeros(width),
            cell_queries: zeros(width),
            word_weights: zeros(self.words.places),
            cell_weights: zeros(self.cells.places),
        };
        for step in 0..packing.steps() {
            let at = packing.range(step, width);
            let size = at.len();
            let (hidden, cell) = match step {
                0 => (&start[..size], &start[..size]),
                _ => {
                    let last = packing.range(step - 1, width).start;
                    (&run.hidden[last..last + size], &run.cells_after[last..last + size])
                }
            };
            run.before[at.clone()].copy_from_slice(hidden);
            run.cells_before[at.clone()].copy_from_slice(cell);
            let before = (&run.before[at.clone()], &run.cells_before[at.clone()]);
            let to = Step {
                gates: &mut run.gates[packing.range(step, 4 * width)],
                after: (&mut run.hidden[at.clone()], &mut run.cells_after[at.clone()]),
                contexts: &mut run.contexts[packing.range(step, 2 * width)],
                word_queries: &mut run.word_queries[at.clone()],
                cell_input: &mut run.cell_input[at.clone()],
                cell_queries: &mut run.cell_queries[at],
                word_weights: &mut run.word_weights[packing.range(step, self.words.places)],
                cell_weights: &mut run.cell_weights[packing.range(step, self.cells.places)],
            };
            self.step(before, to);
        }
        run
    }
}

/// Where the results of one step go.
pub(super) struct Step<'a> {
    /// Hold the share of the tokens, and become the activated gates.
    pub(super) gates: &'a mut [f32],
    /// Hidden state and cell.
    pub(super) after: (&'a mut [f32], &'a mut [f32]),
    pub(super) contexts: &'a mut [f32],
    pub(super) word_queries: &'a mut [f32],
    /// The query for cells before its projection.
    pub(super) cell_input: &'a mut [f32],
    pub(super) cell_queries: &'a mut [f32],
    pub(super) word_weights: &'a mut [f32],
    pub(super) cell_weights: &'a mut [f32],
}

impl Tape<'_> {
    pub(super) fn decode(&mut self, inputs: DecoderInputs<Var>, of: DecoderParams) -> DecoderOutput<Var> {
        let DecoderInputs { tokens, start, memories: Memories { words, lengths, cells }, packing } = inputs;
        let decoder = Decoder::new(self.params, of, &packing, &lengths, self.get(words), self.get(cells));
        let mut run = decoder.run(self.get(tokens), self.get(start));
        let take = std::mem::take::<Vec<f32>>;
        let decoded = DecoderOutput {
            hidden: self.push(take(&mut run.hidden)),
            contexts: self.push(take(&mut run.contexts)),
            word_weights: self.push(take(&mut run.word_weights)),
            cell_weights: self.push(take(&mut run.cell_weights)),
        };
        self.on_backward(move |back| {
            let d_hidden = back.take(decoded.hidden);
            let d_contexts = back.take(decoded.contexts);
            let d_weights = [back.take(decoded.word_weights), back.take(decoded.cell_weights)];
            let values = [words, cells, tokens].map(|var| back.value(var).to_vec());
            let [word_keys, cell_keys, token_rows] = &values;
            run.contexts = back.value(decoded.contexts).to_vec();
            run.word_weights = back.value(decoded.word_weights).to_vec();
            run.cell_weights = back.value(decoded.cell_weights).to_vec();
            let decoder = Decoder::new(back.params, of, &packing, &lengths, word_keys, cell_keys);
            let d = decoder.backward(&mut run, d_hidden, d_contexts, d_weights, back.value(start).len());
            decoder.weight_gradients(&run, &d, token_rows, back);
            for (var, d) in [(words, &d.word_keys), (cells, &d.cell_keys), (start, &d.start)] {
                back.add_to(var).1.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
            let (width, inner) = (decoder.width, decoder.token + 2 * decoder.width);
            let from_input = Matrix::of(back.params.get(of.cell.input), inner);
            let sizes = (packing.rows(), decoder.token, 4 * width);
            let (_, d_tokens) = back.add_to(tokens);
            matmul(
                sizes,
                Matrix::of(&run.gates, 4 * width),
                from_input,
                d_tokens,
                inner - 2 * width,
                WriteMode::Add,
            );
        });
        decoded
    }
}

/// Gradients of everything but weights, and the rows from which the gradients of weights are computed.
struct Gradients {
    word_keys: Vec<f32>,
    cell_keys: Vec<f32>,
    word_energy: Vec<f32>,
    cell_energy: Vec<f32>,
    start: Vec<f32>,
    word_queries: Vec<f32>,
    cell_queries: Vec<f32>,
    cell_input: Vec<f32>,
}

impl Decoder<'_> {
    /// Goes back through the steps; the gates in `run` become their gradients.
    fn backward(
        &self,
        run: &mut Run,
        d_hidden: Vec<f32>,
        mut d_contexts: Vec<f32>,
        [d_word_weights, d_cell_weights]: [Vec<f32>; 2],
        start: usize,
    ) -> Gradients {
        let Self { width, packing, .. } = *self;
        let cell = self.of.cell.cell(self.params);
        let rows = packing.rows();
        let mut d = Gradients {
            word_keys: vec![0.0; self.words.keys.len()],
            cell_keys: vec![0.0; self.cells.keys.len()],
            word_energy: vec![0.0; width],
            cell_energy: vec![0.0; width],
            start: vec![0.0; start],
            word_queries: vec![0.0; rows * width],
            cell_queries: vec![0.0; rows * width],
            cell_input: vec![0.0; rows * width],
        };
        let inner = self.token + 2 * width;
        let from_contexts = Matrix::of(cell.input, inner).columns_from(self.token);
        let mut d_cell = vec![0.0; start];
        for step in (0..packing.steps()).rev() {
            let alive = packing.alive(step);
            let at = packing.range(step, width);
            let of_rows = (alive, width, width);
            let d_state = &mut d.start[..alive * width];
            d_state.iter_mut().zip(&d_hidden[at.clone()]).for_each(|(sum, d)| *sum += d);
            let gates = &mut run.gates[packing.range(step, 4 * width)];
            let (before, after) = (&run.cells_before[at.clone()], &run.cells_after[at.clone()]);
            cell.step_backward(before, after, gates, d_state, &mut d_cell[..alive * width], |_| true);
            let d_contexts = &mut d_contexts[packing.range(step, 2 * width)];
            let sizes = (alive, 2 * width, 4 * width);
            matmul(sizes, Matrix::of(gates, 4 * width), from_contexts, d_contexts, 2 * width, WriteMode::Add);
            let d_queries = &mut d.cell_queries[at.clone()];
            let weights = packing.range(step, self.cells.places);
            self.cells.attend_backward(
                &run.cell_queries[at.clone()],
                &run.cell_weights[weights.clone()],
                &d_contexts[width..],
                2 * width,
                Some(&d_cell_weights[weights]),
                d_queries,
                &mut d.cell_keys,
                &mut d.cell_energy,
            );
            let d_cell_input = &mut d.cell_input[at.clone()];
            let weight = Matrix::of(self.params.get(self.of.cells.query), width);
            matmul(of_rows, Matrix::of(d_queries, width), weight, d_cell_input, width, WriteMode::Set);
            match self.of.conditional {
                None => d_state.iter_mut().zip(&*d_cell_input).for_each(|(sum, d)| *sum += d),
                Some((weight, _)) => {
                    d_cell_input
                        .iter_mut()
                        .zip(&run.cell_input[at.clone()])
                        .for_each(|(d, y)| *d *= 1.0 - y * y);
                    let weight = Matrix::of(self.params.get(weight), 2 * width);
                    matmul(of_rows, Matrix::of(d_cell_input, width), weight, d_state, width, WriteMode::Add);
                    let of_words = weight.columns_from(width);
                    matmul(
                        of_rows,
                        Matrix::of(d_cell_input, width),
                        of_words,
                        d_contexts,
                        2 * width,
                        WriteMode::Add,
                    );
                }
            }
            let d_queries = &mut d.word_queries[at.clone()];
            let weights = packing.range(step, self.words.places);
            self.words.attend_backward(
                &run.word_queries[at.clone()],
                &run.word_weights[weights.clone()],
                d_contexts,
                2 * width,
                Some(&d_word_weights[weights]),
                d_queries,
                &mut d.word_keys,
                &mut d.word_energy,
            );
            let weight = Matrix::of(self.params.get(self.of.words.query), width);
            matmul(of_rows, Matrix::of(d_queries, width), weight, d_state, width, WriteMode::Add);
        }
        // The first hidden state is the first cell state too.
        d.start.iter_mut().zip(&d_cell).for_each(|(sum, d)| *sum += d);
        d
    }

    fn weight_gradients(&self, run: &Run, d: &Gradients, tokens: &[f32], back: &mut Backward<'_, '_>) {
        let (width, rows) = (self.width, self.packing.rows());
        let square = (width, width, rows);
        let queries = [
            (self.of.words, &d.word_queries, &run.before),
            (self.of.cells, &d.cell_queries, &run.cell_input),
        ];
        for ((attention, d, x), d_energy) in queries.into_iter().zip([&d.word_energy, &d.cell_energy]) {
            let [query, energy] = back.add_to_params([attention.query, attention.energy]);
            matmul(
                square,
                Matrix::of(d, width).transposed(),
                Matrix::of(x, width),
                query,
                width,
                WriteMode::Add,
            );
            energy.iter_mut().zip(d_energy).for_each(|(sum, d)| *sum += d);
        }
        if let Some((weight, bias)) = self.of.conditional {
            let [weight, bias] = back.add_to_params([weight, bias]);
            let d_cell_input = Matrix::of(&d.cell_input, width).transposed();
            matmul(square, d_cell_input, Matrix::of(&run.before, width), weight, 2 * width, WriteMode::Add);
            matmul(
                square,
                d_cell_input,
                Matrix::of(&run.contexts, 2 * width),
                &mut weight[width..],
                2 * width,
                WriteMode::Add,
            );
            add_column_sums(&d.cell_input, bias);
        }
        let to = self.of.cell.gradients(back);
        let (out_width, inner) = (4 * width, self.token + 2 * width);
        let d_gates = Matrix::of(&run.gates, out_width).transposed();
        matmul(
            (out_width, self.token, rows),
            d_gates,
            Matrix::of(tokens, self.token),
            to.input,
            inner,
            WriteMode::Add,
        );
        let contexts = Matrix::of(&run.contexts, 2 * width);
        matmul(
            (out_width, 2 * width, rows),
            d_gates,
            contexts,
            &mut to.input[self.token..],
            inner,
            WriteMode::Add,
        );
        matmul(
            (out_width, width, rows),
            d_gates,
            Matrix::of(&run.before, width),
            to.hidden,
            width,
            WriteMode::Add,
        );
        for bias in to.biases {
            add_column_sums(&run.gates, bias);
        }
    }
}
