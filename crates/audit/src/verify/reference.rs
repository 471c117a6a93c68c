//! Datasets in the view `reference`. Their files have no actions and are not read as items; but every file can be made
//! again, and what the recipe makes is what is promised.

use wampimuk_source::{Error, Pass, Source};

use super::dataset::OWN;
use super::files::{FILES, LISTED, check_files};
use super::outcome::{Findings, Verification};
use super::remade::remade;

/// Whether these files are in the view `reference`.
pub(super) fn is_reference(source: &Source) -> bool {
    let extras = source.manifest.as_ref().map(|manifest| manifest.extras.as_slice()).unwrap_or_default();
    source.path.is_some() && extras.iter().any(|extra| extra == wampimuk_view::Extra::Reference.name())
}

/// Checks files by making them again.
pub(super) fn verify(
    source: &Source,
    mut findings: Findings,
    pass: &Pass<'_>,
) -> Result<Verification, Error> {
    if pass.choice.limit.is_some() {
        return Err(Error::Request(
            "the view reference is verified file by file: leave out --limit, or choose a --split".into(),
        ));
    }
    check_files(source, &mut findings, pass)?;
    findings.items = remade(source, OWN, &mut findings, pass)?.unwrap_or_default();
    let remark = ", compared with the recipe's; to derive the recipe's labels anew, verify the recipe itself";
    Ok(findings.report(&[FILES, LISTED, OWN], true, remark))
}
