//! Operations that only copy numbers: parameters, `index_select`, `narrow`, `cat`.

use std::ops::Range;
use std::sync::Arc;

use crate::cuda::driver::{Arg, Span};
use crate::cuda::error::Error;
use crate::cuda::matrix::WriteMode;
use crate::cuda::tape::{Tape, Var};
use crate::cuda::work::Work;
use crate::graph::NO_ROW;
use crate::params::ParamId;

/// A range of columns of a value: its first column, and the width of the value's rows.
#[derive(Clone, Copy)]
struct Columns {
    span: Span,
    from: usize,
    width: usize,
}

impl Tape<'_> {
    /// The value is the parameter's own memory, which does not change while there is a tape.
    pub(super) fn param(&mut self, id: ParamId) -> Var {
        let numbers = self.weights.get(id);
        let out = self.keep(numbers);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d_param = back.of_param(id);
            back.work.copy(d_out, d_param, numbers.len, WriteMode::Add);
        });
        out
    }

    pub(super) fn index_select(&mut self, x: Var, width: usize, rows: Arc<[u32]>) -> Var {
        let from = self.span(x);
        let count = from.len / width.max(1);
        if let Some(&number) = rows.iter().find(|&&row| row != NO_ROW && row as usize >= count) {
            self.work.fail(Error::Range { what: "row", number, count });
        }
        let picked = self.work.upload_rows(&rows);
        let to = self.work.alloc(rows.len() * width);
        let args = [
            Arg::Span(picked, rows.len()),
            Arg::Span(from, count * width),
            Arg::Span(to, rows.len() * width),
            Arg::Int(rows.len()),
            Arg::Int(width),
        ];
        self.work.launch_elementwise("index_select", rows.len() * width, &args);
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let scatter = back.work.scatter(&rows, count);
            let (d_x, mode) = back.add_to(x);
            back.work.scatter_add(&scatter, d_out, d_x, width, mode);
        });
        out
    }

    pub(super) fn narrow(&mut self, x: Var, width: usize, columns: Range<usize>) -> Var {
        let span = self.span(x);
        let (own, rows) = (columns.len(), span.len / width.max(1));
        if columns.end > width {
            let number = columns.end as u32;
            self.work.fail(Error::Range { what: "column", number, count: width });
        }
        let of = move |span| Columns { span, from: columns.start, width };
        let to = self.work.alloc(rows * own);
        self.work.copy_columns(
            (rows, own),
            of(span),
            Columns { span: to, from: 0, width: own },
            WriteMode::Set,
        );
        let out = self.keep(to);
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let d_x = back.add_to_zeros(x);
            let d_out = Columns { span: d_out, from: 0, width: own };
            back.work.copy_columns((rows, own), d_out, of(d_x), WriteMode::Add);
        });
        out
    }

    pub(super) fn cat(&mut self, parts: &[(Var, usize)]) -> Var {
        let width: usize = parts.iter().map(|(_, own)| own).sum();
        let rows = parts.first().map_or(0, |&(part, own)| self.span(part).len / own.max(1));
        let to = self.work.alloc(rows * width);
        let mut from = 0;
        for &(part, own) in parts {
            let part = Columns { span: self.span(part), from: 0, width: own };
            self.work.copy_columns((rows, own), part, Columns { span: to, from, width }, WriteMode::Set);
            from += own;
        }
        let out = self.keep(to);
        let parts = parts.to_vec();
        self.on_backward(move |back| {
            let Some(d_out) = back.take(out) else { return };
            let mut from = 0;
            for (part, own) in parts {
                let (d_part, mode) = back.add_to(part);
                let d_part = Columns { span: d_part, from: 0, width: own };
                back.work.copy_columns((rows, own), Columns { span: d_out, from, width }, d_part, mode);
                from += own;
            }
        });
        out
    }
}

impl Work<'_> {
    /// Copies columns of one value to columns of another.
    fn copy_columns(&mut self, (rows, own): (usize, usize), from: Columns, to: Columns, mode: WriteMode) {
        if rows == 0 || own == 0 {
            return;
        }
        let reach = (rows - 1) * from.width + own;
        let args = [
            Arg::Span(from.rest(), reach),
            Arg::Int(from.width),
            Arg::Span(to.rest(), (rows - 1) * to.width + own),
            Arg::Int(to.width),
            Arg::Int(rows),
            Arg::Int(own),
            mode.into(),
        ];
        self.launch_elementwise("copy_columns", rows * own, &args);
    }
}

impl Columns {
    /// The value from the first of the columns on.
    fn rest(self) -> Span {
        let start = self.from.min(self.span.len);
        self.span.part(start, self.span.len - start)
    }
}
