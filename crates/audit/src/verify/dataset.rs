//! Every label derived anew, and every promise checked, whatever the items are and wherever they come from.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use serde::Serialize;
use wampimuk_core::Watch;
use wampimuk_dataset::file_digest;
use wampimuk_source::{Error, ItemView, Opened, Pass, Source};

use super::{reference, remade, riddles, stories};
use crate::{Breach, Verifier};

pub(super) const READABLE: &str = "every item can be read";
pub(super) const FILES: &str = "files are complete and unchanged";
pub(super) const OWN: &str = "every file is the one its recipe makes";

/// What came of checking a dataset.
#[derive(Clone, Debug, Serialize)]
pub struct Verification {
    /// How many items were checked.
    pub items: u64,
    /// How many promises are broken, each item counted for itself.
    pub broken: u64,
    /// Whether the recipe is known.
    pub recipe_known: bool,
    /// Items that occur more than once where nothing is promised about it.
    pub repeated: u64,
    /// Every promise.
    pub promises: Vec<Promise>,
    /// Why items may occur more than once.
    #[serde(skip)]
    pub allowed: &'static str,
    /// What else is to be said about the items.
    #[serde(skip)]
    pub remark: &'static str,
}

/// Something that a dataset promises.
#[derive(Clone, Debug, Serialize)]
pub struct Promise {
    /// What.
    pub promise: &'static str,
    /// How many items break it.
    pub broken: u64,
    /// The first few, with the reasons.
    pub first: Vec<String>,
}

/// Broken promises: how many items break each, and the first few.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) items: u64,
    broken: BTreeMap<&'static str, (u64, Vec<String>)>,
    pub(super) repeated: u64,
    pub(super) allowed: &'static str,
    keep: usize,
}

impl Findings {
    pub(super) fn add(&mut self, promise: &'static str, place: &str, reason: &str) {
        let (count, first) = self.broken.entry(promise).or_default();
        *count += 1;
        if first.len() < self.keep {
            first.push(format!("{place}: {reason}"));
        }
    }

    /// The report on these promises, and on the files. `remark` says what follows if the recipe is not known.
    pub(super) fn report(
        mut self,
        promises: &[&'static str],
        recipe_known: bool,
        remark: &'static str,
    ) -> Verification {
        let broken = self.broken.values().map(|(count, _)| count).sum();
        let promise = |promise: &&'static str| {
            let (broken, first) = self.broken.remove(promise).unwrap_or_default();
            Promise { promise, broken, first }
        };
        let promises = [FILES].iter().chain(promises).map(promise).collect();
        let Self { items, repeated, allowed, .. } = self;
        Verification { items, broken, recipe_known, repeated, promises, allowed, remark }
    }
}

/// Derives every label anew and checks every promise. Of the items that break one, the first `keep` are kept.
///
/// # Errors
/// If the items cannot be had. Items that cannot be read break a promise.
pub fn verify(name: &str, opened: &Opened, keep: usize, pass: &Pass<'_>) -> Result<Verification, Error> {
    let findings = Findings { keep, ..Findings::default() };
    match opened {
        Opened::Commands(source) if reference::is_reference(source) => {
            reference::verify(source, findings, pass)
        }
        Opened::Commands(source) => commands(source, findings, pass),
        Opened::Riddles(source) => riddles::verify(name, source, findings, pass),
        Opened::Stories(source) => stories::verify(source, findings, pass),
    }
}

fn commands(source: &Source, mut findings: Findings, pass: &Pass<'_>) -> Result<Verification, Error> {
    let extras = source.manifest.as_ref().map(|manifest| &*manifest.extras).unwrap_or_default();
    let mut verifier = Verifier::new(source.grid());
    let mut counts = BTreeMap::<String, u64>::new();
    check_files(source, &mut findings, pass.watch)?;
    source.each(pass, "verify", |item| {
        findings.items += 1;
        match item {
            Err(error) => findings.add(READABLE, "", error.to_string().trim_start()),
            Ok(item) => {
                *counts.entry(item.split.to_string()).or_default() += 1;
                for breach in verifier.check(&item) {
                    findings.add(breach.promise(), &place(&item), &breach.to_string());
                }
            }
        }
        Ok::<_, Error>(Continue(()))
    })?;
    if pass.choice.is_all() {
        check_counts(source, &counts, &mut findings);
    }
    (findings.repeated, findings.allowed) = (verifier.repeated(), "the released procedure allows");
    let mut promises = [&[READABLE], &Breach::PROMISES[..]].concat();
    if !extras.is_empty() {
        // Items do not tell what their pictures should be.
        promises.push(OWN);
        remade::remade(source, OWN, &mut findings, pass)?;
    }
    let remark = match source.dataset {
        Some(_) => "",
        None => "; its recipe is not known, so splits are judged by the paper's names",
    };
    Ok(findings.report(&promises, source.dataset.is_some(), remark))
}

fn place(item: &ItemView<'_>) -> String {
    let address = format!("{}[{}]", item.split, item.index);
    item.place.map_or(address.clone(), |place| format!("{place}, {address}"))
}

/// Compares the files with the manifest's sizes and checksums.
pub(super) fn check_files(source: &Source, findings: &mut Findings, watch: &dyn Watch) -> Result<(), Error> {
    for (path, file) in source.files() {
        watch.done(0)?;
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
pub(super) fn check_counts(source: &Source, counts: &BTreeMap<String, u64>, findings: &mut Findings) {
    let mut expected = BTreeMap::<&str, u64>::new();
    for (_, file) in source.files().filter(|(_, file)| !file.split.is_empty()) {
        *expected.entry(&file.split).or_default() += file.items;
    }
    for (split, items) in expected {
        let found = counts.get(split).copied().unwrap_or(0);
        if found != items {
            findings.add(FILES, split, &format!("{found} items instead of {items}"));
        }
    }
}
