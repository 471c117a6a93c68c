//! `wampimuk stats`: what is in a dataset.

use std::path::{Path, PathBuf};

use clap::Args as ClapArgs;
use wampimuk_audit::{About, Beside, DatasetStats, Detail, NamedStats, stats};
use wampimuk_command::CandidateCounts;
use wampimuk_source::Opened;

use crate::args::{Choice, Common, Trust};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{Bars, opening};
use crate::say::{check_report, command_line, json, say, write_report};

/// Options of `stats`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk stats data/gscan
  wampimuk stats gscan-released --evidence
  wampimuk stats dataset.txt --report stats.html
  wampimuk stats tasks_1-20_v1-2/en-valid-10k  a folder of bAbI files
  wampimuk stats data/mix-t7 --all             events, questions, proofs and lengths of stories
  wampimuk stats gscan reascan-simple reascan-1rc reascan-2rc --split train --report figures.html   beside each other")]
pub struct Stats {
    /// A dataset, a file of any supported format, or a recipe. Several datasets of commands are compared.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// How often the parts of each hold-out occur in train, beside the paper's figures.
    #[arg(long)]
    pub evidence: bool,
    /// Print every table, not only the overview.
    #[arg(long)]
    pub all: bool,
    /// Write a page with charts, the tables as .csv, the charts as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// Counts and prints.
pub fn run(options: &Stats, common: &Common) -> Result<(), Failure> {
    options.overwrite.check(options.report.as_deref(), options.paths.iter().map(Path::new))?;
    check_report(options.report.as_deref())?;
    let [name] = &options.paths[..] else { return beside(options, common) };
    let choice = options.choice.trusting(options.believe.trust);
    let opened = opening(name, &choice, common)?;
    if options.evidence && matches!(opened, Opened::Stories(_)) {
        return Err(Failure::Input(
            "--evidence is about parts of commands; for stories, `--all` lists the compositions of supports"
                .into(),
        ));
    }
    let bars = Bars::new(common);
    let found = stats(name, &opened, &common.pass(&choice, &bars))?;
    drop(bars);
    if let Some(path) = &options.report {
        let about = About { command: Some(command_line()), ..About::new(name, &opened) };
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

/// Counts several datasets and compares them.
fn beside(options: &Stats, common: &Common) -> Result<(), Failure> {
    if options.evidence || options.json {
        let option = if options.json { "--json" } else { "--evidence" };
        return Err(Failure::Input(format!("{option} is for one dataset, and several are named")));
    }
    let choice = options.choice.trusting(options.believe.trust);
    let mut datasets = Vec::new();
    for path in &options.paths {
        let opened = opening(path, &choice, common)?;
        let bars = Bars::new(common);
        let DatasetStats::Commands(found) = stats(path, &opened, &common.pass(&choice, &bars))? else {
            return Err(Failure::Input(format!(
                "{path} has stories: datasets of commands in grid worlds are compared with each other"
            )));
        };
        drop(bars);
        let About { digest, .. } = About::new(path, &opened);
        datasets.push(NamedStats { name: path.clone(), digest, stats: found.stats });
    }
    let beside = Beside::new(&datasets);
    if let Some(path) = &options.report {
        write_report(path, beside.report(), common)?;
    }
    let tables = beside.tables();
    let count = if options.all { tables.len() } else { tables.len().min(OVERVIEW) };
    tables[..count].iter().try_for_each(|table| say(table.to_text()))
}

/// How many tables of several datasets are an overview.
const OVERVIEW: usize = 4;
