//! `wampimuk audit`: shortcuts, idle words, leaks and wrong labels.

use std::path::{Path, PathBuf};

use clap::{Args as ClapArgs, ValueEnum};
use wampimuk_audit::floors::{self, Extent};
use wampimuk_audit::stories::{StoryAuditReport, StorySuspect};
use wampimuk_audit::{AuditOptions, DatasetAudit, Severity, audit};

use crate::args::{Choice, Common, Readings, Trust};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::plain::plain;
use crate::progress::{Bars, opening};
use crate::say::{check_report, command_line, json, say, say_painted, write_report};

/// The most findings of a topic that are listed without `--all`.
const LISTED: usize = 4;

/// How many items readers learn from and are tried on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FloorChoice {
    /// 15,000 items of train, 5,000 of each other split.
    #[default]
    Usual,
    /// 4,000 and 1,500: for a first look.
    Quick,
    /// No readers that learn, and no orders of words.
    None,
}

/// Options of `audit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk audit gscan-released
  wampimuk audit dataset.txt --report audit.html
  wampimuk audit tasks_1-20_v1-2/en-valid-10k  wrong answers, poor supports and shortcuts in stories
  wampimuk audit dec_test.jsonl --recipe mix-t7  the kit's events in the words of a recipe")]
pub struct Audit {
    /// A dataset, a file of any supported format, or a recipe.
    pub path: String,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// Print every table, not only the summary and the floors.
    #[arg(long)]
    pub all: bool,
    /// What readers learn from, if not from the split `train`: a recipe, a dataset or a file.
    #[arg(long, value_name = "PATH")]
    pub learn_from: Option<String>,
    /// How many items readers without understanding learn from and are tried on.
    #[arg(long, value_enum, default_value_t)]
    pub floors: FloorChoice,
    /// Write a page with summary, tables and charts.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// How to read.
    #[command(flatten)]
    pub readings: Readings,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// Audits and prints.
pub fn run(options: &Audit, common: &Common) -> Result<(), Failure> {
    let inputs = [Some(&options.path), options.learn_from.as_ref()];
    options.overwrite.check(options.report.as_deref(), inputs.into_iter().flatten().map(Path::new))?;
    check_report(options.report.as_deref())?;
    let (choice, bars) = (options.choice.trusting(options.believe.trust), Bars::new(common));
    let mut opened = opening(&options.path, &choice, common)?;
    let pass = common.pass(&choice, &bars);
    let wanted = AuditOptions {
        readings: options.readings.plain(),
        learn_from: options.learn_from.clone(),
        extent: match options.floors {
            FloorChoice::Usual => Some(Extent::USUAL),
            FloorChoice::Quick => Some(Extent::QUICK),
            FloorChoice::None => None,
        },
        command: Some(command_line()),
    };
    let found = audit(&options.path, &mut opened, &wanted, &pass)?;
    drop(bars);
    if let Some(path) = &options.report {
        write_report(path, found.report(&options.path), common)?;
    }
    if options.json {
        return json(&found);
    }
    let paint = common.colour_stdout();
    found.about().lines().iter().try_for_each(say)?;
    let listed = if options.all { usize::MAX } else { LISTED };
    say_painted(format!("\n{}", colour(&found.summary().text(listed), paint)))?;
    for table in floors::tables(found.floors(), options.all) {
        say(table.to_text())?;
    }
    if options.all {
        for table in found.tables() {
            match &found {
                DatasetAudit::Commands(_) => say_painted(colour(&table.to_text(), paint))?,
                // Sentences make a table too wide for a terminal.
                DatasetAudit::Stories(report) if table.title.starts_with("Suspects") => {
                    say(suspects(report, &table.title))?;
                }
                DatasetAudit::Stories(_) => say(table.to_text())?,
            }
        }
    } else {
        say("Details: `--all`, `--json`, or `--report FILE.html` for a page with charts.")?;
    }
    Ok(())
}

/// Paints the severities of a text, which is plain but for them.
fn colour(text: &str, colour: bool) -> String {
    let text = plain(text);
    if !colour {
        return text.into_owned();
    }
    [(Severity::Warning, 31), (Severity::Note, 33), (Severity::Fine, 32)].into_iter().fold(
        text.into_owned(),
        |text, (severity, code)| {
            let (name, painted) = (severity.name(), format!("\x1b[{code}m{}\x1b[0m  ", severity.name()));
            let text = text.replace(&format!("\n{name}  "), &format!("\n{painted}"));
            text.replace(&format!("  {name}  "), &format!("  {painted}"))
        },
    )
}

/// The first questions and lines with each flaw, one below the other.
fn suspects(report: &StoryAuditReport, title: &str) -> String {
    let mut text = format!("{title}\n");
    let mut last = None;
    for StorySuspect { flaw, place, line, text: said, recorded, derived, reason, .. } in &report.suspects {
        if last.replace(flaw) != Some(flaw) {
            text.push_str(&format!("{}\n", flaw.name()));
        }
        text.push_str(&format!("  {place}, line {line}: {said}\n"));
        let recorded = if recorded.is_empty() { String::new() } else { format!("recorded {recorded}; ") };
        let derived = if derived.is_empty() { String::new() } else { format!("follows {derived}; ") };
        text.push_str(&format!("    {recorded}{derived}{reason}\n"));
    }
    text
}
