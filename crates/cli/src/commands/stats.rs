//! `wampimuk stats`: what is in a dataset.

use std::path::Path;

use wampimuk_audit::{About, DatasetStats, Detail, stats};
use wampimuk_command::CandidateCounts;
use wampimuk_source::Opened;

use crate::args::{Common, Stats};
use crate::failure::Failure;
use crate::progress::{Bars, opening};
use crate::say::{check_report, command_line, json, say, write_report};

/// Counts and prints.
pub fn run(options: &Stats, common: &Common) -> Result<(), Failure> {
    options.overwrite.check(options.report.as_deref(), [Path::new(&options.path)])?;
    check_report(options.report.as_deref())?;
    let choice = options.choice.trusting(options.believe.trust);
    let opened = opening(&options.path, &choice, common)?;
    if options.evidence && matches!(opened, Opened::Stories(_)) {
        return Err(Failure::Input(
            "--evidence is about parts of commands; for stories, `--all` lists the compositions of supports"
                .into(),
        ));
    }
    let bars = Bars::new(common);
    let found = stats(&options.path, &opened, &common.pass(&choice, &bars))?;
    drop(bars);
    if let Some(path) = &options.report {
        let about = About { command: Some(command_line()), ..About::new(&options.path, &opened) };
        write_report(path, found.report(&about), common)?;
    }
    if options.json {
        return json(&found);
    }
    let detail = match (options.evidence, options.all) {
        (true, _) => Detail::Evidence,
        (false, true) => Detail::All,
        (false, false) => Detail::Overview,
    };
    found.tables(detail).iter().try_for_each(|table| say(table.to_text()))?;
    let DatasetStats::Commands(found) = found else { return Ok(()) };
    let Some(CandidateCounts { candidates, dropped, test_candidates, equivalents, .. }) =
        found.released_procedure
    else {
        return Ok(());
    };
    say(format!(
        "The released procedure enumerated {candidates} candidates, dropped {dropped} with two held-out combinations, drew \
         {test_candidates} for test and dropped {equivalents} of these because train has an equivalent."
    ))
}
