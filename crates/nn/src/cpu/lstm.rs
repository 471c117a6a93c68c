//! The LSTM cell, and whole sequences of it.
//!
//! Sequences are kept step by step: the rows of one step, a row for each example, are one piece of memory. Everything
//! that does not depend on the step before is one product of matrices for all steps together; so are the gradients of
//! the weights.

use super::math::{sigmoid, simd, tanh};
use super::matrix::{Matrix, WriteMode, add_column_sums, linear, matmul};

/// The weights of a cell; the four gates (input, forget, candidate, output) are stacked in the rows.
#[derive(Clone, Copy, Debug)]
pub struct LstmCell<'a> {
    /// The weights of the input, `[4 hidden, input]`.
    pub input: &'a [f32],
    /// The weights of the previous hidden state, `[4 hidden, hidden]`.
    pub hidden: &'a [f32],
    /// Added to the gates, twice as in the originals.
    pub biases: [&'a [f32]; 2],
}

/// The gradients of a [`LstmCell`].
#[derive(Debug)]
pub struct LstmGradients<'a> {
    /// Of the weights of the input.
    pub input: &'a mut [f32],
    /// Of the weights of the previous hidden state.
    pub hidden: &'a mut [f32],
    /// Of the biases.
    pub biases: [&'a mut [f32]; 2],
}

impl LstmCell<'_> {
    /// The length of the state.
    pub fn width(&self) -> usize {
        self.biases[0].len() / 4
    }

    /// What input and biases add to the gates of all rows.
    pub fn gates(&self, x: &[f32], gates: &mut [f32]) {
        let bias: Vec<f32> =
            self.biases[0].iter().zip(self.biases[1]).map(|(one, other)| one + other).collect();
        linear(x, self.input, Some(&bias), self.input.len() / bias.len(), gates);
    }

    /// One step for all rows. `gates` hold the share of the input and become the activated gates. Rows that are not `alive`
    /// keep their state.
    pub fn step(
        &self,
        before: (&[f32], &[f32]),
        gates: &mut [f32],
        after: (&mut [f32], &mut [f32]),
        alive: impl Fn(usize) -> bool,
    ) {
        let width = self.width();
        let rows = before.0.len() / width;
        let weight = Matrix::of(self.hidden, width).transposed();
        matmul(
            (rows, 4 * width, width),
            Matrix::of(before.0, width),
            weight,
            gates,
            4 * width,
            WriteMode::Add,
        );
        let (hidden, cell) = after;
        simd(|| {
            for row in 0..rows {
                let at = row * width..(row + 1) * width;
                let (hidden, cell) = (&mut hidden[at.clone()], &mut cell[at.clone()]);
                let (hidden_before, cell_before) = (&before.0[at.clone()], &before.1[at]);
                if !alive(row) {
                    hidden.copy_from_slice(hidden_before);
                    cell.copy_from_slice(cell_before);
                    continue;
                }
                let gates = &mut gates[row * 4 * width..(row + 1) * 4 * width];
                let (input, rest) = gates.split_at_mut(width);
                let (forget, rest) = rest.split_at_mut(width);
                let (candidate, output) = rest.split_at_mut(width);
                for i in 0..width {
                    input[i] = sigmoid(input[i]);
                    forget[i] = sigmoid(forget[i]);
                    candidate[i] = tanh(candidate[i]);
                    output[i] = sigmoid(output[i]);
                    cell[i] = forget[i] * cell_before[i] + input[i] * candidate[i];
                    hidden[i] = output[i] * tanh(cell[i]);
                }
            }
        });
    }

    /// One step back. `gates` are the activated ones and become the gradients of the gates before activation; `d_hidden`
    /// and `d_cell` are gradients of the state after the step and become those of the state before it.
    pub fn step_backward(
        &self,
        cell_before: &[f32],
        cell_after: &[f32],
        gates: &mut [f32],
        d_hidden: &mut [f32],
        d_cell: &mut [f32],
        alive: impl Fn(usize) -> bool,
    ) {
        let width = self.width();
        let rows = d_hidden.len() / width;
        simd(|| {
            for row in 0..rows {
                let at = row * width..(row + 1) * width;
                let gates = &mut gates[row * 4 * width..(row + 1) * 4 * width];
                if !alive(row) {
                    gates.fill(0.0);
                    continue;
                }
                let (before, after) = (&cell_before[at.clone()], &cell_after[at.clone()]);
                let (d_hidden, d_cell) = (&mut d_hidden[at.clone()], &mut d_cell[at]);
                let (input, rest) = gates.split_at_mut(width);
                let (forget, rest) = rest.split_at_mut(width);
                let (candidate, output) = rest.split_at_mut(width);
                for i in 0..width {
                    let activated = tanh(after[i]);
                    let d = d_cell[i] + d_hidden[i] * output[i] * (1.0 - activated * activated);
                    output[i] = d_hidden[i] * activated * output[i] * (1.0 - output[i]);
                    d_cell[i] = d * forget[i];
                    forget[i] = d * before[i] * forget[i] * (1.0 - forget[i]);
                    let gate = input[i];
                    input[i] = d * candidate[i] * gate * (1.0 - gate);
                    candidate[i] = d * gate * (1.0 - candidate[i] * candidate[i]);
                    // What flows through the gates is added below.
                    d_hidden[i] = 0.0;
                }
            }
        });
        let weight = Matrix::of(self.hidden, width);
        matmul(
            (rows, width, 4 * width),
            Matrix::of(gates, 4 * width),
            weight,
            d_hidden,
            width,
            WriteMode::Add,
        );
    }

    /// The gradients of the weights, from those of the gates of all rows.
    pub fn weight_gradients(&self, x: &[f32], before: &[f32], d_gates: &[f32], to: &mut LstmGradients<'_>) {
        let out_width = self.biases[0].len();
        let rows = d_gates.len() / out_width;
        let d = Matrix::of(d_gates, out_width).transposed();
        for (rows_of, out) in [(x, &mut *to.input), (before, &mut *to.hidden)] {
            let width = out.len() / out_width;
            matmul((out_width, width, rows), d, Matrix::of(rows_of, width), out, width, WriteMode::Add);
        }
        to.biases.iter_mut().for_each(|bias| add_column_sums(d_gates, bias));
    }
}

