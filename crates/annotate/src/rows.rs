//! Rows on their way out.

use std::path::Path;

use wampimuk_core::{Schema, Sink};
use wampimuk_dataset::{JsonLines, Output, ParquetWriteError, ParquetWriter, ROWS_PER_BATCH, Table};

use crate::Error;

/// Where rows go.
pub enum Rows<'r> {
    /// A file that appears complete or not at all: Parquet if its name says so, else JSON lines; `-` is standard output.
    File(&'r Path),
    /// Somebody who keeps them.
    Kept(&'r mut dyn KeepRows),
}

/// Keeps the values of rows.
pub trait KeepRows {
    /// The columns, before the first row.
    fn columns(&mut self, schema: &Schema);

    /// What takes the values of the next row.
    fn next_row(&mut self) -> &mut dyn Sink;
}

/// Rows in the making.
pub(crate) struct RowWriter<'r>(Form<'r>);

enum Form<'r> {
    Text { lines: JsonLines, output: Output },
    Parquet { table: Table, writer: ParquetWriter<Output> },
    Kept(&'r mut dyn KeepRows),
}

impl<'r> RowWriter<'r> {
    pub fn new(rows: Rows<'r>, schema: &Schema) -> Result<Self, Error> {
        Ok(Self(match rows {
            Rows::Kept(keep) => {
                keep.columns(schema);
                Form::Kept(keep)
            }
            Rows::File(path) if path.extension().is_some_and(|ending| ending == "parquet") => {
                let writer = ParquetWriter::new(Output::create(path)?, schema, &[])?;
                Form::Parquet { table: Table::new(schema), writer }
            }
            Rows::File(path) => Form::Text { lines: JsonLines::new(schema), output: Output::create(path)? },
        }))
    }

    /// Writes a row.
    pub fn row(&mut self, write: impl FnOnce(&mut dyn Sink)) -> Result<(), Error> {
        match &mut self.0 {
            Form::Text { lines, output } => output.append(line(lines, write))?,
            Form::Kept(keep) => {
                let row = keep.next_row();
                write(row);
                row.end();
            }
            Form::Parquet { table, writer } => {
                write(table);
                table.end();
                if table.rows() >= ROWS_PER_BATCH {
                    writer.write(&table.finish().map_err(ParquetWriteError::from)?)?;
                }
            }
        }
        Ok(())
    }

    /// Puts the file in its place.
    pub fn finish(self) -> Result<(), Error> {
        let output = match self.0 {
            Form::Kept(_) => return Ok(()),
            Form::Text { output, .. } => output,
            Form::Parquet { mut table, mut writer } => {
                writer.write(&table.finish().map_err(ParquetWriteError::from)?)?;
                writer.finish()?
            }
        };
        Ok(output.finish()?)
    }
}

/// A row as a line of JSON.
fn line(lines: &mut JsonLines, write: impl FnOnce(&mut dyn Sink)) -> &[u8] {
    lines.clear();
    write(lines);
    lines.end();
    JsonLines::bytes(lines)
}
