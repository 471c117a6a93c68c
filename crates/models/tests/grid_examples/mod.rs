//! Commands in grid worlds, from the fixtures of the original models.

use std::cmp::Reverse;
use std::sync::Arc;

use wampimuk_models::{Batch, Whole};
use wampimuk_nn::Sparse;

use crate::fixture::Fixture;

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
            grids: Arc::new(Sparse::new(
                order.iter().map(|&row| &grids[row * size..(row + 1) * size]),
                side,
                channels,
            )),
            targets: order.iter().map(target).collect(),
            cells: Vec::new(),
            whole: Whole::default(),
        };
        Self { batch, steps, tokens: target_lengths.iter().map(|len| len - 1).sum(), side }
    }
}

/// Rows of steps as steps of rows, which is how the fixtures have them.
pub fn by_example(values: &[f32], rows: usize, steps: usize) -> Vec<f32> {
    let width = values.len() / (rows * steps);
    let at = |row: usize| (0..steps).map(move |step| (step * rows + row) * width);
    (0..rows).flat_map(at).flat_map(|at| values[at..at + width].iter().copied()).collect()
}
