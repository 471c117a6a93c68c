//! Vectors at cells of grids.

use std::sync::Arc;

use super::sparse_conv::Placed;
use crate::cpu::node_conv::NodeCells;
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::tape::{Backward, Tape, Var};
use crate::cuda::upload_cache::sorted;
use crate::params::ParamId;

/// Vectors, their grids, and where all this is on the device.
#[derive(Clone, Copy)]
struct Nodes {
    x: Var,
    /// How many there are, and how many numbers each has.
    count: usize,
    depth: usize,
    grids: usize,
    side: usize,
    cells: Span,
    /// Numbers of a cell of the result.
    width: usize,
}

/// A kernel, and its weights as `[depth, offsets, out]`.
#[derive(Clone, Copy)]
struct PaddedWeights {
    kernel: Placed,
    weights: Span,
}

impl PaddedWeights {
    /// How many numbers it makes of a vector.
    fn made(&self) -> usize {
        self.kernel.size * self.kernel.size * self.kernel.out
    }
}

impl Tape<'_> {
    pub(super) fn node_conv(
        &mut self,
        x: Var,
        places: &Arc<NodeCells>,
        kernels: &[(ParamId, ParamId)],
    ) -> Var {
        let NodeCells { side, grids, ref cells } = **places;
        let (count, area, from) = (cells.len(), side * side, self.span(x));
        let depth = kernels.first().map_or(0, |&(weight, _)| self.weights.params.slot(weight).shape[1]);
        let (placed, width) = self.side_by_side(kernels);
        let lay = |kernel: Placed| {
            let weights = self.laid(&kernel, depth * kernel.size * kernel.size);
            PaddedWeights { kernel, weights }
        };
        let laid: Vec<PaddedWeights> = placed.into_iter().map(lay).collect();
        if from.len != count * depth {
            self.work.fail(Error::Size { kernel: "node_conv", needed: count * depth, found: from.len });
        }
        let of_grid: Vec<u32> = cells.iter().map(|&cell| cell / area.max(1) as u32).collect();
        let (order, starts) = sorted(&of_grid, grids);
        let inside = order.len();
        let [cells, order, starts] = [cells, &order, &starts].map(|list| self.work.upload(list));
        let y = self.work.alloc(grids * area * width);
        // What each vector gives at each offset; the next kernel may have the room once this one is done with it.
        let most = laid.iter().map(PaddedWeights::made).max().unwrap_or(0);
        let given = self.work.alloc(count * most);
        for laid in &laid {
            let (made, Placed { size, out, from: first, bias, .. }) = (laid.made(), laid.kernel);
            let (x, weight) = (Matrix::of(from, depth), Matrix::of(laid.weights, made));
            self.work.matmul((count, made, depth), x, weight, (given, made), WriteMode::Set);
            let args = [
                Arg::Span(starts, grids + 1),
                Arg::Span(order, inside),
                Arg::Span(cells, count),
                Arg::Span(given, count * made),
                Arg::Span(self.weights.get(bias), out),
                Arg::Span(y, grids * area * width),
                Arg::Int(grids),
                Arg::Int(side),
                Arg::Int(size),
                Arg::Int(out),
                Arg::Int(width),
                Arg::Int(first),
            ];
            self.work.launch_elementwise("gather_nodes", grids * area * out, &args);
        }
        let nodes = Nodes { x, count, depth, grids, side, cells, width };
        let y = self.keep(y);
        self.on_backward(move |back| {
            if let Some(d_y) = back.take(y) {
                nodes.backward(back, &laid, most, d_y);
            }
        });
        y
    }
}

impl Nodes {
    fn backward(self, back: &mut Backward<'_>, laid: &[PaddedWeights], most: usize, d_y: Span) {
        let Self { x, count, depth, grids, side, cells, width } = self;
        let all = grids * side * side;
        let sums = back.work.zeros(width);
        back.work.add_column_sums(d_y, (all, width), sums, None);
        let d_given = back.work.alloc(count * most);
        for laid in laid {
            let (made, Placed { size, out, from, .. }) = (laid.made(), laid.kernel);
            let args = [
                Arg::Span(cells, count),
                Arg::Span(d_y, all * width),
                Arg::Span(d_given, count * made),
                Arg::Int(count),
                Arg::Int(grids),
                Arg::Int(side),
                Arg::Int(size),
                Arg::Int(out),
                Arg::Int(width),
                Arg::Int(from),
            ];
            back.work.launch_elementwise("spread_nodes", count * made, &args);
            let d = Matrix::of(d_given, made);
            let (d_x, mode) = back.add_to(x);
            back.work.matmul(
                (count, depth, made),
                d,
                Matrix::of(laid.weights, made).transposed(),
                (d_x, depth),
                mode,
            );
            let vectors = Matrix::of(back.value(x), depth).transposed();
            let d_laid = back.work.alloc(depth * made);
            back.work.matmul((depth, made, count), vectors, d, (d_laid, made), WriteMode::Set);
            laid.kernel.collect(back, (d_laid, 1), depth * size * size, sums);
        }
    }
}
