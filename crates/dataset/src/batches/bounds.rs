//! How much memory the rows of a Parquet file can take, before any is taken.
//!
//! A few kilobytes of a file can be lists of millions of entries, or one long text a million times. What a page becomes is
//! bounded by its header, so all headers are looked at first. Where a column could become large, its dictionary and the
//! lengths of its rows are measured too. From these follows how many rows are read at a time; a row that is too large by
//! itself is refused, as a line of JSON would be.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::Arc;

use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageReader};
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

use super::page_header::PageHeader;

/// The largest page, decompressed. Writers make pages of about a megabyte.
const MAX_PAGE: u64 = 64 << 20;
/// What a column of a row group can become without a closer look.
const SMALL: u64 = 16 << 20;
/// What a column of a batch may become.
const BATCH: u64 = 64 << 20;
/// What a column of one row may become.
const MAX_ROW: u64 = 256 << 20;
/// What a value takes beside its bytes, with its levels.
const VALUE: u64 = 12;
/// The longest header of a page; statistics may quote values.
const MAX_HEADER: u64 = 1 << 20;

/// How many rows of a group may be read at once, at most `rows`.
pub(super) fn rows_at_once(
    file: &File,
    group: &RowGroupMetaData,
    columns: impl Iterator<Item = usize>,
    rows: usize,
) -> Result<usize, String> {
    let mut at_once = rows as u64;
    for number in columns {
        let chunk = group.columns().get(number).ok_or("a column is missing in a row group")?;
        let cost = row_cost(file, group, chunk)
            .map_err(|error| format!("column `{}`: {error}", chunk.column_descr().path().string()))?;
        at_once = at_once.min(BATCH.checked_div(cost).unwrap_or(u64::MAX).max(1));
    }
    Ok(at_once as usize)
}

/// What one row of a column can take at most; 0 if the whole column is small.
fn row_cost(file: &File, group: &RowGroupMetaData, chunk: &ColumnChunkMetaData) -> Result<u64, String> {
    let pages = Pages::of(file, chunk)?;
    let fixed = match chunk.column_descr().physical_type() {
        Type::BYTE_ARRAY => None,
        Type::FIXED_LEN_BYTE_ARRAY => Some(u64::try_from(chunk.column_descr().type_length()).unwrap_or(0)),
        _ => Some(8),
    };
    let whole = |value: u64| pages.values.saturating_mul(value);
    let plain = pages.heaviest.saturating_add(VALUE);
    let value = match fixed {
        Some(bytes) => plain.max(bytes.saturating_add(VALUE)),
        None if whole(plain.saturating_add(pages.dictionary)) <= SMALL => return Ok(0),
        None => plain.saturating_add(longest_entry(file, group, chunk)?),
    };
    if whole(value) <= SMALL {
        return Ok(0);
    }
    let most = match chunk.column_descr().max_rep_level() {
        0 => 1,
        deepest => longest_row(file, group, chunk, deepest)?,
    };
    let cost = most.saturating_mul(value);
    if cost > MAX_ROW {
        return Err(format!("a row of {most} values could take {cost} bytes, and {MAX_ROW} are the most"));
    }
    Ok(cost)
}

/// What the headers of a column's pages say.
#[derive(Default)]
struct Pages {
    values: u64,
    /// Bytes of a value in the page where they have the most.
    heaviest: u64,
    /// Bytes of the dictionary.
    dictionary: u64,
}

impl Pages {
    fn of(file: &File, chunk: &ColumnChunkMetaData) -> Result<Self, String> {
        let (mut at, length) = chunk.byte_range();
        let end = at.checked_add(length).ok_or("it ends nowhere")?;
        let mut pages = Self::default();
        while at < end {
            let header = header_at(file, at, end)?;
            if header.uncompressed > MAX_PAGE {
                return Err(format!("a page of {} bytes, and {MAX_PAGE} are the most", header.uncompressed));
            }
            if header.is_dictionary {
                pages.dictionary = pages.dictionary.max(header.uncompressed);
            } else {
                pages.values = pages.values.saturating_add(header.values);
                let each = match header.shares_prefixes {
                    true => header.uncompressed,
                    false => header.uncompressed / header.values.max(1),
                };
                pages.heaviest = pages.heaviest.max(each);
            }
            let next = at.checked_add(header.length as u64).and_then(|at| at.checked_add(header.compressed));
            at = next.filter(|next| *next <= end).ok_or("a page lies outside of its column")?;
        }
        Ok(pages)
    }
}

