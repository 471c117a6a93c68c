//! Convolution over grids of which few cells hold anything, but these hold whole vectors.
//!
//! A kernel is one matrix for each of its offsets. For each offset, the vectors that stay on the grid are gathered, multiplied
//! by the matrix in one product, and added to the cells they reach. Empty cells cost nothing.

use super::matrix::{Matrix, WriteMode, matmul};
use super::sparse_conv::Kernel;

/// In which cells of which grids vectors lie.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeCells {
    /// Rows and columns of the grids.
    pub side: usize,
    /// How many grids there are.
    pub grids: usize,
    /// The cell of each vector, counted through all grids row by row; [`NO_ROW`](crate::NO_ROW) for one that is nowhere.
    pub cells: Vec<u32>,
}

impl NodeCells {
    /// How many cells all grids have together.
    pub fn all_cells(&self) -> usize {
        self.grids * self.side * self.side
    }

    /// For an offset of the kernel, which vectors reach which cells.
    fn reached(&self, size: usize, (right, down): (usize, usize)) -> (Vec<usize>, Vec<usize>) {
        let (side, half) = (self.side, size / 2);
        // Where a vector comes from is as far from the cell it reaches as the offset is from the kernel's middle.
        let to = |from: usize, by: usize| (from + half).checked_sub(by).filter(|&to| to < side);
        let inside = self.cells.iter().map(|&cell| cell as usize).enumerate();
        inside
            .filter(|&(_, cell)| cell < self.all_cells())
            .filter_map(|(vector, cell)| {
                let (grid, row, column) = (cell / (side * side), cell / side % side, cell % side);
                let (row, column) = (to(row, down)?, to(column, right)?);
                Some((vector, (grid * side + row) * side + column))
            })
            .unzip()
    }
}

/// The weights `[out, width, size, size]` as `[size, size, out, width]`, the first axis along the grid's columns.
fn laid_out(weight: &[f32], offsets: usize) -> Vec<f32> {
    let entries = weight.len() / offsets;
    let mut laid = vec![0.0; weight.len()];
    for (entry, values) in weight.chunks_exact(offsets).enumerate() {
        for (offset, value) in values.iter().enumerate() {
            laid[offset * entries + entry] = *value;
        }
    }
    laid
}

fn gathered(from: &[f32], rows: &[usize], width: usize, columns: std::ops::Range<usize>) -> Vec<f32> {
    rows.iter().flat_map(|row| &from[row * width..][columns.clone()]).copied().collect()
}

fn add_rows(rows: &[usize], values: &[f32], into: &mut [f32], width: usize, columns: std::ops::Range<usize>) {
    for (row, values) in rows.iter().zip(values.chunks_exact(columns.len())) {
        let to = &mut into[row * width..][columns.clone()];
        to.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
    }
}

impl Kernel {
    fn offsets(self) -> impl Iterator<Item = (usize, (usize, usize))> {
        (0..self.size * self.size).map(move |offset| (offset, (offset / self.size, offset % self.size)))
    }

    /// Sets numbers `from..from + out` of each cell of `y`, `[grids, cells, width]`.
    pub fn convolve_vectors(
        self,
        places: &NodeCells,
        x: &[f32],
        (weight, bias): (&[f32], &[f32]),
        y: &mut [f32],
        (width, from): (usize, usize),
    ) {
        let columns = from..from + self.out;
        y.chunks_exact_mut(width).for_each(|cell| cell[columns.clone()].copy_from_slice(bias));
        let laid = laid_out(weight, self.size * self.size);
        let entries = laid.len() / (self.size * self.size);
        let depth = entries / self.out;
        for (offset, by) in self.offsets() {
            let (vectors, cells) = places.reached(self.size, by);
            let reaching = gathered(x, &vectors, depth, 0..depth);
            let mut sums = vec![0.0; cells.len() * self.out];
            let matrix = Matrix::of(&laid[offset * entries..][..entries], depth).transposed();
            let sizes = (cells.len(), self.out, depth);
            matmul(sizes, Matrix::of(&reaching, depth), matrix, &mut sums, self.out, WriteMode::Set);
            add_rows(&cells, &sums, y, width, columns.clone());
        }
    }

    /// Adds the gradients of vectors, weights and bias.
    #[expect(
        clippy::too_many_arguments,
        reason = "what went in, and the gradients of it and of what came out"
    )]
    pub fn convolve_vectors_backward(
        self,
        places: &NodeCells,
        x: &[f32],
        weight: &[f32],
        d_y: &[f32],
        (width, from): (usize, usize),
        d_x: &mut [f32],
        d_weight: &mut [f32],
        d_bias: &mut [f32],
    ) {
        let columns = from..from + self.out;
        for cell in d_y.chunks_exact(width) {
            d_bias.iter_mut().zip(&cell[columns.clone()]).for_each(|(sum, d)| *sum += d);
        }
        let offsets = self.size * self.size;
        let laid = laid_out(weight, offsets);
        let entries = laid.len() / offsets;
        let depth = entries / self.out;
        let mut d_laid = vec![0.0; laid.len()];
        for (offset, by) in self.offsets() {
            let (vectors, cells) = places.reached(self.size, by);
            let reaching = gathered(x, &vectors, depth, 0..depth);
            let d = gathered(d_y, &cells, width, columns.clone());
            let mut d_reaching = vec![0.0; reaching.len()];
            let range = offset * entries..(offset + 1) * entries;
            let matrix = Matrix::of(&laid[range.clone()], depth);
            let d = Matrix::of(&d, self.out);
            matmul((cells.len(), depth, self.out), d, matrix, &mut d_reaching, depth, WriteMode::Set);
            add_rows(&vectors, &d_reaching, d_x, depth, 0..depth);
            let reaching = Matrix::of(&reaching, depth);
            let sizes = (self.out, depth, cells.len());
            matmul(sizes, d.transposed(), reaching, &mut d_laid[range], depth, WriteMode::Set);
        }
        for (entry, sums) in d_weight.chunks_exact_mut(offsets).enumerate() {
            for (offset, sum) in sums.iter_mut().enumerate() {
                *sum += d_laid[offset * entries + entry];
            }
        }
    }
}
