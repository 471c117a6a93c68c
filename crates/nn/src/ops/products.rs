//! Many products of small matrices.

use crate::cpu::matrix::{Into, Matrix, product};
use crate::graph::Products;
use crate::tape::{Tape, Var};

impl Products {
    fn left<'m>(&self, data: &'m [f32]) -> Matrix<'m> {
        stored(data, self.rows, self.inner, self.left_transposed)
    }

    fn right<'m>(&self, data: &'m [f32]) -> Matrix<'m> {
        stored(data, self.inner, self.columns, self.right_transposed)
    }
}

/// A matrix of so many rows and columns, stored as it is or with rows and columns exchanged.
fn stored(data: &[f32], rows: usize, columns: usize, transposed: bool) -> Matrix<'_> {
    match transposed {
        false => Matrix::of(data, columns),
        true => Matrix::of(data, rows).transposed(),
    }
}

impl Tape<'_> {
    pub(super) fn products(&mut self, left: Var, right: Var, shape: Products) -> Var {
        let Products { count, rows, inner, columns, .. } = shape;
        let sizes = [rows * inner, inner * columns, rows * columns].map(|size| size.max(1));
        let mut out = vec![0.0; count * rows * columns];
        let pairs = self.get(left).chunks_exact(sizes[0]).zip(self.get(right).chunks_exact(sizes[1]));
        for ((left, right), out) in pairs.zip(out.chunks_exact_mut(sizes[2])) {
            product((rows, columns, inner), shape.left(left), shape.right(right), out, columns, Into::Set);
        }
        let out = self.push(out);
        self.on_the_way_back(move |back| {
            let d_out = back.take(out);
            let rights = back.value(right).to_vec();
            let (lefts, d_left) = back.add_to(left);
            let lefts = lefts.to_vec();
            let ds = || d_out.chunks_exact(sizes[2]).map(|d| Matrix::of(d, columns));
            for ((d, right), sum) in
                ds().zip(rights.chunks_exact(sizes[1])).zip(d_left.chunks_exact_mut(sizes[0]))
            {
                let right = shape.right(right).transposed();
                match shape.left_transposed {
                    false => product((rows, inner, columns), d, right, sum, inner, Into::Add),
                    true => {
                        let (d, right) = (d.transposed(), right.transposed());
                        product((inner, rows, columns), right, d, sum, rows, Into::Add);
                    }
                }
            }
            let (_, d_right) = back.add_to(right);
            for ((d, left), sum) in
                ds().zip(lefts.chunks_exact(sizes[0])).zip(d_right.chunks_exact_mut(sizes[1]))
            {
                let left = shape.left(left).transposed();
                match shape.right_transposed {
                    false => product((inner, columns, rows), left, d, sum, columns, Into::Add),
                    true => {
                        let (d, left) = (d.transposed(), left.transposed());
                        product((columns, inner, rows), d, left, sum, inner, Into::Add);
                    }
                }
            }
        });
        out
    }
}
