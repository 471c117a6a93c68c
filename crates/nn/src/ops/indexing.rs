//! Operations that only copy numbers: parameters, `index_select`, `narrow`, `cat`.

use std::ops::Range;
use std::sync::Arc;

use crate::graph::NO_ROW;
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn param(&mut self, id: ParamId) -> Var {
        let out = self.push(self.params.get(id).to_vec());
        self.on_backward(move |back| {
            let d_out = back.take(out);
            back.add_to_param(id).iter_mut().zip(d_out).for_each(|(sum, d)| *sum += d);
        });
        out
    }

    pub(super) fn index_select(&mut self, x: Var, width: usize, rows: Arc<[u32]>) -> Var {
        let from = self.get(x);
        let mut out = vec![0.0; rows.len() * width];
        for (to, &row) in out.chunks_exact_mut(width).zip(rows.iter()).filter(|(_, row)| **row != NO_ROW) {
            to.copy_from_slice(&from[row as usize * width..][..width]);
        }
        let out = self.push(out);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let (_, d_x) = back.add_to(x);
            for (d, &row) in d_out.chunks_exact(width).zip(rows.iter()).filter(|(_, row)| **row != NO_ROW) {
                let to = &mut d_x[row as usize * width..][..width];
                to.iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
        });
        out
    }

    pub(super) fn narrow(&mut self, x: Var, width: usize, columns: Range<usize>) -> Var {
        let picked = self.get(x).chunks_exact(width).flat_map(|row| &row[columns.clone()]).copied().collect();
        let out = self.push(picked);
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let (_, d_x) = back.add_to(x);
            for (d, row) in d_out.chunks_exact(columns.len()).zip(d_x.chunks_exact_mut(width)) {
                row[columns.clone()].iter_mut().zip(d).for_each(|(sum, d)| *sum += d);
            }
        });
        out
    }

    pub(super) fn cat(&mut self, parts: &[(Var, usize)]) -> Var {
        let width: usize = parts.iter().map(|(_, width)| width).sum();
        let rows = parts.first().map_or(0, |&(part, width)| self.get(part).len() / width);
        let mut out = vec![0.0; rows * width];
        let mut from = 0;
        for &(part, own) in parts {
            for (to, row) in out.chunks_exact_mut(width).zip(self.get(part).chunks_exact(own)) {
                to[from..from + own].copy_from_slice(row);
            }
            from += own;
        }
        let out = self.push(out);
        let parts = parts.to_vec();
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let mut from = 0;
            for (part, own) in parts {
                let (_, d_part) = back.add_to(part);
                for (d, row) in d_out.chunks_exact(width).zip(d_part.chunks_exact_mut(own)) {
                    row.iter_mut().zip(&d[from..from + own]).for_each(|(sum, d)| *sum += d);
                }
                from += own;
            }
        });
        out
    }
}
