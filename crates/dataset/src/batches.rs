//! The rows of Parquet files and Arrow IPC files, in batches of bounded size and of the columns that are known.
//!
//! Neither library is made for hostile files: they may panic where they should refuse, and believe sizes that a file
//! claims. Panics are caught and become errors; what an Arrow file claims is compared with its size before it is read, and
//! its batches with a limit; what rows of a Parquet file can become is measured before ([`bounds`]).

mod bounds;
mod page_header;

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::path::Path;
use std::sync::{Arc, Once};

use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::reader::{FileDecoder, read_footer_length};
use arrow_ipc::{Block, root_as_footer};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};

use crate::error::ReadError;
use bounds::rows_at_once;

/// What a Parquet file begins with.
pub(crate) const PARQUET: &[u8] = b"PAR1";
/// What an Arrow IPC file begins with.
pub(crate) const ARROW: &[u8] = b"ARROW1";

/// The rows of a file.
pub(crate) struct Batches(Kind);

enum Kind {
    Parquet(Box<ParquetRecordBatchReader>),
    Arrow(Box<ArrowFile>),
}

struct ArrowFile {
    file: File,
    size: u64,
    decoder: FileDecoder,
    blocks: std::vec::IntoIter<Block>,
    /// Rows of the next block that are left out.
    skip: u64,
    /// Rows that are wanted after those.
    left: u64,
}

impl Batches {
    /// The `wanted` rows of a file, with those of `columns` that it has. Parquet comes in batches of at most this many `rows`,
    /// fewer where they are large, Arrow in those of the file.
    pub(crate) fn open(
        path: &Path,
        columns: &[&str],
        rows: usize,
        wanted: Range<u64>,
    ) -> Result<Self, ReadError> {
        let mut file =
            File::open(path).map_err(|source| ReadError::Open { path: path.to_owned(), source })?;
        let mut magic = [0; ARROW.len()];
        let is_arrow = file.read_exact(&mut magic).is_ok() && magic == *ARROW;
        guard(path, || match is_arrow {
            true => ArrowFile::open(file, columns, wanted).map(|arrow| Self(Kind::Arrow(Box::new(arrow)))),
            false => {
                parquet(file, columns, rows, wanted).map(|parquet| Self(Kind::Parquet(Box::new(parquet))))
            }
        })
    }

    /// The next batch; `None` at the end.
    pub(crate) fn next(&mut self, path: &Path) -> Result<Option<RecordBatch>, ReadError> {
        guard(path, || match &mut self.0 {
            Kind::Parquet(batches) => batches.next().transpose().map_err(|error| error.to_string()),
            Kind::Arrow(arrow) => arrow.next(),
        })
    }
}

/// How many rows each row group of a Parquet file has; none if it is no Parquet file.
///
/// # Errors
/// If it cannot be read.
pub fn row_groups(path: &Path) -> Result<Vec<u64>, ReadError> {
    let open = |source| ReadError::Open { path: path.to_owned(), source };
    let mut magic = [0; PARQUET.len()];
    let is_parquet = File::open(path).map_err(open)?.read_exact(&mut magic).is_ok() && magic == *PARQUET;
    if !is_parquet {
        return Ok(Vec::new());
    }
    let file = File::open(path).map_err(open)?;
    guard(path, || {
        let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| error.to_string())?;
        let groups = builder.metadata().row_groups().iter();
        Ok(groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).collect())
    })
}

fn parquet(
    file: File,
    columns: &[&str],
    rows: usize,
    wanted: Range<u64>,
) -> Result<ParquetRecordBatchReader, String> {
    let own = file.try_clone().map_err(|error| error.to_string())?;
    let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| error.to_string())?;
    let fields = builder.schema().fields().iter().enumerate();
    let known = fields.filter(|(_, field)| columns.contains(&field.name().as_str()));
    let mask = ProjectionMask::roots(builder.parquet_schema(), known.map(|(number, _)| number));
    // Groups that are left out as a whole are not even read.
    let (mut start, mut offset) = (0u64, None);
    let mut groups = Vec::new();
    for (number, group) in builder.metadata().row_groups().iter().enumerate() {
        let end = start.saturating_add(u64::try_from(group.num_rows()).unwrap_or(0));
        if start < wanted.end && wanted.start < end {
            offset.get_or_insert(wanted.start.saturating_sub(start));
            groups.push(number);
        }
        start = end;
    }
    let mut at_once = rows;
    for &number in &groups {
        let group = builder.metadata().row_group(number);
        let leaves = (0..group.num_columns()).filter(|leaf| mask.leaf_included(*leaf));
        at_once = at_once.min(rows_at_once(&own, group, leaves, rows)?);
    }
    let size = |rows: u64| usize::try_from(rows).unwrap_or(usize::MAX);
    let builder = builder.with_projection(mask).with_row_groups(groups).with_batch_size(at_once);
    let builder = builder.with_offset(size(offset.unwrap_or_default()));
    let builder = match wanted.end < start {
        true => builder.with_limit(size(wanted.end - wanted.start)),
        false => builder,
    };
    builder.build().map_err(|error| error.to_string())
}

