//! Commands in grid worlds, from the fixtures of the original models.

use std::cmp::Reverse;
use std::sync::Arc;

use wampimuk_models::{Batch, BatchTotals, Model};
use wampimuk_nn::{Adam, DecoderOutput, Params, SparseGrids, Tape, Var};

use crate::fixture::{self, Fixture, assert_close};

/// How far apart outputs may be.
pub const TOLERANCE: f32 = 1e-4;

/// The examples of a fixture.
pub struct Examples {
    pub batch: Batch,
    /// Steps of the longest target.
    pub steps: usize,
    /// Tokens that count in the loss.
    pub tokens: u32,
    /// Rows and columns of the grid.
    pub side: usize,
}

impl Examples {
    /// The examples as they are, or the longest targets first and each of its own length.
    pub fn read(inputs: &Fixture, sorted: bool) -> Self {
        let (commands, lengths) = (inputs.ints("commands"), inputs.ints("command_lengths"));
        let (targets, target_lengths) = (inputs.ints("targets"), inputs.ints("target_lengths"));
        let rows = lengths.len();
        let (words, steps) = (commands.len() / rows, targets.len() / rows);
        let mut order: Vec<usize> = (0..rows).collect();
        if sorted {
            order.sort_by_key(|&row| Reverse(target_lengths[row]));
        }
        let shape = inputs.shape("situations");
        let (side, channels) = (shape[1], shape[3]);
        let grids = inputs.floats("situations");
        let size = side * side * channels;
        let len = |row: usize| if sorted { target_lengths[row] as usize } else { steps };
        let target = |&row: &usize| targets[row * steps..][..len(row)].to_vec();
        let batch = Batch {
            words: (0..words)
                .flat_map(|at| order.iter().map(move |row| row * words + at))
                .map(|at| commands[at])
                .collect(),
            lengths: order.iter().map(|&row| lengths[row]).collect(),
            grids: Arc::new(SparseGrids::new(
                order.iter().map(|&row| &grids[row * size..(row + 1) * size]),
                side,
                channels,
            )),
            targets: order.iter().map(target).collect(),
            cells: Vec::new(),
            whole: BatchTotals::default(),
        };
        Self { batch, steps, tokens: target_lengths.iter().map(|len| len - 1).sum(), side }
    }
}

/// Rows of steps as steps of rows, which is how the fixtures have them.
fn by_example(values: &[f32], rows: usize, steps: usize) -> Vec<f32> {
    let width = values.len() / (rows * steps);
    let at = |row: usize| (0..steps).map(move |step| (step * rows + row) * width);
    (0..rows).flat_map(at).flat_map(|at| values[at..at + width].iter().copied()).collect()
}

/// What all models of commands compute.
pub struct Computed<'d> {
    pub loss: Var,
    pub logits: Var,
    pub decoded: &'d DecoderOutput<Var>,
    pub words: Var,
    pub cells: Var,
    pub last: Var,
}

/// Asserts that a model computes what the original does.
pub fn assert_computed(tape: &Tape<'_>, examples: &Examples, computed: &Computed<'_>, original: &Fixture) {
    let rows = examples.batch.lengths.len();
    let words = examples.batch.words.len() / rows;
    for (name, var, steps) in [
        ("dec.logits", computed.logits, examples.steps),
        ("dec.hidden", computed.decoded.hidden, examples.steps),
        ("dec.att_situation", computed.decoded.cell_weights, examples.steps),
        ("dec.att_command", computed.decoded.word_weights, examples.steps),
        ("enc.commands", computed.words, words),
    ] {
        assert_close(name, &by_example(tape.get(var), rows, steps), &original.floats(name), TOLERANCE);
    }
    for (name, var) in
        [("enc.situations", computed.cells), ("enc.hidden", computed.last), ("loss", computed.loss)]
    {
        assert_close(name, tape.get(var), &original.floats(name), TOLERANCE);
    }
}

/// Asserts that the losses of a short training are those of the original. Rows end with their targets here, and there they
/// go on: the losses are the same.
pub fn assert_short_training<M: Model<Batch = Batch>>(name: &str, find: fn(&Params) -> Result<M, String>) {
    let Some([weights, inputs]) = fixture::open(name, ["weights", "inputs"]) else { return };
    let mut params = weights.params();
    let model = find(&params).unwrap_or_else(|name| panic!("the fixture has no {name}"));
    let Examples { batch, tokens, .. } = Examples::read(&inputs, true);
    let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
    for (loss, rate) in fixture::trace(name) {
        let mut gradients = vec![0.0; params.data.len()];
        let mut tape = Tape::new(&params, None);
        let own = model.loss(&mut tape, &batch, 1.0 / tokens as f32);
        assert_close("loss", tape.get(own), &[loss], TOLERANCE);
        tape.backward(own, &mut gradients);
        for id in model.frozen() {
            gradients[params.slot(id).range.clone()].fill(0.0);
        }
        adam.update(&mut params.data, &gradients, rate);
    }
}
