//! Writing items into one file: chunks are made in parallel and written in order.

use std::io::Write;
use std::path::Path;

use wampimuk_command::{Grammar, GridFamily, Item, Setting, Surface};
use wampimuk_core::Items;
use wampimuk_dataset::{
    Language, OriginalFile, OriginalHeader, Output, OutputError, ParquetWriteError, ParquetWriter, Table,
    ordered, original_split_order,
};

use super::lines::Lines;
use super::plan::{Task, unsupported};
use super::tales::{self, Telling};
use crate::args::Format;
use crate::failure::Failure;
use wampimuk_families::Dataset;

/// Items made by one worker at a time. Parquet row groups have this size, so it is part of the bytes.
const CHUNK: u64 = 32_768;
/// The same for families that search for their items: a chunk should not take minutes.
const SLOW_CHUNK: u64 = 512;

/// Is told how many items were written.
type Done<'a> = &'a (dyn Fn(u64) + Sync);

/// A run of items of one split.
struct Chunk {
    split: usize,
    start: u64,
    end: u64,
}

/// Writes the items of these tasks to a file; `done` is told how many were written. The result is the number of items
/// that have no such form.
pub fn write(
    path: &Path,
    format: Format,
    tasks: &[Task],
    dataset: &dyn Dataset,
    threads: usize,
    done: Done<'_>,
) -> Result<u64, Failure> {
    match format {
        Format::Parquet => {
            let output = parquet(Output::create(path)?, path, tasks, dataset, threads, done)?;
            output.finish()?;
            Ok(0)
        }
        Format::Original => {
            let grid = dataset.grid().ok_or_else(|| unsupported(format, dataset))?;
            original(Output::create(path)?, path, tasks, grid, done)?.finish()?;
            Ok(0)
        }
        format if format.is_tales() => {
            tales::write(Output::create(path)?, &Telling::new(format, tasks, dataset)?, threads, done)?
                .finish()?;
            Ok(0)
        }
        _ => {
            let lines = Lines::new(format, dataset)?;
            text(path, &chunks(tasks, dataset), &lines, threads, done)?;
            Ok(lines.skipped())
        }
    }
}

fn chunks(tasks: &[Task], dataset: &dyn Dataset) -> Vec<Chunk> {
    let size = if dataset.grid().is_some() { CHUNK } else { SLOW_CHUNK };
    let of = |task: &Task| {
        let (split, items) = (task.split, task.items);
        (0..items).step_by(size as usize).map(move |start| Chunk {
            split,
            start,
            end: items.min(start + size),
        })
    };
    tasks.iter().flat_map(of).collect()
}

fn text(
    path: &Path,
    chunks: &[Chunk],
    lines: &Lines<'_>,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    ordered(
        threads,
        chunks.len(),
        || lines.worker(),
        |worker, job| {
            let Chunk { split, start, end } = chunks[job];
            Ok((worker(split, &mut (start..end))?, end - start))
        },
        |(bytes, items): (Vec<u8>, u64)| {
            output.append(&bytes)?;
            done(items);
            Ok::<_, Failure>(())
        },
    )?;
    Ok(output.finish()?)
}

/// Writes items as Parquet and gives the writer back; `path` is for messages.
pub fn parquet<W: Write + Send>(
    out: W,
    path: &Path,
    tasks: &[Task],
    dataset: &dyn Dataset,
    threads: usize,
    done: Done<'_>,
) -> Result<W, Failure> {
    let chunks = chunks(tasks, dataset);
    let digest = dataset.digest().to_string();
    let metadata = [("wampimuk.digest", digest.as_str()), ("wampimuk.seed", &dataset.seed().to_string())];
    let failed =
        |error: ParquetWriteError| Failure::System(format!("failed to write {}: {error}", path.display()));
    let mut writer = ParquetWriter::new(out, dataset.schema(), &metadata).map_err(failed)?;
    let encoder = writer.encoder();
    ordered(
        threads,
        chunks.len(),
        || (dataset.items(), Table::new(dataset.schema())),
        |(items, table), job| {
            let Chunk { split, start, end } = chunks[job];
            make(items.as_mut(), split, start..end, table)?;
            let batch = table.finish().map_err(|error| failed(error.into()))?;
            Ok::<_, Failure>((encoder.encode(&batch).map_err(failed)?, end - start))
        },
        |(group, items)| {
            writer.append(group).map_err(failed)?;
            done(items);
            Ok(())
        },
    )?;
    writer.finish().map_err(failed)
}

/// Writes items as the original's file and gives the writer back; `path` is for messages.
pub fn original<W: Write>(
    out: W,
    path: &Path,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    done: Done<'_>,
) -> Result<W, Failure> {
    let Setting { grid_size, grammar, min_object_size, max_object_size, train_share } = dataset.setting();
    let language = match dataset.surface() {
        Surface::Gscan => Language::Gscan(
            Grammar::ALL.into_iter().find(|known| known.name() == grammar).unwrap_or_default(),
        ),
        Surface::Reascan => Language::Reascan,
    };
    let header = OriginalHeader {
        grid_size,
        language,
        min_object_size,
        max_object_size,
        percentage_train: train_share,
    };
    let failed = |error: wampimuk_dataset::OriginalWriteError| match error {
        wampimuk_dataset::OriginalWriteError::Io(error) => OutputError::write(path, error).into(),
        other => Failure::Input(other.to_string()),
    };
    let mut file = OriginalFile::new(out, dataset.lexicon(), &header).map_err(failed)?;
    let names: Vec<String> = tasks.iter().map(|task| task.name.clone()).collect();
    let mut items = dataset.grid_items();
    for number in original_split_order(language, &names) {
        let task = &tasks[number];
        file.begin_split(&task.name).map_err(failed)?;
        for index in 0..task.items {
            let Item { example, cast, .. } = items.make(task.split, index)?;
            file.write(example, cast).map_err(failed)?;
            done(1);
        }
    }
    let mut output = file.finish().map_err(failed)?;
    output.flush().map_err(|error| OutputError::write(path, error))?;
    Ok(output)
}

fn make(
    items: &mut dyn Items,
    split: usize,
    indices: std::ops::Range<u64>,
    sink: &mut dyn wampimuk_core::Sink,
) -> Result<(), Failure> {
    for index in indices {
        items.write(split, index, sink)?;
    }
    Ok(())
}