fn header_at(mut file: &File, at: u64, end: u64) -> Result<PageHeader, String> {
    let mut bytes = Vec::new();
    for most in [256, 1 << 14, MAX_HEADER] {
        bytes.clear();
        file.seek(SeekFrom::Start(at)).map_err(|error| error.to_string())?;
        file.take(most.min(end - at)).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if let Some(header) = PageHeader::parse(&bytes) {
            return Ok(header);
        }
    }
    Err("the header of a page makes no sense".into())
}

/// The pages themselves, decompressed one by one. Their sizes have been looked at.
fn pages(
    file: &File,
    group: &RowGroupMetaData,
    chunk: &ColumnChunkMetaData,
) -> Result<SerializedPageReader<File>, String> {
    let file = Arc::new(file.try_clone().map_err(|error| error.to_string())?);
    let rows = usize::try_from(group.num_rows()).map_err(|error| error.to_string())?;
    SerializedPageReader::new(file, chunk, rows, None).map_err(|error| error.to_string())
}

/// The longest entry of a column's dictionary of texts, if it has one.
fn longest_entry(file: &File, group: &RowGroupMetaData, chunk: &ColumnChunkMetaData) -> Result<u64, String> {
    let first = pages(file, group, chunk)?.get_next_page().map_err(|error| error.to_string())?;
    let Some(Page::DictionaryPage { buf, .. }) = first else { return Ok(0) };
    let (mut rest, mut longest) = (&buf[..], 0);
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = u32::from_le_bytes(*length);
        longest = longest.max(length);
        let Some(after) = after.get(length as usize..) else { break };
        rest = after;
    }
    Ok(longest.into())
}

/// The most values of a row, by the levels of repetition: a row begins where the level is 0.
fn longest_row(
    file: &File,
    group: &RowGroupMetaData,
    chunk: &ColumnChunkMetaData,
    deepest: i16,
) -> Result<u64, String> {
    let width = u16::try_from(deepest).map_err(|error| error.to_string())?;
    let mut rows = RowLengths { width: width.ilog2() + 1, row: 0, longest: 0 };
    let mut pages = pages(file, group, chunk)?;
    while let Some(page) = pages.get_next_page().map_err(|error| error.to_string())? {
        let short = "the levels of a page are cut off";
        match &page {
            Page::DictionaryPage { .. } => {}
            Page::DataPage { buf, num_values, rep_level_encoding: Encoding::RLE, .. } => {
                let (length, rest) = buf.split_first_chunk::<4>().ok_or(short)?;
                let levels = rest.get(..u32::from_le_bytes(*length) as usize).ok_or(short)?;
                rows.add(levels, (*num_values).into());
            }
            Page::DataPage { .. } => return Err("its levels are in an encoding that is not read".into()),
            Page::DataPageV2 { buf, num_values, rep_levels_byte_len, .. } => {
                rows.add(buf.get(..*rep_levels_byte_len as usize).ok_or(short)?, (*num_values).into());
            }
        }
    }
    Ok(rows.longest.max(rows.row))
}

/// Lengths of rows, run by run.
struct RowLengths {
    /// Bits of a level.
    width: u32,
    /// Values of the row so far.
    row: u64,
    longest: u64,
}

impl RowLengths {
    /// Levels in the mixed encoding of runs and packed bits. What is cut off has no more levels.
    fn add(&mut self, mut levels: &[u8], mut left: u64) {
        while left > 0 {
            let Some(head) = varint(&mut levels) else { return };
            if head & 1 == 0 {
                let Some((value, rest)) = levels.split_at_checked(self.width.div_ceil(8) as usize) else {
                    return;
                };
                let run = (head >> 1).min(left);
                self.run(value.iter().all(|byte| *byte == 0), run);
                (levels, left) = (rest, left - run);
            } else {
                let bytes = (head >> 1).saturating_mul(self.width.into()).min(levels.len() as u64);
                let (packed, rest) = levels.split_at(bytes as usize);
                let bits = 8 * bytes;
                let count = (bits / u64::from(self.width)).min(left);
                for number in 0..count {
                    let start = number * u64::from(self.width);
                    let is_set = |bit: u64| packed[(bit / 8) as usize] >> (bit % 8) & 1 == 1;
                    self.run(!(start..start + u64::from(self.width)).any(is_set), 1);
                }
                if count == 0 {
                    return;
                }
                (levels, left) = (rest, left - count);
            }
        }
    }

