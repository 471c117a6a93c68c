//! Where targets lie, seen from the agent.
//!
//! Targets are laid out by direction and distance, so they are far away more often than cells drawn at random, and in line
//! with the agent more often. Distractors that are put where targets are do not give them away.

use wampimuk_core::Stream;
use wampimuk_grid::Cell;

use crate::board::Board;
use crate::layout::Layout;

/// Weights are whole numbers, so that all machines draw the same.
const UNIT: u64 = 1 << 20;

/// How often a cell is drawn anew before any free one will do: where the board is nearly full, cells may be left that
/// hardly any target lies in.
const ATTEMPTS: usize = 64;

/// For each cell of the agent, how often targets lie in each cell.
#[derive(Clone, Debug)]
pub struct TargetCells {
    /// For each cell of the agent, the sums of the weights up to each cell.
    sums: Vec<u32>,
    cells: usize,
}

impl TargetCells {
    /// As a layout places targets.
    pub fn new(layout: &Layout) -> Self {
        let cells = usize::from(layout.side()) * usize::from(layout.side());
        let most = layout.displacements().iter().map(|displacement| displacement.draws).max().unwrap_or(1);
        let mut sums = vec![0; cells * cells];
        for (number, displacement) in layout.displacements().iter().enumerate() {
            let shared_by =
                u64::from(most) * u64::from(displacement.siblings) * u64::from(displacement.places);
            let weight = (UNIT * u64::from(displacement.draws) / shared_by).max(1);
            for place in 0..displacement.places {
                let (agent, goal) = layout.placement(number, place);
                sums[agent.index(layout.side()) * cells + goal.index(layout.side())] = weight as u32;
            }
        }
        for of_agent in sums.chunks_mut(cells) {
            let mut sum = 0;
            for weight in of_agent {
                sum += *weight;
                *weight = sum;
            }
        }
        Self { sums, cells }
    }

    /// A free cell, drawn as the targets of an agent in this cell are.
    #[inline]
    pub fn free_cell(&self, board: &Board, stream: &mut Stream) -> Cell {
        let sums = &self.sums[board.agent() * self.cells..][..self.cells];
        for _ in 0..ATTEMPTS {
            let drawn = stream.below(sums[self.cells - 1]);
            let cell = sums.partition_point(|&sum| sum <= drawn);
            if board.is_free(cell) {
                return Cell::from_index(cell, board.side());
            }
        }
        board.free_cell(stream)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;

    /// Cells are drawn as the layout draws targets for an agent that stands where it does.
    #[test]
    fn distractors_lie_where_targets_do() {
        let key = StreamKey::new(&Digest::of(b"test"), "cells", 0);
        let layout = Layout::new(6, 7, &key);
        let cells = TargetCells::new(&layout);
        let mut targets = [0.0; 36];
        let agent = Cell::new(1, 4);
        for (number, displacement) in layout.displacements().iter().enumerate() {
            let share =
                f64::from(displacement.draws) / f64::from(displacement.siblings * displacement.places);
            for (from, goal) in (0..displacement.places).map(|place| layout.placement(number, place)) {
                if from == agent {
                    targets[goal.index(6)] += share;
                }
            }
        }
        let sum: f64 = targets.iter().sum();
        let (mut board, mut stream) = (Board::new(6), key.stream(1));
        board.reset(agent);
        let mut drawn = [0u32; 36];
        for _ in 0..100_000 {
            drawn[cells.free_cell(&board, &mut stream).index(6)] += 1;
        }
        for (cell, (&drawn, target)) in drawn.iter().zip(targets).enumerate() {
            let expected = 100_000.0 * target / sum;
            assert!(
                (f64::from(drawn) - expected).abs() <= 5.0 * expected.sqrt(),
                "{cell}: {drawn}, {expected}"
            );
        }
    }

    /// A board with one free cell, in which no target could lie as often as anywhere else.
    #[test]
    fn the_last_free_cell_is_found() {
        let key = StreamKey::new(&Digest::of(b"test"), "cells", 0);
        let cells = TargetCells::new(&Layout::new(32, 10_000, &key));
        let (mut board, mut stream) = (Board::new(32), key.stream(1));
        board.reset(Cell::new(0, 0));
        for cell in 2..32 * 32 {
            board.put(wampimuk_grid::Object::solid(0, 0, 1, Cell::from_index(cell, 32)));
        }
        assert_eq!(cells.free_cell(&board, &mut stream), Cell::new(0, 1));
    }
}
