//! Writing items into one file.

mod columns;
pub(crate) mod lines;
pub(crate) mod original;
pub(crate) mod stories;
pub(crate) mod tasks;

use std::io::{self, Write};
use std::path::Path;

use wampimuk_core::{Watch, ordered};
use wampimuk_dataset::{Output, OutputError};
use wampimuk_families::Dataset;

use crate::error::Error;
use crate::format::Format;
use crate::plan::ItemRange;
use crate::shards::{Chunk, chunks};
use crate::worker_limit::WorkerLimit;
use lines::LineWriter;
use stories::StoryWriter;

/// Writes some items of a dataset in a format. The result is the number of items that have no such form.
///
/// # Errors
/// If an item cannot be made or written.
pub fn write(
    out: &mut (dyn Write + Send),
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    threads: usize,
    watch: &dyn Watch,
) -> Result<u64, Error> {
    write_by(&WorkerLimit::new(threads, threads), out, format, portions, dataset, watch)
}

/// The same, by workers that share a limit with other shards.
pub(crate) fn write_by(
    worker_limit: &WorkerLimit,
    out: &mut (dyn Write + Send),
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    watch: &dyn Watch,
) -> Result<u64, Error> {
    let mut out = Watched { out, failure: None };
    let written = write_watched(worker_limit, &mut out, format, portions, dataset, watch);
    match out.failure {
        // What the output said, not what others made of it.
        Some(error) if written.is_err() => Err(Error::Write(error)),
        _ => written,
    }
}

fn write_watched(
    worker_limit: &WorkerLimit,
    out: &mut Watched<'_>,
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    watch: &dyn Watch,
) -> Result<u64, Error> {
    let chunks = || chunks(portions, format, dataset);
    match format {
        Format::Parquet => columns::parquet(out, &chunks(), dataset, worker_limit, watch)?,
        Format::Arrow => columns::arrow(out, &chunks(), dataset, worker_limit, watch)?,
        Format::Original => {
            let grid = dataset.contents().commands().ok_or_else(|| format.unsupported(dataset))?;
            original::original(out, portions, grid, watch)?;
        }
        format if format.is_tales() => {
            stories::write(out, &StoryWriter::new(format, portions, dataset)?, worker_limit.workers, watch)?;
        }
        _ => {
            let lines = LineWriter::new(format, dataset)?;
            text(out, &chunks(), &lines, worker_limit, watch)?;
            return Ok(lines.skipped());
        }
    }
    Ok(0)
}

/// Writes one file, complete or not at all; `-` is standard output. The result is the number of items that have no form
/// in the format.
///
/// # Errors
/// If an item cannot be made or written.
pub fn write_file(
    path: &Path,
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    threads: usize,
    watch: &dyn Watch,
) -> Result<u64, Error> {
    let mut output = Output::create(path)?;
    let skipped =
        write(&mut output, format, portions, dataset, threads, watch).map_err(|error| match error {
            Error::Write(source) => OutputError::write(path, source).into(),
            other => other,
        })?;
    output.finish()?;
    Ok(skipped)
}

fn text(
    out: &mut dyn Write,
    chunks: &[Chunk],
    lines: &LineWriter<'_>,
    worker_limit: &WorkerLimit,
    watch: &dyn Watch,
) -> Result<(), Error> {
    ordered(
        worker_limit.workers,
        chunks,
        || lines.worker(),
        |worker, &Chunk { split, start, end }| {
            let _slot = worker_limit.slot();
            Ok((worker(split, &mut (start..end))?, end - start))
        },
        |(bytes, items): (Vec<u8>, u64)| {
            out.write_all(&bytes)?;
            Ok(watch.done(items)?)
        },
    )
}

/// Keeps the first error of an output: the libraries in between turn some into mere texts.
struct Watched<'a> {
    out: &'a mut (dyn Write + Send),
    failure: Option<io::Error>,
}

impl Watched<'_> {
    fn keep<T>(&mut self, result: io::Result<T>) -> io::Result<T> {
        result.map_err(|error| {
            let kind = error.kind();
            if kind != io::ErrorKind::Interrupted {
                self.failure.get_or_insert(error);
            }
            kind.into()
        })
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        self.keep(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.keep(flushed)
    }
}
