//! The graph of a world: its nodes are the cells that hold something, and each is linked to all others.

use std::sync::Arc;

use wampimuk_nn::{NO_ROW, NodeCells, SparseGrids};

/// The nodes of a part of a batch: for each example as many as the fullest one has, the last of them padding.
#[derive(Clone, Debug)]
pub(super) struct Nodes {
    /// Nodes of an example, filling included.
    pub most: usize,
    /// Nodes of each example, without filling.
    pub counts: Vec<usize>,
    /// Where they are.
    pub places: Arc<NodeCells>,
    /// What is there: `width` numbers each.
    pub features: Vec<f32>,
}

impl Nodes {
    /// The nodes of these worlds; numbers of channels beyond `width` are left out.
    pub fn of(worlds: &SparseGrids, width: usize) -> Self {
        let cells: Vec<Vec<usize>> = (0..worlds.len())
            .map(|example| {
                let mut cells: Vec<usize> = worlds.numbers(example).map(|(cell, _, _)| cell).collect();
                cells.dedup();
                cells
            })
            .collect();
        let counts: Vec<usize> = cells.iter().map(Vec::len).collect();
        let most = counts.iter().copied().max().unwrap_or(0).max(1);
        let mut features = vec![0.0; worlds.len() * most * width];
        let mut places = vec![NO_ROW; worlds.len() * most];
        let grid = worlds.side * worlds.side;
        for (example, cells) in cells.iter().enumerate() {
            for (node, cell) in cells.iter().enumerate() {
                places[example * most + node] = (example * grid + cell) as u32;
            }
            for (cell, channel, number) in worlds.numbers(example).filter(|(_, channel, _)| *channel < width)
            {
                let node = cells.partition_point(|&before| before < cell);
                features[(example * most + node) * width + channel] = number;
            }
        }
        let places = Arc::new(NodeCells { side: worlds.side, grids: worlds.len(), cells: places });
        Self { most, counts, places, features }
    }

    /// For each node, which others it hears: all of its example, but not itself.
    pub fn links(&self) -> Arc<[bool]> {
        let most = self.most;
        let of = |count: usize| {
            (0..most * most).map(move |link| link % most < count && link % most != link / most)
        };
        self.counts.iter().flat_map(|&count| of(count)).collect()
    }

    /// For each node, the number of its example's row in one of several rounds, of which each example has a row.
    pub fn examples(&self, round: usize, rounds: usize) -> Arc<[u32]> {
        let row = |example| (example * rounds + round) as u32;
        (0..self.counts.len()).flat_map(|example| std::iter::repeat_n(row(example), self.most)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_cells_that_hold_something() {
        let mut worlds = vec![vec![0u8; 2 * 2 * 3]; 2];
        worlds[0][3..6].copy_from_slice(&[0, 2, 1]);
        worlds[0][9] = 1;
        worlds[1][0] = 1;
        let nodes = Nodes::of(&SparseGrids::new(worlds.iter().map(Vec::as_slice), 2, 3), 3);
        assert_eq!((nodes.most, &nodes.counts[..]), (2, &[2, 1][..]));
        assert_eq!(nodes.places.cells, [1, 3, 4, NO_ROW]);
        assert_eq!(nodes.features, [0.0, 2.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(nodes.links()[..], [false, true, true, false, false, false, true, false]);
        assert_eq!(nodes.examples(0, 1)[..], [0, 0, 1, 1]);
        assert_eq!(nodes.examples(2, 3)[..], [2, 2, 5, 5]);
    }
}
