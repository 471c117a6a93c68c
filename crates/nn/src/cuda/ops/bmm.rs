//! Batched matrix multiplication.

use crate::cuda::driver::{Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::tape::{Tape, Var};
use crate::graph::BmmShape;

impl BmmShape {
    fn left_on_device(&self, span: Span) -> Matrix {
        stored(span, self.rows, self.inner, self.left_transposed)
    }

    fn right_on_device(&self, span: Span) -> Matrix {
        stored(span, self.inner, self.columns, self.right_transposed)
    }
}

/// Matrices of `rows` and `columns`, stored as they are or transposed.
fn stored(span: Span, rows: usize, columns: usize, transposed: bool) -> Matrix {
    match transposed {
        false => Matrix::of(span, columns),
        true => Matrix::of(span, rows).transposed(),
    }
}

impl Tape<'_> {
    pub(super) fn bmm(&mut self, left: Var, right: Var, shape: BmmShape) -> Var {
        let BmmShape { count, rows, inner, columns, .. } = shape;
        let (lefts, rights) = (self.span(left), self.span(right));
        for (span, needed) in [(lefts, count * rows * inner), (rights, count * inner * columns)] {
            if span.len != needed {
                self.work.fail(Error::Size { kernel: "bmm", needed, found: span.len });
            }
        }
        let to = self.work.alloc(count * rows * columns);
        let pair = [shape.left_on_device(lefts), shape.right_on_device(rights)];
        self.work.bmm(count, (rows, columns, inner), pair, to, WriteMode::Set);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d = Matrix::of(d_out, columns);
            let [lefts, rights] = pair.map(Matrix::transposed);
            // The gradients of what is stored transposed are the transposed products.
            let (d_left, mode) = back.add_to(left);
            match shape.left_transposed {
                false => back.work.bmm(count, (rows, inner, columns), [d, rights], d_left, mode),
                true => {
                    let pair = [rights, d].map(Matrix::transposed);
                    back.work.bmm(count, (inner, rows, columns), pair, d_left, mode);
                }
            }
            let (d_right, mode) = back.add_to(right);
            match shape.right_transposed {
                false => back.work.bmm(count, (inner, columns, rows), [lefts, d], d_right, mode),
                true => {
                    let pair = [d, lefts].map(Matrix::transposed);
                    back.work.bmm(count, (columns, inner, rows), pair, d_right, mode);
                }
            }
        });
        out
    }
}
