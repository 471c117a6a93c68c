//! Parquet files.
//!
//! Encoding and compressing is most of the work, so it can be done by many threads: each turns batches of rows into
//! [`RowGroup`]s by means of one shared [`RowGroupEncoder`], and the [`ParquetWriter`] only appends them. A file's
//! bytes depend on its rows and on where groups and batches are cut, not on who encoded them.
//!
//! Word columns reach the encoder as dictionary arrays, but the file does not say so (it has no `ARROW:schema` entry):
//! readers see plain strings, because Hugging Face's `datasets` cannot read dictionary types
//! (<https://github.com/huggingface/datasets/pull/6892>). In the file they are dictionary-encoded all the same.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use parquet::arrow::ArrowSchemaConverter;
use parquet::arrow::arrow_writer::{
    ArrowColumnChunk, ArrowColumnWriter, ArrowRowGroupWriterFactory, compute_leaves,
};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use wampimuk_core::{Schema, Type};

use crate::table::arrow_schema;

/// How many rows a group should have: enough to compress well, few enough to be encoded in memory.
pub const ROWS_PER_GROUP: usize = 65_536;

/// How many rows of a group are made before they are encoded: enough that starting costs nothing, few enough to stay
/// small where a row has hundreds of values.
pub const ROWS_PER_BATCH: usize = 4_096;

/// Why a Parquet file could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParquetWriteError {
    /// The reader at the other end of a pipe has gone. Nothing is wrong: the program should stop quietly.
    #[error("the reader of the output has gone")]
    BrokenPipe,
    /// The columns could not be put together.
    #[error("the table cannot be built: {0}")]
    Table(#[from] ArrowError),
    /// The file could not be encoded or written.
    #[error("the Parquet file cannot be written: {0}")]
    Parquet(#[from] ParquetError),
}

/// Rows, encoded and compressed, ready to be appended to a file.
#[derive(Debug)]
pub struct RowGroup {
    columns: Vec<ArrowColumnChunk>,
    rows: usize,
}

impl RowGroup {
    /// How many rows it has.
    pub fn rows(&self) -> usize {
        self.rows
    }
}

/// Encodes row groups; can be shared by threads.
#[derive(Debug)]
pub struct RowGroupEncoder {
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
}

impl RowGroupEncoder {
    /// Begins a group, whose rows may come in several batches: columns are compressed page by page as they come, so a
    /// group needs little memory besides the batch at hand.
    ///
    /// # Errors
    /// If the columns cannot be encoded.
    pub fn begin(&self) -> Result<OpenRowGroup<'_>, ParquetWriteError> {
        Ok(OpenRowGroup { schema: &self.schema, writers: self.factory.create_column_writers(0)?, rows: 0 })
    }

    /// Encodes the rows of one group.
    ///
    /// # Errors
    /// If the batch has other columns than the file.
    pub fn encode(&self, batch: &RecordBatch) -> Result<RowGroup, ParquetWriteError> {
        let mut group = self.begin()?;
        group.write(batch)?;
        group.close()
    }
}

/// A group to which rows can be added.
pub struct OpenRowGroup<'e> {
    schema: &'e SchemaRef,
    writers: Vec<ArrowColumnWriter>,
    rows: usize,
}

impl OpenRowGroup<'_> {
    /// Encodes more rows.
    ///
    /// # Errors
    /// If the batch has other columns than the file.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), ParquetWriteError> {
        if batch.schema_ref() != self.schema {
            let message = format!("expected the columns {}, found {}", self.schema, batch.schema_ref());
            return Err(ArrowError::SchemaError(message).into());
        }
        let mut writers = self.writers.iter_mut();
        for (field, array) in self.schema.fields().iter().zip(batch.columns()) {
            for leaf in compute_leaves(field, array)? {
                let missing = || ParquetError::General("fewer writers than columns".into());
                writers.next().ok_or_else(missing)?.write(&leaf)?;
            }
        }
        self.rows += batch.num_rows();
        Ok(())
    }

    /// Compresses what is left of the columns.
    ///
    /// # Errors
    /// If a column cannot be encoded.
    pub fn close(self) -> Result<RowGroup, ParquetWriteError> {
        let columns = self.writers.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>()?;
        Ok(RowGroup { columns, rows: self.rows })
    }
}

impl std::fmt::Debug for OpenRowGroup<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OpenRowGroup").field("rows", &self.rows).finish_non_exhaustive()
    }
}

/// Writes a Parquet file.
#[derive(Debug)]
pub struct ParquetWriter<W: Write + Send> {
    file: SerializedFileWriter<Watched<W>>,
    encoder: Arc<RowGroupEncoder>,
    gone: Arc<AtomicBool>,
}

/// Remembers whether the reader has gone: the Parquet library turns some errors of the output into mere texts.
#[derive(Debug)]
struct Watched<W> {
    out: W,
    gone: Arc<AtomicBool>,
}

impl<W: Write> Watched<W> {
    fn watch<T>(&mut self, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        write(&mut self.out).inspect_err(|error| {
            if error.kind() == io::ErrorKind::BrokenPipe {
                self.gone.store(true, Ordering::Relaxed);
            }
        })
    }
}

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.watch(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.watch(Write::flush)
    }
}

/// The error of an output whose reader may have gone.
fn failure(gone: &AtomicBool, error: impl Into<ParquetWriteError>) -> ParquetWriteError {
    if gone.load(Ordering::Relaxed) { ParquetWriteError::BrokenPipe } else { error.into() }
}

