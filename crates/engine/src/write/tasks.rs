//! Riddles as a folder of tasks: `<split>/<index>.json`, as the Abstract Reasoning Corpus is kept.

use wampimuk_core::{Watch, ordered};
use wampimuk_dataset::ManifestFile;
use wampimuk_families::Dataset;
use wampimuk_store::{Stamp, Store};

use super::lines::task;
use crate::error::Error;
use crate::format::Format;
use crate::plan::ItemRange;
use crate::receipt::Kept;
use crate::shards::task_path;

/// Tasks made by one worker at a time.
const CHUNK: u64 = 64;

/// Writes the files of these tasks and lists them, in order. Tasks without such a form have no file.
///
/// Nobody waits until each is on the disk, which would take longer than making them. One that a power failure took is
/// known by its checksum.
pub(crate) fn write_tasks(
    store: &Store,
    config: &str,
    format: Format,
    portions: &[ItemRange],
    dataset: &dyn Dataset,
    threads: usize,
    watch: &dyn Watch,
) -> Result<Vec<Kept>, Error> {
    let riddles = dataset.contents().riddles().ok_or_else(|| format.unsupported(dataset))?;
    let mut jobs = Vec::new();
    for portion in portions {
        for start in (portion.start..portion.end).step_by(CHUNK as usize) {
            jobs.push((portion, start..portion.end.min(start + CHUNK)));
        }
    }
    let mut files = Vec::new();
    ordered(
        threads,
        &jobs,
        || riddles.maker(),
        |maker, (portion, indices)| {
            let mut written = Vec::new();
            for index in indices.clone() {
                let Some(json) = task(maker.make(portion.split, index)?, format)? else { continue };
                let path = task_path(config, &portion.name, index);
                let Stamp { bytes, sha256, etag } = store.note(&path, format!("{json}\n").as_bytes())?;
                let file = ManifestFile { path, split: portion.name.clone(), items: 1, bytes, sha256 };
                written.push(Kept { file, etag });
            }
            Ok::<_, Error>((written, indices.end - indices.start))
        },
        |(written, tasks)| {
            files.extend(written);
            Ok(watch.done(tasks)?)
        },
    )?;
    Ok(files)
}
