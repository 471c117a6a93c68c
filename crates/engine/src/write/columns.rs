//! Typed columns: Parquet and Arrow IPC. Chunks are made in parallel and written in order.

use std::io::Write;

use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use wampimuk_core::Watch;
use wampimuk_dataset::{ParquetWriteError, ParquetWriter, RecordBatch, Table, arrow_schema, ordered};
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
    let encode = |batch| encoder.encode(&batch).map_err(unwritten);
    tables(chunks, dataset, worker_limit, watch, encode, |group| writer.append(group).map_err(unwritten))?;
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
    tables(chunks, dataset, worker_limit, watch, Ok, |batch| writer.write(&batch).map_err(failed))?;
    writer.finish().map_err(failed)
}

/// Makes a table of each chunk and encodes it, by many workers, and appends them in order.
fn tables<T: Send>(
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    worker_limit: &WorkerLimit,
    watch: &dyn Watch,
    encode: impl Fn(RecordBatch) -> Result<T, Error> + Sync,
    mut append: impl FnMut(T) -> Result<(), Error>,
) -> Result<(), Error> {
    ordered(
        worker_limit.workers,
        chunks.len(),
        || (dataset.items(), Table::new(dataset.schema())),
        |(items, table), job| {
            let _slot = worker_limit.slot();
            let Chunk { split, start, end } = chunks[job];
            (start..end).try_for_each(|index| items.write(split, index, table))?;
            let batch = table.finish().map_err(|error| unwritten(error.into()))?;
            Ok::<_, Error>((encode(batch)?, end - start))
        },
        |(encoded, items)| {
            append(encoded)?;
            Ok(watch.done(items)?)
        },
    )
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
