//! Every label derived anew, and every promise checked, whatever the items are and wherever they come from.

use std::collections::BTreeMap;
use std::sync::Arc;

use wampimuk_engine::Format;
use wampimuk_source::{Error, Opened, Pass, Source};

use super::examiner::Examiner;
use super::files::{FILES, LISTED, check_counts, check_files};
use super::outcome::{Findings, Verification};
use super::{reference, remade, riddles, single, stories};
use crate::{Breach, Verifier};

pub(super) const READABLE: &str = "every item can be read";
pub(super) const OWN: &str = "every file is the one its recipe makes";

/// Why something cannot be compared with a recipe.
pub(super) const NO_RECIPE: &str =
    "the recipe is not known: there is no manifest, and none was named with --recipe";

/// Derives every label anew and checks every promise. Of the items that break one, the first `keep` are kept.
///
/// # Errors
/// If the items cannot be had. Items that cannot be read break a promise.
pub fn verify(name: &str, opened: &Opened, keep: usize, pass: &Pass<'_>) -> Result<Verification, Error> {
    let findings = Findings::new(keep);
    if let Some((source, format)) = single::opaque(opened) {
        return single::verify(source, format, findings, pass);
    }
    match opened {
        Opened::Commands(source) if reference::is_unread(source) => reference::verify(source, findings, pass),
        Opened::Commands(source) => commands(source, findings, pass),
        Opened::Riddles(source) => riddles::verify(name, source, findings, pass),
        Opened::Stories(source) => stories::verify(source, findings, pass),
    }
}

fn commands(source: &Source, mut findings: Findings, pass: &Pass<'_>) -> Result<Verification, Error> {
    let mut verifier = Verifier::new(source.grid()).with_failures(findings.keep());
    let mut counts = BTreeMap::<Arc<str>, u64>::new();
    check_files(source, &mut findings, pass)?;
    source.map(
        pass,
        "verify",
        || Examiner::new(source.grid()),
        Examiner::examine,
        |examined| {
            findings.items += 1;
            findings.tried(READABLE, 1);
            match examined {
                Err(error) => findings.add(READABLE, "", error.to_string().trim_start()),
                Ok(mut examined) => {
                    verifier.compare(&mut examined);
                    *counts.entry(examined.split.clone()).or_default() += 1;
                    findings.note(&examined.judgement, || examined.address());
                }
            }
            Ok::<_, Error>(())
        },
    )?;
    if pass.choice.is_all() {
        check_counts(source, &counts, &mut findings);
    }
    verifier.finish(&mut findings);
    (findings.repeated, findings.allowed) = (verifier.repeated(), "the released procedure allows");
    let promises = [&[FILES, LISTED, READABLE], &Breach::PROMISES[..], &[OWN]].concat();
    if is_remade(source) {
        // Items do not tell what their pictures should be, or which of the recipe's they are.
        let (other, own) = (Breach::OtherItem.promise(), findings.items);
        match remade::remade(source, OWN, &mut findings, pass)? {
            Some(_) => findings.forget(other),
            None => findings.untried(OWN, own, NO_RECIPE),
        }
    }
    Ok(findings.report(&promises, source.dataset.is_some(), remark(source, pass)))
}

/// Whether files are to be compared with those that the recipe makes, byte by byte: items that do not say which of the
/// recipe's they are, and columns that do not follow from items.
fn is_remade(source: &Source) -> bool {
    source.manifest.as_ref().is_some_and(|manifest| {
        let format = Format::named(&manifest.file_format);
        !manifest.extras.is_empty() || format.is_some_and(|format| !format.is_columns())
    })
}

/// What was not looked at because it was not asked for.
pub(super) fn remark(source: &Source, pass: &Pass<'_>) -> String {
    match (&pass.choice.split, pass.choice.limit) {
        (None, None) => absent(source),
        (Some(split), None) => format!("; only the split {split} was looked at"),
        (None, Some(limit)) => format!("; at most {limit} of each split were looked at"),
        (Some(split), Some(limit)) => format!("; at most {limit} of the split {split} were looked at"),
    }
}

/// The splits of the recipe that a dataset does not have.
fn absent(source: &Source) -> String {
    let (Some(manifest), Some(dataset)) = (&source.manifest, &source.dataset) else { return String::new() };
    let is_there = |name: &str| manifest.splits.iter().any(|split| split.name == name);
    let absent = dataset.splits().iter().map(|split| split.name.as_str()).filter(|name| !is_there(name));
    match absent.collect::<Vec<_>>()[..] {
        [] => String::new(),
        ref absent => format!("; of the recipe's splits, these are not here: {}", absent.join(", ")),
    }
}
