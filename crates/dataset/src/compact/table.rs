//! Parquet and Arrow files, row by row.

use std::borrow::Cow;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, UInt8Type, UInt64Type};
use arrow_array::{
    Array, BooleanArray, DictionaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray, StructArray,
};

use super::{Row, RowGroup, RowObject, RowPhrase};
use crate::batches::{Batches, guard};
use crate::error::ReadError;
use crate::original::BorrowedText;

const ROWS: usize = 1024;

/// Reads a file of ours with typed columns.
pub(crate) struct TableReader {
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

impl TableReader {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let batches = Batches::open(path, &COLUMNS, ROWS, 0)?;
        Ok(Self { batches, batch: None, row: 0, number: 0 })
    }

    /// Leaves out the next rows.
    pub(crate) fn skip(&mut self, path: &Path, rows: u64) -> Result<(), ReadError> {
        let number = self.number.saturating_add(rows);
        let batches = Batches::open(path, &COLUMNS, ROWS, number)?;
        *self = Self { batches, batch: None, row: 0, number };
        Ok(())
    }

    /// Hands the next row and its number to `decode`; `None` at the end.
    pub(crate) fn next_row<T>(
        &mut self,
        path: &Path,
        decode: impl FnOnce(u64, Row<'_>) -> T,
    ) -> Result<Option<T>, ReadError> {
        while self.batch.as_ref().is_none_or(|batch| self.row >= batch.num_rows()) {
            let Some(batch) = self.batches.next(path)? else { return Ok(None) };
            if batch.column_by_name(REFERENCE).is_some() && batch.column_by_name("actions").is_none() {
                return Err(ReadError::Reference(path.to_owned()));
            }
            (self.batch, self.row) = (Some(batch), 0);
        }
        let Some(batch) = &self.batch else { return Ok(None) };
        let row = guard(path, || Ok(Columns { path, batch }.row(self.row)))??;
        let number = self.number;
        self.row += 1;
        self.number += 1;
        Ok(Some(decode(number, row)))
    }
}

const COLUMNS: [&str; 25] = [
    "id",
    "split",
    "index",
    "command",
    "verb",
    "size",
    "colour",
    "noun",
    "adverb",
    "grid_size",
    "agent_row",
    "agent_column",
    "agent_heading",
    "objects",
    "target",
    "direction",
    "distance",
    "actions",
    "readings",
    "necessary",
    "pattern",
    "phrases",
    "groups",
    "variants",
    REFERENCE,
];

/// The column that tells the view `reference`.
const REFERENCE: &str = "target_cell";

/// A batch whose columns are looked up by name.
#[derive(Clone, Copy)]
struct Columns<'b> {
    path: &'b Path,
    batch: &'b RecordBatch,
}

