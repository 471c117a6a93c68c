//! Datasets in the view `reference`, and those of what models see. Their files have no actions, or no words, and are not
//! read as items; but every file can be made again, and what the recipe makes is what is promised.

use wampimuk_dataset::Manifest;
use wampimuk_engine::Format;
use wampimuk_source::{Error, Pass, Source};

use super::dataset::OWN;
use super::files::{FILES, LISTED, check_files};
use super::outcome::{Findings, Verification};
use super::remade::remade;

/// Whether these files are not read as items.
pub(super) fn is_unread(source: &Source) -> bool {
    let is_view = |manifest: &Manifest| {
        let reference = wampimuk_view::ExtraColumn::Reference.name();
        manifest.file_format == Format::TensorJsonl.name()
            || manifest.extras.iter().any(|extra| extra == reference)
    };
    source.path.is_some() && source.manifest.as_ref().is_some_and(is_view)
}

/// Checks files by making them again.
pub(super) fn verify(
    source: &Source,
    mut findings: Findings,
    pass: &Pass<'_>,
) -> Result<Verification, Error> {
    if pass.choice.limit.is_some() {
        return Err(Error::Request(
            "these files are verified one by one, as a whole: leave out --limit, or choose a --split".into(),
        ));
    }
    check_files(source, &mut findings, pass)?;
    findings.items = remade(source, OWN, &mut findings, pass)?.unwrap_or_default();
    let remark = ", compared with the recipe's; to derive the recipe's labels anew, verify the recipe itself";
    Ok(findings.report(&[FILES, LISTED, OWN], true, remark))
}
