//! `wampimuk generate`.

mod arc;
mod estimate;
mod files;
mod lines;
mod plan;
mod preview;
mod published;
mod tales;

use std::path::{Component, Path};
use std::time::Instant;

use indicatif::HumanCount;
use wampimuk_core::STREAM_VERSION;
use wampimuk_dataset::{MANIFEST, MANIFEST_FORMAT, Manifest, ManifestFile, file_digest, ordered};
use wampimuk_dyna::kit::Manner;

use crate::args::{Common, Format, Generate};
use crate::commands::recipes::Conversion;
use crate::failure::Failure;
use crate::progress;
pub use files::parquet;
pub use lines::task;
use plan::{Plan, Shape};
pub use plan::{Task, no_such_split};
use published::Published;
use wampimuk_families::Dataset;
use wampimuk_families::{Found, require};

/// Makes a dataset.
pub fn run(options: &Generate, common: &Common) -> Result<(), Failure> {
    let started = Instant::now();
    let found = match Path::new(&options.recipe).extension() {
        Some(ending) if ending == "json" => configuration(options, common)?,
        _ => require(&options.recipe, &options.adjust.set)?,
    };
    let dataset = match &options.babi {
        Some(folder) => Box::new(Published::open(folder, &found, options, common)?),
        None => progress::preparing(&found, options.adjust.seed, common)?,
    };
    let dataset = &*dataset;
    let plan = Plan::new(options, &found.name, dataset)?;
    if options.dry_run {
        return preview::run(options, &found, &plan, dataset, started.elapsed(), common);
    }
    let skipped = match &plan.shape {
        Shape::Directory(directory) => fill_directory(directory, &plan, options, &found, dataset, common)?,
        Shape::File(path) => {
            if path != Path::new("-") && path.is_file() && !options.force {
                return Err(exists(path));
            }
            let bar = progress::bar(common, Some(plan.items()), "generate");
            let done = |items| bar.inc(items);
            let skipped = files::write(path, plan.format, &plan.tasks, dataset, common.threads(), &done)?;
            bar.finish_and_clear();
            Some(skipped)
        }
    };
    if let (Some(skipped), false) = (skipped, common.quiet) {
        let (items, seconds) = (HumanCount(plan.items() - skipped), started.elapsed().as_secs_f64());
        let place = match plan.shape.path() {
            path if path == Path::new("-") => "standard output".to_string(),
            path => path.display().to_string(),
        };
        eprintln!("{items} items of {} in {seconds:.2} s → {place}", found.name);
        if skipped > 0 {
            eprintln!(
                "{} of {} tasks were left out: they are about more than colours and places (--format arc has them all; \
                 the recipe riddle-colours has no others)",
                HumanCount(skipped),
                HumanCount(plan.items())
            );
        }
    }
    Ok(())
}

/// The recipe that a configuration of the Dyna-bAbI kit is, certified.
fn configuration(options: &Generate, common: &Common) -> Result<Found, Failure> {
    let path = Path::new(&options.recipe);
    let Conversion { text, warnings } = Conversion::of(path, Manner::Certified)?;
    if !common.quiet {
        warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Found::of(name, &text, &options.adjust.set)?)
}

fn exists(path: &Path) -> Failure {
    Failure::Input(format!(
        "{} is there already (--force replaces it, --out writes elsewhere)",
        path.display()
    ))
}

/// Writes the files, and a manifest last: a directory with a manifest is complete. `None` if the very dataset was there
/// already, else how many items had no form in this format.
fn fill_directory(
    directory: &Path,
    plan: &Plan,
    options: &Generate,
    found: &Found,
    dataset: &dyn Dataset,
    common: &Common,
) -> Result<Option<u64>, Failure> {
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
        file_format: plan::name_of(plan.format),
        extras: Vec::new(),
        shard_items: None,
        splits: plan.splits(&found.toml, dataset),
        files: Vec::new(),
    };
    if manifest_path.exists() && !options.force {
        let there = Manifest::read(&manifest_path).map_err(|error| Failure::Input(error.to_string()))?;
        if is_complete(&there, &manifest, plan, directory) {
            if !common.quiet {
                eprintln!("{} is complete already", directory.display());
            }
            return Ok(None);
        }
        return Err(Failure::Input(format!(
            "{} holds another dataset: {} with seed {} (--force replaces it, --out writes elsewhere)",
            directory.display(),
            there.recipe_name,
            there.seed
        )));
    }
    std::fs::create_dir_all(directory).map_err(|error| Failure::io("create", directory, &error))?;
    clear(directory, &manifest_path)?;
    let bar = progress::bar(common, Some(plan.items()), "generate");
    let done = |items| bar.inc(items);
    let (files, skipped) = match dataset.of().filter(|_| plan.format.is_tasks()) {
        Some(riddles) => arc::write(directory, plan, riddles, common.threads(), &done)?,
        None => (split_files(directory, plan, dataset, common.threads(), &done)?, 0),
    };
    manifest.files = files;
    bar.finish_and_clear();
    manifest.write(&manifest_path)?;
    Ok(Some(skipped))
}

