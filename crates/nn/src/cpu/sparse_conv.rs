//! Convolution over a small grid of which most numbers are zero.
//!
//! A world has about seven objects in thirty-six cells, and an object sets three of sixteen channels. So [`SparseGrids`]
//! lists the numbers that are not zero, and each of them adds its weights to every cell in reach. That is about twenty times
//! less work than a dense convolution.

use super::math::simd;

/// A batch of grids, as the list of numbers that are not zero.
#[derive(Clone, Debug, Default)]
pub struct SparseGrids {
    /// Rows and columns of the grid.
    pub side: usize,
    /// How many numbers each cell has.
    pub channels: usize,
    /// Where the numbers of each example begin, and where the last ones end.
    starts: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    row: u8,
    column: u8,
    channel: u16,
    value: f32,
}

impl SparseGrids {
    /// Lists the numbers of grids, each `[side, side, channels]`.
    pub fn new<'g, L: Copy + Into<f32> + 'g>(
        grids: impl IntoIterator<Item = &'g [L]>,
        side: usize,
        channels: usize,
    ) -> Self {
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for grid in grids {
            let numbers = grid.iter().map(|&number| number.into()).enumerate();
            for (at, value) in numbers.filter(|(_, value)| *value != 0.0) {
                let (cell, channel) = (at / channels, (at % channels) as u16);
                entries.push(Entry { row: (cell / side) as u8, column: (cell % side) as u8, channel, value });
            }
            starts.push(entries.len() as u32);
        }
        Self { side, channels, starts, entries }
    }

    fn of(&self, example: usize) -> &[Entry] {
        &self.entries[self.starts[example] as usize..self.starts[example + 1] as usize]
    }

    /// Where the numbers of each example begin, and where the last ones end.
    #[cfg(feature = "cuda")]
    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The numbers as a device reads them, two words each: row, column and channel, and the value.
    #[cfg(feature = "cuda")]
    pub(crate) fn words(&self) -> Vec<u32> {
        let mut words = Vec::with_capacity(2 * self.entries.len());
        for &Entry { row, column, channel, value } in &self.entries {
            words.push(u32::from(row) | u32::from(column) << 8 | u32::from(channel) << 16);
            words.push(value.to_bits());
        }
        words
    }

    /// The numbers of an example that are not zero: cell, channel, number; cells row by row.
    pub fn numbers(&self, example: usize) -> impl Iterator<Item = (usize, usize, f32)> + '_ {
        self.of(example).iter().map(|entry| {
            let cell = usize::from(entry.row) * self.side + usize::from(entry.column);
            (cell, usize::from(entry.channel), entry.value)
        })
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A square kernel of odd size, stride 1, zeros around the grid.
#[derive(Clone, Copy, Debug)]
pub struct Kernel {
    /// Its rows and columns.
    pub size: usize,
    /// How many numbers it gives for each cell.
    pub out: usize,
}

/// Reorders a kernel's weights so that what one number adds to one cell is contiguous. The originals store them as `[out,
/// channels, size, size]`, with the third axis along the columns of the grid.
fn laid_out(weight: &[f32], kernel: Kernel, channels: usize) -> Vec<f32> {
    let mut laid = vec![0.0; weight.len()];
    each_place(kernel, channels, |original, place| laid[place] = weight[original]);
    laid
}

fn each_place(kernel: Kernel, channels: usize, mut visit: impl FnMut(usize, usize)) {
    let Kernel { size, out } = kernel;
    for o in 0..out {
        for channel in 0..channels {
            for along_columns in 0..size {
                for along_rows in 0..size {
                    let original = ((o * channels + channel) * size + along_columns) * size + along_rows;
                    let place = ((channel * size + along_rows) * size + along_columns) * out + o;
                    visit(original, place);
                }
            }
        }
    }
}

impl Kernel {
    /// For each number, the cells it reaches: (the cell, where the weights begin).
    #[inline(always)]
    fn reached(self, entry: Entry, side: usize, mut visit: impl FnMut(usize, usize)) {
        let half = self.size / 2;
        let (row, column) = (usize::from(entry.row), usize::from(entry.column));
        let rows = row.saturating_sub(half)..(row + half + 1).min(side);
        for to_row in rows {
            for to_column in column.saturating_sub(half)..(column + half + 1).min(side) {
                let (down, right) = (row + half - to_row, column + half - to_column);
                let place = ((usize::from(entry.channel) * self.size + down) * self.size + right) * self.out;
                visit(to_row * side + to_column, place);
            }
        }
    }

    /// Sets numbers `from..from + out` of each cell of `y`, `[examples, cells, width]`.
    pub fn convolve(
        self,
        x: &SparseGrids,
        weight: &[f32],
        bias: &[f32],
        y: &mut [f32],
        width: usize,
        from: usize,
    ) {
        let laid = laid_out(weight, self, x.channels);
        let cells = x.side * x.side;
        simd(|| {
            for (example, y) in y.chunks_exact_mut(cells * width).enumerate() {
                for cell in y.chunks_exact_mut(width) {
                    cell[from..from + self.out].copy_from_slice(bias);
                }
                for &entry in x.of(example) {
                    self.reached(entry, x.side, |cell, place| {
                        let to = &mut y[cell * width + from..][..self.out];
                        for (sum, weight) in to.iter_mut().zip(&laid[place..place + self.out]) {
                            *sum += entry.value * weight;
                        }
                    });
                }
            }
        });
    }

    /// Adds the gradients of weights and bias. Grids themselves are given and have none.
    pub fn convolve_backward(
        self,
        x: &SparseGrids,
        d_y: &[f32],
        (width, from): (usize, usize),
        d_weight: &mut [f32],
        d_bias: &mut [f32],
    ) {
        let mut laid = vec![0.0; d_weight.len()];
        let cells = x.side * x.side;
        simd(|| {
            for (example, d_y) in d_y.chunks_exact(cells * width).enumerate() {
                for cell in d_y.chunks_exact(width) {
                    for (sum, d) in d_bias.iter_mut().zip(&cell[from..from + self.out]) {
                        *sum += d;
                    }
                }
                for &entry in x.of(example) {
                    self.reached(entry, x.side, |cell, place| {
                        let d = &d_y[cell * width + from..][..self.out];
                        for (sum, d) in laid[place..place + self.out].iter_mut().zip(d) {
                            *sum += entry.value * d;
                        }
                    });
                }
            }
        });
        each_place(self, x.channels, |original, place| d_weight[original] += laid[place]);
    }
}
