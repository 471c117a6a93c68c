//! Files, their manifest and their folder, held to each other.

use std::borrow::Borrow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use wampimuk_core::{STREAM_VERSION, Watch};
use wampimuk_dataset::{Manifest, ManifestSplit, file_digest};
use wampimuk_engine::{Format, misfits, predicate, strays};
use wampimuk_families::{Contents, Dataset};
use wampimuk_source::{Error, Pass, Source};

use super::outcome::Findings;

pub(super) const FILES: &str = "files are complete and unchanged";
pub(super) const LISTED: &str = "the manifest fits its recipe and its folder";

const NO_MANIFEST: &str = "there is no manifest to compare with";

/// Compares the files with the manifest's sizes and checksums, and the manifest with its recipe and its folder. Nothing of
/// this is promised where nothing is read.
pub(super) fn check_files(source: &Source, findings: &mut Findings, pass: &Pass<'_>) -> Result<(), Error> {
    let Some(path) = &source.path else { return Ok(()) };
    let Some(manifest) = &source.manifest else {
        findings.untried(FILES, 0, NO_MANIFEST);
        findings.untried(LISTED, 0, NO_MANIFEST);
        return Ok(());
    };
    check_sums(source, findings, pass.watch)?;
    if *path != source.root {
        findings.untried(LISTED, 0, "a single file was named, not the folder of its dataset");
    } else if pass.choice.recipe.is_some() {
        findings.untried(LISTED, 0, "another recipe than the manifest's was named");
    } else if let Some(dataset) = &source.dataset {
        let wrong = wrong(manifest, &source.root, &**dataset);
        findings.tried(LISTED, manifest.files.len() as u64);
        wrong.into_iter().for_each(|(place, reason)| findings.add(LISTED, &place, &reason));
        match dataset.contents() {
            Contents::Stories(stories) if manifest.digest != stories.digest().to_string() => {
                findings.untried(
                    LISTED,
                    0,
                    "the digest is not the recipe's: published stories went into the files",
                );
            }
            _ => {}
        }
    }
    Ok(())
}

fn check_sums(source: &Source, findings: &mut Findings, watch: &dyn Watch) -> Result<(), Error> {
    for (path, file) in source.files() {
        watch.done(0)?;
        findings.tried(FILES, 1);
        let place = path.display().to_string();
        match file_digest(&path) {
            Err(error) => findings.add(FILES, &place, &error.to_string()),
            Ok((bytes, _)) if bytes != file.bytes => {
                findings.add(FILES, &place, &format!("{bytes} bytes instead of {}", file.bytes));
            }
            Ok((_, sha256)) if sha256 != file.sha256 => {
                findings.add(FILES, &place, "the checksum differs from the manifest's");
            }
            Ok(_) => {}
        }
    }
    Ok(())
}

/// Compares the numbers of items with the manifest's.
pub(super) fn check_counts<S: Borrow<str> + Ord>(
    source: &Source,
    counts: &BTreeMap<S, u64>,
    findings: &mut Findings,
) {
    let mut expected = BTreeMap::<&str, u64>::new();
    for (_, file) in source.files().filter(|(_, file)| !file.split.is_empty()) {
        let items = expected.entry(&file.split).or_default();
        *items = items.saturating_add(file.items);
    }
    for (split, items) in expected {
        let found = counts.get(split).copied().unwrap_or(0);
        if found != items {
            findings.add(FILES, split, &format!("{found} items instead of {items}"));
        }
    }
}

/// What is wrong with a manifest: where, and what.
fn wrong(manifest: &Manifest, root: &Path, dataset: &dyn Dataset) -> Vec<(String, String)> {
    let mut wrong = Vec::new();
    let mut field = |field: &str, found: &str, right: &str| {
        if found != right {
            let reason = format!("`{found}`, but the recipe has `{right}`");
            wrong.push((format!("manifest.json, `{field}`"), reason));
        }
    };
    field("family", &manifest.family, dataset.family());
    field("stream", &manifest.stream.to_string(), &STREAM_VERSION.to_string());
    match dataset.contents() {
        // Published stories may have gone into the files.
        Contents::Stories(_) => {}
        Contents::Commands(_) | Contents::Riddles(_) => {
            field("digest", &manifest.digest, &dataset.digest().to_string());
        }
    }
    let mut names = BTreeSet::new();
    for split in &manifest.splits {
        if !names.insert(&split.name) {
            wrong.push((format!("manifest.json, split `{}`", split.name), "it is listed twice".into()));
        }
        wrong.extend(wrong_split(split, manifest, dataset));
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
fn wrong_split(split: &ManifestSplit, manifest: &Manifest, dataset: &dyn Dataset) -> Vec<(String, String)> {
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
    if split.items > info.len {
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
