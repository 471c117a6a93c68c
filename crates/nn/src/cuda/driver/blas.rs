//! Products of matrices by cuBLAS.

use cudarc::cublas::result::{sgemm, sgemm_strided_batched as sgemms};
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
    /// Whether a matrix of `rows` and `columns` lies within the span.
    fn holds(self, rows: usize, columns: usize) -> Result<(), Error> {
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        let needed = (rows - 1) * self.stride + columns;
        match self.stride >= columns && self.span.len >= needed {
            true => Ok(()),
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
    pub(crate) fn matmul(
        &self,
        sizes: (usize, usize, usize),
        left: Matrix,
        right: Matrix,
        (out, width): (Span, usize),
        add: bool,
    ) -> Result<(), Error> {
        self.multiply(None, sizes, [left, right], Matrix::of(out, width), add)
    }

    /// The same for `count` matrices which, as the results, are stored one after another.
    pub(crate) fn bmm(
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
                false => Err(Error::Size { kernel: "bmm", needed: count * size, found: span.len }),
            };
            let pair = [
                Matrix { span: part(left.span, m * k)?, ..left },
                Matrix { span: part(right.span, k * n)?, ..right },
            ];
            self.multiply(Some(some), (m, n, k), pair, Matrix::of(part(out, m * n)?, n), add)?;
        }
        Ok(())
    }

    /// One product, or `count` products of matrices that are stored one after another without gaps.
    #[expect(unsafe_code, reason = "cuBLAS takes pointers; every bound is checked before")]
    fn multiply(
        &self,
        count: Option<usize>,
        (m, n, k): (usize, usize, usize),
        [left, right]: [Matrix; 2],
        out: Matrix,
        add: bool,
    ) -> Result<(), Error> {
        let holds = |matrix: Matrix, rows: usize, columns: usize| match count {
            None => matrix.holds(rows, columns),
            Some(_) => Matrix { span: matrix.span.part(0, rows * columns), ..matrix }.holds(rows, columns),
        };
        holds(left, m, k)?;
        holds(right, k, n)?;
        holds(out, m, n)?;
        // cuBLAS has columns where we have rows, so it makes the transposed product of exchanged operands.
        // Names are those of BLAS: how an operand is read, how far apart its rows are, how far apart operands are.
        let (blas, ta, tb) = (*self.blas.handle(), right.operation(), left.operation());
        let (a, b, c) = (right.span.at as *const f32, left.span.at as *const f32, out.span.at as *mut f32);
        let (lda, ldb, ldc) = (int(right.stride)?, int(left.stride)?, int(out.stride)?);
        let (sa, sb, sc) = ((k * n) as i64, (m * k) as i64, (m * n) as i64);
        let (m, n, k, count) = (int(m)?, int(n)?, int(k)?, count.map(int).transpose()?);
        let beta = if add { 1.0 } else { 0.0 };
        let (one, beta) = (&raw const ONE, &raw const beta);
        self.context.bind_to_thread().map_err(on("multiply matrices"))?;
        // SAFETY: all that is touched lies within the spans, as checked above, and these within chunks that are held; of
        // many matrices each lies within its part, as the first was found to, and the spans are `count` times as long. The
        // factors are on this stack, from where cuBLAS reads them before it returns.
        unsafe {
            match count {
                None => sgemm(blas, ta, tb, n, m, k, one, a, lda, b, ldb, beta, c, ldc),
                Some(times) => {
                    sgemms(blas, ta, tb, n, m, k, one, a, lda, sa, b, ldb, sb, beta, c, ldc, sc, times)
                }
            }
        }?;
        Ok(())
    }
}
