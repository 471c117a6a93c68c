//! Many products of small matrices.

use crate::cuda::driver::{Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::Into;
use crate::cuda::tape::{Tape, Var};
use crate::graph::Products;

impl Products {
    fn left_on_device(&self, span: Span) -> Matrix {
        stored(span, self.rows, self.inner, self.left_transposed)
    }

    fn right_on_device(&self, span: Span) -> Matrix {
        stored(span, self.inner, self.columns, self.right_transposed)
    }
}

/// Matrices of so many rows and columns, stored as they are or with rows and columns exchanged.
fn stored(span: Span, rows: usize, columns: usize, transposed: bool) -> Matrix {
    match transposed {
        false => Matrix::of(span, columns),
        true => Matrix::of(span, rows).transposed(),
    }
}

impl Tape<'_> {
    pub(super) fn products(&mut self, left: Var, right: Var, shape: Products) -> Var {
        let Products { count, rows, inner, columns, .. } = shape;
        let (lefts, rights) = (self.span(left), self.span(right));
        for (span, needed) in [(lefts, count * rows * inner), (rights, count * inner * columns)] {
            if span.len != needed {
                self.work.fail(Error::Size { kernel: "products", needed, found: span.len });
            }
        }
        let to = self.work.room(count * rows * columns);
        let pair = [shape.left_on_device(lefts), shape.right_on_device(rights)];
        self.work.products(count, (rows, columns, inner), pair, to, Into::Set);
        let out = self.keep(to);
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d = Matrix::of(d_out, columns);
            let [lefts, rights] = pair.map(Matrix::transposed);
            // The gradients of what is stored transposed are the transposed products.
            let (d_left, into) = back.add_to(left);
            match shape.left_transposed {
                false => back.work.products(count, (rows, inner, columns), [d, rights], d_left, into),
                true => {
                    let pair = [rights, d].map(Matrix::transposed);
                    back.work.products(count, (inner, rows, columns), pair, d_left, into);
                }
            }
            let (d_right, into) = back.add_to(right);
            match shape.right_transposed {
                false => back.work.products(count, (inner, columns, rows), [lefts, d], d_right, into),
                true => {
                    let pair = [d, lefts].map(Matrix::transposed);
                    back.work.products(count, (columns, inner, rows), pair, d_right, into);
                }
            }
        });
        out
    }
}