/// Takes away what an earlier manifest lists, the manifest first: tasks of an earlier run must not be taken for this one's.
fn clear(directory: &Path, manifest_path: &Path) -> Result<(), Failure> {
    if !manifest_path.exists() {
        return Ok(());
    }
    let there = Manifest::read(manifest_path);
    std::fs::remove_file(manifest_path).map_err(|error| Failure::io("replace", manifest_path, &error))?;
    let is_within =
        |path: &Path| path.components().all(|component| matches!(component, Component::Normal(_)));
    for file in
        there.iter().flat_map(|manifest| &manifest.files).filter(|file| is_within(Path::new(&file.path)))
    {
        // What cannot be removed is overwritten, or it was never there.
        let _ = std::fs::remove_file(directory.join(&file.path));
    }
    Ok(())
}

/// Writes one file for each split, or one for all.
fn split_files(
    directory: &Path,
    plan: &Plan,
    dataset: &dyn Dataset,
    threads: usize,
    done: &(dyn Fn(u64) + Sync),
) -> Result<Vec<ManifestFile>, Failure> {
    let files: Vec<(String, &[Task])> = plan.files().collect();
    let write = |(): &mut (), job: usize| {
        let (name, tasks) = &files[job];
        let path = directory.join(name);
        files::write(&path, plan.format, tasks, dataset, threads, done)?;
        let (bytes, sha256) = file_digest(&path).map_err(|error| Failure::io("read", &path, &error))?;
        let split =
            if let [task] = tasks { dataset.splits()[task.split].name.clone() } else { String::new() };
        let items = tasks.iter().map(|task| task.items).sum();
        Ok::<_, Failure>(ManifestFile { path: name.clone(), split, items, bytes, sha256 })
    };
    let mut written = Vec::new();
    // A second file is begun while the first is waiting for its last chunk or for the disk.
    let at_once = threads.min(2);
    ordered(
        at_once,
        files.len(),
        || (),
        write,
        |file| {
            written.push(file);
            Ok(())
        },
    )?;
    Ok(written)
}

/// Whether a directory holds just what was asked for.
fn is_complete(there: &Manifest, wanted: &Manifest, plan: &Plan, directory: &Path) -> bool {
    let same = there.digest == wanted.digest && there.seed == wanted.seed && there.stream == wanted.stream;
    let files = match plan.format {
        // Which tasks these are takes as long to find out as to write them.
        Format::ArcColours => return false,
        Format::Arc => plan.task_files().map(|name| (name, 1)).collect(),
        _ => plan.split_files(),
    };
    let have: Vec<(String, u64)> = there.files.iter().map(|file| (file.path.clone(), file.items)).collect();
    let intact = |file: &ManifestFile| {
        std::fs::metadata(directory.join(&file.path)).is_ok_and(|metadata| metadata.len() == file.bytes)
    };
    same && files == have && there.files.iter().all(intact)
}

impl Format {
    /// Whether it is one of those of single tasks.
    fn is_tasks(self) -> bool {
        matches!(self, Self::Arc | Self::ArcColours)
    }

    /// Whether it is one of those of whole stories.
    fn is_tales(self) -> bool {
        matches!(self, Self::Babi | Self::Symbolic | Self::Squad | Self::KitEvents | Self::KitText)
    }
}

impl Plan {
    /// The names of the files of tasks.
    fn task_files(&self) -> impl Iterator<Item = String> {
        self.tasks.iter().flat_map(|task| (0..task.items).map(|index| arc::name(&task.name, index)))
    }

    /// The files of a directory, and how many items each has.
    fn split_files(&self) -> Vec<(String, u64)> {
        self.files().map(|(name, tasks)| (name, tasks.iter().map(|task| task.items).sum())).collect()
    }

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
                Format::Babi | Format::Symbolic => "txt",
                Format::Squad => "json",
                _ => "jsonl",
            };
            (format!("{}.{ending}", task.name), std::slice::from_ref(task))
        });
        whole.chain(each)
    }
}