/// The end of an Arrow file: the length of the footer, and what it began with.
const TRAILER: usize = 10;
/// The longest footer of an Arrow file; it lists the batches.
const MAX_FOOTER: usize = 16 << 20;
/// The largest batch of an Arrow file, and the most that its dictionaries have together: what is read at a time.
const MAX_BLOCK: u64 = 256 << 20;

impl ArrowFile {
    fn open(mut file: File, columns: &[&str], wanted: Range<u64>) -> Result<Self, String> {
        let damaged = |error: io::Error| error.to_string();
        let arrow = |error: arrow_schema::ArrowError| error.to_string();
        let size = file.seek(SeekFrom::End(0)).map_err(damaged)?;
        let mut trailer = [0; TRAILER];
        let end = size.checked_sub(TRAILER as u64).ok_or("it is too short")?;
        file.seek(SeekFrom::Start(end)).map_err(damaged)?;
        file.read_exact(&mut trailer).map_err(damaged)?;
        let length = read_footer_length(trailer).map_err(arrow)?;
        let start = end.checked_sub(length as u64).ok_or("its footer is longer than the file")?;
        if length > MAX_FOOTER {
            return Err(format!("a footer of {length} bytes, and {MAX_FOOTER} are the most"));
        }
        file.seek(SeekFrom::Start(start)).map_err(damaged)?;
        let mut footer = vec![0; length];
        file.read_exact(&mut footer).map_err(damaged)?;
        let footer = root_as_footer(&footer).map_err(|error| format!("its footer is damaged: {error}"))?;
        let schema = fb_to_schema(footer.schema().ok_or("it has no schema")?);
        let fields = schema.fields().iter().enumerate();
        let known = fields.filter(|(_, field)| columns.contains(&field.name().as_str()));
        let known: Vec<usize> = known.map(|(number, _)| number).collect();
        let mut decoder = FileDecoder::new(Arc::new(schema), footer.version());
        let mut words = 0;
        for block in footer.dictionaries().iter().flatten() {
            let bytes = read_block(&mut file, block, size)?;
            words += bytes.len() as u64;
            if words > MAX_BLOCK {
                return Err(format!("dictionaries of more than {MAX_BLOCK} bytes together"));
            }
            decoder.read_dictionary(block, &bytes).map_err(arrow)?;
        }
        let blocks: Vec<Block> = footer.recordBatches().iter().flatten().copied().collect();
        let (decoder, blocks) = (decoder.with_projection(known), blocks.into_iter());
        Ok(Self { file, size, decoder, blocks, skip: wanted.start, left: wanted.end - wanted.start })
    }

    fn next(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            let Some(block) = self.blocks.next().filter(|_| self.left > 0) else { return Ok(None) };
            let bytes = read_block(&mut self.file, &block, self.size)?;
            let batch = self.decoder.read_record_batch(&block, &bytes).map_err(|error| error.to_string())?;
            let Some(batch) = batch else { return Ok(None) };
            let rows = batch.num_rows() as u64;
            if self.skip >= rows {
                self.skip -= rows;
                continue;
            }
            let skip = std::mem::take(&mut self.skip);
            let taken = self.left.min(rows - skip);
            self.left -= taken;
            return Ok(Some(batch.slice(skip as usize, taken as usize)));
        }
    }
}

fn read_block(file: &mut File, block: &Block, size: u64) -> Result<Buffer, String> {
    let number = |value: i64| u64::try_from(value).map_err(|_| "a block has a negative size");
    let offset = number(block.offset())?;
    let length = number(block.bodyLength())?.checked_add(number(block.metaDataLength().into())?);
    let fits = |length: &u64| offset.checked_add(*length).is_some_and(|end| end <= size);
    let length = length.filter(fits).ok_or("a block lies outside of the file")?;
    if length > MAX_BLOCK {
        return Err(format!(
            "a batch of {length} bytes, and {MAX_BLOCK} are the most: write the rows in smaller batches"
        ));
    }
    file.seek(SeekFrom::Start(offset)).map_err(|error| error.to_string())?;
    let mut bytes = vec![0; usize::try_from(length).map_err(|error| error.to_string())?];
    file.read_exact(&mut bytes).map_err(|error| error.to_string())?;
    Ok(Buffer::from_vec(bytes))
}

thread_local! {
    /// Whether this thread is in a library whose panics are caught.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Panics that are caught are not reported on standard error: the error says what there is to say. All others are, by
/// the hook that was set before.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |info| {
            if !GUARDED.get() {
                usual(info);
            }
        }));
    });
}

/// Turns errors and panics of the libraries into our errors.
pub(crate) fn guard<T>(path: &Path, read: impl FnOnce() -> Result<T, String>) -> Result<T, ReadError> {
    silence();
    let before = GUARDED.replace(true);
    let outcome = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(before);
    let message = match outcome {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(message)) => message,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            format!("the file is damaged ({})", text.unwrap_or("no details"))
        }
    };
    // Libraries say where they were on lines of their own.
    let message = message.split_whitespace().collect::<Vec<_>>().join(" ");
    Err(ReadError::Table { path: path.to_owned(), message })
}
