//! Datasets in the view `reference`. Their files have no actions and are not read as items; but every file can be made
//! again, and what the recipe makes is what is promised.

use super::remade::remade;
use super::{Findings, OWN, check_files, report};
use crate::args::{Common, Verify};
use crate::failure::Failure;
use crate::source::Source;

/// Whether these files are in the view `reference`.
pub fn is_reference(source: &Source) -> bool {
    let extras = source.manifest.as_ref().map(|manifest| manifest.extras.as_slice()).unwrap_or_default();
    source.path.is_some() && extras.iter().any(|extra| extra == wampimuk_view::Extra::Reference.name())
}

/// Checks files by making them again.
pub fn run(
    options: &Verify,
    common: &Common,
    source: &Source,
    mut findings: Findings,
) -> Result<(), Failure> {
    if options.choice.limit.is_some() {
        return Err(Failure::Input(
            "the view reference is verified file by file: leave out --limit, or choose a --split".into(),
        ));
    }
    check_files(source, &mut findings);
    let split = options.choice.split.as_deref();
    findings.items = remade(source, split, OWN, &mut findings, common)?.unwrap_or_default();
    let known = ", compared with the recipe's; to derive the recipe's labels anew, verify the recipe itself";
    report(&findings, &[OWN], options, common, (true, known))
}
