//! What is learned from, or asked about.

use std::path::Path;

use wampimuk_dataset::{MANIFEST, Manifest, ManifestError};
use wampimuk_engine::manifest_faults;
use wampimuk_families::build;
use wampimuk_models::{Data, DataError, DatasetInfo};

use crate::Error;

/// How data is opened.
#[derive(Clone, Debug, Default)]
pub struct DataOptions {
    /// Changes of the recipe.
    pub changes: Vec<String>,
    /// The seed of the items of a recipe.
    pub seed: u64,
    /// The recipe whose words files use, if they have no manifest.
    pub words: Option<String>,
    /// Reads the files of a dataset instead of making its items anew.
    pub as_files: bool,
    /// Reads files without comparing them with their manifest, and that with its recipe.
    pub trust: bool,
}

/// Opens a recipe, a dataset, or files of any format.
///
/// # Errors
/// If there is no such thing, it cannot be used, or is not what its manifest says.
pub fn open_data(name: &str, how: &DataOptions) -> Result<Data, Error> {
    let words = how.words.as_deref();
    let data = Data::open(name, &how.changes, how.seed, how.as_files, words)?;
    if !how.trust {
        check_manifest(Path::new(name), words, &data)?;
        data.check_files()?;
    }
    Ok(data)
}

/// Holds the manifest of a folder to its recipe and to the folder.
fn check_manifest(path: &Path, words: Option<&str>, data: &Data) -> Result<(), DataError> {
    let found = if words.is_none() && path.is_dir() { Manifest::find(path)? } else { None };
    let Some((root, manifest)) = found else { return Ok(()) };
    let unchanged = data.dataset.as_deref().filter(|_| data.changes.is_empty());
    let faults = match unchanged {
        Some(dataset) => manifest_faults(&manifest, &root, dataset),
        None => manifest_faults(&manifest, &root, &*build(&manifest.recipe, manifest.seed)?),
    };
    match faults.into_iter().next() {
        None => Ok(()),
        Some((place, reason)) => {
            let what = format!("{place}: {reason}");
            Err(ManifestError::Unfit { path: root.join(MANIFEST), what }.into())
        }
    }
}

/// What checkpoints say about data.
pub(crate) fn described(data: &Data) -> DatasetInfo {
    DatasetInfo {
        name: data.name.clone(),
        recipe: data.recipe.clone(),
        changes: data.changes.clone(),
        seed: data.seed,
        digest: data.digest(),
        files: data.files.as_ref().map(|path| path.display().to_string()),
        room: None,
        inoculation: None,
        also: data.also.iter().map(|also| also.recipe.clone()).collect(),
    }
}
