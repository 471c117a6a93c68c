//! A manifest, held to its recipe and to its folder.

use std::collections::BTreeSet;
use std::path::Path;

use wampimuk_core::STREAM_VERSION;
use wampimuk_dataset::{Manifest, ManifestSplit};
use wampimuk_families::Dataset;

use crate::format::Format;
use crate::listing::{misfits, strays};
use crate::predicate::predicate;
use crate::published::published_digest;

/// How the recipe of an augmented dataset begins, in its manifest.
pub const AUGMENTED: &str = "# Augmented by ";

/// What is wrong with a manifest: where, and what. The dataset is the one of its recipe.
///
/// An augmented dataset is not one of its recipe, so nothing is said of what it has in common with it.
pub fn manifest_faults(manifest: &Manifest, root: &Path, dataset: &dyn Dataset) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut field = |field: &str, found: &str, right: &str| {
        if found != right {
            let reason = format!("`{found}`, but the recipe has `{right}`");
            wrong.push((format!("manifest.json, `{field}`"), reason));
        }
    };
    field("family", &manifest.family, dataset.family());
    field("stream", &manifest.stream.to_string(), &STREAM_VERSION.to_string());
    // An augmented dataset has items of its own, and published stories are not those of the recipe.
    let is_augmented = manifest.recipe.starts_with(AUGMENTED);
    let published = published_digest(&manifest.recipe);
    if !is_augmented {
        let digest = published.unwrap_or_else(|| dataset.digest());
        field("digest", &manifest.digest, &digest.to_string());
    }
    let is_own = !is_augmented && published.is_none();
    let mut names = BTreeSet::new();
    for split in &manifest.splits {
        if !names.insert(&split.name) {
            wrong.push((format!("manifest.json, split `{}`", split.name), "it is listed twice".into()));
        }
        wrong.extend(wrong_split(split, manifest, dataset, is_own));
    }
    match Format::named(&manifest.file_format) {
        None => wrong.push((
            "manifest.json, `file_format`".into(),
            format!("there is no format `{}`", manifest.file_format),
        )),
        Some(format) if !Format::of(dataset).contains(&format) => wrong.push((
            "manifest.json, `file_format`".into(),
            format!("{} has no files of the format `{}`", dataset.family(), format.name()),
        )),
        Some(_) if wrong.is_empty() => wrong.extend(misfits(manifest)),
        // Which files there should be follows from the rest.
        Some(_) => {}
    }
    wrong.extend(misplaced(manifest, root));
    wrong
}

/// How a split differs from the recipe's.
fn wrong_split(
    split: &ManifestSplit,
    manifest: &Manifest,
    dataset: &dyn Dataset,
    is_own: bool,
) -> Vec<(String, String)> {
    let place = |field: &str| format!("manifest.json, split `{}`{field}", split.name);
    let Some(info) = dataset.splits().iter().find(|info| info.name == split.name) else {
        return vec![(place(""), "the recipe has no such split".into())];
    };
    let mut wrong = Vec::new();
    if split.role != info.role.name() {
        wrong.push((place(", `role`"), format!("`{}` instead of `{}`", split.role, info.role.name())));
    }
    if split.holdout != info.holdout || split.title != info.title {
        wrong.push((place(", `holdout`, `title`"), "they are not the recipe's".into()));
    }
    if split.predicate != info.holdout.as_deref().and_then(|holdout| predicate(&manifest.recipe, holdout)) {
        wrong.push((place(", `predicate`"), "it is not the recipe's".into()));
    }
    if split.items > info.len && is_own {
        wrong.push((place(", `items`"), format!("{}, but the recipe has {}", split.items, info.len)));
    }
    wrong
}

/// Paths that lead out of the folder, and files in its `data` that are not listed.
fn misplaced(manifest: &Manifest, root: &Path) -> Vec<(String, String)> {
    let outside = manifest.files.iter().filter(|file| file.within(root).is_none());
    let outside = outside.map(|file| (file.path.clone(), "it leads out of the folder".to_owned()));
    let strays = strays(manifest, root).into_iter();
    let strays =
        strays.map(|path| (path.display().to_string(), "it is in the folder, but not listed".to_owned()));
    outside.chain(strays).collect()
}
