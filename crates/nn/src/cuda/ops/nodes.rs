//! Vectors at cells of grids.

use std::sync::Arc;

use crate::cpu::node_conv::Places;
use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::lists::sorted;
use crate::cuda::matrix::Into;
use crate::cuda::tape::{Back, Tape, Var};
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

/// A kernel, its place among the results, its parameters, and its weights as `[depth, offsets, out]`.
#[derive(Clone, Copy)]
struct Placed {
    size: usize,
    out: usize,
    from: usize,
    weight: ParamId,
    bias: ParamId,
    laid: Span,
}

impl Placed {
    /// How many numbers it makes of a vector.
    fn made(&self) -> usize {
        self.size * self.size * self.out
    }
}

impl Tape<'_> {
    pub(super) fn node_conv(&mut self, x: Var, places: &Arc<Places>, kernels: &[(ParamId, ParamId)]) -> Var {
        let Places { side, grids, ref cells } = **places;
        let (count, area, from) = (cells.len(), side * side, self.span(x));
        let (mut placed, mut width, mut depth) = (Vec::new(), 0, 0);
        for &(weight, bias) in kernels {
            let shape = &self.weights.params.slot(weight).shape;
            let (size, out, places) = (shape[3], shape[0], shape[1] * shape[2] * shape[3]);
            depth = shape[1];
            let laid = self.work.room(places * out);
            self.lay_out(self.weights.get(weight), [out, places], places, (laid, out), true);
            placed.push(Placed { size, out, from: width, weight, bias, laid });
            width += out;
        }
        if from.len != count * depth {
            self.work.fail(Error::Size { kernel: "node_conv", needed: count * depth, found: from.len });
        }
        let of_grid: Vec<u32> = cells.iter().map(|&cell| cell / area.max(1) as u32).collect();
        let (order, starts) = sorted(&of_grid, grids);
        let inside = order.len();
        let [cells, order, starts] = [cells, &order, &starts].map(|list| self.work.upload(list));
        let y = self.work.room(grids * area * width);
        // What each vector gives at each offset; the next kernel may have the room once this one is done with it.
        let most = placed.iter().map(Placed::made).max().unwrap_or(0);
        let given = self.work.room(count * most);
        for kernel in &placed {
            let made = kernel.made();
            let (x, weight) = (Matrix::of(from, depth), Matrix::of(kernel.laid, made));
            self.work.product((count, made, depth), x, weight, (given, made), Into::Set);
            let args = [
                Arg::Span(starts, grids + 1),
                Arg::Span(order, inside),
                Arg::Span(cells, count),
                Arg::Span(given, count * made),
                Arg::Span(self.weights.get(kernel.bias), kernel.out),
                Arg::Span(y, grids * area * width),
                Arg::Int(grids),
                Arg::Int(side),
                Arg::Int(kernel.size),
                Arg::Int(kernel.out),
                Arg::Int(width),
                Arg::Int(kernel.from),
            ];
            self.work.each("gather_nodes", grids * area * kernel.out, &args);
        }
        let nodes = Nodes { x, count, depth, grids, side, cells, width };
        let y = self.keep(y);
        self.on_the_way_back(move |back| {
            if let Some(d_y) = back.take(y) {
                nodes.back(back, &placed, most, d_y);
            }
        });
        y
    }
}

impl Nodes {
    fn back(self, back: &mut Back<'_>, placed: &[Placed], most: usize, d_y: Span) {
        let Self { x, count, depth, grids, side, cells, width } = self;
        let all = grids * side * side;
        let sums = back.work.zeros(width);
        back.work.add_column_sums(d_y, (all, width), sums, None);
        let d_given = back.work.room(count * most);
        for &kernel in placed {
            let Placed { size, out, from, weight, bias, laid } = kernel;
            let made = kernel.made();
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
            back.work.each("spread_nodes", count * made, &args);
            let d = Matrix::of(d_given, made);
            let (d_x, into) = back.add_to(x);
            back.work.product(
                (count, depth, made),
                d,
                Matrix::of(laid, made).transposed(),
                (d_x, depth),
                into,
            );
            let vectors = Matrix::of(back.value(x), depth).transposed();
            let d_laid = back.work.room(depth * made);
            back.work.product((depth, made, count), vectors, d, (d_laid, made), Into::Set);
            let (d_weight, d_bias) = (back.of_param(weight), back.of_param(bias));
            let args = [
                Arg::Span(d_laid, depth * made),
                Arg::Int(1),
                Arg::Int(depth * size * size),
                Arg::Int(out),
                Arg::Span(d_weight, depth * made),
            ];
            back.work.each("collect_kernel", depth * made, &args);
            back.work.copy(sums.part(from, out), d_bias, out, Into::Add);
        }
    }
}
