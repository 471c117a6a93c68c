//! Checks the files that a manifest lists against the splits that it names and the folder that it is in.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use wampimuk_dataset::Manifest;

use crate::format::Format;
use crate::shards::shards;

/// How a manifest's list of files differs from the shards that its splits are divided into: where, and what. A list
/// without any difference has no hole.
pub fn misfits(manifest: &Manifest) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut seen = BTreeSet::new();
    for file in &manifest.files {
        if !seen.insert(&file.path) {
            wrong.push((file.path.clone(), "it is listed twice".into()));
        }
    }
    if Format::named(&manifest.file_format).is_some_and(Format::is_tasks) {
        // A task is a file, and which of them have a form in ten colours the splits do not say.
        for split in &manifest.splits {
            let files = manifest.files.iter().filter(|file| file.split == split.name);
            let listed = files.fold(0u64, |sum, file| sum.saturating_add(file.items));
            if listed != split.items {
                let reason = format!("{listed} tasks are listed instead of {}", split.items);
                wrong.push((format!("split `{}`", split.name), reason));
            }
        }
        return wrong;
    }
    let shards = match shards(manifest) {
        Ok(shards) => shards,
        Err(error) => return vec![("manifest.json".into(), error.to_string())],
    };
    let listed: HashMap<&str, (u64, &str)> =
        manifest.files.iter().map(|file| (file.path.as_str(), (file.items, file.split.as_str()))).collect();
    for shard in &shards {
        match listed.get(&*shard.name) {
            None => wrong.push((shard.name.clone(), "it is not listed, but its split has it".into())),
            Some(&(_, split)) if split != shard.split() => {
                wrong.push((
                    shard.name.clone(),
                    format!("it is listed for the split `{split}` instead of `{}`", shard.split()),
                ));
            }
            Some(&(items, _)) if items != shard.items() => {
                wrong.push((
                    shard.name.clone(),
                    format!("{items} items are listed instead of {}", shard.items()),
                ));
            }
            Some(_) => {}
        }
    }
    let expected: BTreeSet<&str> = shards.iter().map(|shard| &*shard.name).collect();
    for file in manifest.files.iter().filter(|file| !expected.contains(&*file.path)) {
        wrong.push((file.path.clone(), "no split is divided into files of this name".into()));
    }
    if wrong.is_empty()
        && !manifest.files.iter().map(|file| &file.path).eq(shards.iter().map(|shard| &shard.name))
    {
        wrong.push(("manifest.json, `files`".into(), "they are not in the order of their items".into()));
    }
    wrong
}

/// The deepest folder below that of a dataset.
const DEPTH: usize = 8;

/// Files among the data of a dataset that its manifest does not list, in order: patterns such as `train-*`, which loaders use,
/// find them.
pub fn strays(manifest: &Manifest, root: &Path) -> Vec<PathBuf> {
    let listed: BTreeSet<PathBuf> = manifest.paths(root).into_iter().collect();
    let mut found = Vec::new();
    walk(&root.join("data"), DEPTH, &mut found);
    found.retain(|path| !listed.contains(path));
    found.sort();
    found
}

/// The files below a folder. What cannot be looked into holds nothing that could be read as data.
fn walk(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = folder.read_dir() else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => walk(&path, depth - 1, found),
            Ok(kind) if kind.is_dir() => {}
            _ => found.push(path),
        }
    }
}
