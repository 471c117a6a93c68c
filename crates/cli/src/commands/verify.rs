//! `wampimuk verify`: re-derive every label, check every promise.

mod reference;
mod remade;
mod riddles;
mod stories;

use std::collections::BTreeMap;

use indicatif::HumanCount;
use serde_json::json;
use wampimuk_audit::{Breach, Suspect, Verifier};
use wampimuk_dataset::{Recorded, Subject, check_claims, file_digest};
use wampimuk_families::Contents;

use crate::args::{Common, Verify};
use crate::failure::Failure;
use crate::say::say;
use crate::source::{Seen, Source};
use crate::stories::StorySource;

const READABLE: &str = "every item can be read";
const FILES: &str = "files are complete and unchanged";
const OWN: &str = "every file is the one its recipe makes";

/// Broken promises: how many items break each, and the first few.
#[derive(Debug, Default)]
struct Findings {
    items: u64,
    broken: BTreeMap<&'static str, (u64, Vec<String>)>,
    /// Items that occur more than once where nothing is promised about it.
    repeated: u64,
    /// Why nothing is.
    allowed: &'static str,
    keep: usize,
}

impl Findings {
    fn add(&mut self, promise: &'static str, place: &str, reason: &str) {
        let (count, first) = self.broken.entry(promise).or_default();
        *count += 1;
        if first.len() < self.keep {
            first.push(format!("{place}: {reason}"));
        }
    }
}

/// Checks a dataset.
pub fn run(options: &Verify, common: &Common) -> Result<(), Failure> {
    let mut findings = Findings { keep: options.show, ..Findings::default() };
    let source = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(source) => return stories::run(options, common, &source, findings),
        Err(source) => source,
    };
    match (source.dataset.as_ref().map(|dataset| dataset.contents()), source.holds_tasks()) {
        (Some(Contents::Riddles(_)), _) | (_, true) => {
            return riddles::run(options, common, &source, findings);
        }
        (Some(Contents::Commands(_) | Contents::Stories(_)) | None, false) => {}
    }
    if reference::is_reference(&source) {
        return reference::run(options, common, &source, findings);
    }
    let extras = source.manifest.as_ref().map(|manifest| &*manifest.extras).unwrap_or_default();
    let mut verifier = Verifier::new(source.grid());
    let mut counts = BTreeMap::<String, u64>::new();
    check_files(&source, &mut findings);
    source.each(&options.choice, common, "verify", |item| {
        findings.items += 1;
        match item {
            Err(error) => findings.add(READABLE, "", error.to_string().trim_start()),
            Ok(item) => {
                *counts.entry(item.split.to_string()).or_default() += 1;
                for breach in breaches(&item, &mut verifier) {
                    findings.add(breach.promise(), &place(&item), &breach.to_string());
                }
            }
        }
        Ok(())
    })?;
    if options.choice.limit.is_none() && options.choice.split.is_none() {
        check_counts(&source, &counts, &mut findings);
    }
    (findings.repeated, findings.allowed) = (verifier.repeated(), "the released procedure allows");
    let mut promises = [&[READABLE], &Breach::PROMISES[..]].concat();
    if !extras.is_empty() {
        // Items do not tell what their pictures should be.
        promises.push(OWN);
        remade::remade(&source, options.choice.split.as_deref(), OWN, &mut findings, common)?;
    }
    let known = match source.dataset {
        Some(_) => "",
        None => "; its recipe is not known, so splits are judged by the paper's names",
    };
    report(&findings, &promises, options, common, (source.dataset.is_some(), known))
}

fn breaches(item: &Seen<'_>, verifier: &mut Verifier<'_>) -> Vec<Breach> {
    let addressed = matches!(item.recorded, Some(Recorded::Compact(_)) | None);
    let id = verifier.identify(item.command, item.world, item.lexicon);
    let suspect = Suspect {
        id,
        split: item.split,
        index: item.index,
        command: item.command,
        world: item.world,
        target: item.target,
        actions: item.actions,
        addressed,
    };
    let mut breaches = verifier.check(&suspect, item.lexicon);
    if let (Some(recorded), Some(target)) = (item.recorded, item.target) {
        let Seen { command, world, cast, lexicon, .. } = *item;
        let subject =
            Subject { id, command, world, target, cast, lexicon, reading: verifier.reading(command) };
        let differences = check_claims(recorded, &subject);
        breaches.extend(differences.into_iter().map(|difference| Breach::Claim {
            field: difference.field,
            recorded: difference.recorded,
            derived: difference.derived,
        }));
    }
    breaches
}

fn place(item: &Seen<'_>) -> String {
    let address = format!("{}[{}]", item.split, item.index);
    item.place.map_or(address.clone(), |place| format!("{place}, {address}"))
}

/// Compares the files with the manifest's sizes and checksums.
fn check_files(source: &Source, findings: &mut Findings) {
    for (path, file) in source.files() {
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
}

/// Compares the numbers of items with the manifest's.
fn check_counts(source: &Source, counts: &BTreeMap<String, u64>, findings: &mut Findings) {
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

/// Prints what was found. `recipe` says whether the recipe is known, and what follows if it is not.
fn report(
    findings: &Findings,
    promises: &[&'static str],
    options: &Verify,
    common: &Common,
    (recipe, known): (bool, &str),
) -> Result<(), Failure> {
    let promises: Vec<&'static str> = [FILES].iter().chain(promises).copied().collect();
    let broken: u64 = findings.broken.values().map(|(count, _)| count).sum();
    if options.json {
        let rows: Vec<_> = promises
            .iter()
            .map(|promise| {
                let (count, first) = findings.broken.get(promise).cloned().unwrap_or_default();
                json!({ "promise": promise, "broken": count, "first": first })
            })
            .collect();
        say(format!(
            "{:#}",
            json!({ "items": findings.items, "broken": broken, "recipe_known": recipe, "repeated": findings.repeated, "promises": rows })
        ))?;
    } else {
        let colour = common.colour_stdout();
        for promise in &promises {
            let (count, first) = findings.broken.get(promise).cloned().unwrap_or_default();
            let mark = match (count, colour) {
                (0, true) => "\x1b[32m✓\x1b[0m",
                (0, false) => "✓",
                (_, true) => "\x1b[31m✗\x1b[0m",
                (_, false) => "✗",
            };
            let number = if count == 0 { String::new() } else { format!(": {} broken", HumanCount(count)) };
            say(format!("{mark} {promise}{number}"))?;
            for line in &first {
                say(format!("    {}", line.trim_start_matches(": ")))?;
            }
        }
        say(format!("{} items{known}", HumanCount(findings.items)))?;
        if findings.repeated > 0 {
            say(format!(
                "{} of them occur more than once, which {}",
                HumanCount(findings.repeated),
                findings.allowed
            ))?;
        }
    }
    if findings.items == 0 {
        return Err(Failure::Check("there are no items".into()));
    }
    if broken > 0 {
        return Err(Failure::Check(format!(
            "{} promises are broken by {}",
            HumanCount(broken),
            options.path
        )));
    }
    Ok(())
}
