//! Batches of commands in grid worlds, in the parts that threads work on.

use std::cmp::Reverse;
use std::sync::Arc;

use wampimuk_batch::{GridBatch, GridShape};
use wampimuk_nn::SparseGrids;

/// A part of a batch; rows with longer targets come first.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The numbers of the command's words step by step, `[steps, rows]`, padded with 0.
    pub words: Vec<u32>,
    /// How many words each command has.
    pub lengths: Vec<u32>,
    /// The worlds.
    pub grids: Arc<SparseGrids>,
    /// The tokens of each row, with those of beginning and end.
    pub targets: Vec<Vec<u32>>,
    /// The number of each target's cell, row by row; empty if the model does not need it.
    pub cells: Vec<u32>,
    /// The batch that this is a part of.
    pub whole: BatchTotals,
}

/// What a part has to know of its whole batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchTotals {
    /// How many rows it has.
    pub rows: usize,
    /// The longest target, with the tokens of beginning and end.
    pub longest: usize,
}

/// Divides a batch into parts: rows are sorted by length and distributed in turn, so all parts take about as long. Returns the
/// rows of each part too.
///
/// How many parts there are is part of the arithmetic (sums are rounded differently), so it must not depend on the
/// machine.
pub fn partition_batch(batch: &GridBatch<u8>, shape: GridShape, parts: usize) -> Vec<(Vec<usize>, Batch)> {
    let mut order: Vec<usize> = (0..batch.len).collect();
    order.sort_by_key(|&row| Reverse(batch.action_lengths[row]));
    let parts = parts.clamp(1, batch.len.max(1));
    (0..parts)
        .map(|part| {
            let rows: Vec<usize> = order.iter().skip(part).step_by(parts).copied().collect();
            let made = pick(batch, shape, &rows);
            (rows, made)
        })
        .collect()
}

fn pick(batch: &GridBatch<u8>, shape: GridShape, rows: &[usize]) -> Batch {
    let number = |number: i64| u32::try_from(number).unwrap_or(0);
    let lengths: Vec<u32> = rows.iter().map(|&row| number(batch.command_lengths[row])).collect();
    let words = lengths.iter().copied().max().unwrap_or(0) as usize;
    let word = |at: usize| rows.iter().map(move |&row| number(batch.command[row * batch.command_width + at]));
    let size = shape.side * shape.side * shape.channels;
    let target = |&row: &usize| {
        let tokens = &batch.actions[row * batch.action_width..][..batch.action_lengths[row] as usize];
        tokens.iter().copied().map(number).collect()
    };
    let grids = rows.iter().map(|&row| &batch.observation[row * size..(row + 1) * size]);
    Batch {
        words: (0..words).flat_map(word).collect(),
        lengths,
        grids: Arc::new(SparseGrids::new(grids, shape.side, shape.channels)),
        targets: rows.iter().map(target).collect(),
        cells: rows.iter().map(|&row| number(batch.target_cell[row])).collect(),
        whole: BatchTotals { rows: batch.len, longest: batch.action_width },
    }
}
