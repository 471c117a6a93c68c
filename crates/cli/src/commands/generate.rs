//! `wampimuk generate`.

mod files;
mod plan;

use std::path::Path;
use std::time::Instant;

use indicatif::HumanCount;
use wampimuk_command::GridFamily;
use wampimuk_core::STREAM_VERSION;
use wampimuk_dataset::{MANIFEST, MANIFEST_FORMAT, Manifest, ManifestFile, file_digest, ordered};

use crate::args::{Common, Format, Generate};
use crate::commands::recipes::print_splits;
use crate::failure::Failure;
use crate::progress;
use crate::recipes::{Found, require};
pub use plan::no_such_split;
use plan::{Plan, Shape, Task};

/// Makes a dataset.
pub fn run(options: &Generate, common: &Common) -> Result<(), Failure> {
    let started = Instant::now();
    let found = require(&options.recipe, &options.adjust)?;
    let dataset = found.dataset(options.adjust.seed)?;
    let dataset: &dyn GridFamily = &*dataset;
    if options.dry_run {
        return print_splits(dataset);
    }
    let plan = Plan::new(options, &found.name, dataset)?;
    let made = match &plan.shape {
        Shape::Directory(directory) => fill_directory(directory, &plan, options, &found, dataset, common)?,
        Shape::File(path) => {
            if path != Path::new("-") && path.is_file() && !options.force {
                return Err(exists(path));
            }
            let bar = progress::bar(common, Some(plan.items()), "generate");
            files::write(path, plan.format, &plan.tasks, dataset, common.threads(), &|items| {
                bar.inc(items);
            })?;
            bar.finish_and_clear();
            true
        }
    };
    if made && !common.quiet {
        let (items, seconds) = (HumanCount(plan.items()), started.elapsed().as_secs_f64());
        let place = match plan.shape.path() {
            path if path == Path::new("-") => "standard output".to_string(),
            path => path.display().to_string(),
        };
        eprintln!("{items} items of {} in {seconds:.2} s → {place}", found.name);
    }
    Ok(())
}

fn exists(path: &Path) -> Failure {
    Failure::Input(format!(
        "{} is there already (--force replaces it, --out writes elsewhere)",
        path.display()
    ))
}

/// Writes one file for each split, and a manifest last: a directory with a manifest is complete. `false` if the very
/// dataset was there already.
fn fill_directory(
    directory: &Path,
    plan: &Plan,
    options: &Generate,
    found: &Found,
    dataset: &dyn GridFamily,
    common: &Common,
) -> Result<bool, Failure> {
    let manifest_path = directory.join(MANIFEST);
    let mut manifest = Manifest {
        format: MANIFEST_FORMAT,
        generator: concat!("wampimuk ", env!("CARGO_PKG_VERSION")).to_string(),
        stream: STREAM_VERSION,
        family: dataset.family().to_string(),
        recipe_name: found.name.clone(),
        recipe: found.toml.clone(),
        digest: dataset.digest().to_string(),
        seed: dataset.seed(),
        files: Vec::new(),
    };
    if manifest_path.exists() && !options.force {
        let there = Manifest::read(&manifest_path).map_err(|error| Failure::Input(error.to_string()))?;
        if is_complete(&there, &manifest, plan, directory) {
            if !common.quiet {
                eprintln!("{} is complete already", directory.display());
            }
            return Ok(false);
        }
        return Err(Failure::Input(format!(
            "{} holds another dataset: {} with seed {} (--force replaces it, --out writes elsewhere)",
            directory.display(),
            there.recipe_name,
            there.seed
        )));
    }
    std::fs::create_dir_all(directory).map_err(|error| Failure::io("create", directory, &error))?;
    if manifest_path.exists() {
        std::fs::remove_file(&manifest_path)
            .map_err(|error| Failure::io("replace", &manifest_path, &error))?;
    }
    let bar = progress::bar(common, Some(plan.items()), "generate");
    let files: Vec<(String, &[Task])> = plan.files().collect();
    let write = |(): &mut (), job: usize| {
        let (name, tasks) = &files[job];
        let path = directory.join(name);
        files::write(&path, plan.format, tasks, dataset, common.threads(), &|items| bar.inc(items))?;
        let (bytes, sha256) = file_digest(&path).map_err(|error| Failure::io("read", &path, &error))?;
        let split =
            if let [task] = tasks { dataset.splits()[task.split].name.clone() } else { String::new() };
        let items = tasks.iter().map(|task| task.items).sum();
        Ok::<_, Failure>(ManifestFile { path: name.clone(), split, items, bytes, sha256 })
    };
    // A second file is begun while the first is waiting for its last chunk or for the disk.
    let at_once = common.threads().min(2);
    ordered(
        at_once,
        files.len(),
        || (),
        write,
        |file| {
            manifest.files.push(file);
            Ok(())
        },
    )?;
    bar.finish_and_clear();
    manifest.write(&manifest_path)?;
    Ok(true)
}

/// Whether a directory holds just what was asked for.
fn is_complete(there: &Manifest, wanted: &Manifest, plan: &Plan, directory: &Path) -> bool {
    let same = there.digest == wanted.digest && there.seed == wanted.seed && there.stream == wanted.stream;
    let files: Vec<(String, u64)> =
        plan.files().map(|(name, tasks)| (name, tasks.iter().map(|task| task.items).sum())).collect();
    let have: Vec<(String, u64)> = there.files.iter().map(|file| (file.path.clone(), file.items)).collect();
    let intact = |file: &ManifestFile| {
        std::fs::metadata(directory.join(&file.path)).is_ok_and(|metadata| metadata.len() == file.bytes)
    };
    same && files == have && there.files.iter().all(intact)
}

impl Plan {
    /// The files of a directory and what goes into each.
    fn files(&self) -> impl Iterator<Item = (String, &[Task])> {
        let single = match self.format {
            Format::Original => Some(self.whole),
            _ => None,
        };
        let whole = single.map(|name| (name.to_string(), &self.tasks[..])).into_iter();
        let each = self.tasks.iter().filter(move |_| single.is_none()).map(|task| {
            let ending = match self.format {
                Format::Parquet => "parquet",
                _ => "jsonl",
            };
            (format!("{}.{ending}", task.name), std::slice::from_ref(task))
        });
        whole.chain(each)
    }
}