/// The direction in which a sequence is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the first step.
    Forward,
    /// From the last step of each example.
    Backward,
}

/// What the forward pass saves for the backward pass: states and activated gates.
#[derive(Debug, Default)]
pub struct Run {
    /// `[steps + 1, rows, hidden]`: the state before the first step taken, and after each.
    pub hidden: Vec<f32>,
    /// The same of the cell.
    pub cell: Vec<f32>,
    /// `[steps, rows, 4 hidden]`, at the step they belong to.
    gates: Vec<f32>,
}

/// A sequence of cells over examples of different lengths, from a state of zeros.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// The weights.
    pub cell: LstmCell<'a>,
    /// The direction of reading.
    pub direction: Direction,
    /// How many steps each example has.
    pub lengths: &'a [u32],
    /// How many steps the longest has.
    pub steps: usize,
}

impl Sequence<'_> {
    /// The step that is taken as number `turn`.
    fn step(&self, turn: usize) -> usize {
        match self.direction {
            Direction::Forward => turn,
            Direction::Backward => self.steps - 1 - turn,
        }
    }

    /// Runs over `x`, `[steps, rows, input]`.
    pub fn run(&self, x: &[f32]) -> Run {
        let (rows, width) = (self.lengths.len(), self.cell.width());
        let size = rows * width;
        let mut gates = vec![0.0; self.steps * 4 * size];
        self.cell.gates(x, &mut gates);
        let (mut hidden, mut cell) = (vec![0.0; (self.steps + 1) * size], vec![0.0; (self.steps + 1) * size]);
        for turn in 0..self.steps {
            let step = self.step(turn);
            let (hidden_before, hidden_after) = hidden.split_at_mut((turn + 1) * size);
            let (cell_before, cell_after) = cell.split_at_mut((turn + 1) * size);
            self.cell.step(
                (&hidden_before[turn * size..], &cell_before[turn * size..]),
                &mut gates[step * 4 * size..(step + 1) * 4 * size],
                (&mut hidden_after[..size], &mut cell_after[..size]),
                |row| step < self.lengths[row] as usize,
            );
        }
        Run { hidden, cell, gates }
    }

    /// The gradients of the weights and, added to `d_x`, of the input. `d_out` is that of the state after each step,
    /// `[steps, rows, hidden]`, zero beyond an example's length; `d_last` that of the last state.
    pub fn backward(
        &self,
        x: &[f32],
        mut run: Run,
        d_out: &[f32],
        d_last: &[f32],
        to: &mut LstmGradients<'_>,
        d_x: &mut [f32],
    ) {
        let (rows, width) = (self.lengths.len(), self.cell.width());
        let size = rows * width;
        let mut d_hidden = d_last.to_vec();
        let mut d_cell = vec![0.0; size];
        // The states before each step, in the order of the steps, for one product over all of them.
        let mut before = vec![0.0; self.steps * size];
        for turn in (0..self.steps).rev() {
            let step = self.step(turn);
            d_hidden.iter_mut().zip(&d_out[step * size..]).for_each(|(sum, d)| *sum += d);
            self.cell.step_backward(
                &run.cell[turn * size..(turn + 1) * size],
                &run.cell[(turn + 1) * size..(turn + 2) * size],
                &mut run.gates[step * 4 * size..(step + 1) * 4 * size],
                &mut d_hidden,
                &mut d_cell,
                |row| step < self.lengths[row] as usize,
            );
            before[step * size..(step + 1) * size]
                .copy_from_slice(&run.hidden[turn * size..(turn + 1) * size]);
        }
        self.cell.weight_gradients(x, &before, &run.gates, to);
        let input = self.cell.input.len() / (4 * width);
        let weight = Matrix::of(self.cell.input, input);
        let sizes = (self.steps * rows, input, 4 * width);
        matmul(sizes, Matrix::of(&run.gates, 4 * width), weight, d_x, input, WriteMode::Add);
    }

    /// The state after each step in the order of the steps, added to `out`; zero beyond an example's length.
    pub fn add_states(&self, run: &Run, out: &mut [f32]) {
        let (rows, width) = (self.lengths.len(), self.cell.width());
        for turn in 0..self.steps {
            let step = self.step(turn);
            for row in (0..rows).filter(|&row| step < self.lengths[row] as usize) {
                let from = &run.hidden[((turn + 1) * rows + row) * width..][..width];
                let to = &mut out[(step * rows + row) * width..][..width];
                to.iter_mut().zip(from).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}