    /// The same level several times.
    fn run(&mut self, begins: bool, times: u64) {
        if begins && times > 0 {
            self.longest = self.longest.max(self.row);
            self.row = 1;
        } else {
            self.row = self.row.saturating_add(times);
        }
    }
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use arrow_array::builder::{ListBuilder, StringBuilder, UInt8Builder};
    use arrow_array::types::Int32Type;
    use arrow_array::{ArrayRef, DictionaryArray, Int32Array, ListArray, RecordBatch, StringArray};
    use arrow_buffer::OffsetBuffer;
    use arrow_schema::Field;
    use parquet::arrow::ArrowWriter;

    use super::*;
    use crate::batches::Batches;

    /// A file with one column `a`, and how long it is.
    fn written(folder: &std::path::Path, column: ArrayRef) -> (std::path::PathBuf, u64) {
        use parquet::basic::{Compression, ZstdLevel};
        use parquet::file::properties::WriterProperties;

        let path = folder.join("a.parquet");
        let batch = RecordBatch::try_from_iter([("a", column)]).expect("a batch");
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(zstd).build();
        let file = File::create(&path).expect("a file");
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).expect("a writer");
        writer.write(&batch).expect("written");
        writer.close().expect("closed");
        let bytes = path.metadata().expect("a file").len();
        (path, bytes)
    }

    /// The rows of each batch, or why there are none.
    fn read(path: &std::path::Path) -> Result<Vec<usize>, String> {
        let mut batches =
            Batches::open(path, &["a"], 1024, 0..u64::MAX).map_err(|error| error.to_string())?;
        let mut rows = Vec::new();
        while let Some(batch) = batches.next(path).map_err(|error| error.to_string())? {
            rows.push(batch.num_rows());
        }
        Ok(rows)
    }

    #[test]
    fn one_text_many_times_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let text = StringArray::from(vec!["x".repeat(20_000)]);
        let entries = 20_000;
        let keys = Int32Array::from(vec![0; entries]);
        let words = DictionaryArray::<Int32Type>::try_new(keys, Arc::new(text)).unwrap();
        let field = Arc::new(Field::new("element", arrow_array::Array::data_type(&words).clone(), false));
        let list = ListArray::new(field, OffsetBuffer::from_lengths([entries]), Arc::new(words), None);
        let (path, bytes) = written(folder.path(), Arc::new(list));
        assert!(bytes < 20_000, "{bytes}");
        let error = read(&path).unwrap_err();
        assert!(
            error.contains("column `a.list.element`") && error.contains("a row of 20000 values"),
            "{error}"
        );
    }

    #[test]
    fn a_list_without_end_is_refused_and_long_ones_are_read() {
        let folder = tempfile::tempdir().unwrap();
        for (entries, is_read) in [(24_000_000, false), (3_000_000, true)] {
            let mut list = ListBuilder::new(UInt8Builder::new());
            list.values().append_slice(&vec![7; entries]);
            list.append(true);
            let (path, bytes) = written(folder.path(), Arc::new(list.finish()));
            assert!(bytes < 50_000, "{bytes}");
            assert_eq!(read(&path).is_ok(), is_read, "{entries}");
        }
    }

    #[test]
    fn large_rows_come_in_small_batches() {
        let folder = tempfile::tempdir().unwrap();
        let mut list = ListBuilder::new(StringBuilder::new());
        for row in 0..300 {
            for entry in 0..500 {
                list.values().append_value(format!("{row} {entry} {}", "long ".repeat(100)));
            }
            list.append(true);
        }
        let (path, _) = written(folder.path(), Arc::new(list.finish()));
        let rows = read(&path).unwrap();
        assert_eq!(rows.iter().sum::<usize>(), 300);
        assert!(rows.len() > 1, "{rows:?}");
    }

    #[test]
    fn rows_are_as_long_as_their_levels_say() {
        let mut rows = RowLengths { width: 1, row: 0, longest: 0 };
        // A run of three 0, one of five 1, then eight bits: 0, 1, 1, 0, 0, 0, 0, 0.
        rows.add(&[6, 0, 10, 1, 3, 0b0000_0110], 16);
        assert_eq!((rows.longest, rows.row), (6, 1));
        // Of a page, only as many as it has.
        let mut rows = RowLengths { width: 1, row: 0, longest: 0 };
        rows.add(&[200, 1, 1], 4);
        assert_eq!(rows.row, 4);
    }
}
