//! Products of matrices by cuBLAS.

use cudarc::cublas::result::{sgemm, sgemm_strided_batched};
use cudarc::cublas::sys::cublasOperation_t as Operation;

use super::{Driver, Span, on};
use crate::cuda::error::Error;

/// A matrix in row-major order: rows are `stride` apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    /// Its numbers.
    pub(crate) span: Span,
    /// How far apart its rows are.
    pub(crate) stride: usize,
    /// Whether rows and columns are exchanged.
    pub(crate) transposed: bool,
}

/// As many products are made at a time.
const TOGETHER: usize = 1 << 15;

static ONE: f32 = 1.0;

impl Matrix {
    /// Whether so many rows and columns lie within its numbers.
    fn holds(self, rows: usize, columns: usize) -> Result<Self, Error> {
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let needed = (rows - 1) * self.stride + columns;
        match self.stride >= columns && self.span.len >= needed {
            true => Ok(self),
            false => Err(Error::Size { kernel: "a product", needed, found: self.span.len }),
        }
    }

    fn operation(self) -> Operation {
        if self.transposed { Operation::CUBLAS_OP_T } else { Operation::CUBLAS_OP_N }
    }
}

fn int(number: usize) -> Result<i32, Error> {
    i32::try_from(number).map_err(|_| Error::TooLarge("a product"))
}

impl Driver {
    /// `out = left · right` (or `out += …`) with `m` rows, `n` columns and sums of `k` products, none of which is zero; rows
    /// of `out` are `width` apart.
    #[expect(unsafe_code, reason = "cuBLAS takes pointers; every bound is checked before")]
    pub(crate) fn product(
        &self,
        (m, n, k): (usize, usize, usize),
        left: Matrix,
        right: Matrix,
        (out, width): (Span, usize),
        add: bool,
    ) -> Result<(), Error> {
        left.holds(m, k)?;
        right.holds(k, n)?;
        Matrix::of(out, width).holds(m, n)?;
        let beta = if add { 1.0 } else { 0.0 };
        self.context.bind_to_thread().map_err(on("multiply matrices"))?;
        // cuBLAS has columns where we have rows, so it makes the transposed product of exchanged operands.
        // SAFETY: all that is touched lies within the spans, as checked above, and these within chunks that are held. The
        // factors are on this stack, from where cuBLAS reads them before it returns.
        unsafe {
            sgemm(
                *self.blas.handle(),
                right.operation(),
                left.operation(),
                int(n)?,
                int(m)?,
                int(k)?,
                &raw const ONE,
                right.span.at as *const f32,
                int(right.stride)?,
                left.span.at as *const f32,
                int(left.stride)?,
                &raw const beta,
                out.at as *mut f32,
                int(width)?,
            )
        }?;
        Ok(())
    }

    /// The same for `count` matrices which, as the results, are stored one after another.
    pub(crate) fn products(
        &self,
        count: usize,
        (m, n, k): (usize, usize, usize),
        [left, right]: [Matrix; 2],
        out: Span,
        add: bool,
    ) -> Result<(), Error> {
        for first in (0..count).step_by(TOGETHER) {
            let some = TOGETHER.min(count - first);
            let part = |span: Span, size: usize| match span.len >= (first + some) * size {
                true => Ok(span.part(first * size, some * size)),
                false => Err(Error::Size { kernel: "products", needed: count * size, found: span.len }),
            };
            let pair = [
                Matrix { span: part(left.span, m * k)?, ..left },
                Matrix { span: part(right.span, k * n)?, ..right },
            ];
            self.some_products(some, (m, n, k), pair, part(out, m * n)?, add)?;
        }
        Ok(())
    }

    #[expect(unsafe_code, reason = "cuBLAS takes pointers; every bound is checked before")]
    fn some_products(
        &self,
        count: usize,
        (m, n, k): (usize, usize, usize),
        [left, right]: [Matrix; 2],
        out: Span,
        add: bool,
    ) -> Result<(), Error> {
        let one_of = |matrix: Matrix, size: usize| Matrix { span: matrix.span.part(0, size), ..matrix };
        one_of(left, m * k).holds(m, k)?;
        one_of(right, k * n).holds(k, n)?;
        let beta = if add { 1.0 } else { 0.0 };
        self.context.bind_to_thread().map_err(on("multiply matrices"))?;
        // SAFETY: each matrix lies within its part of a span, as the first was found to, and the spans are `count` times as
        // long; for the rest see `product`.
        unsafe {
            sgemm_strided_batched(
                *self.blas.handle(),
                right.operation(),
                left.operation(),
                int(n)?,
                int(m)?,
                int(k)?,
                &raw const ONE,
                right.span.at as *const f32,
                int(right.stride)?,
                (k * n) as i64,
                left.span.at as *const f32,
                int(left.stride)?,
                (m * k) as i64,
                &raw const beta,
                out.at as *mut f32,
                int(n)?,
                (m * n) as i64,
                int(count)?,
            )
        }?;
        Ok(())
    }
}
