//! Parquet and Arrow files of rows.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ListArray, PrimitiveArray, RecordBatch};
use wampimuk_babi::QuestionColumns;

use super::rows::StoryRow;
use super::{Next, Wrong};
use crate::batches::{ARROW, Batches, PARQUET, guard};
use crate::error::{FilePosition, ReadError};

const ROWS: usize = 256;

/// Reads a file of rows.
pub(super) struct TableReader {
    batches: Batches,
    batch: Option<RecordBatch>,
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
    let batches = Batches::open(path, &names, ROWS, 0)?;
    Ok(TableReader { batches, batch: None, row: 0, number: 0 })
}

impl TableReader {
    pub(super) fn next(&mut self, path: &Path) -> Next {
        let spot = FilePosition::Row(self.number);
        let row = self.row(path).transpose()?;
        Some((spot, row.map_err(Wrong::Table).and_then(|row| Ok(row.found()?))))
    }

    fn row(&mut self, path: &Path) -> Result<Option<StoryRow>, ReadError> {
        while self.batch.as_ref().is_none_or(|batch| self.row >= batch.num_rows()) {
            let Some(batch) = self.batches.next(path)? else { return Ok(None) };
            (self.batch, self.row) = (Some(batch), 0);
        }
        let Some(batch) = &self.batch else { return Ok(None) };
        let row = guard(path, || Ok(Columns { path, batch }.row(self.row)))??;
        self.row += 1;
        self.number += 1;
        Ok(Some(row))
    }
}

/// A batch whose columns are looked up by name.
#[derive(Clone, Copy)]
struct Columns<'b> {
    path: &'b Path,
    batch: &'b RecordBatch,
}

impl<'b> Columns<'b> {
    fn row(self, row: usize) -> Result<StoryRow, ReadError> {
        Ok(StoryRow {
            id: self.text("id", row)?,
            split: self.text("split", row)?,
            task: self.text("task", row)?,
            story: self.number("story", row)?,
            index: self.number("index", row)?,
            facts: self.texts("facts", row)?,
            question: self.text("question", row)?,
            kind: self.text("kind", row)?,
            answer: self.text("answer", row)?,
            supporting: self.numbers("supporting", row)?,
            all_minimal: self.sets("all_minimal", row)?,
            complete: self.bool("complete", row)?,
            composition: self.texts("composition", row)?,
            symbols: self.texts("symbols", row)?,
            status: self.text("status", row)?,
        })
    }

    fn number(self, name: &str, row: usize) -> Result<u64, ReadError> {
        let array = self.array(name, "UInt64")?;
        let values = primitive::<UInt64Type>(array).ok_or_else(|| self.wrong(name, "UInt64", array))?;
        Ok(values.value(row))
    }

    fn bool(self, name: &str, row: usize) -> Result<bool, ReadError> {
        let array = self.array(name, "Boolean")?;
        let values = array.as_boolean_opt().filter(|values| values.null_count() == 0);
        Ok(values.ok_or_else(|| self.wrong(name, "Boolean", array))?.value(row))
    }

    fn text(self, name: &str, row: usize) -> Result<String, ReadError> {
        let array = self.array(name, "Utf8")?;
        strings(array, row..row + 1)
            .and_then(|mut texts| texts.pop())
            .ok_or_else(|| self.wrong(name, "Utf8", array))
    }

    fn texts(self, name: &str, row: usize) -> Result<Vec<String>, ReadError> {
        let (list, range) = self.list(name, "List(Utf8)", row)?;
        strings(list.values(), range).ok_or_else(|| self.wrong(name, "List(Utf8)", list))
    }

    fn numbers(self, name: &str, row: usize) -> Result<Vec<u32>, ReadError> {
        let (list, range) = self.list(name, "List(UInt32)", row)?;
        let values = primitive::<UInt32Type>(list.values());
        let values = values.ok_or_else(|| self.wrong(name, "List(UInt32)", list))?;
        Ok(range.map(|at| values.value(at)).collect())
    }

    fn sets(self, name: &str, row: usize) -> Result<Vec<Vec<u32>>, ReadError> {
        let expected = "List(List(UInt32))";
        let (outer, range) = self.list(name, expected, row)?;
        let inner = list(outer.values()).ok_or_else(|| self.wrong(name, expected, outer))?;
        let values =
            primitive::<UInt32Type>(inner.values()).ok_or_else(|| self.wrong(name, expected, outer))?;
        Ok(range.map(|at| elements(inner, at).map(|at| values.value(at)).collect()).collect())
    }

    fn list(
        self,
        name: &str,
        expected: &str,
        row: usize,
    ) -> Result<(&'b ListArray, Range<usize>), ReadError> {
        let array = self.array(name, expected)?;
        let list = list(array).ok_or_else(|| self.wrong(name, expected, array))?;
        Ok((list, elements(list, row)))
    }

    fn array(self, name: &str, expected: &str) -> Result<&'b dyn Array, ReadError> {
        match self.batch.column_by_name(name) {
            Some(array) => Ok(array),
            None => {
                let fields = self.batch.schema_ref().fields().iter();
                let names: Vec<&str> = fields.map(|field| field.name().as_str()).collect();
                Err(self.column(name, expected, format!("only {}", names.join(", "))))
            }
        }
    }

    fn wrong(self, column: &str, expected: &str, found: &dyn Array) -> ReadError {
        let nulls = if found.null_count() > 0 { " with missing values" } else { "" };
        self.column(column, expected, format!("{}{nulls}", found.data_type()))
    }

    fn column(self, column: &str, expected: &str, found: String) -> ReadError {
        let (path, column, expected) = (self.path.to_owned(), column.to_owned(), expected.to_owned());
        ReadError::Column { path, column, expected, found }
    }
}

fn primitive<T: ArrowPrimitiveType>(array: &dyn Array) -> Option<&PrimitiveArray<T>> {
    array.as_primitive_opt::<T>().filter(|array| array.null_count() == 0)
}

fn list(array: &dyn Array) -> Option<&ListArray> {
    array.as_list_opt::<i32>().filter(|list| list.null_count() == 0)
}

/// Where the elements of a row's list are.
fn elements(list: &ListArray, row: usize) -> Range<usize> {
    let offsets = list.value_offsets();
    offsets[row] as usize..offsets[row + 1] as usize
}

/// Texts, from a plain column or one with a dictionary.
fn strings(array: &dyn Array, range: Range<usize>) -> Option<Vec<String>> {
    if array.null_count() > 0 {
        return None;
    }
    if let Some(plain) = array.as_string_opt::<i32>() {
        return Some(range.map(|at| plain.value(at).to_owned()).collect());
    }
    let dictionary = array.as_dictionary_opt::<Int32Type>()?;
    let values = dictionary.values().as_string_opt::<i32>()?;
    Some(range.map(|at| values.value(dictionary.keys().value(at) as usize).to_owned()).collect())
}
