//! Riddles as a folder of tasks: `<split>/<index>.json`, as the Abstract Reasoning Corpus is kept.

use std::path::Path;

use wampimuk_dataset::{ManifestFile, file_digest, ordered};
use wampimuk_riddle::Riddles;

use super::lines::task;
use super::plan::Plan;
use crate::failure::Failure;

/// Tasks made by one worker at a time.
const CHUNK: u64 = 64;

/// Writes the files and lists them; tells `done` of every chunk. The second number is that of the tasks without such a
/// form.
///
/// Files are not synced one by one, which would take longer than making them: a folder is complete when it has a
/// manifest, and that comes last.
pub fn write(
    directory: &Path,
    plan: &Plan,
    riddles: &Riddles,
    threads: usize,
    done: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<ManifestFile>, u64), Failure> {
    let mut jobs = Vec::new();
    for task in &plan.tasks {
        for start in (0..task.items).step_by(CHUNK as usize) {
            jobs.push((task, start..task.items.min(start + CHUNK)));
        }
    }
    let (mut files, mut skipped) = (Vec::new(), 0);
    ordered(
        threads,
        jobs.len(),
        || riddles.maker(),
        |maker, job| {
            let (of, indices) = &jobs[job];
            let mut written = Vec::new();
            for index in indices.clone() {
                let Some(json) = task(maker.make(of.split, index)?, plan.format)? else { continue };
                let name = name(&of.name, index);
                let path = directory.join(&name);
                if written.is_empty() {
                    let folder = directory.join(&of.name);
                    std::fs::create_dir_all(&folder)
                        .map_err(|error| Failure::io("create", &folder, &error))?;
                }
                std::fs::write(&path, format!("{json}\n"))
                    .map_err(|error| Failure::io("write", &path, &error))?;
                let (bytes, sha256) =
                    file_digest(&path).map_err(|error| Failure::io("read", &path, &error))?;
                written.push(ManifestFile { path: name, split: of.name.clone(), items: 1, bytes, sha256 });
            }
            Ok::<_, Failure>((written, indices.end - indices.start))
        },
        |(written, tasks)| {
            done(tasks);
            skipped += tasks - written.len() as u64;
            files.extend(written);
            Ok(())
        },
    )?;
    Ok((files, skipped))
}

/// The name of a task's file, relative to the dataset's folder.
pub fn name(split: &str, index: u64) -> String {
    format!("{split}/{index}.json")
}
