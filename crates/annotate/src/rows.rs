//! Rows on their way out.

use std::path::Path;

use wampimuk_core::{Schema, Sink, Stopped};
use wampimuk_dataset::{JsonLines, Output, ParquetWriteError, ParquetWriter, ROWS_PER_BATCH, Table};

use crate::Error;

/// Where rows go.
pub enum Rows<'r> {
    /// A file that appears complete or not at all: Parquet if its name says so, else JSON lines; `-` is standard output.
    File(&'r Path),
    /// Somebody who is given each as a line of JSON, until they have seen enough.
    Lines(&'r mut dyn FnMut(&[u8]) -> bool),
}

/// Rows in the making.
pub(crate) struct RowWriter<'r>(Form<'r>);

enum Form<'r> {
    Text { lines: JsonLines, output: Output },
    Parquet { table: Table, writer: ParquetWriter<Output> },
    Given { lines: JsonLines, give: &'r mut dyn FnMut(&[u8]) -> bool },
}

impl<'r> RowWriter<'r> {
    pub fn new(rows: Rows<'r>, schema: &Schema) -> Result<Self, Error> {
        let lines = || JsonLines::new(schema);
        Ok(Self(match rows {
            Rows::Lines(give) => Form::Given { lines: lines(), give },
            Rows::File(path) if path.extension().is_some_and(|ending| ending == "parquet") => {
                let writer = ParquetWriter::new(Output::create(path)?, schema, &[])?;
                Form::Parquet { table: Table::new(schema), writer }
            }
            Rows::File(path) => Form::Text { lines: lines(), output: Output::create(path)? },
        }))
    }

    /// Writes a row.
    pub fn row(&mut self, write: impl FnOnce(&mut dyn Sink)) -> Result<(), Error> {
        match &mut self.0 {
            Form::Text { lines, output } => output.append(line(lines, write))?,
            Form::Given { lines, give } => {
                if !give(line(lines, write)) {
                    return Err(wampimuk_source::Error::from(Stopped).into());
                }
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
            Form::Given { .. } => return Ok(()),
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
