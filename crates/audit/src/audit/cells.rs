//! Where targets stand.

use serde::Serialize;

use super::case::Case;
use super::spread::Spread;
use crate::counts::{Counts, Cross};

/// The cells of targets, beside the even distribution over the grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct TargetCells {
    /// How far they are from even; grids of different sides each have their own even count.
    pub spread: Spread,
    /// How often the target stands in each cell, row by row, of the grids with the most frequent side.
    pub cells: Vec<Vec<u64>>,
}

/// Target cells by the side of the grid.
#[derive(Clone, Debug, Default)]
pub(crate) struct CellCounts(Cross);

impl CellCounts {
    pub fn add(&mut self, case: &Case<'_>) {
        let world = &case.example.world;
        let cell = world.objects()[case.example.target].cell;
        self.0.bump(world.side().into(), cell.index(world.side()));
    }

    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    pub fn finish(&self) -> TargetCells {
        let most = self.0.rows().max_by_key(|(side, counts)| (counts.total(), *side));
        let rows = |(side, counts): (usize, &Counts)| {
            let row = |row: usize| (0..side).map(|column| counts.get(row * side + column)).collect();
            (0..side).map(row).collect()
        };
        TargetCells {
            spread: Spread::of_parts(self.0.rows().map(|(side, counts)| (counts, side * side))),
            cells: most.map_or_else(Vec::new, rows),
        }
    }
}
