//! Typed columns: Parquet and Arrow IPC. Chunks are made in parallel and written in order.

use std::io::Write;

use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use wampimuk_core::{Items, Watch, ordered};
use wampimuk_dataset::{ParquetWriteError, ParquetWriter, ROWS_PER_BATCH, RecordBatch, Table, arrow_schema};
use wampimuk_families::Dataset;

use crate::error::Error;
use crate::shards::Chunk;
use crate::worker_limit::WorkerLimit;

/// Writes items as Parquet, a row group for each chunk.
pub(super) fn parquet(
    out: &mut (dyn Write + Send),
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    worker_limit: &WorkerLimit,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let [digest, seed] = metadata(dataset);
    let metadata = [(digest.0, digest.1.as_str()), (seed.0, seed.1.as_str())];
    let mut writer = ParquetWriter::new(out, dataset.schema(), &metadata).map_err(unwritten)?;
    let encoder = writer.encoder();
    let encode = |items: &mut dyn Items, table: &mut Table, chunk: Chunk| {
        let mut group = encoder.begin().map_err(unwritten)?;
        for start in (chunk.start..chunk.end).step_by(ROWS_PER_BATCH) {
            let end = chunk.end.min(start + ROWS_PER_BATCH as u64);
            group.write(&batch(items, table, Chunk { start, end, ..chunk })?).map_err(unwritten)?;
        }
        group.close().map_err(unwritten)
    };
    chunks_in_order(chunks, dataset, worker_limit, watch, encode, |group| {
        writer.append(group).map_err(unwritten)
    })?;
    writer.finish().map_err(unwritten)?;
    Ok(())
}

/// Writes items as an Arrow IPC file, a batch for each chunk. Every batch has the dictionaries of the schema, so that
/// they stand in the file once.
pub(super) fn arrow(
    out: &mut (dyn Write + Send),
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    worker_limit: &WorkerLimit,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let failed = |error: ArrowError| unwritten(error.into());
    let mut writer = FileWriter::try_new(out, &arrow_schema(dataset.schema())).map_err(failed)?;
    for (key, value) in metadata(dataset) {
        writer.write_metadata(key, value);
    }
    chunks_in_order(chunks, dataset, worker_limit, watch, batch, |batch| {
        writer.write(&batch).map_err(failed)
    })?;
    writer.finish().map_err(failed)
}

/// Makes and encodes chunks, by many workers, and appends them in order.
fn chunks_in_order<T: Send>(
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    worker_limit: &WorkerLimit,
    watch: &dyn Watch,
    encode: impl Fn(&mut dyn Items, &mut Table, Chunk) -> Result<T, Error> + Sync,
    mut append: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    ordered(
        worker_limit.workers,
        chunks,
        || (dataset.items(), Table::new(dataset.schema())),
        |(items, table), &chunk| {
            let _slot = worker_limit.slot();
            Ok::<_, Error>((encode(items.as_mut(), table, chunk)?, chunk.end - chunk.start))
        },
        |(encoded, items)| {
            append(encoded)?;
            Ok(watch.done(items)?)
        },
    )
}

/// Makes the items of a chunk as one batch.
fn batch(items: &mut dyn Items, table: &mut Table, chunk: Chunk) -> Result<RecordBatch, Error> {
    (chunk.start..chunk.end).try_for_each(|index| items.write(chunk.split, index, table))?;
    table.finish().map_err(|error| unwritten(error.into()))
}

/// What a file says of its origin.
fn metadata(dataset: &dyn Dataset) -> [(&'static str, String); 2] {
    [("wampimuk.digest", dataset.digest().to_string()), ("wampimuk.seed", dataset.seed().to_string())]
}

fn unwritten(error: ParquetWriteError) -> Error {
    match error {
        ParquetWriteError::BrokenPipe => Error::BrokenPipe,
        other => Error::Write(std::io::Error::other(other)),
    }
}
