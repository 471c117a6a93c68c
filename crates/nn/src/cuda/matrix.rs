//! Products of matrices and sums of columns.

use super::driver::{Arg, Matrix, Span};
use super::programs::Program;
use super::work::Work;

/// What happens to the old content of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WriteMode {
    /// It is replaced.
    Set,
    /// The result is added to it.
    Add,
}

impl From<WriteMode> for Arg {
    fn from(mode: WriteMode) -> Self {
        Self::Int(usize::from(mode == WriteMode::Add))
    }
}

impl Matrix {
    /// Rows of `width` numbers each, one after another.
    pub(crate) fn of(span: Span, width: usize) -> Self {
        Self { span, stride: width, transposed: false }
    }

    pub(crate) fn transposed(self) -> Self {
        Self { transposed: !self.transposed, ..self }
    }

    /// The matrix from this column on; it must not be transposed.
    pub(crate) fn columns_from(self, column: usize) -> Self {
        let start = column.min(self.span.len);
        Self { span: self.span.part(start, self.span.len - start), ..self }
    }
}

impl Work<'_> {
    /// `out = left · right` (or `out += …`) with `m` rows, `n` columns and sums of `k` products; rows of `out` are `width`
    /// apart.
    pub(crate) fn matmul(
        &mut self,
        (m, n, k): (usize, usize, usize),
        left: Matrix,
        right: Matrix,
        (out, width): (Span, usize),
        mode: WriteMode,
    ) {
        if m == 0 || n == 0 {
            return;
        }
        if k == 0 {
            if mode == WriteMode::Set {
                self.clear(out);
            }
            return;
        }
        self.attempt(|device| {
            device.driver.matmul((m, n, k), left, right, (out, width), mode == WriteMode::Add)
        });
    }

    /// Batched [`matmul`](Self::matmul): `count` matrices, stored one after another.
    pub(crate) fn bmm(
        &mut self,
        count: usize,
        (m, n, k): (usize, usize, usize),
        pair: [Matrix; 2],
        out: Span,
        mode: WriteMode,
    ) {
        if m == 0 || n == 0 {
            return;
        }
        if k == 0 {
            if mode == WriteMode::Set {
                self.clear(out);
            }
            return;
        }
        if count == 1 {
            let [left, right] = pair;
            return self.matmul((m, n, k), left, right, (out, n), mode);
        }
        self.attempt(|device| device.driver.bmm(count, (m, n, k), pair, out, mode == WriteMode::Add));
    }

    /// Adds each column's sum to `sums`, and to `other` too if it is there; always in the same order.
    pub(crate) fn add_column_sums(
        &mut self,
        x: Span,
        (rows, width): (usize, usize),
        sums: Span,
        other: Option<Span>,
    ) {
        self.add_columns([Some(x), None], (rows, width), [Some(sums), other]);
    }

    /// Adds the sum of each column of the products of two matrices' numbers to `sums`.
    pub(crate) fn add_column_products(&mut self, pair: [Span; 2], (rows, width): (usize, usize), sums: Span) {
        self.add_columns(pair.map(Some), (rows, width), [Some(sums), None]);
    }

    fn add_columns(&mut self, of: [Option<Span>; 2], (rows, width): (usize, usize), to: [Option<Span>; 2]) {
        if rows == 0 || width == 0 {
            return;
        }
        let chunks = rows.div_ceil(128).min(256);
        if chunks == 1 {
            self.sum_chunks(of, (rows, width, rows), to, WriteMode::Add);
        } else {
            let per_chunk = rows.div_ceil(chunks);
            let chunks = rows.div_ceil(per_chunk);
            let parts = Some(self.alloc(chunks * width));
            self.sum_chunks(of, (rows, width, per_chunk), [parts, None], WriteMode::Set);
            self.sum_chunks([parts, None], (chunks, width, chunks), to, WriteMode::Add);
        }
    }

    fn sum_chunks(
        &mut self,
        [x, with]: [Option<Span>; 2],
        (rows, width, per_chunk): (usize, usize, usize),
        [out, other]: [Option<Span>; 2],
        mode: WriteMode,
    ) {
        let chunks = rows.div_ceil(per_chunk);
        let args = [
            Arg::Maybe(x, rows * width),
            Arg::Maybe(with, rows * width),
            Arg::Int(rows),
            Arg::Int(width),
            Arg::Int(per_chunk),
            Arg::Maybe(out, chunks * width),
            Arg::Maybe(other, chunks * width),
            mode.into(),
        ];
        self.launch((Program::Simple, "column_sums"), [width.div_ceil(32), chunks], [32, 8], 0, &args);
    }
}
