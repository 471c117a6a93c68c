//! Products of matrices.

use gemm_common::Parallelism;
use gemm_f32::gemm::f32::get_gemm_fn;

/// A matrix in a slice: element (row, column) is at `row * rows + column * columns`.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
}

impl<'a> Matrix<'a> {
    /// Rows of `width` numbers each, one after another.
    pub fn of(data: &'a [f32], width: usize) -> Self {
        Self { data, rows: width, columns: 1 }
    }

    /// The transposed matrix.
    pub fn transposed(self) -> Self {
        Self { data: self.data, rows: self.columns, columns: self.rows }
    }

    /// The matrix from this column on.
    pub fn columns_from(self, column: usize) -> Self {
        Self { data: &self.data[column * self.columns..], ..self }
    }

    fn reach(&self, rows: usize, columns: usize) -> usize {
        (rows - 1) * self.rows + (columns - 1) * self.columns + 1
    }
}

/// What happens to the old content of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteMode {
    /// It is replaced.
    Set,
    /// The product is added to it.
    Add,
}

/// `out = left · right` (or `out += …`) with `m` rows, `n` columns and sums of `k` products; rows of `out` are `width`
/// apart.
///
/// # Panics
/// If a slice is too short: that is a mistake in the program.
#[expect(unsafe_code, reason = "the kernel takes pointers; every bound is checked before")]
pub fn matmul(
    (m, n, k): (usize, usize, usize),
    left: Matrix<'_>,
    right: Matrix<'_>,
    out: &mut [f32],
    width: usize,
    mode: WriteMode,
) {
    if m == 0 || n == 0 {
        return;
    }
    assert!(width >= n && out.len() >= (m - 1) * width + n, "the result does not fit");
    if k > 0 {
        assert!(left.data.len() >= left.reach(m, k), "the left matrix is too small");
        assert!(right.data.len() >= right.reach(k, n), "the right matrix is too small");
    }
    let stride = |number: usize| number as isize;
    // The kernel prefers results whose columns are one piece of memory. Ours are rows, so it makes the transposed product:
    // the operands are exchanged, and rows and columns everywhere.
    // SAFETY: every element that the kernel reads or writes lies within its slice, as asserted above: the last one that
    // is touched has the largest offset, because strides are not negative. `out` is borrowed mutably, so it overlaps
    // with neither operand.
    unsafe {
        get_gemm_fn()(
            n,
            m,
            k,
            out.as_mut_ptr(),
            stride(width),
            1,
            mode == WriteMode::Add,
            right.data.as_ptr(),
            stride(right.rows),
            stride(right.columns),
            left.data.as_ptr(),
            stride(left.rows),
            stride(left.columns),
            1.0,
            1.0,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

/// Adds each column's sum to `sums`.
pub fn add_column_sums(data: &[f32], sums: &mut [f32]) {
    super::math::simd(|| {
        for row in data.chunks_exact(sums.len()) {
            for (sum, value) in sums.iter_mut().zip(row) {
                *sum += value;
            }
        }
    });
}

/// `out[row] = x[row] · weightᵀ + bias`, with the weight as rows of `x`'s width.
pub fn linear(x: &[f32], weight: &[f32], bias: Option<&[f32]>, width: usize, out: &mut [f32]) {
    let out_width = weight.len() / width;
    let rows = x.len() / width;
    if let Some(bias) = bias {
        out.chunks_exact_mut(out_width).for_each(|row| row.copy_from_slice(bias));
    }
    let mode = if bias.is_some() { WriteMode::Add } else { WriteMode::Set };
    matmul(
        (rows, out_width, width),
        Matrix::of(x, width),
        Matrix::of(weight, width).transposed(),
        out,
        out_width,
        mode,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_sums_of_products() {
        let (m, n, k) = (5, 7, 11);
        let number = |i: usize| ((i * 7919 % 31) as f32 - 15.0) / 8.0;
        let a: Vec<f32> = (0..m * k).map(number).collect();
        let b: Vec<f32> = (0..n * k).map(|i| number(i + 3)).collect();
        let mut out = vec![1.0; m * 9];
        matmul((m, n, k), Matrix::of(&a, k), Matrix::of(&b, k).transposed(), &mut out, 9, WriteMode::Add);
        for row in 0..m {
            for column in 0..n {
                let sum: f32 = (0..k).map(|i| a[row * k + i] * b[column * k + i]).sum();
                assert!((out[row * 9 + column] - sum - 1.0).abs() < 1e-4);
            }
            assert_eq!(out[row * 9 + n..row * 9 + 9], [1.0, 1.0], "what is not asked for stays");
        }
    }

    #[test]
    #[should_panic(expected = "too small")]
    fn short_slices_are_mistakes() {
        matmul(
            (2, 2, 2),
            Matrix::of(&[0.0; 3], 2),
            Matrix::of(&[0.0; 4], 2),
            &mut [0.0; 4],
            2,
            WriteMode::Set,
        );
    }
}
