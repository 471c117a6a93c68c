//! Batched matrix multiplication.

use crate::cpu::matrix::{Matrix, WriteMode, matmul};
use crate::graph::BmmShape;
use crate::tape::{Tape, Var};

impl BmmShape {
    fn left<'m>(&self, data: &'m [f32]) -> Matrix<'m> {
        stored(data, self.rows, self.inner, self.left_transposed)
    }

    fn right<'m>(&self, data: &'m [f32]) -> Matrix<'m> {
        stored(data, self.inner, self.columns, self.right_transposed)
    }
}

/// A matrix of `rows` and `columns`, stored as it is or transposed.
fn stored(data: &[f32], rows: usize, columns: usize, transposed: bool) -> Matrix<'_> {
    match transposed {
        false => Matrix::of(data, columns),
        true => Matrix::of(data, rows).transposed(),
    }
}

impl Tape<'_> {
    pub(super) fn bmm(&mut self, left: Var, right: Var, shape: BmmShape) -> Var {
        let BmmShape { count, rows, inner, columns, .. } = shape;
        let sizes = [rows * inner, inner * columns, rows * columns].map(|size| size.max(1));
        let mut out = vec![0.0; count * rows * columns];
        let pairs = self.get(left).chunks_exact(sizes[0]).zip(self.get(right).chunks_exact(sizes[1]));
        for ((left, right), out) in pairs.zip(out.chunks_exact_mut(sizes[2])) {
            matmul(
                (rows, columns, inner),
                shape.left(left),
                shape.right(right),
                out,
                columns,
                WriteMode::Set,
            );
        }
        let out = self.push(out);
        self.on_backward(move |back| {
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
                    false => matmul((rows, inner, columns), d, right, sum, inner, WriteMode::Add),
                    true => {
                        let (d, right) = (d.transposed(), right.transposed());
                        matmul((inner, rows, columns), right, d, sum, rows, WriteMode::Add);
                    }
                }
            }
            let (_, d_right) = back.add_to(right);
            for ((d, left), sum) in
                ds().zip(lefts.chunks_exact(sizes[0])).zip(d_right.chunks_exact_mut(sizes[1]))
            {
                let left = shape.left(left).transposed();
                match shape.right_transposed {
                    false => matmul((inner, columns, rows), left, d, sum, columns, WriteMode::Add),
                    true => {
                        let (d, left) = (d.transposed(), left.transposed());
                        matmul((columns, inner, rows), d, left, sum, inner, WriteMode::Add);
                    }
                }
            }
        });
        out
    }
}
