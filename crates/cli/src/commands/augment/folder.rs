//! Writing an augmented dataset. It is not written as others are: their cards say that every label is right.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use wampimuk_dataset::{MANIFEST, Manifest, ManifestFile, Output, file_digest};
use wampimuk_engine::{DatasetPlan, Destination, shards, write_file};
use wampimuk_families::Dataset;

use crate::args::Common;
use crate::failure::Failure;
use crate::progress::Bars;
use crate::say::tell;

/// The card.
const CARD: &str = "README.md";

/// Writes the files, the card and last the manifest: a folder that has one is complete.
pub fn write(
    plan: &DatasetPlan,
    dataset: &dyn Dataset,
    card: &str,
    force: bool,
    common: &Common,
) -> Result<(), Failure> {
    let folder = folder(plan)?;
    clear(&folder, force)?;
    let bars = Bars::of(common, "write", Some(plan.items()));
    let mut manifest = plan.description(dataset);
    for shard in shards(&manifest)? {
        let path = folder.join(&shard.name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| Failure::io("create", parent, &error))?;
        }
        let portions = shard.portions(dataset)?;
        write_file(&path, plan.format, &portions, dataset, common.threads(), &bars)?;
        let (bytes, sha256) = file_digest(&path).map_err(|error| Failure::io("read", &path, &error))?;
        let (split, items) = (shard.split(), shard.items());
        manifest.files.push(ManifestFile { path: shard.name, split, items, bytes, sha256 });
    }
    drop(bars);
    let mut output = Output::create(&folder.join(CARD))?;
    output.append(card.as_bytes())?;
    output.finish()?;
    manifest.write(&folder.join(MANIFEST))?;
    if !common.quiet {
        tell!("{} items → {}", HumanCount(plan.items()), folder.display());
    }
    Ok(())
}

fn folder(plan: &DatasetPlan) -> Result<PathBuf, Failure> {
    let refused = match &plan.destination {
        Destination::Directory(address) if !address.contains("://") => return Ok(PathBuf::from(address)),
        other => other.place(),
    };
    Err(Failure::Input(format!(
        "augmented datasets are written to a folder of this machine, and {refused} is none"
    )))
}

/// Makes sure that the folder is free, or frees it of the dataset that is there.
fn clear(folder: &Path, force: bool) -> Result<(), Failure> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        Err(error) => return Err(Failure::io("look into", folder, &error)),
    };
    if is_free {
        return Ok(());
    }
    if !force {
        return Err(Failure::Input(format!(
            "{} is there already (--force replaces it, --out writes elsewhere)",
            folder.display()
        )));
    }
    let manifest = folder.join(MANIFEST);
    // What cannot be read as a manifest lists nothing that could be removed.
    let listed = Manifest::read(&manifest).map(|manifest| manifest.paths(folder)).unwrap_or_default();
    // The manifest goes first: without it, nobody takes what is left for a dataset.
    for path in [manifest].into_iter().chain(listed) {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::io("remove", &path, &error));
            }
            _ => {}
        }
    }
    Ok(())
}
