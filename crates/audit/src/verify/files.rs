//! Files, their manifest and their folder, held to each other.

use std::borrow::Borrow;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;

use wampimuk_core::Watch;
use wampimuk_dataset::{Manifest, file_digest};
use wampimuk_engine::{AUGMENTED, card, manifest_faults, rebuild};
use wampimuk_families::{Dataset, read_bytes};
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
        let wrong = manifest_faults(manifest, &source.root, &**dataset);
        findings.tried(LISTED, manifest.files.len() as u64);
        let other = other_cards(manifest, &source.root, &**dataset);
        wrong.into_iter().chain(other).for_each(|(place, reason)| findings.add(LISTED, &place, &reason));
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

/// Files that describe a dataset and are not those that follow from its manifest: loaders and catalogues read them. Other
/// versions of the program describe in other words.
fn other_cards(manifest: &Manifest, root: &Path, dataset: &dyn Dataset) -> Vec<(String, String)> {
    let is_own = manifest.generator == concat!("wampimuk ", env!("CARGO_PKG_VERSION"))
        && manifest.family == dataset.family()
        && !manifest.recipe.starts_with(AUGMENTED);
    // Columns that were asked for are not in the recipe.
    let extended = (is_own && !manifest.extras.is_empty()).then(|| rebuild(manifest).ok()).flatten();
    let schema = extended.as_ref().map_or_else(|| dataset.schema(), |view| view.schema());
    let cards =
        if is_own { card::files(manifest, schema, card::facts(&manifest.family)) } else { Vec::new() };
    let problem = |(name, right): (String, Vec<u8>)| {
        let reason = match read_bytes(&root.join(&name), right.len() as u64) {
            Ok(there) if there == right => return None,
            Err(error) if error.kind() == ErrorKind::NotFound => "it is missing",
            _ => "it is not the one that follows from the manifest",
        };
        Some((name, format!("{reason} (the `generate` that made the dataset makes it again)")))
    };
    cards.into_iter().filter_map(problem).collect()
}