impl<W: Write + Send> ParquetWriter<W> {
    /// Starts a file for records of this schema. The metadata (name, value) go into the file's footer.
    ///
    /// # Errors
    /// If the start of the file cannot be written.
    pub fn new(out: W, schema: &Schema, metadata: &[(&str, &str)]) -> Result<Self, ParquetWriteError> {
        let arrow = arrow_schema(schema);
        let parquet = ArrowSchemaConverter::new().schema_root("items").convert(&arrow)?;
        let properties = Arc::new(properties(schema, metadata)?);
        let gone = Arc::new(AtomicBool::new(false));
        let out = Watched { out, gone: gone.clone() };
        let file = SerializedFileWriter::new(out, parquet.root_schema_ptr(), properties)
            .map_err(|error| failure(&gone, error))?;
        let factory = ArrowRowGroupWriterFactory::new(&file, arrow.clone());
        let encoder = Arc::new(RowGroupEncoder { factory, schema: arrow });
        Ok(Self { file, encoder, gone })
    }

    /// What encodes this file's row groups.
    pub fn encoder(&self) -> Arc<RowGroupEncoder> {
        self.encoder.clone()
    }

    /// Appends rows that are encoded already.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, group: RowGroup) -> Result<(), ParquetWriteError> {
        let file = &mut self.file;
        let append = || {
            let mut writer = file.next_row_group()?;
            for column in group.columns {
                column.append_to_row_group(&mut writer)?;
            }
            writer.close().map(|_| ())
        };
        append().map_err(|error: ParquetError| failure(&self.gone, error))
    }

    /// Encodes and appends rows as one group.
    ///
    /// # Errors
    /// If they cannot be encoded or written.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), ParquetWriteError> {
        let group = self.encoder.encode(batch)?;
        self.append(group)
    }

    /// Writes the footer and hands the output back.
    ///
    /// # Errors
    /// If the footer cannot be written.
    pub fn finish(self) -> Result<W, ParquetWriteError> {
        let out = self.file.into_inner().map_err(|error| failure(&self.gone, error))?;
        Ok(out.out)
    }
}

fn properties(schema: &Schema, metadata: &[(&str, &str)]) -> Result<WriterProperties, ParquetError> {
    let pair = |&(name, value): &(&str, &str)| KeyValue::new(name.to_string(), value.to_string());
    let mut builder = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        .set_created_by(concat!("wampimuk ", env!("CARGO_PKG_VERSION")).to_string())
        // Bounds of shuffled columns exclude nothing, and finding them takes longer than encoding.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        // Until its page is full, a column keeps eight bytes for each value of a list.
        .set_data_page_row_count_limit(ROWS_PER_BATCH)
        .set_key_value_metadata((!metadata.is_empty()).then(|| metadata.iter().map(pair).collect()));
    for field in &schema.fields {
        // Identities and pictures never repeat and indices hardly do: a dictionary would only cost time.
        let encoding = match field.ty {
            Type::Text | Type::Bytes => Encoding::PLAIN,
            Type::U32 | Type::U64 => Encoding::DELTA_BINARY_PACKED,
            _ => continue,
        };
        builder = builder
            .set_column_dictionary_enabled(field.name.into(), false)
            .set_column_encoding(field.name.into(), encoding);
    }
    Ok(builder.build())
}

#[cfg(test)]
mod tests {
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
    use wampimuk_core::{Field, Sink};

    use super::*;
    use crate::table::Table;

    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn gone_readers_are_told_apart() {
        let schema = Schema { fields: vec![Field::new("a", Type::U8, "")] };
        let mut table = Table::new(&schema);
        table.uint(1);
        table.end();
        let batch = table.finish().unwrap();
        let write = || {
            let mut file = ParquetWriter::new(Gone, &schema, &[])?;
            file.write(&batch)?;
            file.finish().map(|_| ())
        };
        assert!(matches!(write(), Err(ParquetWriteError::BrokenPipe)));
    }

    #[test]
    fn a_group_in_batches_has_the_same_rows() {
        let list = Type::List(Box::new(Type::U8));
        let schema = Schema { fields: vec![Field::new("a", Type::U32, ""), Field::new("b", list, "")] };
        let batch = |range: std::ops::Range<u64>| {
            let mut table = Table::new(&schema);
            for value in range {
                table.uint(value);
                table.list(value as usize % 3);
                (0..value % 3).for_each(|entry| table.uint(entry));
                table.end();
            }
            table.finish().unwrap()
        };
        let mut file = ParquetWriter::new(tempfile::tempfile().unwrap(), &schema, &[]).unwrap();
        let encoder = file.encoder();
        let mut group = encoder.begin().unwrap();
        for range in [0..10, 10..11, 11..9000] {
            group.write(&batch(range)).unwrap();
        }
        let group = group.close().unwrap();
        assert_eq!(group.rows(), 9000);
        file.append(group).unwrap();
        let builder = ParquetRecordBatchReaderBuilder::try_new(file.finish().unwrap()).unwrap();
        assert_eq!(builder.metadata().num_row_groups(), 1);
        let read: Vec<RecordBatch> =
            builder.with_batch_size(9000).build().unwrap().map(Result::unwrap).collect();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].columns(), batch(0..9000).columns());
    }

    #[test]
    fn other_columns_are_refused() {
        let schema = |name| Schema { fields: vec![Field::new(name, Type::U8, "")] };
        let mut table = Table::new(&schema("a"));
        table.uint(1);
        table.end();
        let mut file = ParquetWriter::new(Vec::new(), &schema("b"), &[]).unwrap();
        assert!(file.write(&table.finish().unwrap()).is_err());
    }
}
