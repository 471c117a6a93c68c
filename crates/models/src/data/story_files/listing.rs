//! Which files of a folder hold stories.

use std::path::{Path, PathBuf};

use wampimuk_dataset::stories::open;
use wampimuk_dataset::{FolderFiles, MANIFEST, Manifest};

use super::DataError;

/// Endings of files of stories, compressed or not.
const ENDINGS: [&str; 5] = ["txt", "jsonl", "json", "parquet", "arrow"];

/// A file of stories.
#[derive(Debug)]
pub(super) struct Listed {
    pub path: PathBuf,
    /// Its split, where a manifest says so.
    pub split: Option<String>,
}

/// The file itself, those that a folder's manifest lists, or those of the folder that look like stories, in the order of
/// their names.
pub(super) fn listed(path: &Path) -> Result<Vec<Listed>, DataError> {
    let of_manifest: Vec<Listed> = Manifest::find(path)?
        .into_iter()
        .flat_map(|(folder, manifest)| {
            let listed = |file: &wampimuk_dataset::ManifestFile| {
                let split = Some(file.split.clone()).filter(|split| !split.is_empty());
                Some(Listed { path: file.within(&folder)?, split })
            };
            manifest.files.iter().filter_map(listed).collect::<Vec<_>>()
        })
        .collect();
    if !path.is_dir() {
        let own = path.canonicalize().ok();
        let split = of_manifest.into_iter().find(|file| file.path.canonicalize().ok() == own);
        return Ok(vec![Listed { path: path.to_owned(), split: split.and_then(|file| file.split) }]);
    }
    if !of_manifest.is_empty() {
        return Ok(of_manifest);
    }
    let failed = |error| DataError::Unfit(format!("{}: {error}", path.display()));
    let mut of_folder = FolderFiles::of(path);
    let mut files = Vec::new();
    for entry in path.read_dir().map_err(failed)? {
        let file = entry.map_err(failed)?.path();
        if is_named_as_stories(&file) && !file.is_dir() {
            of_folder.check(&file)?;
            files.push(Listed { path: file, split: None });
        }
    }
    files.sort_unstable_by(|one, other| one.path.cmp(&other.path));
    if files.is_empty() {
        return Err(DataError::Unfit(format!(
            "there are no files of stories in {}: their names end in .txt, .jsonl, .json, .parquet or .arrow, and folders \
             within are not looked into",
            path.display()
        )));
    }
    Ok(files)
}

/// Whether a file may hold stories, by its name; of JSON, which has many other uses, by its first lines.
fn is_named_as_stories(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    let bare = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    let is_about = ["readme", "license", "licence", "."].iter().any(|start| bare.starts_with(start));
    let Some((_, ending)) = bare.rsplit_once('.').filter(|_| !is_about && bare != MANIFEST) else {
        return false;
    };
    ENDINGS.contains(&ending) && (ending != "json" || open(path).is_ok())
}
