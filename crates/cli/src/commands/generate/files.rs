//! Writing items into one file: chunks are made in parallel and written in order.

use std::io::Write;
use std::path::Path;

use wampimuk_command::{Grammar, GridFamily, Item, Setting, Surface};
use wampimuk_core::Items;
use wampimuk_dataset::{
    JsonLines, Language, OriginalFile, OriginalHeader, OriginalLines, Output, OutputError, ParquetWriter,
    Table, TensorLines, ordered, original_split_order,
};

use super::plan::Task;
use crate::args::Format;
use crate::failure::Failure;

/// Items made by one worker at a time. Parquet row groups have this size, so it is part of the bytes.
const CHUNK: u64 = 32_768;

/// Is told how many items were written.
type Done<'a> = &'a (dyn Fn(u64) + Sync);

/// A run of items of one split.
struct Chunk {
    split: usize,
    start: u64,
    end: u64,
}

/// Writes the items of these tasks to a file; `done` is told how many were written.
pub fn write(
    path: &Path,
    format: Format,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    match format {
        Format::Parquet => parquet(path, tasks, dataset, threads, done),
        Format::Jsonl => json_lines(path, tasks, dataset, threads, done),
        Format::OriginalJsonl => original_lines(path, tasks, dataset, threads, done),
        Format::TensorJsonl => tensor_lines(path, tasks, dataset, threads, done),
        Format::Original => original(path, tasks, dataset, done),
    }
}

fn chunks(tasks: &[Task]) -> Vec<Chunk> {
    let of = |task: &Task| {
        let (split, items) = (task.split, task.items);
        (0..items).step_by(CHUNK as usize).map(move |start| Chunk {
            split,
            start,
            end: items.min(start + CHUNK),
        })
    };
    tasks.iter().flat_map(of).collect()
}

fn json_lines(
    path: &Path,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    let worker = || (dataset.items(), JsonLines::new(dataset.schema()));
    text(path, tasks, threads, done, worker, |(items, lines), Chunk { split, start, end }| {
        lines.clear();
        make(items.as_mut(), *split, *start..*end, lines)?;
        Ok(lines.bytes().to_vec())
    })
}

fn original_lines(
    path: &Path,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    let size = dataset.setting().max_object_size;
    let lines = || OriginalLines::new(dataset.lexicon(), dataset.surface(), size);
    let worker = || (dataset.grid_items(), lines());
    text(path, tasks, threads, done, worker, |(items, lines), Chunk { split, start, end }| {
        lines.clear();
        for index in *start..*end {
            let Item { example, cast, .. } = items.make(*split, index)?;
            let name = &dataset.splits()[*split].name;
            lines.push(name, example, cast).map_err(|error| Failure::Input(error.to_string()))?;
        }
        Ok(lines.bytes().to_vec())
    })
}

fn tensor_lines(
    path: &Path,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    let size = dataset.setting().max_object_size;
    let lines = || TensorLines::new(dataset.lexicon(), dataset.surface(), size);
    let worker = || (dataset.grid_items(), lines());
    text(path, tasks, threads, done, worker, |(items, lines), Chunk { split, start, end }| {
        lines.clear();
        for index in *start..*end {
            let example = &items.make(*split, index)?.example;
            lines.push(example).map_err(|error| Failure::Input(error.to_string()))?;
        }
        Ok(lines.bytes().to_vec())
    })
}

/// Writes what `render` makes of each chunk.
fn text<W>(
    path: &Path,
    tasks: &[Task],
    threads: usize,
    done: Done<'_>,
    worker: impl Fn() -> W + Sync,
    render: impl Fn(&mut W, &Chunk) -> Result<Vec<u8>, Failure> + Sync,
) -> Result<(), Failure> {
    let chunks = chunks(tasks);
    let mut output = Output::create(path)?;
    ordered(
        threads,
        chunks.len(),
        worker,
        |worker, job| Ok((render(worker, &chunks[job])?, chunks[job].end - chunks[job].start)),
        |(bytes, items): (Vec<u8>, u64)| {
            output.append(&bytes)?;
            done(items);
            Ok::<_, Failure>(())
        },
    )?;
    Ok(output.finish()?)
}

fn parquet(
    path: &Path,
    tasks: &[Task],
    dataset: &dyn GridFamily,
    threads: usize,
    done: Done<'_>,
) -> Result<(), Failure> {
    let chunks = chunks(tasks);
    let digest = dataset.digest().to_string();
    let metadata = [("wampimuk.digest", digest.as_str()), ("wampimuk.seed", &dataset.seed().to_string())];
    let failed = |error: wampimuk_dataset::ParquetWriteError| {
        Failure::System(format!("failed to write {}: {error}", path.display()))
    };
    let mut writer =
        ParquetWriter::new(Output::create(path)?, dataset.schema(), &metadata).map_err(failed)?;
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
    Ok(writer.finish().map_err(failed)?.finish()?)
}

fn original(path: &Path, tasks: &[Task], dataset: &dyn GridFamily, done: Done<'_>) -> Result<(), Failure> {
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
    let mut file = OriginalFile::new(Output::create(path)?, dataset.lexicon(), &header).map_err(failed)?;
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
    Ok(output.finish()?)
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