impl<'b> Columns<'b> {
    fn row(self, row: usize) -> Result<Row<'b>, ReadError> {
        Ok(Row {
            id: self.text("id", row)?,
            split: self.text("split", row)?,
            index: self.number::<UInt64Type>("index", row)?,
            command: self.texts("command", row)?,
            verb: self.text("verb", row)?,
            size: self.text("size", row)?,
            colour: self.text("colour", row)?,
            noun: self.text("noun", row)?,
            adverb: self.text("adverb", row)?,
            grid_size: self.number::<UInt8Type>("grid_size", row)?,
            agent_row: self.number::<UInt8Type>("agent_row", row)?,
            agent_column: self.number::<UInt8Type>("agent_column", row)?,
            agent_heading: self.text("agent_heading", row)?,
            objects: self.objects(row)?,
            target: self.number::<UInt8Type>("target", row)?,
            direction: self.text("direction", row)?,
            distance: self.number::<UInt8Type>("distance", row)?,
            actions: self.texts("actions", row)?,
            readings: self.texts("readings", row)?,
            necessary: self.texts("necessary", row)?,
            pattern: self.if_there("pattern", || self.text("pattern", row))?,
            phrases: self.if_there("phrases", || self.phrases(row))?,
            groups: self.if_there("groups", || self.groups(row))?,
            variants: self.if_there("variants", || self.texts("variants", row))?,
        })
    }

    /// What a column that not all files have holds.
    fn if_there<T>(
        self,
        name: &str,
        read: impl FnOnce() -> Result<T, ReadError>,
    ) -> Result<Option<T>, ReadError> {
        self.batch.column_by_name(name).map(|_| read()).transpose()
    }

    fn objects(self, row: usize) -> Result<Vec<RowObject<'b>>, ReadError> {
        let (structs, range) = self.structs("objects", row)?;
        let (shape, colour) = (structs.text("shape")?, structs.text("colour")?);
        let (size, row, column) =
            (structs.number("size")?, structs.number("row")?, structs.number("column")?);
        let optional = |name: &'static str| structs.has(name).then(|| structs.number(name)).transpose();
        let (group, phrase) = (optional("group")?, optional("phrase")?);
        let object = |at: usize| RowObject {
            shape: shape.get(at),
            colour: colour.get(at),
            size: size.value(at),
            row: row.value(at),
            column: column.value(at),
            group: group.map(|group| group.value(at)),
            phrase: phrase.map(|phrase| phrase.value(at)),
        };
        Ok(range.map(object).collect())
    }

    fn phrases(self, row: usize) -> Result<Vec<RowPhrase<'b>>, ReadError> {
        let (structs, range) = self.structs("phrases", row)?;
        let (relation, parent) = (structs.text("relation")?, structs.number("parent")?);
        let (determiner, size) = (structs.text("determiner")?, structs.text("size")?);
        let (colour, noun) = (structs.text("colour")?, structs.text("noun")?);
        let (needs_size, needs_colour) = (structs.bool("needs_size")?, structs.bool("needs_colour")?);
        let (needs_noun, needs_clause) = (structs.bool("needs_noun")?, structs.bool("needs_clause")?);
        let phrase = |at: usize| RowPhrase {
            relation: relation.get(at),
            parent: parent.value(at),
            determiner: determiner.get(at),
            size: size.get(at),
            colour: colour.get(at),
            noun: noun.get(at),
            needs_size: needs_size.value(at),
            needs_colour: needs_colour.value(at),
            needs_noun: needs_noun.value(at),
            needs_clause: needs_clause.value(at),
        };
        Ok(range.map(phrase).collect())
    }

    fn groups(self, row: usize) -> Result<Vec<RowGroup<'b>>, ReadError> {
        let (structs, range) = self.structs("groups", row)?;
        let (strategy, word) = (structs.text("strategy")?, structs.text("word")?);
        let (phrase, other) = (structs.number("phrase")?, structs.number("other")?);
        let complete = structs.bool("complete")?;
        let group = |at: usize| RowGroup {
            strategy: strategy.get(at),
            phrase: phrase.value(at),
            word: word.get(at),
            other: other.value(at),
            complete: complete.value(at),
        };
        Ok(range.map(group).collect())
    }

    /// A column of lists of structs, and the elements of one row.
    fn structs(
        self,
        name: &'static str,
        row: usize,
    ) -> Result<(Structs<'b>, std::ops::Range<usize>), ReadError> {
        let (list, range) = self.list(name, row)?;
        let array = list.values().as_struct_opt().filter(|structs| structs.null_count() == 0);
        let array = array.ok_or_else(|| self.wrong(name, "List(Struct)", list))?;
        Ok((Structs { columns: self, name, array }, range))
    }

    fn array(self, name: &str, expected: &str) -> Result<&'b dyn Array, ReadError> {
        let array = self.batch.column_by_name(name).ok_or_else(|| self.missing(name, expected))?;
        Ok(array)
    }

    fn number<T: ArrowPrimitiveType>(self, name: &str, row: usize) -> Result<T::Native, ReadError> {
        let expected = T::DATA_TYPE.to_string();
        let array = self.array(name, &expected)?;
        let values = primitive::<T>(array).ok_or_else(|| self.wrong(name, &expected, array))?;
        Ok(values.value(row))
    }

    fn text(self, name: &str, row: usize) -> Result<BorrowedText<'b>, ReadError> {
        let array = self.array(name, "Utf8")?;
        Ok(Strings::new(array).ok_or_else(|| self.wrong(name, "Utf8", array))?.get(row))
    }

    fn texts(self, name: &str, row: usize) -> Result<Vec<BorrowedText<'b>>, ReadError> {
        let (list, range) = self.list(name, row)?;
        let values = Strings::new(list.values()).ok_or_else(|| self.wrong(name, "List(Utf8)", list))?;
        Ok(range.map(|at| values.get(at)).collect())
    }

    fn list(self, name: &str, row: usize) -> Result<(&'b ListArray, std::ops::Range<usize>), ReadError> {
        let array = self.array(name, "List")?;
        let list = array.as_list_opt::<i32>().filter(|list| list.null_count() == 0);
        let list = list.ok_or_else(|| self.wrong(name, "List", array))?;
        let offsets = list.value_offsets();
        Ok((list, offsets[row] as usize..offsets[row + 1] as usize))
    }

    fn wrong(self, column: &str, expected: &str, found: &dyn Array) -> ReadError {
        let nulls = if found.null_count() > 0 { " with missing values" } else { "" };
        ReadError::Column {
            path: self.path.to_owned(),
            column: column.to_string(),
            expected: expected.to_string(),
            found: format!("{}{nulls}", found.data_type()),
        }
    }

    fn missing(self, column: &str, expected: &str) -> ReadError {
        let names: Vec<&str> =
            self.batch.schema_ref().fields().iter().map(|field| field.name().as_str()).collect();
        ReadError::Column {
            path: self.path.to_owned(),
            column: column.to_string(),
            expected: expected.to_string(),
            found: format!("only {}", names.join(", ")),
        }
    }
}

