//! Single files in formats that are written for other programs: what a model sees, formulas in place of sentences, the columns
//! of riddles. No label can be derived from them; with the recipe, the whole file can be made again and compared.

use std::path::Path;

use wampimuk_dataset::{Input, OtherItems, ReadError, open};
use wampimuk_engine::{Format, ItemRange};
use wampimuk_source::{Error, Opened, Pass, Source, chosen_splits};

use super::dataset::OWN;
use super::files::{FILES, LISTED, check_files};
use super::outcome::{Findings, Verification};
use super::remade::compare;

/// How much of a file is looked at.
const PEEK: usize = 1 << 14;

/// What was opened, if it is one file in such a format without a manifest.
pub(super) fn opaque(opened: &Opened) -> Option<(&Source, Format)> {
    let source = match opened {
        Opened::Commands(source) | Opened::Riddles(source) => source,
        Opened::Stories(stories) => &stories.source,
    };
    let path = source.path.as_deref().filter(|path| source.manifest.is_none() && path.is_file())?;
    Some((source, format_of(path)?))
}

fn format_of(path: &Path) -> Option<Format> {
    let items = match open(path, None).map(|mut items| items.next()) {
        Ok(Some(Err(ReadError::Other { items, .. }))) => Some(items),
        _ => None,
    };
    let mut input = Input::open(path).ok()?;
    let head = String::from_utf8_lossy(input.peek(PEEK).ok()?).into_owned();
    match items {
        Some(OtherItems::Observations) => return Some(Format::TensorJsonl),
        Some(OtherItems::Riddles) if head.starts_with("PAR1") => return Some(Format::Parquet),
        Some(OtherItems::Riddles) if head.starts_with("ARROW1") => return Some(Format::Arrow),
        Some(OtherItems::Riddles) => return Some(Format::Jsonl),
        Some(OtherItems::Reference | OtherItems::Stories) | None => {}
    }
    let line = head.lines().next()?;
    let formula = line.strip_prefix("1 ")?.split_once('(')?;
    let is_name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name(formula.0) && formula.1.contains(')')).then_some(Format::Symbolic)
}

/// Makes the file again and compares it, byte by byte.
pub(super) fn verify(
    source: &Source,
    format: Format,
    mut findings: Findings,
    pass: &Pass<'_>,
) -> Result<Verification, Error> {
    let (Some(path), Some(dataset)) = (&source.path, &source.dataset) else {
        return Err(Error::Request(format!(
            "this is a single file in the format {}, which is compared with what its recipe makes: name that with --recipe, \
             and --seed, --split and --limit as they were when it was made",
            format.name()
        )));
    };
    check_files(source, &mut findings, pass)?;
    let portion = |number: usize| {
        let split = &dataset.splits()[number];
        let end = pass.choice.limit.map_or(split.len, |limit| limit.min(split.len));
        ItemRange { split: number, name: split.name.clone(), start: 0, end }
    };
    let portions: Vec<ItemRange> =
        chosen_splits(dataset.splits(), pass.choice)?.into_iter().map(portion).collect();
    let items: u64 = portions.iter().map(ItemRange::items).sum();
    pass.watch.begin("make again", Some(items));
    findings.items = items;
    findings.tried(OWN, 1);
    if let Some(reason) = compare(path, format, &portions, &**dataset, pass)? {
        findings.add(OWN, &path.display().to_string(), &reason);
    }
    let remark = ", compared with the recipe's; to derive the recipe's labels anew, verify the recipe itself";
    Ok(findings.report(&[FILES, LISTED, OWN], true, remark))
}
