//! Linear layers and tables of embeddings.

use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::params::ParamId;

/// Stands for "no padding row" in kernels.
const NOTHING: u32 = u32::MAX;

impl Tape<'_> {
    pub(super) fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var {
        let numbers = self.weights.get(table);
        let width = self.weights.params.slot(table).shape[1];
        let (rows, count) = (ids.len(), numbers.len / width.max(1));
        if let Some(&number) = ids.iter().find(|&&id| id as usize >= count) {
            self.work.fail(Error::Range { what: "row", number, count });
        }
        let ids = self.work.upload(&ids);
        let out = self.work.alloc(rows * width);
        let args = [
            Arg::Span(ids, rows),
            Arg::Span(numbers, count * width),
            Arg::Span(out, rows * width),
            Arg::Int(rows),
            Arg::Int(width),
        ];
        self.work.launch_elementwise("embedding_forward", rows * width, &args);
        let out = self.keep(out);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out).filter(|_| rows > 0) else { return };
            // Each block looks for one row of the table in one chunk of the numbers.
            let chunks = rows.div_ceil(256).min((8192 / count).max(1));
            let per_chunk = rows.div_ceil(chunks);
            let chunks = rows.div_ceil(per_chunk);
            let parts = back.work.alloc(chunks * count * width);
            let args = [
                Arg::Span(ids, rows),
                Arg::Span(d_out, rows * width),
                Arg::Span(parts, chunks * count * width),
                Arg::Int(rows),
                Arg::Int(width),
                Arg::Int(per_chunk),
                Arg::Long(u64::from(padding.unwrap_or(NOTHING))),
            ];
            let threads = (width.next_multiple_of(32) as u32).min(256);
            let kernel = (Program::Simple, "embedding_backward");
            back.work.launch(kernel, [count, chunks], [threads, 1], 0, &args);
            let d_table = back.of_param(table);
            back.work.add_column_sums(parts, (chunks, count * width), d_table, None);
        });
        out
    }

    pub(super) fn linear_cat(&mut self, parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var {
        let &[out_width, width] = &self.weights.params.slot(weight).shape[..] else {
            panic!("a weight is a matrix")
        };
        let spans: Vec<Span> = parts.iter().map(|&part| self.span(part)).collect();
        let rows = spans.iter().map(|span| span.len).sum::<usize>() / width;
        let widths: Vec<usize> = spans.iter().map(|span| span.len / rows.max(1)).collect();
        let numbers = Matrix::of(self.weights.get(weight), width);
        let out = self.work.alloc(rows * out_width);
        if let Some(bias) = bias {
            self.bias_rows([Some(bias), None], out, (rows, out_width));
        }
        let mut mode = if bias.is_some() { WriteMode::Add } else { WriteMode::Set };
        let mut column = 0;
        for (&part, &own) in spans.iter().zip(&widths) {
            let weight = numbers.columns_from(column).transposed();
            self.work.matmul((rows, out_width, own), Matrix::of(part, own), weight, (out, out_width), mode);
            mode = WriteMode::Add;
            column += own;
        }
        let out = self.keep(out);
        let parts = parts.to_vec();
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d = Matrix::of(d_out, out_width);
            let d_weight = back.of_param(weight);
            let mut column = 0;
            for (&part, &own) in parts.iter().zip(&widths) {
                let (d_part, mode) = back.add_to(part);
                back.work.matmul(
                    (rows, own, out_width),
                    d,
                    numbers.columns_from(column),
                    (d_part, own),
                    mode,
                );
                let x = Matrix::of(back.value(part), own);
                let to = d_weight.part(column, d_weight.len - column);
                back.work.matmul((out_width, own, rows), d.transposed(), x, (to, width), WriteMode::Add);
                column += own;
            }
            if let Some(bias) = bias {
                let d_bias = back.of_param(bias);
                back.work.add_column_sums(d_out, (rows, out_width), d_bias, None);
            }
        });
        out
    }

    /// Sets each row to a bias, or to the sum of two.
    pub(super) fn bias_rows(
        &mut self,
        biases: [Option<ParamId>; 2],
        out: Span,
        (rows, width): (usize, usize),
    ) {
        let [one, other] = biases.map(|bias| Arg::Maybe(bias.map(|bias| self.weights.get(bias)), width));
        let args = [one, other, Arg::Span(out, rows * width), Arg::Int(rows), Arg::Int(width)];
        self.work.launch_elementwise("bias_rows", rows * width, &args);
    }
}