/// The structs of a column of lists.
#[derive(Clone, Copy)]
struct Structs<'b> {
    columns: Columns<'b>,
    name: &'static str,
    array: &'b StructArray,
}

impl<'b> Structs<'b> {
    fn has(self, part: &str) -> bool {
        self.array.column_by_name(part).is_some()
    }

    fn text(self, part: &str) -> Result<Strings<'b>, ReadError> {
        self.part(part, "Utf8", Strings::new)
    }

    fn number(self, part: &str) -> Result<&'b PrimitiveArray<UInt8Type>, ReadError> {
        self.part(part, "UInt8", primitive::<UInt8Type>)
    }

    fn bool(self, part: &str) -> Result<&'b BooleanArray, ReadError> {
        let without_nulls = |array: &'b dyn Array| {
            array.as_boolean_opt().filter(|array: &&BooleanArray| array.null_count() == 0)
        };
        self.part(part, "Boolean", without_nulls)
    }

    fn part<T>(
        self,
        part: &str,
        expected: &str,
        cast: impl FnOnce(&'b dyn Array) -> Option<T>,
    ) -> Result<T, ReadError> {
        let path = || format!("{}.{part}", self.name);
        let array = self.array.column_by_name(part);
        let array = array.ok_or_else(|| self.columns.missing(&path(), expected))?;
        cast(array).ok_or_else(|| self.columns.wrong(&path(), expected, array))
    }
}

fn primitive<T: ArrowPrimitiveType>(array: &dyn Array) -> Option<&PrimitiveArray<T>> {
    array.as_primitive_opt::<T>().filter(|array| array.null_count() == 0)
}

/// A column of texts, plain or with a dictionary.
enum Strings<'b> {
    Plain(&'b StringArray),
    Dictionary(&'b DictionaryArray<Int32Type>, &'b StringArray),
}

impl<'b> Strings<'b> {
    fn new(array: &'b dyn Array) -> Option<Self> {
        if array.null_count() > 0 {
            return None;
        }
        if let Some(plain) = array.as_string_opt::<i32>() {
            return Some(Self::Plain(plain));
        }
        let dictionary = array.as_dictionary_opt::<Int32Type>()?;
        let values = dictionary.values().as_string_opt::<i32>()?;
        Some(Self::Dictionary(dictionary, values))
    }

    fn get(&self, at: usize) -> BorrowedText<'b> {
        BorrowedText(Cow::Borrowed(match self {
            Self::Plain(values) => values.value(at),
            Self::Dictionary(keys, values) => values.value(keys.keys().value(at) as usize),
        }))
    }
}
