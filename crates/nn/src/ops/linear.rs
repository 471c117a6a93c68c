//! Linear layers and tables of embeddings.

use crate::cpu::matrix::{Matrix, WriteMode, add_column_sums, matmul};
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn embedding(&mut self, ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var {
        let width = self.params.slot(table).shape[1];
        let numbers = self.params.get(table);
        let mut out = Vec::with_capacity(ids.len() * width);
        for &id in &ids {
            out.extend_from_slice(&numbers[id as usize * width..][..width]);
        }
        let out = self.push(out);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let d_table = back.add_to_param(table);
            for (&id, d) in ids.iter().zip(d_out.chunks_exact(width)) {
                if Some(id) != padding {
                    let row = &mut d_table[id as usize * width..][..width];
                    row.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
                }
            }
        });
        out
    }

    pub(super) fn linear_cat(&mut self, parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var {
        let &[out_width, width] = &self.params.slot(weight).shape[..] else { panic!("a weight is a matrix") };
        let rows = parts.iter().map(|&part| self.get(part).len()).sum::<usize>() / width;
        let widths: Vec<usize> = parts.iter().map(|&part| self.get(part).len() / rows.max(1)).collect();
        let mut out = match bias {
            Some(bias) => self.params.get(bias).repeat(rows),
            None => vec![0.0; rows * out_width],
        };
        let mut column = 0;
        for (&part, &own) in parts.iter().zip(&widths) {
            let weight = Matrix::of(self.params.get(weight), width).columns_from(column).transposed();
            matmul(
                (rows, out_width, own),
                Matrix::of(self.get(part), own),
                weight,
                &mut out,
                out_width,
                WriteMode::Add,
            );
            column += own;
        }
        let out = self.push(out);
        let parts = parts.to_vec();
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let numbers = back.params.get(weight);
            let mut column = 0;
            for (&part, &own) in parts.iter().zip(&widths) {
                let weights = Matrix::of(numbers, width).columns_from(column);
                let (_, d_part) = back.add_to(part);
                matmul(
                    (rows, own, out_width),
                    Matrix::of(&d_out, out_width),
                    weights,
                    d_part,
                    own,
                    WriteMode::Add,
                );
                let (x, d_weight) = back.value_and_param(part, weight);
                let d = Matrix::of(&d_out, out_width).transposed();
                matmul(
                    (out_width, own, rows),
                    d,
                    Matrix::of(x, own),
                    &mut d_weight[column..],
                    width,
                    WriteMode::Add,
                );
                column += own;
            }
            if let Some(bias) = bias {
                add_column_sums(&d_out, back.add_to_param(bias));
            }
        });
        out
    }
}
