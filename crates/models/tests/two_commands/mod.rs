//! Two commands in worlds of four cells, for models so small that every number can be tried.

use std::sync::Arc;

use wampimuk_models::{Batch, BatchTotals};
use wampimuk_nn::SparseGrids;

/// A long and a short one.
pub fn two_commands() -> Batch {
    let grids = [[1u8, 0, 0, 2, 0, 0, 1, 0], [0, 0, 0, 1, 2, 1, 0, 0]];
    Batch {
        words: vec![1, 1, 3, 2, 4, 0, 2, 0],
        lengths: vec![4, 2],
        grids: Arc::new(SparseGrids::new(grids.iter().map(|grid| &grid[..]), 2, 2)),
        targets: vec![vec![1, 3, 4, 3, 2], vec![1, 2]],
        cells: vec![3, 1],
        whole: BatchTotals { rows: 2, longest: 5 },
    }
}
