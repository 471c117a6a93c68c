//! Operations that treat every row alike, and dropout.

use crate::cuda::driver::{Arg, Matrix, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::Into;
use crate::cuda::programs::Program;
use crate::cuda::tape::{Tape, Var};
use crate::params::ParamId;

/// A row that there is not.
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
        let out = self.work.room(rows * width);
        let args = [
            Arg::Span(ids, rows),
            Arg::Span(numbers, count * width),
            Arg::Span(out, rows * width),
            Arg::Int(rows),
            Arg::Int(width),
        ];
        self.work.each("gather_rows", rows * width, &args);
        let out = self.keep(out);
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out).filter(|_| rows > 0) else { return };
            // Each block looks for one row of the table in one chunk of the numbers.
            let chunks = rows.div_ceil(256).min((8192 / count).max(1));
            let per_chunk = rows.div_ceil(chunks);
            let chunks = rows.div_ceil(per_chunk);
            let parts = back.work.room(chunks * count * width);
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
            let kernel = (Program::Simple, "scatter_rows");
            back.work.launch(kernel, [count, chunks], [threads, 1], 0, &args);
            let d_table = back.of_param(table);
            back.work.add_column_sums(parts, (chunks, count * width), d_table, None);
        });
        out
    }

    pub(super) fn linear_of(&mut self, parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var {
        let &[wide, width] = &self.weights.params.slot(weight).shape[..] else {
            panic!("a weight is a matrix")
        };
        let spans: Vec<Span> = parts.iter().map(|&part| self.span(part)).collect();
        let rows = spans.iter().map(|span| span.len).sum::<usize>() / width;
        let widths: Vec<usize> = spans.iter().map(|span| span.len / rows.max(1)).collect();
        let numbers = Matrix::of(self.weights.get(weight), width);
        let out = self.work.room(rows * wide);
        if let Some(bias) = bias {
            self.bias_rows([Some(bias), None], out, (rows, wide));
        }
        let mut into = if bias.is_some() { Into::Add } else { Into::Set };
        let mut column = 0;
        for (&part, &own) in spans.iter().zip(&widths) {
            let weight = numbers.columns_from(column).transposed();
            self.work.product((rows, wide, own), Matrix::of(part, own), weight, (out, wide), into);
            into = Into::Add;
            column += own;
        }
        let out = self.keep(out);
        let parts = parts.to_vec();
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d = Matrix::of(d_out, wide);
            let d_weight = back.of_param(weight);
            let mut column = 0;
            for (&part, &own) in parts.iter().zip(&widths) {
                let (d_part, into) = back.add_to(part);
                back.work.product((rows, own, wide), d, numbers.columns_from(column), (d_part, own), into);
                let x = Matrix::of(back.value(part), own);
                let to = d_weight.part(column, d_weight.len - column);
                back.work.product((wide, own, rows), d.transposed(), x, (to, width), Into::Add);
                column += own;
            }
            if let Some(bias) = bias {
                let d_bias = back.of_param(bias);
                back.work.add_column_sums(d_out, (rows, wide), d_bias, None);
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
        self.work.each("bias_rows", rows * width, &args);
    }

    pub(super) fn dropout(&mut self, x: Var, probability: f32) -> Var {
        let Some(key) = self.draw().filter(|_| probability > 0.0) else { return x };
        // Of 2^24, as many as are dropped.
        let dropped = (probability * (1 << 24) as f32) as u64;
        let scale = 1.0 / (1.0 - probability);
        let from = self.span(x);
        let len = from.len;
        let args = move |from: Span, to: Span, into: Into| {
            [
                Arg::Span(from, len),
                Arg::Span(to, len),
                Arg::Long(len as u64),
                Arg::Long(key),
                Arg::Long(dropped),
                Arg::Float(scale),
                into.into(),
            ]
        };
        let to = self.work.room(len);
        self.work.each("drop", len, &args(from, to, Into::Set));
        let out = self.keep(to);
        self.on_the_way_back(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let (d_x, into) = back.add_to(x);
            back.work.each("drop", len, &args(d_out, d_x, into));
        });
        out
    }
}
