//! Typed columns: Parquet and Arrow IPC. Chunks are made in parallel and written in order.

use std::io::Write;

use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use wampimuk_dataset::{ParquetWriteError, ParquetWriter, Table, arrow_schema, ordered};
use wampimuk_families::Dataset;

use crate::error::Error;
use crate::hands::Hands;
use crate::shards::Chunk;
use crate::watch::Watch;

/// Writes items as Parquet, a row group for each chunk.
pub(super) fn parquet(
    out: &mut (dyn Write + Send),
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    hands: &Hands,
    watch: &Watch<'_>,
) -> Result<(), Error> {
    let [digest, seed] = metadata(dataset);
    let metadata = [(digest.0, digest.1.as_str()), (seed.0, seed.1.as_str())];
    let mut writer = ParquetWriter::new(out, dataset.schema(), &metadata).map_err(unwritten)?;
    let encoder = writer.encoder();
    ordered(
        hands.workers,
        chunks.len(),
        || (dataset.items(), Table::new(dataset.schema())),
        |(items, table), job| {
            let _seat = hands.seat();
            let Chunk { split, start, end } = chunks[job];
            (start..end).try_for_each(|index| items.write(split, index, table))?;
            let batch = table.finish().map_err(|error| unwritten(error.into()))?;
            Ok::<_, Error>((encoder.encode(&batch).map_err(unwritten)?, end - start))
        },
        |(group, items)| {
            writer.append(group).map_err(unwritten)?;
            watch.made(items)
        },
    )?;
    writer.finish().map_err(unwritten)?;
    Ok(())
}

/// Writes items as an Arrow IPC file, a batch for each chunk. Every batch has the dictionaries of the schema, so that
/// they stand in the file once.
pub(super) fn arrow(
    out: &mut (dyn Write + Send),
    chunks: &[Chunk],
    dataset: &dyn Dataset,
    hands: &Hands,
    watch: &Watch<'_>,
) -> Result<(), Error> {
    let failed = |error: ArrowError| unwritten(error.into());
    let mut writer = FileWriter::try_new(out, &arrow_schema(dataset.schema())).map_err(failed)?;
    for (key, value) in metadata(dataset) {
        writer.write_metadata(key, value);
    }
    ordered(
        hands.workers,
        chunks.len(),
        || (dataset.items(), Table::new(dataset.schema())),
        |(items, table), job| {
            let _seat = hands.seat();
            let Chunk { split, start, end } = chunks[job];
            (start..end).try_for_each(|index| items.write(split, index, table))?;
            Ok::<_, Error>((table.finish().map_err(failed)?, end - start))
        },
        |(batch, items)| {
            writer.write(&batch).map_err(failed)?;
            watch.made(items)
        },
    )?;
    writer.finish().map_err(failed)
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
