//! Parquet and Arrow files of rows.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use arrow_array::{BooleanArray, UInt32Array, UInt64Array};
use wampimuk_babi::QuestionColumns;

use super::rows::StoryRow;
use super::{Next, Wrong};
use crate::batches::{ARROW, Batches, PARQUET, guard};
use crate::columns::{Columns, Lists, Strings};
use crate::error::{FilePosition, ReadError};

const ROWS: usize = 256;

/// Reads a file of rows.
pub(super) struct TableReader {
    batches: Batches,
    /// The columns of the batch, and how many rows it has.
    batch: Option<(RowColumns, usize)>,
    /// The next row of the batch, and of the file.
    row: usize,
    number: u64,
}

impl std::fmt::Debug for TableReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableReader").field("number", &self.number).finish_non_exhaustive()
    }
}

/// Opens a file that begins as Parquet or Arrow. Its index is at the end, so it takes a file that is not compressed as a
/// whole.
pub(super) fn open(path: &Path) -> Result<TableReader, ReadError> {
    let indirect = || ReadError::Table {
        path: path.to_owned(),
        message: "it comes from a pipe or is compressed as a whole".to_owned(),
    };
    if path == Path::new("-") {
        return Err(indirect());
    }
    let file = File::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
    let mut magic = [0; ARROW.len()];
    if (&file).read_exact(&mut magic).is_err() || !(magic.starts_with(PARQUET) || magic.starts_with(ARROW)) {
        return Err(indirect());
    }
    let columns = QuestionColumns::new([], []);
    let names: Vec<&str> = columns.schema().fields.iter().map(|field| field.name).collect();
    let batches = Batches::open(path, &names, ROWS, 0..u64::MAX)?;
    Ok(TableReader { batches, batch: None, row: 0, number: 0 })
}

impl TableReader {
    pub(super) fn next(&mut self, path: &Path) -> Next {
        let spot = FilePosition::Row(self.number);
        let row = self.row(path).transpose()?;
        Some((spot, row.map_err(Wrong::Table).and_then(|row| Ok(row.found()?))))
    }

    fn row(&mut self, path: &Path) -> Result<Option<StoryRow>, ReadError> {
        while self.batch.as_ref().is_none_or(|(_, rows)| self.row >= *rows) {
            let Some(batch) = self.batches.next(path)? else { return Ok(None) };
            let columns = guard(path, || Ok(RowColumns::new(Columns::of(path, &batch))))??;
            (self.batch, self.row) = (Some((columns, batch.num_rows())), 0);
        }
        let Some((columns, _)) = &self.batch else { return Ok(None) };
        let row = guard(path, || Ok(columns.row(self.row)))?;
        self.row += 1;
        self.number += 1;
        Ok(Some(row))
    }
}

/// The columns of a batch.
struct RowColumns {
    id: Strings,
    split: Strings,
    task: Strings,
    story: UInt64Array,
    index: UInt64Array,
    facts: Lists<Strings>,
    question: Strings,
    kind: Strings,
    answer: Strings,
    supporting: Lists<UInt32Array>,
    all_minimal: Lists<Lists<UInt32Array>>,
    complete: BooleanArray,
    composition: Lists<Strings>,
    symbols: Lists<Strings>,
    status: Strings,
}

impl RowColumns {
    fn new(columns: Columns<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            id: columns.get("id")?,
            split: columns.get("split")?,
            task: columns.get("task")?,
            story: columns.get("story")?,
            index: columns.get("index")?,
            facts: columns.get("facts")?,
            question: columns.get("question")?,
            kind: columns.get("kind")?,
            answer: columns.get("answer")?,
            supporting: columns.get("supporting")?,
            all_minimal: columns.get("all_minimal")?,
            complete: columns.get("complete")?,
            composition: columns.get("composition")?,
            symbols: columns.get("symbols")?,
            status: columns.get("status")?,
        })
    }

    fn row(&self, row: usize) -> StoryRow {
        let text = |column: &Strings| column.value(row).to_owned();
        let texts = |column: &Lists<Strings>| {
            column.range(row).map(|at| column.values.value(at).to_owned()).collect()
        };
        StoryRow {
            id: text(&self.id),
            split: text(&self.split),
            task: text(&self.task),
            story: self.story.value(row),
            index: self.index.value(row),
            facts: texts(&self.facts),
            question: text(&self.question),
            kind: text(&self.kind),
            answer: text(&self.answer),
            supporting: numbers(&self.supporting, row),
            all_minimal: self
                .all_minimal
                .range(row)
                .map(|at| numbers(&self.all_minimal.values, at))
                .collect(),
            complete: self.complete.value(row),
            composition: texts(&self.composition),
            symbols: texts(&self.symbols),
            status: text(&self.status),
        }
    }
}

fn numbers(column: &Lists<UInt32Array>, row: usize) -> Vec<u32> {
    column.range(row).map(|at| column.values.value(at)).collect()
}
