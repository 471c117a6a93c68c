//! The decoder on the processor.
//!
//! The whole sequence is one operation. What does not depend on the step before is one product for all steps; so are the
//! gradients of all weights. Rows are sorted so that longer sequences come first, and each step works on the rows that
//! are not over: [`Packing`] says how many these are.

use crate::cpu::attention::Memory;
use crate::cpu::math::{simd, tanh};
use crate::cpu::matrix::{Into, Matrix, add_column_sums, linear, product};
use crate::decoder::{Decoded, DecoderInputs, DecoderParams, Memories, Packing};
use crate::params::Params;
use crate::tape::{Back, Tape, Var};

/// What a run leaves behind.
struct Run {
    /// States before each step, packed.
    before: Vec<f32>,
    cells_before: Vec<f32>,
    cells_after: Vec<f32>,
    hidden: Vec<f32>,
    gates: Vec<f32>,
    contexts: Vec<f32>,
    word_queries: Vec<f32>,
    bent: Vec<f32>,
    cell_queries: Vec<f32>,
    word_weights: Vec<f32>,
    cell_weights: Vec<f32>,
}

/// The parameters and the sizes, looked up.
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

    /// The gates of rows as far as the tokens and the biases go.
    pub(super) fn gates(&self, tokens: &[f32]) -> Vec<f32> {
        let wide = 4 * self.width;
        let rows = tokens.len() / self.token;
        let [one, other] = self.of.cell.biases.map(|bias| self.params.get(bias));
        let bias: Vec<f32> = one.iter().zip(other).map(|(one, other)| one + other).collect();
        let mut gates = bias.repeat(rows);
        let weight = self.input_weights().transposed();
        product(
            (rows, wide, self.token),
            Matrix::of(tokens, self.token),
            weight,
            &mut gates,
            wide,
            Into::Add,
        );
        gates
    }

    /// The weights from token and contexts to the gates.
    fn input_weights(&self) -> Matrix<'_> {
        Matrix::of(self.params.get(self.of.cell.input), self.token + 2 * self.width)
    }

    /// One step of rows in the states `before`, whose gates hold what the tokens give.
    pub(super) fn step(&self, before: (&[f32], &[f32]), to: Step<'_>) {
        let width = self.width;
        let (hidden, _) = before;
        let alive = hidden.len() / width;
        let Step { gates, after, contexts, word_queries, bent, cell_queries, word_weights, cell_weights } =
            to;
        linear(hidden, self.params.get(self.of.words.query), None, width, word_queries);
        self.words.attend(word_queries, word_weights, contexts, 2 * width);
        match self.of.conditional {
            None => bent.copy_from_slice(hidden),
            Some((weight, bias)) => {
                let bias = self.params.get(bias);
                bent.chunks_exact_mut(width).for_each(|row| row.copy_from_slice(bias));
                let weight = Matrix::of(self.params.get(weight), 2 * width);
                let sizes = (alive, width, width);
                product(sizes, Matrix::of(hidden, width), weight.transposed(), bent, width, Into::Add);
                let of_words = weight.columns_from(width).transposed();
                product(sizes, Matrix::of(contexts, 2 * width), of_words, bent, width, Into::Add);
                simd(|| bent.iter_mut().for_each(|x| *x = tanh(*x)));
            }
        }
        linear(bent, self.params.get(self.of.cells.query), None, width, cell_queries);
        self.cells.attend(cell_queries, cell_weights, &mut contexts[width..], 2 * width);
        let from_contexts = self.input_weights().columns_from(self.token).transposed();
        let sizes = (alive, 4 * width, 2 * width);
        product(sizes, Matrix::of(contexts, 2 * width), from_contexts, gates, 4 * width, Into::Add);
        self.of.cell.cell(self.params).step(before, gates, after, |_| true);
    }

    fn run(&self, tokens: &[f32], start: &[f32]) -> Run {
        let Self { width, packing, .. } = *self;
        let room = |width: usize| vec![0.0; packing.rows() * width];
        let mut run = Run {
            before: room(width),
            cells_before: room(width),
            cells_after: room(width),
            hidden: room(width),
            gates: self.gates(tokens),
            contexts: room(2 * width),
            word_queries: room(width),
            bent: room(width),
            cell_queries: room(width),
            word_weights: room(self.words.places),
            cell_weights: room(self.cells.places),
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
                bent: &mut run.bent[at.clone()],
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
    /// Hold what the tokens give, and become the activated gates.
    pub(super) gates: &'a mut [f32],
    /// Hidden state and cell.
    pub(super) after: (&'a mut [f32], &'a mut [f32]),
    pub(super) contexts: &'a mut [f32],
    pub(super) word_queries: &'a mut [f32],
    /// The query of cells before its projection.
    pub(super) bent: &'a mut [f32],
    pub(super) cell_queries: &'a mut [f32],
    pub(super) word_weights: &'a mut [f32],
    pub(super) cell_weights: &'a mut [f32],
}

impl Tape<'_> {
    pub(super) fn decode(&mut self, inputs: DecoderInputs<Var>, of: DecoderParams) -> Decoded<Var> {
        let DecoderInputs { tokens, start, memories: Memories { words, lengths, cells }, packing } = inputs;
        let decoder = Decoder::new(self.params, of, &packing, &lengths, self.get(words), self.get(cells));
        let mut run = decoder.run(self.get(tokens), self.get(start));
        let take = std::mem::take::<Vec<f32>>;
        let decoded = Decoded {
            hidden: self.push(take(&mut run.hidden)),
            contexts: self.push(take(&mut run.contexts)),
            word_weights: self.push(take(&mut run.word_weights)),
            cell_weights: self.push(take(&mut run.cell_weights)),
        };
        self.on_the_way_back(move |back| {
            let d_hidden = back.take(decoded.hidden);
            let d_contexts = back.take(decoded.contexts);
            let d_weights = [back.take(decoded.word_weights), back.take(decoded.cell_weights)];
            let values = [words, cells, tokens].map(|var| back.value(var).to_vec());
            let [word_keys, cell_keys, token_rows] = &values;
            run.contexts = back.value(decoded.contexts).to_vec();
            run.word_weights = back.value(decoded.word_weights).to_vec();
            run.cell_weights = back.value(decoded.cell_weights).to_vec();
            let decoder = Decoder::new(back.params, of, &packing, &lengths, word_keys, cell_keys);
            let d = decoder.back(&mut run, d_hidden, d_contexts, d_weights, back.value(start).len());
            decoder.weight_gradients(&run, &d, token_rows, back);
            for (var, d) in [(words, &d.word_keys), (cells, &d.cell_keys), (start, &d.start)] {
                back.add_to(var).1.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
            let (width, inner) = (decoder.width, decoder.token + 2 * decoder.width);
            let from_input = Matrix::of(back.params.get(of.cell.input), inner);
            let sizes = (packing.rows(), decoder.token, 4 * width);
            let (_, d_tokens) = back.add_to(tokens);
            product(
                sizes,
                Matrix::of(&run.gates, 4 * width),
                from_input,
                d_tokens,
                inner - 2 * width,
                Into::Add,
            );
        });
        decoded
    }
}

/// Gradients that are not of weights, and the rows from which those of weights are made.
struct Gradients {
    word_keys: Vec<f32>,
    cell_keys: Vec<f32>,
    word_energy: Vec<f32>,
    cell_energy: Vec<f32>,
    start: Vec<f32>,
    word_queries: Vec<f32>,
    cell_queries: Vec<f32>,
    bent: Vec<f32>,
}

impl Decoder<'_> {
    /// Goes back through the steps; the run's gates become their gradients.
    fn back(
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
            bent: vec![0.0; rows * width],
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
            cell.step_back(before, after, gates, d_state, &mut d_cell[..alive * width], |_| true);
            let d_contexts = &mut d_contexts[packing.range(step, 2 * width)];
            let sizes = (alive, 2 * width, 4 * width);
            product(sizes, Matrix::of(gates, 4 * width), from_contexts, d_contexts, 2 * width, Into::Add);
            let d_queries = &mut d.cell_queries[at.clone()];
            let weights = packing.range(step, self.cells.places);
            self.cells.attend_back(
                &run.cell_queries[at.clone()],
                &run.cell_weights[weights.clone()],
                &d_contexts[width..],
                2 * width,
                Some(&d_cell_weights[weights]),
                d_queries,
                &mut d.cell_keys,
                &mut d.cell_energy,
            );
            let d_bent = &mut d.bent[at.clone()];
            let weight = Matrix::of(self.params.get(self.of.cells.query), width);
            product(of_rows, Matrix::of(d_queries, width), weight, d_bent, width, Into::Set);
            match self.of.conditional {
                None => d_state.iter_mut().zip(&*d_bent).for_each(|(sum, d)| *sum += d),
                Some((weight, _)) => {
                    d_bent.iter_mut().zip(&run.bent[at.clone()]).for_each(|(d, y)| *d *= 1.0 - y * y);
                    let weight = Matrix::of(self.params.get(weight), 2 * width);
                    product(of_rows, Matrix::of(d_bent, width), weight, d_state, width, Into::Add);
                    let of_words = weight.columns_from(width);
                    product(of_rows, Matrix::of(d_bent, width), of_words, d_contexts, 2 * width, Into::Add);
                }
            }
            let d_queries = &mut d.word_queries[at.clone()];
            let weights = packing.range(step, self.words.places);
            self.words.attend_back(
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
            product(of_rows, Matrix::of(d_queries, width), weight, d_state, width, Into::Add);
        }
        // Hidden state and cell begin alike.
        d.start.iter_mut().zip(&d_cell).for_each(|(sum, d)| *sum += d);
        d
    }

    fn weight_gradients(&self, run: &Run, d: &Gradients, tokens: &[f32], back: &mut Back<'_, '_>) {
        let (width, rows) = (self.width, self.packing.rows());
        let square = (width, width, rows);
        let queries =
            [(self.of.words, &d.word_queries, &run.before), (self.of.cells, &d.cell_queries, &run.bent)];
        for ((attention, d, x), d_energy) in queries.into_iter().zip([&d.word_energy, &d.cell_energy]) {
            let [query, energy] = back.add_to_params([attention.query, attention.energy]);
            product(square, Matrix::of(d, width).transposed(), Matrix::of(x, width), query, width, Into::Add);
            energy.iter_mut().zip(d_energy).for_each(|(sum, d)| *sum += d);
        }
        if let Some((weight, bias)) = self.of.conditional {
            let [weight, bias] = back.add_to_params([weight, bias]);
            let d_bent = Matrix::of(&d.bent, width).transposed();
            product(square, d_bent, Matrix::of(&run.before, width), weight, 2 * width, Into::Add);
            product(
                square,
                d_bent,
                Matrix::of(&run.contexts, 2 * width),
                &mut weight[width..],
                2 * width,
                Into::Add,
            );
            add_column_sums(&d.bent, bias);
        }
        let to = self.of.cell.gradients(back);
        let (wide, inner) = (4 * width, self.token + 2 * width);
        let d_gates = Matrix::of(&run.gates, wide).transposed();
        product(
            (wide, self.token, rows),
            d_gates,
            Matrix::of(tokens, self.token),
            to.input,
            inner,
            Into::Add,
        );
        let contexts = Matrix::of(&run.contexts, 2 * width);
        product((wide, 2 * width, rows), d_gates, contexts, &mut to.input[self.token..], inner, Into::Add);
        product((wide, width, rows), d_gates, Matrix::of(&run.before, width), to.hidden, width, Into::Add);
        for bias in to.biases {
            add_column_sums(&run.gates, bias);
        }
    }
}
