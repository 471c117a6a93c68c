//! The encoder of worlds.

use std::sync::Arc;

use crate::cpu::sparse_conv::SparseGrids;
use crate::cuda::driver::{Arg, Span};
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Backward, Tape, Var};
use crate::params::ParamId;

/// A kernel, its place among the results, and where its parameters are.
#[derive(Clone, Copy)]
pub(super) struct Placed {
    /// Its rows, and its columns.
    pub(super) size: usize,
    /// How many numbers it makes of a cell.
    pub(super) out: usize,
    /// Which of a cell's numbers is the first of these.
    pub(super) from: usize,
    weight: ParamId,
    pub(super) bias: ParamId,
}

impl Placed {
    /// Adds to the gradients of its parameters: `count` parts of that of its weights, each `[places, out]`, and its share of
    /// sums over all cells.
    pub(super) fn collect(
        self,
        back: &mut Backward<'_>,
        (parts, count): (Span, usize),
        places: usize,
        sums: Span,
    ) {
        let Self { out, from, .. } = self;
        let (d_weight, d_bias) = (back.of_param(self.weight), back.of_param(self.bias));
        let args = [
            Arg::Span(parts, count * places * out),
            Arg::Int(count),
            Arg::Int(places),
            Arg::Int(out),
            Arg::Span(d_weight, places * out),
        ];
        back.work.launch_elementwise("collect_kernel", places * out, &args);
        back.work.copy(sums.part(from, out), d_bias, out, WriteMode::Add);
    }
}

impl Tape<'_> {
    pub(super) fn sparse_conv(&mut self, grids: &Arc<SparseGrids>, kernels: &[(ParamId, ParamId)]) -> Var {
        let (side, channels, examples) = (grids.side, grids.channels, grids.len());
        let cells = side * side;
        let (placed, width) = self.side_by_side(kernels);
        let starts = self.work.upload(grids.starts());
        let words = grids.words();
        let count = words.len();
        let entries = self.work.upload(&words);
        let y = self.work.alloc(examples * cells * width);
        for kernel in &placed {
            let Placed { size, out, from, bias, .. } = *kernel;
            let places = channels * size * size;
            let laid = self.laid(kernel, places);
            let args = [
                Arg::Span(starts, examples + 1),
                Arg::Span(entries, count),
                Arg::Span(laid, places * out),
                Arg::Span(self.weights.get(bias), out),
                Arg::Span(y, examples * cells * width),
                Arg::Int(side),
                Arg::Int(size),
                Arg::Int(out),
                Arg::Int(width),
                Arg::Int(from),
            ];
            self.work.launch((Program::Simple, "convolve"), [examples, 1], [256, 1], 0, &args);
        }
        let y = self.keep(y);
        self.on_backward(move |back| {
            let Some(d_y) = back.take(y).filter(|_| examples > 0) else { return };
            let sums = back.work.zeros(width);
            back.work.add_column_sums(d_y, (examples * cells, width), sums, None);
            let per_chunk = examples.div_ceil(64).max(32);
            let chunks = examples.div_ceil(per_chunk);
            for kernel in placed {
                let Placed { size, out, from, .. } = kernel;
                let places = channels * size * size;
                let parts = back.work.alloc(chunks * places * out);
                let args = [
                    Arg::Span(starts, examples + 1),
                    Arg::Span(entries, count),
                    Arg::Span(d_y, examples * cells * width),
                    Arg::Span(parts, chunks * places * out),
                    Arg::Int(examples),
                    Arg::Int(per_chunk),
                    Arg::Int(side),
                    Arg::Int(size),
                    Arg::Int(out),
                    Arg::Int(width),
                    Arg::Int(from),
                ];
                let program = (Program::Simple, "convolve_backward");
                back.work.launch(program, [channels, chunks], [256, 1], 4 * size * size * out, &args);
                kernel.collect(back, (parts, chunks), places, sums);
            }
        });
        y
    }

    /// Kernels whose results stand side by side, and how many numbers these have together.
    pub(super) fn side_by_side(&self, kernels: &[(ParamId, ParamId)]) -> (Vec<Placed>, usize) {
        let (mut placed, mut width) = (Vec::new(), 0);
        for &(weight, bias) in kernels {
            let shape = &self.weights.params.slot(weight).shape;
            placed.push(Placed { size: shape[3], out: shape[0], from: width, weight, bias });
            width += shape[0];
        }
        (placed, width)
    }

    /// The weights of a kernel as `[places, out]`.
    pub(super) fn laid(&mut self, kernel: &Placed, places: usize) -> Span {
        let laid = self.work.alloc(places * kernel.out);
        let weight = self.weights.get(kernel.weight);
        self.lay_out(weight, [kernel.out, places], places, (laid, kernel.out), true);
        laid
    }

    /// Copies a matrix of rows and columns, `stride` numbers a row, into columns of rows of `to_width` numbers.
    pub(super) fn lay_out(
        &mut self,
        from: Span,
        [rows, columns]: [usize; 2],
        stride: usize,
        (to, to_width): (Span, usize),
        transposed: bool,
    ) {
        let reach = |rows: usize, columns: usize, stride: usize| (rows.max(1) - 1) * stride + columns;
        let (to_rows, to_columns) = if transposed { (columns, rows) } else { (rows, columns) };
        let args = [
            Arg::Span(from, reach(rows, columns, stride)),
            Arg::Int(rows),
            Arg::Int(columns),
            Arg::Int(stride),
            Arg::Span(to, reach(to_rows, to_columns, to_width)),
            Arg::Int(to_width),
            Arg::Int(usize::from(transposed)),
        ];
        self.work.launch_elementwise("lay_out", rows * columns, &args);
    }
}
